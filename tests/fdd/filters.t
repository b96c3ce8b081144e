## functions
$ fdd -f f -F 'do_*' in/basic.txt
Function
------------------------------
do_sys_openat2
do_filp_open
$ fdd -f f -F 'do_*' -F '*read*' in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
do_sys_openat2
do_filp_open
$ fdd -f f -N 'do_*' in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
kmem_cache_alloc
$ fdd -f f --module ext4 in/basic.txt
Function
------------------------------
vfs_read [ext4]
$ fdd -f f -F 'vfs_read' in/basic.txt
Function
------------------------------
vfs_read [ext4]
## calls under a function, and callees of a function
$ fdd --under do_sys_openat2 in/basic.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
do_sys_openat2                     2    36.251   18.125    8.751
do_filp_open                       2    24.000   12.000   24.000
kmem_cache_alloc                   2     3.500    1.750    3.500
$ fdd --under 'do_filp*' --under vfs_read -f fc in/basic.txt
Function                       Calls
------------------------------ -----
vfs_read [ext4]                    1
do_filp_open                       2
$ fdd --called-by 'do_sys*' -N 'do_*' -f fc in/basic.txt
Function                       Calls
------------------------------ -----
kmem_cache_alloc                   2
$ fdd --called-by vfs_read -f fc in/basic.txt
fdd: no call passes the filter
Function                       Calls
------------------------------ -----
[1]
$ fdd -d --under ksys_read in/basic.txt
1)   100.000005000 |   160.125 |ksys_read
1)   100.000010000 |   150.000 |  vfs_read [ext4]
$ fdd -f fc --under walk in/recursion.txt
Function                       Calls
------------------------------ -----
walk                               5
step                               1
$ fdd -f fc --called-by walk in/recursion.txt
Function                       Calls
------------------------------ -----
walk                               2
step                               1
$ fdd -f fc --under do_sys_openat2 in/graph.txt
Function                       Calls
------------------------------ -----
do_sys_openat2                     1
do_filp_open                       1
getname                            1
$ fdd -f fc --under a --under c in/caller-filtered.txt
Function                       Calls
------------------------------ -----
a                                  5
c                                  1
b                                  2
$ fdd -f fc --called-by a in/caller-filtered.txt
Function                       Calls
------------------------------ -----
a                                  2
b                                  1
$ fdd diff --format=csv --called-by 'do_sys*' in/basic.txt in/after.txt
name,calls_a,calls_b,total_ns_a,total_ns_b,avg_ns_a,avg_ns_b,p99_ns_a,p99_ns_b
do_filp_open,2,2,24000,94000,12000,47000,20000,89599
kmem_cache_alloc,2,2,3500,4000,1750,2000,2000,2500
$ fdd --under ksys_read in/nothing.txt in/basic.txt -f fc
fdd: in/nothing.txt: No such file or directory
[1]
$ fdd --under ksys_read - <in/basic.txt
fdd: -: --under and --called-by read a trace twice, so it has to be a file
[2]
## tasks, processes, CPUs
$ fdd -f f --comm 'c*' in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
$ fdd -f f -p 100 in/basic.txt
Function
------------------------------
do_sys_openat2
do_filp_open
kmem_cache_alloc
$ fdd -f f -p 100-101,500 in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
do_sys_openat2
do_filp_open
kmem_cache_alloc
$ fdd -f f -C 1 in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
## depth, time, duration, count
$ fdd -f f -D 1 in/basic.txt
Function
------------------------------
ksys_read
do_sys_openat2
$ fdd -f f -D 1 in/flags.txt
Function
------------------------------
vfs_read
hrtimer_interrupt
run_timer_softirq
$ fdd -f f -D 2 in/flags.txt
Function
------------------------------
vfs_read
hrtimer_interrupt
tick_nohz_handler
run_timer_softirq
$ fdd -f f -D 1 - <in/flags.txt
fdd: warning: -D: the trace cannot be read twice, so of 3 calls of interrupts it counts the levels of what they interrupted, too; a file is read twice
Function
------------------------------
vfs_read
$ fdd -f f -D 1 -i my_irq in/interrupt.txt
Function
------------------------------
outer
my_irq
$ fdd -f f -D 2 -i my_irq in/interrupt.txt
Function
------------------------------
outer
my_irq
in_irq
normal
$ fdd -f f -D 1 - <in/basic.txt
Function
------------------------------
ksys_read
do_sys_openat2
$ fdd -f f -r 100.000005~100.00001 in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
do_filp_open
$ fdd -f f -r 4us~18446744073s in/basic.txt | cmp - <(fdd -f f -r 4us~ in/basic.txt)
$ fdd -f f -r 4us~ in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
do_filp_open
do_sys_openat2
$ fdd -f f --min-duration=20 --max-duration=155us in/basic.txt
Function
------------------------------
vfs_read [ext4]
do_sys_openat2
do_filp_open
$ fdd -f fc --min-count=2 in/basic.txt
Function                       Calls
------------------------------ -----
do_sys_openat2                     2
do_filp_open                       2
kmem_cache_alloc                   2
$ fdd -f fc --max-count=1 in/basic.txt
Function                       Calls
------------------------------ -----
ksys_read                          1
vfs_read [ext4]                    1
$ fdd -f ft -t 100us in/basic.txt
Function                       Total(us)
------------------------------ ---------
ksys_read                        160.125
vfs_read [ext4]                  150.000
## between markers
$ fdd -d --between 'start*' 'end*' in/between.txt
0)    10.000001000 |           |/* start one */
0)    10.000010000 |     1.000 |first
0)    10.000011000 |           |/* end one */
0)    10.000021000 |           |/* start two */
0)    10.000030000 |     1.000 |second
0)    10.000031000 |           |/* end two */
$ fdd -f f -s f in/between.txt --between 'start two' 'end*'
Function
------------------------------
second
## expressions, the original and newer ones
$ fdd -f f -e 'cpu==1' in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
$ fdd -f f -e 'pid==100' in/basic.txt
Function
------------------------------
do_sys_openat2
do_filp_open
kmem_cache_alloc
$ fdd -f f -e 'cpu==0 and duration > 5us' in/basic.txt
Function
------------------------------
do_sys_openat2
do_filp_open
$ fdd -f f -e 'not (pid=100 or depth=0)' in/basic.txt
Function
------------------------------
vfs_read [ext4]
$ fdd -f f -e 'func =~ "^do_.*open" && depth >= 1' in/basic.txt
Function
------------------------------
do_filp_open
$ fdd -f f -e 'func ~ "*read*" || comm == ls' in/basic.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
do_sys_openat2
do_filp_open
kmem_cache_alloc
$ fdd -f f -e 'module == ext4' in/basic.txt
Function
------------------------------
vfs_read [ext4]
$ fdd -f f -e 'calltime > 100.0001' in/basic.txt
Function
------------------------------
do_sys_openat2
do_filp_open
$ fdd -f fct -e 'count > 1 and total < 30' in/basic.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
do_filp_open                       2    24.000
kmem_cache_alloc                   2     3.500
$ fdd -d -e 'context == hardirq' in/flags.txt
1)    24.841750941 |   137.705 |  hrtimer_interrupt /* interrupt */
1)    24.841760425 |    68.232 |    tick_nohz_handler
$ fdd -d -e 'retval < 0' in/graph.txt
0)    24.000001000 |     9.000 |do_sys_openat2 ret=-2 irqs=2.500
0)    24.000007000 |     1.500 |  do_filp_open(dfd=-100, s="a) {") ret=-2
$ fdd -f f -e 'label == basic.txt' in/basic.txt in/after.txt
Function
------------------------------
ksys_read
vfs_read [ext4]
do_sys_openat2
do_filp_open
kmem_cache_alloc
## the same filter in every view
$ fdd -d -F 'do_f*' in/basic.txt
0)   100.000007000 |    20.000 |  do_filp_open
0)   100.000200000 |     4.000 |  do_filp_open
$ fdd -c -F 'do_f*' in/basic.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        -       24.000            -  do_sys_openat2
        2       24.000       24.000    do_filp_open
$ fdd --hist -F 'do_f*' in/basic.txt
do_filp_open  calls 2  avg 12.000 us  p50 4.015 us  p99 20.000 us  max 20.000 us
       2.048 - 4.095        us |########################################| 1
      16.384 - 32.767       us |########################################| 1
$ fdd --slowest=9 -F 'do_f*' in/basic.txt
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
      20.000       20.000   100.000007000   0  ls-100           do_filp_open < do_sys_openat2
       4.000        4.000   100.000200000   0  ls-100           do_filp_open < do_sys_openat2
$ fdd --by=cpu -F 'do_f*' in/basic.txt
CPU                            Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
0                                  2    24.000   12.000   24.000
$ fdd --format=nanos-csv -F 'do_f*' in/basic.txt
function,tid,latency_us,latency_us_self
do_filp_open,100,20.000,20.000
do_filp_open,100,4.000,4.000
$ fdd -d --min-count=2 -t 30 in/basic.txt
0)   100.000000000 |    30.250 |do_sys_openat2
0)   100.000199000 |     6.001 |do_sys_openat2
$ fdd -c --min-count=2 -t 30 in/basic.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        2       36.251        8.751  do_sys_openat2
$ fdd --slowest=2 --max-count=1 in/basic.txt
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
     160.125       10.125   100.000005000   1  cat-101          ksys_read
     150.000      150.000   100.000010000   1  cat-101          vfs_read [ext4] < ksys_read
$ fdd -z -F 'do_f*' in/basic.txt | tail -n 10
selected
  functions              1
  calls                  2
  sum of self times      24.000 us
  total of outermost     0.000 us
  without caller         0
  behind a gap           0
  caller filtered        0
  caller unknown         0
  first of an interrupt  0
## mistakes
$ fdd -e 'cpu==' in/basic.txt
fdd: -e 'cpu==': expected a value at ''
[2]
$ fdd -e 'colour==red' in/basic.txt
fdd: -e 'colour==red': no such field (cpu pid comm func module depth duration self asleep waiting irqs awake calltime context label host cgroup retval errno args arg1 to arg6 calls total total_self total_asleep total_waiting total_irqs total_awake avg min max) at 'colour==red'
[2]
$ fdd -e 'cpu==1 or count>2' in/basic.txt
fdd: -e 'cpu==1 or count>2': fields of calls and of the table (calls total total_self avg min max) can be joined by 'and' only
[2]
$ fdd -e '(cpu==1' in/basic.txt
fdd: -e '(cpu==1': expected ) at ''
[2]
$ fdd -e 'cpu==1 cpu==2' in/basic.txt
fdd: -e 'cpu==1 cpu==2': expected 'and', 'or' or the end at 'cpu==2'
[2]
$ fdd -e 'duration > long' in/basic.txt
fdd: -e 'duration > long': expected a number at ''
[2]
$ fdd -t fast in/basic.txt
fdd: -t: 'fast' is not a time (500us, 2ms, 1s; a number without a unit is in us)
[2]
$ fdd -p x in/basic.txt
fdd: -p: 'x' is not a list of numbers (1,3-5)
[2]
$ fdd -r 5 in/basic.txt
fdd: -r: '5' is not a range (FROM~TO in seconds, or with a unit from the start: 100.5~101, 2ms~5ms)
[2]
$ fdd -D 0 in/basic.txt
fdd: -D: '0' is not between 1 and 1024
[2]
$ fdd --between 'start*'
fdd: --between needs two arguments: START END
[2]
$ fdd -f fq in/basic.txt
fdd: no column 'fq', and no column has the letter 'q'; --fields lists them
[2]
$ fdd -s nothing in/basic.txt
fdd: no column 'nothing'; --fields lists them
[2]
$ fdd --calls -e 'cgroup == 4611686018427387901' in/cgroups.trace
0)   100.000010000 |     2.000 |vfs_read <-ksys_read
0)   100.000030000 |     4.000 |vfs_write(file=0x1, buf=0x2, count=1, pos=0x3) ret=1 <-ksys_write
$ fdd --by=cgroup in/cgroups.trace
Cgroup                         Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
id:4611686018427387901             2     6.000    3.000    6.000
(not recorded)                     1     5.000    5.000    5.000
id:4611686018427387902             1     3.000    3.000    3.000
$ fdd --by=cgroup --format=json in/cgroups.trace | jq -c '.cgroups[] | [.name, .calls]'
["id:4611686018427387901",2]
["(not recorded)",1]
["id:4611686018427387902",1]
$ fdd -e 'cgroup != 0' -f fc in/cgroups.trace
Function                       Calls
------------------------------ -----
vfs_read                           2
vfs_write                          1
$ fdd --cgroup id:4611686018427387901 -f fc in/cgroups.trace
Function                       Calls
------------------------------ -----
vfs_write                          1
vfs_read                           1
$ fdd --cgroup '!*01' -f fc in/cgroups.trace
Function                       Calls
------------------------------ -----
vfs_read                           1
$ fdd --cgroup '*03' in/cgroups.trace
fdd: --cgroup '*03' matches no cgroup of the trace; the nearest are id:4611686018427387901, id:4611686018427387902
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
$ fdd --cgroup /a in/basic.txt
fdd: --cgroup '/a': the calls have no cgroups: fdd record --by-cgroup records them
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
$ fdd why --cgroup 'id:*' --cgroup '!*2' in/cgroups.trace
1. vfs_write took 4.00 us in ?: 100 % of it running, or waiting for a CPU: vfs_write 4.000 us.
   fdd why -F 'vfs_write' in/cgroups.trace
$ fdd -e 'cgroup == "/none/such"' in/cgroups.trace
fdd: -e 'cgroup == "/none/such"': expected a number or the path of a cgroup of this machine at ''
[2]
$ fdd --by=colour in/basic.txt
fdd: --by: 'colour' is not one of: function task cpu module caller label host where cgroup
[2]
$ fdd --by=where in/basic.txt
fdd: --by=where: there are no stacks of programs, in/basic.txt.stacks: "fdd record --user-stacks TIME" copies them
[2]
$ fdd --symfs=/ --tree in/basic.txt
fdd: --symfs does not apply to --tree; it applies to the table, --slowest
[2]
$ fdd --slowest=0 in/basic.txt
fdd: --slowest: '0' is not between 1 and 262144
[2]
$ fdd --format=xml in/basic.txt
fdd: --format: 'xml' is not one of: text csv json nanos-csv
[2]
$ fdd -d -c in/basic.txt
fdd: --calls and --tree exclude each other: one view at a time
[2]
$ fdd -d --by=cpu in/basic.txt
fdd: --by does not apply to --calls; it applies to the table
[2]
$ fdd --label a --label b in/basic.txt
fdd: --label: more labels than traces
[2]
$ fdd --frobnicate
fdd: unknown option '--frobnicate' (see "fdd -h")
[2]
$ fdd
fdd: no trace file given, and no trace.dat in this directory (see "fdd -h")
[2]
$ fdd diff in/basic.txt
fdd diff: needs two traces, not 1
[2]

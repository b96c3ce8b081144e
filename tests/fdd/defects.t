## -t is in microseconds, as every column is
$ fdd -t 35 -f ft in/basic.txt
Function                       Total(us)
------------------------------ ---------
ksys_read                        160.125
vfs_read [ext4]                  150.000
do_sys_openat2                    36.251
$ fdd -t 36250ns -f ft in/basic.txt
Function                       Total(us)
------------------------------ ---------
ksys_read                        160.125
vfs_read [ext4]                  150.000
do_sys_openat2                    36.251
## the caller is the call around a call, not any call of that function
$ fdd -f function,callers -s f in/callers.txt
Function                       Callers
------------------------------ -------
callee                         right(1)
deep                           ..right(1)
orphan                         (unknown)(1)
right                          (none)(2)
wrong                          (none)(1)
## a caller that is not in the trace: a warning, not an error
$ fdd -d in/callers.txt
0)     1.000000000 |    10.000 |right
0)     1.000001000 |     5.000 |  callee
0)     1.000020000 |     5.000 |wrong
0)     1.000040000 |    12.000 |right
0)     1.000041000 |     3.000 |    deep /* caller filtered */
0)     1.000061000 |     3.000 |  orphan /* caller unknown */
## every overhead mark is read
$ fdd -f fct -s t in/marks.txt
Function                       Calls     Total(us)
------------------------------ ----- -------------
longer                             1 123456789.000
dollar                             1   1000001.000
at                                 1    100000.000
asterisk                           1     10000.000
hash                               1      1000.001
exclamation                        1       100.001
plus                               1        10.001
none                               1         9.999
## with abstime, call times are call times
$ fdd -d in/abstime.txt
0)   582.159000000 |   160.000 |outer
0)   582.159100000 |    50.000 |  inner
$ fdd in/abstime.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
outer                              1   160.000  160.000  110.000
inner                              1    50.000   50.000   50.000
## a task that migrates keeps its caller
$ fdd -c in/migrate.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1       30.000       29.000  stranger
        1        1.000        1.000    intruder
        1       20.000       15.000  traveller
        1        3.000        3.000    late
        1        2.000        2.000    early
## the time of a recursion counts once
$ fdd in/recursion.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
walk                               5    14.000    4.400   12.000
step                               1     3.000    3.000    2.000
$ fdd -c in/recursion.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        2       14.000        7.000  walk
        2        7.000        4.000    walk
        1        3.000        2.000      step
        1        1.000        1.000        walk
## Max-sub ranks by the time under this parent
$ fdd -f ftmnx in/maxsub.txt
Function                       Total(us) Max callee                     Mc calls Mc total(us)
------------------------------ --------- ------------------------------ -------- ------------
elsewhere                        910.000 small_here                            1      900.000
small_here                       910.000                                       0        0.000
parent                            40.000 big_here                              1       20.000
big_here                          20.000                                       0        0.000
## averages have decimals
$ fdd -f fca in/basic.txt
Function                       Calls  Avg(us)
------------------------------ ----- --------
ksys_read                          1  160.125
vfs_read [ext4]                    1  150.000
do_sys_openat2                     2   18.125
do_filp_open                       2   12.000
kmem_cache_alloc                   2    1.750
## memory does not grow with the file
$ fdd-gen -n 200000 > $TMP_T/big.txt && (ulimit -v 100000; fdd -n 1 -f c $TMP_T/big.txt | wc -l)
3
## task names with any characters
$ fdd --by=task -f fct -s f in/tasks.txt
Task                           Calls Total(us)
------------------------------ ----- ---------
-108                               1     3.000
7-7-103                            1     3.000
9.5 us-104                         1     3.000
a | b)-101                         2     5.000
d..1. -106                         1     3.000
my task-105                        1     3.000
new?line-107                       1     3.000
x-1 | y-102                        1     3.000
## markers and other events do not interrupt a line, and are shown
$ fdd -d in/markers.txt
fdd: warning: in/markers.txt: at least 12 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
0)                 |           |/* start of it */
0)    10.000000000 |     5.000 |outer
0)    10.000001000 |     2.000 |  inner
0)    10.000003000 |           |/* a | strange } marker) -12 | */
0)    10.000005000 |           |/* sched_switch: prev_comm=sh prev_pid=9 ==> next_comm=ls next_pid=10 */
1)    10.000005000 |           |/* two?lines */
0)    10.000005000 |           |/* end of it */
0)    10.000010000 |     1.000 |after
1)    10.000011000 |           |/* 12 events lost */
1)    10.000020000 |     1.000 |  later /* caller unknown */
$ fdd -z in/markers.txt
fdd: warning: in/markers.txt: at least 12 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
markers.txt: text, tracer function_duration
  lines                  16
  bytes                  944
  calls                  4
  markers                4
  other events           1
  first call             10.000000000 s
  last return            10.000021000 s
  span                   0.000021000 s
  wall clock             not known
  places with loss       1
  events lost, counted   12
  overwritten            0
  most overruns          0
  not parsed             0
  returns, no entry      0
  entries, no return     0
  cut off at the end     no
  call times             yes
  tasks named            yes
  interrupts marked      no
selected
  functions              4
  calls                  4
  sum of self times      7.000 us
  total of outermost     7.000 us
  without caller         2
  behind a gap           0
  caller filtered        0
  caller unknown         1
  first of an interrupt  0
## CPUs beyond 0, switch lines of any kind (Nanos' parse-trace.py)
$ fdd --format=nanos-csv in/nanos.txt
function,tid,latency_us,latency_us_self
runtime_memcpy,0,207.666,207.666
runtime_memcpy,0,0.071,0.071
timer_service,1,1.250,1.250
objcache_allocate,0,0.077,0.077
mcache_alloc,0,208.173,0.359
install_fallback_fault_handler,0,0.093,0.093
frame_return,2,5.000,5.000
## a function called before a call is not its callee, where the caller was filtered
$ fdd --by=task -f ftcl in/caller-filtered.txt
Task                           Total(us) Calls Self(us)
------------------------------ --------- ----- --------
sh-9                              14.000     8   14.000
$ fdd -f ftcl in/caller-filtered.txt
Function                       Total(us) Calls Self(us)
------------------------------ --------- ----- --------
a                                  9.000     5    8.000
c                                  5.000     1    2.000
b                                  4.000     2    4.000
## a range from 0s has the calls that had begun before
$ fdd -d -r 0s~ in/basic.txt
0)   100.000000000 |    30.250 |do_sys_openat2
0)   100.000001000 |     2.000 |  kmem_cache_alloc
0)   100.000004500 |     1.500 |  kmem_cache_alloc
1)   100.000005000 |   160.125 |ksys_read
0)   100.000007000 |    20.000 |  do_filp_open
1)   100.000010000 |   150.000 |  vfs_read [ext4]
0)   100.000199000 |     6.001 |do_sys_openat2
0)   100.000200000 |     4.000 |  do_filp_open
$ fdd -d -r ~0s in/basic.txt
0)   100.000000000 |    30.250 |do_sys_openat2
0)   100.000001000 |     2.000 |  kmem_cache_alloc
$ fdd -d -r ~1us in/basic.txt
0)   100.000000000 |    30.250 |do_sys_openat2
0)   100.000001000 |     2.000 |  kmem_cache_alloc
## control bytes of a trace and of names do not reach the terminal
$ printf 'a\n 0)     1.000000000 |    1.000 us    |  f\nb\033]0;x\302\233\n' >$TMP_T/t; fdd -f f --debug $TMP_T/t 2>&1 | sed "s,$TMP_T/,," | cat -v
fdd: debug: t:1: cannot parse: a
fdd: debug: t:3: cannot parse: b?]0;x?
fdd: warning: t: cannot parse 2 lines; the first is line 1: 'a'
Function
------------------------------
f
$ fdd -z $TMP_T/t 2>/dev/null | grep 'first at' | cat -v
    first at 1: a
$ printf 'b\033]0;x\n' >$TMP_T/t; fdd $TMP_T/t 2>&1 | sed "s,$TMP_T/,," | cat -v
fdd: t:1: not a trace that fdd can read: 'b?]0;x'
$ fdd $'\033]0;xred' 2>&1 | cat -v
fdd: ?]0;xred: No such file or directory
## text that is not a trace is read up to a megabyte
$ yes 'hello world' | timeout 60 fdd - 2>&1
fdd: -:1: not a trace that fdd can read: 'hello world'
[1]
$ timeout 60 fdd /dev/zero
fdd: /dev/zero:1: not a trace that fdd can read: '????????????????????????????????????????????????????????????'
[1]
$ yes '' | head -c 3000000 >$TMP_T/t; cat in/basic.txt >>$TMP_T/t; fdd -f f -n 1 $TMP_T/t
Function
------------------------------
ksys_read
## one of several traces is missing: no result
$ fdd -f f in/basic.txt nosuch
fdd: nosuch: No such file or directory
[1]
$ fdd diff in/basic.txt nosuch
fdd diff: nosuch: No such file or directory
[1]
$ fdd -n 3 diff in/basic.txt in/basic.txt
fdd: diff: No such file or directory
[1]
$ fdd report nosuch in/basic.txt
fdd report: nosuch: No such file or directory
[1]
## CSV has all times in ns, also the range
$ fdd --format=csv -f function,min,max,range -n 1 in/basic.txt
name,min_ns,max_ns,range_ns
ksys_read,160125,160125,(160125-160125)
## names of callers and callees are sorted by their number
$ fdd -f function,callers -F leaf in/many-callers.txt
Function                       Callers
------------------------------ -------
leaf                           two(3), one(2)
$ fdd -f fu -F one in/many-callers.txt
Function                       Callee list
------------------------------ -----------
one                            leaf(2)
## a function is found by its name as it is printed, with the module
$ fdd -f fc -F 'vfs_read [ext4]' in/basic.txt
Function                       Calls
------------------------------ -----
vfs_read [ext4]                    1
$ fdd -f fc -F 'vfs_* [ext?]' in/basic.txt
Function                       Calls
------------------------------ -----
vfs_read [ext4]                    1
$ fdd -f fc -F '[kv]*' in/basic.txt
Function                       Calls
------------------------------ -----
ksys_read                          1
vfs_read [ext4]                    1
kmem_cache_alloc                   2
$ fdd -f fc -N 'vfs_read [ext4]' -F '*read*' in/basic.txt
Function                       Calls
------------------------------ -----
ksys_read                          1
$ fdd --hist='vfs_read [ext4]' in/basic.txt
vfs_read [ext4]  calls 1  avg 150.000 us  p50 150.000 us  p99 150.000 us  max 150.000 us
     131.072 - 262.143      us |########################################| 1
## steps of equal width in a histogram have the calls between their ends
$ printf ' 0)     1.000000000 | # 4990.000 us |  f\n 0)     2.000000000 | # 5000.000 us |  f\n 0)     3.000000000 | # 95000.00 us |  f\n 0)     4.000000000 |    1.000 us    |  f\n' | fdd --hist --linear -
f  calls 4  avg 26247.750 us  p50 5013.503 us  p99 94896.127 us  max 95000.000 us
       0.000 - 4999.999     us |########################################| 2
    5000.000 - 9999.999     us |####################                    | 1
   95000.000 - 99999.999    us |####################                    | 1
## a trace.dat with calls in one buffer: the label is the name of the file
$ xz -dc in/instance-3.1.dat.xz >$TMP_T/x.dat; fdd --by=label -f fc $TMP_T/x.dat
Label                          Calls
------------------------------ -----
x.dat                             43
$ fdd -d -n 1 $TMP_T/x.dat
0)    30.729219493 |   323.829 |vfs_read
$ fdd -z $TMP_T/x.dat | grep -c trace.dat
1
## the known caller of a call behind a gap
$ fdd -f function,callers in/callers.txt
Function                       Callers
------------------------------ -------
right                          (none)(2)
callee                         right(1)
wrong                          (none)(1)
deep                           ..right(1)
orphan                         (unknown)(1)
$ fdd --format=json -F deep in/callers.txt | sed -n '/"callers"/,/]/p'
      "callers": [
        {
          "name": "right",
          "filtered_between": true,
          "calls": 1,
          "total_ns": 3000
        }
      ],
## the callee with the longest time, directly or behind a gap
$ printf ' 0)  sh-9  |  1.000001000 |    4.000 us    |    x\n 0)  sh-9  |  1.000006000 |    3.000 us    |      x\n 0)  sh-9  |  1.000010000 |    5.000 us    |    y\n 0)  sh-9  |  1.000000000 | + 20.000 us   |  f\n' | fdd -F f -f fmnxu -
Function                       Max callee                     Mc calls Mc total(us) Callee list
------------------------------ ------------------------------ -------- ------------ -----------
f                              x                                     2        7.000 x(2), y(1)
## no call passes the filters: the filter is named, with similar names
$ fdd -f f -F vfs_raed in/basic.txt
fdd: -F 'vfs_raed' matches no function of the trace; the nearest is vfs_read [ext4]
Function
------------------------------
[1]
$ fdd -d -F 'kmem_cahce*' in/basic.txt
fdd: -F 'kmem_cahce*' matches no function of the trace; the nearest is kmem_cache_alloc
[1]
$ fdd -c -N '*' in/basic.txt
fdd: no call passes the filter
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
[1]
$ fdd --hist --module ext3 in/basic.txt
fdd: --module 'ext3' matches no module of the trace; the nearest is ext4
[1]
$ fdd --slowest=1 --comm lss -C 7 in/basic.txt
fdd: --comm 'lss' matches no task of the trace; the nearest is ls
fdd: -C 7: no call has such a CPU; the trace has 0, 1
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
[1]
$ fdd -f f -p 99 in/basic.txt
fdd: -p 99: no call has such a PID; the trace has 100, 101
Function
------------------------------
[1]
$ fdd -f f --min-duration 1s in/basic.txt
fdd: --min-duration 1s: the longest call took 160125 ns
Function
------------------------------
[1]
$ fdd -f f --max-duration 1ns in/basic.txt
fdd: --max-duration 1ns: the shortest call took 1500 ns
Function
------------------------------
[1]
$ fdd -f f -r 1~2 in/basic.txt
fdd: -r 1~2: no call begins in this range; those of basic.txt are from 100.000000000 to 100.000205001 s
Function
------------------------------
[1]
$ fdd -f f --between x y in/between.txt
fdd: --between: no marker matches 'x'
Function
------------------------------
[1]
$ fdd -f f -e 'cpu == 9' in/basic.txt
fdd: -e 'cpu == 9': true for none of the calls
Function
------------------------------
[1]
$ fdd -f f -t 1s in/basic.txt
fdd: nothing in the table passes the filters: the largest total is 160.125 us (ksys_read), the most calls are 2 (kmem_cache_alloc)
Function
------------------------------
[1]
$ fdd -f f -F vfs_read -C 0 in/basic.txt
fdd: no call passes all of the filters together
Function
------------------------------
[1]
$ fdd --format=csv -f f -F zzz in/basic.txt
fdd: -F 'zzz' matches no function of the trace
name
[1]
$ fdd -F zzz -z in/basic.txt | grep -c functions
1
$ printf '# tracer: nop\n#\n' | fdd -f f -
fdd: -: has no calls; its tracer was nop
Function
------------------------------
[1]
## nothing to compare or to export: the reason, and no file
$ fdd diff -F vfs_raed in/basic.txt in/recursion.txt
fdd diff: in/basic.txt: nothing passes the filters:
fdd diff: -F 'vfs_raed' matches no function of the trace; the nearest is vfs_read [ext4]
fdd diff: in/recursion.txt: nothing passes the filters:
fdd diff: -F 'vfs_raed' matches no function of the trace
Function                        Calls A Calls B  change  Total(us) A Total(us) B      change  Avg(us) A Avg(us) B    change  p99(us) A p99(us) B    change
[1]
$ fdd diff -t 1s --format=csv in/basic.txt in/after.txt
fdd diff: in/basic.txt: nothing passes the filters:
fdd diff: nothing in the table passes the filters: the largest total is 160.125 us (ksys_read), the most calls are 2 (kmem_cache_alloc)
fdd diff: in/after.txt: nothing passes the filters:
fdd diff: nothing in the table passes the filters: the largest total is 106.251 us (do_sys_openat2), the most calls are 2 (kmem_cache_alloc)
name,calls_a,calls_b,total_ns_a,total_ns_b,avg_ns_a,avg_ns_b,p99_ns_a,p99_ns_b
[1]
$ fdd diff -F nothing in/before.stat in/after.stat_hist 2>&1 >$TMP_T/out | grep -v warning
fdd diff: in/before.stat: nothing passes the filters:
fdd diff: -F 'nothing' matches no function of the statistics
fdd diff: in/after.stat_hist: nothing passes the filters:
fdd diff: -F 'nothing' matches no function of the statistics
$ head -2 in/basic.txt >$TMP_T/empty.txt; fdd diff --format=csv $TMP_T/empty.txt $TMP_T/empty.txt 2>&1 | sed "s:$TMP_T/::"
fdd diff: empty.txt: has no calls; its tracer was function_duration
fdd diff: empty.txt: has no calls; its tracer was function_duration
name,calls_a,calls_b,total_ns_a,total_ns_b,avg_ns_a,avg_ns_b,p99_ns_a,p99_ns_b
$ fdd diff in/basic.txt in/basic.txt
no difference
$ fdd export --to=chrome -F vfs_raed in/basic.txt
fdd export: -F 'vfs_raed' matches no function of the trace; the nearest is vfs_read [ext4]
{"displayTimeUnit":"ns","traceEvents":[
]}
[1]
$ fdd export --to=html -o $TMP_T/page.html -F vfs_raed in/basic.txt || ls $TMP_T
fdd export: -F 'vfs_raed' matches no function of the trace; the nearest is vfs_read [ext4]
empty.txt
out
$ fdd export --to=chrome -F nothing $TMP_T/empty.txt
{"displayTimeUnit":"ns","traceEvents":[
]}
## interrupts on top of each other and of a task, also where it moves on, or the trace ends
$ fdd -f f,c,t,l in/on-top.report
Function                       Calls Total(us) Self(us)
------------------------------ ----- --------- --------
ktime_get                          5   160.000  155.000
dput                               1     5.000    5.000
$ fdd -f f,c,t,l --by=cpu in/on-top.report
CPU                            Calls Total(us) Self(us)
------------------------------ ----- --------- --------
0                                  4   120.000  120.000
1                                  2   100.000  100.000
$ fdd -f f,c,t,l --by=task in/on-top.report
Task                           Calls Total(us) Self(us)
------------------------------ ----- --------- --------
sh-180                             4   100.000  100.000
sh-181                             2    60.000   60.000
$ fdd -f f,c,t,l --by=caller in/on-top.report
Caller                         Calls Total(us) Self(us)
------------------------------ ----- --------- --------
(interrupt)                        4   120.000  120.000
(none)                             1   100.000   95.000
ktime_get                          1     5.000    5.000
$ fdd -f f,c,t,l -i dput --by=task in/on-top.report
Task                           Calls Total(us) Self(us)
------------------------------ ----- --------- --------
sh-180                             4   100.000  100.000
sh-181                             2    60.000   60.000
## callers that do not pass the filters are in the tree, less those that -N excludes
$ fdd -c -F dput in/on-top.report
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        -        5.000            -  ktime_get
        1        5.000        5.000    dput
$ fdd -c --format=csv -F kmem_cache_alloc in/basic.txt
path,calls,total_ns,self_ns
do_sys_openat2,0,3500,0
do_sys_openat2;kmem_cache_alloc,2,3500,3500
$ fdd -c -N do_sys_openat2 in/basic.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1      160.125       10.125  ksys_read
        1      150.000      150.000    vfs_read [ext4]
        2       24.000       24.000  .. do_filp_open
        2        3.500        3.500  .. kmem_cache_alloc
$ fdd -c --min-calls=2 -N '*openat*' in/basic.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        2       24.000       24.000  .. do_filp_open
        2        3.500        3.500  .. kmem_cache_alloc
$ fdd -c -t 100 -F '*read*' in/basic.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1      160.125       10.125  ksys_read
        1      150.000      150.000    vfs_read [ext4]
$ fdd graph vfs_read -F 'vfs*' in/basic.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        1      150.000 100.00  ksys_read
        1      150.000 100.00    (none)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        1      150.000 100.00  vfs_read
$ fdd graph ksys_read -F 'ksys*' in/basic.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        1      160.125 100.00  (none)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        1      160.125 100.00  ksys_read
$ fdd graph vfs_read -N 'ksys*' in/basic.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        1      150.000 100.00  (none)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        1      150.000 100.00  vfs_read
## callers and callees in JSON agree about what is behind a gap
$ printf ' 0)  sh-9  |  1.000001000 |    4.000 us    |    x\n 0)  sh-9  |  1.000006000 |    3.000 us    |      x\n 0)  sh-9  |  1.000000000 | + 20.000 us   |  f\n' | fdd --format=json - | jq -c '.functions[] | [.name, .callers, .callees]'
["f",[{"name":"(none)","filtered_between":false,"calls":1,"total_ns":20000}],[{"name":"x","filtered_between":false,"calls":1,"total_ns":4000},{"name":"x","filtered_between":true,"calls":1,"total_ns":3000}]]
["x",[{"name":"f","filtered_between":false,"calls":1,"total_ns":4000},{"name":"f","filtered_between":true,"calls":1,"total_ns":3000}],[]]
$ printf ' 0)  sh-9  |  1.000001000 |    4.000 us    |      x\n 0)  sh-9  |  1.000000000 | + 20.000 us   |  schedule\n' | fdd -f f,callers -
Function                       Callers
------------------------------ -------
schedule                       (none)(1)
x                              ..schedule(1)
## a function that only sleeps is near, if the trace has it
$ fdd -f f -F schedul in/sleep-functions.txt
fdd: -F 'schedul' matches no function of the trace; the nearest are schedule, schedule_timeout
Function
------------------------------
[1]
$ fdd -f f -F schedul in/basic.txt
fdd: -F 'schedul' matches no function of the trace
Function
------------------------------
[1]
$ fdd stat -f f -F schedul in/before.stat
fdd stat: -F 'schedul' matches no function of the statistics
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function
------------------------------
[1]
$ sed 's/do_poll/schedule/' in/before.stat | fdd stat -f f -F schedul - 2>&1 | head -n 1
fdd stat: -F 'schedul' matches no function of the statistics; the nearest is schedule
## handle_softirqs runs softirqs, though its own record has the flags of what it interrupted
$ fdd -c in/softirqs.report
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1      100.000      100.000  vfs_read
                                     (interrupt)
        1       30.000       15.000    handle_softirqs
        1       15.000       15.000      run_timer_softirq
        1       20.000       20.000    __sysvec_apic_timer_interrupt
$ fdd -f function,self,callers -s f in/softirqs.report
Function                       Self(us) Callers
------------------------------ -------- -------
__sysvec_apic_timer_interrupt    20.000 (interrupt)(1)
handle_softirqs                  15.000 (interrupt)(1)
run_timer_softirq                15.000 handle_softirqs(1)
vfs_read                        100.000 (none)(1)
$ fdd -e 'context == softirq' -f f in/softirqs.report
Function
------------------------------
handle_softirqs
run_timer_softirq
$ sed -E 's/ \[000\] [^ ]+ / [000] /' in/softirqs.report | fdd -f function,self,callers -s f - 2>&1
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
Function                       Self(us) Callers
------------------------------ -------- -------
__sysvec_apic_timer_interrupt    20.000 vfs_read(1)
handle_softirqs                  15.000 vfs_read(1)
run_timer_softirq                15.000 handle_softirqs(1)
vfs_read                         50.000 (none)(1)
## the last function of all in kallsyms is known, also as a caller
$ fdd-gen -s 14 -n 218 -F 6 -c 3 -k 9 -d 36 -f dat -M -I 46 -H 40 -t 700 >$TMP_T/trace.dat
$ fdd --by=caller -f name,calls $TMP_T/trace.dat
Caller                         Calls
------------------------------ -----
vfs_read_0                        98
page_cache_read_1                 65
rt_spin_read_2                    39
(interrupt)                       21
(none)                            11
folio_batch_read_4                17
do_read_5                          3
kmem_cache_read_3 [mod3]          20

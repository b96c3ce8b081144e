## the table of functions
$ fdd in/basic.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
ksys_read                          1   160.125  160.125   10.125
vfs_read [ext4]                    1   150.000  150.000  150.000
do_sys_openat2                     2    36.251   18.125    8.751
do_filp_open                       2    24.000   12.000   24.000
kmem_cache_alloc                   2     3.500    1.750    3.500
$ fdd -l in/basic.txt
Function                       Calls Total(us)  Avg(us) Self(us)          Range(us) Callees(us) Max callee                     Mc calls Mc total(us)
------------------------------ ----- --------- -------- -------- ------------------ ----------- ------------------------------ -------- ------------
ksys_read                          1   160.125  160.125   10.125  (160.125-160.125)     150.000 vfs_read [ext4]                       1      150.000
vfs_read [ext4]                    1   150.000  150.000  150.000  (150.000-150.000)       0.000                                       0        0.000
do_sys_openat2                     2    36.251   18.125    8.751     (6.001-30.250)      27.500 do_filp_open                          2       24.000
do_filp_open                       2    24.000   12.000   24.000     (4.000-20.000)       0.000                                       0        0.000
kmem_cache_alloc                   2     3.500    1.750    3.500      (1.500-2.000)       0.000                                       0        0.000
$ fdd -n 2 -s a in/basic.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
ksys_read                          1   160.125  160.125   10.125
vfs_read [ext4]                    1   150.000  150.000  150.000
$ fdd -s f -f fcr in/basic.txt
Function                       Calls          Range(us)
------------------------------ ----- ------------------
do_filp_open                       2     (4.000-20.000)
do_sys_openat2                     2     (6.001-30.250)
kmem_cache_alloc                   2      (1.500-2.000)
ksys_read                          1  (160.125-160.125)
vfs_read [ext4]                    1  (150.000-150.000)
$ fdd -f function,calls,min,max,stdv,p50,p90,p95,p99,p99.9 in/basic.txt
Function                       Calls  Min(us)  Max(us) Stdv(us)  p50(us)  p90(us)  p95(us)  p99(us) p99.9(us)
------------------------------ ----- -------- -------- -------- -------- -------- -------- -------- ---------
ksys_read                          1  160.125  160.125    0.000  160.125  160.125  160.125  160.125   160.125
vfs_read [ext4]                    1  150.000  150.000    0.000  150.000  150.000  150.000  150.000   150.000
do_sys_openat2                     2    6.001   30.250   12.124    6.001   30.250   30.250   30.250    30.250
do_filp_open                       2    4.000   20.000    8.000    4.015   20.000   20.000   20.000    20.000
kmem_cache_alloc                   2    1.500    2.000    0.250    1.500    2.000    2.000    2.000     2.000
$ fdd -f fu in/basic.txt
Function                       Callee list
------------------------------ -----------
ksys_read                      vfs_read [ext4](1)
vfs_read [ext4]                
do_sys_openat2                 do_filp_open(2), kmem_cache_alloc(2)
do_filp_open                   
kmem_cache_alloc               
## shares of the time, self times, several sort keys, units
$ fdd -f function,total,percent,self,self-percent in/basic.txt
Function                       Total(us) Total% Self(us)  Self%
------------------------------ --------- ------ -------- ------
ksys_read                        160.125  81.54   10.125   5.16
vfs_read [ext4]                  150.000  76.38  150.000  76.38
do_sys_openat2                    36.251  18.46    8.751   4.46
do_filp_open                      24.000  12.22   24.000  12.22
kmem_cache_alloc                   3.500   1.78    3.500   1.78
$ fdd -f fp -s p in/recursion.txt
Function                       Total%
------------------------------ ------
walk                           100.00
step                            21.43
$ fdd -f fp -F 'do_*' in/basic.txt
Function                       Total%
------------------------------ ------
do_sys_openat2                 100.00
do_filp_open                    66.21
$ fdd -f function,self,self-avg,self-min,self-max,self-p50,self-p99,self-p99.9 -s self-max in/basic.txt
Function                       Self(us) Self avg(us) Self min(us) Self max(us) Self p50(us) Self p99(us) Self p99.9(us)
------------------------------ -------- ------------ ------------ ------------ ------------ ------------ --------------
vfs_read [ext4]                 150.000      150.000      150.000      150.000      150.000      150.000        150.000
do_filp_open                     24.000       12.000        4.000       20.000        4.015       20.000         20.000
ksys_read                        10.125       10.125       10.125       10.125       10.125       10.125         10.125
do_sys_openat2                    8.751        4.375        2.001        6.750        2.007        6.750          6.750
kmem_cache_alloc                  3.500        1.750        1.500        2.000        1.500        2.000          2.000
$ fdd --by=caller -f function,self,self-min,self-max in/basic.txt
Caller                         Self(us) Self min(us) Self max(us)
------------------------------ -------- ------------ ------------
(none)                           18.876        2.001       10.125
ksys_read                       150.000      150.000      150.000
do_sys_openat2                   27.500        1.500       20.000
$ fdd --by=cpu -f function,self-max,percent in/basic.txt
CPU                            Self max(us) Total%
------------------------------ ------------ ------
1                                   150.000  81.54
0                                    20.000  18.46
$ fdd -s calls,self in/basic.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
do_filp_open                       2    24.000   12.000   24.000
do_sys_openat2                     2    36.251   18.125    8.751
kmem_cache_alloc                   2     3.500    1.750    3.500
vfs_read [ext4]                    1   150.000  150.000  150.000
ksys_read                          1   160.125  160.125   10.125
$ fdd -s c,f -f fc in/basic.txt
Function                       Calls
------------------------------ -----
do_filp_open                       2
do_sys_openat2                     2
kmem_cache_alloc                   2
ksys_read                          1
vfs_read [ext4]                    1
$ fdd -f ftar --units=auto in/basic.txt
Function                           Total       Avg                 Range
------------------------------ --------- --------- ---------------------
ksys_read                      160.12 us 160.12 us (160.12 us-160.12 us)
vfs_read [ext4]                150.00 us 150.00 us (150.00 us-150.00 us)
do_sys_openat2                  36.25 us  18.13 us    (6.00 us-30.25 us)
do_filp_open                    24.00 us  12.00 us    (4.00 us-20.00 us)
kmem_cache_alloc                 3.50 us   1.75 us     (1.50 us-2.00 us)
$ fdd -f ftar --units=ns -n 2 in/basic.txt
Function                       Total(ns)  Avg(ns)          Range(ns)
------------------------------ --------- -------- ------------------
ksys_read                         160125   160125    (160125-160125)
vfs_read [ext4]                   150000   150000    (150000-150000)
$ fdd --format=csv -f f,p,self-p99 in/basic.txt
name,percent,self_p99_ns
ksys_read,81.5400,10125
vfs_read [ext4],76.3841,150000
do_sys_openat2,18.4600,6750
do_filp_open,12.2215,20000
kmem_cache_alloc,1.7823,2000
$ fdd -s self,nothing in/basic.txt
fdd: no column 'nothing'; --fields lists them
[2]
$ fdd -s , in/basic.txt
fdd: no columns in ','; --fields lists them
[2]
$ fdd --units=h in/basic.txt
fdd: --units: 'h' is not one of: auto us ns
[2]
$ fdd -d --units=ns in/basic.txt
fdd: --units does not apply to --calls; it applies to the table, --graph
[2]
## sleep, waits for a CPU and interrupts apart
$ fdd in/sleep.txt
fdd: time asleep and waiting for a CPU is from sched_switch and sched_waking
Function                       Calls Total(us)  Avg(us) Self(us) Asleep(us) Mark
------------------------------ ----- --------- -------- -------- ---------- ----
ksys_read                          1   100.000  100.000   10.000     50.000 
vfs_write                          1    30.000   30.000   30.000      0.000 
vfs_read                           1    90.000   90.000   25.000     50.000 
schedule                           1    65.000   65.000   65.000     50.000 
timer_irq                          1     2.000    2.000    1.500      0.000 
hrtimer_interrupt                  1     0.500    0.500    0.500      0.000 
$ fdd -s total in/sleep.txt
fdd: time asleep and waiting for a CPU is from sched_switch and sched_waking
Function                       Calls Total(us)  Avg(us) Self(us) Asleep(us) Mark
------------------------------ ----- --------- -------- -------- ---------- ----
ksys_read                          1   100.000  100.000   10.000     50.000 
vfs_read                           1    90.000   90.000   25.000     50.000 
schedule                           1    65.000   65.000   65.000     50.000 
vfs_write                          1    30.000   30.000   30.000      0.000 
timer_irq                          1     2.000    2.000    1.500      0.000 
hrtimer_interrupt                  1     0.500    0.500    0.500      0.000 
$ fdd -s t -f fctal in/sleep.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
ksys_read                          1   100.000  100.000   10.000
vfs_read                           1    90.000   90.000   25.000
schedule                           1    65.000   65.000   65.000
vfs_write                          1    30.000   30.000   30.000
timer_irq                          1     2.000    2.000    1.500
hrtimer_interrupt                  1     0.500    0.500    0.500
$ fdd -f function,total,asleep,waiting,irqs,awake in/sleep.txt
fdd: time asleep and waiting for a CPU is from sched_switch and sched_waking
Function                       Total(us) Asleep(us) Waiting(us) Irqs(us) Awake(us)
------------------------------ --------- ---------- ----------- -------- ---------
ksys_read                        100.000     50.000      15.000    2.000    35.000
vfs_write                         30.000      0.000       0.000    0.000    30.000
vfs_read                          90.000     50.000      15.000    2.000    25.000
schedule                          65.000     50.000      10.000    0.000     5.000
timer_irq                          2.000      0.000       0.000    0.000     2.000
hrtimer_interrupt                  0.500      0.000       0.000    0.000     0.500
$ fdd -f function,self,self-asleep,self-waiting,self-irqs,self-awake,mark -s self-awake in/sleep.txt
fdd: time asleep and waiting for a CPU is from sched_switch and sched_waking
Function                       Self(us) Self asleep(us) Self waiting(us) Self irqs(us) Self awake(us) Mark
------------------------------ -------- --------------- ---------------- ------------- -------------- ----
vfs_write                        30.000           0.000            0.000         0.000         30.000 
vfs_read                         25.000           0.000            5.000         2.000         20.000 
ksys_read                        10.000           0.000            0.000         0.000         10.000 
schedule                         65.000          50.000           10.000         0.000          5.000 
timer_irq                         1.500           0.000            0.000         0.000          1.500 
hrtimer_interrupt                 0.500           0.000            0.000         0.000          0.500 
$ fdd -f function,total,asleep,waiting,irqs,awake in/sleep-report.txt 2>&1 | diff - <(fdd -f function,total,asleep,waiting,irqs,awake in/sleep.txt 2>&1)
$ fdd --by=task -f function,total,asleep,waiting,irqs,mark in/sleep.txt
fdd: time asleep and waiting for a CPU is from sched_switch and sched_waking
Task                           Total(us) Asleep(us) Waiting(us) Irqs(us) Mark
------------------------------ --------- ---------- ----------- -------- ----
cat-10                           100.000     50.000      15.000    2.000 
dd-20                             30.000      0.000       0.000    0.000 
$ fdd --format=csv -f name,asleep,awake -s asleep in/sleep.txt
name,asleep_ns,awake_ns
ksys_read,50000,35000
schedule,50000,5000
vfs_read,50000,25000
hrtimer_interrupt,0,500
timer_irq,0,2000
vfs_write,0,30000
$ fdd --format=csv -f name,calls in/sleep.txt
name,calls
ksys_read,1
vfs_write,1
vfs_read,1
schedule,1
timer_irq,1
hrtimer_interrupt,1
$ fdd -f fc -e 'waiting > 10us' in/sleep.txt
Function                       Calls
------------------------------ -----
ksys_read                          1
vfs_read                           1
$ fdd -f fc -e 'irqs >= 2us and awake < 30us' in/sleep.txt
Function                       Calls
------------------------------ -----
vfs_read                           1
$ fdd -f fc -e 'total_asleep == 50us and total_awake < 35us' in/sleep.txt
Function                       Calls
------------------------------ -----
vfs_read                           1
schedule                           1
$ fdd -f fc --by=caller -s asleep in/sleep.txt
fdd: -s: times asleep, waiting and in interrupts are not available by caller
[2]
$ fdd --format=json -F vfs_read in/sleep.txt | grep -E 'asleep|waiting|irqs|awake|sleep_from'
      "sleep_from": "sched_switch",
      "asleep_ns": 50000,
      "waiting_ns": 15000,
      "irqs_ns": 2000,
      "awake_ns": 25000,
      "self_asleep_ns": 0,
      "self_waiting_ns": 5000,
      "self_irqs_ns": 2000,
      "self_awake_ns": 20000,
$ fdd -z in/sleep.txt | grep -E 'switch|wake|asleep|no time'
  switches of tasks      4
  switches, no time      0
  wake-ups               1
  asleep by function     1
$ grep -v waking in/sleep.txt | fdd -f function,asleep,waiting -
fdd: time asleep is from sched_switch; without sched_waking it includes the wait for a CPU
Function                       Asleep(us) Waiting(us)
------------------------------ ---------- -----------
ksys_read                          60.000       5.000
vfs_write                           0.000       0.000
vfs_read                           60.000       5.000
schedule                           60.000       0.000
timer_irq                           0.000       0.000
hrtimer_interrupt                   0.000       0.000
$ fdd in/sleep-functions.txt
fdd: time asleep is that of functions that only sleep, since the trace has no sched_switch with a time
Function                       Calls Total(us)  Avg(us) Self(us) Asleep(us) Mark
------------------------------ ----- --------- -------- -------- ---------- ----
ksys_read                          1   100.000  100.000   10.000     65.000 
ksys_lseek                         1    30.000   30.000   30.000      0.000 
vfs_read                           1    90.000   90.000   23.000     65.000 
ksys_write                         1    70.000   70.000   20.000     50.000 
schedule_timeout                   2   117.000   58.500   52.000    115.000 
schedule                           1    65.000   65.000   65.000     65.000 sleeps
$ fdd -f function,total,self-asleep,asleep,awake -s asleep in/sleep-functions.txt
fdd: time asleep is that of functions that only sleep, since the trace has no sched_switch with a time
Function                       Total(us) Self asleep(us) Asleep(us) Awake(us)
------------------------------ --------- --------------- ---------- ---------
schedule_timeout                 117.000          50.000    115.000     2.000
ksys_read                        100.000           0.000     65.000    35.000
schedule                          65.000          65.000     65.000     0.000
vfs_read                          90.000           0.000     65.000    25.000
ksys_write                        70.000           0.000     50.000    20.000
ksys_lseek                        30.000           0.000      0.000    30.000
$ fdd --format=json in/sleep-functions.txt | grep sleep_from
      "sleep_from": "functions",
$ fdd -f function,asleep in/basic.txt
fdd: time asleep is unknown: the trace has neither sched_switch with a time nor functions that only sleep
Function                       Asleep(us)
------------------------------ ----------
ksys_read                           0.000
vfs_read [ext4]                     0.000
do_sys_openat2                      0.000
do_filp_open                        0.000
kmem_cache_alloc                    0.000
## sleep of more tasks than fdd keeps
$ awk 'BEGIN { for (i = 1; i < 131100; i++) printf " a-%d [000] d..2. 100.%06d: sched_switch: a:%d [120] S ==> a:%d [120]\n", i, i, i, i + 1; print " a-9 [000] ..... 101.000000: func_duration: func=x calltime=100.900000000 duration=1.000 depth=0 overrun=0" }' | fdd -f fc -
fdd: warning: more than 131072 tasks: time asleep is known for the first ones only
Function                       Calls
------------------------------ -----
x                                  1
## calls
$ fdd -d in/basic.txt
0)   100.000000000 |    30.250 |do_sys_openat2
0)   100.000001000 |     2.000 |  kmem_cache_alloc
0)   100.000004500 |     1.500 |  kmem_cache_alloc
1)   100.000005000 |   160.125 |ksys_read
0)   100.000007000 |    20.000 |  do_filp_open
1)   100.000010000 |   150.000 |  vfs_read [ext4]
0)   100.000199000 |     6.001 |do_sys_openat2
0)   100.000200000 |     4.000 |  do_filp_open
$ fdd -d in/graph.txt
1)    23.999019500 |  1000.500 |vfs_read [ext4]
0)    24.000001000 |     9.000 |do_sys_openat2 ret=-2
0)    24.000002000 |     0.500 |  getname
0)    24.000003000 |     2.500 |  sysvec_apic_timer_interrupt /* interrupt */
0)    24.000004000 |     1.000 |    irq_enter_rcu
0)    24.000007000 |     1.500 |  do_filp_open(dfd=-100, s="a) {") ret=-2
1)    24.000025000 |     5.000 |(unknown)
## the call tree
$ fdd -c in/basic.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1      160.125       10.125  ksys_read
        1      150.000      150.000    vfs_read [ext4]
        2       36.251        8.751  do_sys_openat2
        2       24.000       24.000    do_filp_open
        2        3.500        3.500    kmem_cache_alloc
$ fdd -c in/flags.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1      300.000      300.000  vfs_read
                                     (interrupt)
        1      137.705       69.473    hrtimer_interrupt
        1       68.232       68.232      tick_nohz_handler
        1        9.615        9.615    run_timer_softirq
## callers and callees of a function
$ fdd graph do_filp_open in/basic.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        2       24.000 100.00  do_sys_openat2
        2       24.000 100.00    (none)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        2       24.000 100.00  do_filp_open
$ fdd graph do_sys_openat2 in/basic.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        2       36.251 100.00  (none)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        2       36.251 100.00  do_sys_openat2
        2       24.000  66.21    do_filp_open
        2        3.500   9.65    kmem_cache_alloc
$ fdd --graph=walk --units=ns in/recursion.txt
    Calls    Total(ns) Total%  Called by
--------- ------------ ------  ------------------------------
        2        14000 100.00  (none)

    Calls    Total(ns) Total%  Calls
--------- ------------ ------  ------------------------------
        2        14000 100.00  walk
        2         7000  50.00    walk
        1         3000  21.43      step
        1         1000   7.14        walk
$ fdd -c in/recursion.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        2       14.000        7.000  walk
        2        7.000        4.000    walk
        1        3.000        2.000      step
        1        1.000        1.000        walk
$ fdd graph --format=csv 'kmem*' in/basic.txt
direction,path,calls,total_ns,percent
caller,do_sys_openat2,2,3500,100.0000
caller,do_sys_openat2;(none),2,3500,100.0000
$ fdd graph --format=json vfs_read in/basic.txt | jq -c .graph
{"function":"vfs_read","calls":1,"total_ns":150000,"self_ns":150000,"callers":[{"name":"ksys_read","calls":1,"total_ns":150000,"callers":[{"name":"(none)","calls":1,"total_ns":150000,"callers":[]}]}],"callees":[]}
$ fdd graph -N do_sys_openat2 kmem_cache_alloc in/basic.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        2        3.500 100.00  (none)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        2        3.500 100.00  kmem_cache_alloc
$ fdd graph --format=csv vfs_raed in/basic.txt
fdd graph: FUNC 'vfs_raed' matches no function of the trace; the nearest is vfs_read [ext4]
direction,path,calls,total_ns,percent
[1]
$ fdd --format=csv --graph=nothing --graph=ksys_reed in/basic.txt
fdd: --graph 'nothing' matches no function of the trace
fdd: --graph 'ksys_reed' matches no function of the trace; the nearest is ksys_read
direction,path,calls,total_ns,percent
[1]
$ fdd graph --format=csv -F vfs_read do_filp_open in/basic.txt
fdd graph: FUNC 'do_filp_open': no call of such a function passes the filters
direction,path,calls,total_ns,percent
[1]
$ fdd graph --format=csv -F nothing vfs_read in/basic.txt
fdd graph: -F 'nothing' matches no function of the trace
direction,path,calls,total_ns,percent
[1]
$ fdd graph nothing in/basic.txt
fdd graph: FUNC 'nothing' matches no function of the trace
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        0        0.000   0.00  nothing
[1]
$ fdd graph b in/caller-filtered.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        1        3.000  75.00  c
        1        3.000  75.00    (unknown)
        1        1.000  25.00  a
        1        1.000  25.00    (unknown)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        2        4.000 100.00  b
$ fdd graph irq_enter_rcu in/graph.txt
    Calls    Total(us) Total%  Called by
--------- ------------ ------  ------------------------------
        1        1.000 100.00  sysvec_apic_timer_interrupt
        1        1.000 100.00    (interrupt)

    Calls    Total(us) Total%  Calls
--------- ------------ ------  ------------------------------
        1        1.000 100.00  irq_enter_rcu
$ fdd graph
fdd graph: FUNC is missing (see "fdd graph -h")
[2]
$ fdd graph -n 3 vfs_read in/basic.txt
fdd graph: -n does not apply to --graph; it applies to the table, --calls, --hist, regions
[2]
## histograms
$ fdd --hist in/marks.txt -n 2
longer  calls 1  avg 123456789.000 us  p50 123456789.000 us  p99 123456789.000 us  max 123456789.000 us
68719476.736 - 137438953.471 us |########################################| 1

dollar  calls 1  avg 1000001.000 us  p50 1000001.000 us  p99 1000001.000 us  max 1000001.000 us
  536870.912 - 1073741.823  us |########################################| 1
$ fdd --hist --linear -F 'do_*' in/basic.txt
do_sys_openat2  calls 2  avg 18.125 us  p50 6.001 us  p99 30.250 us  max 30.250 us
       6.000 - 7.999        us |########################################| 1
      30.000 - 31.999       us |########################################| 1

do_filp_open  calls 2  avg 12.000 us  p50 4.015 us  p99 20.000 us  max 20.000 us
       4.000 - 4.999        us |########################################| 1
      20.000 - 20.999       us |########################################| 1
$ fdd --hist='kmem*' in/basic.txt
kmem_cache_alloc  calls 2  avg 1.750 us  p50 1.500 us  p99 2.000 us  max 2.000 us
       1.024 - 2.047        us |########################################| 2
## the slowest calls
$ fdd --slowest=3 in/basic.txt
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
     160.125       10.125   100.000005000   1  cat-101          ksys_read
     150.000      150.000   100.000010000   1  cat-101          vfs_read [ext4] < ksys_read
      30.250        6.750   100.000000000   0  ls-100           do_sys_openat2
$ fdd --slowest=2 -F '*alloc' in/basic.txt
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
       2.000        2.000   100.000001000   0  ls-100           kmem_cache_alloc < do_sys_openat2
       1.500        1.500   100.000004500   0  ls-100           kmem_cache_alloc < do_sys_openat2
## rows of tasks, CPUs and others
$ fdd --by=task in/basic.txt
Task                           Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
cat-101                            2   160.125  155.062  160.125
ls-100                             6    36.251   10.625   36.251
$ fdd --by=cpu in/basic.txt
CPU                            Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
1                                  2   160.125  155.062  160.125
0                                  6    36.251   10.625   36.251
$ fdd --by=module in/basic.txt
Module                         Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
(kernel)                           7   196.376   31.982   46.376
ext4                               1   150.000  150.000  150.000
$ fdd --by=caller in/basic.txt
Caller                         Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
(none)                             3   196.376   65.459   18.876
ksys_read                          1   150.000  150.000  150.000
do_sys_openat2                     4    27.500    6.875   27.500
$ fdd --by=label --label before --label after in/basic.txt in/after.txt
Label                          Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
before                             8   196.376   46.734  196.376
after                              7   107.251   29.322  107.251
## several traces
$ fdd in/basic.txt in/after.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
ksys_read                          1   160.125  160.125   10.125
vfs_read [ext4]                    1   150.000  150.000  150.000
do_sys_openat2                     4   142.502   35.626   17.002
do_filp_open                       4   118.000   29.500  118.000
kmem_cache_alloc                   4     7.500    1.875    7.500
brand_new                          1     1.000    1.000    1.000
$ fdd -d -F 'do_f*' in/basic.txt in/after.txt
basic.txt    0)   100.000007000 |    20.000 |  do_filp_open
basic.txt    0)   100.000200000 |     4.000 |  do_filp_open
after.txt    0)   200.000007000 |    90.000 |  do_filp_open
after.txt    0)   200.000300000 |     4.000 |  do_filp_open
## several hosts
$ fdd --by=host -f fc -F 'vfs_*' in/instance-3.1.dat.xz recorded.d/6.12/instance.dat.xz in/basic.txt recorded.d/7.x/instance.dat.xz
Host                           Calls
------------------------------ -----
guest                             88
bookworm                          23
basic.txt                          1
$ fdd -d --hosts -n 2 -F 'vfs_read' -r ~31 in/instance-3.1.dat.xz in/basic.txt
bookworm     0)    30.729219493 |   323.829 |vfs_read
bookworm     0)    30.730115994 |    16.557 |vfs_read
$ fdd --slowest=2 --hosts in/instance-3.1.dat.xz recorded.d/6.12/instance.dat.xz
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
   96155.558    96155.558   432.206723166   0  guest trace-cmd-889    schedule asleep=96155.558
   93274.316    93274.316   432.208879225   1  guest trace-cmd-891    schedule asleep=93274.316
$ fdd --by=label --hosts --label=mine -f fc in/instance-3.1.dat.xz recorded.d/6.12/duration.dat.xz
Label                          Calls
------------------------------ -----
guest                            797
mine                              43
$ fdd --by=host --format=json in/instance-3.1.dat.xz | sed -n '/"hosts"/,/"calls"/p'
  "hosts": [
    {
      "name": "bookworm",
      "calls": 43,
$ fdd -f fc -e 'host == bookworm' in/instance-3.1.dat.xz recorded.d/6.12/duration.dat.xz
Function                       Calls
------------------------------ -----
vfs_read                          23
read_zero                         20
## diff
$ fdd diff in/basic.txt in/after.txt
Function                        Calls A Calls B  change  Total(us) A Total(us) B      change  Avg(us) A Avg(us) B    change  p99(us) A p99(us) B    change
ksys_read                             1       0      -1      160.125       0.000    -160.125    160.125     0.000  -160.125    160.125     0.000  -160.125
vfs_read [ext4]                       1       0      -1      150.000       0.000    -150.000    150.000     0.000  -150.000    150.000     0.000  -150.000
do_filp_open                          2       2      +0       24.000      94.000     +70.000     12.000    47.000   +35.000     20.000    89.599   +69.599
do_sys_openat2                        2       2      +0       36.251     106.251     +70.000     18.125    53.126   +35.000     30.250    99.839   +69.589
brand_new                             0       1      +1        0.000       1.000      +1.000      0.000     1.000    +1.000      0.000     1.000    +1.000
kmem_cache_alloc                      2       2      +0        3.500       4.000      +0.500      1.750     2.000    +0.250      2.000     2.500    +0.500
$ fdd diff in/basic.txt in/basic.txt
no difference
$ fdd diff --format=csv in/basic.txt in/after.txt
name,calls_a,calls_b,total_ns_a,total_ns_b,avg_ns_a,avg_ns_b,p99_ns_a,p99_ns_b
ksys_read,1,0,160125,0,160125,0,160125,0
vfs_read [ext4],1,0,150000,0,150000,0,150000,0
do_filp_open,2,2,24000,94000,12000,47000,20000,89599
do_sys_openat2,2,2,36251,106251,18126,53126,30250,99839
brand_new,0,1,0,1000,0,1000,0,1000
kmem_cache_alloc,2,2,3500,4000,1750,2000,2000,2500
$ fdd diff -F 'kmem*' -n 1 in/basic.txt in/after.txt
Function                        Calls A Calls B  change  Total(us) A Total(us) B      change  Avg(us) A Avg(us) B    change  p99(us) A p99(us) B    change
kmem_cache_alloc                      2       2      +0        3.500       4.000      +0.500      1.750     2.000    +0.250      2.000     2.500    +0.500
## information about the trace
$ fdd -z in/basic.txt
basic.txt: text, tracer function_duration
  lines                  12
  bytes                  773
  calls                  8
  markers                0
  other events           0
  first call             100.000000000 s
  last return            100.000205001 s
  span                   0.000205001 s
  wall clock             not known
  places with loss       0
  events lost, counted   0
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
  functions              5
  calls                  8
  sum of self times      196.376 us
  total of outermost     196.376 us
  without caller         3
  behind a gap           0
  caller filtered        0
  caller unknown         0
  first of an interrupt  0
$ fdd -w -f f in/graph.txt
fdd: warning: in/graph.txt: a task had up to 4 calls too deep to record
fdd: warning: in/graph.txt: returns without a name, because their entries are missing: 1
fdd: warning: in/graph.txt: entries without a return: 1
Function
------------------------------
vfs_read [ext4]
do_sys_openat2
(unknown)
sysvec_apic_timer_interrupt
do_filp_open
irq_enter_rcu
getname
## interrupts, by their flags and by name
$ fdd -d in/flags.txt
1)    24.841740000 |   300.000 |vfs_read
1)    24.841750941 |   137.705 |  hrtimer_interrupt /* interrupt */
1)    24.841760425 |    68.232 |    tick_nohz_handler
1)    24.841944069 |     9.615 |  run_timer_softirq /* interrupt */
$ fdd -d in/interrupt.txt
0)    10.000000000 |    10.000 |outer
0)    10.000001000 |     3.000 |  my_irq
0)    10.000002000 |     1.000 |    in_irq
0)    10.000005000 |     1.000 |  normal
$ fdd -d -i '*_irq' in/interrupt.txt
0)    10.000000000 |    10.000 |outer
0)    10.000001000 |     3.000 |  my_irq /* interrupt */
0)    10.000002000 |     1.000 |    in_irq /* interrupt */
0)    10.000005000 |     1.000 |  normal
$ fdd -c -i my_irq in/interrupt.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1       10.000        9.000  outer
        1        1.000        1.000    normal
                                     (interrupt)
        1        3.000        2.000    my_irq
        1        1.000        1.000      in_irq

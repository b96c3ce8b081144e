## the default output, no threshold
$ fdd -n 8 default.txt
fdd: warning: default.txt: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
Function                       Calls Total(us)  Avg(us)  Self(us)
------------------------------ ----- --------- -------- ---------
schedule                           4 26154.743 6538.686 26154.743
__sysvec_apic_timer_interrupt     12  1160.513   96.709    73.939
hrtimer_interrupt                 12  1086.574   90.548   254.701
tick_nohz_handler                 12   831.873   69.323   100.168
update_process_times              12   731.705   60.975   715.635
handle_softirqs                   10   644.611   64.461   162.239
ksys_write                         1   404.914  404.914   343.823
rcu_core                           9   397.034   44.115   395.662
$ fdd -d -n 25 default.txt
fdd: warning: default.txt: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
0)   158.843542471 |   404.914 |ksys_write
0)   158.843543192 |    61.091 |  vfs_write
0)   158.844027014 |    35.223 |vfs_statx
0)   158.844078751 |     3.916 |vfs_statx
0)   158.844114054 |     3.255 |vfs_statx
0)   158.852717991 |   525.915 |__sysvec_apic_timer_interrupt
0)   158.852738661 |   503.502 |  hrtimer_interrupt
0)   158.852752362 |   459.115 |    tick_nohz_handler
0)   158.852776468 |   429.421 |      update_process_times
0)   158.852796518 |     2.183 |        raise_softirq
0)   158.853251327 |   248.831 |handle_softirqs
0)   158.853256865 |   240.089 |  rcu_core
1)   158.853709311 |   102.132 |__sysvec_apic_timer_interrupt
1)   158.853715971 |    93.950 |  hrtimer_interrupt
1)   158.853723061 |    66.049 |    tick_nohz_handler
1)   158.853725254 |    61.192 |      update_process_times
1)   158.853741749 |     2.784 |        raise_softirq
1)   158.853781208 |     0.531 |        raise_softirq
1)   158.853817242 |    29.614 |handle_softirqs
1)   158.853836841 |     8.733 |  rcu_core
1)   158.854770285 |    88.041 |do_sys_openat2
1)   158.854821671 |    23.115 |  vfs_open
1)   158.854918075 |     4.177 |vfs_open
1)   158.855361147 |     3.295 |vfs_open
0)   158.861769145 |    65.818 |__sysvec_apic_timer_interrupt
## trace_pipe with lost events
$ fdd -d lost.pipe | sed -n '18,26p'
fdd: warning: lost.pipe: at least 1326 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
1)   162.555232289 |     0.671 |  vfs_read
1)   162.555234993 |     1.683 |ksys_write
1)   162.555235374 |     0.601 |  vfs_write
1)   162.555236676 |           |/* 1326 events lost */
1)   162.557321639 |     1.963 |ksys_write
1)   162.557322039 |     0.541 |  vfs_write
1)   162.557324874 |     1.782 |ksys_read
1)   162.557325264 |     0.651 |  vfs_read
1)   162.557327898 |     1.663 |ksys_write
$ fdd lost.pipe
fdd: warning: lost.pipe: at least 1326 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
ksys_read                         15    26.650    1.777   16.945
ksys_write                        15    25.039    1.669   16.896
vfs_read                          15     9.705    0.647    9.705
vfs_write                         15     8.143    0.543    8.143
## the event alone, printed by the kernel
$ fdd -f fctl -n 6 event.txt
Function                       Calls Total(us) Self(us)
------------------------------ ----- --------- --------
__sysvec_apic_timer_interrupt      6  7070.084   62.921
hrtimer_interrupt                  6  7007.163 6483.680
tick_nohz_handler                  7   684.213  196.476
update_process_times               8   494.427  483.811
handle_softirqs                    5   463.071  249.924
run_timer_softirq                  3   143.483  143.483
## option "fields"
$ sed -n '/^=== fields/,/^=== raw/p' formats.txt | grep -v ^=== | fdd -d -n 8 -
0)    93.957125914 | 37570.405 |0xffffffff81846bd4
0)    93.957126805 | 37196.407 |  0xffffffff81846624
0)    93.993903816 | 43125.530 |0xffffffff82116c84
0)    93.995021755 |    72.919 |0xffffffff8184f470
0)    93.995131209 |    87.430 |0xffffffff8184f470
1)    94.009290740 |   162.523 |0xffffffff81486ed4 /* interrupt */
1)    94.009301216 |   150.054 |  0xffffffff815a4704
1)    94.009320334 |    99.058 |    0xffffffff815b9254
## trace.dat
$ fdd -l -n 8 duration.dat.xz
Function                       Calls   Total(us)   Avg(us)    Self(us)             Range(us) Callees(us) Max callee                     Mc calls Mc total(us)
------------------------------ ----- ----------- --------- ----------- --------------------- ----------- ------------------------------ -------- ------------
handle_softirqs                   92  118361.218  1286.535   54812.841    (60.370-27165.300)   63548.377 run_timer_softirq                    29    38823.955
schedule                          92 6522275.723 70894.301 6522275.723 (127.360-1108322.891)       0.000                                       0        0.000
__sysvec_apic_timer_interrupt    165   46352.012   280.921   14879.650    (60.109-11663.224)   31472.362 hrtimer_interrupt                   154    31472.362
run_timer_softirq                 29   38823.955  1338.757   38823.955    (60.571-16008.032)       0.000                                       0        0.000
ksys_write                         4   38038.754  9509.689     461.299    (61.632-37570.405)   37577.455 vfs_write                             3    37577.455
vfs_write                          3   37577.455 12525.818   37577.455   (172.387-37196.407)       0.000                                       0        0.000
hrtimer_interrupt                154   31472.362   204.366   11047.937     (61.682-4656.673)   20424.425 tick_nohz_handler                   101    20424.425
rcu_core                          30   24724.422   824.147   24724.422    (60.640-11046.824)       0.000                                       0        0.000
$ fdd -z duration.dat.xz
duration.dat.xz: trace.dat
  machine                Linux guest 6.12.117+deb13-amd64 x86_64
  bytes                  12661
  calls                  797
  markers                3
  other events           161
  first call             93.918361235 s
  last return            95.179945618 s
  span                   1.261584383 s
  wall clock             not known
  places with loss       0
  events lost, counted   0
  overwritten            0
  most overruns          0
  not parsed             0
  returns, no entry      0
  entries, no return     0
  switches of tasks      161
  switches, no time      0
  wake-ups               0
  asleep by function     2
  cut off at the end     no
  call times             yes
  tasks named            yes
  interrupts marked      yes
selected
  functions              17
  calls                  797
  sum of self times      6749242.901 us
  total of outermost     6749242.901 us
  without caller         142
  behind a gap           0
  caller filtered        0
  caller unknown         0
  first of an interrupt  257
$ fdd --by=task -n 5 duration.dat.xz
fdd: time asleep is from sched_switch; without sched_waking it includes the wait for a CPU
Task                           Calls   Total(us)   Avg(us)    Self(us)  Asleep(us) Mark
------------------------------ ----- ----------- --------- ----------- ----------- ----
<idle>-0/1                       129  100783.808  1197.277  100783.808       0.000 
rcu_preempt-18                    89 1155055.022 13010.764 1155055.022 1106975.821 
sh-171                            20 1147913.892 59381.479 1147913.892 1108185.246 
sh-340                           163  567732.961  3667.235  567732.961  537084.799 
sleep-342                         59   43261.463  1772.607   43261.463   23896.269 
$ fdd --slowest=4 -e 'context == hardirq' duration.dat.xz
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
   11663.224    11506.590    94.809132836   0  sleep-342        __sysvec_apic_timer_interrupt < (interrupt)
    4675.291       18.618    94.769099112   0  sleep-342        __sysvec_apic_timer_interrupt < (interrupt)
    4656.673       45.799    94.769116488   0  sleep-342        hrtimer_interrupt < __sysvec_apic_timer_interrupt < (interrupt)
    4610.874     4520.910    94.769134295   0  sleep-342        tick_nohz_handler < hrtimer_interrupt < __sysvec_apic_timer_interrupt < (interrupt)
$ fdd -f fc --between 'begin*' 'end*' duration.dat.xz
Function                       Calls
------------------------------ -----
handle_softirqs                   70
schedule                          64
__sysvec_apic_timer_interrupt    119
run_timer_softirq                 21
hrtimer_interrupt                115
rcu_core                          24
tick_nohz_handler                 80
do_sys_openat2                    19
vfs_open                           1
update_process_times              55
ksys_read                          9
vfs_read                           7
vfs_statx                          4
hrtimer_nanosleep                  1
do_nanosleep                       1
ksys_write                         2
vfs_write                          1
## trace.dat of an instance
$ fdd --by=label -f fc instance.dat.xz
Label                          Calls
------------------------------ -----
instance.dat.xz                  340
$ fdd -c -F '*read*' instance.dat.xz
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        6      225.616       30.554  ksys_read
        6      195.062      195.062    vfs_read
        4       21.302       21.302  vfs_read
## function_graph: text, report, trace.dat
$ awk '/^===/ { on = /thresh=0 $/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
0)     0.000000000 |   193.129 |do_sys_openat2
0)     0.000000000 |    12.219 |  vfs_open
0)     0.000193129 |           |    /* a | marker) - here */
0)     0.000193129 |    16.905 |ksys_write
0)     0.000193129 |    12.238 |  vfs_write
0)     0.000210034 |    37.616 |vfs_statx
0)     0.000247650 |     5.529 |vfs_statx
0)     0.000253179 |     4.247 |vfs_statx
0)     0.000257426 |   256.032 |__sysvec_apic_timer_interrupt
0)     0.000257426 |  5738.708 |schedule asleep=5738.708
$ awk '/^===/ { on = /thresh=0 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   177.065222000 |    64.006 |do_sys_openat2
1)   177.065240000 |    10.405 |  vfs_open
1)   177.065298000 |    16.745 |ksys_write
1)   177.065300000 |    12.589 |  vfs_write
1)   177.065303000 |           |    /* a | marker) - here */
1)   177.065378000 |    37.486 |vfs_statx
1)   177.065430000 |     4.877 |vfs_statx
1)   177.065466000 |     3.946 |vfs_statx
0)   177.068476000 |   112.749 |__sysvec_apic_timer_interrupt
0)   177.068484000 |    94.231 |  hrtimer_interrupt
$ awk '/^===/ { on = /thresh=0 .*funcgraph-retval$/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)     0.000000000 |   121.081 |do_sys_openat2
1)     0.000000000 |    23.114 |  vfs_open
1)     0.000121081 |           |    /* a | marker) - here */
1)     0.000121081 |    16.925 |ksys_write
1)     0.000121081 |    12.849 |  vfs_write
1)     0.000138006 |    38.347 |vfs_statx
1)     0.000176353 |     4.958 |vfs_statx
1)     0.000181311 |     4.036 |vfs_statx
1)     0.000185347 |   124.276 |__sysvec_apic_timer_interrupt
1)     0.000185347 |   111.917 |  hrtimer_interrupt
$ awk '/^===/ { on = /thresh=0 latency-format /; next } on' graph.txt | fdd -c -
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1       80.280       68.973  do_sys_openat2
        1       11.307       11.307    vfs_open
        3       49.083       49.083  vfs_statx
        1       17.456        4.587  ksys_write
        1       12.869       12.869    vfs_write
                                     (caller unknown)
        1       41.081       41.081    vfs_open
                                     (interrupt)
        1      159.839       27.802    __sysvec_apic_timer_interrupt
        1      132.037       30.065      hrtimer_interrupt
        1      101.972       10.275        tick_nohz_handler
        1       91.697       85.528          update_process_times
        2        6.169        6.169            raise_softirq
        1      119.308       54.080    handle_softirqs
        1       65.228       65.228      rcu_core
$ awk '/^===/ { on = /thresh=60 $/; next } on' graph.txt | fdd -c -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        2    73616.450    73616.450  schedule
        5      768.417       90.065  __sysvec_apic_timer_interrupt
        5      678.352      370.331    hrtimer_interrupt
        3      308.021      203.085      tick_nohz_handler
        1      104.936      104.936        update_process_times
        2      464.293      101.672  handle_softirqs
        2      362.621      362.621    run_timer_softirq
        1      191.896      191.896  do_sys_openat2
                                     (caller unknown)
        1      134.801       69.653    hrtimer_interrupt
        1       65.148       65.148      tick_nohz_handler
$ awk '/^===/ { on = /thresh=60 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   250.950626352 |   226.648 |__sysvec_apic_timer_interrupt
1)   250.950650599 |   201.401 |  hrtimer_interrupt
1)   250.950667418 |   128.582 |    tick_nohz_handler
1)   250.950702202 |    78.798 |      update_process_times
1)   250.950861191 |   146.809 |handle_softirqs
1)   250.950934574 |    64.426 |  rcu_core
1)   250.951029000 |           |/* a | marker) - here */
1)   250.952223340 | 38594.660 |schedule asleep=38594.660
1)   250.961890065 |   123.935 |__sysvec_apic_timer_interrupt
1)   250.961899032 |   112.968 |  hrtimer_interrupt
$ fdd -f fctal -n 6 graph60.report.xz
Function                       Calls  Total(us)  Avg(us)   Self(us)
------------------------------ ----- ---------- -------- ----------
(unknown)                        238 820122.484 3606.650 820122.484
do_sys_openat2                     9   6466.595  718.511   4043.005
__sysvec_apic_timer_interrupt     41   4290.320  104.642    714.320
hrtimer_interrupt                 41   3576.000   87.220   1483.873
handle_softirqs                   37   2491.882   67.348   1029.129
vfs_open                           7   2448.606  349.801   2448.606
$ fdd -f fctal -n 6 graph60.dat.xz
Function                       Calls Total(us)  Avg(us)  Self(us)
------------------------------ ----- --------- -------- ---------
__sysvec_apic_timer_interrupt     84 35962.215  428.122  1508.074
hrtimer_interrupt                 84 34454.141  410.168 29020.765
do_sys_openat2                    17  7648.659  449.921  5225.069
handle_softirqs                   64  6149.774   96.090  3176.384
tick_nohz_handler                 72  5433.376   75.464  2037.948
update_process_times              66  3395.428   51.446  3271.016
## all combinations of options show the same calls
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 1' | fdd -d -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
0)    94.397514818 | 57704.350 |schedule
0)    94.419569938 |   377.664 |do_sys_openat2
0)    94.433447769 |   164.786 |__sysvec_apic_timer_interrupt
0)    94.433461309 |   149.924 |  hrtimer_interrupt
0)    94.433475290 |    96.434 |    tick_nohz_handler
0)    94.433479136 |    69.594 |      update_process_times
0)    94.433612555 |           |/* begin of work */
0)    94.434012953 |   225.697 |ksys_write
0)    94.434022117 |   208.661 |  vfs_write
0)    94.435875344 |    68.061 |vfs_statx
0)    94.445275098 |   156.013 |__sysvec_apic_timer_interrupt
0)    94.445288558 |   140.951 |  hrtimer_interrupt
0)    94.445304652 |    86.930 |    tick_nohz_handler
0)    94.445431111 |           |/* sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=sh next_pid=341 next_prio=120 */
0)    94.453579357 |   162.473 |__sysvec_apic_timer_interrupt
0)    94.453592437 |   147.850 |  hrtimer_interrupt
0)    94.453607319 |   111.066 |    tick_nohz_handler
0)    94.453630954 |    65.368 |      update_process_times
0)    94.453741830 |           |/* sched_switch: prev_comm=sh prev_pid=340 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
0)    94.454842012 |   175.442 |__sysvec_apic_timer_interrupt
0)    94.454853610 |   161.681 |  hrtimer_interrupt
0)    94.454873199 |   125.407 |    tick_nohz_handler
0)    94.454878046 |   102.052 |      update_process_times
0)    94.455017454 |           |/* sched_switch: prev_comm=sh prev_pid=341 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=18 next_prio=120 */
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 64' | fdd -d -
0)    94.397514818 | 57704.350 |schedule asleep=57704.350
1)    94.419569938 |   377.664 |do_sys_openat2
1)    94.433447769 |   164.786 |__sysvec_apic_timer_interrupt /* interrupt */
1)    94.433461309 |   149.924 |  hrtimer_interrupt
1)    94.433475290 |    96.434 |    tick_nohz_handler
1)    94.433479136 |    69.594 |      update_process_times
1)    94.434012953 |   225.697 |ksys_write
1)    94.434022117 |   208.661 |  vfs_write
1)    94.434081000 |           |/* begin of work */
1)    94.435875344 |    68.061 |vfs_statx
1)    94.445275098 |   156.013 |__sysvec_apic_timer_interrupt /* interrupt */
1)    94.445288558 |   140.951 |  hrtimer_interrupt
1)    94.445304652 |    86.930 |    tick_nohz_handler
0)    94.453474000 |           |/* sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=sh next_pid=341 next_prio=120 */
1)    94.453579357 |   162.473 |__sysvec_apic_timer_interrupt /* interrupt */
1)    94.453592437 |   147.850 |  hrtimer_interrupt
1)    94.453607319 |   111.066 |    tick_nohz_handler
1)    94.453630954 |    65.368 |      update_process_times
1)    94.454756000 |           |/* sched_switch: prev_comm=sh prev_pid=340 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
0)    94.454842012 |   175.442 |__sysvec_apic_timer_interrupt /* interrupt */
0)    94.454853610 |   161.681 |  hrtimer_interrupt
0)    94.454873199 |   125.407 |    tick_nohz_handler
0)    94.454878046 |   102.052 |      update_process_times
0)    94.455209000 |           |/* sched_switch: prev_comm=sh prev_pid=341 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=18 next_prio=120 */
## calls that had not returned: of trace.dat and of its report
$ xz -dc graph0.dat.xz >$TMP_T/graph.dat; fdd why $TMP_T/graph.dat | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.dat | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'
Not returned when the trace ended:
- 1 call, for less than a ms
- 8 tasks waited by habit (8 in schedule)
["ksys_write","trace-cmd-842",206723313578,9764,["vfs_write","ksys_write"]]
[{"name":"schedule","tasks":8}]
$ xz -dc graph0.report.xz >$TMP_T/graph.report; fdd why $TMP_T/graph.report | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.report | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'
Not returned when the trace ended:
- 1 call, for less than a ms
- 8 tasks waited by habit (8 in schedule)
["ksys_write","trace-cmd-842",206723314000,9000,["vfs_write","ksys_write"]]
[{"name":"schedule","tasks":8}]

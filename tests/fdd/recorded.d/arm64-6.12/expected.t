## the default output, no threshold
$ fdd -n 8 default.txt
fdd: warning: default.txt: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
Function                       Calls Total(us)  Avg(us)  Self(us)
------------------------------ ----- --------- -------- ---------
schedule                           5 19188.752 3837.750 19188.752
handle_softirqs                   14 11868.528  847.752   505.312
rcu_core                           7 11233.008 1604.715 10943.136
hrtimer_interrupt                 19 10976.352  577.703  8470.272
ksys_write                         1  5641.520 5641.520     5.728
vfs_write                          1  5635.792 5635.792  5548.240
tick_nohz_handler                 19  2506.080  131.899   493.504
update_process_times              19  2012.576  105.925  1957.008
$ fdd -d -n 25 default.txt
fdd: warning: default.txt: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   239.517879568 |  5641.520 |ksys_write
1)   239.517881648 |  5635.792 |  vfs_write
0)   239.522668352 |  4124.656 |hrtimer_interrupt
0)   239.522696368 |   624.512 |  tick_nohz_handler
0)   239.522702832 |   586.928 |    update_process_times
0)   239.522790016 |     4.640 |      raise_softirq
1)   239.523409536 |    87.552 |    hrtimer_interrupt
1)   239.523420096 |    65.408 |      tick_nohz_handler
1)   239.523443616 |    30.160 |        update_process_times
1)   239.523891216 |   108.672 |vfs_statx
1)   239.524055328 |    10.416 |vfs_statx
1)   239.524119504 |     7.792 |vfs_statx
1)   239.526374272 |   308.720 |hrtimer_interrupt
1)   239.526400832 |   103.808 |  tick_nohz_handler
1)   239.526424336 |    54.464 |    update_process_times
0)   239.526832112 |  3680.784 |hrtimer_interrupt
0)   239.526843296 |    49.648 |  tick_nohz_handler
0)   239.526847424 |    39.056 |    update_process_times
0)   239.526878832 |     2.768 |      raise_softirq
1)   239.527320592 |  3831.920 |schedule
1)   239.528874560 |   189.104 |do_sys_openat2
1)   239.528980032 |    43.984 |  vfs_open
1)   239.529186944 |     6.192 |vfs_open
1)   239.529743760 |     6.736 |vfs_open
0)   239.530542288 |   123.968 |hrtimer_interrupt
## trace_pipe with lost events
$ fdd -d lost.pipe | sed -n '18,26p'
fdd: warning: lost.pipe: at least 918 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
fdd: warning: lost.pipe: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
0)   247.626257696 |    27.360 |      rcu_core
0)   247.628072416 |   181.856 |ksys_write
0)   247.628078672 |   172.704 |  vfs_write
1)   247.628254272 |           |/* 918 events lost */
1)   247.633149840 |     5.328 |ksys_read
1)   247.633150944 |     1.600 |  vfs_read
1)   247.633159808 |     4.304 |ksys_write
1)   247.633160896 |     1.360 |  vfs_write
1)   247.633169728 |     4.512 |ksys_read
$ fdd lost.pipe
fdd: warning: lost.pipe: at least 918 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
fdd: warning: lost.pipe: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
fdd: time asleep is that of functions that only sleep, since the trace has no sched_switch with a time
Function                       Calls Total(us)  Avg(us)  Self(us) Asleep(us) Mark
------------------------------ ----- --------- -------- --------- ---------- ----
ksys_read                         11  7571.712  688.337    47.184      0.000 
vfs_read                          11  7524.528  684.048  7269.136      0.000 
hrtimer_interrupt                  2   292.528  146.264   130.224      0.000 
ksys_write                        11   223.472   20.316    37.360      0.000 
vfs_write                         11   186.112   16.919   186.112      0.000 
tick_nohz_handler                  2   162.304   81.152    24.752      0.000 
handle_softirqs                    2   142.016   71.008    15.600      0.000 
update_process_times               2   137.552   68.776   133.920      0.000 
run_timer_softirq                  2    99.056   49.528    99.056      0.000 
rcu_core                           1    27.360   27.360    27.360      0.000 
raise_softirq                      2     3.632    1.816     3.632      0.000 
schedule                           3 25230.842 8410.281 25230.842  25230.842 sleeps
## the event alone, printed by the kernel
$ fdd -f fctl -n 6 event.txt
Function                       Calls Total(us) Self(us)
------------------------------ ----- --------- --------
hrtimer_interrupt                  7   957.824  376.144
tick_nohz_handler                  7   581.680  175.296
handle_softirqs                    4   503.952  301.472
update_process_times               7   406.384  379.136
run_timer_softirq                  3   279.632  279.632
do_sys_openat2                     1   224.880  173.776
## option "fields"
$ sed -n '/^=== fields/,/^=== raw/p' formats.txt | grep -v ^=== | fdd -d -n 8 -
1)   156.323046064 | 16187.840 |0xffffa700f5d4d1b4
1)   156.324390528 |    64.240 |0xffffa700f525e16c
1)   156.324870112 |    60.032 |0xffffa700f525e16c
1)   156.326579008 |   144.096 |0xffffa700f4f9490c /* interrupt */
1)   156.326588016 |   127.216 |  0xffffa700f4fa9a8c
1)   156.326604416 |    97.888 |    0xffffa700f4f929cc
1)   156.331174000 |           |/* sched_switch: prev_comm=sh prev_pid=0xae (174) prev_prio=0x78 (120) prev_state=0x1 (1) next_comm=swapper/1 next_pid=0x0 (0) next_prio=0x78 (120) */
0)   156.331544000 |           |/* sched_switch: prev_comm=swapper/0 prev_pid=0x0 (0) prev_prio=0x78 (120) prev_state=0x0 (0) next_comm=sh next_pid=0x159 (345) next_prio=0x78 (120) */
## trace.dat
$ fdd -l -n 8 duration.dat.xz
Function                       Calls  Total(us)  Avg(us)   Self(us)          Range(us) Callees(us) Max callee                     Mc calls Mc total(us)
------------------------------ ----- ---------- -------- ---------- ------------------ ----------- ------------------------------ -------- ------------
handle_softirqs                  103 216034.432 2097.422  16577.680 (62.288-30912.112)  199456.752 rcu_core                             48   172720.368
rcu_core                          48 172720.368 3598.341 172720.368 (62.224-30904.288)       0.000                                       0        0.000
hrtimer_interrupt                195 115240.400  590.976  88216.960 (60.640-15947.712)   27023.440 tick_nohz_handler                   109    27023.440
do_sys_openat2                    26  30359.264 1167.664  30141.008 (86.464-25517.536)     218.256 vfs_open                              3      218.256
tick_nohz_handler                109  27023.440  247.921  10435.088  (60.672-3948.288)   16588.352 update_process_times                 60    16588.352
run_timer_softirq                 26  26736.384 1028.322  26736.384 (63.056-19928.944)       0.000                                       0        0.000
update_process_times              60  16588.352  276.473  16588.352  (60.832-3854.000)       0.000                                       0        0.000
ksys_read                          9  15187.920 1687.547  14591.056 (67.440-14426.192)     596.864 vfs_read                              7      596.864
$ fdd -z duration.dat.xz
duration.dat.xz: trace.dat
  machine                Linux guest 6.12.117+deb13-arm64 aarch64
  bytes                  10322
  calls                  684
  markers                3
  other events           164
  first call             156.323046064 s
  last return            157.409085520 s
  span                   1.086039456 s
  wall clock             not known
  places with loss       0
  events lost, counted   0
  overwritten            0
  most overruns          0
  not parsed             0
  returns, no entry      0
  entries, no return     0
  switches of tasks      164
  switches, no time      0
  wake-ups               0
  asleep by function     2
  cut off at the end     no
  call times             yes
  tasks named            yes
  interrupts marked      yes
selected
  functions              16
  calls                  684
  sum of self times      4470780.176 us
  total of outermost     4470780.176 us
  without caller         130
  behind a gap           0
  caller filtered        0
  caller unknown         0
  first of an interrupt  298
$ fdd --by=task -n 5 duration.dat.xz
fdd: time asleep is from sched_switch; without sched_waking it includes the wait for a CPU
Task                           Calls  Total(us)  Avg(us)   Self(us) Asleep(us) Mark
------------------------------ ----- ---------- -------- ---------- ---------- ----
sh-345                           185 594529.632 3757.314 594529.632 459162.800 
cat-346                           91  97395.536 2483.287  97395.536      0.000 
rcu_sched-17                     111 754551.664 6833.807 754551.664 719285.616 
ls-348                            71  31997.792  753.121  31997.792      0.000 
<idle>-0/0                        78  23438.096  377.190  23438.096      0.000 
$ fdd --slowest=4 -e 'context == hardirq' duration.dat.xz
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
   15947.712    15947.712   156.590488336   1  rcu_sched-17     hrtimer_interrupt < (interrupt)
   12052.912    12052.912   156.611066064   0  sh-345           hrtimer_interrupt < (interrupt)
    7093.920     6960.048   157.338510048   1  ls-348           hrtimer_interrupt < (interrupt)
    5033.712     4923.248   157.017441568   1  cat-346          hrtimer_interrupt < (interrupt)
$ fdd -f fc --between 'begin*' 'end*' duration.dat.xz
Function                       Calls
------------------------------ -----
handle_softirqs                   67
rcu_core                          31
hrtimer_interrupt                124
do_sys_openat2                    17
run_timer_softirq                 14
tick_nohz_handler                 72
ksys_read                          6
update_process_times              38
schedule                          51
vfs_statx                          6
vfs_read                           4
hrtimer_nanosleep                  1
do_nanosleep                       1
vfs_open                           1
## trace.dat of an instance
$ fdd --by=label -f fc instance.dat.xz
Label                          Calls
------------------------------ -----
instance.dat.xz                  779
$ fdd -c -F '*read*' instance.dat.xz
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        6      378.368       72.992  ksys_read
        6      305.376      305.376    vfs_read
## function_graph: text, report, trace.dat
$ awk '/^===/ { on = /thresh=0 $/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)     0.000000000 |   393.760 |hrtimer_interrupt
0)     0.000000000 |  1486.256 |do_sys_openat2
1)     0.000000000 |   235.056 |  tick_nohz_handler
1)     0.000000000 |   224.736 |    update_process_times
1)     0.000000000 |     4.640 |      raise_softirq
1)     0.000004640 |     4.624 |      raise_softirq
1)     0.000393760 |   105.952 |handle_softirqs
1)     0.000393760 |    73.104 |  run_timer_softirq
0)     0.000499712 |    47.760 |  hrtimer_interrupt
0)     0.000499712 |    33.440 |    tick_nohz_handler
$ awk '/^===/ { on = /thresh=0 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   260.577185000 |    83.136 |do_sys_openat2
1)   260.577218000 |    15.760 |  vfs_open
1)   260.577298000 |    22.784 |ksys_write
1)   260.577301000 |    15.776 |  vfs_write
1)   260.577306000 |           |    /* a | marker) - here */
1)   260.577516000 |    61.280 |vfs_statx
1)   260.577598000 |    10.144 |vfs_statx
1)   260.577659000 |     8.928 |vfs_statx
0)   260.578075000 |    89.280 |hrtimer_interrupt
0)   260.578092000 |    50.208 |  tick_nohz_handler
$ awk '/^===/ { on = /thresh=0 .*funcgraph-retval$/; next } on' graph.txt | fdd -d -n 10 -
1)     0.000000000 |    96.192 |do_sys_openat2
1)     0.000000000 |    17.568 |  vfs_open
1)     0.000096192 |           |    /* a | marker) - here */
1)     0.000096192 |    22.752 |ksys_write
1)     0.000096192 |    15.536 |  vfs_write
1)     0.000118944 |    58.304 |vfs_statx
1)     0.000177248 |    10.192 |vfs_statx
1)     0.000187440 |     8.784 |vfs_statx
0)     0.000196224 |   136.928 |hrtimer_interrupt /* interrupt */
0)     0.000196224 |    69.712 |  tick_nohz_handler
$ awk '/^===/ { on = /thresh=0 latency-format /; next } on' graph.txt | fdd -c -
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1       96.192       78.624  do_sys_openat2
        1       17.568       17.568    vfs_open
        3       77.280       77.280  vfs_statx
        1       22.752        7.216  ksys_write
        1       15.536       15.536    vfs_write
                                     (interrupt)
        1      226.640      130.320    handle_softirqs
        1       79.808       79.808      run_timer_softirq
        1       16.512       16.512      rcu_core
        1      136.928       67.216    hrtimer_interrupt
        1       69.712       14.976      tick_nohz_handler
        1       54.736       43.760        update_process_times
        3       10.976       10.976          raise_softirq
$ awk '/^===/ { on = /thresh=60 $/; next } on' graph.txt | fdd -c -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        3    12296.398    12296.398  schedule
       10     9263.216     8788.208  hrtimer_interrupt
        5      475.008      315.072    tick_nohz_handler
        2      159.936      159.936      update_process_times
        4     5485.136      192.576  handle_softirqs
        2     3009.696     2938.512    run_timer_softirq
        1       71.184       71.184      hrtimer_interrupt
        1     2282.864     2282.864    rcu_core
        2      252.256      252.256  do_sys_openat2
        1       73.696       73.696  vfs_statx
$ awk '/^===/ { on = /thresh=60 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   320.933414944 |  8827.056 |schedule asleep=8827.056
0)   320.933759744 |    68.256 |do_sys_openat2
0)   320.933896000 |           |/* a | marker) - here */
0)   320.934156696 |    80.304 |hrtimer_interrupt
0)   320.938001880 |   139.120 |hrtimer_interrupt
0)   320.938035096 |    79.904 |  tick_nohz_handler
1)   320.938659408 |    76.592 |hrtimer_interrupt
1)   320.938748528 |   103.472 |handle_softirqs
1)   320.938752424 |    78.576 |  run_timer_softirq
1)   320.940730264 |   194.736 |do_sys_openat2
$ fdd -f fctal -n 6 graph60.report.xz
Function                       Calls  Total(us)  Avg(us)   Self(us)
------------------------------ ----- ---------- -------- ----------
(unknown)                        134 212181.392 1925.558 212181.392
handle_softirqs                   47  39409.696  838.504   1515.168
rcu_core                          32  37348.304 1167.134  37338.512
hrtimer_interrupt                 52   7438.128  143.041   3382.128
do_sys_openat2                     8   6645.376  830.672   6234.400
tick_nohz_handler                 52   4056.000   78.000   1080.656
$ fdd -f fctal -n 6 graph60.dat.xz
Function                       Calls Total(us)  Avg(us)  Self(us)
------------------------------ ----- --------- -------- ---------
handle_softirqs                   71 84263.552 1186.811  3985.296
rcu_core                          41 79160.176 1930.736 79150.384
hrtimer_interrupt                 92 13570.048  147.501  7610.064
do_sys_openat2                    14  7853.440  560.960  7442.464
tick_nohz_handler                 72  5959.984   82.778  2416.176
update_process_times              60  3543.808   59.063  3291.088
## all combinations of options show the same calls
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 1' | fdd -d -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
0)   156.751531392 | 78392.720 |schedule
0)   156.810523472 |   927.056 |hrtimer_interrupt
0)   156.810568432 |   228.384 |hrtimer_interrupt
0)   156.810595344 |   115.088 |  tick_nohz_handler
0)   156.810814048 |   103.904 |handle_softirqs
0)   156.811318384 |    69.872 |  tick_nohz_handler
0)   156.811450528 |           |/* begin of work */
0)   156.812331984 |   211.328 |ksys_write
0)   156.812341856 |   196.784 |  vfs_write
0)   156.814028304 |    94.736 |hrtimer_interrupt
0)   156.815132352 |    88.224 |vfs_statx
0)   156.815220576 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=sh next_pid=346 next_prio=120 */
0)   156.824406512 |   262.224 |do_sys_openat2
0)   156.826519024 |   490.144 |hrtimer_interrupt
0)   156.826616928 |   291.568 |  tick_nohz_handler
0)   156.826653520 |   104.768 |    update_process_times
0)   156.827028096 |   127.312 |handle_softirqs
0)   156.827033696 |   115.952 |  rcu_core
0)   156.829283328 |   231.136 |hrtimer_interrupt
0)   156.829310848 |   156.608 |  tick_nohz_handler
0)   156.829318080 |    96.656 |    update_process_times
0)   156.829525264 |   200.032 |handle_softirqs
0)   156.829530400 |   164.272 |  run_timer_softirq
0)   156.829725296 |           |/* sched_switch: prev_comm=sh prev_pid=346 prev_prio=120 prev_state=R+ ==> next_comm=rcu_sched next_pid=17 next_prio=120 */
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 64' | fdd -d -
1)   156.751531392 | 78392.720 |schedule asleep=78392.720
1)   156.810523472 |   927.056 |hrtimer_interrupt /* interrupt */
0)   156.810568432 |   228.384 |hrtimer_interrupt /* interrupt */
0)   156.810595344 |   115.088 |  tick_nohz_handler
0)   156.810814048 |   103.904 |handle_softirqs /* interrupt */
1)   156.811318384 |    69.872 |  tick_nohz_handler
0)   156.812331984 |   211.328 |ksys_write
0)   156.812341856 |   196.784 |  vfs_write
0)   156.812404000 |           |/* begin of work */
0)   156.814028304 |    94.736 |hrtimer_interrupt /* interrupt */
0)   156.815132352 |    88.224 |vfs_statx
1)   156.820556000 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=sh next_pid=346 next_prio=120 */
1)   156.824406512 |   262.224 |do_sys_openat2
0)   156.826519024 |   490.144 |hrtimer_interrupt /* interrupt */
0)   156.826616928 |   291.568 |  tick_nohz_handler
0)   156.826653520 |   104.768 |    update_process_times
0)   156.827028096 |   127.312 |handle_softirqs /* interrupt */
0)   156.827033696 |   115.952 |  rcu_core
1)   156.829283328 |   231.136 |hrtimer_interrupt /* interrupt */
1)   156.829310848 |   156.608 |  tick_nohz_handler
1)   156.829318080 |    96.656 |    update_process_times
1)   156.829525264 |   200.032 |handle_softirqs /* interrupt */
1)   156.829530400 |   164.272 |  run_timer_softirq
1)   156.829857000 |           |/* sched_switch: prev_comm=sh prev_pid=346 prev_prio=120 prev_state=R+ ==> next_comm=rcu_sched next_pid=17 next_prio=120 */
## calls that had not returned: of trace.dat and of its report
$ xz -dc graph0.dat.xz >$TMP_T/graph.dat; fdd why $TMP_T/graph.dat | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.dat | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'
Not returned when the trace ended:
- 1 call, for less than a ms
- 7 tasks waited by habit (7 in schedule)
["ksys_write","trace-cmd-830",295584610672,16720,["vfs_write","ksys_write"]]
[{"name":"schedule","tasks":7}]
$ xz -dc graph0.report.xz >$TMP_T/graph.report; fdd why $TMP_T/graph.report | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.report | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'
Not returned when the trace ended:
- 1 call, for less than a ms
- 7 tasks waited by habit (7 in schedule)
["ksys_write","trace-cmd-830",295584611000,16000,["vfs_write","ksys_write"]]
[{"name":"schedule","tasks":7}]

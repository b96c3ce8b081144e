## the default output, no threshold
$ fdd -n 8 default.txt
fdd: warning: default.txt: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
Function                       Calls  Total(us)   Avg(us)   Self(us)
------------------------------ ----- ---------- --------- ----------
schedule                           7 359136.220 51305.174 359136.220
ksys_write                         1   5682.480  5682.480   5284.620
__sysvec_apic_timer_interrupt     15   1686.865   112.458     94.449
hrtimer_interrupt                 15   1592.416   106.161    249.891
tick_nohz_handler                 14   1342.525    95.895    254.901
handle_softirqs                   12   1096.689    91.391    300.066
update_process_times              14   1087.624    77.687   1045.430
run_timer_softirq                  6    453.215    75.536    453.215
$ fdd -d -n 25 default.txt
fdd: warning: default.txt: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   138.456579297 |  9650.715 |schedule
0)   138.459318536 |  5682.480 |ksys_write
0)   138.459319157 |    51.997 |  vfs_write
1)   138.464358031 |   145.697 |__sysvec_apic_timer_interrupt
1)   138.464367285 |   135.030 |  hrtimer_interrupt
1)   138.464375247 |   109.332 |    tick_nohz_handler
1)   138.464379193 |    15.973 |      update_process_times
0)   138.464586621 |    66.008 |    __sysvec_apic_timer_interrupt /* caller filtered */
0)   138.464587883 |    63.804 |      hrtimer_interrupt
0)   138.464593261 |    56.003 |        tick_nohz_handler
0)   138.464604087 |    43.304 |          update_process_times
0)   138.464610156 |     1.021 |            raise_softirq
0)   138.464695663 |   279.855 |    handle_softirqs /* caller filtered */
0)   138.464704616 |   256.321 |      run_timer_softirq
0)   138.464966775 |     6.540 |      rcu_core
0)   138.465112011 |    34.912 |vfs_statx
0)   138.465161364 |     3.105 |vfs_statx
0)   138.465193051 |     2.404 |vfs_statx
0)   138.466247097 | 10327.360 |schedule
0)   138.466281488 |    24.406 |__sysvec_apic_timer_interrupt
0)   138.466283872 |    17.045 |  hrtimer_interrupt
0)   138.466366745 | 153927.800 |schedule
0)   138.476342853 |    89.273 |__sysvec_apic_timer_interrupt
0)   138.476347520 |    82.403 |  hrtimer_interrupt
0)   138.476353008 |    64.556 |    tick_nohz_handler
## trace_pipe with lost events
$ fdd -d lost.pipe | sed -n '18,26p'
fdd: warning: lost.pipe: at least 816 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
fdd: warning: lost.pipe: interrupts are not marked: handle_softirqs counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   148.241568157 |  1641.388 |  vfs_read
1)   148.243272659 |   206.136 |ksys_write
1)   148.243274912 |   201.460 |  vfs_write
0)   148.243478795 |           |/* 816 events lost */
0)   148.247414842 |     2.103 |ksys_write
0)   148.247415232 |     0.571 |  vfs_write
0)   148.247418127 |     1.702 |ksys_read
0)   148.247418507 |     0.641 |  vfs_read
0)   148.247421061 |     1.632 |ksys_write
$ fdd lost.pipe
fdd: warning: lost.pipe: at least 816 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
fdd: warning: lost.pipe: interrupts are not marked: handle_softirqs counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
fdd: time asleep is that of functions that only sleep, since the trace has no sched_switch with a time
Function                       Calls Total(us)  Avg(us) Self(us) Asleep(us) Mark
------------------------------ ----- --------- -------- -------- ---------- ----
ksys_read                         11  1664.482  151.317   16.624      0.000 
vfs_read                          11  1647.858  149.805 1647.858      0.000 
do_sys_openat2                     1   354.236  354.236   80.410      0.000 
vfs_open                           1   273.826  273.826  273.826      0.000 
ksys_write                        11   223.111   20.283   15.832      0.000 
vfs_write                         11   207.279   18.844  207.279      0.000 
__sysvec_apic_timer_interrupt      2    79.538   39.769    7.821      0.000 
hrtimer_interrupt                  2    71.717   35.858   26.059      0.000 
handle_softirqs                    1    47.420   47.420    5.037      0.000 
tick_nohz_handler                  2    45.658   22.829   13.971      0.000 
rcu_core                           1    31.867   31.867   31.867      0.000 
update_process_times               2    31.687   15.844   31.687      0.000 
run_timer_softirq                  1    10.516   10.516   10.516      0.000 
schedule                           3  8709.227 2903.076 8709.227   8709.227 sleeps
## the event alone, printed by the kernel
$ fdd -f fctl -n 6 event.txt
Function                       Calls Total(us) Self(us)
------------------------------ ----- --------- --------
__sysvec_apic_timer_interrupt      7   481.694   84.002
hrtimer_interrupt                  7   397.692  122.954
tick_nohz_handler                  5   274.738   70.224
handle_softirqs                    5   262.631   68.893
update_process_times               5   204.514  188.031
run_timer_softirq                  2   156.633  156.633
## option "fields"
$ sed -n '/^=== fields/,/^=== raw/p' formats.txt | grep -v ^=== | fdd -d -n 8 -
1)    86.275822691 |  6890.445 |__sysvec_apic_timer_interrupt /* interrupt */
1)    86.275826387 |  6872.879 |  hrtimer_interrupt
1)    86.275834889 |    74.251 |    tick_nohz_handler
1)    86.285629799 |   473.663 |handle_softirqs /* interrupt */
1)    86.285723117 |   300.827 |  run_timer_softirq
0)    86.286388000 |           |/* sched_switch: prev_comm=swapper/0 prev_pid=0x0 (0) prev_prio=0x78 (120) prev_state=0x0 (0) next_comm=rcu_preempt next_pid=0xf (15) next_prio=0x78 (120) */
1)    86.286628843 |  1205.230 |schedule asleep=1205.230
0)    86.286729000 |           |/* sched_switch: prev_comm=rcu_preempt prev_pid=0xf (15) prev_prio=0x78 (120) prev_state=0x80 (128) next_comm=swapper/0 next_pid=0x0 (0) next_prio=0x78 (120) */
## trace.dat
$ fdd -l -n 8 duration.dat.xz
Function                       Calls  Total(us)   Avg(us)   Self(us)           Range(us) Callees(us) Max callee                     Mc calls Mc total(us)
------------------------------ ----- ---------- --------- ---------- ------------------- ----------- ------------------------------ -------- ------------
__sysvec_apic_timer_interrupt     17   9078.945   534.056    353.904   (62.102-6890.445)    8725.041 hrtimer_interrupt                    15     8725.041
hrtimer_interrupt                 15   8725.041   581.669   7472.189   (60.189-6872.879)    1252.852 tick_nohz_handler                     6     1252.852
do_sys_openat2                    13   2825.087   217.314   1328.865    (62.493-967.518)    1496.222 vfs_open                              5     1496.222
handle_softirqs                   23   2797.074   121.612   1424.333    (62.363-473.663)    1372.741 rcu_core                              9      821.071
schedule                          54 998233.135 18485.799 998233.135 (83.264-248006.915)       0.000                                       0        0.000
vfs_open                           5   1496.222   299.244   1496.222    (72.828-944.393)       0.000                                       0        0.000
tick_nohz_handler                  6   1252.852   208.809    284.082    (74.251-791.766)     968.770 update_process_times                  4      968.770
update_process_times               4    968.770   242.192    787.801    (60.761-773.229)     180.969 raise_softirq                         1      180.969
$ fdd -z duration.dat.xz
duration.dat.xz: trace.dat
  machine                Linux guest 7.2.12+deb13-amd64 x86_64
  bytes                  3661
  calls                  161
  markers                3
  other events           112
  first call             86.275822691 s
  last return            86.541177215 s
  span                   0.265354524 s
  wall clock             not known
  places with loss       0
  events lost, counted   0
  overwritten            0
  most overruns          0
  not parsed             0
  returns, no entry      0
  entries, no return     0
  switches of tasks      112
  switches, no time      0
  wake-ups               0
  asleep by function     1
  cut off at the end     no
  call times             yes
  tasks named            yes
  interrupts marked      yes
selected
  functions              18
  calls                  161
  sum of self times      1013778.025 us
  total of outermost     1013778.025 us
  without caller         72
  behind a gap           0
  caller filtered        0
  caller unknown         0
  first of an interrupt  40
$ fdd --by=task -n 5 duration.dat.xz
fdd: time asleep is from sched_switch; without sched_waking it includes the wait for a CPU
Task                           Calls  Total(us)   Avg(us)   Self(us) Asleep(us) Mark
------------------------------ ----- ---------- --------- ---------- ---------- ----
sh-132                            11 256527.560 23985.577 256527.560 247937.572 
sh-317                            39 139070.963  3675.052 139070.963 135281.995 
sleep-319                         14  21734.376  4550.119  21734.376  20185.033 
rcu_preempt-15                    38 248913.922  6550.366 248913.922 247857.482 sleeps
cat-318                           17   1064.390    93.234   1064.390      0.000 
$ fdd --slowest=4 -e 'context == hardirq' duration.dat.xz
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
    6890.445       17.566    86.275822691   1  sh-132           __sysvec_apic_timer_interrupt < (interrupt)
    6872.879     6798.628    86.275826387   1  sh-132           hrtimer_interrupt < __sysvec_apic_timer_interrupt < (interrupt)
     897.563       75.412    86.288732327   0  sh-317           __sysvec_apic_timer_interrupt < (interrupt)
     822.151       30.385    86.288806107   0  sh-317           hrtimer_interrupt < __sysvec_apic_timer_interrupt < (interrupt)
$ fdd -f fc --between 'begin*' 'end*' duration.dat.xz
Function                       Calls
------------------------------ -----
do_sys_openat2                     9
handle_softirqs                   14
__sysvec_apic_timer_interrupt     13
vfs_open                           3
schedule                          29
hrtimer_interrupt                 11
rcu_core                           7
tick_nohz_handler                  4
hrtimer_nanosleep                  1
update_process_times               3
do_nanosleep                       1
ksys_read                          1
vfs_read                           1
run_timer_softirq                  1
ksys_write                         1
## trace.dat of an instance
$ fdd --by=label -f fc instance.dat.xz
Label                          Calls
------------------------------ -----
instance.dat.xz                  383
$ fdd -c -F '*read*' instance.dat.xz
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        6      368.157       31.776  ksys_read
        6      336.381      336.381    vfs_read
        4       18.948       18.948  vfs_read
## function_graph: text, report, trace.dat
$ awk '/^===/ { on = /thresh=0 $/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)     0.000000000 |   280.577 |do_sys_openat2
1)     0.000000000 |    71.977 |  vfs_open
1)     0.000280577 |           |    /* a | marker) - here */
1)     0.000280577 |    22.844 |ksys_write
1)     0.000280577 |    18.768 |  vfs_write
1)     0.000303421 |    34.902 |vfs_statx
1)     0.000338323 |     4.257 |vfs_statx
1)     0.000342580 |     3.305 |vfs_statx
0)     0.000345885 |   100.869 |__sysvec_apic_timer_interrupt
0)     0.000345885 |    74.932 |  hrtimer_interrupt
$ awk '/^===/ { on = /thresh=0 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)   159.159645391 |  3149.609 |__sysvec_apic_timer_interrupt
0)   159.160445000 |    98.506 |do_sys_openat2
0)   159.160462000 |    62.603 |  vfs_open
0)   159.160560000 |    21.352 |ksys_write
0)   159.160562000 |    17.836 |  vfs_write
0)   159.160574000 |           |    /* a | marker) - here */
0)   159.160655000 |    32.328 |vfs_statx
0)   159.160700000 |     3.935 |vfs_statx
0)   159.160731000 |     3.485 |vfs_statx
1)   159.162759000 |    34.391 |  hrtimer_interrupt
$ awk '/^===/ { on = /thresh=0 .*funcgraph-retval$/; next } on' graph.txt | fdd -d -n 10 -
0)     0.000000000 |   118.506 |do_sys_openat2
0)     0.000000000 |    66.138 |  vfs_open
0)     0.000118506 |           |    /* a | marker) - here */
0)     0.000118506 |    21.842 |ksys_write
0)     0.000118506 |    18.387 |  vfs_write
0)     0.000140348 |    36.544 |vfs_statx
0)     0.000176892 |     3.965 |vfs_statx
0)     0.000180857 |     3.425 |vfs_statx
1)     0.000184282 |    75.562 |__sysvec_apic_timer_interrupt /* interrupt */
1)     0.000184282 |    62.452 |  hrtimer_interrupt
$ awk '/^===/ { on = /thresh=0 latency-format /; next } on' graph.txt | fdd -c -
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1      118.506       52.368  do_sys_openat2
        1       66.138       66.138    vfs_open
        3       43.934       43.934  vfs_statx
        1       21.842        3.455  ksys_write
        1       18.387       18.387    vfs_write
                                     (interrupt)
        1       75.562       13.110    __sysvec_apic_timer_interrupt
        1       62.452        8.542      hrtimer_interrupt
        1       53.910        5.047        tick_nohz_handler
        1       48.863       46.189          update_process_times
        1        2.674        2.674            raise_softirq
        1       32.859       17.556    handle_softirqs
        1       15.303       15.303      run_timer_softirq
$ awk '/^===/ { on = /thresh=60 $/; next } on' graph.txt | fdd -c -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        4    31913.508    31913.508  schedule
        4      534.954       44.527  __sysvec_apic_timer_interrupt
        4      490.427      230.160    hrtimer_interrupt
        2      260.267      200.067      tick_nohz_handler
        1       60.200       60.200        update_process_times
        3      505.811      344.081  handle_softirqs
        1      161.730      161.730    run_timer_softirq
        3      283.491      201.158  do_sys_openat2
        1       82.333       82.333    vfs_open
        1      116.744        6.971  ksys_read
        1      109.773      109.773    vfs_read
                                     (caller unknown)
        1       86.107       21.982    hrtimer_interrupt
        1       64.125       64.125      tick_nohz_handler
$ awk '/^===/ { on = /thresh=60 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
0)   267.348791990 |    61.010 |do_sys_openat2
0)   267.348889000 |           |/* a | marker) - here */
0)   267.355798546 |   164.454 |__sysvec_apic_timer_interrupt
0)   267.355809855 |   151.145 |  hrtimer_interrupt
0)   267.355827287 |   122.713 |    tick_nohz_handler
0)   267.355865749 |    68.251 |      update_process_times
0)   267.356006174 |   151.826 |handle_softirqs
0)   267.356011737 |   143.263 |  run_timer_softirq
0)   267.357121610 | 15624.390 |schedule asleep=15624.390
0)   267.357179060 |  6731.940 |schedule asleep=6731.940
$ fdd -f fctal -n 6 graph60.report.xz
Function                       Calls  Total(us)  Avg(us)   Self(us)
------------------------------ ----- ---------- -------- ----------
(unknown)                         57 137163.941 2446.793 137163.941
vfs_statx                         18   4442.565  246.809   4442.565
__sysvec_apic_timer_interrupt     22   1887.994   85.818    301.907
handle_softirqs                   22   1607.709   73.078    536.896
hrtimer_interrupt                 22   1586.087   72.095    483.990
tick_nohz_handler                 21   1102.097   52.481    252.644
$ fdd -f fctal -n 6 graph60.dat.xz
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
vfs_statx                         19  4505.699  237.142 4505.699
__sysvec_apic_timer_interrupt     30  2780.948   92.698  395.272
handle_softirqs                   30  2608.327   86.944  928.318
hrtimer_interrupt                 30  2385.676   79.523  807.662
tick_nohz_handler                 27  1578.014   58.445  490.117
do_sys_openat2                    14  1333.319   95.237 1016.256
## all combinations of options show the same calls
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 1' | fdd -d -
fdd: warning: -: interrupts are not marked: hrtimer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
0)                 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
0)    86.353904573 |  5914.325 |schedule
0)    86.359818898 |           |/* sched_switch: prev_comm=rcu_preempt prev_pid=15 prev_prio=120 prev_state=I ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
0)    86.359828462 |  7901.607 |schedule
0)    86.360509113 |   370.741 |do_sys_openat2
0)    86.360585557 |   224.193 |  vfs_open
0)    86.360879854 |           |/* begin of work */
0)    86.362136881 |   293.055 |ksys_write
0)    86.362140176 |   287.166 |  vfs_write
0)    86.362429936 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
0)    86.367730069 |           |/* sched_switch: prev_comm=rcu_preempt prev_pid=15 prev_prio=120 prev_state=I ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
0)    86.367730069 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=sh next_pid=318 next_prio=120 */
0)    86.367743659 |  8746.863 |schedule
0)    86.373108909 |   102.151 |do_sys_openat2
0)    86.375731574 |   137.224 |__sysvec_apic_timer_interrupt
0)    86.375736391 |   130.925 |  hrtimer_interrupt
0)    86.375743292 |   100.950 |    tick_nohz_handler
0)    86.375904201 |   194.849 |handle_softirqs
0)    86.375906354 |   189.561 |  rcu_core
0)    86.376099050 |           |/* sched_switch: prev_comm=sh prev_pid=317 prev_prio=120 prev_state=S ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
0)    86.376490522 |           |/* sched_switch: prev_comm=rcu_preempt prev_pid=15 prev_prio=120 prev_state=I ==> next_comm=swapper/0 next_pid=0 next_prio=120 */
0)    86.376534417 |  9156.020 |schedule
0)    86.376627235 |    62.102 |__sysvec_apic_timer_interrupt
0)    86.376689337 |           |/* sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 64' | fdd -d -
1)    86.353904573 |  5914.325 |schedule asleep=5914.325
1)    86.359812000 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
1)    86.359828462 |  7901.607 |schedule asleep=7881.000
1)    86.359840000 |           |/* sched_switch: prev_comm=rcu_preempt prev_pid=15 prev_prio=120 prev_state=I ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
0)    86.360509113 |   370.741 |do_sys_openat2
0)    86.360585557 |   224.193 |  vfs_open
0)    86.362136881 |   293.055 |ksys_write
0)    86.362140176 |   287.166 |  vfs_write
0)    86.362337000 |           |/* begin of work */
1)    86.367721000 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
0)    86.367743659 |  8746.863 |schedule asleep=8702.000
1)    86.367761000 |           |/* sched_switch: prev_comm=rcu_preempt prev_pid=15 prev_prio=120 prev_state=I ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
1)    86.372007000 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=sh next_pid=318 next_prio=120 */
1)    86.373108909 |   102.151 |do_sys_openat2
0)    86.375731574 |   137.224 |__sysvec_apic_timer_interrupt /* interrupt */
0)    86.375736391 |   130.925 |  hrtimer_interrupt
0)    86.375743292 |   100.950 |    tick_nohz_handler
0)    86.375904201 |   194.849 |handle_softirqs /* interrupt */
0)    86.375906354 |   189.561 |  rcu_core
0)    86.376463000 |           |/* sched_switch: prev_comm=sh prev_pid=317 prev_prio=120 prev_state=S ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
0)    86.376534417 |  9156.020 |schedule asleep=9091.000
0)    86.376590000 |           |/* sched_switch: prev_comm=rcu_preempt prev_pid=15 prev_prio=120 prev_state=I ==> next_comm=swapper/0 next_pid=0 next_prio=120 */
1)    86.376627235 |    62.102 |__sysvec_apic_timer_interrupt /* interrupt */
0)    86.385681000 |           |/* sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=rcu_preempt next_pid=15 next_prio=120 */
## calls that had not returned: of trace.dat and of its report
$ xz -dc graph0.dat.xz >$TMP_T/graph.dat; fdd why $TMP_T/graph.dat | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.dat | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'
Not returned when the trace ended:
- 1 call, for less than a ms
- 12 tasks waited by habit (12 in schedule)
["ksys_write","trace-cmd-803",222662010595,10756,["vfs_write","ksys_write"]]
[{"name":"schedule","tasks":12}]
$ xz -dc graph0.report.xz >$TMP_T/graph.report; fdd why $TMP_T/graph.report | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.report | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'
Not returned when the trace ended:
- 1 call, for less than a ms
- 12 tasks waited by habit (12 in schedule)
["ksys_write","trace-cmd-803",222662011000,10000,["vfs_write","ksys_write"]]
[{"name":"schedule","tasks":12}]

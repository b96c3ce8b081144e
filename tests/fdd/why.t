## what stands out
$ fdd why in/slow.report
1. vfs_read took 23.41 ms in cat-1234, while half of its 4 recorded calls took at most 8.10 us (23.43 ms in all 4): 90 % of it asleep (D) in io_schedule < folio_wait_bit_common < filemap_read, woken by kworker/1:1H-57 in blk_mq_complete_request, work blk_mq_run_work_fn, on CPU 0.
   fdd why -F 'vfs_read' in/slow.report
## a slow call, with its waker's waker
$ fdd why -F vfs_read in/slow.report
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.370000 ms   2 %  running: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.013000 ms, filemap_get_pages 0.009000 ms, io_schedule 0.009000 ms
     21.020000 ms  90 %  asleep (D) in io_schedule < folio_wait_bit_common < filemap_read
                        woken by kworker/1:1H-57 in blk_mq_complete_request, work blk_mq_run_work_fn, on CPU 0
                          meanwhile it was running: 1.070000 ms
                          meanwhile it was asleep (S): 19.900000 ms
                            woken by an interrupt (irq 24 nvme0q1) in nvme_irq, on CPU 0
      1.870000 ms   8 %  ready, but CPU 1 ran stress-ng-77 1.870000 ms
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms
## several, and one of them
$ fdd why -F vfs_read -n 2 in/slow.report
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.370000 ms   2 %  running: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.013000 ms, filemap_get_pages 0.009000 ms, io_schedule 0.009000 ms
     21.020000 ms  90 %  asleep (D) in io_schedule < folio_wait_bit_common < filemap_read
                        woken by kworker/1:1H-57 in blk_mq_complete_request, work blk_mq_run_work_fn, on CPU 0
                          meanwhile it was running: 1.070000 ms
                          meanwhile it was asleep (S): 19.900000 ms
                            woken by an interrupt (irq 24 nvme0q1) in nvme_irq, on CPU 0
      1.870000 ms   8 %  ready, but CPU 1 ran stress-ng-77 1.870000 ms
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms

vfs_read  8.200 us  cat-1234, CPU 1, at 12.310001000  (p50 of 4 recorded calls: 8.10 us)
         8.200 us 100 %  running: vfs_read 8.200 us
$ fdd why -F vfs_read --call 3 in/slow.report
vfs_read  8.100 us  cat-1234, CPU 1, at 12.300001000  (p50 of 4 recorded calls: 8.10 us)
         8.100 us 100 %  running: vfs_read 8.100 us
## at a time
$ fdd why --at 12.35 in/slow.report
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.370000 ms   2 %  running: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.013000 ms, filemap_get_pages 0.009000 ms, io_schedule 0.009000 ms
     21.020000 ms  90 %  asleep (D) in io_schedule < folio_wait_bit_common < filemap_read
                        woken by kworker/1:1H-57 in blk_mq_complete_request, work blk_mq_run_work_fn, on CPU 0
                          meanwhile it was running: 1.070000 ms
                          meanwhile it was asleep (S): 19.900000 ms
                            woken by an interrupt (irq 24 nvme0q1) in nvme_irq, on CPU 0
      1.870000 ms   8 %  ready, but CPU 1 ran stress-ng-77 1.870000 ms
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms
$ fdd why -F io_schedule --at 12.35 in/slow.report
io_schedule  22.899000 ms  cat-1234, CPU 1, at 12.345705000  (p50 of 1 recorded call: 22.90 ms)
      0.009000 ms   0 %  running: io_schedule 0.009000 ms
     21.020000 ms  92 %  asleep (D)
                        woken by kworker/1:1H-57 in blk_mq_complete_request, work blk_mq_run_work_fn, on CPU 0
                          meanwhile it was running: 1.070000 ms
                          meanwhile it was asleep (S): 19.900000 ms
                            woken by an interrupt (irq 24 nvme0q1) in nvme_irq, on CPU 0
      1.870000 ms   8 %  ready, but CPU 1 ran stress-ng-77 1.870000 ms
## without some events it says which would show more
$ grep -v sched_ in/slow.report >$TMP_T/trace; fdd why -F vfs_read $TMP_T/trace
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.361000 ms   2 %  running, or waiting for a CPU: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.013000 ms, filemap_get_pages 0.009000 ms
     22.899000 ms  98 %  asleep in io_schedule < folio_wait_bit_common < filemap_read
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms
    note: with the event sched_switch, when the task was asleep, or waited for a CPU
    note: with the event sched_waking, the task or interrupt that woke it
$ grep -v sched_wak in/slow.report >$TMP_T/trace; fdd why -F vfs_read $TMP_T/trace
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.370000 ms   2 %  running: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.013000 ms, filemap_get_pages 0.009000 ms, io_schedule 0.009000 ms
     22.890000 ms  98 %  asleep (D) in io_schedule < folio_wait_bit_common < filemap_read
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms
    note: with the event sched_waking, the task or interrupt that woke it
$ grep -v -e irq in/slow.report >$TMP_T/trace; fdd why -F vfs_read $TMP_T/trace
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.370000 ms   2 %  running: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.013000 ms, filemap_get_pages 0.009000 ms, io_schedule 0.009000 ms
     21.020000 ms  90 %  asleep (D) in io_schedule < folio_wait_bit_common < filemap_read
                        woken by kworker/1:1H-57 in blk_mq_complete_request, work blk_mq_run_work_fn, on CPU 0
                          meanwhile it was running: 1.070000 ms
                          meanwhile it was asleep (S): 19.900000 ms
                            woken by an interrupt, on CPU 0
      1.870000 ms   8 %  ready, but CPU 1 ran stress-ng-77 1.870000 ms
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms
$ grep -v 'kworker.*func_duration' in/slow.report >$TMP_T/trace; fdd why -F vfs_read $TMP_T/trace
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.370000 ms   2 %  running: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.013000 ms, filemap_get_pages 0.009000 ms, io_schedule 0.009000 ms
     21.020000 ms  90 %  asleep (D) in io_schedule < folio_wait_bit_common < filemap_read
                        woken by kworker/1:1H-57, work blk_mq_run_work_fn, on CPU 0
                          meanwhile it was running: 1.070000 ms
                          meanwhile it was asleep (S): 19.900000 ms
                            woken by an interrupt (irq 24 nvme0q1) in nvme_irq, on CPU 0
      1.870000 ms   8 %  ready, but CPU 1 ran stress-ng-77 1.870000 ms
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms
    note: no call of kworker/1:1H-57 that was open at its wakeup is in the trace: they were not traced, or below the threshold
## lost events
$ sed 's/.*io_schedule.*/CPU:1 [5 EVENTS DROPPED]/' in/slow.report >$TMP_T/trace; fdd why -F vfs_read $TMP_T/trace 2>/dev/null
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.358000 ms   2 %  running: filemap_read 0.309000 ms, vfs_read 0.030000 ms, folio_wait_bit_common 0.010000 ms, filemap_get_pages 0.009000 ms
     21.020000 ms  90 %  asleep (D) in folio_wait_bit_common < filemap_read
                        woken by kworker/1:1H-57 in blk_mq_complete_request, work blk_mq_run_work_fn, on CPU 0
                          meanwhile it was running: 1.070000 ms
                          meanwhile it was asleep (S): 19.900000 ms
                            woken by an interrupt (irq 24 nvme0q1) in nvme_irq, on CPU 0
      1.870000 ms   8 %  ready, but CPU 1 ran stress-ng-77 1.870000 ms
      0.150000 ms   1 %  interrupts: __sysvec_apic_timer_interrupt 0.150000 ms
      0.012000 ms   0 %  not known: 5 events of CPU 1 were lost
$ sed '/sched_switch.*next_pid=1234/d' in/slow.report >$TMP_T/trace; fdd why -F vfs_read $TMP_T/trace
vfs_read  23.410000 ms  cat-1234, CPU 1, at 12.345678901  (p50 of 4 recorded calls: 8.10 us)
      0.031099 ms   0 %  running: filemap_read 0.012000 ms, filemap_get_pages 0.009000 ms, folio_wait_bit_common 0.005000 ms, io_schedule 0.005000 ms, vfs_read 0.000099 ms
     23.378901 ms 100 %  not known: a switch of the task is missing
## functions that only sleep, and an idle CPU
$ fdd why -n 1 in/sleep-functions.txt
ksys_read  100.000 us  cat-10, CPU 0, at 100.000000000  (p50 of 1 recorded call: 100.00 us)
        33.000 us  33 %  running, or waiting for a CPU: vfs_read 23.000 us, ksys_read 10.000 us
        67.000 us  67 %  asleep in schedule < schedule_timeout < vfs_read
    note: with the event sched_switch, when the task was asleep, or waited for a CPU
    note: with the event sched_waking, the task or interrupt that woke it
    note: with the events of irq, interrupts on top of it
## an interrupt
$ fdd why -F nvme_irq in/slow.report
nvme_irq  49.000 us  <idle>, CPU 0, at 12.365610000  (p50 of 1 recorded call: 49.00 us)
        49.000 us 100 %  running: nvme_irq 49.000 us
## a waker that fell asleep before the call began
$ fdd why -F take_it in/holder.report
take_it  8.900000 ms  waiter-8, CPU 1, at 20.000800000  (p50 of 1 recorded call: 8.90 ms)
      0.400000 ms   4 %  running: mutex_lock 0.200000 ms, take_it 0.200000 ms
      8.300000 ms  93 %  asleep (D) in mutex_lock
                        woken by holder-7 in hold_it, on CPU 0
                          meanwhile it was running: 0.200000 ms
                          meanwhile it was asleep (S) in msleep < hold_it: 8.000000 ms
                            woken by an interrupt, on CPU 0
                          meanwhile it was ready, but CPU 0 ran <idle> (wake-up latency) 0.100000 ms, in all 0.100000 ms
      0.200000 ms   2 %  ready, but CPU 1 ran <idle> (wake-up latency) 0.200000 ms
    note: with the events of irq, interrupts on top of it
## a waker that was preempted before the call began
$ sed '2s/prev_state=S/prev_state=R/; 4d; 5s/<idle>-0/   hog-9/; s,swapper/0 next_pid=0,hog next_pid=9,; s,swapper/0 prev_pid=0,hog prev_pid=9,' in/holder.report >$TMP_T/trace; fdd why -F take_it $TMP_T/trace
take_it  8.900000 ms  waiter-8, CPU 1, at 20.000800000  (p50 of 1 recorded call: 8.90 ms)
      0.400000 ms   4 %  running: mutex_lock 0.200000 ms, take_it 0.200000 ms
      8.300000 ms  93 %  asleep (D) in mutex_lock
                        woken by holder-7 in hold_it, on CPU 0
                          meanwhile it was running: 0.200000 ms
                          meanwhile it was ready, but CPU 0 ran hog-9 8.100000 ms, in all 8.100000 ms
      0.200000 ms   2 %  ready, but CPU 1 ran <idle> (wake-up latency) 0.200000 ms
    note: with the events of irq, interrupts on top of it
## wrong command lines
$ fdd why -F vfs_read --call 5 in/slow.report
fdd why: --call 5: there are only 4 calls
[2]
$ fdd why --call 0 in/slow.report
fdd why: --call: '0' is not between 1 and 100
[2]
$ fdd why -n 101 in/slow.report
fdd why: -n: at most 100 calls
[2]
$ fdd why --at x in/slow.report
fdd why: --at: 'x' is not a time (500us, 2ms, 1s; a number without a unit is in s)
[2]
$ fdd why --at 15 in/slow.report
fdd why: --at: no such call was open at this time
[1]
$ fdd why -F nosuch in/slow.report
fdd why: -F 'nosuch' matches no function of the trace
[1]
$ fdd why - <in/slow.report
fdd why: -: it is read twice, so it has to be a file
[2]
$ fdd why --format=csv in/slow.report
fdd why: --format=csv does not apply to why
[2]
$ fdd why -s total in/slow.report
fdd why: -s does not apply to why; it applies to the table, --hist, regions
[2]
$ fdd why -n 1 in/nanos.txt
fdd why: the calls have no call times in this trace: record with function_duration, or with the trace option funcgraph-abstime
[1]
$ fdd why in/none.txt
fdd why: in/none.txt: No such file or directory
[1]
## slow calls against ordinary ones
$ fdd why --contrast -F vfs_read --threshold 1ms in/slow.report
vfs_read, 4 calls: 1 slow call of 23.41 ms on average (at least 1.00 ms), 3 ordinary calls of 8.07 us on average
       Slow    Ordinary        More  Share  Per call
----------- ----------- ----------- ------  ------------------------------
   21.02 ms        0 ns    21.02 ms  89.8%  asleep in io_schedule < folio_wait_bit_common < filemap_read
    1.87 ms        0 ns     1.87 ms   8.0%  ready, but the CPU ran stress-ng-77
  309.00 us        0 ns   309.00 us   1.3%  running in filemap_read
  150.00 us        0 ns   150.00 us   0.6%  interrupt __sysvec_apic_timer_interrupt
   30.00 us     8.07 us    21.93 us   0.1%  running in vfs_read
   13.00 us        0 ns    13.00 us   0.1%  running in folio_wait_bit_common
    9.00 us        0 ns     9.00 us   0.0%  running in filemap_get_pages
    9.00 us        0 ns     9.00 us   0.0%  running in io_schedule
$ fdd why --contrast -F vfs_read --threshold 1ms -n 1 in/slow.report
vfs_read, 4 calls: 1 slow call of 23.41 ms on average (at least 1.00 ms), 3 ordinary calls of 8.07 us on average
       Slow    Ordinary        More  Share  Per call
----------- ----------- ----------- ------  ------------------------------
   21.02 ms        0 ns    21.02 ms  89.8%  asleep in io_schedule < folio_wait_bit_common < filemap_read
7 more rows, with less of the difference (-n)
$ fdd why --contrast -F vfs_read --threshold 1ms --format=csv in/slow.report
kind,name,slow_ns,ordinary_ns,more_ns
asleep,io_schedule < folio_wait_bit_common < filemap_read,21020000,0,21020000.0
waiting,stress-ng-77,1870000,0,1870000.0
running,filemap_read,309000,0,309000.0
interrupts,__sysvec_apic_timer_interrupt,150000,0,150000.0
running,vfs_read,30000,24200,21933.3
running,folio_wait_bit_common,13000,0,13000.0
running,filemap_get_pages,9000,0,9000.0
running,io_schedule,9000,0,9000.0
$ fdd why --last --min-duration 1us in/slow.report
vfs_read  7.900 us  cat-1234, CPU 1, at 12.370001000  (p50 of 4 recorded calls: 8.10 us)
         7.900 us 100 %  running: vfs_read 7.900 us
$ fdd why --last -n 2 in/slow.report
fdd why: --last is one call: it does not go with --call and -n
[2]
$ fdd why --contrast -F vfs_read in/slow.report
fdd why: --contrast: there are no slow calls: of 4 recorded calls the shortest is 7.900 us, the longest 23410.000 us (see --threshold)
[1]
$ fdd why --contrast in/slow.report
fdd why: --contrast: needs the calls of one function; -F selects those of several: vfs_read, filemap_get_pages ...
[2]
$ fdd why --contrast --at 1 in/slow.report
fdd why: --contrast does not go with --at, --call and --last
[2]
$ fdd why --threshold 1ms in/slow.report
fdd why: --threshold needs --contrast or --all
[2]
$ fdd why --contrast --threshold 0 in/slow.report
fdd why: --threshold: '0' is not a time above 0
[2]
## in the export: the states of the tasks, and a flow from each waker to where the task continues
$ fdd export --to=chrome in/slow.report | jq -c '.traceEvents[] | select(.cat == "state" or .cat == "work" or .cat == "interrupt") | [.tid, .name, .ts, .dur, .args["woken by"]]'
[800001234,"asleep",12345710,21020,null]
[800001234,"ready",12366730,1870,"kworker/1:1H-57"]
[800001234,"running",12368600,1408.9,"kworker/1:1H-57"]
[800000057,"asleep",12345750,19900,null]
[800000057,"ready",12365650,50,"cpu 0 hardirq"]
[800000057,"running",12365700,4308.9,"cpu 0 hardirq"]
[900000057,"work blk_mq_run_work_fn",12365720,1040,null]
[1000000000,"irq 24 nvme0q1",12365600,70,null]
[800000077,"running",12345710,22890,null]
[800000077,"ready",12368600,1408.9,null]
$ fdd export --to=chrome in/slow.report | jq -c '.traceEvents[] | select(.cat == "wakeup") | [.ph, .id, .tid, .ts, .name]'
["f",2,800001234,12368600,"wakeup"]
["f",1,800000057,12365700,"wakeup"]
["X",null,57,12366730,"wakes cat-1234"]
["s",2,57,12366730,"wakeup"]
["X",null,400000000,12365650,"wakes kworker/1:1H-57"]
["s",1,400000000,12365650,"wakeup"]
$ fdd export --to=chrome in/slow.report | jq -r '.traceEvents[] | select(.name == "thread_name") | [.tid, .args.name] | @tsv'
1234	cat-1234
57	kworker/1:1H-57
800000057	states of kworker/1:1H-57
400000000	cpu 0 hardirq
1000000000	interrupts of cpu 0
800001234	states of cat-1234
900000057	work of kworker/1:1H-57
800000077	states of stress-ng-77
400000001	cpu 1 hardirq
## with a filter only those within its calls
$ fdd export --to=chrome -F '*wait*' -F 'blk*' in/slow.report | jq -c '.traceEvents[] | select(.ph != "M") | [.ph, .tid, .name, .ts, .dur]'
["X",57,"blk_mq_complete_request",12365730,1015]
["X",57,"wakes cat-1234",12366730,0.001]
["s",57,"wakeup",12366730,null]
["X",1234,"folio_wait_bit_common",12345700,22912]
["X",800001234,"asleep",12345710,21020]
["X",800001234,"ready",12366730,1870]
["X",800001234,"running",12368600,1408.9]
["f",800001234,"wakeup",12368600,null]
## a task that was moved to another CPU while it waited
$ fdd why -n 1 in/moved-event.report
vfs_read  300.008000 ms  app-10, CPU 1, at 100.000002000  (p50 of 1 recorded call: 300.01 ms)
      0.018000 ms   0 %  running: vfs_read 0.018000 ms
    299.985000 ms 100 %  ready, but CPU 1 ran hog-20 299.985000 ms
      0.005000 ms   0 %  ready, but CPU 0 ran migration/0-18 0.005000 ms
    note: with the events of irq, interrupts on top of it
$ fdd why -n 1 in/moved.report
vfs_read  300.008000 ms  app-10, CPU 1, at 100.000002000  (p50 of 1 recorded call: 300.01 ms)
      0.018000 ms   0 %  running: vfs_read 0.018000 ms
    299.980000 ms 100 %  ready, but CPU 1 ran hog-20 299.980000 ms
      0.010000 ms   0 %  ready, but moved to another CPU at an unknown time
    note: with the events of irq, interrupts on top of it
## a task whose CPU had nothing to do: throttled, woken late; and stopped
$ fdd why -n 1 in/throttled.report
do_it  100.400000 ms  app-10, CPU 0, at 100.000000000  (p50 of 1 recorded call: 100.40 ms)
      0.209000 ms   0 %  running: do_it 0.209000 ms
     10.000000 ms  10 %  stopped by a signal (T)
                        woken by b-11, on CPU 1
                          meanwhile it was running: 10.000000 ms
      9.980000 ms  10 %  asleep (S)
                        woken by b-11, on CPU 1
                          meanwhile it was running: 9.980000 ms
     80.000000 ms  80 %  ready, but CPU 0 ran <idle> (throttled by cpu.max, or kept off that CPU) 80.000000 ms
      0.211000 ms   0 %  ready, but CPU 0 ran <idle> (wake-up latency) 0.211000 ms
    note: with the events of irq, interrupts on top of it
    note: no call of b-11 that was open at its wakeup is in the trace: they were not traced, or below the threshold
## the states in which it slept
$ fdd why -n 1 in/stopped.report
vfs_read  300.008000 ms  app-10, CPU 0, at 100.000002000  (p50 of 1 recorded call: 300.01 ms)
    100.008000 ms  33 %  running: vfs_read 100.008000 ms
    199.990000 ms  67 %  asleep (D)
                        woken by b-11, on CPU 1
                          meanwhile it was running: 199.990000 ms
      0.010000 ms   0 %  ready, but CPU 0 ran <idle> (wake-up latency) 0.010000 ms
    note: with the events of irq, interrupts on top of it
    note: no call of b-11 that was open at its wakeup is in the trace: they were not traced, or below the threshold
## the work item that a barrier waits for
$ fdd why -n 1 in/barrier.report
__flush_work  200.100000 ms  app-10, CPU 0, at 100.000000000  (p50 of 1 recorded call: 200.10 ms)
      0.070000 ms   0 %  running: __flush_work 0.070000 ms
    200.010000 ms 100 %  asleep (D)
                        woken by kworker/1:0-20, work slow_work, on CPU 1
                          meanwhile it was running: 200.010000 ms
      0.020000 ms   0 %  ready, but CPU 0 ran <idle> (wake-up latency) 0.020000 ms
    note: with the events of irq, interrupts on top of it
    note: no call of kworker/1:0-20 that was open at its wakeup is in the trace: they were not traced, or below the threshold
## a trace that was recorded with a threshold: medians are those of recorded calls
$ fdd why in/threshold.txt
1. vfs_read took 201.90 ms in app-10, while half of its 4 recorded calls took at most 201.90 ms (807.00 ms in all 4): 100 % of it running, or waiting for a CPU: vfs_read 201.900000 ms.
   fdd why -F 'vfs_read' in/threshold.txt

2. do_fault took 14.00 ms in app-10, while half of its 3 recorded calls took at most 12.00 ms (38.00 ms in all 3): 100 % of it running, or waiting for a CPU: do_fault 14.000000 ms.
   fdd why -F 'do_fault' in/threshold.txt
$ fdd why --contrast -F vfs_read --threshold 100ms in/threshold.txt
fdd why: --contrast: there are no ordinary calls: of 4 recorded calls the shortest is 201600.000 us, the longest 201900.000 us; shorter ones were below record -t, or not recorded (see --threshold)
[1]
## what stands out in one task
$ fdd why --comm=app in/threshold.txt
1. vfs_read took 201.90 ms in app-10, while half of its 4 recorded calls took at most 201.90 ms (807.00 ms in all 4): 100 % of it running, or waiting for a CPU: vfs_read 201.900000 ms.
   fdd why -F 'vfs_read' in/threshold.txt

2. do_fault took 14.00 ms in app-10, while half of its 3 recorded calls took at most 12.00 ms (38.00 ms in all 3): 100 % of it running, or waiting for a CPU: do_fault 14.000000 ms.
   fdd why -F 'do_fault' in/threshold.txt
## one incident is explained once
$ fdd why in/incident.txt
1. __x64_sys_read took 201.80 ms in app-10: 100 % of it running, or waiting for a CPU: vfs_read 201.600000 ms, __x64_sys_read 0.100000 ms, ksys_read 0.100000 ms.
   fdd why -F '__x64_sys_read' in/incident.txt

2. __x64_sys_write took 150.00 ms in app-10: 100 % of it running, or waiting for a CPU: __x64_sys_write 150.000000 ms.
   fdd why -F '__x64_sys_write' in/incident.txt
$ fdd why -n 2 in/incident.txt
__x64_sys_read  201.800000 ms  app-10, CPU 0, at 1.000000000  (p50 of 1 recorded call: 201.80 ms)
    201.800000 ms 100 %  running, or waiting for a CPU: vfs_read 201.600000 ms, __x64_sys_read 0.100000 ms, ksys_read 0.100000 ms
    note: with the event sched_switch, when the task was asleep, or waited for a CPU
    note: with the events of irq, interrupts on top of it

__x64_sys_write  150.000000 ms  app-10, CPU 0, at 2.000000000  (p50 of 1 recorded call: 150.00 ms)
    150.000000 ms 100 %  running, or waiting for a CPU: __x64_sys_write 150.000000 ms
    note: with the event sched_switch, when the task was asleep, or waited for a CPU
    note: with the events of irq, interrupts on top of it
## what stands out: not dispatchers, nor requested sleeps, unless they were late; the task that waits, not the one that it waits for
$ fdd why in/choice.report
1. __x64_sys_clock_nanosleep took 100.20 ms in app-10: 90 % of it ready, but CPU 0 ran hog-12 90.000000 ms.
   fdd why -F '__x64_sys_clock_nanosleep' in/choice.report

2. __x64_sys_write took 100.15 ms in app-10, while half of its 3 recorded calls took at most 100.14 ms (200.27 ms in all 3): 100 % of it asleep (D), woken by mid-11 in __x64_sys_write, on CPU 1.
   fdd why -F '__x64_sys_write' in/choice.report

Not among these: 1 of calls that sleep for as long as the program asked (the longest __x64_sys_nanosleep, 1.00 s); 1 of the start and the end of programs (the longest __x64_sys_execve, 50.00 ms).
## where the time of a program went: a child is waited for, and its waits are followed
$ fdd why --path=10 in/path.report
app-10, 262.00 ms:
1. 76 %, 200.01 ms: kid-13 waited for a futex that mid-11 held (in futex), which itself waited for data of a pipe, from src-12 (in read), which slept in nanosleep.
   fdd why -p 13 -F '__x64_sys_futex' in/path.report
2. 19 %, 49.39 ms: kid-13 computed, in its own code.
   perf record -g shows where in its code
3. 4.2 %, 10.90 ms, 2 times: app-10 computed, in its own code; the longest 10.00 ms.
   perf record -g shows where in its code
The rest: 0.4 % not known, because events are missing, 0.0 % start and end, 0.3 % other.
$ fdd why --path=10 in/throttled.report
app-10, 100.30 ms:
1. 80 %, 80.00 ms: app-10 was throttled by cpu.max of its cgroup.
   cpu.max and cpu.stat of its cgroup say the limit, and how often it was reached
2. 10.0 %, 10.00 ms: app-10 was stopped by a signal (state T) until b continued it.
   fdd why -p 10 -F 'do_it' in/throttled.report
3. 10.0 %, 9.98 ms: app-10 slept in do_it until b-11 woke it, which computed, in its own code.
   fdd why -p 10 -F 'do_it' in/throttled.report
The rest: 0.0 % start and end, 0.3 % other.
$ fdd why --path=10 in/choice.report
app-10, 550.10 ms:
1. 55 %, 299.82 ms, 2 times: app-10 computed, in its own code; the longest 100.04 ms.
   perf record -g shows where in its code
2. 18 %, 99.92 ms: app-10 slept in write until mid-11 woke it, which slept in write.
   fdd why -p 10 -F '__x64_sys_write' in/choice.report
3. 16 %, 90.00 ms: app-10 was ready to run, but hog had its CPU.
   other CPUs (taskset, cpuset), or a lower priority of that task (nice)
The rest: 1.8 % slept as long as it had asked (clock_nanosleep 1.8 %), 9.1 % start and end, 0.1 % other.
## a pid that another task got later
$ awk '1; /wait4/ { print " app-10 [000] ..... 10.250010000: sched_process_fork: comm=app pid=10 child_comm=app child_pid=12"; print " late-12 [001] d.... 10.250020000: sched_switch: prev_comm=late prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120" }' in/path.report >$TMP_T/reused.report; fdd why --path=10 $TMP_T/reused.report | sed -n 2p
1. 76 %, 200.01 ms: kid-13 waited for a futex that mid-11 held (in futex), which itself waited for data of a pipe, from src-12 (in read), which slept in nanosleep.
## whom a connection over the loopback device is to: who sends, or reads and so makes room
$ fdd why --path=10 in/tcp.report | sed -n 2p
1. 90 %, 190.02 ms: app-10 waited for room in a TCP connection that reader-20 reads (in write), which computed, in its own code.
$ sed 's/tcp_sendmsg/tcp_recvmsg/; s/sys_read/sys_sendto/' in/tcp.report >$TMP_T/tcp.report; fdd why --path=10 $TMP_T/tcp.report | sed -n 2p
1. 90 %, 190.02 ms: app-10 waited for data of a TCP connection, from reader-20 (in write), which computed, in its own code.
$ sed 's/tcp_sendmsg/tcp_recvmsg/' in/tcp.report >$TMP_T/tcp.report; fdd why --path=10 $TMP_T/tcp.report | sed -n 2p
1. 90 %, 190.02 ms: app-10 waited for data of a TCP connection, from the network (softirq NET_RX) (in write).
$ awk '/10.210002000/ { next } /10.210000000: sched_waking/ { print "          <idle>-0       [001] d.h..    10.209999000: local_timer_entry: vector=236"; sub("comm=src pid=12", "comm=mid pid=11") } 1' in/path.report >$TMP_T/time-out.report; fdd why --path=10 $TMP_T/time-out.report | sed -n 2p
1. 76 %, 200.01 ms: kid-13 waited for a futex that mid-11 held (in futex), which waited for data of a pipe, from somebody (in read) until a timer woke it.
## what was lost is not known, and no other task is blamed
$ sed 's/.*10.210002000.*/CPU:1 [5 EVENTS DROPPED]/' in/path.report >$TMP_T/trace; fdd why --path=10 $TMP_T/trace 2>/dev/null
app-10, 262.00 ms:
77 % is not known, because events are missing.
1. 19 %, 49.39 ms: kid-13 computed, in its own code.
   perf record -g shows where in its code
2. 4.2 %, 10.90 ms, 2 times: app-10 computed, in its own code; the longest 10.00 ms.
   perf record -g shows where in its code
The rest: 0.0 % start and end, 0.3 % other.
## a CPU that lost events may have run what seems to sleep, but not within one wait
$ awk '/10.210000000: sched_waking/ { print "  b-9 [002] ..... 10.010001000: x: y"; print "CPU:2 [5 EVENTS DROPPED]"; print "  b-9 [002] ..... 10.100000000: x: y" } 1' in/path.report >$TMP_T/gap.report; fdd why --path=10 $TMP_T/gap.report 2>/dev/null | head -n 2
app-10, 262.00 ms:
1. 76 %, 200.01 ms: kid-13 waited for a futex that mid-11 held (in futex), which itself waited for data of a pipe, from src-12 (in read), which slept in nanosleep.
$ sed '/func=futex_wait/d' $TMP_T/gap.report >$TMP_T/gap2.report; fdd why --path=10 $TMP_T/gap2.report 2>/dev/null | head -n 2
app-10, 262.00 ms:
1. 42 %, 110.01 ms: kid-13 slept in futex until mid-11 woke it, which itself waited for data of a pipe, from src-12 (in read), which slept in nanosleep.
## wrong command lines of these
$ fdd why --path=99 in/path.report
fdd why: --path: the trace has no switch of a process 99, or no event sched_switch
[1]
$ fdd why --path=10 -F vfs_read in/path.report
fdd why: --path is of all time of a process: it does not go with filters and other calls
[2]
$ fdd why --path=10 --format=csv in/path.report
fdd why: --format=csv does not apply to why
[2]
$ fdd why --format=json -- true
fdd why: --format=json needs -o FILE: messages go to stderr, where the findings are
[2]
$ fdd why --format=csv -p 1
fdd why: --format=csv does not apply to why
[2]
$ fdd why in/path.report -- true
fdd why: -- COMMAND is recorded: it does not go with a trace to read, 'in/path.report'
[2]
$ fdd why --user no-such-user -- true
fdd why: --user: there is no user 'no-such-user'
[125]
$ fdd why --user nobody -p 1
fdd why: --user goes with -- COMMAND: a process of -p runs already
[2]
$ fdd why --user nobody in/path.report
fdd why: -o, --for, --user, --tracer-module, --user-stacks and --no-user-stacks are for fdd why -- COMMAND and fdd why -p PID
[2]
$ fdd why --for 1s in/path.report
fdd why: -o, --for, --user, --tracer-module, --user-stacks and --no-user-stacks are for fdd why -- COMMAND and fdd why -p PID
[2]
$ fdd why --no-user-stacks in/path.report
fdd why: -o, --for, --user, --tracer-module, --user-stacks and --no-user-stacks are for fdd why -- COMMAND and fdd why -p PID
[2]
$ fdd why --user-stacks=0 -- true
fdd why: --user-stacks: '0' is not a time above 0
[2]
$ fdd why --user-stacks=1ms --no-user-stacks -- true
fdd why: --user-stacks and --no-user-stacks exclude each other
[2]
$ fdd why --for 1s -- true
fdd why: --for goes with -p: COMMAND is recorded until it ends
[2]
$ fdd why -F vfs_read -- true
fdd why: -- COMMAND records and explains all: other options are for its trace
[2]
$ fdd why -p 1-3
fdd why: -p: '1-3' is not a list of process numbers (1,23)
[2]
## a program that sleeps as long as it asked is not slow
$ fdd why --path=10 in/asked.report
app-10, 1.02 s:
Nothing was slow: for 97 % of the time it slept as long as it had asked (clock_nanosleep 97 %).
1. 2.8 %, 28.98 ms, 2 times: app-10 computed, in its own code; the longest 19.98 ms.
   perf record -g shows where in its code
2. 0.1 %, 1.01 ms, 2 times: app-10 kept the kernel at work in clock_nanosleep; the longest 1.00 ms.
   fdd record --tree -t 100us -g '__x64_sys_clock_nanosleep' -- COMMAND
The rest: 0.1 % not known, because events are missing, 0.0 % start and end, 0.0 % other.
## a program that is started and ended most of the time: many short ones
$ fdd why --path=10 in/starts.report
app-10, 150.00 ms:
For 67 % of the time programs were started or ended (true in execve 40 %, app in execve 27 %).
1. 20 %, 30.00 ms: true-11 computed, in its own code.
   perf record -g shows where in its code
2. 13 %, 18.98 ms, 2 times: app-10 computed, in its own code; the longest 9.98 ms.
   perf record -g shows where in its code
The rest: 0.7 % other.
## which disk a sleep was for, and how long that had the request; timeout waits for its child
$ fdd why --path=10 in/disk.report
timeout-10, 501.00 ms:
1. 40 %, 200.00 ms: app-11 waited for the disk (device 253:0) (in fdatasync), which had the request for 5 % of that time.
   its requests waited before the disk had them: io.max and io.stat of its cgroup, iostat -x
2. 40 %, 199.00 ms: app-11 slept in read until a timer woke it (20 %); or app-11 waited for pages of a file from the disk (device 8:16) (in read), which had the request for 100 % of that time (20 %).
   fdd why -p 11 -F '__x64_sys_read' in/disk.report
3. 19 %, 94.70 ms: app-11 computed, in its own code.
   perf record -g shows where in its code
The rest: 0.0 % start and end, 1.5 % other.
$ awk '/1.002000000: sched_switch/ { sub("next_comm=app next_pid=11", "next_comm=swapper/0 next_pid=0"); print; print " <idle>-0 [000] d.... 1.002500000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=11 next_prio=120"; next } 1' in/disk.report >$TMP_T/later.report; fdd why --path=10 $TMP_T/later.report | head -n 2
timeout-10, 501.00 ms:
1. 40 %, 200.00 ms: app-11 waited for the disk (device 253:0) (in fdatasync), which had the request for 5 % of that time.
## the reader of a TCP connection, although a timer sent that there is room
$ fdd why --path=11 in/room.report | head -n 2
sender-11, 103.00 ms:
1. 97 %, 100.00 ms: sender-11 waited for room in a TCP connection that reader-21 reads (in write), which computed, in its own code.
$ sed 's/dest=127.0.0.1:7712/dest=[::1]:7712/; s/sport=7712 dport=40500/sport=7712 dport=40502/' in/room.report >$TMP_T/room.report; fdd why --path=11 $TMP_T/room.report | sed -n 2p
1. 97 %, 100.00 ms: sender-11 waited for room in a TCP connection that the network (softirq NET_RX) reads (in write).
$ sed 's/func=tcp_sendmsg/func=tcp_recvmsg/' in/room.report >$TMP_T/room.report; fdd why --path=11 $TMP_T/room.report | sed -n 2p
1. 97 %, 100.00 ms: sender-11 waited for data of a TCP connection, from the network (softirq NET_RX) (in write).
## one that ends is the answer itself if the program started it, and else one that was waited for
$ fdd why --path=11 in/writer-ends.report | head -n 2
reader-11, 103.00 ms:
1. 97 %, 100.00 ms: reader-11 waited for data of a pipe, from writer-21 (in read), which computed, in its own code.
$ awk '1; NR == 2 { print " reader-11 [000] ..... 1.000000100: sched_process_fork: comm=reader pid=11 child_comm=shell child_pid=20"; print " shell-20 [001] ..... 1.000000200: sched_process_fork: comm=shell pid=20 child_comm=writer child_pid=21" }' in/writer-ends.report >$TMP_T/ends.report; fdd why --path=11 $TMP_T/ends.report | sed -n 2p
1. 97 %, 100.00 ms: writer-21 computed, in its own code.
## the command had its pid before another task, whose birth was lost
$ fdd why --path=11 in/pid-again.report
reader-11, 103.00 ms:
1. 97 %, 100.00 ms: reader-11 waited for data of a pipe, from writer-21 (in read), which computed, in its own code.
   fdd why -p 11 -F '__x64_sys_read' in/pid-again.report
2. 2.5 %, 2.60 ms, 2 times: reader-11 computed, in its own code; the longest 1.80 ms.
   perf record -g shows where in its code
The rest: 0.0 % start and end, 0.4 % other.
## what a worker did for the task that it wakes
$ awk '1; NR == 2 { print " <idle>-0 [001] d.... 100.000015000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=kworker/1:0 next_pid=20 next_prio=120" } /execute_end/ && /222222/ { print " kworker/1:0-20 [001] d.... 100.200035000: sched_switch: prev_comm=kworker/1:0 prev_pid=20 prev_prio=120 prev_state=I ==> next_comm=swapper/1 next_pid=0 next_prio=120" }' in/barrier.report >$TMP_T/worker.report; fdd why --path=10 $TMP_T/worker.report | head -n 2
app-10, 200.03 ms:
1. 100 %, 200.00 ms: app-10 waited for a work item of kworker/1:0-20 (in __flush_work), which had work slow_work to do, and kept the kernel at work.
## what the kernel did in a page fault
$ awk '/1.500000000: sched_waking/ { print " app-11 [000] ..... 1.498000000: func_duration: func=try_to_free_pages calltime=1.420300000 duration=77700.000 depth=1 overrun=0"; print " app-11 [000] ..... 1.499000000: func_duration: func=handle_mm_fault calltime=1.420200000 duration=78800.000 depth=0 overrun=0" } 1' in/disk.report >$TMP_T/busy.report; fdd why --path=10 $TMP_T/busy.report | sed -n 6p
3. 16 %, 78.80 ms: app-11 got memory, in page faults: the kernel freed memory, of which it had too little.
## all slow calls by their causes
$ fdd why --all in/disk.report
__x64_sys_fdatasync: 1 of 1 call took 201.10 ms or longer, 201.10 ms in all
 99.5 %   200.00 ms  waited for the disk (device 253:0) (in fdatasync), which had the request for 5 % of that time
  0.5 %     1.10 ms  other causes
__x64_sys_read: 1 of 2 calls took 101.10 ms or longer, 101.10 ms in all
 97.9 %    99.00 ms  waited for pages of a file from the disk (device 8:16) (in read), which had the request for 100 % of that time
  2.1 %     2.10 ms  kept the kernel at work in read
  0.0 %      200 ns  other causes
$ fdd why --all --threshold 150ms in/disk.report
__x64_sys_fdatasync: 1 of 1 call took 201.10 ms or longer, 201.10 ms in all
 99.5 %   200.00 ms  waited for the disk (device 253:0) (in fdatasync), which had the request for 5 % of that time
  0.5 %     1.10 ms  other causes
$ fdd why --all -n 1 --format=csv in/disk.report
name,calls,slow_calls,least_ns,slow_ns,ns,share,cause
__x64_sys_fdatasync,1,1,201100000,201100000,200000100,0.9945,"waited for the disk (device 253:0) (in fdatasync), which had the request for 5 % of that time"
__x64_sys_fdatasync,1,1,201100000,201100000,1099600,0.0055,kept the kernel at work in fdatasync
__x64_sys_fdatasync,1,1,201100000,201100000,300,0.0000,"was ready to run, on a CPU that was idle (wake-up latency)"
$ fdd why --all --format=json in/asked.report | jq -c .slow
[]
$ fdd why --all -F vfs_read in/disk.report
fdd why: --all is of all calls: it does not go with filters, --path and other calls
[2]
$ fdd why --all --path 10 in/disk.report
fdd why: --all is of all calls: it does not go with filters, --path and other calls
[2]
## a task whose first event wakes it has slept since the trace began
$ grep -v '10.005000000: sched_switch' in/path.report >$TMP_T/trace; fdd why --path=10 $TMP_T/trace | head -n 2
app-10, 262.00 ms:
1. 76 %, 200.01 ms: kid-13 waited for a futex that mid-11 held (in futex), which itself waited for data of a pipe, from src-12 (in read), which slept in nanosleep.
$ sed 's/.*10.005000000: sched_switch.*/CPU:1 [5 EVENTS DROPPED]/' in/path.report >$TMP_T/trace; fdd why --path=10 $TMP_T/trace 2>/dev/null | head -n 2
app-10, 262.00 ms:
77 % is not known, because events are missing.
## a pipe between tasks of the program is followed, as a child is
$ awk '1; NR == 2 { print " reader-11 [000] ..... 1.000000100: sched_process_fork: comm=reader pid=11 child_comm=writer child_pid=21" }' in/writer-ends.report | sed 's/prev_pid=21 prev_prio=120 prev_state=Z/prev_pid=21 prev_prio=120 prev_state=S/' >$TMP_T/own.report; fdd why --path=11 $TMP_T/own.report | sed -n 2p
1. 97 %, 100.00 ms: writer-21 computed, in its own code.
## splice() and sendfile(), a full message queue
$ sed 's/func=pipe_read/func=pipe_wait_writable/' in/writer-ends.report >$TMP_T/splice.report; fdd why --path=11 $TMP_T/splice.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for room in a pipe that writer-21 reads (in read), which computed, in its own code.
$ sed 's/func=pipe_read/func=do_msgsnd/' in/writer-ends.report >$TMP_T/splice.report; fdd why --path=11 $TMP_T/splice.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for room in a System V message queue that writer-21 reads (in read), which computed, in its own code.
$ sed 's/func=pipe_read/func=seccomp_do_user_notification.isra.0/' in/writer-ends.report >$TMP_T/splice.report; fdd why --path=11 $TMP_T/splice.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for a decision on its system call (seccomp), of writer-21 (in read), which computed, in its own code.
## names of tasks in events that have them at a variable place, as on 7.x
$ fdd-gen -n 400 -s 3 -w -f dat >$TMP_T/trace.dat; fdd why --path 1000 --format=json $TMP_T/trace.dat | grep -oE '"task": "[^"]*"' | sort -u
"task": "task0"
"task": "task0-1000"
"task": "task1"
"task": "task5"
"task": "task7"
## names of tasks in switches, where the saved ones are of later tasks
$ fdd-gen -n 400 -s 3 -w -f dat >$TMP_T/now.dat; sed 's/^\(100[0-9]\) task/\1 gone/' $TMP_T/now.dat >$TMP_T/trace.dat; fdd why --path 1000 --format=json $TMP_T/trace.dat | grep -oE '"task": "[^"]*"' | sort -u
"task": "task0"
"task": "task0-1000"
"task": "task1"
"task": "task5"
"task": "task7"
## a lock that a task spins for, by events or by a function, and its owner; there may be several
$ fdd why --path=11 in/spins.report | sed -n 2p
1. 97 %, 100.40 ms: writer-11 kept the kernel at work in pwrite64: it spun for a mutex of the kernel that holder-21 held.
$ sed 's/MUTEX|SPIN/SPIN/' in/spins.report >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 100.40 ms: writer-11 kept the kernel at work in pwrite64: it spun for a spinlock of the kernel that holder-21 held.
$ sed 's/^.*1.001000000: .*/         writer-11       [000] .....     1.101100000: func_duration: func=rwsem_down_write_slowpath calltime=1.001000000 duration=100100.000 depth=1 overrun=0/; /contention/d' in/spins.report >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 100.40 ms: writer-11 kept the kernel at work in pwrite64: it spun for an rwsem of the kernel that holder-21 held.
$ awk '1; /holder-21/ && /pwrite/ { sub("holder-21 ", "hog-31 "); sub("001]", "002]"); print }' in/spins.report >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 100.40 ms: writer-11 kept the kernel at work in pwrite64: it spun for a mutex of the kernel that another task held.
$ awk '1; /holder-21/ && /pwrite/ { sub("holder-21 ", "hog-31 "); sub("001]", "002]"); print }' in/spins.report | sed 's/\[002/[070/' >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 100.40 ms: writer-11 kept the kernel at work in pwrite64: it spun for a mutex of the kernel that another task held.
## a lock that a task sleeps for, by its events
$ awk '/1.101000000/ { print "         holder-21       [001] d....     1.100900000: sched_waking: comm=writer pid=11 prio=120 target_cpu=000"; print "       swapper/0-0       [000] d....     1.100950000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=writer next_pid=11 next_prio=120" } 1; /1.001200000/ { print "         writer-11       [000] d....     1.001300000: sched_switch: prev_comm=writer prev_pid=11 prev_prio=120 prev_state=D ==> next_comm=swapper/0 next_pid=0 next_prio=120" }' in/spins.report >$TMP_T/sleeps.report; fdd why --path=11 $TMP_T/sleeps.report | sed -n 2p
1. 97 %, 99.60 ms: writer-11 waited for a mutex of the kernel that holder-21 held (in pwrite64), which kept the kernel at work in pwrite64.
$ sed 's/MUTEX|SPIN/READ/' $TMP_T/sleeps.report >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 99.60 ms: writer-11 waited for an rwsem of the kernel that holder-21 held (in pwrite64), which kept the kernel at work in pwrite64.
$ sed 's/MUTEX|SPIN/WRITE|PERCPU/' $TMP_T/sleeps.report >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 99.60 ms: writer-11 waited for a per-CPU rwsem of the kernel that holder-21 held (in pwrite64), which kept the kernel at work in pwrite64.
$ sed 's/MUTEX|SPIN/RT/' $TMP_T/sleeps.report >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 99.60 ms: writer-11 waited for an rt_mutex of the kernel that holder-21 held (in pwrite64), which kept the kernel at work in pwrite64.
$ sed 's/MUTEX|SPIN//' $TMP_T/sleeps.report >$TMP_T/lock.report; fdd why --path=11 $TMP_T/lock.report | sed -n 2p
1. 97 %, 99.60 ms: writer-11 waited for a semaphore of the kernel that holder-21 held (in pwrite64), which kept the kernel at work in pwrite64.
## a core dump, in words
$ sed 's/func=__x64_sys_read/func=do_coredump/' in/writer-ends.report >$TMP_T/core.report; fdd why --path=11 $TMP_T/core.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for data of a pipe, from writer-21 (in a core dump), which computed, in its own code.
## other functions that wait
$ for f in inotify_read signalfd_read_iter timerfd_read_iter unix_accept __skb_wait_for_more_packets __lock_sock __down_killable; do sed "s/func=pipe_read/func=$f/" in/writer-ends.report >$TMP_T/waits.report; fdd why --path=11 $TMP_T/waits.report | sed -n 2p; done
1. 97 %, 100.00 ms: reader-11 waited for an event of inotify, by writer-21 (in read), which computed, in its own code.
1. 97 %, 100.00 ms: reader-11 waited for a signal, from writer-21 (in read), which computed, in its own code.
1. 97 %, 100.00 ms: reader-11 waited for a timer that it had set (timerfd) (in read), which computed, in its own code.
1. 97 %, 100.00 ms: reader-11 waited for a connection to its unix socket, from writer-21 (in read), which computed, in its own code.
1. 97 %, 100.00 ms: reader-11 waited for data of a socket, from writer-21 (in read), which computed, in its own code.
1. 97 %, 100.00 ms: reader-11 waited for a socket that writer-21 used (in read), which computed, in its own code.
1. 97 %, 100.00 ms: reader-11 waited for a semaphore of the kernel that writer-21 held (in read), which computed, in its own code.
## a task of the program that continues its work, and never sleeps until its end
$ awk 'NR == 3 { print " reader-11 [000] ..... 1.000000100: sched_process_fork: comm=reader pid=11 child_comm=writer child_pid=21" } /1.102000000/ { for (i = 10; i < 40; i++) print " writer-21 [001] ..... 1.1011" i "000: func_duration: func=__x64_sys_getppid calltime=1.1011" i "000 duration=0.500 depth=0 overrun=0" } 1' in/writer-ends.report | sed 's/pipe_read/futex_wait/' >$TMP_T/goes-on.report; fdd why --path=11 $TMP_T/goes-on.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for a futex that writer-21 held (in read), which computed, in its own code.
## what calls wait for more than in another trace
$ awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+\.[0-9]+:$/ && $i + 0 > 1.305) $i = sprintf("%.9f:", $i + 0.1) } { gsub("-11", "-31"); gsub("pid=11 ", "pid=31 "); sub("calltime=1.319", "calltime=1.419"); sub("=200900", "=300900"); sub("=201100", "=301100") } 1' in/disk.report >$TMP_T/later.report; fdd diff --causes in/disk.report $TMP_T/later.report
 Time(us) A  Time(us) B       change  Calls A Calls B  Function                       Cause
 200000.100  300000.100  +100000.000        1       1  __x64_sys_fdatasync            waited for the disk (device 253:0) (in fdatasync)
$ fdd diff --causes --format=csv --threshold 150ms $TMP_T/later.report in/disk.report
name,calls_a,calls_b,ns_a,ns_b,cause
__x64_sys_fdatasync,1,1,300000100,200000100,waited for the disk (device 253:0) (in fdatasync)
$ fdd diff --causes --format=json -n 1 in/disk.report $TMP_T/later.report | jq -c .causes
[{"name":"__x64_sys_fdatasync","cause":"waited for the disk (device 253:0) (in fdatasync)","before":{"calls":1,"ns":200000100},"after":{"calls":1,"ns":300000100}}]
$ fdd diff --causes in/disk.report in/disk.report
no difference
$ fdd diff --causes -n 3 in/slow.report in/disk.report
 Time(us) A  Time(us) B       change  Calls A Calls B  Function                       Cause
      0.000  200000.100  +200000.100        0       1  __x64_sys_fdatasync            waited for the disk (device 253:0) (in fdatasync)
      0.000  100000.100  +100000.100        0       2  __x64_sys_read                 slept in read until a timer woke it
      0.000   99000.200   +99000.200        0       2  __x64_sys_read                 waited for pages of a file from the disk (device 8:16) (in read)
$ fdd diff --causes -F vfs_read in/disk.report in/disk.report
fdd diff: --causes is of all calls: it does not go with filters and --by
[2]
$ fdd diff --causes in/before.stat in/disk.report
fdd diff: --causes needs traces: statistics do not say what the time was spent on
[2]
$ fdd diff --threshold 1ms in/disk.report in/disk.report
fdd diff: --threshold needs --causes
[2]
$ fdd diff --causes in/disk.report in/unasked.nosuch
fdd diff: in/unasked.nosuch: No such file or directory
[1]
## a task that ran since the trace began: its CPU has no switch to it, or none at all; unless events are missing
$ sed '/swapper\/1-0 /d' in/writer-ends.report >$TMP_T/first.report; fdd why --path=11 $TMP_T/first.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for data of a pipe, from writer-21 (in read), which computed, in its own code.
$ sed '/swapper\/1-0 /d; /prev_pid=21/d' in/writer-ends.report >$TMP_T/first.report; fdd why --path=11 $TMP_T/first.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for data of a pipe, from writer-21 (in read), which computed, in its own code.
$ sed 's/.*swapper\/1-0 .*/CPU:1 [5 EVENTS DROPPED]/' in/writer-ends.report >$TMP_T/first.report; fdd why --path=11 $TMP_T/first.report 2>/dev/null | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for data of a pipe, from writer (in read).
$ sed 's/.*swapper\/1-0 .*/            hog-31       [001] ..... 1.000100000: softirq_entry: vec=1 [action=TIMER]/' in/writer-ends.report >$TMP_T/first.report; fdd why --path=11 $TMP_T/first.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for data of a pipe, from writer (in read).
## a futex with priority inheritance, or an rt_mutex, that a task spins for: the holder wakes one that does not sleep
$ for f in futex_lock_pi rt_mutex_slowlock_block.constprop.0; do sed "/1.001000000/d; /1.101000600/d; s/func=pipe_read/func=$f/" in/writer-ends.report >$TMP_T/spin.report; fdd why --path=11 $TMP_T/spin.report | sed -n 2p; done
1. 97 %, 100.20 ms: reader-11 waited for a futex that writer-21 held (in read), which computed, in its own code.
1. 97 %, 100.20 ms: reader-11 waited for an rt_mutex of the kernel that writer-21 held (in read), which computed, in its own code.
## calls that had not returned when the trace ended, and where their tasks stood
$ fdd why in/unreturned.txt
1. vfs_read took 300.00 us in reader-101: 100 % of it running: vfs_read 295.000 us, rw_verify_area 5.000 us.
   fdd why -F 'vfs_read' in/unreturned.txt

Not returned when the trace ended:
- vfs_read in reader-101 for 900.00 ms, since 10.100000000: asleep (S) for 899.60 ms, in schedule < anon_pipe_read < vfs_read; it waited for data of a pipe, from another task
- ext4_sync_file in writer-104 for 600.00 ms, since 10.400000000: ready for 400.00 ms, but CPU 0 ran spinner-105, in schedule < jbd2_log_wait_commit < ext4_sync_file
- do_sys_openat2 in spinner-105 for 500.00 ms, since 10.500000000: running for 500.00 ms on CPU 0, in path_openat < do_sys_openat2
- 1 other call, for less than a ms
- 2 tasks waited by habit (1 in do_epoll_wait, 1 in worker_thread)
$ fdd why --format=json in/unreturned.txt | jq -c '.unreturned | (.calls[] | [.name, .task, .open_ns, .kind, .kind_ns, .state, .runner, .in, .waits_for]), .idle_calls, [.others, .idle]'
["vfs_read","reader-101",900000000,"asleep",899600000,"S",null,["schedule","anon_pipe_read","vfs_read"],"data of a pipe, from another task"]
["ext4_sync_file","writer-104",600000000,"waiting",400000000,null,"spinner-105",["schedule","jbd2_log_wait_commit","ext4_sync_file"],null]
["do_sys_openat2","spinner-105",500000000,"running",500000000,null,null,["path_openat","do_sys_openat2"],null]
["vfs_open","cat-108",0,"running",0,null,null,["vfs_open"],null]
[{"name":"do_epoll_wait","tasks":1},{"name":"worker_thread","tasks":1}]
[0,2]
$ fdd why --comm=writer in/unreturned.txt
Not returned when the trace ended:
- ext4_sync_file in writer-104 for 600.00 ms, since 10.400000000: ready for 400.00 ms, but CPU 0 ran <...>-105, in schedule < jbd2_log_wait_commit < ext4_sync_file
$ fdd why -F vfs_read in/unreturned.txt
vfs_read  300.000 us  reader-101, CPU 0, at 10.000000000  (p50 of 1 recorded call: 300.00 us)
       300.000 us 100 %  running: vfs_read 295.000 us, rw_verify_area 5.000 us
    note: with the events of irq, interrupts on top of it
$ grep -v sched_ in/unreturned.txt >$TMP_T/trace; fdd why $TMP_T/trace | sed -n '/^Not/,$p'
Not returned when the trace ended:
- vfs_read in reader-101 for 900.00 ms, since 10.100000000: asleep for 899.70 ms, in schedule < anon_pipe_read < vfs_read; it waited for data of a pipe, from another task
- ext4_sync_file in writer-104 for 600.00 ms, since 10.400000000: asleep for 599.80 ms, in schedule < jbd2_log_wait_commit < ext4_sync_file; it waited for the commit of the file system's journal, by another task
- do_sys_openat2 in spinner-105 for 500.00 ms, since 10.500000000: its state is not known, in path_openat < do_sys_openat2
- 1 other call, for less than a ms
- 2 tasks waited by habit (1 in do_epoll_wait, 1 in worker_thread)
  note: with the event sched_switch, whether they ran or slept
$ sed '/sched_waking/a CPU:1 [LOST 5 EVENTS]' in/unreturned.txt >$TMP_T/trace; fdd why $TMP_T/trace 2>/dev/null | sed -n '/^Not/,$p'
Not returned when the trace ended:
- vfs_read in reader-101 for 900.00 ms, since 10.100000000: asleep (S) for 899.60 ms, in schedule < anon_pipe_read < vfs_read; it waited for data of a pipe, from another task; events were lost since then: it may have returned
- ext4_sync_file in writer-104 for 600.00 ms, since 10.400000000: ready for 400.00 ms, but CPU 0 ran spinner-105, in schedule < jbd2_log_wait_commit < ext4_sync_file; events were lost since then: it may have returned
- do_sys_openat2 in spinner-105 for 500.00 ms, since 10.500000000: running for 500.00 ms on CPU 0, in path_openat < do_sys_openat2; events were lost since then: it may have returned
- 1 other call, for less than a ms
- 2 tasks waited by habit (1 in do_epoll_wait, 1 in worker_thread)
## calls that were open when fdd record ended: its last markers; a task that returned meanwhile is none
$ fdd why in/open-marks.report | sed -n '/^Not/,$p'
Not returned when the trace ended:
- vfs_read in reader-101 for 900.00 ms, since 10.100000000: asleep (S) for 800.00 ms, in anon_pipe_read < vfs_read; it waited for data of a pipe, from another task
- vfs_fsync in a writer-102 for 500.00 ms, since 10.500000000: asleep (D), in jbd2_log_wait_commit < ext4_sync_file [ext4] < vfs_fsync; it waited for the commit of the file system's journal, by another task
- do_sys_openat2 in spinner-103 for 300.00 ms, since 10.700000000: running on CPU 1
- ksys_read in stays-106 for 200.00 ms, since 10.800000000: asleep (D), in vfs_read < ksys_read
- 1 task waited by habit (1 in do_epoll_wait)
- 2 more tasks: fdd record saves the calls of 1024 at most
$ fdd why --format=json in/open-marks.report | jq -c '.unreturned | (.calls[] | [.name, .task, .cpu, .open_ns, .kind, .kind_ns, .state, .in]), .left_out'
["vfs_read","reader-101",0,900000000,"asleep",800000000,"S",["anon_pipe_read","vfs_read"]]
["vfs_fsync","a writer-102",1,500000000,"asleep",null,"D",["jbd2_log_wait_commit","ext4_sync_file [ext4]","vfs_fsync"]]
["do_sys_openat2","spinner-103",1,300000000,"running",null,null,["do_sys_openat2"]]
["ksys_read","stays-106",0,200000000,"asleep",null,"D",["vfs_read","ksys_read"]]
2
$ fdd why --comm='a writer' in/open-marks.report
Not returned when the trace ended:
- vfs_fsync in a writer-102 for 500.00 ms, since 10.500000000: asleep (D), in jbd2_log_wait_commit < ext4_sync_file [ext4] < vfs_fsync; it waited for the commit of the file system's journal, by another task
- 2 more tasks: fdd record saves the calls of 1024 at most
$ sed '/from=0.*a.040writer/d' in/open-marks.report >$TMP_T/trace; fdd why $TMP_T/trace | sed -n '/^Not/,$p' | wc -l
6
$ sed '/tasks=6/d' in/open-marks.report >$TMP_T/trace; fdd why $TMP_T/trace | sed -n '/^Not/,$p'
Not returned when the trace ended:
- vfs_read in former-900 for 1.00 s, since 8.000000000: asleep (D)
$ grep -v func_duration in/open-marks.report >$TMP_T/trace; fdd why $TMP_T/trace | head -n 2
Not returned when the trace ended:
- ksys_read in returns-105 for 2.10 s, since 8.900000000: asleep (D), in vfs_read < ksys_read
$ fdd -z in/open-marks.report | grep markers
  markers                0
## calls that had not returned are all that the trace has
$ fdd why in/syscalls.report
Not returned when the trace ended:
- read in reader-101 for 900.00 ms, since 10.100000000: asleep (S) for 899.60 ms
- flock in flocker-102 for 800.00 ms, since 10.200000000: asleep (D) for 799.60 ms
- system call 1 in opener-104 for 600.00 ms, since 10.400002000: running for 600.00 ms on CPU 1
- 1 task waited by habit (1 in epoll_wait)
$ fdd why --format=json in/syscalls.report | jq -c '.why, [.unreturned.calls[] | .name, .in], .unreturned.idle_calls'
[]
["read",["read"],"flock",["flock"],"system call 1",["system call 1"]]
[{"name":"epoll_wait","tasks":1}]
$ fdd why --pid=101 in/syscalls.report
Not returned when the trace ended:
- read in reader-101 for 900.00 ms, since 10.100000000: asleep (S) for 899.60 ms
$ fdd why --pid=99 in/syscalls.report
fdd why: --pid 99: no call has such a PID; the trace has 104, 102, 103, 101
[1]
## a lock for which a task contended when the trace ended
$ (cat in/syscalls.report; echo '         flocker-102   [000] ..... 10.200300: contention_begin: 0xffff8a3804f5d6d8 (flags=MUTEX)'; echo '          opener-104   [000] ..... 10.400300: contention_begin: 0xffff8a3804f5d6d8 (flags=SPIN)') | sort -s -k 4n >$TMP_T/lock.report; fdd why $TMP_T/lock.report
Not returned when the trace ended:
- read in reader-101 for 900.00 ms, since 10.100000000: asleep (S) for 899.60 ms
- flock in flocker-102 for 800.00 ms, since 10.200000000: asleep (D) for 799.60 ms; it waited for a mutex of the kernel that another task held
- system call 1 in opener-104 for 600.00 ms, since 10.400002000: running for 600.00 ms on CPU 1; it spun for a spinlock of the kernel that another task held
- 1 task waited by habit (1 in epoll_wait)
## where the time of a program went, up to the call that had not returned
$ fdd why --path=101 in/unreturned.txt
reader-101, 700.10 ms:
1. 86 %, 599.80 ms: reader-101 waited for data of a pipe, from somebody (in vfs_read).
   fdd why -p 101 -F 'vfs_read' in/unreturned.txt
2. 14 %, 99.70 ms: reader-101 computed, in its own code.
   perf record -g shows where in its code
The rest: 0.0 % start and end, 0.1 % other.
$ fdd why --path=104 in/unreturned.txt
writer-104, 400.00 ms:
1. 50 %, 199.70 ms: writer-104 waited for the commit of the file system's journal, by waker (in ext4_sync_file).
   fdd why -p 104 -F 'ext4_sync_file' in/unreturned.txt
2. 25 %, 100.20 ms: writer-104 was ready to run, but spinner had its CPU.
   other CPUs (taskset, cpuset), or a lower priority of that task (nice)
3. 25 %, 99.80 ms: writer-104 computed, in its own code.
   perf record -g shows where in its code
The rest: 0.0 % start and end, 0.1 % other.
$ fdd why --path=105 in/unreturned.txt
spinner-105, 299.90 ms:
1. 67 %, 200.20 ms: spinner-105 kept the kernel at work in do_sys_openat2.
   fdd record --tree -t 100us -g 'do_sys_openat2' -- COMMAND
2. 33 %, 99.70 ms: spinner-105 computed, in its own code.
   perf record -g shows where in its code
$ fdd why --path=102 in/syscalls.report
flocker-102, 899.60 ms:
1. 89 %, 799.60 ms: flocker-102 slept in flock.
   fdd why -p 102 in/syscalls.report
2. 11 %, 99.60 ms: flocker-102 computed, in its own code.
   perf record -g shows where in its code
The rest: 0.0 % start and end, 0.0 % other.
$ (sed '$d' in/syscalls.report; echo 'CPU:1 [LOST 5 EVENTS]'; tail -n 1 in/syscalls.report) >$TMP_T/lost.report; fdd why --path=102 $TMP_T/lost.report 2>/dev/null
flocker-102, 899.60 ms:
89 % is not known, because events are missing.
1. 11 %, 100.00 ms: flocker-102 computed, in its own code.
   perf record -g shows where in its code
## a wait for events that a disk ends, as of asynchronous I/O, is not a wish of the program
$ sed 's/__x64_sys_\(read\|fdatasync\)/__x64_sys_io_getevents/; s/filemap_read\|submit_bio_wait/read_events/' in/disk.report >$TMP_T/aio.report; fdd why --path=10 $TMP_T/aio.report | sed -n '2p; $p'
1. 60 %, 299.00 ms: app-11 waited for a completion of asynchronous I/O (device 253:0) (in io_getevents), which had the request for 5 % of that time (40 %); or app-11 waited for a completion of asynchronous I/O (device 8:16) (in io_getevents), which had the request for 100 % of that time (20 %).
The rest: 20 % slept as long as it had asked (io_getevents until its time-out 20 %), 0.0 % start and end, 1.5 % other.
## a worker that was idle hands on what another task did, as in a terminal; one that had work before does not
$ fdd why --path=11 in/hands-on.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for input of a terminal, from typist-21 (in read), which computed, in its own code.
$ awk '/execute_start/ { a = $0; sub("11111111: function flush_to_ldisc", "22222222: function other_work", a); print a; sub("execute_start", "execute_end", a); sub("1.101000200", "1.101000250", a); print a; sub("1.101000200", "1.101000300") } 1' in/hands-on.report >$TMP_T/worked.report; fdd why --path=11 $TMP_T/worked.report | sed -n 2p
1. 97 %, 100.00 ms: reader-11 waited for input of a terminal, from kworker/u8:1-40 (in read), which itself slept outside of recorded calls until typist-21 woke it, which computed, in its own code.
## a connection that is closed before it was read, and lingers
$ sed 's/tcp_sendmsg/sk_stream_wait_close/; s/sys_write/sys_close/' in/room.report >$TMP_T/close.report; fdd why --path=11 $TMP_T/close.report | sed -n 2p
1. 97 %, 100.00 ms: sender-11 waited for reader-21 to take what was sent (in close), which computed, in its own code.
$ sed 's/tcp_sendmsg/sk_stream_wait_close/; s/sys_write/sys_close/; s/dest=127.0.0.1:7712/dest=127.0.0.2:7713/' in/room.report >$TMP_T/close.report; fdd why --path=11 $TMP_T/close.report | sed -n 2p
1. 97 %, 100.00 ms: sender-11 waited for the network (softirq NET_RX) to take what was sent (in close).
$ sed 's/tcp_sendmsg/sk_stream_wait_close/; s/sys_write/sys_close/; s/tcp_probe: .*/inet_sock_set_state: family=AF_INET protocol=IPPROTO_TCP sport=40500 dport=7712 saddr=127.0.0.1 daddr=127.0.0.1 saddrv6=::ffff:127.0.0.1 daddrv6=::ffff:127.0.0.1 oldstate=TCP_FIN_WAIT1 newstate=TCP_FIN_WAIT2/' in/room.report >$TMP_T/close.report; fdd why --path=11 $TMP_T/close.report | sed -n 2p
1. 97 %, 100.00 ms: sender-11 waited for reader-21 to take what was sent (in close), which computed, in its own code.
$ sed -i '/inet_sock_set_state/s/ d.s.. / d.... /' $TMP_T/close.report; fdd why --path=11 $TMP_T/close.report | sed -n 2p
1. 97 %, 100.00 ms: sender-11 waited for the network (softirq NET_RX) to take what was sent (in close).
## a wait that signals and time-outs interrupt, and that is begun again, is for the one that ends it
$ fdd why --path=11 in/interrupted.report | sed -n 2p
1. 95 %, 98.00 ms, 3 times: reader-11 waited for data of a pipe, from writer-21 (in read), which computed, in its own code; the longest 39.00 ms.
$ sed 's/sys_rt_sigreturn/sys_close/' in/interrupted.report >$TMP_T/interrupted.report; fdd why --path=11 $TMP_T/interrupted.report | sed -n 2p
1. 95 %, 98.00 ms, 2 times: reader-11 waited for data of a pipe, from writer-21 (in read), which computed, in its own code (66 %); or reader-11 waited for data of a pipe, from storm-31 (in read), which computed, in its own code (29 %); the longest 39.00 ms.
## workers of the kernel that woke each other
$ fdd why --path=10 in/workers-wake.report | head -n 2
app-10, 1.00 s:
1. 100 %, 1.00 s: app-10 slept in read until kworker/0:1-20 woke it, which itself slept outside of recorded calls until kworker/1:1-21 woke it, which slept outside of recorded calls until kworker/0:1 woke it.
## several causes of one call: the wait is named that is most of it, although its owners did different things
$ fdd why --path=11 in/owners.report | sed -n 2p
1. 93 %, 70.00 ms, 2 times: reader-11 waited for a mutex of the kernel that holder-31 held (in read), which computed, in its own code (53 %); or reader-11 waited for data of a pipe, from writer-21 (in read), which computed, in its own code (40 %); the longest 20.00 ms.
## the same waits for a task with another number are no difference
$ sed 's/writer-21/writer-22/; s/pid=21/pid=22/g' in/writer-ends.report >$TMP_T/again.report; fdd diff --causes in/writer-ends.report $TMP_T/again.report
no difference
## calls that were not recorded after some time, since that would have cost too much
$ fdd why --path=11 in/partly.report | tail -n 1
After 101.00 ms these were not recorded, and their time is estimated from what was before: calls under 100 us, calls of __x64_sys_getppid.
$ fdd why --path=11 --format=json in/partly.report | tr -d ' \n' | grep -o '"partly":[^]]*]'
"partly":["callsunder100us","callsof__x64_sys_getppid"]
## their time is divided as before, and the sum is exact
$ fdd why --path=11 in/partly-run.report | grep '^[0-9T]'
1. 42 %, 540.00 ms, 3 times: worker-11 kept the kernel at work in getuid; the longest 20.00 ms.
2. 42 %, 540.00 ms, 3 times: worker-11 computed, in its own code; the longest 20.00 ms.
3. 15 %, 200.00 ms: worker-11 was ready to run, but later had its CPU.
The rest: 0.0 % start and end, 1.5 % other.
$ fdd why --path=11 --format=json in/partly-run.report | jq '[.. | objects | select(has("account"))][0] | .ns - ([.account[].ns] | add)'
0
## of a program that was not there before, it is said that they may be missing
$ fdd why --path=12 in/partly-run.report | sed -n 2p
1. 100 %, 200.00 ms: later-12 computed, in its own code or in calls that were not recorded.
## a shell that is killed together with its pipeline waited for the command that was busy
$ fdd why --path=11 in/killed-pipeline.report | sed -n 2p
1. 100 %, 499.90 ms: busy-13 computed, in its own code.
## calls that slept as long as they had asked, and no others
$ printf ' a-1 [000] .....     %s: func_duration:        func=hrtimer_nanosleep calltime=%s duration=100000.000 depth=0 overrun=0\n' 1.200000000 1.000000000 1.400000000 1.300000000 > $TMP_T/alike.report; fdd why $TMP_T/alike.report 2>&1 | sed 's/.*report: //'
no call stands out: there are only sleeps of the requested length, and -F FUNCTION explains them
## arguments and return values that slow calls have, and ordinary ones have not
$ fdd why --contrast -F vfs_write --threshold 1ms in/values.report | sed -n 2,3p
argument 3 was 4194304 or more in 100 % of the slow calls, and in 0 % of the ordinary ones
the return value was -12 or less in 100 % of the slow calls, and in 0 % of the ordinary ones
$ fdd why --contrast -F vfs_write --threshold 1ms --format=json in/values.report | tr -d '\n' | grep -o '"values":[^]]*]' | tr -d ' '
"values":[{"name":"argument3","at_least":4194304,"of_slow":1,"of_ordinary":0},{"name":"thereturnvalue","at_most":-12,"of_slow":1,"of_ordinary":0}]
$ sed 's/0x40000[0-5]/0x1000/' in/values.report >$TMP_T/values.report; fdd why --contrast -F vfs_write --threshold 1ms $TMP_T/values.report | sed -n '/argument/p'

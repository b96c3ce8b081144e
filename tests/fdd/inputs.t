## the six formats of lines, and other output with calls
$ fdd -d in/shapes.txt
0)   100.123456789 |   576.000 |      (unknown) /* caller filtered */
0)   100.123456789 |    10.167 |              mem_serial_in /* caller filtered */
0)   582.159156000 |     9.833 |    fd_install /* caller filtered */
0)   662.103518745 |    13.000 |    rt_spin_unlock /* caller unknown */
0)   662.203518745 |    13.000 |    no_cpu_column /* caller unknown */
0)   706.541604750 |    13.834 |kmem_cache_alloc
0)   706.541604750 |    13.834 |no_cpu_but_task
$ fdd -d in/graph.txt
1)    23.999019500 |  1000.500 |vfs_read [ext4]
0)    24.000001000 |     9.000 |do_sys_openat2 ret=-2
0)    24.000002000 |     0.500 |  getname
0)    24.000003000 |     2.500 |  sysvec_apic_timer_interrupt /* interrupt */
0)    24.000004000 |     1.000 |    irq_enter_rcu
0)    24.000007000 |     1.500 |  do_filp_open(dfd=-100, s="a) {") ret=-2
1)    24.000025000 |     5.000 |(unknown)
$ fdd -d in/nanos.txt
0)     0.000000000 |   208.173 |mcache_alloc
0)     0.000000000 |   207.666 |  runtime_memcpy
0)     0.000207666 |     0.071 |  runtime_memcpy
1)     0.000207737 |     1.250 |timer_service
0)     0.000208987 |     0.077 |  objcache_allocate
0)     0.000209064 |     0.093 |install_fallback_fault_handler
0)     0.000209157 |     5.000 |frame_return
$ fdd -d in/report.txt
fdd: warning: in/report.txt: at least 7 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
1)    21.757756069 |   434.208 |ksys_write
1)    21.757761587 |    54.782 |  vfs_write
0)    21.799990000 |     9.000 |handler [mod] /* interrupt */
1)    21.799999000 |           |/* 7 events lost */
1)    21.881159000 |           |/* a marker: here */
1)    21.900000000 |           |/* sched_switch:         sh:180 [120] S ==> swapper/1:0 [120] */
0)    22.456780000 |     8.000 |vfs_open
0)    22.456999296 |     8.000 |0xffffffffab9b9254
$ fdd -z in/report.txt
fdd: warning: in/report.txt: at least 7 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
report.txt: text
  lines                  10
  bytes                  1035
  calls                  5
  markers                1
  other events           1
  first call             21.757756069 s
  last return            22.457007296 s
  span                   0.699251227 s
  wall clock             not known
  places with loss       1
  events lost, counted   7
  overwritten            0
  most overruns          3
  not parsed             0
  returns, no entry      0
  entries, no return     0
  switches of tasks      1
  switches, no time      0
  wake-ups               0
  cut off at the end     no
  call times             yes
  tasks named            yes
  interrupts marked      yes
selected
  functions              5
  calls                  5
  sum of self times      459.208 us
  total of outermost     459.208 us
  without caller         3
  behind a gap           0
  caller filtered        0
  caller unknown         0
  first of an interrupt  1
## stdin; the format is detected from the content, not from the name
$ fdd -f f -n 1 - < in/basic.txt
Function
------------------------------
ksys_read
$ cp in/basic.txt $TMP_T/x.gz && fdd -f f -n 1 $TMP_T/x.gz
Function
------------------------------
ksys_read
## compressed
$ gzip -c in/basic.txt > $TMP_T/a.txt && fdd -f f -n 1 $TMP_T/a.txt
Function
------------------------------
ksys_read
$ xz -c in/basic.txt > $TMP_T/a.txt && fdd -f f -n 1 - < $TMP_T/a.txt
Function
------------------------------
ksys_read
$ zstd -qc in/basic.txt > $TMP_T/b.txt && fdd -f f -n 1 $TMP_T/b.txt
Function
------------------------------
ksys_read
$ (gzip -c in/basic.txt; gzip -c in/after.txt) > $TMP_T/c && fdd -f fc $TMP_T/c
Function                       Calls
------------------------------ -----
ksys_read                          1
vfs_read [ext4]                    1
do_sys_openat2                     4
do_filp_open                       4
kmem_cache_alloc                   4
brand_new                          1
$ gzip -c in/basic.txt | head -c 150 > $TMP_T/d; fdd -f f -n 1 $TMP_T/d 2>&1 | sed "s,$TMP_T/,,"
fdd: warning: d: is truncated
fdd: d: has no calls; its tracer was function_duration
Function
------------------------------
$ (gzip -c in/basic.txt; echo garbage) > $TMP_T/e; fdd -f f -n 1 $TMP_T/e 2>&1 | sed "s,$TMP_T/,,"
fdd: e: damaged gzip data at byte 306: incorrect header check
fdd: warning: e: is truncated
Function
------------------------------
ksys_read
## not a trace
$ fdd in/nothing-here.txt
fdd: in/nothing-here.txt: No such file or directory
[1]
$ fdd in
fdd: in: is a directory; name the trace file in it
[1]
$ : > $TMP_T/empty; fdd $TMP_T/empty 2>&1 | sed "s,$TMP_T/,,"
fdd: warning: empty: is empty
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
$ echo hello world | fdd -
fdd: -:1: not a trace that fdd can read: 'hello world'
[1]
$ head -c 300 /bin/true | fdd - 2>&1 | tr -cd ' -~\n' | cut -c 1-60; test ${PIPESTATUS[1]} -eq 1
fdd: -: not a trace that fdd can read: not even one line
$ head -n 4 in/basic.txt | fdd -
fdd: -: has no calls; its tracer was function_duration
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
## truncated
$ head -c 697 in/basic.txt | fdd -f f -
fdd: warning: -: is truncated
Function
------------------------------
ksys_read
vfs_read [ext4]
do_sys_openat2
do_filp_open
kmem_cache_alloc
## lines that cannot be parsed are counted and reported
$ (cat in/basic.txt; echo what is this; echo and this) | fdd -f f -n 1 -
fdd: warning: -: cannot parse 2 lines; the first is line 13: 'what is this'
Function
------------------------------
ksys_read
$ (cat in/basic.txt; echo what is this) | fdd --debug -f f -n 1 -
fdd: debug: -:13: cannot parse: what is this
fdd: warning: -: cannot parse 1 line; the first is line 13: 'what is this'
Function
------------------------------
ksys_read
$ (cat in/basic.txt; head -c 3000000 /dev/zero | tr '\0' x; echo; cat in/basic.txt) | fdd -f f -n 1 - 2>&1 | cut -c 1-70
fdd: warning: -: cannot parse 1 line; the first is line 13: 'xxxxxxxxx
Function
------------------------------
ksys_read
## a record with a negative type, which no event has, is no call
$ cd $TMP_T; fdd-gen -n 200 -s 3 -w -f dat >a.dat; sed 's/\(common_type;\toffset:0;\tsize:2;\tsigned:\)0/\11/; s/\xdd\x05/\xff\xff/g' a.dat >b.dat; fdd -f fc a.dat | sort >a; fdd -f fc b.dat 2>&1 | sort | diff a -
30a31
> fdd: warning: b.dat: cannot parse 15 records; the first is at byte 24576: ''
[1]
## a field of an event whose name ends with that of another one is not taken for it
$ echo ' a-9 [000] ..... 101.000000: func_duration: my_func=wrong func=vfs_read old_calltime=1.000000000 calltime=100.900000000 min_duration=7.000 duration=1.000 prev_depth=9 depth=0 overrun=0' | fdd --calls --format=csv - | cut -d , -f 5,6,8,10
calltime_ns,duration_ns,depth,name
100900000000,1000,0,vfs_read
## one of several traces is missing: no result of the rest
$ fdd -f f -n 1 in/missing.txt in/basic.txt
fdd: in/missing.txt: No such file or directory
[1]
## the reader of the output ends
$ fdd-gen -n 20000 > $TMP_T/long.txt; fdd -d $TMP_T/long.txt | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}
1
$ fdd -h >/dev/full; fdd export -h >/dev/full; fdd --version >/dev/full
fdd: stdout: No space left on device
fdd export: stdout: No space left on device
fdd: stdout: No space left on device
[1]
$ fdd in/basic.txt > /dev/full
fdd: stdout: No space left on device
[1]
## a name ends at a semicolon
$ echo ' 0)   1.000000001 |    1.000 us    |  foo;' | fdd -f f -
Function
------------------------------
foo
## tasks with the same name take turns on a CPU
$ fdd --by=task -f fct in/alike.txt
Task                           Calls Total(us)
------------------------------ ----- ---------
ls-1                               4    53.000
ls-12                              2    10.000
## between the marks of an interrupt, with call times
$ fdd -f fctl in/irq-marks.txt
Function                       Calls Total(us) Self(us)
------------------------------ ----- --------- --------
outer                              1    10.000    9.200
handler                            1     2.000    2.000
after                              1     0.500    0.500
before                             1     0.300    0.300
## a CPU switches to another task
$ fdd --by=task -f fct in/switches.txt
Task                           Calls Total(us)
------------------------------ ----- ---------
c-9                                1     8.000
(unknown)                          1     4.000
b-8                                1     2.000
(unknown)                          1     1.000
## an instance, compressed by trace-cmd 3.1
$ fdd -f fctl in/instance-3.1.dat.xz
Function                       Calls Total(us) Self(us)
------------------------------ ----- --------- --------
vfs_read                          23   499.235  412.042
read_zero                         20    87.193   87.193
$ fdd -d -n 5 -F read_zero in/instance-3.1.dat.xz
0)    30.760507707 |    81.323 |  read_zero
0)    30.760806644 |     0.884 |  read_zero
0)    30.760816180 |     0.360 |  read_zero
0)    30.760819705 |     0.303 |  read_zero
0)    30.760822901 |     0.307 |  read_zero
$ fdd --by=label -f fc in/instance-3.1.dat.xz
Label                          Calls
------------------------------ -----
instance-3.1.dat.xz               43
## records with details
$ fdd in/details.txt
fdd: time asleep and waiting for a CPU was recorded with the calls (duration-sleep)
Function                       Calls Total(us)   Avg(us)  Self(us) Asleep(us) Mark
------------------------------ ----- --------- --------- --------- ---------- ----
calls_sleep [calls]                1 78630.920 78630.920 78630.920  76756.400 
calls_nest2 [calls]                1   200.438   200.438   160.662      0.000 
calls_nest1 [calls]                1    39.776    39.776    39.776      0.000 
calls_leaf [calls]                 2    18.035     9.018    18.035      0.000 
$ fdd -d in/details.txt
1)   604.528751148 |   200.438 |calls_nest2 [calls] ret=0xffffffffc060f1d0 <-calls_nest3 [calls]
1)   604.528786119 |    39.776 |  calls_nest1 [calls] ret=0xffffffffc060f1d0 <-calls_nest2 [calls]
0)   604.557282641 | 78630.920 |calls_sleep [calls] ret=0 asleep=76756.400 waiting=481.802 <-call_sleep [calls]
0)   604.640948540 |    16.662 |calls_leaf [calls] ret=0xffffffffc060f030 <-call_leaf [calls]
0)   604.641007129 |     1.373 |calls_leaf [calls] ret=0xffffffffc060f030 <-call_leaf [calls]
0)   604.641008502 |           |/* hello */
$ fdd -d --format=csv in/details.txt
label,cpu,pid,comm,calltime_ns,duration_ns,self_ns,depth,kind,name,asleep_ns,waiting_ns,irqs_ns,from,args,retval
details.txt,1,-1,,604528751148,200438,160662,0,none,calls_nest2 [calls],0,0,,calls_nest3 [calls],,-1067388464
details.txt,1,-1,,604528786119,39776,39776,1,direct,calls_nest1 [calls],0,0,,calls_nest2 [calls],,-1067388464
details.txt,0,-1,,604557282641,78630920,78630920,0,none,calls_sleep [calls],76756400,481802,,call_sleep [calls],,0
details.txt,0,-1,,604640948540,16662,16662,0,none,calls_leaf [calls],0,0,,call_leaf [calls],,-1067388880
details.txt,0,-1,,604641007129,1373,1373,0,none,calls_leaf [calls],0,0,,call_leaf [calls],,-1067388880
details.txt,0,-1,,604641008502,,,0,marker,hello,,,,,,
$ fdd --slowest=1 in/details.txt
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
   78630.920    78630.920   604.557282641   0  ?                calls_sleep [calls] ret=0 asleep=76756.400 waiting=481.802 <-call_sleep [calls]
$ fdd --slowest=1 --format=csv in/details.txt
name,duration_ns,self_ns,calltime_ns,cpu,pid,comm,label,callers,asleep_ns,waiting_ns,irqs_ns,from,args,retval,where
calls_sleep [calls],78630920,78630920,604557282641,0,-1,,details.txt,,76756400,481802,,call_sleep [calls],,0,
$ sed 's/<-call_/<-a_function_of_a_module_with_a_name_that_is_longer_than_most_others_call_/' in/details.txt | fdd -d --format=csv - | cut -d , -f 10,14 | sed 1d | sort -u
calls_leaf [calls],a_function_of_a_module_with_a_name_that_is_longer_than_most_others_call_leaf [calls]
calls_nest1 [calls],calls_nest2 [calls]
calls_nest2 [calls],calls_nest3 [calls]
calls_sleep [calls],a_function_of_a_module_with_a_name_that_is_longer_than_most_others_call_sleep [calls]
hello,
$ fdd in/details.report
fdd: time asleep and waiting for a CPU was recorded with the calls (duration-sleep)
Function                       Calls  Total(us)    Avg(us)   Self(us) Asleep(us) Mark
------------------------------ ----- ---------- ---------- ---------- ---------- ----
calls_nest2                        1  25095.536  25095.536  24780.575      0.000 
calls_sleep                        1 101663.041 101663.041 101663.041  99284.154 sleeps
calls_nest1                        1    314.961    314.961    314.961      0.000 
calls_leaf                         2     35.199     17.599     35.199      0.000 
$ fdd --format=json in/details.txt | jq -c '.functions[] | [.name, .asleep_ns, .waiting_ns, .irqs_ns]'
["calls_sleep [calls]",76756400,481802,0]
["calls_nest2 [calls]",0,0,0]
["calls_nest1 [calls]",0,0,0]
["calls_leaf [calls]",0,0,0]
$ fdd -f function,total,self,asleep,waiting,self-asleep,self-p99 in/details.txt
fdd: time asleep and waiting for a CPU was recorded with the calls (duration-sleep)
Function                       Total(us)  Self(us) Asleep(us) Waiting(us) Self asleep(us) Self p99(us)
------------------------------ --------- --------- ---------- ----------- --------------- ------------
calls_sleep [calls]            78630.920 78630.920  76756.400     481.802       76756.400    78630.920
calls_nest2 [calls]              200.438   160.662      0.000       0.000           0.000      160.662
calls_nest1 [calls]               39.776    39.776      0.000       0.000           0.000       39.776
calls_leaf [calls]                18.035    18.035      0.000       0.000           0.000       16.662
$ fdd -f function,total,self,asleep,waiting in/details.report
fdd: time asleep and waiting for a CPU was recorded with the calls (duration-sleep)
Function                        Total(us)   Self(us) Asleep(us) Waiting(us)
------------------------------ ---------- ---------- ---------- -----------
calls_nest2                     25095.536  24780.575      0.000       0.000
calls_sleep                    101663.041 101663.041  99284.154    1402.835
calls_nest1                       314.961    314.961      0.000       0.000
calls_leaf                         35.199     35.199      0.000       0.000
$ fdd -d -e 'asleep > 1ms' in/details.report
0)   144.861126141 | 101663.041 |calls_sleep ret=0 asleep=99284.154 waiting=1402.835 <-call_sleep
$ fdd --format=json in/details.report | grep sleep_from
      "sleep_from": "details",
$ fdd --by=caller -f f,calls,self in/details.txt
Caller                         Calls  Self(us)
------------------------------ ----- ---------
call_sleep [calls]                 1 78630.920
calls_nest3 [calls]                1   160.662
calls_nest2 [calls]                1    39.776
call_leaf [calls]                  2    18.035
$ fdd --by=caller -f f,calls,self in/details.report
Caller                         Calls   Self(us)
------------------------------ ----- ----------
call_sleep                         1 101663.041
calls_nest3                        1  24780.575
calls_nest2                        1    314.961
call_leaf                          2     35.199
$ fdd -f function,callers,callees -n 3 in/details.txt
Function                       Callers Callees(us)
------------------------------ ------- -----------
calls_sleep [calls]            call_sleep [calls](1)       0.000
calls_nest2 [calls]            calls_nest3 [calls](1)      39.776
calls_nest1 [calls]            calls_nest2 [calls](1)       0.000
## columns of details: SELF alone; ASLEEP and WAITING; both, some of them empty; with IRQ
$ fdd -f function,self,asleep,waiting,irqs,self-irqs in/detail-columns.txt
fdd: time asleep and waiting for a CPU was recorded with the calls (duration-sleep)
Function                       Self(us) Asleep(us) Waiting(us) Irqs(us) Self irqs(us)
------------------------------ -------- ---------- ----------- -------- -------------
irq_only                        160.000      0.000       0.000   30.000        30.000
recorded_without                150.000      0.000       0.000    0.000         0.000
self_only                        12.000      0.000       0.000    0.000         0.000
slept_interrupted               170.000    110.000      25.000    3.000         3.000
slept                           150.000    100.000      20.000    0.000         0.000
slept_below                       8.000    140.000       1.000    0.000         0.000
self_hidden_caller                5.000      0.000       0.000    0.000         0.000
$ fdd -w -f f,self in/detail-columns.txt
fdd: warning: in/detail-columns.txt: does not name the tasks; calls of several tasks on one CPU may nest wrongly (duration-proc or funcgraph-proc would name them)
Function                       Self(us)
------------------------------ --------
irq_only                        160.000
recorded_without                150.000
self_only                        12.000
slept_interrupted               170.000
slept                           150.000
slept_below                       8.000
self_hidden_caller                5.000
## records with details, from 6.12: trace.dat and the text of trace-cmd report
$ fdd -f function,calls,self,asleep,waiting,callers in/details-6.12.dat.xz
fdd: time asleep and waiting for a CPU was recorded with the calls (duration-sleep)
Function                       Calls    Self(us)  Asleep(us) Waiting(us) Callers
------------------------------ ----- ----------- ----------- ----------- -------
ksys_write                         2     818.927       0.000       0.000 do_syscall_64(2)
vfs_write                          2   14760.536       0.000       0.000 ksys_write(2)
schedule                           6 1777993.719 1776056.678    1003.482 irqentry_exit_to_user_mode(3), do_wait(2), worker_thread(1)
ksys_read                          6     216.213       0.000       0.000 do_syscall_64(6)
vfs_read                          10     438.470       0.000       0.000 ksys_read(6), __x64_sys_pread64(4)
$ fdd --format=csv -f name,self,asleep,waiting,self-p99,callers in/details-6.12.dat.xz >$TMP_T/a 2>&1; fdd --format=csv -f name,self,asleep,waiting,self-p99,callers in/details-6.12.report >$TMP_T/b 2>&1; diff $TMP_T/a $TMP_T/b && echo same
same
$ fdd why -n 1 -F schedule in/details-6.12.dat.xz
schedule  1172.949019 ms  trace-cmd-292, CPU 1, at 76.560754556  (p50 of 6 recorded calls: 280.57 us)
      0.214450 ms   0 %  running: schedule 0.214450 ms
   1172.429496 ms 100 %  asleep
      0.305073 ms   0 %  ready, but without a CPU
    note: with the event sched_switch, when the task was asleep, or waited for a CPU
    note: with the event sched_waking, the task or interrupt that woke it
    note: with the events of irq, interrupts on top of it
## records with details, from 7.3: with interrupts and arguments; the report has the same
$ fdd -f function,calls,total,self,asleep,irqs,self-irqs,callers in/details-7.3.dat.xz
fdd: time asleep and waiting for a CPU was recorded with the calls (duration-sleep)
Function                       Calls  Total(us)   Self(us) Asleep(us) Irqs(us) Self irqs(us) Callers
------------------------------ ----- ---------- ---------- ---------- -------- ------------- -------
vfs_write                          4 165079.192    988.667  62046.369 5043.343         0.000 ksys_write(4)
calls_spin [calls]                 1 100066.181 100066.181      0.000 4989.624      4989.624 vfs_write(1)
calls_late [calls]                 1  17301.883    513.145  16361.909   53.719         0.000 vfs_write(1)
calls_sleep [calls]                3  63503.196  63503.196  62046.369   53.719        53.719 vfs_write(2), calls_late [calls](1)
calls_leaf [calls]                 5      8.003      8.003      0.000    0.000         0.000 calls_late [calls](5)
$ fdd --slowest=1 --format=json in/details-7.3.dat.xz | jq -c '.slowest[]'
{"name":"vfs_write","duration_ns":100233011,"self_ns":166830,"calltime_ns":12750900609,"cpu":0,"pid":143,"comm":"cat","label":"details-7.3.dat.xz","retval":12,"asleep_ns":0,"waiting_ns":0,"irqs_ns":4989624,"from":"ksys_write","args":"0xffff8b8405524a80,0x7f2c0f8a0000,0xc,0xffffcfaf40477b28,0x2b6a9f77,0x0","callers":[]}
$ fdd -d -n 1 --format=json in/details-7.3.dat.xz | jq -c '.calls[]'
{"name":"vfs_write","caller":"none","calltime_ns":12479974255,"duration_ns":64807,"self_ns":64807,"depth":0,"asleep_ns":0,"waiting_ns":0,"irqs_ns":0,"from":"ksys_write","args":"0xffff8b84013c4d80,0x55aa4f575697,0x1,0xffffcfaf4046fd08,0x502824f5,0x0","retval":1,"cpu":0,"pid":141,"comm":"trace-cmd","label":"details-7.3.dat.xz"}
$ fdd -d -e 'irqs > 1ms' in/details-7.3.report
0)    12.750900609 | 100233.011 |vfs_write(0xffff8b8405524a80,0x7f2c0f8a0000,0xc,0xffffcfaf40477b28,0x2b6a9f77,0x0) ret=12 irqs=4989.624 <-ksys_write
0)    12.750978155 | 100066.181 |  calls_spin(0x186a0,0x283,0xa400000,0x0,0x0,0x3) ret=100000082 irqs=4989.624 <-call_storm
$ fdd --format=csv -f name,self,asleep,waiting,irqs,self-irqs in/details-7.3.dat.xz | sed "s, .calls.,," >$TMP_T/a 2>&1; fdd --format=csv -f name,self,asleep,waiting,irqs,self-irqs in/details-7.3.report >$TMP_T/b 2>&1; diff $TMP_T/a $TMP_T/b && echo same
same

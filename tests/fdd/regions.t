## regions: crosvm's, with two threads, a hand-over, two processes, unfinished
$ fdd regions in/regions-crosvm.txt
fdd regions: warning: 2 regions were not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
VirtioFs:release                     4   1092.000     10.000    273.000     18.047   1000.000   1000.000   1000.000          0
VirtioNet:process rx                 1    100.000    100.000    100.000    100.000    100.000    100.000    100.000          0
VirtioFs:process_fs_queue            1     11.000     11.000     11.000     11.000     11.000     11.000     11.000          0
VirtioNet:hand over                  1     10.000     10.000     10.000     10.000     10.000     10.000     10.000          0
VirtioFs:                            0          -          -          -          -          -          -          -          1
VirtioFs:read                        0          -          -          -          -          -          -          -          1
$ fdd regions --format=csv in/regions-crosvm.txt
fdd regions: warning: 2 regions were not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioFs,release,4,1092000,10000,273000,18047,1000000,1000000,1000000,0
VirtioNet,process rx,1,100000,100000,100000,100000,100000,100000,100000,0
VirtioFs,process_fs_queue,1,11000,11000,11000,11000,11000,11000,11000,0
VirtioNet,hand over,1,10000,10000,10000,10000,10000,10000,10000,0
VirtioFs,,0,,,,,,,,1
VirtioFs,read,0,,,,,,,,1
$ fdd regions --format=json in/regions-crosvm.txt 2>/dev/null | jq -c '.regions[]'
{"category":"VirtioFs","name":"release","count":4,"total_ns":1092000,"min_ns":10000,"avg_ns":273000,"p50_ns":18047,"p90_ns":1000000,"p99_ns":1000000,"max_ns":1000000,"unfinished":0}
{"category":"VirtioNet","name":"process rx","count":1,"total_ns":100000,"min_ns":100000,"avg_ns":100000,"p50_ns":100000,"p90_ns":100000,"p99_ns":100000,"max_ns":100000,"unfinished":0}
{"category":"VirtioFs","name":"process_fs_queue","count":1,"total_ns":11000,"min_ns":11000,"avg_ns":11000,"p50_ns":11000,"p90_ns":11000,"p99_ns":11000,"max_ns":11000,"unfinished":0}
{"category":"VirtioNet","name":"hand over","count":1,"total_ns":10000,"min_ns":10000,"avg_ns":10000,"p50_ns":10000,"p90_ns":10000,"p99_ns":10000,"max_ns":10000,"unfinished":0}
{"category":"VirtioFs","name":"","count":0,"unfinished":1}
{"category":"VirtioFs","name":"read","count":0,"unfinished":1}
## regions: two processes that use the same ids, by the column of the thread group
$ fdd regions --format=csv in/regions-processes.txt
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,request,3,31000000,1000000,10333333,10027007,20000000,20000000,20000000,0
Job,nested,1,100000,100000,100000,100000,100000,100000,100000,0
## the same without that column: an end may be of either process, with a warning
$ sed 's/( *[-0-9]*) \[/ [/' in/regions-processes.txt | fdd regions --format=csv -
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
fdd regions: warning: 1 region may have been ended by another process with the same ids: the trace does not hold the process of threads (record the event func_duration with the trace option record-tgid)
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,request,3,11100000,100000,3700000,1105919,9895935,9895935,9900000,0
Job,nested,1,100000,100000,100000,100000,100000,100000,100000,0
## regions: those that overlap on a thread, or end on another one
$ fdd regions --format=csv in/regions-async.txt
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,request,2,90000,40000,45000,40191,49919,49919,50000,0
Job,hand over,1,20000,20000,20000,20000,20000,20000,20000,0
Job,parse,1,10000,10000,10000,10000,10000,10000,10000,0
$ fdd export --to=chrome in/regions-async.txt | jq -c '.traceEvents[] | select(.cat == "region") | [.ph, .ts, .dur, .id, .name]'
["X",10000000,40,null,"Job:request"]
["b",10000010,null,2,"Job:request"]
["e",10000060,null,2,"Job:request"]
["X",10000020,10,null,"Job:parse"]
["b",10000070,null,4,"Job:hand over"]
["e",10000090,null,4,"Job:hand over"]
$ fdd export --to=speedscope in/regions-async.txt | jq -c '.profiles[] | .name, .events'
fdd export: warning: 2 regions overlap others of their thread or ended on another one, which speedscope cannot show, and were left out (--to=chrome shows them)
"regions of job-9"
[{"type":"O","frame":0,"at":10000000000},{"type":"O","frame":1,"at":10000020000},{"type":"C","frame":1,"at":10000030000},{"type":"C","frame":0,"at":10000040000}]
"job-9"
[{"type":"O","frame":2,"at":10000022000},{"type":"C","frame":2,"at":10000024000}]
$ fdd -d in/regions-async.txt
1)    10.000000000 |    40.000 |Job:request (nr: 1) {
1)    10.000010000 |    50.000 |  Job:request (nr: 2) {
1)    10.000020000 |    10.000 |    Job:parse {
1)    10.000022000 |     2.000 |      vfs_read
1)    10.000030000 |           |    } Job:parse
1)    10.000040000 |           |} Job:request
1)    10.000060000 |           |  } Job:request
1)    10.000070000 |    20.000 |Job:hand over {
1)    10.000090000 |           |} Job:hand over
## regions: many open on a thread
$ awk -f open-regions.awk -v n=40000 | fdd regions --format=csv -
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,request,40000,8000000000000000,200000000000,200000000000,200000000000,200000000000,200000000000,200000000000,0
$ awk -f open-regions.awk -v n=40000 -v by=stack | fdd regions --format=csv -
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
systrace,request,40000,8000000000000000,199960001000,200000000000,200039999000,200039999000,200039999000,200039999000,0
## regions: many processes have a region with the same id open
$ awk -f open-regions.awk -v n=1000 -v by=process | fdd regions --format=csv -
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,request,1000,200000000000000,200000000000,200000000000,200000000000,200000000000,200000000000,200000000000,0
## regions: many ends without a begin take a short time
$ awk -f open-regions.awk -v n=40000 -v lost=40000 | timeout 30 fdd regions --format=csv -
fdd regions: warning: 40000 regions ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,request,40000,8000000000000000,200000000000,200000000000,200000000000,200000000000,200000000000,200000000000,0
## regions: more are open than fdd keeps
$ awk -f open-regions.awk -v n=262156 | timeout 120 fdd regions --format=csv -
fdd regions: warning: 12 regions were not finished when the trace ended
fdd regions: warning: 12 regions ended without a begin: it was before the trace, or was lost, or was dropped
fdd regions: warning: more than 262144 regions were open at once: the oldest 12 of them were dropped and count as not finished
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,request,262144,52428800000000000,200000000000,200000000000,200000000000,200000000000,200000000000,200000000000,12
## regions: more names than fdd keeps
$ awk -f open-regions.awk -v n=65540 -v names=1 | timeout 120 fdd regions --format=csv -n 2 -s calls -
fdd regions: warning: more than 65536 different regions: 4 others are counted as "*:(other names)"
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
*,(other names),4,800000000000,200000000000,200000000000,200000000000,200000000000,200000000000,200000000000,0
Job,request 1,1,200000000000,200000000000,200000000000,200000000000,200000000000,200000000000,200000000000,0
## an end is missing without a lost event: no calls after the region around it
$ fdd regions --format=csv in/regions-left.txt
fdd regions: warning: 1 region was not finished when the trace ended
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,outer,2,75000,35000,37500,35071,40000,40000,40000,0
Job,inner,1,20000,20000,20000,20000,20000,20000,20000,1
$ fdd -f fct --region Job:inner in/regions-left.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           2    10.000
$ fdd -d in/regions-left.txt
1)    10.000000000 |    40.000 |Job:outer {
1)    10.000010000 | unfinished |  Job:inner {
1)    10.000020000 |     5.000 |    vfs_read
1)    10.000040000 |           |} Job:outer
1)    10.000050000 |     5.000 |vfs_open
1)    10.000060000 |    35.000 |Job:outer {
1)    10.000070000 |    20.000 |  Job:inner {
1)    10.000080000 |     5.000 |    vfs_read
1)    10.000090000 |           |  } Job:inner
1)    10.000095000 |           |} Job:outer
1)    10.000110000 |     5.000 |vfs_open
$ fdd export --to=chrome in/regions-left.txt | jq -c '.traceEvents[] | select(.cat == "region") | [.ts, .dur, .name]'
[10000000,40,"Job:outer"]
[10000010,30,"Job:inner"]
[10000060,35,"Job:outer"]
[10000070,20,"Job:inner"]
## names with " - (", empty, with a blank at the end, with colons
$ fdd regions --format=csv in/regions-names.txt
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,,2,40000,20000,20000,20000,20000,20000,20000,0
Job,ns::fn,1,40000,40000,40000,40000,40000,40000,40000,0
Job,blank,1,30000,30000,30000,30000,30000,30000,30000,0
Job,read - \u{28}slow),1,20000,20000,20000,20000,20000,20000,20000,0
Job,read,1,10000,10000,10000,10000,10000,10000,10000,0
$ fdd -f fct --region 'ns::fn' in/regions-names.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1    10.000
$ fdd -f fct --region 'Job:ns::fn' in/regions-names.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1    10.000
## the writes of markers are left out of a region's calls, with all that they called
$ fdd -f fct --region Job:outer in/regions-own.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     4.500
vfs_write                          1     4.500
rw_verify_area                     1     1.000
$ fdd -f fct in/regions-own.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_write                          5    23.000
vfs_read                           1     4.500
rw_verify_area                     4     3.000
tracing_mark_write                 1     2.500
ring_buffer_unlock_commit          2     0.400
$ sed 's/^ *[0-9.]* |//' in/regions-own.txt | fdd -f fct --region Job:outer -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_write                          2     9.000
vfs_read                           1     4.500
rw_verify_area                     1     1.000
## the lines of systrace: regions, counters and instants
$ fdd regions in/regions-systrace.txt
fdd regions: warning: 1 region was not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
systrace:load                        2  17000.000   7000.000   8500.000   7000.000  10000.000  10000.000  10000.000          0
systrace:frame                       1   4000.000   4000.000   4000.000   4000.000   4000.000   4000.000   4000.000          0
systrace:draw: list|tree             1   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000          0
systrace:unfinished                  0          -          -          -          -          -          -          -          1

Counter                         Process   Count            Min            Avg            Max           Last
------------------------------ -------- ------- -------------- -------------- -------------- --------------
queue                               100       2             -1            1.0              3             -1
queue                               200       1              9            9.0              9              9
$ fdd regions --format=csv -p 201 in/regions-systrace.txt
fdd regions: warning: 1 counter is left out of CSV, which has one table (--format=text and json have them)
fdd regions: warning: 1 region was not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
systrace,unfinished,0,,,,,,,,1
$ fdd regions --format=json -n 1 in/regions-systrace.txt 2>/dev/null | jq -c '.regions[].name, .counters[]'
"load"
{"name":"queue","process":100,"count":2,"min":-1,"avg":1,"max":3,"last":-1}
$ fdd export --to=chrome in/regions-systrace.txt | jq -c '.traceEvents[] | select(.ph != "M") | [.ph, .ts, .dur, .tid, .id, .name, .args.value]'
fdd export: warning: 1 region ended without a begin: it was before the trace, or was lost
["X",100000000,4000,600000101,null,"systrace:frame",null]
["X",100001000,1000,600000101,null,"systrace:draw: list|tree",null]
["b",100003000,null,600000101,3,"systrace:load",null]
["e",100010000,null,600000101,3,"systrace:load",null]
["b",100003100,null,600000101,4,"systrace:load",null]
["e",100013100,null,600000101,4,"systrace:load",null]
["C",100001500,null,101,100,"queue",3]
["i",100002500,null,101,null,"vsync",null]
["C",100011000,null,102,100,"queue",-1]
["C",100012000,null,201,200,"queue",9]
["i",100016000,null,201,null,"B|x|not one",null]
["i",100017000,null,201,null,"C|200|not one",null]
["i",100018000,null,201,null,"S|200|not one",null]
["X",100015000,0,600000201,null,"systrace:unfinished",null]
$ fdd export --to=chrome --region frame in/regions-systrace.txt | jq -c '.traceEvents[] | select(.ph != "M") | [.ph, .name]'
fdd export: warning: 1 region ended without a begin: it was before the trace, or was lost
["X","systrace:frame"]
["C","queue"]
["i","vsync"]
## regions: filtered and sorted
$ fdd regions --format=csv -p 3802142 in/regions-crosvm.txt
fdd regions: warning: 2 regions were not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioFs,release,3,1082000,18000,360666,64255,1000000,1000000,1000000,0
VirtioFs,process_fs_queue,1,11000,11000,11000,11000,11000,11000,11000,0
VirtioFs,,0,,,,,,,,1
VirtioFs,read,0,,,,,,,,1
$ fdd regions --format=csv --comm 'net_*' in/regions-crosvm.txt
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioNet,process rx,1,100000,100000,100000,100000,100000,100000,100000,0
VirtioNet,hand over,1,10000,10000,10000,10000,10000,10000,10000,0
$ fdd regions --format=csv --region 'VirtioFs:re*' in/regions-crosvm.txt
fdd regions: warning: 1 region was not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioFs,release,4,1092000,10000,273000,18047,1000000,1000000,1000000,0
VirtioFs,read,0,,,,,,,,1
$ fdd regions --format=csv --region 'hand*' --region VirtioFs in/regions-crosvm.txt
fdd regions: warning: 2 regions were not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioFs,release,4,1092000,10000,273000,18047,1000000,1000000,1000000,0
VirtioFs,process_fs_queue,1,11000,11000,11000,11000,11000,11000,11000,0
VirtioNet,hand over,1,10000,10000,10000,10000,10000,10000,10000,0
VirtioFs,,0,,,,,,,,1
VirtioFs,read,0,,,,,,,,1
$ fdd regions --format=csv --min-duration 50 in/regions-crosvm.txt
fdd regions: warning: 2 regions were not finished when the trace ended
fdd regions: warning: 1 region ended without a begin: it was before the trace, or was lost
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioFs,release,2,1064000,64000,532000,64255,1000000,1000000,1000000,0
VirtioNet,process rx,1,100000,100000,100000,100000,100000,100000,100000,0
VirtioFs,,0,,,,,,,,1
VirtioFs,read,0,,,,,,,,1
$ fdd regions --format=csv -s avg -n 2 in/regions-crosvm.txt 2>/dev/null
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioFs,release,4,1092000,10000,273000,18047,1000000,1000000,1000000,0
VirtioNet,process rx,1,100000,100000,100000,100000,100000,100000,100000,0
$ fdd regions --format=csv -s function in/regions-crosvm.txt 2>/dev/null
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
VirtioFs,,0,,,,,,,,1
VirtioFs,process_fs_queue,1,11000,11000,11000,11000,11000,11000,11000,0
VirtioFs,read,0,,,,,,,,1
VirtioFs,release,4,1092000,10000,273000,18047,1000000,1000000,1000000,0
VirtioNet,hand over,1,10000,10000,10000,10000,10000,10000,10000,0
VirtioNet,process rx,1,100000,100000,100000,100000,100000,100000,100000,0
$ fdd regions -d in/regions-copy.txt
fdd regions: unknown option '-d' (see "fdd regions -h")
[2]
## regions: of function_duration, by text with and without times, by trace-cmd
$ fdd regions in/regions-copy.txt
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
Copy:data                            1   1909.000   1909.000   1909.000   1909.000   1909.000   1909.000   1909.000          0
Block:write                          3    955.000    159.000    318.333    309.247    485.375    485.375    486.000          0
Copy:open                            1    882.000    882.000    882.000    882.000    882.000    882.000    882.000          0
Block:read                           4    756.000      7.000    189.000     70.143    518.000    518.000    518.000          0
Copy:sync                            1    150.000    150.000    150.000    150.000    150.000    150.000    150.000          0
$ fdd regions --format=csv in/regions-copy-report.txt
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Copy,data,1,18887000,18887000,18887000,18887000,18887000,18887000,18887000,0
Block,read,4,17669000,7000,4417250,71167,17427000,17427000,17427000,0
Copy,open,1,1404000,1404000,1404000,1404000,1404000,1404000,1404000,0
Block,write,3,989000,140000,329666,313343,534000,534000,534000,0
Copy,sync,1,101000,101000,101000,101000,101000,101000,101000,0
$ fdd regions --format=csv in/regions-copy-plain.txt
fdd regions: warning: 10 regions have the times of the calls around them: the trace does not hold the times of markers (record with the trace option duration-abstime and trace_clock "local")
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Copy,open,1,2104402,2104402,2104402,2104402,2104402,2104402,2104402,0
Copy,data,1,1945404,1945404,1945404,1945404,1945404,1945404,1945404,0
Block,write,3,984620,157736,328206,309247,516571,516571,516571,0
Block,read,4,762547,6770,190636,70143,517923,517923,517923,0
Copy,sync,1,143985,143985,143985,143985,143985,143985,143985,0
$ fdd regions --format=csv in/regions-lost.txt
fdd regions: warning: in/regions-lost.txt: at least 100 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
fdd regions: warning: 2 regions were not finished when the trace ended
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Job,outer,1,50000,50000,50000,50000,50000,50000,50000,1
Job,inner,0,,,,,,,,1
## only calls within regions; not the write of the line that begins one
$ fdd -f fct in/regions-copy.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_write                         25  1112.282
do_sys_openat2                     8   789.788
vfs_read                           7   735.798
__x64_sys_fsync                    1    57.235
$ fdd -f fct --region Copy:data in/regions-copy.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_write                          3   880.002
vfs_read                           4   676.369
$ fdd -f fct --region 'Block:*' in/regions-copy.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_write                          3   880.002
vfs_read                           4   676.369
$ fdd -f fct --region read in/regions-copy.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           4   676.369
$ fdd -f fct --region open --region sync in/regions-copy.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
do_sys_openat2                     2   194.451
__x64_sys_fsync                    1    57.235
$ fdd -f fct --region Copy in/regions-copy-report.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           4 17497.048
do_sys_openat2                     2  1296.305
vfs_write                          3   881.135
__x64_sys_fsync                    1     4.426
$ fdd --region write --slowest=2 in/regions-copy.txt
Duration(us)     Self(us)     Call time(s) CPU  Task             Function < its callers
     422.510      422.510    24.967165900   1  region--175      vfs_write
     304.714      304.714    24.967795590   1  region--175      vfs_write
$ fdd --region write -c in/regions-copy.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        3      880.002      880.002  vfs_write
## regions that the trace does not have
$ fdd -f fct --region nothing in/regions-copy.txt
fdd: --region 'nothing' matches no region of the trace
Function                       Calls Total(us)
------------------------------ ----- ---------
[1]
$ fdd -f fct --region x in/regions-regionless.txt
fdd: --region 'x': the trace has no regions
Function                       Calls Total(us)
------------------------------ ----- ---------
[1]
$ fdd -f fct --region wrte -F vfs_write -p 175 in/regions-copy.txt
fdd: --region 'wrte' matches no region of the trace; the nearest is write
Function                       Calls Total(us)
------------------------------ ----- ---------
[1]
$ fdd -f fct --region Cpy:open in/regions-copy.txt
fdd: --region 'Cpy:open' matches no region of the trace; the nearest is Copy:open
Function                       Calls Total(us)
------------------------------ ----- ---------
[1]
$ fdd regions --region wrte in/regions-copy.txt
fdd regions: --region 'wrte' matches no region of the trace; the nearest is write
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
[1]
$ fdd regions -p 99 in/regions-copy.txt
fdd regions: no region passes the filter
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
[1]
$ fdd regions --region x in/regions-regionless.txt
fdd regions: in/regions-regionless.txt: has no regions
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
[1]
$ fdd regions --format=csv in/regions-regionless.txt in/basic.txt
fdd regions: in/regions-regionless.txt: has no regions
fdd regions: in/basic.txt: has no regions
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
[1]
$ fdd export --to=chrome --region wrte in/regions-copy.txt
fdd export: --region 'wrte' matches no region of the trace; the nearest is write
{"displayTimeUnit":"ns","traceEvents":[
]}
[1]
$ awk '/ - Enter| - Exit|\/\*/ || /vfs_read/' in/regions-copy.txt >$TMP_T/few.txt; fdd -f fc --region write $TMP_T/few.txt
fdd: --region 'write': no call begins within such a region
Function                       Calls
------------------------------ -----
[1]
## regions where events were lost
$ fdd -f fct --region Job:outer in/regions-lost.txt
fdd: warning: in/regions-lost.txt: at least 100 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     5.000
vfs_statx                          1     5.000
vfs_write                          1     5.000
$ fdd -f fct --region Job:inner in/regions-lost.txt
fdd: warning: in/regions-lost.txt: at least 100 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     5.000
vfs_write                          1     5.000
## regions around the calls
$ fdd -d in/regions-copy.txt | tail -n 52
1)    24.965577000 |   882.000 |Copy:open (from: "/tmp/ls")(to: "/tmp/b") {
1)    24.966111616 |    42.113 |  do_sys_openat2
1)    24.966270613 |   152.338 |  do_sys_openat2
1)    24.966457172 |     5.528 |vfs_write
1)    24.966459000 |           |} Copy:open
1)    24.966517932 |     2.064 |vfs_write
1)    24.966518000 |  1909.000 |Copy:data (in: 3)(out: 4) {
1)    24.966551813 |     1.662 |  vfs_write
1)    24.966552000 |   518.000 |  Block:read (offset: 0) {
1)    24.966581247 |   456.672 |    vfs_read
1)    24.967068544 |     3.295 |  vfs_write
1)    24.967070000 |           |  } Block:read
1)    24.967128233 |     2.775 |  vfs_write
1)    24.967129000 |   486.000 |  Block:write (size: 65536) {
1)    24.967165900 |   422.510 |    vfs_write
1)    24.967614589 |     2.815 |  vfs_write
1)    24.967615000 |           |  } Block:write
1)    24.967627869 |     1.693 |  vfs_write
1)    24.967628000 |   161.000 |  Block:read (offset: 65536) {
1)    24.967631595 |   153.439 |    vfs_read
1)    24.967788189 |     1.802 |  vfs_write
1)    24.967789000 |           |  } Block:read
1)    24.967792505 |     1.522 |  vfs_write
1)    24.967793000 |   310.000 |  Block:write (size: 65536) {
1)    24.967795590 |   304.714 |    vfs_write
1)    24.968103000 |           |  } Block:write
1)    24.968103209 |     1.833 |  vfs_write
1)    24.968107425 |     1.472 |  vfs_write
1)    24.968108000 |    70.000 |  Block:read (offset: 131072) {
1)    24.968110430 |    64.836 |    vfs_read
1)    24.968177750 |     1.392 |  vfs_write
1)    24.968178000 |           |  } Block:read
1)    24.968181000 |   159.000 |  Block:write (size: 27560) {
1)    24.968181285 |     1.352 |  vfs_write
1)    24.968184100 |   152.778 |    vfs_write
1)    24.968339692 |     2.103 |  vfs_write
1)    24.968340000 |           |  } Block:write
1)    24.968344000 |     7.000 |  Block:read (offset: 158632) {
1)    24.968344148 |     1.433 |  vfs_write
1)    24.968347143 |     1.422 |    vfs_read
1)    24.968350888 |     1.553 |  vfs_write
1)    24.968351000 |           |  } Block:read
1)    24.968406532 |     1.572 |  vfs_write
1)    24.968407000 |           |  /* end of file - (offset: 158632) */
1)    24.968426932 |     1.432 |vfs_write
1)    24.968427000 |           |} Copy:data
1)    24.968466451 |     1.452 |vfs_write
1)    24.968467000 |   150.000 |Copy:sync {
1)    24.968515114 |    57.235 |  __x64_sys_fsync
1)    24.968616164 |     2.334 |vfs_write
1)    24.968617000 |           |} Copy:sync
1)    24.971782210 |   150.084 |do_sys_openat2
$ fdd -d --region Block:read in/regions-copy.txt
1)    24.966552000 |   518.000 |Block:read (offset: 0) {
1)    24.966581247 |   456.672 |  vfs_read
1)    24.967070000 |           |} Block:read
1)    24.967628000 |   161.000 |Block:read (offset: 65536) {
1)    24.967631595 |   153.439 |  vfs_read
1)    24.967789000 |           |} Block:read
1)    24.968108000 |    70.000 |Block:read (offset: 131072) {
1)    24.968110430 |    64.836 |  vfs_read
1)    24.968178000 |           |} Block:read
1)    24.968344000 |     7.000 |Block:read (offset: 158632) {
1)    24.968347143 |     1.422 |  vfs_read
1)    24.968351000 |           |} Block:read
$ fdd -d --region Block:read --format=csv in/regions-copy.txt
label,cpu,pid,comm,calltime_ns,duration_ns,self_ns,depth,kind,name,asleep_ns,waiting_ns,irqs_ns,from,args,retval
regions-copy.txt,1,175,region-,24966552000,518000,,0,region,Block:read,,,,,,
regions-copy.txt,1,175,region-,24966581247,456672,456672,0,none,vfs_read,,,,,,
regions-copy.txt,1,175,region-,24967628000,161000,,0,region,Block:read,,,,,,
regions-copy.txt,1,175,region-,24967631595,153439,153439,0,none,vfs_read,,,,,,
regions-copy.txt,1,175,region-,24968108000,70000,,0,region,Block:read,,,,,,
regions-copy.txt,1,175,region-,24968110430,64836,64836,0,none,vfs_read,,,,,,
regions-copy.txt,1,175,region-,24968344000,7000,,0,region,Block:read,,,,,,
regions-copy.txt,1,175,region-,24968347143,1422,1422,0,none,vfs_read,,,,,,
$ fdd -d --region sync --format=json in/regions-copy.txt | jq -c '.calls[]'
{"name":"Copy:sync","kind":"region","calltime_ns":24968467000,"duration_ns":150000,"pairs":"","cpu":1,"pid":175,"comm":"region-","label":"regions-copy.txt"}
{"name":"__x64_sys_fsync","caller":"none","calltime_ns":24968515114,"duration_ns":57235,"self_ns":57235,"depth":0,"cpu":1,"pid":175,"comm":"region-","label":"regions-copy.txt"}
$ fdd -d in/regions-lost.txt
fdd: warning: in/regions-lost.txt: at least 100 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
0)   100.000010000 |    50.000 |Job:outer {
0)   100.000020000 | unfinished |  Job:inner {
0)   100.000025000 |     5.000 |    vfs_read
0)   100.000030000 |           |/* 100 events lost */
0)   100.000045000 |     5.000 |    vfs_write
0)   100.000060000 |           |} Job:outer
0)   100.000065000 |     5.000 |vfs_fsync
1)   100.000080000 | unfinished |Job:outer {
1)   100.000082000 |     3.000 |vfs_open
0)   100.000085000 |     5.000 |  vfs_statx
## regions in exports: on another track than the thread's calls
$ fdd export --to=chrome --region sync in/regions-copy.txt
{"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","name":"process_name","pid":175,"args":{"name":"region-"}},
{"ph":"M","name":"thread_name","pid":175,"tid":600000175,"args":{"name":"regions of region--175"}},
{"ph":"M","name":"thread_name","pid":175,"tid":175,"args":{"name":"region--175"}},
{"ph":"X","ts":24968467,"dur":150,"pid":175,"tid":600000175,"name":"Copy:sync","cat":"region","args":{"cpu":1}},
{"ph":"X","ts":24968515.114,"dur":57.235,"pid":175,"tid":175,"name":"__x64_sys_fsync","cat":"kernel","args":{"cpu":1}}
]}
$ fdd export --to=chrome in/regions-crosvm.txt | jq -c '.traceEvents[] | select(.cat == "region") | [.tid, .ts, .dur, .name, .args.pairs]'
fdd export: warning: 1 region ended without a begin: it was before the trace, or was lost
[603802142,2179601746226,18,"VirtioFs:release","(self.tag: \"mtdroot\")(inode: 42)(handle: 35)"]
[603802142,2179601746300,64,"VirtioFs:release","(self.tag: \"mt - (droot\")(inode: 43)(handle: 36)"]
[603802142,2179601746302,11,"VirtioFs:process_fs_queue","(slot: 0)"]
[603802142,2179601746500,1000,"VirtioFs:release","(self.tag: \"mtdroot\")(inode: 44)(handle: 37)"]
[603802142,2179601747600,0,"VirtioFs:read","(inode: 44)"]
[603802142,2179601747920,0,"VirtioFs:",null]
[603802150,2179601746310,100,"VirtioNet:process rx",null]
[603802150,2179601746311,null,"VirtioNet:hand over","(queue: 1)"]
[603802150,2179601746321,null,"VirtioNet:hand over",null]
[604000000,2179601746520,10,"VirtioFs:release","(self.tag: \"root\")(inode: 1)(handle: 1)"]
$ fdd export --to=speedscope --region Block:read in/regions-copy.txt | jq -c '.shared.frames, (.profiles[] | .name, .events)'
[{"name":"Block:read"},{"name":"vfs_read"}]
"regions of region--175"
[{"type":"O","frame":0,"at":24966552000},{"type":"C","frame":0,"at":24967070000},{"type":"O","frame":0,"at":24967628000},{"type":"C","frame":0,"at":24967789000},{"type":"O","frame":0,"at":24968108000},{"type":"C","frame":0,"at":24968178000},{"type":"O","frame":0,"at":24968344000},{"type":"C","frame":0,"at":24968351000}]
"region--175"
[{"type":"O","frame":1,"at":24966581247},{"type":"C","frame":1,"at":24967037919},{"type":"O","frame":1,"at":24967631595},{"type":"C","frame":1,"at":24967785034},{"type":"O","frame":1,"at":24968110430},{"type":"C","frame":1,"at":24968175266},{"type":"O","frame":1,"at":24968347143},{"type":"C","frame":1,"at":24968348565}]
$ fdd export --to=folded --region Block:read in/regions-copy.txt
region-;vfs_read 676369
## trace_clock differs from the clock of the calls
$ awk '!/^#/ { sub(/^ *[0-9.]+/, sprintf("%12.6f", $1 - 5.426)) } { print }' in/regions-copy.txt > $TMP_T/skewed.txt; head -n 6 $TMP_T/skewed.txt | tail -n 1
   19.526927 |   1)  region--175   |    24.952776260 |  ! 142.533 us  |  do_sys_openat2
$ fdd -f fct --region Copy:data $TMP_T/skewed.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_write                          3   880.002
vfs_read                           4   676.369
$ fdd -f fct --region Block:write $TMP_T/skewed.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_write                          3   880.002
$ fdd -d --region open --region sync $TMP_T/skewed.txt
1)    24.965577318 |   882.000 |Copy:open (from: "/tmp/ls")(to: "/tmp/b") {
1)    24.966111616 |    42.113 |  do_sys_openat2
1)    24.966270613 |   152.338 |  do_sys_openat2
1)    24.966459318 |           |} Copy:open
1)    24.968467637 |   150.000 |Copy:sync {
1)    24.968515114 |    57.235 |  __x64_sys_fsync
1)    24.968617637 |           |} Copy:sync
$ (head -n 4 $TMP_T/skewed.txt; sed -n '/Enter: open/,$p' $TMP_T/skewed.txt) | fdd -d --region open -
1)    24.965576458 |   882.000 |Copy:open (from: "/tmp/ls")(to: "/tmp/b") {
1)    24.966111616 |    42.113 |  do_sys_openat2
1)    24.966270613 |   152.338 |  do_sys_openat2
1)    24.966458458 |           |} Copy:open
## a clock of markers that does not advance: times of the calls around them
$ sed '/^#/!s/^ *[0-9.]*/   23.334096/' in/regions-copy.txt > $TMP_T/stuck.txt; fdd regions --format=csv $TMP_T/stuck.txt
fdd regions: warning: 10 regions have the times of the calls around them: the trace does not hold the times of markers (record with the trace option duration-abstime and trace_clock "local")
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Copy,open,1,2104402,2104402,2104402,2104402,2104402,2104402,2104402,0
Copy,data,1,1945404,1945404,1945404,1945404,1945404,1945404,1945404,0
Block,write,3,984620,157736,328206,309247,516571,516571,516571,0
Block,read,4,762547,6770,190636,70143,517923,517923,517923,0
Copy,sync,1,143985,143985,143985,143985,143985,143985,143985,0
$ fdd -d --region sync $TMP_T/stuck.txt
1)    24.968428364 |   143.985 |Copy:sync {
1)    24.968515114 |    57.235 |  __x64_sys_fsync
1)    24.968572349 |           |} Copy:sync

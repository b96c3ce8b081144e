Text as people have it: from consoles, journals, mails, pages and other tools, and of other kernels.
in/people has it.
## returns: of trace-cmd 3.3, with the value behind the brace
$ fdd -d in/people/report-retval-exit.txt
1)    50.000100000 |    15.000 |outer ret=0xffff888100200300
1)    50.000101000 |     3.000 |  middle ret=-22
1)    50.000102000 |     1.000 |    inner ret=0
$ fdd -d -e 'retval < 0' in/people/report-retval-exit.txt
1)    50.000101000 |     3.000 |  middle ret=-22
## returns: with the caller, of trace-cmd 3.4 and of 6.13
$ fdd -d in/people/report-retaddr-entry.txt
1)    50.000100000 |     5.000 |outer <-top
1)    50.000101000 |     1.000 |  inner <-outer
$ fdd -d in/people/retaddr-nonleaf.txt
3)     0.000000000 |     3.977 |        outer(rq=0xffff888100200300) ret=1 <-top
3)     0.000000000 |     0.081 |          inner(rq=0xffff888100200300) ret=0 <-outer
3)     0.000003977 |     0.074 |        other ret=0 <-top
$ fdd --by=caller -f fct in/people/retaddr-nonleaf.txt
Caller                         Calls Total(us)
------------------------------ ----- ---------
top                                2     4.051
outer                              1     0.081
## returns: values of 6.5, words, pointers
$ fdd -d in/people/retval-6.5.txt
1)     0.000000000 |     7.143 |outer ret=-22
1)     0.000000000 |     0.651 |  get ret=0xffff888100200300
1)     0.000000651 |     2.335 |  set ret=-22
$ fdd -d -e 'retval == -22' in/people/retval-6.5.txt
1)     0.000000000 |     7.143 |outer ret=-22
1)     0.000000651 |     2.335 |  set ret=-22
$ fdd -d -e 'errno == EINVAL' in/people/retval-6.5.txt
1)     0.000000000 |     7.143 |outer ret=-22
1)     0.000000651 |     2.335 |  set ret=-22
$ fdd -d -e 'errno == EWRONG' in/people/retval-6.5.txt
fdd: -e 'errno == EWRONG': expected a number or a name such as EAGAIN at ''
[2]
$ fdd -d in/people/retval-bool.txt
1)     0.000000000 |     7.143 |outer ret=1
1)     0.000000000 |     0.651 |  is_set ret=1 <-outer
1)     0.000000651 |     0.651 |  is_clear ret=0 <-outer
$ fdd -d -e 'retval == 1' in/people/retval-bool.txt
1)     0.000000000 |     7.143 |outer ret=1
1)     0.000000000 |     0.651 |  is_set ret=1 <-outer
## instances are kept apart
$ fdd -f fct in/people/report-instances.txt
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              2    10.200
inner                              2     2.100
$ sed 's/^ *one:/ first one:/' in/people/report-instances.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              2    10.200
inner                              2     2.100
## a return after lost events is not of the entry before them
$ fdd -z in/people/lost-then-return.txt | grep 'no entry\|no return'
fdd: warning: in/people/lost-then-return.txt: at least 2046 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
  returns, no entry      2
  entries, no return     2
$ grep -v 'EVENTS' in/people/lost-then-return.txt | fdd -d -
0)    50.899993000 |     9.000 |(unknown)
0)    50.899995000 |     5.000 |  (unknown)
## docker compose, and characters by their numbers outside of pages
$ fdd -d in/people/compose.txt
1)     0.000000000 |     7.143 |vfs_read
1)     0.000000000 |     0.651 |  rw_verify_area
$ fdd -d in/people/numeric-entities.txt
1)     0.000000000 |     7.143 |vfs_read
1)     0.000000000 |     0.651 |  rw_verify_area
$ sed 's/&#40;/\&#x28;/; s/&#41;/\&#x29;/; s/|/\&#124;/' in/people/numeric-entities.txt | fdd -d -
1)     0.000000000 |     7.143 |vfs_read
1)     0.000000000 |     0.651 |  rw_verify_area
$ printf '7-web-1 | 0)  it is no line\n' | cat in/basic.txt - | fdd -f c - 2>&1 >/dev/null
fdd: warning: -: cannot parse 1 line; the first is line 13: '7-web-1 | 0)  it is no line'
## strace -f -tt -T, babeltrace and initcall_debug are named
$ echo '1234 12:00:01.000000 openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = 3 <0.000020>' | fdd -
fdd: -: is the output of strace, which has system calls only: trace with "fdd record -F '__x64_sys_*'"
[1]
$ echo '[15:03:22.123456789] (+0.000001234) host syscall_entry_read: { cpu_id = 0 }, { fd = 3 }' | fdd -
fdd: -: is the output of babeltrace (LTTng), which has events of LTTng and no calls of functions: trace with "fdd record"
[1]
$ echo '[    0.534567] initcall pci_init+0x0/0x20 returned 0 after 22222 usecs' | fdd -
fdd: -: is a boot with initcall_debug, which has initcalls only: boot with "fdd record --boot"
[1]
## the entry was written late: its return says when the call began, if it is of the same task
$ fdd -d in/people/late-entry.txt
0)    50.100000000 | 10410.000 |outer
0)    50.102200000 |  8100.000 |  stopped
0)    50.110100000 |     0.500 |    inner
1)    50.299998000 |     2.000 |(unknown)
$ sed 's/sh-[78]  *|//' in/people/late-entry.txt | fdd -d -
0)    50.100000000 | 10410.000 |outer
0)    50.102200000 |  8100.000 |  (unknown)
0)    50.110100000 |     0.500 |    inner
1)    50.299998000 |     2.000 |(unknown)
## the last line is whole without its newline, or is left out
$ fdd -d in/people/no-final-newline.txt
0)     0.000000000 |     7.143 |outer
0)     0.000000000 |     0.651 |  inner
$ printf %s "$(cat in/basic.txt)" | fdd -f fc -n 2 -
Function                       Calls
------------------------------ -----
ksys_read                          1
vfs_read [ext4]                    1
$ head -c 697 in/basic.txt | fdd -f fc -n 2 -
fdd: warning: -: is truncated
Function                       Calls
------------------------------ -----
ksys_read                          1
vfs_read [ext4]                    1
## lines that are not of the trace
$ fdd --regions in/people/events-and-prose.txt
fdd: warning: in/people/events-and-prose.txt: cannot parse 1 line; the first is line 4: 'END OF TRACE'
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
systrace:draw                        1   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000          0
$ fdd --by=task -f fct in/people/prose-becomes-task.txt
fdd: warning: in/people/prose-becomes-task.txt: cannot parse 2 lines; the first is line 1: '$ trace-cmd report'
Task                           Calls Total(us)
------------------------------ ----- ---------
worker-200                         2     2.000
$ sed '1i END' in/people/dump-with-tasks.txt | sed '2a ok' | fdd -f fct -
fdd: warning: -: cannot parse 3 lines; the first is line 1: 'END'
Function                       Calls Total(us)
------------------------------ ----- ---------
alpha                              2  3974.626
beta                               1   487.313
$ (echo END; grep worker in/people/prose-becomes-task.txt; echo ok) | fdd -f fct -
fdd: warning: -: cannot parse 2 lines; the first is line 1: 'END'
Function                       Calls Total(us)
------------------------------ ----- ---------
alpha                              1     1.000
beta                               1     1.000
$ (cat in/people/prose-becomes-task.txt; echo '```') | fdd -f fc --comm=worker -
fdd: warning: -: cannot parse 3 lines; the first is line 1: '$ trace-cmd report'
Function                       Calls
------------------------------ -----
alpha                              1
beta                               1
## dumps: with tasks, of an oops, from a journal
$ fdd --by=cpu -f fct in/people/dump-with-tasks.txt
fdd: warning: in/people/dump-with-tasks.txt: cannot parse 1 line; the first is line 5: '[   12.345683] usb 1-1: new device'
CPU                            Calls Total(us)
------------------------------ ----- ---------
3                                  2  3974.626
5                                  1   487.313
$ fdd --by=task -f fct in/people/dump-with-tasks.txt
fdd: warning: in/people/dump-with-tasks.txt: cannot parse 1 line; the first is line 5: '[   12.345683] usb 1-1: new device'
Task                           Calls Total(us)
------------------------------ ----- ---------
worker-200                         2  3974.626
other-201                          1   487.313
$ fdd -d in/people/dmesg-graph.txt
fdd: warning: in/people/dmesg-graph.txt: cannot parse 1 line; the first is line 5: '[  210.334299] watchdog: hard lockup'
0)     0.000000000 |     0.904 |outer
0)     0.000000000 |     0.198 |  inner
4)     0.000000904 |   130.451 |other
$ sed 's/^\[ *[0-9.]*\]/<4>&[ T12]/' in/people/dmesg-graph.txt | fdd -d -
fdd: warning: -: cannot parse 1 line; the first is line 5: '<4>[  210.334299][ T12] watchdog: hard lockup'
0)     0.000000000 |     0.904 |outer
0)     0.000000000 |     0.198 |  inner
4)     0.000000904 |   130.451 |other
$ sed 's/^/Nov 28 05:40:40 box kernel: /' in/people/dmesg-graph.txt | fdd -f fct -
fdd: warning: -: cannot parse 1 line; the first is line 5: 'Nov 28 05:40:40 box kernel: [  210.334299] watchdog: hard lo'
Function                       Calls Total(us)
------------------------------ ----- ---------
other                              1   130.451
outer                              1     0.904
inner                              1     0.198
$ sed 's/^/2026-11-28T05:40:40.123456+00:00 box kernel[0]: /' in/people/dmesg-graph.txt | fdd -f fct -
fdd: warning: -: cannot parse 1 line; the first is line 5: '2026-11-28T05:40:40.123456+00:00 box kernel[0]: [  210.33429'
Function                       Calls Total(us)
------------------------------ ----- ---------
other                              1   130.451
outer                              1     0.904
inner                              1     0.198
$ sed 's/^/[    7.000001] /' in/basic.txt | fdd -f fc -n 3 -
Function                       Calls
------------------------------ -----
ksys_read                          1
vfs_read [ext4]                    1
do_sys_openat2                     2
## prefixes of mails, tests and pages
$ fdd -d in/people/quoted-mail.txt
0)    78.411863000 |     2.020 |outer
0)    78.411864000 |     0.680 |  inner
$ sed 's/^/> > /' in/people/quoted-mail.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     2.020
inner                              1     0.680
$ sed 's/^/\t/' in/people/retval-6.5.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     7.143
set                                1     2.335
get                                1     0.651
$ fdd -d in/people/tap-prefix.txt
0)     0.000000000 |   537.633 |alpha ret=5232
0)     0.000537633 |   508.253 |alpha ret=5233
$ sed 's/^/# /' in/people/tap-prefix.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
alpha                              2  1045.886
## latency format of trace-cmd and of events
$ fdd -d in/people/report-latency.txt
1)    50.000100000 |     5.000 |outer
1)    50.000101000 |     1.000 |  tick /* interrupt */
$ fdd -d in/people/latency-event.txt
1)    50.000100000 |     5.000 |outer
1)    50.000200000 |     5.000 |tick /* interrupt */
## cut times and joined blanks
$ fdd -c in/people/return-only.txt
    Calls    Total(us)     Self(us)  Function
--------- ------------ ------------  ------------------------------
        1        9.000        8.363  outer
        1        0.637        0.557    middle
        1        0.080        0.080      inner
$ fdd -f fcta in/people/collapsed-blanks.txt
Function                       Calls Total(us)  Avg(us)
------------------------------ ----- --------- --------
outer                              2     7.000    3.500
inner                              1     1.000    1.000
$ tr -s ' ' <in/graph.txt | fdd -f fct -n 3 -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read [ext4]                    1  1000.500
do_sys_openat2                     1     9.000
(unknown)                          1     5.000
## pages of systrace, raw reports, perf script
$ fdd --regions in/people/systrace-html.txt
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
systrace:draw                        1   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000          0
$ fdd -d in/people/report-raw.txt
1)    50.000100000 |     5.000 |0xffffffff81001000
1)    50.000101000 |     1.000 |  0xffffffff81002000
$ fdd -d in/people/perf-script.txt
1)    50.000100000 |     5.000 |outer
## lines broken by a mailer
$ fdd -d in/people/wrapped-mail.txt
3)   348.987306000 |  6219.500 |alpha
1)   352.238530000 |     7.000 |alpha
$ sed 's/^/> /' in/people/wrapped-mail.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
alpha                              2  6226.500
## bytes of other systems
$ fdd -d in/people/bom.txt
0)     0.000000000 |     7.143 |outer
0)     0.000000000 |     0.651 |  inner
$ sed 's/$/\r/' in/people/bom.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     7.143
inner                              1     0.651
$ iconv -f UTF-8 -t UTF-16 in/people/bom.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     7.143
inner                              1     0.651
$ iconv -f UTF-8 -t UTF-16BE in/people/retval-6.5.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     7.143
set                                1     2.335
get                                1     0.651
$ sed 's/  /\xc2\xa0\xc2\xa0/g' in/people/retval-6.5.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     7.143
set                                1     2.335
get                                1     0.651
$ (printf '\357'; sleep 0.2; tail -c +2 in/people/bom.txt) | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     7.143
inner                              1     0.651
## frames of perf script -g are not of the trace, and not foreign
$ fdd -d in/people/perf-script-frames.txt
1)    50.000100000 |     5.000 |outer
1)    50.000101000 |     5.000 |outer
## markup: colours, pages
$ fdd --regions in/people/systrace-entities.txt
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
systrace:a < b && c                  1   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000   1000.000          0
$ fdd -d in/people/page-pre.txt
1)     0.000000000 |     7.143 |outer ret=-22 <-top
1)     0.000000000 |     0.651 |  inner ret=0 <-outer
$ sed 's/^/\x1b[0;32m/; s/$/\x1b[0m/' in/people/pipe-lost.txt | fdd -d -
fdd: warning: -: at least 1234 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
2)     0.000000000 |     0.500 |alpha
2)     0.000000500 |           |/* 1234 events lost */
2)     0.000000500 | 1500000.000 |beta
2)     0.000000500 |     0.700 |  gamma.isra.0 [ext4]
$ sed 's/</\&lt;/g; s/>/\&gt;/g; s/^/\&gt; /' in/people/odd-tasks.txt | fdd --by=task -f fct -
Task                           Calls Total(us)
------------------------------ ----- ---------
/* x */-130                        1     1.000
0) x | -129                        1     1.000
<...>-125                          1     1.000
Web Co-ent -123                    1     1.000
a => b-12-128                      1     1.000
a|b/c=>(d)-124                     1     1.000
kworker/u8:1-12                    1     1.000
my-app-x-127                       1     1.000
$ printf '          <...>-1  [000] .....  1.000000: tracing_mark_write: B|1|a &lt; b\n          <...>-1  [000] .....  1.000001: tracing_mark_write: E|1\n' | fdd --regions -
Region                           Count  Total(us)    Min(us)    Avg(us)    p50(us)    p90(us)    p99(us)    Max(us) Unfinished
------------------------------ ------- ---------- ---------- ---------- ---------- ---------- ---------- ---------- ----------
systrace:a &lt; b                    1      1.000      1.000      1.000      1.000      1.000      1.000      1.000          0
## prefixes: numbers of lines, lost events of a TAP log
$ grep -n . in/people/pipe-lost.txt | fdd -d -
fdd: warning: -: at least 1234 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
2)     0.000000000 |     0.500 |alpha
2)     0.000000500 |           |/* 1234 events lost */
2)     0.000000500 | 1500000.000 |beta
2)     0.000000500 |     0.700 |  gamma.isra.0 [ext4]
$ cat -n in/people/pipe-lost.txt | fdd -d -
fdd: warning: -: at least 1234 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
2)     0.000000000 |     0.500 |alpha
2)     0.000000500 |           |/* 1234 events lost */
2)     0.000000500 | 1500000.000 |beta
2)     0.000000500 |     0.700 |  gamma.isra.0 [ext4]
$ sed 's/^/# /' in/people/pipe-lost.txt | fdd -d -
fdd: warning: -: at least 1234 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
2)     0.000000000 |     0.500 |alpha
2)     0.000000500 |           |/* 1234 events lost */
2)     0.000000500 | 1500000.000 |beta
2)     0.000000500 |     0.700 |  gamma.isra.0 [ext4]
## names: of tasks with marks of columns, of Rust, with suffixes and modules
$ fdd --by=task -f fct in/people/odd-tasks.txt
Task                           Calls Total(us)
------------------------------ ----- ---------
/* x */-130                        1     1.000
0) x | -129                        1     1.000
<...>-125                          1     1.000
Web Co-ent -123                    1     1.000
a => b-12-128                      1     1.000
a|b/c=>(d)-124                     1     1.000
kworker/u8:1-12                    1     1.000
my-app-x-127                       1     1.000
$ fdd -d in/people/odd-names.txt
0)     0.000000000 |     2.000 |_RNvXs5_NtNtCs6bFSsxxFz9z_6kernel4sync3arcINtB5_3ArcNtNtB9_4task4TaskENtNtNtCs9pTdNsXMyO2_4core3ops4drop4Drop4drop
0)     0.000002000 |     2.000 |foo.constprop.0.cold [nf_conntrack]
0)     0.000004000 |     2.000 |__pfx_foo+0x10/0x10
0)     0.000006000 |    12.000 |foo.llvm.1234567890 [mod]
## arguments: of function_graph with funcgraph-args, of func_duration_detail
$ fdd -d in/people/args.txt
1)     0.000000000 |     7.143 |vfs_read(file=0xffff888100200300, buf=0x7ffe12345678, count=0x1000, pos=0xffffc90000123e80) ret=32 <-ksys_read
1)     0.000000000 |     0.651 |  rw_verify_area(read_write=0, file=0xffff888100200300, ppos=0xffffc90000123e80, count=0x1000) ret=0 <-vfs_read
1)     0.000000651 |     0.300 |  walk(at=(struct path)[0x1:0xffff888100200300], how=2 [LOOKUP], off=-5000) ret=-2 <-vfs_read
1)     0.000000951 |     0.100 |  rcu_note <-vfs_read
$ fdd -d in/people/args-event.txt
1)    50.000100000 |     5.000 |vfs_read(0xffff888100200300,0x7ffe12345678,0x1000,0x0,0x0,0x0) ret=32 <-ksys_read
$ fdd -d -e 'arg1 == 0' in/people/args.txt
1)     0.000000000 |     0.651 |  rw_verify_area(read_write=0, file=0xffff888100200300, ppos=0xffffc90000123e80, count=0x1000) ret=0 <-vfs_read
$ fdd -d -e 'arg2 == 2 and arg3 < 0' in/people/args.txt
1)     0.000000651 |     0.300 |  walk(at=(struct path)[0x1:0xffff888100200300], how=2 [LOOKUP], off=-5000) ret=-2 <-vfs_read
$ fdd -d -e 'arg1 > 0 and arg4 > 1' in/people/args.txt
1)     0.000000000 |     7.143 |vfs_read(file=0xffff888100200300, buf=0x7ffe12345678, count=0x1000, pos=0xffffc90000123e80) ret=32 <-ksys_read
$ fdd -d -e 'args =~ "count=0x1000"' in/people/args.txt
1)     0.000000000 |     7.143 |vfs_read(file=0xffff888100200300, buf=0x7ffe12345678, count=0x1000, pos=0xffffc90000123e80) ret=32 <-ksys_read
1)     0.000000000 |     0.651 |  rw_verify_area(read_write=0, file=0xffff888100200300, ppos=0xffffc90000123e80, count=0x1000) ret=0 <-vfs_read
$ fdd -d --format=csv in/people/args.txt
label,cpu,pid,comm,calltime_ns,duration_ns,self_ns,depth,kind,name,asleep_ns,waiting_ns,irqs_ns,from,args,retval
args.txt,1,200,cat,0,7143,6092,0,none,vfs_read,,,,ksys_read,"file=0xffff888100200300, buf=0x7ffe12345678, count=0x1000, pos=0xffffc90000123e80",32
args.txt,1,200,cat,0,651,651,1,direct,rw_verify_area,,,,vfs_read,"read_write=0, file=0xffff888100200300, ppos=0xffffc90000123e80, count=0x1000",0
args.txt,1,200,cat,651,300,300,1,direct,walk,,,,vfs_read,"at=(struct path)[0x1:0xffff888100200300], how=2 [LOOKUP], off=-5000",-2
args.txt,1,200,cat,951,100,100,1,direct,rcu_note,,,,vfs_read,,
$ fdd -d --format=json in/people/args.txt | grep -E '"(name|args|retval)"'
{"name":"vfs_read","caller":"none","calltime_ns":0,"duration_ns":7143,"self_ns":6092,"depth":0,"from":"ksys_read","args":"file=0xffff888100200300, buf=0x7ffe12345678, count=0x1000, pos=0xffffc90000123e80","retval":32,"cpu":1,"pid":200,"comm":"cat","label":"args.txt"},
{"name":"rw_verify_area","caller":"direct","calltime_ns":0,"duration_ns":651,"self_ns":651,"depth":1,"from":"vfs_read","args":"read_write=0, file=0xffff888100200300, ppos=0xffffc90000123e80, count=0x1000","retval":0,"cpu":1,"pid":200,"comm":"cat","label":"args.txt"},
{"name":"walk","caller":"direct","calltime_ns":651,"duration_ns":300,"self_ns":300,"depth":1,"from":"vfs_read","args":"at=(struct path)[0x1:0xffff888100200300], how=2 [LOOKUP], off=-5000","retval":-2,"cpu":1,"pid":200,"comm":"cat","label":"args.txt"},
{"name":"rcu_note","caller":"direct","calltime_ns":951,"duration_ns":100,"self_ns":100,"depth":1,"from":"vfs_read","cpu":1,"pid":200,"comm":"cat","label":"args.txt"}
$ fdd --slowest=1 --format=csv in/people/args-event.txt
name,duration_ns,self_ns,calltime_ns,cpu,pid,comm,label,callers,asleep_ns,waiting_ns,irqs_ns,from,args,retval,where
vfs_read,5000,5000,50000100000,1,200,cat,args-event.txt,,,,,ksys_read,"0xffff888100200300,0x7ffe12345678,0x1000,0x0,0x0,0x0",32,
## what is not a trace is named, with what to do instead
$ echo '{"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":5,"pid":1,"tid":1}]}' | fdd -
fdd: -: is a trace for chrome://tracing or Perfetto, which fdd writes and does not read: give it the trace that this was made from
[1]
$ echo '{"__REALTIME_TIMESTAMP":"1732772440","MESSAGE":"no line of a trace"}' | fdd -
fdd: -:1: not a trace that fdd can read: 'no line of a trace'
[1]
$ printf 'PERFILE2\150\0\0\0\0\0\0\0\n' | fdd -
fdd: -: is of perf record: use "perf script -i FILE | fdd -"
[1]
$ printf 'Attaching 2 probes...\n@us[vfs_read]:\n[1]     544 |@@@@|\n' | fdd -
fdd: -: is the output of bpftrace, which has no calls with their times: trace with "fdd record"
[1]
$ echo 'execve("/bin/ls", ["ls"], 0x7ffd) = 0' | fdd -
fdd: -: is the output of strace, which has system calls only: trace with "fdd record -F '__x64_sys_*'"
[1]
$ echo 'some prose' | fdd -
fdd: -:1: not a trace that fdd can read: 'some prose'
[1]
## a trace without calls: what is in it, and which commands show it
$ fdd in/people/systrace-entities.txt
fdd: in/people/systrace-entities.txt: has no calls; its tracer was nop
fdd: in/people/systrace-entities.txt: has 2 markers and 1 other events (sched_switch 1): "fdd -d" lists them, "fdd --regions" measures what is between markers, "fdd export --to=chrome" draws them
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
$ fdd in/people/events-and-prose.txt
fdd: warning: in/people/events-and-prose.txt: cannot parse 1 line; the first is line 4: 'END OF TRACE'
fdd: in/people/events-and-prose.txt: has no calls; its tracer was nop
fdd: in/people/events-and-prose.txt: has 2 markers and 0 other events: "fdd -d" lists them, "fdd --regions" measures what is between markers, "fdd export --to=chrome" draws them
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
## switches: the calls that are open at the first one are of the task before it
$ fdd -d in/people/switch-within.txt
1)     0.000000000 | 1000000.000 |schedule asleep=999999.500
1)     0.000000000 |     0.500 |  pick_next_task
1)     0.000000500 |     5.000 |menu_select
## prefixes: of any other tool, which are never part of a task
$ sed "s/^/+/" in/people/duration.txt | fdd --by=task -f fct -
Task                           Calls Total(us)
------------------------------ ----- ---------
cat-200                            3     7.143
$ awk '{ print FNR "- " $0 }' in/people/duration.txt | fdd --by=task -f fct -
Task                           Calls Total(us)
------------------------------ ----- ---------
cat-200                            3     7.143
$ sed "s/^/(XEN) /" in/people/plain.txt | fdd -d -
1)    50.000100000 |     7.143 |vfs_read
1)    50.000101000 |     0.651 |  rw_verify_area
1)    50.000102000 |     3.000 |  new_sync_read
$ sed "s/^/trace: /" in/people/duration.txt | fdd -d -
1)    50.000099000 |     7.143 |vfs_read
1)    50.000100000 |     0.651 |  rw_verify_area
1)    50.000101000 |     3.000 |  new_sync_read
$ grep -v "^#" in/people/plain.txt | sed "s/^/00:00:01 /" | fdd -d -
1)    50.000100000 |     7.143 |vfs_read
1)    50.000101000 |     0.651 |  rw_verify_area
1)    50.000102000 |     3.000 |  new_sync_read
$ grep -v "^#" in/people/plain.txt | sed "s/^ */-/" | fdd -
fdd: -:1: not a trace that fdd can read: '-50.000100 |   1)    cat-200     |               |  vfs_read'
[1]
## prefixes: of journals, dmesg and grep in their other forms
$ sed "s/^/[Nov28 05:40] /" in/people/plain.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
$ sed "s/^/[  123.456789 <    0.000012>] /" in/people/duration.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
$ sed "s/^/<4>1 2024-11-28T05:40:40.123456Z box kernel - - - /" in/people/report.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
$ sed "s/^/Thu 2024-11-28 05:40:40 UTC box kernel: /" in/people/plain.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
$ sed "s/^/1732772440.123456 box kernel: /" in/people/report.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
$ sed "s/^/Nov 28 05:40:40 kernel: /" in/people/report.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
$ awk '{ print "trace:" FNR ":" $0 }' in/people/report.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
$ awk '{ print "my trace:" FNR ":" $0 }' in/people/report.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
## pages: a trace in <pre> of any page, an indented header
$ (echo '<!DOCTYPE html><script>'; echo 'x = "<pre>";'; echo '</script><p>Hi</p><pre># tracer: function_graph'; sed 's/</\&lt;/g' in/people/plain.txt; echo '</pre> Bye') | fdd -d -
1)    50.000100000 |     7.143 |vfs_read
1)    50.000101000 |     0.651 |  rw_verify_area
1)    50.000102000 |     3.000 |  new_sync_read
$ sed 's/^/    /' in/people/plain.txt | fdd -d -
1)    50.000100000 |     7.143 |vfs_read
1)    50.000101000 |     0.651 |  rw_verify_area
1)    50.000102000 |     3.000 |  new_sync_read
## markup: titles, modes and backspaces of terminals
$ sed 's/^/\x1b[?2004l\x1b]0;root@box: ~\x07/; s/vfs_read/v\x08vfs_\x1b(Bread/' in/people/plain.txt | fdd -d -
1)    50.000100000 |     7.143 |vfs_read
1)    50.000101000 |     0.651 |  rw_verify_area
1)    50.000102000 |     3.000 |  new_sync_read
## perf script with the period
$ sed 's/ ftrace:/          1 ftrace:/' in/people/perf-script.txt | fdd -d -
1)    50.000100000 |     5.000 |outer
## tabs in place of blanks
$ unexpand -a in/people/plain.txt | fdd -d -
1)    50.000100000 |     7.143 |vfs_read
1)    50.000101000 |     0.651 |  rw_verify_area
1)    50.000102000 |     3.000 |  new_sync_read
$ unexpand -a in/people/switch-within.txt | fdd -f fct -
Function                       Calls   Total(us)
------------------------------ ----- -----------
menu_select                        1       5.000
pick_next_task                     1       0.500
schedule                           1 1000000.000
$ expand in/people/odd-names.txt | unexpand -a | fdd -f fc -
Function                                                                                                           Calls
------------------------------------------------------------------------------------------------------------------ -----
foo.llvm.1234567890 [mod]                                                                                              1
_RNvXs5_NtNtCs6bFSsxxFz9z_6kernel4sync3arcINtB5_3ArcNtNtB9_4task4TaskENtNtNtCs9pTdNsXMyO2_4core3ops4drop4Drop4drop     1
__pfx_foo+0x10/0x10                                                                                                    1
foo.constprop.0.cold [nf_conntrack]                                                                                    1
## archives, and tables of perf trace, are named
$ printf 'BZh91AY\n' | fdd -
fdd: -: is compressed by bzip2: use "bzcat FILE | fdd -"
[1]
$ printf ' Summary of events:\n\n cat (200), 76 events\n' | fdd -
fdd: -: is the output of perf trace -s, which has no calls of functions: trace with "fdd record"
[1]
## events without their task, as people cut them and perf script -F prints them
$ fdd -d in/people/task-cut.txt
fdd: warning: in/people/task-cut.txt: cannot parse 1 line; the first is line 1: '> >>> before:'
0)   200.028308000 |   114.000 |map_pages
0)   200.028309000 |     0.280 |  get_domain
0)   200.028310000 |   110.000 |  flush_all
$ fdd -d in/people/perf-script-cut.txt
0)    50.000100000 |     7.143 |without_task
1)    50.000200000 |     7.143 |with_cpu
0)    50.000300000 |     7.143 |without_time
0)    50.000400000 |     7.143 |without_pid
## reports broken at the mark, before the brace and before the name
$ fdd -d in/people/wrapped-report.txt
1)   514.575337000 |  2079.480 |my_disconnect
0)  1485.266106000 |    20.000 |my_cold
0)  1485.266115000 |     5.000 |  my_walk
0)  1485.266116000 |     3.000 |    my_range
0)  1485.266118000 |     0.179 |      my_page
## the latency format with the option verbose
$ fdd -d in/people/latency-verbose.txt
1)     0.050000100 |     7.143 |vfs_read
1)     0.050014243 |           |/* sched_switch: prev_comm=cat prev_pid=200 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
## the trace options raw, hex and bin are named, with what to do
$ printf '# tracer: nop\n#\n200 1 50000100000 type: 1435\n' | fdd -
fdd: warning: -: its lines are those of the trace option raw, which fdd does not read: "echo noraw > trace_options", and print the trace again
fdd: warning: -: cannot parse 1 line; the first is line 3: '200 1 50000100000 type: 1435'
fdd: -: has no calls; its tracer was nop
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
$ printf '# tracer: nop\n#\n000000c8000000010000000ba43b7400\n' | fdd -
fdd: warning: -: its lines are those of the trace option hex, which fdd does not read: "echo nohex > trace_options", and print the trace again
fdd: warning: -: cannot parse 1 line; the first is line 3: '000000c8000000010000000ba43b7400'
fdd: -: has no calls; its tracer was nop
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
$ printf '# tracer: nop\n#\n\310\0\0\0\1\0\0\0' | fdd -
fdd: warning: -: its lines are those of the trace option bin, which fdd does not read: "echo nobin > trace_options", and print the trace again
fdd: warning: -: is truncated
fdd: -: has no calls; its tracer was nop
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
## journals: all formats of journalctl have the same calls as its text
$ cat in/people/plain.txt in/people/duration.txt | fdd -d - >$TMP_T/text; wc -l <$TMP_T/text
6
$ cat in/people/plain.txt in/people/duration.txt | jq -cR '{__CURSOR: "s=1", MESSAGE: ., PRIORITY: "6"}' | fdd -d - | diff $TMP_T/text -
$ cat in/people/plain.txt in/people/duration.txt | jq --tab -R '{__CURSOR: "s=1", MESSAGE: ., PRIORITY: "6"}' | fdd -d - | diff $TMP_T/text -
$ cat in/people/plain.txt in/people/duration.txt | jq -cR '{__CURSOR: "s=1", MESSAGE: ("\u001b[0m" + . | explode), PRIORITY: "6"}' | fdd -d - | diff $TMP_T/text -
$ awk '{ print "__CURSOR=s=1\n_TRANSPORT=kernel\nMESSAGE=" $0 "\n" }' in/people/plain.txt in/people/duration.txt | fdd -d - | diff $TMP_T/text -
$ awk '{ print "Thu 2024-11-28 05:40:40 UTC [s=1;i=2]\n    _TRANSPORT=kernel\n    MESSAGE=" $0 }' in/people/plain.txt in/people/duration.txt | fdd -d - | diff $TMP_T/text -
$ printf '{"__CURSOR":"s=1","MESSAGE":" 0)   1.000 us    |  f(\\"a\\\\b\\u0041\\");"}\n{"__CURSOR":"s=2","MESSAGE":"no line of a trace"}\n' | fdd -d -
fdd: warning: -: cannot parse 1 line; the first is line 2: 'no line of a trace'
0)     0.000000000 |     1.000 |f("a\bA")
## mails in quoted-printable
$ fdd -d in/people/quoted-printable.txt
fdd: warning: in/people/quoted-printable.txt: cannot parse 3 lines; the first is line 1: 'From: somebody@example.org'
1)     0.000000000 |     7.143 |vfs_read ret=32
1)     0.000000000 |     0.651 |  verify_area_with_a_very_long_name
1)     0.000007143 |     9.000 |vfs_write
$ sed 's/$/\r/' in/people/quoted-printable.txt | fdd -f fct -
fdd: warning: -: cannot parse 3 lines; the first is line 1: 'From: somebody@example.org'
Function                          Calls Total(us)
--------------------------------- ----- ---------
vfs_write                             1     9.000
vfs_read                              1     7.143
verify_area_with_a_very_long_name     1     0.651
## pstore: the parts of a dump, of which the latest comes first
$ fdd -d in/people/pstore-parts.txt
1)     0.000000000 |   120.000 |a_outer
1)     0.000000000 |    20.000 |  b_middle
1)     0.000000000 |     3.000 |    c_leaf
1)     0.000120000 |     1.000 |of_another_boot
$ sed -n '/Part2/,/b_mid/p' in/people/pstore-parts.txt | fdd -
fdd: warning: -: is part 2 of a dump: "cat /sys/fs/pstore/dmesg-* | fdd -" reads all of its parts in their order
fdd: -: has no calls
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
## pstore: parts given as files of their own
$ mkdir -p $TMP_T; sed -n '1,/Part2/p' in/people/pstore-parts.txt | sed '$d' >$TMP_T/dmesg-ramoops-0
$ sed -n '/Part2/,/b_mid/p' in/people/pstore-parts.txt >$TMP_T/dmesg-ramoops-1
$ (cd $TMP_T; fdd -d dmesg-ramoops-0 dmesg-ramoops-1)
fdd: warning: dmesg-ramoops-1: is part 2 of a dump: "cat /sys/fs/pstore/dmesg-* | fdd -" reads all of its parts in their order
dmesg-ramoops-0 1)     0.000000000 |   120.000 |(unknown)
dmesg-ramoops-0 1)     0.000000000 |    20.000 |  (unknown)
dmesg-ramoops-0 1)     0.000000000 |     3.000 |    c_leaf
$ (cd $TMP_T; cat dmesg-ramoops-* | fdd -d -)
1)     0.000000000 |   120.000 |a_outer
1)     0.000000000 |    20.000 |  b_middle
1)     0.000000000 |     3.000 |    c_leaf
## a clock that stands still in an interrupt, and then steps
$ fdd -d in/people/global-clock.txt
fdd: warning: in/people/global-clock.txt: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
1)    55.311290000 |   173.755 |__sysvec_apic_timer_interrupt
1)    55.311290000 |   139.290 |  hrtimer_interrupt
1)    55.311290000 |    55.905 |    update_process_times
## the entries of one trace are not those of returns of the next one
$ fdd -d in/people/two-traces.txt
1)     0.000000000 |     7.143 |(unknown)
1)     0.000000000 |     0.651 |  one_leaf
1)     0.000000651 |     0.700 |  two_leaf
## what is not a trace is named: more tools
$ printf '# tracer: function\n#\n sh-361   [000] ...1   992.990646: mutex_unlock <-my_write\n' | fdd -
fdd: -: has no calls; its tracer was function, which does not record when calls return: function_graph and "fdd record" do
fdd: -: has 0 markers and 1 other events: "fdd -d" lists them, "fdd --regions" measures what is between markers, "fdd export --to=chrome" draws them
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
$ printf 'Attached 2 probes\n' | fdd -
fdd: -: is the output of bpftrace, which has no calls with their times: trace with "fdd record"
[1]
$ printf 'Receiving data...\n' | fdd -
fdd: -: is the output of retsnoop, which has no calls with their times: trace with "fdd record"
[1]
$ printf '# DURATION     TID     FUNCTION\n            [  1234] | main() {\n   1.370 us [  1234] |     getpid();\n' | fdd -
fdd: -: is the output of uftrace, whose calls are those of a program: fdd reads calls of the kernel
[1]
$ printf '   1.370 us [  1234] |     getpid();\n' | fdd -
fdd: -: is the output of uftrace, whose calls are those of a program: fdd reads calls of the kernel
[1]
$ printf '     0.000 ( 0.012 ms): cat/200 openat(dfd: CWD, flags: RDONLY) = 3\n' | fdd -
fdd: -: is the output of perf trace: use "perf script | fdd -", or trace with "fdd record"
[1]
$ printf '     0.000 cat/200 ftrace:func_duration(func: vfs_read, depth: 0)\n' | fdd -
fdd: -: is the output of perf trace: use "perf script | fdd -", or trace with "fdd record"
[1]
$ printf '20:11:01.123456 read(3, "root", 4096) = 4 <0.000012>\n' | fdd -
fdd: -: is the output of strace, which has system calls only: trace with "fdd record -F '__x64_sys_*'"
[1]
$ printf '    90.00%%  cat      [kernel.kallsyms]  [k] vfs_read\n' | fdd -
fdd: -: is a table of perf report, which has samples, not calls: trace with "fdd record"
[1]
$ printf 'cat 200 50.000100:     250000 cpu-clock:pppH: \n' | fdd -
fdd: -: is the output of perf script, which has samples, not calls: trace with "fdd record"
[1]
$ printf 'COMM           PID     LAT(ms)             RVAL FUNC\n' | fdd -
fdd: -: is the output of a BPF tool, which has no calls with their times: trace with "fdd record"
[1]
$ printf '  Function                               Hit    Time            Avg             s^2\n' | fdd -
fdd: -: is the output of the function profiler (trace_stat), which has sums of calls and no calls: "fdd stat" counts them
[1]
$ printf '# event histogram\n#\n\n{ func: [ffffffff81401230] vfs_read } hitcount:  3\n' | fdd -
fdd: -: is a histogram of the kernel, which has no calls with their times: trace with "fdd record"
[1]
$ printf 'CPU[000]           sys_read() {\nCPU[000]           } 4 us\n' | fdd -
fdd: -: is a text of function_graph from before Linux 2.6.29, whose lines have no columns: trace with a newer kernel
[1]
$ printf '{"displayTimeUnit":"ns","traceEvents":[]}\n' | fdd -
fdd: -: is a trace for chrome://tracing or Perfetto, which fdd writes and does not read: give it the trace that this was made from
[1]
## reports: numbers without 0x, the event's own text, the depth, instances in the latency format
$ fdd -d in/people/report-raw-hex.txt
0)   206.256017000 |    16.815 |vfs_open ret=-22
1)   206.256030000 |     4.000 |my_interrupt ret=22 /* interrupt */
$ fdd -d in/people/report-own-text.txt
0)   206.256017000 |    16.815 |vfs_open
$ fdd -d in/people/report-depth.txt
0)   206.256010000 |    30.000 |outer
0)   206.256017000 |    16.815 |  inner
$ fdd --by=task -f fct in/people/report-latency-instances.txt
Task                           Calls Total(us)
------------------------------ ----- ---------
trace-cm-893                       1    29.484
cat-892                            1    15.653
## reports: flags as a number, raw times without a blank before them
$ fdd -d in/people/report-raw-flags.txt
0)   206.256017000 |    16.815 |vfs_open
1)   206.256030000 |     4.000 |my_interrupt /* interrupt */
$ fdd -d in/people/report-raw-joined.txt
1)     0.000000000 |     4.000 |my_interrupt
0)     0.000000000 |    16.815 |vfs_open
$ fdd -d in/people/report-raw-ts.txt
0)   206.256017012 |    16.815 |vfs_open
1)   206.256030012 |     4.000 |my_interrupt /* interrupt */
0)   206.256030900 |     5.000 |  inner
0)   406.256030012 |    10.000 |(unknown)
## notes of a reader behind calls, and two lines that were joined
$ printf ' 0)               |  outer() { <-- here\n 0)   0.198 us    |    inner();  <--- slow\n 0)   0.904 us    |  } \342\206\220 // slow\n' | fdd -d -
0)     0.000000000 |     0.904 |outer
0)     0.000000000 |     0.198 |  inner
$ printf ' 0)               |  outer() {\n 0)   0.198 us    |    inner();\n 0)   0.904 us    |  }  0)   0.904 us    |  after();\n' | fdd -d -
fdd: warning: -: cannot parse 1 line; the first is line 3: ' 0)   0.904 us    |  }  0)   0.904 us    |  after();'
0)     0.000000000 |     0.198 |  inner /* caller unknown */
## what is not a trace is named: mmiotrace
$ printf 'VERSION 20070824\nPCIDEV 0000 80862e20 0 0 0\n' | fdd -
fdd: -: is the output of the tracer mmiotrace, which has accesses to memory of devices and no calls: trace with "fdd record"
[1]
## microseconds with the micro sign or a Greek letter
$ for us in $'\xc2\xb5s' $'\xce\xbcs'; do for file in basic graph flags abstime; do sed "s/ us / $us /g" in/$file.txt | fdd -d -w - 2>&1 | diff - <(fdd -d -w - <in/$file.txt 2>&1); done; done
$ grep -v '^#' in/people/plain.txt | sed $'s/^ *\\([0-9]*\\)\\.\\([0-9]*\\) |/(XEN) \\1\\2 \xce\xbcs |/; s/ us / \xc2\xb5s /' | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
vfs_read                           1     7.143
new_sync_read                      1     3.000
rw_verify_area                     1     0.651
## osnoise: the text has all numbers of a line
$ fdd -d in/people/osnoise.txt
fdd: in/people/osnoise.txt: has no calls; its tracer was osnoise
fdd: in/people/osnoise.txt: has 0 markers and 2 other events: "fdd -d" lists them, "fdd --regions" measures what is between markers, "fdd export --to=chrome" draws them
0)    81.637220000 |           |/* 1000000        190  99.98100       9      18      0   1007     18      1 */
1)    81.638154000 |           |/* 1000000        656  99.93440      74      23      0   1006     16      3 */
[1]
## lines that a pager has cut off: their names are marked, the calls are kept
$ for mark in ... '>' $'\xe2\x80\xa6'; do sed "s/^\(.\{69\}\)..*/\1$mark/" in/graph.txt | fdd -d -; done
fdd: warning: -: lines are cut off, as a pager does it; the first is line 5, with 'do_sys_openat2': functions whose names begin alike count as one
1)    23.999019500 |  1000.500 |vfs_read [...
0)    24.000001000 |     9.000 |do_sys_openat2
0)    24.000002000 |     0.500 |  getname
0)    24.000003000 |     2.500 |  sysvec_apic_t... /* interrupt */
0)    24.000004000 |     1.000 |    irq_enter_r...
0)    24.000007000 |     1.500 |  do_filp_open
1)    24.000025000 |     5.000 |(unknown)
fdd: warning: -: lines are cut off, as a pager does it; the first is line 5, with 'do_sys_openat2': functions whose names begin alike count as one
1)    23.999019500 |  1000.500 |vfs_read [>
0)    24.000001000 |     9.000 |do_sys_openat2
0)    24.000002000 |     0.500 |  getname
0)    24.000003000 |     2.500 |  sysvec_apic_t> /* interrupt */
0)    24.000004000 |     1.000 |    irq_enter_r>
0)    24.000007000 |     1.500 |  do_filp_open
1)    24.000025000 |     5.000 |(unknown)
fdd: warning: -: lines are cut off, as a pager does it; the first is line 5, with 'do_sys_openat2': functions whose names begin alike count as one
1)    23.999019500 |  1000.500 |vfs_read […
0)    24.000001000 |     9.000 |do_sys_openat2
0)    24.000002000 |     0.500 |  getname
0)    24.000003000 |     2.500 |  sysvec_apic_t… /* interrupt */
0)    24.000004000 |     1.000 |    irq_enter_r…
0)    24.000007000 |     1.500 |  do_filp_open
1)    24.000025000 |     5.000 |(unknown)
$ sed 's/^\(.\{72\}\)..*/\1>/' in/basic.txt | fdd -f fct -
fdd: warning: -: lines are cut off, as a pager does it; the first is line 5, with 'kmem_cache_al>': functions whose names begin alike count as one
Function                       Calls Total(us)
------------------------------ ----- ---------
ksys_read                          1   160.125
vfs_read [ext>                     1   150.000
do_sys_openat2                     2    36.251
do_filp_open                       2    24.000
kmem_cache_al>                     2     3.500
$ sed 's/^\(.\{62\}\)..*/\1.../' in/people/args.txt | fdd -d -
fdd: warning: -: lines are cut off, as a pager does it; the first is line 5, with 'vfs_read': functions whose names begin alike count as one
1)     0.000000000 |     7.143 |vfs_read ret=32
1)     0.000000000 |     0.651 |  rw_verify_area
1)     0.000000651 |     0.300 |  walk
1)     0.000000951 |     0.100 |  rcu_note <-vfs_re...
$ printf '# tracer: function_graph\n 0)   1.000 us    |  one();\n 0)   2.000 us    |  a_very_lo\n' | fdd -f fct -
fdd: warning: -: lines are cut off, as a pager does it; the first is line 3, with 'a_very_lo': functions whose names begin alike count as one
Function                       Calls Total(us)
------------------------------ ----- ---------
a_very_lo                          1     2.000
one                                1     1.000
## single blanks where there were several, without braces: it is said that the depths are lost
$ tr -s ' ' <in/after.txt | fdd -f fct -n 2 -
fdd: warning: -: has single blanks where there were several: which call contains another is lost, and self times have those of the callees
Function                       Calls Total(us)
------------------------------ ----- ---------
do_sys_openat2                     2   106.251
do_filp_open                       2    94.000
## pstore: parts in files with CR LF
$ sed 's/$/\r/' in/people/pstore-parts.txt | fdd -d -
1)     0.000000000 |   120.000 |a_outer
1)     0.000000000 |    20.000 |  b_middle
1)     0.000000000 |     3.000 |    c_leaf
1)     0.000120000 |     1.000 |of_another_boot
## of Linux before 5.1: no bar behind the flags
$ fdd -d in/people/latency-5.0.txt | grep -v stack
1)    50.000100000 |     0.500 |before
1)    50.000101000 |    41.000 |outer
1)    50.000102000 |     1.000 |  tick /* interrupt */
1)    50.000104000 |     4.000 |  inner
1)    50.000105000 |     0.200 |    leaf
$ sed 's/^.*1)  worker-200    |/ 1)/' in/people/latency-5.0.txt | fdd -d - | grep -v stack
1)     0.000000000 |     0.500 |before
1)     0.000000500 |    41.000 |outer
1)     0.000000500 |     1.000 |  tick /* interrupt */
1)     0.000001500 |     4.000 |  inner
1)     0.000001500 |     0.200 |    leaf
$ fdd --by=task -f fct in/people/latency-5.0.txt
Task                           Calls Total(us)
------------------------------ ----- ---------
worker-200                         5    41.500
## names of ps in place of the kernel's, by systrace
$ printf 'com.android.systemui-611   (  611) [001] d..5    50.000100: sched_wakeup: comm=a pid=679 prio=120 target_cpu=001\n' | fdd -d -
fdd: -: has no calls
fdd: -: has 0 markers and 1 other events (sched_wakeup 1): "fdd -d" lists them, "fdd --regions" measures what is between markers, "fdd export --to=chrome" draws them
1)    50.000100000 |           |/* sched_wakeup: comm=a pid=679 prio=120 target_cpu=001 */
[1]
$ printf 'a_long_word_before worker-200 [001] d..5    50.000100: sched_wakeup: comm=a pid=679 prio=120 target_cpu=001\n' | fdd -d -
fdd: -:1: not a trace that fdd can read: 'a_long_word_before worker-200 [001] d..5    50.000100: sched'
[1]
## another column in place of the function
$ printf '   43.840 us |   3 |    get_session()\n    7.216 us |   3 |    get_level()\n' | fdd -d -
fdd: -:1: not a trace that fdd can read: '   43.840 us |   3 |    get_session()'
[1]
## indented by a person: the braces nest the calls
$ printf ' 1)               |  outer() {\n 1)               |   middle() {\n 1)   1.000 us    |     leaf();\n 1)   4.000 us    |   }\n 1)   9.000 us    | }\n' | fdd -d -
1)     0.000000000 |     9.000 |outer
1)     0.000000000 |     4.000 |  middle
1)     0.000000000 |     1.000 |    leaf
## columns cut off without a mark: an entry stays one
$ printf ' 1)               |  outer() {\n 1)               |    a_long_na\n 1)   1.000 us    |      leaf();\n 1)   4.000 us    |    }\n 1)   9.000 us    |  }\n' | fdd -d -
fdd: warning: -: lines are cut off, as a pager does it; the first is line 2, with 'a_long_na': functions whose names begin alike count as one
1)     0.000000000 |     9.000 |outer
1)     0.000000000 |     4.000 |  a_long_na
1)     0.000000000 |     1.000 |    leaf
## lost events in a dump, whose line is indented
$ printf '<3>[  123.000004]  CPU:0 [LOST 12 EVENTS]\n<3>[  123.000006]  0)   0.200 us    |  leaf();\n' | fdd -d -
fdd: warning: -: at least 12 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
0)                 |           |/* 12 events lost */
0)     0.000000000 |     0.200 |leaf
## an interrupt on top of the first call of a trace without times
$ printf ' 1)               |  outer() {\n 1)   ==========> |\n 1)   3.500 us    |    tick();\n 1)   <========== |\n 1) + 12.000 us   |  }\n' | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1    12.000
tick                               1     3.500
## UTF-32, with a byte order mark and without
$ iconv -f UTF-8 -t UTF-32 in/people/retval-6.5.txt | fdd -f fct -
Function                       Calls Total(us)
------------------------------ ----- ---------
outer                              1     7.143
set                                1     2.335
get                                1     0.651
$ iconv -f UTF-8 -t UTF-32LE in/people/retval-6.5.txt | fdd -f fc -n 1 -
Function                       Calls
------------------------------ -----
outer                              1
$ iconv -f UTF-8 -t UTF-32BE in/people/retval-6.5.txt | fdd -f fc -n 1 -
Function                       Calls
------------------------------ -----
outer                              1
## quoted-printable without a header of the mail
$ printf '>> 1072.028308: funcgraph_entry:                   |  outer() {\n>> 1072.028309: funcgraph_entry:        0.280 us   |    a_leaf_with_a_long_=\nname();\n>> 1072.028310: funcgraph_exit:         0.930 us   |  }\n' | fdd -d -
0)  1072.028308000 |     0.930 |outer
0)  1072.028309000 |     0.280 |  a_leaf_with_a_long_name
## arrows in quoted-printable without a header of the mail
$ printf ' 0)   1.000 us    |  vfs_read();\n 0)    a-1    =3D>   b-2\n 0)   2.000 us    |  vfs_write();\n' | fdd --calls --format=csv - | cut -d , -f 3,4,10
pid,comm,name
-1,,vfs_read
2,b,vfs_write
$ printf ' 0)   1.000 us    |  vfs_read();\n 0)   <=3D=3D=3D=3D=3D=3D=3D=3D=3D=3D |\n' | fdd --calls --format=csv - | cut -d , -f 10
name
vfs_read
## an archive of tar
$ tar -cf - in/people/plain.txt | fdd -
fdd: -: is an archive of tar: use "tar -xOf FILE NAME | fdd -"
[1]
## events whose lines a mailer broke
$ fdd -d in/people/wrapped-event.txt
fdd: warning: in/people/wrapped-event.txt: cannot parse 2 lines; the first is line 1: 'Subject: worker sleeps in outer'
1)    49.999900000 |  1000.000 |outer asleep=500.000
1)    50.000000000 |    90.000 |  inner
1)    50.000200000 |           |/* sched_switch: prev_comm=worker prev_pid=200 prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120 */
1)    50.000700000 |           |/* sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=worker next_pid=200 next_prio=120 */
$ sed 's/^> //' in/people/wrapped-event.txt | fdd -d - 2>/dev/null | grep -v sched
1)    49.999900000 |  1000.000 |outer asleep=500.000
1)    50.000000000 |    90.000 |  inner
## the tracer wakeup: a switch of tasks has no name of an event
$ printf '  <idle>-0       1d..3.   12us :      0:120:R ==> [001]     200:  4:R cyclictest\n' | fdd -d - 2>&1 | grep -v 'no calls'
fdd: -: has 0 markers and 1 other events: "fdd -d" lists them, "fdd --regions" measures what is between markers, "fdd export --to=chrome" draws them
1)     0.000012000 |           |/* 0:120:R ==> [001]     200:  4:R cyclictest */
## perf ftrace latency, perf sched latency and timehist
$ printf '#   DURATION     |      COUNT | GRAPH |\n     0 -    1 us |        600 | ##### |\n' | fdd -
fdd: -: is a histogram of perf ftrace latency, which has no calls with their times: trace with "fdd record", or count with "fdd stat"
[1]
$ printf ' -------\n  Task                  |   Runtime ms  | Switches |\n  sh:1                  |      1.234 ms |        4 |\n' | fdd -
fdd: -: is a table of perf sched: use "perf sched script | fdd -", or trace with "fdd record"
[1]
$ printf '           time    cpu  task name     wait time  sch delay   run time\n   71.874569 [0011]  gcc[319]     0.014      0.000      1.148\n' | fdd -
fdd: -: is a table of perf sched: use "perf sched script | fdd -", or trace with "fdd record"
[1]
## a switch of tasks of early kernels, from one that is not known
$ printf ' 1)   0.500 us    |  one();\n ------------------------------------------\n | 1)  migration/0--1  =>  sshd-1755\n ------------------------------------------\n\n 1)   1.500 us    |  two();\n' | fdd --by=task -f fct -
Task                           Calls Total(us)
------------------------------ ----- ---------
sshd-1755                          1     1.500
(unknown)                          1     0.500
## what is not a trace is named: bytes of other programs, and what fdd has printed
$ printf 'LPKSHHRH\0\0\0\0\0\0\0\0' | fdd -
fdd: -: is a file of the journal: use "journalctl -k --file=FILE | fdd -"
[1]
$ printf 'KDUMP   \006\0\0\0' | fdd -
fdd: -: is a dump of a kernel: "trace dump -t trace.dat" of crash and its extension trace writes the trace in it
[1]
$ printf '\301\037\374\301abc\n\0\001def' | fdd -
fdd: -: is a stream of CTF, which has events of LTTng and no calls of functions: trace with "fdd record"
[1]
$ printf '\004\042\115\030abc' | fdd -
fdd: -: is compressed by lz4: use "lz4cat FILE | fdd -"
[1]
$ { printf '\004\042\115\030abc\n'; cat in/people/plain.txt; } | fdd -
fdd: -: is compressed by lz4: use "lz4cat FILE | fdd -"
[1]
$ printf 'PK\003\004\024\0\0\0\0\0' | fdd -
fdd: -: is a zip archive: use "unzip -p FILE | fdd -"
[1]
$ fdd -d in/people/plain.txt | fdd -
fdd: -: is the output of fdd, which does not read it: give it the trace that this was made from
[1]
$ fdd in/people/plain.txt | fdd -
fdd: -: is the output of fdd, which does not read it: give it the trace that this was made from
[1]
$ fdd -d --format=csv in/people/plain.txt | fdd -
fdd: -: is the output of fdd, which does not read it: give it the trace that this was made from
[1]
$ printf '     usecs               : count     distribution\n         0 -> 1          : 12       |*** |\n' | fdd -
fdd: -: is a histogram of a BPF tool, which has no calls with their times: trace with "fdd record"
[1]

## an option that does not apply to a view is an error
$ fdd -c -n 5 in/basic.txt
fdd: -n does not apply to --tree; it applies to the table, --calls, --hist, regions
[2]
$ fdd --slowest=3 --number=2 in/basic.txt
fdd: --number does not apply to --slowest; it applies to the table, --calls, --hist, regions
[2]
$ fdd -c -s c in/basic.txt
fdd: -s does not apply to --tree; it applies to the table, --hist, regions
[2]
$ fdd -d -f fc in/basic.txt
fdd: -f does not apply to --calls; it applies to the table
[2]
$ fdd --hist -l in/basic.txt
fdd: -l does not apply to --hist; it applies to the table
[2]
$ fdd --linear in/basic.txt
fdd: --linear does not apply to the table; it applies to --hist
[2]
$ fdd --tree --linear in/basic.txt
fdd: --linear does not apply to --tree; it applies to --hist
[2]
$ fdd -z -t 5 in/basic.txt
fdd: -t does not apply to --info; it applies to the table, --calls, --tree, --hist, --slowest
[2]
$ fdd -z -e 'calls > 2' in/basic.txt
fdd: -e: fields of the table (calls total total_self avg min max) do not apply to --info
[2]
$ fdd -z --format=csv in/basic.txt
fdd: --format=csv does not apply to --info
[2]
$ fdd -l --format=json in/basic.txt
fdd: -f, -l: --format=json has all columns
[2]
$ fdd --format=nanos-csv -t 5 in/basic.txt
fdd: -t does not apply to --format=nanos-csv; it applies to the table, --calls, --tree, --hist, --slowest
[2]
$ fdd --format=nanos-csv -d in/basic.txt
fdd: --format=nanos-csv does not apply to --calls
[2]
$ fdd regions -F 'vfs*' in/regions-copy.txt
fdd regions: -F does not apply to regions; it applies to the table, --calls, --tree, --graph, --hist, --slowest, --info, --format=nanos-csv
[2]
$ fdd regions --sort=self in/regions-copy.txt
fdd regions: -s: regions have no column 'self' (function count total min avg p50 p90 p99 max unfinished)
[2]
$ fdd diff -s c in/basic.txt in/after.txt
fdd diff: -s does not apply to diff; it applies to the table, --hist, regions
[2]
$ fdd diff -f fc in/basic.txt in/after.txt
fdd diff: -f does not apply to diff; it applies to the table
[2]
$ fdd diff --tree in/basic.txt in/after.txt
fdd diff: unknown option '--tree' (see "fdd diff -h")
[2]
$ fdd export --to=folded -n 3 in/basic.txt
fdd export: -n does not apply to --to=folded; it applies to --to=csv, --to=html, --to=otlp, --to=otlp.ndjson
[2]
$ fdd export --to=html --by=cpu in/basic.txt
fdd export: --by does not apply to --to=html; it applies to --to=csv
[2]
## options may stand anywhere
$ fdd --linear --hist=do_filp_open in/basic.txt
do_filp_open  calls 2  avg 12.000 us  p50 4.015 us  p99 20.000 us  max 20.000 us
       4.000 - 4.999        us |########################################| 1
      20.000 - 20.999       us |########################################| 1
$ fdd in/basic.txt -n 1 -f f
Function
------------------------------
ksys_read
## older names of options
$ fdd -f fc --min-count=2 --max-count=2 in/basic.txt
Function                       Calls
------------------------------ -----
do_sys_openat2                     2
do_filp_open                       2
kmem_cache_alloc                   2
$ fdd -f fc --min-calls=2 --max-calls=2 in/basic.txt
Function                       Calls
------------------------------ -----
do_sys_openat2                     2
do_filp_open                       2
kmem_cache_alloc                   2
## older names of columns and fields
$ fdd -f function,count,time,average,local -s local -n 1 in/basic.txt
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
vfs_read [ext4]                    1   150.000  150.000  150.000
$ fdd -f name,total_ns,sub,subs -s max-sub-time -n 1 in/basic.txt
Function                       Total(us) Callees(us) Callee list
------------------------------ --------- ----------- -----------
ksys_read                        160.125     150.000 vfs_read [ext4](1)
$ fdd -f fctalrsmnxu -n 1 in/basic.txt
Function                       Calls Total(us)  Avg(us) Self(us)          Range(us) Callees(us) Max callee                     Mc calls Mc total(us) Callee list
------------------------------ ----- --------- -------- -------- ------------------ ----------- ------------------------------ -------- ------------ -----------
ksys_read                          1   160.125  160.125   10.125  (160.125-160.125)     150.000 vfs_read [ext4]                       1      150.000 vfs_read [ext4](1)
$ fdd -f f -e 'count == 2 and local > 5us' in/basic.txt
Function
------------------------------
do_sys_openat2
do_filp_open
$ fdd -f f -e 'calls == 2 and total_self > 5us' in/basic.txt
Function
------------------------------
do_sys_openat2
do_filp_open
$ fdd regions --format=csv -s calls -n 1 in/regions-copy.txt
category,name,count,total_ns,min_ns,avg_ns,p50_ns,p90_ns,p99_ns,max_ns,unfinished
Block,read,4,756000,7000,189000,70143,518000,518000,518000,0
## commands
$ fdd frobnicate
fdd: 'frobnicate' is neither a file nor a command; the commands are: report agent catch diff export now record restore serve stat top why graph regions
[2]
$ fdd report -n 1 -f f in/basic.txt
Function
------------------------------
ksys_read
$ fdd restore now
fdd restore: does not take an operand: 'now'
[2]
$ fdd diff -q
fdd diff: unknown option '-q' (see "fdd diff -h")
[2]
$ fdd regions -h | head -n 2
Usage: fdd regions [OPTION...] [TRACE...]
Report the regions that programs marked in a trace.
$ fdd diff in/basic.txt in/nothing-here.txt
fdd diff: in/nothing-here.txt: No such file or directory
[1]
## the syntax of options
$ fdd --min in/basic.txt
fdd: ambiguous option '--min' (see "fdd -h")
[2]
$ fdd --tree=3 in/basic.txt
fdd: --tree does not take an argument
[2]
$ fdd -n
fdd: -n needs an argument: N
[2]
$ fdd -f foo in/basic.txt
fdd: no column 'foo', and no column has the letter 'o'; --fields lists them
[2]
$ fdd -f '' in/basic.txt
fdd: no columns in ''; --fields lists them
[2]
$ fdd -f , in/basic.txt
fdd: no columns in ','; --fields lists them
[2]
$ fdd -n many in/basic.txt
fdd: -n: 'many' is not a number
[2]
$ fdd --color=loud in/basic.txt
fdd: --color: 'loud' is not one of: auto always never
[2]
## fdd record begins at a time, after one, or at a multiple of one
$ fdd record --at 14:30 true
fdd record: --at: '14:30' is not @HH:MM[:SS][Z], +TIME or /TIME, as in @14:30, +30s or /10s (a day at most)
[2]
$ fdd record --at +30 true
fdd record: --at: '+30' is not @HH:MM[:SS][Z], +TIME or /TIME, as in @14:30, +30s or /10s (a day at most)
[2]
$ fdd record --at /10s --dry-run true
fdd record: --at does not go with --boot, --boot-off and --dry-run
[2]
## JSON of calls has the requested number
$ fdd -d -n 2 --format=json in/basic.txt | grep -c calltime_ns
2

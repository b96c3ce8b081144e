## help on one screen
$ fdd -h
Usage: fdd [OPTION...] TRACE...        fdd diff [OPTION...] TRACE TRACE
       fdd regions [OPTION...] TRACE...  fdd record|restore|top|export|serve -h
Who took how long, in traces of function_duration and function_graph.
TRACE is text of trace or trace_pipe, a trace.dat, a trace-cmd report; "-" is
stdin; .gz, .zst and .xz are fine. Without a view: the table of functions.

Views:   -d, --calls          the calls by call time
         -c, --tree           the call tree, with counts and times
         --hist[=FUNC]        a histogram per function (--linear: equal steps)
         --slowest=N          the N longest calls, with their callers
         --by=KEY             a row per task, cpu, module, caller, label or host
         regions, --regions   the spans that programs marked in the trace
         -z, --info           what the data is and what was lost
Table:   -n, --number=N       only the first N rows
         -s, --sort=COLUMN    sort by a column (default t)
         -f, --columns=LIST   letters or names; --fields lists them
         -l, --long           many columns
Filters: -t, --time=TIME      functions that took more in total
         --min-count=N, --max-count=N   functions called as often
         -F, --function=GLOB  -N, --not-function=GLOB   --module=GLOB
         -p, --pid=LIST       -C, --cpu=LIST            --comm=GLOB
         -D, --depth=N        -r, --range=FROM~TO
         --min-duration=TIME  --max-duration=TIME
         --between START END  calls between two markers (globs)
         --region=GLOB        calls made in such regions: 'VirtioFs:rel*'
         -e, --filter=EXPR    as in "cpu==1 and duration>2ms"
         -i, --interrupt=GLOB treat these functions as interrupts
Output:  --format=text|csv|json|nanos-csv   --color[=auto|always|never]
         --label=NAME         of the files, in their order; --hosts: by host
         -w, --warnings       all that may be wrong with the data
         -h, --help   -V, --version   --debug

TIME is 500us, 2ms, 1s; a bare number is in microseconds. See fdd(1).
$ fdd -h | awk 'length > 80 { print "too wide: " $0 } END { if (NR > 40) print "too long" }'
$ fdd -V
fdd 1.0
$ fdd --fields
Columns, for -f and -s, by letter (-f fctal) or name (-f function,calls,p99):
  f  function       Function  name of the function (or of what --by says)
  c  calls          Count     number of calls
  t  total          Time      time in the function, recursion counted once
  a  avg            Average   mean time of a call
  l  self           Local     time less that of the functions it called
  r  range          Range     shortest and longest call
  s  sub            Sub-time  time in the functions it called
  m  max-sub        Max-sub   the callee that took most of its time
  n  max-sub-calls  Ms cnt    calls of that one
  x  max-sub-time   Ms time   time in that one
  u  subs           Sub list  all functions it called
     min            Min       shortest call
     max            Max       longest call
     stdv           Stdv      standard deviation
     p50            P50       median
     p90            P90       90 % of the calls took no longer
     p95            P95       95 %
     p99            P99       99 %
     p99.9          P99.9     99.9 %
     callers        Callers   who called it, how often

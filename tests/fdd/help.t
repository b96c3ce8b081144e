## help
$ fdd -h
Usage: fdd [OPTION...] [TRACE...]
Show the durations of kernel functions in traces of function_duration and
function_graph. TRACE is text of trace or trace_pipe, a trace.dat, or text of
trace-cmd report; "-" is stdin; .gz, .zst and .xz are decompressed. Without a
view it prints the table of functions.

Commands ("fdd COMMAND -h" describes each):
  report                     show a trace; the same as without a command
  agent                      count calls, and answer Prometheus with metrics
  catch                      wait for slow calls, and save what led to them
  diff                       compare two traces
  export                     write a trace for other programs, or as a page
  now                        show which tasks are blocked, and by which
  record                     trace while a command runs, and report
  restore                    restore settings after a run was killed
  serve                      serve the trace of this machine to a browser
  stat                       show statistics of all calls of functions
  top                        show the functions that take most time, live
  why                        explain why a program, or a call, is slow
  graph                      the callers and callees of a function
  regions                    the regions that programs marked in a trace

Views:
  -d, --calls                the calls by call time
  -c, --tree                 the call tree, with calls and times
      --graph=FUNC           callers and callees of functions that match
      --hist[=FUNC]          a histogram per function
      --linear               histograms in equal steps
      --slowest=N            the N longest calls, with their callers
      --regions              regions that programs marked (fdd regions)
  -z, --info                 contents of the traces, and lost events

Table:
      --by=KEY               a row per function, task, cpu, module, caller,
                             label, host, where (the place in the program) or
                             cgroup
  -n, --number=N             at most N rows
  -s, --sort=LIST            sort by columns, the most important first:
                             self,calls (default: awake; of regions: total)
  -f, --columns=LIST         the columns, by letter (fctal) or name
                             (function,calls,p99)
      --fields               list the columns
  -l, --long                 many columns (fctalrsmnx)

Filters:
  -F, --function=GLOB        only functions that match
  -N, --not-function=GLOB    exclude functions that match
      --under=GLOB           only functions that match, and all their callees
      --called-by=GLOB       only direct callees of functions that match
      --module=GLOB          only functions of modules that match
  -p, --pid=LIST             only these tasks: 1,4-7
  -C, --cpu=LIST             only these CPUs: 0,2-3
      --comm=GLOB            only tasks whose name matches
      --cgroup=GLOB          only tasks in this cgroup or below it, or with
                             !GLOB no such task
  -D, --depth=N              only the outermost N levels
  -r, --range=FROM~TO        calls that begin in a range: in seconds, or with a
                             unit since the start (2ms~5ms)
      --between START END    only calls that begin between two markers (globs)
      --region=GLOB          only calls within regions that match:
                             'VirtioFs:rel*'
      --min-duration=TIME    only calls that took at least TIME
      --max-duration=TIME    only calls that took at most TIME
  -t, --time=TIME            only functions with a total of more than TIME
      --min-calls=N          only functions called at least N times
      --max-calls=N          only functions called at most N times
  -e, --filter=EXPR          only calls or rows for which EXPR is true: 'cpu==1
                             and duration>2ms'
  -i, --interrupt=GLOB       treat functions that match as interrupts

Input:
      --label=NAME           the label of a trace, in the order of the traces
      --hosts                label the traces by the hosts that recorded them
  -w, --warnings             print all warnings about the data

Stacks of programs:
      --symfs=DIR            look below DIR first for the programs and libraries
                             of the trace's stacks
      --debuginfod           ask the servers of DEBUGINFOD_URLS for their debug
                             information

Output:
      --format=FORMAT        text, csv, json or nanos-csv (a line for each call)
      --units=UNITS          times in text output in us, ns, or a fitting unit
                             for each (auto)
      --color[=WHEN]         auto, always or never
      --no-pager             do not show long output in $PAGER on a terminal

Other:
  -h, --help                 this text
  -V, --version              the version of fdd
      --debug                report each step, and each line that cannot be
                             parsed

TIME is 500us, 2ms, 1s; a number without a unit is in microseconds. See fdd(1).
$ for c in '' $(fdd --list-commands); do fdd $c -h | awk 'length > 80 { print "too wide: " $0 }'; done
$ fdd -V | sed 's/[0-9.]*$/VERSION/'
fdd VERSION
$ fdd --fields
Columns, for -f and -s, by letter (-f fctal) or name (-f function,calls,p99):
  f  function         Function     name of the function, or of the key of --by
  c  calls            Calls        number of calls
  t  total            Total(us)    time in the function, recursion counted once
  a  avg              Avg(us)      mean time of a call
  l  self             Self(us)     total minus that of the functions it called
  r  range            Range(us)    shortest and longest call
  s  callees          Callees(us)  time in the functions it called
  m  max-callee       Max callee   the callee with the largest total
  n  max-callee-calls Mc calls     calls of max-callee
  x  max-callee-total Mc total(us) time in max-callee
  u  callee-list      Callee list  all functions it called
     min              Min(us)      shortest call
     max              Max(us)      longest call
     stdv             Stdv(us)     standard deviation
     p50              p50(us)      median
     p90              p90(us)      90 % of the calls took no longer
     p95              p95(us)      95 %
     p99              p99(us)      99 %
     p99.9            p99.9(us)    99.9 %
  p  percent          Total%       total, as a share of the time in all calls
     self-percent     Self%        self, as a share of the time in all calls
     self-avg         Self avg(us) mean self time of a call
     self-min         Self min(us) least self time of a call
     self-max         Self max(us) greatest self time of a call
     self-p50         Self p50(us) median of the self times
     self-p90         Self p90(us) 90 % of the self times are no longer
     self-p95         Self p95(us) 95 %
     self-p99         Self p99(us) 99 %
     self-p99.9       Self p99.9(us) 99.9 %
     asleep           Asleep(us)   part of total in which the task slept
     waiting          Waiting(us)  part of total in which it waited for a CPU
     irqs             Irqs(us)     part of total that interrupts took
     awake            Awake(us)    total minus asleep and waiting
     self-asleep      Self asleep(us) part of self in which the task slept
     self-waiting     Self waiting(us) part of self in which it waited for a CPU
     self-irqs        Self irqs(us) part of self that interrupts took
     self-awake       Self awake(us) self minus asleep and waiting
     mark             Mark         "sleeps" for functions that mostly sleep
     covered          Covered%     calls, as a share of those counted by fdd record --stat
     callers          Callers      its callers, with the calls by each (..NAME: with functions in between)
## help as a command
$ fdd help why | head -n 3
Usage: fdd why [OPTION...] [TRACE...]
       fdd why [OPTION...] -- COMMAND [ARGUMENT...]
       fdd why [OPTION...] -p PID[,PID...]
$ fdd help | head -n 1
Usage: fdd [OPTION...] [TRACE...]

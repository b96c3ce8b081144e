## the default output, no threshold
$ fdd -n 8 default.txt
$ fdd -d -n 25 default.txt
## trace_pipe with lost events
$ fdd -d lost.pipe | sed -n '18,26p'
$ fdd lost.pipe
## the event alone, printed by the kernel
$ fdd -f fctl -n 6 event.txt
## option "fields"
$ sed -n '/^=== fields/,/^=== raw/p' formats.txt | grep -v ^=== | fdd -d -n 8 -
## trace.dat
$ fdd -l -n 8 duration.dat.xz
$ fdd -z duration.dat.xz
$ fdd --by=task -n 5 duration.dat.xz
$ fdd --slowest=4 -e 'context == hardirq' duration.dat.xz
$ fdd -f fc --between 'begin*' 'end*' duration.dat.xz
## trace.dat of an instance
$ fdd --by=label -f fc instance.dat.xz
$ fdd -c -F '*read*' instance.dat.xz
## function_graph: text, report, trace.dat
$ awk '/^===/ { on = /thresh=0 $/; next } on' graph.txt | fdd -d -n 10 -
$ awk '/^===/ { on = /thresh=0 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
$ awk '/^===/ { on = /thresh=0 .*funcgraph-retval$/; next } on' graph.txt | fdd -d -n 10 -
$ awk '/^===/ { on = /thresh=0 latency-format /; next } on' graph.txt | fdd -c -
$ awk '/^===/ { on = /thresh=60 $/; next } on' graph.txt | fdd -c -
$ awk '/^===/ { on = /thresh=60 funcgraph-proc funcgraph-abstime funcgraph-tail$/; next } on' graph.txt | fdd -d -n 10 -
$ fdd -f fctal -n 6 graph60.report.xz
$ fdd -f fctal -n 6 graph60.dat.xz
## all combinations of options show the same calls
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 1' | fdd -d -
$ xz -dc options.txt.xz | awk '/^=== /{n++; next} n == 64' | fdd -d -
## calls that had not returned: of trace.dat and of its report
$ xz -dc graph0.dat.xz >$TMP_T/graph.dat; fdd why $TMP_T/graph.dat | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.dat | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'
$ xz -dc graph0.report.xz >$TMP_T/graph.report; fdd why $TMP_T/graph.report | sed -n '/^Not/,$p'; fdd why --format=json $TMP_T/graph.report | jq -c '.unreturned | (.calls[] | [.name, .task, .calltime_ns, .open_ns, .in]), .idle_calls'

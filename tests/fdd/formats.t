## CSV
$ fdd --format=csv in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=csv -f fctal in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=csv -d in/graph.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=csv -c in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=csv --hist -F kmem_cache_alloc in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=csv --slowest=2 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=csv --by=task -f fc in/tasks.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=nanos-csv in/basic.txt
bash: line 1: fdd: command not found
[127]
## JSON
$ fdd --format=json -F 'do_*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=json -d in/flags.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=json -c in/callers.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=json --hist -F kmem_cache_alloc in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=json --slowest=1 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=json --by=cpu in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=json -z in/markers.txt
bash: line 1: fdd: command not found
[127]
$ fdd diff --format=json -n 1 in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
## colours only when asked for, or on a terminal
$ fdd --color=always -n 1 in/basic.txt | cat -v
bash: line 1: fdd: command not found
$ NO_COLOR= TERM=xterm script -qec "fdd -n 1 -f f in/basic.txt" /dev/null | cat -v
bash: line 1: fdd: command not found^M
$ NO_COLOR=1 TERM=xterm script -qec "fdd -n 1 -f f in/basic.txt" /dev/null | cat -v
bash: line 1: fdd: command not found^M
$ fdd --color=never -n 1 -f f in/basic.txt
bash: line 1: fdd: command not found
[127]

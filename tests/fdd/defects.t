## -t is in microseconds, as every column is
$ fdd -t 35 -f ft in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -t 36250ns -f ft in/basic.txt
bash: line 1: fdd: command not found
[127]
## a caller is the call around it, not any call
$ fdd -f function,callers -s f in/callers.txt
bash: line 1: fdd: command not found
[127]
## a caller that was never seen is told, and not an error
$ fdd -d in/callers.txt
bash: line 1: fdd: command not found
[127]
## every overhead mark is read
$ fdd -f fct -s t in/marks.txt
bash: line 1: fdd: command not found
[127]
## with abstime, call times are call times
$ fdd -d in/abstime.txt
bash: line 1: fdd: command not found
[127]
$ fdd in/abstime.txt
bash: line 1: fdd: command not found
[127]
## a task that migrates keeps its caller
$ fdd -c in/migrate.txt
bash: line 1: fdd: command not found
[127]
## recursion counts its time once
$ fdd in/recursion.txt
bash: line 1: fdd: command not found
[127]
$ fdd -c in/recursion.txt
bash: line 1: fdd: command not found
[127]
## Max-sub ranks by the time under this parent
$ fdd -f ftmnx in/maxsub.txt
bash: line 1: fdd: command not found
[127]
## averages keep their decimals
$ fdd -f fca in/basic.txt
bash: line 1: fdd: command not found
[127]
## memory does not grow with the file
$ fdd-gen -n 200000 > $TMP_T/big.txt && (ulimit -v 100000; fdd -n 1 -f c $TMP_T/big.txt | wc -l)
bash: line 1: fdd-gen: command not found
[127]
## a task name may hold anything
$ fdd --by=task -f fct -s f in/tasks.txt
bash: line 1: fdd: command not found
[127]
## markers and other events do not break a line, and show
$ fdd -d in/markers.txt
bash: line 1: fdd: command not found
[127]
$ fdd -z in/markers.txt
bash: line 1: fdd: command not found
[127]
## CPUs beyond 0, switch lines of any kind (Nanos' parse-trace.py)
$ fdd --format=nanos-csv in/nanos.txt
bash: line 1: fdd: command not found
[127]

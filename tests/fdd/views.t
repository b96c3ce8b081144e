## the table of functions
$ fdd in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -l in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -n 2 -s a in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -s f -f fcr in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f function,calls,min,max,stdv,p50,p90,p95,p99,p99.9 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f fu in/basic.txt
bash: line 1: fdd: command not found
[127]
## calls
$ fdd -d in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d in/graph.txt
bash: line 1: fdd: command not found
[127]
## the call tree
$ fdd -c in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -c in/flags.txt
bash: line 1: fdd: command not found
[127]
## histograms
$ fdd --hist in/marks.txt -n 2
bash: line 1: fdd: command not found
[127]
$ fdd --hist --linear -F 'do_*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --hist='kmem*' in/basic.txt
bash: line 1: fdd: command not found
[127]
## the slowest calls
$ fdd --slowest=3 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --slowest=2 -F '*alloc' in/basic.txt
bash: line 1: fdd: command not found
[127]
## a row per something else
$ fdd --by=task in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --by=cpu in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --by=module in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --by=caller in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --by=label --label before --label after in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
## several traces
$ fdd in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d -F 'do_f*' in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
## diff
$ fdd diff in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
$ fdd diff in/basic.txt in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd diff --format=csv in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
$ fdd diff -F 'kmem*' -n 1 in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
## what the data is
$ fdd -z in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -w -f f in/graph.txt
bash: line 1: fdd: command not found
[127]
## interrupts, by their flags and by name
$ fdd -d in/flags.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d in/interrupt.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d -i '*_irq' in/interrupt.txt
bash: line 1: fdd: command not found
[127]
$ fdd -c -i my_irq in/interrupt.txt
bash: line 1: fdd: command not found
[127]

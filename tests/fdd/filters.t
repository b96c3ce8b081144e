## functions
$ fdd -f f -F 'do_*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -F 'do_*' -F '*read*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -N 'do_*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f --module ext4 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -F 'vfs_read' in/basic.txt
bash: line 1: fdd: command not found
[127]
## tasks, processes, CPUs
$ fdd -f f --comm 'c*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -p 100 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -p 100-101,500 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -C 1 in/basic.txt
bash: line 1: fdd: command not found
[127]
## depth, time, duration, count
$ fdd -f f -D 1 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -r 100.000005~100.00001 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -r 4us~ in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f --min-duration=20 --max-duration=155us in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f fc --min-count=2 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f fc --max-count=1 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f ft -t 100us in/basic.txt
bash: line 1: fdd: command not found
[127]
## between markers
$ fdd -d --between 'start*' 'end*' in/between.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -s f in/between.txt --between 'start two' 'end*'
bash: line 1: fdd: command not found
[127]
## expressions, the original ones and more
$ fdd -f f -e 'cpu==1' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'pid==100' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'cpu==0 and duration > 5us' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'not (pid=100 or depth=0)' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'func =~ "^do_.*open" && depth >= 1' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'func ~ "*read*" || comm == ls' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'module == ext4' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'calltime > 100.0001' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f fct -e 'count > 1 and total < 30' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d -e 'context == hardirq' in/flags.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d -e 'retval < 0' in/graph.txt
bash: line 1: fdd: command not found
[127]
$ fdd -f f -e 'label == basic.txt' in/basic.txt in/after.txt
bash: line 1: fdd: command not found
[127]
## the same filter in every view
$ fdd -d -F 'do_f*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -c -F 'do_f*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --hist -F 'do_f*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --slowest=9 -F 'do_f*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --by=cpu -F 'do_f*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=nanos-csv -F 'do_f*' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d --min-count=2 -t 30 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -c --min-count=2 -t 30 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --slowest=2 --max-count=1 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -z -F 'do_f*' in/basic.txt | tail -n 9
bash: line 1: fdd: command not found
## mistakes
$ fdd -e 'cpu==' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -e 'colour==red' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -e 'cpu==1 or count>2' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -e '(cpu==1' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -e 'cpu==1 cpu==2' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -e 'duration > long' in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -t fast in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -p x in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -r 5 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -D 0 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --between 'start*'
bash: line 1: fdd: command not found
[127]
$ fdd -f fq in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -s nothing in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --by=colour in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --slowest=0 in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --format=xml in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d -c in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d --by=cpu in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --label a --label b in/basic.txt
bash: line 1: fdd: command not found
[127]
$ fdd --frobnicate
bash: line 1: fdd: command not found
[127]
$ fdd
bash: line 1: fdd: command not found
[127]
$ fdd diff in/basic.txt
bash: line 1: fdd: command not found
[127]

## the six line shapes, and what else prints calls
$ fdd -d in/shapes.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d in/graph.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d in/nanos.txt
bash: line 1: fdd: command not found
[127]
$ fdd -d in/report.txt
bash: line 1: fdd: command not found
[127]
$ fdd -z in/report.txt
bash: line 1: fdd: command not found
[127]
## stdin, and told by content, not by name
$ fdd -f f -n 1 - < in/basic.txt
bash: line 1: fdd: command not found
[127]
$ cp in/basic.txt $TMP_T/x.gz && fdd -f f -n 1 $TMP_T/x.gz
bash: line 1: fdd: command not found
[127]
## compressed
$ gzip -c in/basic.txt > $TMP_T/a.txt && fdd -f f -n 1 $TMP_T/a.txt
bash: line 1: fdd: command not found
[127]
$ xz -c in/basic.txt > $TMP_T/a.txt && fdd -f f -n 1 - < $TMP_T/a.txt
bash: line 1: fdd: command not found
[127]
$ zstd -qc in/basic.txt > $TMP_T/b.txt && fdd -f f -n 1 $TMP_T/b.txt
bash: line 1: fdd: command not found
[127]
$ (gzip -c in/basic.txt; gzip -c in/after.txt) > $TMP_T/c && fdd -f fc $TMP_T/c
bash: line 1: fdd: command not found
[127]
$ gzip -c in/basic.txt | head -c 150 > $TMP_T/d; fdd -f f -n 1 $TMP_T/d 2>&1 | sed "s,$TMP_T/,,"
bash: line 1: fdd: command not found
$ (gzip -c in/basic.txt; echo garbage) > $TMP_T/e; fdd -f f -n 1 $TMP_T/e 2>&1 | sed "s,$TMP_T/,,"
bash: line 1: fdd: command not found
## not a trace
$ fdd in/nothing-here.txt
bash: line 1: fdd: command not found
[127]
$ fdd in
bash: line 1: fdd: command not found
[127]
$ : > $TMP_T/empty; fdd $TMP_T/empty 2>&1 | sed "s,$TMP_T/,,"
bash: line 1: fdd: command not found
$ echo hello world | fdd -
bash: line 1: fdd: command not found
[127]
$ head -c 300 /bin/true | fdd - 2>&1 | tr -cd ' -~\n' | cut -c 1-60; test ${PIPESTATUS[1]} -eq 1
bash: line 1: fdd: command not found
[1]
$ head -n 4 in/basic.txt | fdd -
bash: line 1: fdd: command not found
[127]
## cut off
$ head -c 700 in/basic.txt | fdd -f f -
bash: line 1: fdd: command not found
[127]
## lines that it does not understand are counted and told
$ (cat in/basic.txt; echo what is this; echo and this) | fdd -f f -n 1 -
bash: line 1: fdd: command not found
[127]
$ (cat in/basic.txt; echo what is this) | fdd --debug -f f -n 1 -
bash: line 1: fdd: command not found
[127]
$ (head -c 3000000 /dev/zero | tr '\0' x; echo; cat in/basic.txt) | fdd -f f -n 1 - 2>&1 | cut -c 1-70
bash: line 1: fdd: command not found
## one trace that is missing does not hide the others
$ fdd -f f -n 1 in/missing.txt in/basic.txt
bash: line 1: fdd: command not found
[127]
## a reader that goes away
$ fdd-gen -n 20000 > $TMP_T/long.txt; fdd -d $TMP_T/long.txt | head -n 1 > /dev/null; echo ${PIPESTATUS[0]}
bash: line 1: fdd-gen: command not found
bash: line 1: fdd: command not found
127
$ fdd in/basic.txt > /dev/full
bash: line 1: fdd: command not found
[127]

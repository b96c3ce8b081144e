## help on one screen
$ fdd -h
bash: line 1: fdd: command not found
[127]
$ fdd -h | awk 'length > 80 { print "too wide: " $0 } END { if (NR > 40) print "too long" }'
bash: line 1: fdd: command not found
$ fdd -V
bash: line 1: fdd: command not found
[127]
$ fdd --fields
bash: line 1: fdd: command not found
[127]

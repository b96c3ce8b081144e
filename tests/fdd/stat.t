Statistics of all calls, which the tracer's option duration-stat counts.
## the table of statistics
$ fdd stat in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls    Total(us)      Avg(us)     Self(us)
------------------------------ ----- ------------ ------------ ------------
do_poll                            2 72000000.000 36000000.000 72000000.000
vfs_read                         200     4482.100       22.410     1120.570
ext4_file_read_iter [ext4]       200     3361.530       16.808     3361.530
walk                               6        5.200        1.066        5.100
$ fdd stat -n 2 -s self,calls --units=auto in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls    Total      Avg     Self
------------------------------ ----- -------- -------- --------
do_poll                            2  72.00 s  36.00 s  72.00 s
ext4_file_read_iter [ext4]       200  3.36 ms 16.81 us  3.36 ms
$ fdd stat -f function,calls,p50,p90,p95,p99,p99.9,range,callees in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls     p50(us)      p90(us)      p95(us)      p99(us)    p99.9(us)                  Range(us) Callees(us)
------------------------------ ----- ----------- ------------ ------------ ------------ ------------ -------------------------- -----------
do_poll                            2 2000000.000 70000000.000 70000000.000 70000000.000 70000000.000 (2000000.000-70000000.000)       0.000
vfs_read                         200       1.856        2.688       59.392       69.632     3000.000           (0.900-3000.000)    3361.530
ext4_file_read_iter [ext4]       200       1.472        1.984       47.104       51.200     2228.224           (0.675-2250.000)       0.000
walk                               6       0.040        4.864        4.864        4.864        4.864              (0.040-5.000)       0.100
$ fdd stat -f function,calls,p50,p90,p99,p99.9,range,callees in/before.stat
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls     p50(us)      p90(us)      p99(us)    p99.9(us)                  Range(us) Callees(us)
------------------------------ ----- ----------- ------------ ------------ ------------ -------------------------- -----------
do_poll                            2 2000000.000 70000000.000 70000000.000 70000000.000 (2000000.000-70000000.000)       0.000
vfs_read                         200       1.856        2.688       69.632     3000.000           (0.900-3000.000)    3361.530
ext4_file_read_iter [ext4]       200       1.472        1.984       51.200     2228.224           (0.675-2250.000)       0.000
walk                               6       0.040        4.864        4.864        4.864              (0.040-5.000)       0.100
## statistics as CSV and JSON
$ fdd stat --format=csv in/before.stat_hist
fdd stat: all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
name,calls,total_ns,self_ns,avg_ns,min_ns,max_ns,p50_ns,p90_ns,p95_ns,p99_ns,p999_ns
do_poll,2,72000000000,72000000000,36000000000,2000000000,70000000000,2000000000,70000000000,70000000000,70000000000,70000000000
vfs_read,200,4482100,1120570,22410,900,3000000,1856,2688,59392,69632,3000000
ext4_file_read_iter [ext4],200,3361530,3361530,16808,675,2250000,1472,1984,47104,51200,2228224
walk,6,5200,5100,1066,40,5000,40,4864,4864,4864,4864
$ fdd stat --format=csv in/before.stat
fdd stat: all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
name,calls,total_ns,self_ns,avg_ns,min_ns,max_ns,p50_ns,p90_ns,p99_ns,p999_ns
do_poll,2,72000000000,72000000000,36000000000,2000000000,70000000000,2000000000,70000000000,70000000000,70000000000
vfs_read,200,4482100,1120570,22410,900,3000000,1856,2688,69632,3000000
ext4_file_read_iter [ext4],200,3361530,3361530,16807,675,2250000,1472,1984,51200,2228224
walk,6,5200,5100,1065,40,5000,40,4864,4864,4864
$ fdd stat --format=csv -f calls,name in/before.stat 2>/dev/null
calls,name
2,do_poll
200,vfs_read
200,ext4_file_read_iter [ext4]
6,walk
$ fdd stat --format=json -n 1 in/before.stat_hist | jq .
{
  "version": 1,
  "lost": 0,
  "unparsed": 0,
  "bounds": {},
  "gaps": 0,
  "span": null,
  "sources": [
    {
      "label": "before.stat_hist",
      "format": "statistics",
      "calls": 0,
      "markers": 0,
      "events": 0,
      "lost": 0,
      "lost_places": 0,
      "overwritten": 0,
      "unparsed": 0,
      "truncated": false,
      "no_times": false,
      "no_tasks": false,
      "no_contexts": false,
      "statistics": {
        "interval_ns": 3204518912,
        "counting": true,
        "calls": 408,
        "functions": 4,
        "no_room_function": 0,
        "no_room_task": 0,
        "histograms": true
      }
    }
  ],
  "functions": [
    {
      "name": "do_poll",
      "calls": 2,
      "total_ns": 72000000000,
      "avg_ns": 36000000000,
      "self_ns": 72000000000,
      "sub_ns": 0,
      "min_ns": 2000000000,
      "max_ns": 70000000000,
      "p50_ns": 2000000000,
      "p90_ns": 70000000000,
      "p95_ns": 70000000000,
      "p99_ns": 70000000000,
      "p999_ns": 70000000000
    }
  ]
}
$ fdd stat --format=json -F once in/twice.stat | tail -n 17
  "functions": [
    {
      "name": "once",
      "calls": 1,
      "total_ns": 64,
      "avg_ns": 64,
      "self_ns": 64,
      "sub_ns": 0,
      "min_ns": 64,
      "max_ns": 64,
      "p50_ns": 64,
      "p90_ns": 64,
      "p99_ns": 64,
      "p999_ns": 64
    }
  ]
}
## filters of statistics
$ fdd stat -F 'ext4*' in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
ext4_file_read_iter [ext4]       200  3361.530   16.808 3361.530
$ fdd stat -N 'ext4*' -N walk -f fc in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls
------------------------------ -----
do_poll                            2
vfs_read                         200
$ fdd stat --module=ext4 -f fc in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls
------------------------------ -----
ext4_file_read_iter [ext4]       200
$ fdd stat --min-calls=3 --max-calls=200 -t 6us -f fc in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls
------------------------------ -----
vfs_read                         200
ext4_file_read_iter [ext4]       200
$ fdd stat -e 'avg > 10us and calls > 2' -f fc in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls
------------------------------ -----
vfs_read                         200
ext4_file_read_iter [ext4]       200
$ fdd stat -F vfs_raed in/before.stat_hist
fdd stat: -F 'vfs_raed' matches no function of the statistics; the nearest is vfs_read
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
$ fdd stat --min-calls=1000 in/before.stat_hist
fdd stat: nothing in the table passes the filters: the largest total is 72000000.000 us (do_poll), the most calls are 200 (vfs_read)
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
[1]
## what statistics cannot show
$ fdd stat -f function,stdv in/before.stat_hist
fdd stat: -f, -l: statistics cannot fill the column 'stdv'; they have function, calls, total, avg, self, range, callees, min, max, p50, p90, p95, p99, p99.9
[2]
$ fdd stat -l in/before.stat_hist
fdd stat: -f, -l: statistics cannot fill the column 'max-callee'; they have function, calls, total, avg, self, range, callees, min, max, p50, p90, p95, p99, p99.9
[2]
$ fdd stat -s callers in/before.stat_hist
fdd stat: -s: statistics cannot fill the column 'callers'; they have function, calls, total, avg, self, range, callees, min, max, p50, p90, p95, p99, p99.9
[2]
$ fdd stat -f p95 in/before.stat
fdd stat: -f, -l: statistics without histograms (stat_hist has them) cannot fill the column 'p95'; they have function, calls, total, avg, self, range, callees, min, max, p50, p90, p99, p99.9
[1]
$ fdd stat --hist in/before.stat
fdd stat: in/before.stat: has no histograms: stat_hist has them
[1]
$ fdd stat -p 1 in/before.stat_hist
fdd stat: -p does not apply to fdd stat; it applies to the table, --calls, --tree, --graph, --hist, --slowest, regions, --info, --format=nanos-csv
[2]
$ fdd stat --by=task in/before.stat_hist
fdd stat: --by: 'task' is not one of: function cgroup
[2]
$ fdd stat -e 'cpu == 1' in/before.stat_hist
fdd stat: -e: statistics have no single calls: only calls, total, total_self, avg, min and max can be tested; -F selects functions
[2]
$ fdd stat -e 'total_asleep > 1' in/before.stat_hist
fdd stat: -e: statistics have no single calls: only calls, total, total_self, avg, min and max can be tested; -F selects functions
[2]
$ fdd in/before.stat_hist
fdd: in/before.stat_hist: has statistics of calls, but no calls: fdd stat shows it
[1]
$ fdd -c in/before.stat_hist
fdd: in/before.stat_hist: has statistics of calls, but no calls: fdd stat shows it
[1]
## histograms of statistics
$ fdd stat --hist in/before.stat_hist
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
do_poll  calls 2  avg 36000000.000 us  p50 2000000.000 us  p99 70000000.000 us  max 70000000.000 us
 1073741.824 - 2147483.647  us |########################################| 1
60129542.144 - 70000000.000 us |########################################| 1

vfs_read  calls 200  avg 22.410 us  p50 1.856 us  p99 69.632 us  max 3000.000 us
       0.512 - 1.023        us |######                                  | 13
       1.024 - 2.047        us |########################################| 102
       2.048 - 4.095        us |##########################              | 65
      32.768 - 65.535       us |######                                  | 14
      65.536 - 131.071      us |##                                      | 5
    2097.152 - 4194.303     us |#                                       | 1

ext4_file_read_iter [ext4]  calls 200  avg 16.808 us  p50 1.472 us  p99 51.200 us  max 2250.000 us
       0.512 - 1.023        us |###############                         | 47
       1.024 - 2.047        us |########################################| 133
      32.768 - 65.535       us |######                                  | 19
    2097.152 - 4194.303     us |#                                       | 1

walk  calls 6  avg 1.066 us  p50 0.040 us  p99 4.864 us  max 5.000 us
       0.000 - 0.063        us |########################################| 4
       1.024 - 2.047        us |##########                              | 1
       4.096 - 8.191        us |##########                              | 1
$ fdd stat --hist='v*' --format=csv in/before.stat_hist
fdd stat: all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
name,low_ns,high_ns,calls
vfs_read,512,1023,13
vfs_read,1024,2047,102
vfs_read,2048,4095,65
vfs_read,32768,65535,14
vfs_read,65536,131071,5
vfs_read,2097152,4194303,1
$ fdd stat --hist=walk --format=json in/before.stat_hist | tail -n 26
    }
  ],
  "histograms": [
    {
      "name": "walk",
      "calls": 6,
      "histogram": [
        {
          "low_ns": 0,
          "high_ns": 63,
          "calls": 4
        },
        {
          "low_ns": 1024,
          "high_ns": 2047,
          "calls": 1
        },
        {
          "low_ns": 4096,
          "high_ns": 8191,
          "calls": 1
        }
      ]
    }
  ]
}
## several functions of a name
$ fdd stat -f fctalr in/twice.stat
# all calls in 1.000 s: 4 calls of 3 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls Total(us)  Avg(us) Self(us)          Range(us)
------------------------------ ----- --------- -------- -------- ------------------
init                               3     0.900    0.300    0.900      (0.100-0.500)
once                               1     0.064    0.064    0.064      (0.064-0.064)
$ fdd stat -f function,calls,p50 -s p50 in/twice.stat
# all calls in 1.000 s: 4 calls of 3 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls  p50(us)
------------------------------ ----- --------
once                               1    0.064
init                               3        -
$ fdd stat --format=csv in/twice.stat 2>/dev/null
name,calls,total_ns,self_ns,avg_ns,min_ns,max_ns,p50_ns,p90_ns,p99_ns,p999_ns
init,3,900,900,300,100,500,,,,
once,1,64,64,64,64,64,64,64,64,64
$ fdd stat -f function,calls,p50,max in/twice.stat_hist
# all calls in 1.000 s: 4 calls of 3 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls  p50(us)  Max(us)
------------------------------ ----- -------- --------
init                               3    0.304    0.500
once                               1    0.064    0.064
## calls that were not counted
$ fdd stat -n 1 in/after.stat_hist
fdd stat: warning: 7 calls were not counted: there was no room for their functions; set the module parameter stat_functions to more
fdd stat: warning: 3 calls were not counted: there was no room for their tasks; set the module parameter stat_tasks to more
# all calls in 10.000 s: 258 calls of 3 functions; without room: 7 calls of functions, 3 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
vfs_read                         251   751.250    2.993  751.250
$ fdd stat --format=csv -n 1 in/after.stat_hist
fdd stat: warning: 7 calls were not counted: there was no room for their functions; set the module parameter stat_functions to more
fdd stat: warning: 3 calls were not counted: there was no room for their tasks; set the module parameter stat_tasks to more
fdd stat: all calls in 10.000 s: 258 calls of 3 functions; without room: 7 calls of functions, 3 calls of tasks
name,calls,total_ns,self_ns,avg_ns,min_ns,max_ns,p50_ns,p90_ns,p95_ns,p99_ns,p999_ns
vfs_read,251,751250,751250,2993,1400,90000,2688,3712,3712,3968,86016
## diff of statistics
$ fdd diff in/before.stat_hist in/after.stat_hist
fdd diff: warning: 7 calls were not counted: there was no room for their functions; set the module parameter stat_functions to more
fdd diff: warning: 3 calls were not counted: there was no room for their tasks; set the module parameter stat_tasks to more
# A: all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# B: all calls in 10.000 s: 258 calls of 3 functions; without room: 7 calls of functions, 3 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                        Calls A Calls B  change  Total(us) A Total(us) B      change  Avg(us) A Avg(us) B    change  p99(us) A p99(us) B    change
do_poll                               2       0      -2  72000000.000       0.000 -72000000.000  36000000.000     0.000 -36000000.000  70000000.000     0.000 -70000000.000
vfs_read                            200     251     +51     4482.100     751.250   -3730.850     22.410     2.993   -19.417     69.632     3.968   -65.664
ext4_file_read_iter [ext4]          200       0    -200     3361.530       0.000   -3361.530     16.808     0.000   -16.808     51.200     0.000   -51.200
do_exit_late                          0       1      +1        0.000       0.100      +0.100      0.000     0.100    +0.100      0.000     0.100    +0.100
$ fdd diff --format=csv -F 'v*' in/before.stat in/after.stat_hist
fdd diff: A: all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
fdd diff: warning: 7 calls were not counted: there was no room for their functions; set the module parameter stat_functions to more
fdd diff: warning: 3 calls were not counted: there was no room for their tasks; set the module parameter stat_tasks to more
fdd diff: B: all calls in 10.000 s: 258 calls of 3 functions; without room: 7 calls of functions, 3 calls of tasks
name,calls_a,calls_b,total_ns_a,total_ns_b,avg_ns_a,avg_ns_b,p99_ns_a,p99_ns_b
vfs_read,200,251,4482100,751250,22410,2993,69632,3968
$ fdd diff --format=json -F walk in/before.stat_hist in/after.stat_hist | tail -n 5
fdd diff: warning: 7 calls were not counted: there was no room for their functions; set the module parameter stat_functions to more
fdd diff: warning: 3 calls were not counted: there was no room for their tasks; set the module parameter stat_tasks to more
      }
    ]
  },
  "functions": []
}
$ fdd diff in/before.stat_hist in/basic.txt
fdd diff: in/before.stat_hist has statistics of all calls, in/basic.txt only the calls that were recorded
[1]
$ fdd diff in/twice.stat in/after.stat_hist
fdd diff: in/twice.stat: has several functions init, whose p99 together is not known: use stat_hist
[1]
$ fdd diff -p 1 in/before.stat_hist in/after.stat_hist
fdd diff: -p does not apply to statistics, which have no single calls
[2]
$ fdd diff --by=module in/before.stat_hist in/after.stat_hist
fdd diff: --by does not apply to statistics, which are of functions
[2]
## both files in one, stdin, compressed
$ cat in/before.stat in/before.stat_hist | fdd stat -n 1 -f function,p95 -
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                            p95(us)
------------------------------ ------------
do_poll                        70000000.000
$ gzip -c in/before.stat_hist >$TMP_T/one.gz; fdd stat -n 1 $TMP_T/one.gz
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls    Total(us)      Avg(us)     Self(us)
------------------------------ ----- ------------ ------------ ------------
do_poll                            2 72000000.000 36000000.000 72000000.000
## damaged statistics
$ cat in/before.stat in/before.stat | fdd stat -
fdd stat: (stdin):20: the same statistics a second time: is it a copy of function_duration/stat or stat_hist?
[1]
$ head -c 900 in/before.stat_hist | fdd stat -
fdd stat: (stdin):8: the file ends within a line: is it a copy of function_duration/stat or stat_hist?
[1]
$ head -n 6 in/before.stat_hist | fdd stat -
fdd stat: warning: (stdin): is not complete: its lines have 2 of 408 calls
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls    Total(us)      Avg(us)     Self(us)
------------------------------ ----- ------------ ------------ ------------
do_poll                            2 72000000.000 36000000.000 72000000.000
$ sed 's/walk\t6/walk\t-6/' in/before.stat_hist | fdd stat -
fdd stat: (stdin):9: not a number: is it a copy of function_duration/stat or stat_hist?
[1]
$ sed 's/walk\t6/walk\t0/' in/before.stat_hist | fdd stat -
fdd stat: (stdin):9: no number of calls: is it a copy of function_duration/stat or stat_hist?
[1]
$ sed 's/walk\t6/walk\t99999999999999999999/' in/before.stat_hist | fdd stat -
fdd stat: (stdin):9: not a number: is it a copy of function_duration/stat or stat_hist?
[1]
$ sed 's/0-64:4/64-0:4/' in/before.stat_hist | fdd stat -
fdd stat: (stdin):9: not a histogram: is it a copy of function_duration/stat or stat_hist?
[1]
$ sed 's/1152-1280:1/32-48:1/' in/before.stat_hist | fdd stat -
fdd stat: (stdin):7: not a histogram: is it a copy of function_duration/stat or stat_hist?
[1]
$ sed 's/5\.200/5.2/' in/before.stat | fdd stat -
fdd stat: (stdin):10: no time in microseconds: is it a copy of function_duration/stat or stat_hist?
[1]
$ grep -v '^# function' in/before.stat_hist | fdd stat -
fdd stat: (stdin):5: the line with the names of the columns is missing: is it a copy of function_duration/stat or stat_hist?
[1]
$ sed 's/^# interval.*/# interval: long/' in/before.stat_hist | fdd stat -
fdd stat: (stdin):1: not an interval: is it a copy of function_duration/stat or stat_hist?
[1]
$ fdd stat in/basic.txt
fdd stat: in/basic.txt: is not a copy of function_duration/stat or stat_hist
[1]
$ fdd stat /dev/null
fdd stat: /dev/null: is not a copy of function_duration/stat or stat_hist
[1]
$ echo '# nothing was counted since the reset: select the tracer again' | fdd stat -
fdd stat: -: nothing was counted since the reset: select the tracer again
[1]
## command lines of stat
$ fdd stat in/before.stat in/after.stat_hist
fdd stat: more than one FILE; a COMMAND follows "--" (see "fdd stat -h")
[2]
$ fdd stat --
fdd stat: there is no COMMAND after "--" (see "fdd stat -h")
[2]
$ fdd stat in/before.stat -- true
fdd stat: COMMAND excludes FILE, --instance and --reset (see "fdd stat -h")
[2]
$ fdd stat --instance=x in/before.stat
fdd stat: --instance and --reset exclude FILE (see "fdd stat -h")
[2]
$ fdd stat --only-command
fdd stat: --only-command, --cgroup and --load need a COMMAND after "--" (see "fdd stat -h")
[2]
$ fdd stat --format=nanos-csv in/before.stat
fdd stat: --format=nanos-csv does not apply to fdd stat
[2]
$ fdd stat -F 'vfs_read [ext4]' -- true
fdd stat: -F: 'vfs_read [ext4]' is not the name or glob of a function
[2]
## what a trace has of all calls
$ fdd-gen -n 40 -s 5 -k 6 -f dat >$TMP_T/a.dat; ./stat-beside $TMP_T/a.dat 4
$ fdd -n 3 $TMP_T/a.dat
# a.dat: all calls in 2.000 s: 216 calls of 46 functions; without room: 0 calls of functions, 0 calls of tasks
# the trace has 54 of these calls, 25.00 %
Function                       Calls Total(us)  Avg(us) Self(us) Covered%
------------------------------ ----- --------- -------- -------- --------
rt_spin_write_83                   2    14.344    7.172    2.153    25.00
folio_batch_unlock_103             1    12.958   12.958    0.351    25.00
folio_batch_wait_67                1     5.538    5.538    1.292    25.00
$ fdd -F 'f*' -s covered -f function,calls,covered $TMP_T/a.dat
# a.dat: all calls in 2.000 s: 216 calls of 46 functions; without room: 0 calls of functions, 0 calls of tasks
# the trace has 54 of these calls, 25.00 %
Function                       Calls Covered%
------------------------------ ----- --------
folio_batch_free_121               1    25.00
folio_batch_lock_22                1    25.00
folio_batch_lock_94                1    25.00
folio_batch_unlock_103             1    25.00
folio_batch_wait_67                1    25.00
folio_batch_write_85               1    25.00
$ fdd --format=csv -n 2 $TMP_T/a.dat
fdd: a.dat: all calls in 2.000 s: 216 calls of 46 functions; without room: 0 calls of functions, 0 calls of tasks
fdd: the trace has 54 of these calls, 25.00 %
name,calls,total_ns,self_ns,avg_ns,min_ns,max_ns,stdv_ns,p50_ns,p90_ns,p95_ns,p99_ns,p999_ns,covered
rt_spin_write_83,2,14344,2153,7172,1737,12607,5435,1737,12607,12607,12607,12607,25.0000
folio_batch_unlock_103,1,12958,351,12958,12958,12958,0,12958,12958,12958,12958,12958,25.0000
$ fdd --format=json -n 1 $TMP_T/a.dat | grep -E 'counting|"functions": [0-9]|covered'
        "counting": false,
        "functions": 46,
      "covered": 25,
$ fdd --by=cpu -f fc $TMP_T/a.dat
CPU                            Calls
------------------------------ -----
1                                 28
0                                 26
$ fdd --info $TMP_T/a.dat | grep -E 'counted|room'
  calls counted          216
  no room for function   0
  no room for task       0
  events lost, counted   0
$ fdd diff $TMP_T/a.dat $TMP_T/a.dat
no difference
$ sed -i '6d' $TMP_T/a.dat.stat; cd $TMP_T; fdd -n 3 -f function,calls,covered a.dat
fdd: warning: a.dat.stat: is not complete: its lines have 208 of 216 calls
# a.dat: all calls in 2.000 s: 216 calls of 46 functions; without room: 0 calls of functions, 0 calls of tasks
# the trace has 54 of these calls, 25.00 %
Function                       Calls Covered%
------------------------------ ----- --------
rt_spin_write_83                   2        -
folio_batch_unlock_103             1    25.00
folio_batch_wait_67                1    25.00
$ fdd -n 3 -f function,calls,covered $TMP_T/a.dat in/basic.txt 2>/dev/null
Function                       Calls Covered%
------------------------------ ----- --------
ksys_read                          1        -
vfs_read [ext4]                    1        -
do_sys_openat2                     2        -
$ fdd -n 3 -f function,calls,covered in/basic.txt
fdd: covered is not known: there are no statistics of functions next to the trace (fdd record --stat saves them)
Function                       Calls Covered%
------------------------------ ----- --------
ksys_read                          1        -
vfs_read [ext4]                    1        -
do_sys_openat2                     2        -
## statistics that are of another trace
$ fdd-gen -n 40 -s 5 -k 6 -f dat >$TMP_T/a.dat; ./stat-beside $TMP_T/a.dat 4
$ sleep 0.05; fdd-gen -n 40 -s 6 -k 6 -f dat >$TMP_T/a.dat; (cd $TMP_T; fdd -n 1 a.dat)
fdd: a.dat.stat: stale: a.dat changed since; remove it
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
tcp_v4_alloc_43                    1    13.767   13.767    0.568
[1]
$ echo >>$TMP_T/a.dat; touch $TMP_T/a.dat.stat; (cd $TMP_T; fdd -n 1 a.dat)
fdd: a.dat.stat: stale: a.dat changed since; remove it
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
tcp_v4_alloc_43                    1    13.767   13.767    0.568
[1]
$ echo text >$TMP_T/a.dat.stat; (cd $TMP_T; fdd -n 1 a.dat)
fdd: a.dat.stat: has no statistics of calls
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
tcp_v4_alloc_43                    1    13.767   13.767    0.568
[1]
$ rm $TMP_T/a.dat.stat; (cd $TMP_T; fdd -n 1 a.dat)
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
tcp_v4_alloc_43                    1    13.767   13.767    0.568
## what statistics say that they had no room for
$ sed '/^# no room for the task/a # no room for the histograms: 8589934592 calls are missing in them: reset this file' in/before.stat_hist >$TMP_T/full.stat; (cd $TMP_T; fdd stat -n 1 -f fc full.stat)
fdd stat: warning: full.stat: 8589934592 calls are missing in the histograms: percentiles are wrong until the statistics are reset
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls
------------------------------ -----
do_poll                            2
$ sed '/^# no room for the task/a # no room for functions of unloaded modules: 12 calls are not shown: reset this file' in/before.stat_hist >$TMP_T/left.stat; (cd $TMP_T; fdd stat -n 1 -f fc left.stat)
fdd stat: warning: left.stat: 12 calls of functions of unloaded modules are not in it: there was no room for them
# all calls in 3.204 s so far: 408 calls of 4 functions; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls
------------------------------ -----
do_poll                            2
## calls that were counted for each cgroup, by function or by cgroup
$ fdd stat in/cgroups.stat_hist 2>/dev/null
# all calls in 12.000 s so far: 17 calls of 3 functions; without room: 3 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Function                       Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
ext4_sync_file [ext4]              1  5000.000 5000.000  100.000
vfs_read                          14    23.000    1.643   11.000
vfs_write                          2     9.000    4.500    9.000
$ fdd stat --by=cgroup in/cgroups.stat_hist 2>/dev/null
# all calls in 12.000 s so far: 17 calls of 2 cgroups; without room: 3 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Cgroup                         Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
id:4611686018427387902            11  5015.000  455.909  107.000
id:4611686018427387901             6    17.000    2.833   13.000
$ fdd stat --by=cgroup --format=json -n 1 in/cgroups.stat_hist 2>/dev/null | jq -c '.cgroups[0].name'
"id:4611686018427387902"
$ fdd stat --by=cgroup in/cgroups.stat
# all calls in 12.000 s: 3 calls of 2 cgroups; without room: 0 calls of functions, 0 calls of tasks
# percentiles are at most 6.25 % off between 64 ns and 60 s
Cgroup                         Calls Total(us)  Avg(us) Self(us)
------------------------------ ----- --------- -------- --------
id:4611686018427387902             1  5000.000 5000.000  100.000
id:4611686018427387901             2     9.000    4.500    9.000
$ fdd stat --by=cgroup in/before.stat_hist
fdd stat: in/before.stat_hist: the calls were not counted by cgroup, as with the tracer's option duration-cgroup
[1]
$ fdd stat --by=task in/before.stat_hist
fdd stat: --by: 'task' is not one of: function cgroup
[2]
$ fdd stat --cgroup / in/before.stat_hist
fdd stat: --only-command, --cgroup and --load need a COMMAND after "--" (see "fdd stat -h")
[2]
$ fdd stat --cgroup here -- true
fdd stat: --cgroup: 'here' is not the path of a cgroup from the root of its hierarchy, or a glob of it, maybe behind a "!"
[2]

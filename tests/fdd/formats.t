## CSV
$ fdd --format=csv in/basic.txt
name,calls,total_ns,self_ns,avg_ns,min_ns,max_ns,stdv_ns,p50_ns,p90_ns,p95_ns,p99_ns,p999_ns
ksys_read,1,160125,10125,160125,160125,160125,0,160125,160125,160125,160125,160125
vfs_read [ext4],1,150000,150000,150000,150000,150000,0,150000,150000,150000,150000,150000
do_sys_openat2,2,36251,8751,18126,6001,30250,12124,6001,30250,30250,30250,30250
do_filp_open,2,24000,24000,12000,4000,20000,8000,4015,20000,20000,20000,20000
kmem_cache_alloc,2,3500,3500,1750,1500,2000,250,1500,2000,2000,2000,2000
$ fdd --format=csv -f fctal in/basic.txt
name,calls,total_ns,avg_ns,self_ns
ksys_read,1,160125,160125,10125
vfs_read [ext4],1,150000,150000,150000
do_sys_openat2,2,36251,18126,8751
do_filp_open,2,24000,12000,24000
kmem_cache_alloc,2,3500,1750,3500
$ fdd --format=csv -d in/graph.txt
label,cpu,pid,comm,calltime_ns,duration_ns,self_ns,depth,kind,name,asleep_ns,waiting_ns,irqs_ns,from,args,retval
graph.txt,1,173,ls,23999019500,1000500,1000500,0,none,vfs_read [ext4],,,,,,
graph.txt,0,172,sh,24000001000,9000,7000,0,none,do_sys_openat2,,,,,,-2
graph.txt,0,172,sh,24000002000,500,500,1,direct,getname,,,,,,
graph.txt,0,172,sh,24000003000,2500,1500,1,interrupt,sysvec_apic_timer_interrupt,,,,,,
graph.txt,0,172,sh,24000004000,1000,1000,2,direct,irq_enter_rcu,,,,,,
graph.txt,0,172,sh,24000007000,1500,1500,1,direct,do_filp_open,,,,,"dfd=-100, s=""a) {""",-2
graph.txt,1,173,ls,24000025000,5000,5000,0,none,(unknown),,,,,,
$ fdd --format=csv -c in/basic.txt
path,calls,total_ns,self_ns
ksys_read,1,160125,10125
ksys_read;vfs_read [ext4],1,150000,150000
do_sys_openat2,2,36251,8751
do_sys_openat2;do_filp_open,2,24000,24000
do_sys_openat2;kmem_cache_alloc,2,3500,3500
$ fdd --format=csv --hist -F kmem_cache_alloc in/basic.txt
name,low_ns,high_ns,calls
kmem_cache_alloc,1024,2047,2
$ fdd --format=csv --slowest=2 in/basic.txt
name,duration_ns,self_ns,calltime_ns,cpu,pid,comm,label,callers,asleep_ns,waiting_ns,irqs_ns,from,args,retval,where
ksys_read,160125,10125,100000005000,1,101,cat,basic.txt,,,,,,,,
vfs_read [ext4],150000,150000,100000010000,1,101,cat,basic.txt,ksys_read,,,,,,,
$ fdd --format=csv --by=task -f fc in/tasks.txt
name,calls
a | b)-101,2
-108,1
7-7-103,1
9.5 us-104,1
d..1. -106,1
my task-105,1
"new
line-107",1
x-1 | y-102,1
$ fdd --format=nanos-csv in/basic.txt
function,tid,latency_us,latency_us_self
kmem_cache_alloc,100,2.000,2.000
kmem_cache_alloc,100,1.500,1.500
do_filp_open,100,20.000,20.000
do_sys_openat2,100,30.250,6.750
vfs_read [ext4],101,150.000,150.000
ksys_read,101,160.125,10.125
do_filp_open,100,4.000,4.000
do_sys_openat2,100,6.001,2.001
## JSON
$ fdd --format=json -F 'do_*' in/basic.txt | jq .
{
  "version": 1,
  "lost": 0,
  "unparsed": 0,
  "bounds": {},
  "gaps": 0,
  "span": {
    "first_ns": 100000000000,
    "last_ns": 100000205001
  },
  "sources": [
    {
      "label": "basic.txt",
      "format": "text",
      "calls": 8,
      "markers": 0,
      "events": 0,
      "lost": 0,
      "lost_places": 0,
      "overwritten": 0,
      "unparsed": 0,
      "truncated": false,
      "no_times": false,
      "no_tasks": false,
      "no_contexts": true,
      "first_ns": 100000000000,
      "last_ns": 100000205001
    }
  ],
  "functions": [
    {
      "name": "do_sys_openat2",
      "calls": 2,
      "total_ns": 36251,
      "avg_ns": 18126,
      "self_ns": 8751,
      "sub_ns": 27500,
      "min_ns": 6001,
      "max_ns": 30250,
      "stdv_ns": 12125,
      "p50_ns": 6001,
      "p90_ns": 30250,
      "p95_ns": 30250,
      "p99_ns": 30250,
      "p999_ns": 30250,
      "percent": 100,
      "self_percent": 24.14,
      "self_avg_ns": 4376,
      "self_min_ns": 2001,
      "self_max_ns": 6750,
      "self_p50_ns": 2007,
      "self_p90_ns": 6750,
      "self_p95_ns": 6750,
      "self_p99_ns": 6750,
      "self_p999_ns": 6750,
      "callers": [
        {
          "name": "(none)",
          "filtered_between": false,
          "calls": 2,
          "total_ns": 36251
        }
      ],
      "callees": [
        {
          "name": "do_filp_open",
          "filtered_between": false,
          "calls": 2,
          "total_ns": 24000
        },
        {
          "name": "kmem_cache_alloc",
          "filtered_between": false,
          "calls": 2,
          "total_ns": 3500
        }
      ]
    },
    {
      "name": "do_filp_open",
      "calls": 2,
      "total_ns": 24000,
      "avg_ns": 12000,
      "self_ns": 24000,
      "sub_ns": 0,
      "min_ns": 4000,
      "max_ns": 20000,
      "stdv_ns": 8000,
      "p50_ns": 4015,
      "p90_ns": 20000,
      "p95_ns": 20000,
      "p99_ns": 20000,
      "p999_ns": 20000,
      "percent": 66.2051,
      "self_percent": 66.2051,
      "self_avg_ns": 12000,
      "self_min_ns": 4000,
      "self_max_ns": 20000,
      "self_p50_ns": 4015,
      "self_p90_ns": 20000,
      "self_p95_ns": 20000,
      "self_p99_ns": 20000,
      "self_p999_ns": 20000,
      "callers": [
        {
          "name": "do_sys_openat2",
          "filtered_between": false,
          "calls": 2,
          "total_ns": 24000
        }
      ],
      "callees": []
    }
  ]
}
$ fdd --format=json -d in/flags.txt | jq .
{
  "version": 1,
  "lost": 0,
  "unparsed": 0,
  "bounds": {},
  "gaps": 0,
  "span": {
    "first_ns": 24841740000,
    "last_ns": 24842040000
  },
  "sources": [
    {
      "label": "flags.txt",
      "format": "text",
      "calls": 4,
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
      "first_ns": 24841740000,
      "last_ns": 24842040000
    }
  ],
  "calls": [
    {
      "name": "vfs_read",
      "caller": "none",
      "calltime_ns": 24841740000,
      "duration_ns": 300000,
      "self_ns": 300000,
      "depth": 0,
      "cpu": 1,
      "pid": 172,
      "comm": "sh",
      "label": "flags.txt"
    },
    {
      "name": "hrtimer_interrupt",
      "caller": "interrupt",
      "calltime_ns": 24841750941,
      "duration_ns": 137705,
      "self_ns": 69473,
      "depth": 1,
      "cpu": 1,
      "pid": 172,
      "comm": "sh",
      "label": "flags.txt"
    },
    {
      "name": "tick_nohz_handler",
      "caller": "direct",
      "calltime_ns": 24841760425,
      "duration_ns": 68232,
      "self_ns": 68232,
      "depth": 2,
      "cpu": 1,
      "pid": 172,
      "comm": "sh",
      "label": "flags.txt"
    },
    {
      "name": "run_timer_softirq",
      "caller": "interrupt",
      "calltime_ns": 24841944069,
      "duration_ns": 9615,
      "self_ns": 9615,
      "depth": 1,
      "cpu": 1,
      "pid": 172,
      "comm": "sh",
      "label": "flags.txt"
    }
  ]
}
$ fdd --format=json -c in/callers.txt | jq .
{
  "version": 1,
  "lost": 0,
  "unparsed": 0,
  "bounds": {
    "self_ns": "at_most"
  },
  "gaps": 1,
  "span": {
    "first_ns": 1000000000,
    "last_ns": 1000064000
  },
  "sources": [
    {
      "label": "callers.txt",
      "format": "text",
      "calls": 6,
      "markers": 0,
      "events": 0,
      "lost": 0,
      "lost_places": 0,
      "overwritten": 0,
      "unparsed": 0,
      "truncated": false,
      "no_times": false,
      "no_tasks": false,
      "no_contexts": true,
      "first_ns": 1000000000,
      "last_ns": 1000064000
    }
  ],
  "tree": [
    {
      "name": "right",
      "calls": 2,
      "total_ns": 22000,
      "self_ns": 14000,
      "filtered_between": false,
      "callees": [
        {
          "name": "callee",
          "calls": 1,
          "total_ns": 5000,
          "self_ns": 5000,
          "filtered_between": false,
          "callees": []
        },
        {
          "name": "deep",
          "calls": 1,
          "total_ns": 3000,
          "self_ns": 3000,
          "filtered_between": true,
          "callees": []
        }
      ]
    },
    {
      "name": "wrong",
      "calls": 1,
      "total_ns": 5000,
      "self_ns": 5000,
      "filtered_between": false,
      "callees": []
    }
  ],
  "tree_caller_filtered": [],
  "tree_caller_unknown": [
    {
      "name": "orphan",
      "calls": 1,
      "total_ns": 3000,
      "self_ns": 3000,
      "filtered_between": false,
      "callees": []
    }
  ],
  "tree_interrupts": []
}
$ fdd --format=json --hist -F kmem_cache_alloc in/basic.txt | jq .
{
  "version": 1,
  "lost": 0,
  "unparsed": 0,
  "bounds": {},
  "gaps": 0,
  "span": {
    "first_ns": 100000000000,
    "last_ns": 100000205001
  },
  "sources": [
    {
      "label": "basic.txt",
      "format": "text",
      "calls": 8,
      "markers": 0,
      "events": 0,
      "lost": 0,
      "lost_places": 0,
      "overwritten": 0,
      "unparsed": 0,
      "truncated": false,
      "no_times": false,
      "no_tasks": false,
      "no_contexts": true,
      "first_ns": 100000000000,
      "last_ns": 100000205001
    }
  ],
  "histograms": [
    {
      "name": "kmem_cache_alloc",
      "calls": 2,
      "histogram": [
        {
          "low_ns": 1024,
          "high_ns": 2047,
          "calls": 2
        }
      ]
    }
  ]
}
$ fdd --format=json --slowest=1 in/basic.txt | jq .
{
  "version": 1,
  "lost": 0,
  "unparsed": 0,
  "bounds": {},
  "gaps": 0,
  "span": {
    "first_ns": 100000000000,
    "last_ns": 100000205001
  },
  "sources": [
    {
      "label": "basic.txt",
      "format": "text",
      "calls": 8,
      "markers": 0,
      "events": 0,
      "lost": 0,
      "lost_places": 0,
      "overwritten": 0,
      "unparsed": 0,
      "truncated": false,
      "no_times": false,
      "no_tasks": false,
      "no_contexts": true,
      "first_ns": 100000000000,
      "last_ns": 100000205001
    }
  ],
  "slowest": [
    {
      "name": "ksys_read",
      "duration_ns": 160125,
      "self_ns": 10125,
      "calltime_ns": 100000005000,
      "cpu": 1,
      "pid": 101,
      "comm": "cat",
      "label": "basic.txt",
      "callers": []
    }
  ]
}
$ fdd --format=json --by=cpu in/basic.txt | jq .
{
  "version": 1,
  "lost": 0,
  "unparsed": 0,
  "bounds": {},
  "gaps": 0,
  "span": {
    "first_ns": 100000000000,
    "last_ns": 100000205001
  },
  "sources": [
    {
      "label": "basic.txt",
      "format": "text",
      "calls": 8,
      "markers": 0,
      "events": 0,
      "lost": 0,
      "lost_places": 0,
      "overwritten": 0,
      "unparsed": 0,
      "truncated": false,
      "no_times": false,
      "no_tasks": false,
      "no_contexts": true,
      "first_ns": 100000000000,
      "last_ns": 100000205001
    }
  ],
  "cpus": [
    {
      "name": "1",
      "calls": 2,
      "total_ns": 160125,
      "avg_ns": 155063,
      "self_ns": 160125,
      "sub_ns": 0,
      "min_ns": 150000,
      "max_ns": 160125,
      "stdv_ns": 5063,
      "p50_ns": 150527,
      "p90_ns": 160125,
      "p95_ns": 160125,
      "p99_ns": 160125,
      "p999_ns": 160125,
      "percent": 81.54,
      "self_percent": 81.54,
      "self_avg_ns": 80063,
      "self_min_ns": 10125,
      "self_max_ns": 150000,
      "self_p50_ns": 10175,
      "self_p90_ns": 150000,
      "self_p95_ns": 150000,
      "self_p99_ns": 150000,
      "self_p999_ns": 150000
    },
    {
      "name": "0",
      "calls": 6,
      "total_ns": 36251,
      "avg_ns": 10625,
      "self_ns": 36251,
      "sub_ns": 0,
      "min_ns": 1500,
      "max_ns": 30250,
      "stdv_ns": 10770,
      "p50_ns": 4015,
      "p90_ns": 30250,
      "p95_ns": 30250,
      "p99_ns": 30250,
      "p999_ns": 30250,
      "percent": 18.46,
      "self_percent": 18.46,
      "self_avg_ns": 6042,
      "self_min_ns": 1500,
      "self_max_ns": 20000,
      "self_p50_ns": 2007,
      "self_p90_ns": 20000,
      "self_p95_ns": 20000,
      "self_p99_ns": 20000,
      "self_p999_ns": 20000
    }
  ]
}
$ fdd --format=json -z in/markers.txt | jq .
fdd: warning: in/markers.txt: at least 12 events lost in 1 place; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help
{
  "version": 1,
  "lost": 12,
  "unparsed": 0,
  "bounds": {
    "calls": "at_least",
    "total_ns": "at_least",
    "self_ns": "at_most"
  },
  "gaps": 0,
  "span": {
    "first_ns": 10000000000,
    "last_ns": 10000021000
  },
  "sources": [
    {
      "label": "markers.txt",
      "format": "text",
      "calls": 4,
      "markers": 4,
      "events": 1,
      "lost": 12,
      "lost_places": 1,
      "overwritten": 0,
      "unparsed": 0,
      "truncated": false,
      "no_times": false,
      "no_tasks": false,
      "no_contexts": true,
      "first_ns": 10000000000,
      "last_ns": 10000021000
    }
  ],
  "selected": {
    "functions": 4,
    "calls": 4,
    "self_ns": 7000,
    "roots_ns": 7000,
    "caller_none": 2,
    "caller_filtered": 0,
    "caller_unknown": 1,
    "caller_interrupt": 0
  }
}
$ fdd diff --format=json -n 1 in/basic.txt in/after.txt | jq .
{
  "version": 1,
  "before": {
    "version": 1,
    "lost": 0,
    "unparsed": 0,
    "bounds": {},
    "gaps": 0,
    "span": {
      "first_ns": 100000000000,
      "last_ns": 100000205001
    },
    "sources": [
      {
        "label": "basic.txt",
        "format": "text",
        "calls": 8,
        "markers": 0,
        "events": 0,
        "lost": 0,
        "lost_places": 0,
        "overwritten": 0,
        "unparsed": 0,
        "truncated": false,
        "no_times": false,
        "no_tasks": false,
        "no_contexts": true,
        "first_ns": 100000000000,
        "last_ns": 100000205001
      }
    ]
  },
  "after": {
    "version": 1,
    "lost": 0,
    "unparsed": 0,
    "bounds": {},
    "gaps": 0,
    "span": {
      "first_ns": 200000000000,
      "last_ns": 200000305001
    },
    "sources": [
      {
        "label": "after.txt",
        "format": "text",
        "calls": 7,
        "markers": 0,
        "events": 0,
        "lost": 0,
        "lost_places": 0,
        "overwritten": 0,
        "unparsed": 0,
        "truncated": false,
        "no_times": false,
        "no_tasks": false,
        "no_contexts": true,
        "first_ns": 200000000000,
        "last_ns": 200000305001
      }
    ]
  },
  "functions": [
    {
      "name": "ksys_read",
      "before": {
        "calls": 1,
        "total_ns": 160125,
        "avg_ns": 160125,
        "p99_ns": 160125
      },
      "after": {
        "calls": 0,
        "total_ns": 0,
        "avg_ns": 0,
        "p99_ns": 0
      }
    }
  ]
}
## colours only if requested, or on a terminal
$ fdd --color=always -n 1 in/basic.txt | cat -v
^[[1mFunction                       Calls Total(us)  Avg(us) Self(us)^[[0m
------------------------------ ----- --------- -------- --------
ksys_read                          1   160.125  160.125   10.125
$ PAGER= NO_COLOR= TERM=xterm script -qec "fdd -n 1 -f f in/basic.txt" /dev/null | cat -v
^[[1mFunction^[[0m^M
------------------------------^M
ksys_read^M
$ PAGER= NO_COLOR=1 TERM=xterm script -qec "fdd -n 1 -f f in/basic.txt" /dev/null | cat -v
Function^M
------------------------------^M
ksys_read^M
$ fdd --color=never -n 1 -f f in/basic.txt
Function
------------------------------
ksys_read
## a pager on a terminal
$ PAGER="sed s/^/page:/" NO_COLOR=1 TERM=xterm script -qec "fdd -n 1 -f f in/basic.txt" /dev/null
page:Function
page:------------------------------
page:ksys_read
$ PAGER="sed s/^/page:/" NO_COLOR=1 TERM=xterm script -qec "fdd --no-pager -n 1 -f f in/basic.txt" /dev/null
Function
------------------------------
ksys_read
$ PAGER="sed s/^/page:/" NO_COLOR=1 TERM=dumb script -qec "fdd -n 1 -f f in/basic.txt" /dev/null
Function
------------------------------
ksys_read
$ PAGER="sed s/^/page:/" NO_COLOR=1 TERM=xterm script -qec "fdd -n 1 -f f in/sleep.txt" /dev/null
page:Function
page:------------------------------
page:ksys_read
$ PAGER="sed s/^/page:/" NO_COLOR=1 TERM=xterm script -qec "fdd diff --format=csv -F do_filp_open in/basic.txt in/after.txt" /dev/null
page:name,calls_a,calls_b,total_ns_a,total_ns_b,avg_ns_a,avg_ns_b,p99_ns_a,p99_ns_b
page:do_filp_open,2,2,24000,94000,12000,47000,20000,89599
$ PAGER="sed s/^/page:/" fdd -n 1 -f f in/basic.txt
Function
------------------------------
ksys_read
$ PAGER=cat NO_COLOR=1 TERM=xterm script -qec "fdd -n 1 -f f in/basic.txt" /dev/null
Function
------------------------------
ksys_read
$ fdd-gen -n 20000 -f dat >$TMP_T/t; PAGER="head -n 1" NO_COLOR=1 TERM=xterm script -qec "fdd -d $TMP_T/t; echo \$?" /dev/null
0)   100.000000306 |     0.245 |vfs_unlock_27
0
$ PAGER="exit 3" NO_COLOR=1 TERM=xterm script -qec "fdd -n 1 -f f in/nothing.txt in/basic.txt" /dev/null
fdd: in/nothing.txt: No such file or directory
[1]
## without an operand fdd reads trace.dat in this directory
$ fdd-gen -n 2000 -s 3 -f dat >$TMP_T/trace.dat; cd $TMP_T && fdd -n 2 -f fc
Function                       Calls
------------------------------ -----
x64_sys_read_8                    21
do_read_77                        13
$ fdd-gen -n 2000 -s 3 -f dat >$TMP_T/trace.dat; cd $TMP_T && fdd export --to=csv | head -n 2 | cut -d , -f 1,2
name,calls
x64_sys_read_8,21
$ fdd -n 2
fdd: no trace file given, and no trace.dat in this directory (see "fdd -h")
[2]
$ fdd regions
fdd regions: no trace file given, and no trace.dat in this directory (see "fdd regions -h")
[2]
## text that does not mark interrupts
$ sed -E 's/ \[([0-9]+)\] [^ ]+ / [\1] /' in/interrupts.report | fdd -f fcl -
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
Function                       Calls Self(us)
------------------------------ ----- --------
vfs_read                           1   40.000
handle_softirqs                    1   50.000
__sysvec_apic_timer_interrupt      1   10.000
$ fdd -f fcl in/interrupts.report
Function                       Calls Self(us)
------------------------------ ----- --------
vfs_read                           1  100.000
handle_softirqs                    1   60.000
__sysvec_apic_timer_interrupt      1   10.000
$ sed -E 's/ \[([0-9]+)\] [^ ]+ / [\1] /' in/interrupts.report | fdd --format=json - | sed -n '/bounds/,/gaps/p; /no_contexts/p'
fdd: warning: -: interrupts are not marked: __sysvec_apic_timer_interrupt counts as called by what it interrupted; -i makes it an interrupt, and trace.dat, latency-format or trace-cmd report -l mark them
  "bounds": {
    "self_ns": "at_least"
  },
  "gaps": 0,
      "no_contexts": true,
$ sed -E 's/ \[([0-9]+)\] [^ ]+ / [\1] /' in/interrupts.report | fdd -f fcl -i handle_softirqs -i '*sysvec*' -
Function                       Calls Self(us)
------------------------------ ----- --------
vfs_read                           1  100.000
handle_softirqs                    1   60.000
__sysvec_apic_timer_interrupt      1   10.000
## calls behind a gap make self times upper bounds
$ fdd -w -f fcl in/callers.txt
fdd: warning: calls behind a gap: 1; the self time of the call around them includes that of functions that were not recorded
Function                       Calls Self(us)
------------------------------ ----- --------
right                              2   14.000
callee                             1    5.000
wrong                              1    5.000
deep                               1    3.000
orphan                             1    3.000
$ fdd --format=json in/callers.txt | sed -n '/bounds/,/gaps/p'
  "bounds": {
    "self_ns": "at_most"
  },
  "gaps": 1,
$ fdd -z in/callers.txt | grep gap
  behind a gap           1

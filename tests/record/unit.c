// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of what fdd record and fdd top do without a kernel: options,
 * the journal on a made-up tracefs, the figures.
 */
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <tracefs.h>
#include <unistd.h>

#include "lib/program.h"
#include "lib/util.h"
#include "model/sleepers.h"
#include "model/open_marks.h"
#include "model/wall.h"
#include "record/at.h"
#include "record/catch.h"
#include "record/child.h"
#include "record/dat.h"
#include "record/file.h"
#include "record/open_marks.h"
#include "record/stacks_file.h"
#include "record/wall.h"
#include "top/bars.h"
#include "top/data.h"
#include "top/source.h"
#include "tracing/pids.h"
#include "tracing/session.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"
#include "waits/clock.h"
#include "waits/kernel_locks.h"
#include "waits/memory.h"
#include "waits/stuck.h"

#include "../lib/test.h"

/*
 * Options
 */

/* Give an option to a wish, as a command line does. 1 is taken, -1 refused. */
static int option(struct session_wish *wish, char letter, const char *arg)
{
	for (size_t i = 0; i < session_opts.nr; i++) {
		const struct fdd_opt *opt = fdd_opt_at(&session_opts, i);
		const struct fdd_given g = { .opt = opt, .as = { '-', letter }, .arg = arg };

		if (opt->letter == letter)
			return opt->take(&g, wish) == FDD_TAKEN ? 1 : -1;
	}
	return 0;
}

static void test_thresholds(void)
{
	struct session_wish w = { 0 };

	EXPECT(option(&w, 't', "500us") == 1 && w.thresh_us == 500);
	EXPECT(option(&w, 't', "2ms") == 1 && w.thresh_us == 2000);
	EXPECT(option(&w, 't', "7") == 1 && w.thresh_us == 7);
	EXPECT(option(&w, 't', "0") == 1 && w.thresh_us == 0 && w.has_thresh);
	EXPECT(option(&w, 't', "1.5ms") == 1 && w.thresh_us == 1500);
	EXPECT(option(&w, 't', "1.5us") == -1);
	EXPECT(option(&w, 't', "-1") == -1);
	EXPECT(option(&w, 't', "") == -1);
	EXPECT(option(&w, 't', "fast") == -1);
}

static void test_sizes(void)
{
	struct session_wish w = { 0 };

	EXPECT(option(&w, 'b', "512") == 1 && w.buffer_kb == 512);
	EXPECT(option(&w, 'b', "512k") == 1 && w.buffer_kb == 512);
	EXPECT(option(&w, 'b', "8M") == 1 && w.buffer_kb == 8192);
	EXPECT(option(&w, 'b', "8m") == 1 && w.buffer_kb == 8192);
	EXPECT(option(&w, 'b', "1GiB") == 1 && w.buffer_kb == 1 << 20);
	EXPECT(option(&w, 'b', "0") == -1);
	EXPECT(option(&w, 'b', "8X") == -1);
	EXPECT(option(&w, 'b', "8Mx") == -1);
	EXPECT(option(&w, 'b', "99999999999999G") == -1);
	EXPECT(option(&w, 'b', "-8M") == -1);
}

static void test_globs(void)
{
	struct session_wish w = { 0 };

	EXPECT(option(&w, 'F', "vfs_*") == 1);
	EXPECT(option(&w, 'F', "*:mod:ext4") == 1);
	EXPECT(option(&w, 'F', "do_execveat_common.isra.0") == 1);
	EXPECT(w.functions.nr == 3);
	EXPECT(option(&w, 'F', "") == -1);
	EXPECT(option(&w, 'F', "vfs_read:traceoff") == -1);
	EXPECT(option(&w, 'F', "!vfs_read") == -1);
	EXPECT(option(&w, 'N', "a b") == -1);
	EXPECT(option(&w, 'g', "a\nb") == -1);
	session_wish_free(&w);
}

static void test_pids(void)
{
	struct session_wish w = { 0 };
	char text[64], *threads;

	EXPECT(option(&w, 'p', "0") == -1);
	EXPECT(option(&w, 'p', "1,") == -1);
	EXPECT(option(&w, 'p', "1,x") == -1);
	EXPECT(option(&w, 'p', "-5") == -1);
	EXPECT(option(&w, 'p', "99999999") == -1);
	EXPECT(!w.pids.nr && session_pids_live(&w));
	snprintf(text, sizeof(text), "%d,%d", getpid(), getppid());
	EXPECT(option(&w, 'p', text) == 1 && session_pids_live(&w));
	threads = session_threads(&w, false);
	snprintf(text, sizeof(text), "%d,", getpid());
	EXPECT(threads && !strncmp(threads, text, strlen(text)));
	free(threads);
	session_wish_free(&w);
}

/* Is a number in "1,23,4"? */
static bool lists(const char *list, pid_t pid)
{
	char all[4096], number[32];

	snprintf(all, sizeof(all), ",%s,", list ? list : "");
	snprintf(number, sizeof(number), ",%d,", pid);
	return strstr(all, number);
}

static pid_t fork_and_pause(void)
{
	pid_t pid = fork();

	if (!pid) {
		pause();
		_exit(0);
	}
	return pid;
}

/* Its children belong to a process, but not fdd to a shell that runs it. */
static void test_families(void)
{
	struct session_wish w = { 0 };
	pid_t child = fork_and_pause();
	char pid[16], *threads;

	snprintf(pid, sizeof(pid), "%d", getpid());
	EXPECT(child > 0 && option(&w, 'p', pid) == 1);
	threads = session_threads(&w, false);
	EXPECT(lists(threads, getpid()) && lists(threads, child));
	free(threads);
	session_wish_free(&w);
	w = (struct session_wish){ 0 };
	snprintf(pid, sizeof(pid), "%d", getppid());
	EXPECT(option(&w, 'p', pid) == 1);
	threads = session_threads(&w, false);
	EXPECT(lists(threads, getppid()) && !lists(threads, getpid()));
	free(threads);
	session_wish_free(&w);
	w = (struct session_wish){ 0 };
	snprintf(pid, sizeof(pid), "%d", child);
	EXPECT(option(&w, 'p', pid) == 1);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	fdd_silent = true;
	EXPECT(!session_threads(&w, false));
	threads = session_threads(&w, true);
	EXPECT(threads && !*threads);
	free(threads);
	session_wish_free(&w);
}

static void test_depth(void)
{
	struct session_wish w = { 0 };

	EXPECT(option(&w, 'D', "3") == 1 && w.max_depth == 3);
	EXPECT(option(&w, 'D', "0") == -1);
	EXPECT(option(&w, 'D', "x") == -1);
	EXPECT(option(&w, 'D', "99999") == -1);
}

/*
 * The journal, on plain files
 */

static char dir[PATH_MAX];	/* the tracefs that is made up */

static void put(const char *file, const char *text)
{
	tracing_write(NULL, file, text);
}

static bool holds(const char *file, const char *text)
{
	char *now = tracing_read(NULL, file);
	bool same = now && !strcmp(now, text);

	free(now);
	return same;
}

static const char *in_tracefs(const char *file)
{
	static char path[PATH_MAX + 64];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return path;
}

static void create(const char *file)
{
	close(open(in_tracefs(file), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

static void make_tracefs(void)
{
	const char *tmp = getenv("TMPDIR");

	/* in a directory of its own, for files next to it */
	snprintf(dir, sizeof(dir), "%s/unit-XXXXXX", tmp ? tmp : "/tmp");
	EXPECT(mkdtemp(dir));
	strcat(dir, "/tracefs");
	EXPECT(!mkdir(dir, 0700) && !mkdir(in_tracefs("instances"), 0700));
	create("available_tracers");
	create("tracing_thresh");
	create("max_graph_depth");
	create("set_graph_function");
	EXPECT(!tracefs_set_tracing_dir(dir) && !tracing_find());
}

static void change_all(void)
{
	put("tracing_thresh", "7\n");
	put("set_graph_function", "vfs_read\next4_sync [ext4]\n");
	if (undo_begin() || undo_note_value("tracing_thresh") ||
	    undo_note_list("set_graph_function") || undo_note_instance("unit"))
		_exit(1);
	put("tracing_thresh", "500");
	put("set_graph_function", "other\n");
	mkdir(in_tracefs("instances/unit"), 0700);
}

static bool is_restored(void)
{
	return holds("tracing_thresh", "7") &&
	       holds("set_graph_function", "\nvfs_read\next4_sync") &&
	       access(in_tracefs("instances/unit"), F_OK);
}

static void test_undo(void)
{
	make_tracefs();
	change_all();
	EXPECT(holds("tracing_thresh", "500"));
	EXPECT(!undo_all());
	EXPECT(is_restored());
	EXPECT(!undo_all());
}

/* fdd was killed between the unloading of the module and the end of its journal. */
static void test_undo_gone(void)
{
	make_tracefs();
	EXPECT(!mkdir(in_tracefs("options"), 0700));
	create("options/duration-stat");
	put("options/duration-stat", "0\n");
	EXPECT(!undo_begin() && !undo_note_value("options/duration-stat"));
	EXPECT(!unlink(in_tracefs("options/duration-stat")));
	EXPECT(!undo_all());
	EXPECT(!undo_begin() && !undo_note_value("tracing_thresh"));
	EXPECT(!unlink(in_tracefs("tracing_thresh")));
	EXPECT(undo_all());
}

static void test_at(void)
{
	/* Sunday, 2026-11-29 14:29:59.5 UTC, and at 15:29:59.5 in Berlin */
	const uint64_t now = 1795962599500000000ull, day = 24 * 3600 * NSEC_PER_SEC;
	/* and before the night in which the clocks there are set back from three to two */
	const uint64_t october = 1792879200000000000ull;
	static const struct {
		const char	*text;
		int64_t		ns;	/* from now on */
	} good[] = {
		{ "@14:30Z", 500000000 }, { "@14:30:01Z", 1500000000 }, { "@15:30", 500000000 },
		{ "@16:00:00", 30 * 60 * 1000000000ll + 500000000 },
		{ "+30s", 30000000000 }, { "+1.5s", 1500000000 }, { "+2m", 120000000000 },
		{ "/10s", 500000000 }, { "/1m", 500000000 }, { "/250ms", 250000000 },
	};
	static const char *const bad[] = {
		"", "14:30", "@", "@14", "@1430", "@24:00", "@14:60", "@4:30", "@14:30:60",
		"@14:30:", "@14:30z", "@14:30 ", "@ 14:30", "@+4:30", "@-1:30", "@14:30:5",
		"@14:30:05.5", "+", "+30", "+0s", "+-5s", "+ 5s", "+2000m", "/", "/0", "/0s",
		"/10", "/10us", "-30s", "now",
	};
	uint64_t at;

	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		at = 0;
		if (!record_parse_at(good[i].text, now, &at) ||
		    (int64_t)(at - now) != good[i].ns)
			FAIL("%s: %lld", good[i].text, (long long)(at - now));
	}
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		if (record_parse_at(bad[i], now, &at))
			FAIL("'%s' is taken", bad[i]);
	/* what is over today is tomorrow */
	EXPECT(record_parse_at("@14:29:59Z", now, &at) && at == now + day - 500000000);
	EXPECT(record_parse_at("@00:00", october, &at));
	EXPECT(at == october + day + 3600 * NSEC_PER_SEC);
}

/* In the kernel each is a record with a time of its own. */
static unsigned int take_marks(struct fdd_wall *w, char *text)
{
	unsigned int nr = 0;

	for (char *next, *at = strstr(text, FDD_WALL_MARK); at; at = next, nr++) {
		next = strstr(at + 1, FDD_WALL_MARK);
		fdd_wall_take(w, &(struct fdd_note){
			.kind = FDD_NOTE_MARKER, .text = at,
			.len = next ? (size_t)(next - at) : strlen(at), .time = nr,
		});
	}
	return nr;
}

static void test_wall_clock(void)
{
	char boot[FDD_BOOT_ID_LEN + 1], *text;
	struct fdd_wall w = { 0 };
	uint64_t before, after, real, error;

	make_tracefs();
	/* a kernel without markers */
	record_mark_wall(NULL);
	create("trace_marker");
	before = fdd_realtime();
	record_mark_wall(NULL);
	after = fdd_realtime();
	text = tracing_read(NULL, "trace_marker");
	EXPECT(take_marks(&w, text) == FDD_WALL_MARKS);
	fdd_boot_id(boot);
	EXPECT_TEXT(w.boot, boot);
	EXPECT(w.nr == 1 && fdd_wall_at(&w, w.anchors->time, &real, &error));
	EXPECT(real + error >= before && real <= after + error);
	free(text);
	fdd_wall_free(&w);
}

/* More calls than a marker has room for, in two tasks; the one that sleeps comes last. */
static void test_open_marks(void)
{
	char open[8192] = "# at 12.000000000 open calls: 82\n", *text, *last;
	size_t len = strlen(open);
	int marks = 0, calls = 0;

	make_tracefs();
	/* a kernel without markers */
	record_mark_open(NULL);
	create("trace_marker");
	/* an instance without the module */
	record_mark_open(NULL);
	text = tracing_read(NULL, "trace_marker");
	EXPECT(text && !*text);
	free(text);
	EXPECT(!mkdir(in_tracefs("function_duration"), 0700));
	len += snprintf(open + len, sizeof(open) - len,
			"    9.000000000     3.000000000    1  sleeping      7  a\\040name  /x  vfs_read\n");
	for (int i = 0; i < 80; i++)
		len += snprintf(open + len, sizeof(open) - len,
				"    2.000000000    10.000000%03d    0  D         101  cat  /  f%d [mod] < g\n",
				i, i);
	create("function_duration/open");
	put("function_duration/open", open);
	record_mark_open(NULL);
	text = tracing_read(NULL, "trace_marker");
	EXPECT(strstr(text, FDD_OPEN_MARK "at=12.000000000 tasks=2 left-out=0") == text);
	EXPECT(strstr(text, FDD_OPEN_MARK
		      "pid=101 from=0 cpu=0 state=D comm=cat calls=f79 [mod]@10.000000079,f78 [mod]@"));
	last = strstr(text, FDD_OPEN_MARK
		      "pid=7 from=0 cpu=1 state=sleeping comm=a\\040name calls=vfs_read@3.000000000");
	EXPECT(last && last > strstr(text, "f0 [mod]@10.000000000"));
	for (char *next, *at = text; at; at = next, marks++) {
		next = strstr(at + 1, FDD_OPEN_MARK);
		EXPECT((next ? (size_t)(next - at) : strlen(at)) <= FDD_OPEN_MARK_MAX);
	}
	for (char *at = text; (at = strstr(at, " [mod]@")); at++)
		calls++;
	EXPECT(marks == 5 && calls == 80);
	free(text);
}

static pid_t other_process(void)
{
	int ready[2];
	char byte;
	pid_t pid;

	if (pipe(ready))
		return -1;
	pid = fork();
	if (!pid) {
		change_all();
		if (write(ready[1], "", 1) != 1)
			_exit(1);
		pause();
		_exit(0);
	}
	close(ready[1]);
	if (read(ready[0], &byte, 1) != 1)
		pid = -1;
	close(ready[0]);
	return pid;
}

static void test_abandoned(void)
{
	pid_t pid;

	make_tracefs();
	pid = other_process();
	EXPECT(pid > 0);
	EXPECT(undo_abandoned() == 0);
	EXPECT(holds("tracing_thresh", "500"));
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	EXPECT(undo_abandoned() == 1);
	EXPECT(is_restored());
	EXPECT(undo_abandoned() == 0);
}

/* What the kernel needs before function_graph ends: see tracing/pids.c. */
static void test_graph_ends(void)
{
	static const char *const files[] = {
		"current_tracer", "set_ftrace_pid", "set_ftrace_notrace_pid", "set_ftrace_filter",
		"available_filter_functions",
	};

	make_tracefs();
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		create(files[i]);
	put("available_filter_functions", "first [module]\nsecond\n");
	put("set_ftrace_notrace_pid", "no pid\n");
	put("set_ftrace_pid", "1\n2\n");
	put("current_tracer", "nop\n");
	pids_leave("");
	EXPECT(holds("set_ftrace_pid", "1\n2") && holds("set_ftrace_filter", ""));
	put("current_tracer", "function_graph\n");
	pids_leave("");
	EXPECT(holds("set_ftrace_pid", "") && holds("set_ftrace_notrace_pid", "no pid"));
	EXPECT(holds("set_ftrace_filter", "first:traceoff\n!first:traceoff"));
	put("set_ftrace_filter", "");
	put("set_ftrace_pid", "no pid\n");
	pids_leave("");
	EXPECT(holds("set_ftrace_filter", ""));
}

/* The file is read again, and what the tracer recorded is compared with it. */
static void test_tasks(void)
{
	char text[128];
	pid_t pid = -1;

	make_tracefs();
	create("set_ftrace_pid");
	create("current_tracer");
	create("trace");
	EXPECT(!mkdir(in_tracefs("options"), 0700));
	create("options/raw");
	EXPECT(!mkdir(in_tracefs("events"), 0700) && !mkdir(in_tracefs("events/ftrace"), 0700));
	EXPECT(!mkdir(in_tracefs("events/ftrace/func_duration"), 0700));
	EXPECT(!mkdir(in_tracefs("events/ftrace/func_duration_detail"), 0700));
	create("events/ftrace/func_duration/format");
	create("events/ftrace/func_duration_detail/format");
	put("events/ftrace/func_duration/format", "name: func_duration\nID: 7\n");
	put("events/ftrace/func_duration_detail/format", "name: x\nID: 8\nformat:\n");
	EXPECT(!tasks_set(NULL, PID_FILE, "1") && holds("set_ftrace_pid", "1"));
	EXPECT(!tasks_set(NULL, PID_FILE, "1 3999999"));
	EXPECT(tasks_set(NULL, NO_PID_FILE, "1") == -1);
	EXPECT(!symlink("/dev/null", in_tracefs(NO_PID_FILE)));
	EXPECT(tasks_set(NULL, NO_PID_FILE, "1") == -1);
	EXPECT(!tasks_set(NULL, NO_PID_FILE, "3999999"));

	put("current_tracer", "function_duration\n");
	put(PID_FILE, "1\n");
	EXPECT(!tasks_find_stranger(NULL, &pid) && !tasks_check(NULL, "-p"));
	put("trace",
	    "# tracer: function_duration\n#\n1 0 12345 type: 7\n3999999 1 12346 type: 7\n");
	EXPECT(!tasks_find_stranger(NULL, &pid) && holds("options/raw", "0"));
	snprintf(text, sizeof(text), "1 0 12345 type: 7\n1 0 12346 type: 8\n%d 1 12347 type: 8\n",
		 getpid());
	put("trace", text);
	EXPECT(tasks_find_stranger(NULL, &pid) && pid == getpid());
	EXPECT(tasks_check(NULL, "-p") == -1);
	snprintf(text, sizeof(text), "%d 1 12347 type: 300\n", getpid());
	put("trace", text);
	EXPECT(!tasks_find_stranger(NULL, &pid));	/* of the scheduler */
	snprintf(text, sizeof(text), "1\n%d\n", getpid());
	put("set_ftrace_pid", text);
	EXPECT(!tasks_find_stranger(NULL, &pid));
	put("trace", "0 1 12347 type: 7\n");
	EXPECT(tasks_find_stranger(NULL, &pid) && !pid);
	put("current_tracer", "function_graph\n");
	EXPECT(!tasks_find_stranger(NULL, &pid));
}

/*
 * Journals that another user may have written
 */

#define VICTIM		61234	/* no user of any system has these numbers */
#define ATTACKER	61235
#define OF_VICTIM	"/var/tmp/fdd-61234"

/* Become a user without rights. */
static void become(uid_t uid)
{
	if (setgid(uid) || setuid(uid))
		FAIL("it cannot be another user");
}

static void write_text(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	EXPECT(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

/* "boot ID", so that what follows is the reason why a journal is refused. */
static void write_journal(const char *path, const char *lines)
{
	char text[2048], id[64] = "";
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);

	EXPECT(read(fd, id, 36) == 36);
	close(fd);
	snprintf(text, sizeof(text), "boot %s\n%s", id, lines);
	write_text(path, text);
}

/* A child, because it becomes another user. */
static void as(uid_t uid, void (*run)(void))
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		become(uid);
		run();
		_exit(0);
	}
	EXPECT(waitpid(pid, &status, 0) == pid);
	if (WEXITSTATUS(status))
		_exit(WEXITSTATUS(status));
}

/* Another user can pass through the directory of the test. */
static void open_to_others(const char *path)
{
	struct stat st;

	EXPECT(!stat(path, &st) && ((st.st_mode & 1) || !chmod(path, st.st_mode | 1)));
}

/* A made-up tracefs of another user, with a file of his next to it. */
static void make_tracefs_of(uid_t uid)
{
	if (geteuid())
		SKIP("needs root, to become two other users");
	make_tracefs();
	write_text(in_tracefs("../secret"), "as it was");
	for (const char *const *f = (const char *const[]){ "", "instances", "tracing_thresh",
	     "max_graph_depth", "set_graph_function", "../secret", NULL }; *f; f++)
		EXPECT(!chown(in_tracefs(*f), uid, uid));
	open_to_others(in_tracefs(".."));
	open_to_others(in_tracefs("../.."));
}

static void remove_planted(void)
{
	EXPECT(!system("rm -rf " OF_VICTIM));
}

static bool secret_is_as_it_was(void)
{
	return holds("../secret", "as it was");
}

static void plant_directory(void)
{
	EXPECT(!mkdir(OF_VICTIM, 0755));
	write_journal(OF_VICTIM "/1.undo", "value ../secret planted\n");
	EXPECT(!chmod(OF_VICTIM "/1.undo", 0666));
	EXPECT(!chmod(OF_VICTIM, 0777));
}

static void undo_what_was_planted(void)
{
	fdd_silent = true;
	undo_abandoned();
	EXPECT(secret_is_as_it_was());
	EXPECT(undo_begin() == -1);
}

static void test_planted_directory(void)
{
	remove_planted();
	make_tracefs_of(VICTIM);
	as(ATTACKER, plant_directory);
	as(VICTIM, undo_what_was_planted);
	remove_planted();
}

static char elsewhere[PATH_MAX + 64];

/* The victim can write here, too: the journal is the attacker's. */
static void plant_link(void)
{
	EXPECT(!symlink(elsewhere, OF_VICTIM));
}

/* A directory of the victim's own, where others put a journal. */
static void test_planted_link(void)
{
	remove_planted();
	make_tracefs_of(VICTIM);
	strcpy(elsewhere, in_tracefs("../downloads"));
	EXPECT(!mkdir(elsewhere, 0700));
	write_journal(in_tracefs("../downloads/1.undo"), "value ../secret planted\n");
	EXPECT(!chown(elsewhere, VICTIM, VICTIM));
	EXPECT(!chown(in_tracefs("../downloads/1.undo"), VICTIM, VICTIM));
	as(ATTACKER, plant_link);
	as(VICTIM, undo_what_was_planted);
	remove_planted();
}

static const char *journals(void)
{
	static char path[64];

	snprintf(path, sizeof(path), geteuid() ? "/run/user/%u/fdd" : "/run/fdd", geteuid());
	if (access(path, F_OK))
		snprintf(path, sizeof(path), "/var/tmp/fdd-%u", geteuid());
	return path;
}

static const char *own_journal(const char *name)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/%s", journals(), name);
	return path;
}

/* Our directory of journals is there, and no other run of this test is in it. */
static void prepare_journals(void)
{
	make_tracefs();
	put("tracing_thresh", "7");
	fdd_silent = true;
	EXPECT(!undo_begin() && !undo_all());
	unlink(own_journal("unit.undo"));
}

static void try_journal(const char *lines)
{
	write_journal(own_journal("unit.undo"), lines);
	undo_abandoned();
	unlink(own_journal("unit.undo"));
}

static void test_confined(void)
{
	char text[PATH_MAX + 128], outside[PATH_MAX + 64];
	static const char *const files[] = {
		"value ../secret x\n", "list ../secret x\n", "value instances/../../secret x\n",
		"value ./../secret x\n", "value //secret x\n",
	};

	prepare_journals();
	write_text(in_tracefs("../secret"), "as it was");
	strcpy(outside, in_tracefs("../secret"));
	for (size_t i = 0; i < ARRAY_SIZE(files); i++)
		try_journal(files[i]);
	snprintf(text, sizeof(text), "value %s x\n", outside);
	try_journal(text);
	EXPECT(secret_is_as_it_was());

	EXPECT(!mkdir(in_tracefs("../dir"), 0700));
	try_journal("instance ../../dir\n");
	try_journal("instance ..\n");
	EXPECT(!access(in_tracefs("../dir"), F_OK));
	/* what a journal may say is done */
	try_journal("value tracing_thresh 9\n");
	EXPECT(holds("tracing_thresh", "9"));
}

/* A file of ours that is in the directory, but that fdd did not put there. */
static void test_strange_files(void)
{
	prepare_journals();
	write_journal(in_tracefs("../letter"), "value tracing_thresh 9\n");
	EXPECT(!symlink(in_tracefs("../letter"), own_journal("unit.undo")));
	undo_abandoned();
	EXPECT(holds("tracing_thresh", "7"));
	unlink(own_journal("unit.undo"));

	write_journal(own_journal("unit.undo"), "value tracing_thresh 9\n");
	EXPECT(!link(own_journal("unit.undo"), in_tracefs("../unit.undo")));
	undo_abandoned();
	EXPECT(holds("tracing_thresh", "7"));
	unlink(own_journal("unit.undo"));

	write_journal(own_journal("unit.undo"), "value tracing_thresh 9\n");
	EXPECT(!chmod(own_journal("unit.undo"), 0622));
	undo_abandoned();
	EXPECT(holds("tracing_thresh", "7"));
	unlink(own_journal("unit.undo"));

	alarm(5);
	EXPECT(!mkfifo(own_journal("unit.undo"), 0600));
	undo_abandoned();
	unlink(own_journal("unit.undo"));
}

/* The changes of another boot are gone. */
static void test_other_boot(void)
{
	prepare_journals();
	write_text(own_journal("unit.undo"),
		   "boot 01234567-89ab-cdef-0123-456789abcdef\nvalue tracing_thresh 9\n");
	EXPECT(undo_abandoned() == 0 && holds("tracing_thresh", "7"));
	EXPECT(access(own_journal("unit.undo"), F_OK));
}

static unsigned long long start_of(pid_t pid)
{
	unsigned long long start = 0;
	char path[64], line[1024] = "", *p;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	f = fopen(path, "re");
	EXPECT(f && fgets(line, sizeof(line), f));
	fclose(f);
	p = strrchr(line, ')') + 1;
	for (int i = 3; i < 22; i++)
		p = strchr(p + 1, ' ');
	EXPECT(sscanf(p, "%llu", &start) == 1);
	return start;
}

/* In a group of its own, as trace-cmd is. */
static pid_t start_process(const char *name)
{
	pid_t pid = fork();

	if (!pid) {
		setpgid(0, 0);
		prctl(PR_SET_NAME, name);
		pause();
		_exit(0);
	}
	EXPECT(pid > 0 && (!setpgid(pid, pid) || errno == EACCES));
	while (getpgid(pid) != pid)
		usleep(1000);
	usleep(50000);
	return pid;
}

/* A process that gets a signal does not end immediately. */
static bool ends_within(pid_t pid, unsigned long long start, int ms)
{
	char text[64];
	int status, ended;

	snprintf(text, sizeof(text), "process %d %llu\n", pid, start);
	try_journal(text);
	for (; !(ended = waitpid(pid, &status, WNOHANG)) && ms > 0; ms--)
		usleep(1000);
	return ended == pid && WIFSIGNALED(status);
}

static bool ends(pid_t pid, unsigned long long start)
{
	return ends_within(pid, start, 0);
}

static void test_processes(void)
{
	pid_t other, recorder;

	prepare_journals();
	other = start_process("sleep");
	EXPECT(!ends(other, start_of(other)));
	kill(other, SIGKILL);
	recorder = start_process("trace-cmd");
	EXPECT(!ends(recorder, start_of(recorder) + 1));
	EXPECT(!ends(recorder, 0));
	EXPECT(ends_within(recorder, start_of(recorder), 10000));
}

static void lock_is_free(void)
{
	EXPECT(!undo_lock_globals());
}

static void lock_is_taken(void)
{
	fdd_silent = true;
	EXPECT(undo_lock_globals());
}

/* The threshold is one for the kernel, so the lock is one for all users. */
static void test_one_lock(void)
{
	make_tracefs_of(VICTIM);
	as(VICTIM, lock_is_free);
	/* it ended with its process */
	EXPECT(!test_in_child(lock_is_free));
	/* ours, without the note that we have it, which a child would inherit */
	EXPECT(!flock(open(in_tracefs("tracing_thresh"), O_RDWR | O_CLOEXEC), LOCK_EX | LOCK_NB));
	as(VICTIM, lock_is_taken);
	EXPECT(!test_in_child(lock_is_taken));
}

/*
 * Files of recordings
 */

static bool is_private(int fd, ino_t other_than)
{
	struct stat st;

	return !fstat(fd, &st) && (st.st_mode & 0777) == 0600 && st.st_ino != other_than &&
	       !st.st_size;
}

static void test_private_file(void)
{
	char path[PATH_MAX + 64];
	struct stat old, there;
	int fd, open_before;

	make_tracefs();
	fdd_silent = true;
	umask(0);
	strcpy(path, in_tracefs("../trace.dat"));
	fd = file_create(path);
	EXPECT(is_private(fd, 0));
	/* one that others can write, and have open */
	EXPECT(!fchmod(fd, 0666) && write(fd, "x", 1) == 1);
	open_before = open(path, O_RDWR | O_CLOEXEC);
	EXPECT(!fstat(open_before, &old));
	fd = file_create(path);
	EXPECT(is_private(fd, old.st_ino));
	EXPECT(!stat(path, &there) && there.st_ino != old.st_ino);
	EXPECT(!fstat(open_before, &old) && old.st_size == 1);
	/* neither a link nor a FIFO is followed, or removed */
	unlink(path);
	write_text(in_tracefs("../other"), "as it was");
	EXPECT(!symlink("other", path) && file_create(path) == -1 && !file_check(path));
	EXPECT(!lstat(path, &there) && S_ISLNK(there.st_mode) && holds("../other", "as it was"));
	unlink(path);
	EXPECT(!mkfifo(path, 0666) && file_create(path) == -1 && !file_check(path));
}

/* setfacl -m u:7:rwx; acl(5). Not each file system has them. */
static bool give_to_user_7(const char *dir)
{
	static const struct {
		uint32_t	version;
		struct {
			uint16_t	tag, mode;
			uint32_t	id;
		} entries[5];
	} acl = { 2, { { 1, 7, -1 }, { 2, 7, 7 }, { 4, 5, -1 }, { 16, 7, -1 }, { 32, 5, -1 } } };

	return !setxattr(dir, "system.posix_acl_access", &acl, sizeof(acl), 0);
}

/* trace-cmd follows links next to the file. */
static void test_place(void)
{
	char path[PATH_MAX + 64];

	make_tracefs();
	fdd_silent = true;
	strcpy(path, in_tracefs("../shared"));
	EXPECT(!mkdir(path, 0700));
	strcpy(path, in_tracefs("../shared/trace.dat"));
	EXPECT(file_check(path));
	EXPECT(!chmod(in_tracefs("../shared"), 0777) && !file_check(path));
	EXPECT(!chmod(in_tracefs("../shared"), 01777) && file_check(path));
	/* root's group has no other member */
	EXPECT(!chmod(in_tracefs("../shared"), 0775) && file_check(path));
	if (geteuid())
		return;
	EXPECT(!chown(in_tracefs("../shared"), 1000, 1000) && !file_check(path));
	setenv("SUDO_UID", "1000", 1);
	EXPECT(file_check(path));
	unsetenv("SUDO_UID");
	/* The kernel looks at links in directories of a group no more with the sticky bit. */
	EXPECT(!chown(in_tracefs("../shared"), 0, 1000) && !file_check(path));
	EXPECT(!chmod(in_tracefs("../shared"), 01775) && !file_check(path));
	EXPECT(!chmod(in_tracefs("../shared"), 0755) && file_check(path));
	EXPECT(!chown(in_tracefs("../shared"), 0, 0));
	EXPECT(!give_to_user_7(in_tracefs("../shared")) || !file_check(path));
}

static char *stuck_in(int32_t task)
{
	char *text = NULL;

	stuck_list(&task, 1, &text);
	return text;
}

/* Names are what a process calls itself. */
static void test_stuck(void)
{
	static const char *const names[] = { "a b", "x) D 1 (y", "a\nb", "\033[2J", "" };
	char old[16], expected[64], *text;

	EXPECT(!prctl(PR_GET_NAME, old));
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		EXPECT(!prctl(PR_SET_NAME, names[i]));
		text = stuck_in(getpid());
		snprintf(expected, sizeof(expected), "%s-%d, state R", names[i], getpid());
		EXPECT(text && !strncmp(text, expected, strlen(expected)));
		free(text);
	}
	EXPECT(!prctl(PR_SET_NAME, old));
	EXPECT(!stuck_in(INT_MAX));
}

/* What the other thread of control waits for */
static char *stuck_with(pid_t pid, const char *func)
{
	char *text = NULL;

	for (int i = 0; i < 500 && !(text && strstr(text, func)); i++) {
		free(text);
		usleep(10000);
		text = stuck_in(pid);
	}
	return text;
}

/* The holder of a lock, and of the other end of a pipe: the test itself. */
static void test_others(void)
{
	char expected[128], name[16], *text;
	int pipes[2], fd;
	pid_t pid;

	make_tracefs();
	EXPECT(!prctl(PR_GET_NAME, name) && !pipe(pipes));
	fd = open(in_tracefs("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	EXPECT(fd >= 0 && !flock(fd, LOCK_EX));
	pid = fork();
	if (!pid) {
		fd = open(in_tracefs("lock"), O_RDWR);
		flock(fd, LOCK_EX);
		_exit(0);
	}
	text = stuck_with(pid, "flock");
	snprintf(expected, sizeof(expected), "/lock, which %s-%d holds", name, getpid());
	EXPECT(text && strstr(text, expected));
	free(text);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(fd);
	pid = fork();
	if (!pid) {
		close(pipes[1]);
		_exit(read(pipes[0], expected, 1) != 1);
	}
	text = stuck_with(pid, "pipe_read");
	snprintf(expected, sizeof(expected), "], into which %s-%d can write", name, getpid());
	EXPECT(text && strstr(text, ", waits for data of pipe:[") && strstr(text, expected));
	free(text);
	close(pipes[1]);
	close(pipes[0]);
	EXPECT(waitpid(pid, NULL, 0) == pid);
}

/* What a child says that waits for a lock of a new descriptor; the lock's own is closed. */
static char *stuck_at_lock(int fd, int command)
{
	struct flock all = { .l_type = F_WRLCK };
	pid_t pid = fork();
	char *text;

	if (!pid) {
		close(fd);
		fd = open(in_tracefs("lock"), O_RDWR);
		_exit(command ? fcntl(fd, command, &all) : flock(fd, LOCK_EX));
	}
	text = stuck_with(pid, "/lock");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return text;
}

static void expect_holder(char *text, const char *what)
{
	char expected[128], name[16];

	EXPECT(!prctl(PR_GET_NAME, name));
	snprintf(expected, sizeof(expected), "%s, which %s-%d holds", what, name, getpid());
	EXPECT(text && strstr(text, expected));
	free(text);
}

/* Locks of an open file: the process that has it, not the one that took the lock */
static void test_open_file_locks(void)
{
	struct flock all = { .l_type = F_WRLCK };
	pid_t pid;
	int fd;

	make_tracefs();
	fd = open(in_tracefs("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	EXPECT(fd >= 0 && !fcntl(fd, F_OFD_SETLK, &all));
	expect_holder(stuck_at_lock(fd, F_OFD_SETLKW), "/lock");
	expect_holder(stuck_at_lock(fd, F_SETLKW), "/lock");
	all.l_type = F_UNLCK;
	EXPECT(!fcntl(fd, F_OFD_SETLK, &all));
	pid = fork();
	if (!pid)
		_exit(flock(fd, LOCK_EX));
	EXPECT(waitpid(pid, NULL, 0) == pid);
	expect_holder(stuck_at_lock(fd, 0), "/lock");
	close(fd);
}

/* The child opens the file. Not every file system has leases. */
static void test_leases(void)
{
	pid_t pid;
	int fd;

	make_tracefs();
	fd = open(in_tracefs("lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	EXPECT(fd >= 0 && signal(SIGIO, SIG_IGN) != SIG_ERR);
	if (fcntl(fd, F_SETLEASE, F_WRLCK)) {
		close(fd);
		return;
	}
	pid = fork();
	if (!pid) {
		close(fd);
		_exit(open(in_tracefs("lock"), O_RDWR) < 0);
	}
	expect_holder(stuck_with(pid, "lease of"), "a lease of a file");
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	close(fd);
	signal(SIGIO, SIG_DFL);
}

/* Of function_duration/blocked; a task that has run since waits for something else. */
static void test_kernel_locks(void)
{
	static const char text[] =
		"# at    12.000000000 tasks that wait for a lock of the kernel: 4\n"
		"     30           5  rwsem-read   00000000aabbccdd  held-by          31  a\\040b  c\n"
		"      7          12  mutex        00000000f3a1b2c4  held-by          30  cat  a\\040b\n"
		"      8          12  semaphore    00000000f3a1b2c5  not-known         0  cat\n"
		"      9 garbage\n"
		"     10           1  rwsem-write  00000000aabbccdd  readers           0  c\n";
	struct waits_kernel_locks l = { 0 };
	const struct waits_kernel_lock *lock;
	FILE *f = fmemopen((void *)text, strlen(text), "r");

	EXPECT(!waits_kernel_locks_find(&l, 30, 5));
	waits_kernel_locks_read(&l, f);
	fclose(f);
	EXPECT(l.nr == 4);
	lock = waits_kernel_locks_find(&l, 30, 5);
	EXPECT(lock && lock->holder == 31 && lock->number == 0xaabbccdd);
	EXPECT_TEXT(lock->lock, "rwsem-read");
	EXPECT_TEXT(lock->relation, "held-by");
	lock = waits_kernel_locks_find(&l, 8, 12);
	EXPECT(lock && !lock->holder);
	lock = waits_kernel_locks_find(&l, 10, 1);
	EXPECT(lock && !lock->holder);
	EXPECT_TEXT(lock->relation, "readers");
	EXPECT(waits_kernel_locks_find(&l, 7, 12));
	EXPECT(!waits_kernel_locks_find(&l, 7, 13) && !waits_kernel_locks_find(&l, 9, 0));
	waits_kernel_locks_free(&l);
}

/* On a busy machine it may be late. */
static bool reads_in_time(struct waits_memory *m, uintptr_t at, uint32_t *got)
{
	for (int i = 0; i < 20; i++)
		if (waits_memory_read(m, getpid(), at, got, sizeof(*got)))
			return true;
	return false;
}

/* A page may not come: then the child that reads is killed, and another one continues. */
static void test_memory(void)
{
	struct waits_memory m = { 0 };
	uint32_t word = 4711, got = 0;
	uintptr_t at = (uintptr_t)&word;
	unsigned int killed;

	EXPECT(!waits_memory_read(&m, getpid(), 8, &got, sizeof(got)));
	EXPECT(reads_in_time(&m, at, &got) && got == 4711);
	killed = m.killed;
	/* without a child it would stop all of the group */
	EXPECT(m.reader > 0 && !kill(m.reader, SIGSTOP));
	EXPECT(!waits_memory_read(&m, getpid(), at, &got, sizeof(got)) && m.killed == killed + 1);
	got = 0;
	EXPECT(reads_in_time(&m, at, &got) && got == 4711);
	waits_memory_end(&m);
}

/* The clock of a CPU is as late as the last task that ran there, or later. */
static void test_since(void)
{
	struct waits_task t = { .has_times = true, .cpu = 1, .ran_until_ns = 10 * NSEC_PER_SEC };
	struct waits_task other = t;
	struct waits_clock c = { 0 };
	struct waits_age age;
	char text[32];

	other.ran_until_ns = 50 * NSEC_PER_SEC;
	waits_clock_note(&c, &t);
	waits_clock_note(&c, &other);
	waits_clock_first(&c);
	waits_clock_age(&c, &t, NSEC_PER_SEC, &age);
	EXPECT(age.ns == 40 * NSEC_PER_SEC && age.at_least);
	other.ran_until_ns = 51 * NSEC_PER_SEC;
	waits_clock_note(&c, &other);
	waits_clock_age(&c, &t, NSEC_PER_SEC, &age);
	EXPECT(age.ns == 41 * NSEC_PER_SEC && !age.at_least);
	EXPECT_TEXT(waits_age_text(&age, text), "41 s");
	/* Of another CPU nothing is known but what was seen. */
	t.cpu = 2;
	waits_clock_age(&c, &t, NSEC_PER_SEC, &age);
	EXPECT(age.ns == NSEC_PER_SEC && age.at_least);
	EXPECT_TEXT(waits_age_text(&age, text), "at least 1.0 s");
	waits_clock_free(&c);
}

/* A file of the directory has something in it. */
static void fill(const char *file)
{
	create(file);
	put(file, "calls");
}

static bool is_there(const char *file)
{
	char path[PATH_MAX + 64];

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return !access(path, F_OK);
}

static void remove_files(void)
{
	static const char *const files[] = { "out.dat", "out.dat.stacks" };
	char path[PATH_MAX + 64];

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		unlink(path);
	}
}

/* What undoing makes of the parts of a recording. */
static void undo_recording(void)
{
	char path[PATH_MAX + 16];

	snprintf(path, sizeof(path), "%s/out.dat", dir);
	EXPECT(!undo_begin() && !undo_note_save(path) && !undo_all());
}

static void test_parts(void)
{
	make_tracefs();
	undo_recording();
	EXPECT(!is_there("out.dat"));
	fill("out.dat.part");
	undo_recording();
	EXPECT(is_there("out.dat") && !is_there("out.dat.part"));
	fill("out.dat");
	fill("out.dat.part");
	fill("out.dat.part.fdd-1.cpu0");
	fill("out.dat.part.cpux");
	undo_recording();
	EXPECT(holds("out.dat", "calls") && !is_there("out.dat.part"));
	EXPECT(!is_there("out.dat.part.fdd-1.cpu0") && is_there("out.dat.part.cpux"));
	create("out.dat.part");
	undo_recording();
	EXPECT(is_there("out.dat") && !is_there("out.dat.part"));
	/* killed when the trace was complete, and its stacks were not */
	fill("out.dat.stacks.part");
	undo_recording();
	EXPECT(is_there("out.dat.stacks") && !is_there("out.dat.stacks.part"));
	remove_files();
	fill("out.dat.stacks.part");
	undo_recording();
	EXPECT(!is_there("out.dat.stacks") && !is_there("out.dat.stacks.part"));
}

/*
 * Calls that have not returned
 */

static void look_at(const char *pids)
{
	printf("a look at %s\n", pids);
}

/* Look immediately at such a file: is there something new? */
static bool is_found(struct catch *c, const char *lines)
{
	FILE *f = fopen(in_tracefs("instances/unit/" OPEN_CALLS), "we");

	EXPECT(f && fputs(lines, f) >= 0 && !fclose(f));
	c->unreturned.look_at = 0;
	return unreturned_look(c);
}

/* Does the explanation have this? It is printed into a file meanwhile. */
static bool explains(struct catch *c, const char *text)
{
	int kept = dup(STDOUT_FILENO), fd = memfd_create("unit", MFD_CLOEXEC);
	char printed[8192];
	ssize_t n;

	fflush(stdout);
	dup2(fd, STDOUT_FILENO);
	unreturned_explain(c);
	dup2(kept, STDOUT_FILENO);
	n = pread(fd, printed, sizeof(printed) - 1, 0);
	printed[n > 0 ? n : 0] = '\0';
	close(kept);
	close(fd);
	return !strcmp(printed, c->unreturned.text) && strstr(printed, text);
}

static bool explained(const struct catch *c, const char *text)
{
	return strstr(c->unreturned.text, text);
}

#define HEAD	"# at     9.711234567 open calls: 2\n#   open for, s  since, s ...\n"
#define OUTER	"    2.000000000     1.500000000    1  D           4711  a\\040b  outer\n"
#define INNER	"    1.250000000     2.250000000    1  D           4711  a\\040b  /a.slice/b  inner < outer\n"
#define OTHER	"    1.000000000     2.500000000    0  sleeping      12  sh\\033  /  vfs_read\n"

static void test_unreturned(void)
{
	struct catch c = {
		.history = "unit", .look = look_at, .thresh_ns = NSEC_PER_SEC,
		.unreturned.kmsg_fd = -1,
	};

	make_tracefs();
	record_block_signals(&c.record);
	EXPECT(!mkdir(in_tracefs("instances/unit"), 0700) &&
	       !mkdir(in_tracefs("instances/unit/" TRACER), 0700));
	EXPECT(!is_found(&c, HEAD));
	EXPECT(is_found(&c, HEAD OUTER INNER));
	EXPECT(explains(&c, "inner has not returned for 1.25 s: a b-4711, D, on CPU 1, in the cgr"));
	EXPECT(explained(&c, "on CPU 1, in the cgroup /a.slice/b, since 2.250000. Its callers are outer for 2.00 s.\n\n"
			 "a look at 4711\n"));
	EXPECT(!is_found(&c, HEAD OUTER INNER));
	EXPECT(c.unreturned.look_at >= fdd_now() && !unreturned_look(&c));
	/* one that ended; what it is in then, and what began later */
	EXPECT(!is_found(&c, HEAD OUTER));
	EXPECT(!is_found(&c, HEAD OUTER "2.000000000 3.500000000 1  D  4711  a\\040b  outer\n"));
	EXPECT(is_found(&c, HEAD OUTER "1.000000000 3.500000001 1  D  4711  a\\040b  again\n"));
	EXPECT(explains(&c, "again has not returned for 1.00 s: "));
	/* another task, whose name is not for terminals */
	EXPECT(is_found(&c, HEAD OUTER OTHER));
	EXPECT(explains(&c, "vfs_read has not returned for 1.00 s: sh?-12, sleeping, on CPU 0, s"));
	EXPECT(explained(&c, "since 2.500000.\n\na look at 12\n"));
	EXPECT(!is_found(&c, HEAD OUTER OTHER));
	unreturned_free(&c.unreturned);
}

/* No more than the kernel takes, and no more tasks than a person reads. */
static void test_unreturned_many(void)
{
	struct catch c = {
		.history = "unit", .look = look_at, .thresh_ns = NSEC_PER_SEC,
		.unreturned.kmsg_fd = memfd_create("unit", MFD_CLOEXEC),
	};
	char lines[4096] = "", log[4096] = "";
	unsigned int nr = 0;
	size_t len = 0;

	make_tracefs();
	record_block_signals(&c.record);
	EXPECT(!mkdir(in_tracefs("instances/unit"), 0700) &&
	       !mkdir(in_tracefs("instances/unit/" TRACER), 0700));
	for (int i = 1; i <= 25; i++)
		len += snprintf(lines + len, sizeof(lines) - len,
				"%d.000000000 5.000000000 0  D  %d  sh  f\n", 100 - i, i);
	EXPECT(is_found(&c, lines));
	EXPECT(explains(&c, "And so have not calls of 5 other tasks.\n\na look at 1,2,3,"));
	EXPECT(pread(c.unreturned.kmsg_fd, log, sizeof(log) - 1, 0) > 0);
	for (const char *at = log; (at = strchr(at, '\n')); at++)
		nr++;
	EXPECT(nr == 8);
	EXPECT(strstr(log, "<4>fdd catch: f has not returned for 99.00 s: sh-1, D, ") == log);
	unreturned_free(&c.unreturned);
}

/* /proc/self/exe is this program, which knows no "why": that is not an answer. */
static void test_unexplained(void)
{
	char said[] = "f has not returned\n";
	struct catch c = { .unreturned = { .text = said, .size = strlen(said) } };
	int kept[] = { dup(STDOUT_FILENO), dup(STDERR_FILENO) };
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	char text[512] = "";
	FILE *f;

	make_tracefs();
	record_block_signals(&c.record);
	c.path = strdup(in_tracefs("catch-1.dat"));
	fflush(stdout);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	EXPECT(!catch_explain_open(&c));
	for (int i = 0; i < 2; i++) {
		fflush(stdout);
		dup2(kept[i], STDOUT_FILENO + i);
		close(kept[i]);
	}
	close(null);
	f = fopen(in_tracefs("catch-1.txt"), "re");
	EXPECT(f && fread(text, 1, sizeof(text) - 1, f) > 0 && !fclose(f));
	EXPECT(strstr(text, said) == text && strstr(text, "\nThey could not be explained.\n"));
	EXPECT(!strcmp(c.reason, "f has not returned"));
	free(c.path);
	free(c.text);
}

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* A file server that does not answer has many tasks wait: a look does not take the square of it. */
static void test_unreturned_of_all(void)
{
	struct catch c = {
		.history = "unit", .look = look_at, .thresh_ns = NSEC_PER_SEC,
		.unreturned.kmsg_fd = -1,
	};
	char *lines;
	size_t size;
	FILE *f = open_memstream(&lines, &size);
	double began;

	make_tracefs();
	record_block_signals(&c.record);
	EXPECT(!mkdir(in_tracefs("instances/unit"), 0700) &&
	       !mkdir(in_tracefs("instances/unit/" TRACER), 0700));
	for (int i = 1; i <= 150000; i++)
		fprintf(f, "2.0 5.0 0  D  %d  sh  f\n", i);
	fclose(f);
	EXPECT(is_found(&c, lines));
	EXPECT(explains(&c, "And so have not calls of 149980 other tasks.\n"));
	began = cpu_seconds();
	EXPECT(!is_found(&c, lines));
	EXPECT(cpu_seconds() - began < 1.5);
	free(lines);
	unreturned_free(&c.unreturned);
}

static bool finds(const char *path, const char *expected)
{
	char *found;
	bool same;

	setenv("PATH", path, 1);
	found = fdd_find_program("program");
	same = expected ? found && !strcmp(found, expected) : !found;
	free(found);
	return same;
}

/* Root may be in a directory of another user. */
static void test_programs(void)
{
	char here[PATH_MAX + 64], bin[PATH_MAX + 128], file[PATH_MAX + 256];

	make_tracefs();
	strcpy(here, in_tracefs(".."));
	snprintf(bin, sizeof(bin), "%s/bin", here);
	snprintf(file, sizeof(file), "%s/program", bin);
	EXPECT(!chdir(here) && !mkdir("bin", 0700));
	write_text("program", "");
	write_text("bin/program", "");
	EXPECT(!chmod("program", 0700) && !chmod("bin/program", 0700));
	EXPECT(finds(".", NULL) && finds("", NULL) && finds(":", NULL) && finds("bin", NULL));
	EXPECT(finds("/nowhere::.:bin:", NULL));
	EXPECT(finds(bin, file));
	strcat(strcpy(here, ".::"), bin);
	EXPECT(finds(here, file));
}

/*
 * The figures
 */

static struct fdd_model *model;
static struct top_data *data;

/* Returns the status of "sh -c SCRIPT" as a user; 0 without the right to become one. */
static int status_as(const char *user, const char *script)
{
	char *command[4] = { "sh", "-c", (char *)script };
	struct record r = { .command = command, .user = user };
	int status;

	if (geteuid())
		return 0;
	/* a group that only root has here */
	if (setgroups(1, &(gid_t){ 7 }) || record_make_command(&r))
		return -1;
	record_start_command(&r);
	waitpid(r.child.pid, &status, 0);
	EXPECT(!setgroups(0, NULL));
	close(r.go_fd);
	close(r.exec_fd);
	return status;
}

static void test_user(void)
{
	struct record r = { .user = "no-such-user" };

	fdd_silent = true;
	EXPECT(record_check_user(&r));
	fdd_silent = false;
	r.user = "nobody";
	EXPECT(!record_check_user(&r));
	EXPECT(!status_as("nobody", "[ $(id -un) = nobody ] && [ $(id -G) = $(id -g nobody) ]"));
	EXPECT(!status_as("nobody", "[ $USER = nobody ] && [ $LOGNAME = nobody ]"));
	EXPECT(!status_as(NULL, "[ $(id -u) = 0 ]"));
}

static void call_of(int32_t pid, uint16_t cpu, uint8_t context, const char *name,
		    uint64_t start, uint64_t duration, unsigned int depth)
{
	struct fdd_call c = {
		.calltime = start,
		.duration = duration,
		.func = fdd_names_get(&model->funcs, name, strlen(name)),
		.pid = pid,
		.cpu = cpu,
		.context = context,
		.depth = depth,
	};

	fdd_model_call(model, &c);
}

static void call(const char *name, uint64_t start, uint64_t duration, unsigned int depth)
{
	call_of(5, 0, FDD_CTX_TASK, name, start, duration, depth);
}

static void begin_figures_by(enum top_by by)
{
	model = fdd_model_new();
	fdd_model_add_source(model, "unit", "unit");
	data = top_data_new(model, by);
}

static void begin_figures(void)
{
	begin_figures_by(TOP_BY_FUNCTION);
}

static void end_figures(struct top_rows *rows)
{
	free(rows->rows);
	top_data_free(data);
	fdd_model_free(model);
}

static const struct fdd_row *first(struct top_rows *rows, enum top_sort sort,
				   bool recent, const char *filter)
{
	struct top_choice choice = { .sort = sort, .recent = recent };

	snprintf(choice.filter, sizeof(choice.filter), "%s", filter);
	top_data_snapshot(data);
	top_data_rows(data, &choice, rows);
	return rows->nr ? rows->rows[0] : NULL;
}

static void test_figures(void)
{
	struct top_rows rows = { 0 };
	const struct fdd_row *row;

	begin_figures();
	call("inner", 1100, 300, 1);
	call("outer", 1000, 1000, 0);
	call("inner", 3000, 500, 0);
	row = first(&rows, TOP_BY_TOTAL, false, "");
	EXPECT(rows.nr == 2 && rows.calls == 3 && !strcmp(row->name, "outer"));
	EXPECT(row->total == 1000 && row->self == 700 && row->calls == 1);
	row = first(&rows, TOP_BY_CALLS, false, "");
	EXPECT(!strcmp(row->name, "inner") && row->calls == 2 && row->total == 800);
	EXPECT(row->min == 300 && row->max == 500 && fdd_row_avg(row) == 400);
	row = first(&rows, TOP_BY_SELF, false, "");
	EXPECT(!strcmp(row->name, "inner") && row->self == 800);
	EXPECT(!strcmp(first(&rows, TOP_BY_MAX, false, "")->name, "outer"));
	EXPECT(!strcmp(first(&rows, TOP_BY_P99, false, "")->name, "outer"));
	EXPECT(!strcmp(first(&rows, TOP_BY_NAME, false, "")->name, "inner"));
	end_figures(&rows);
}

static void test_recursion(void)
{
	struct top_rows rows = { 0 };
	const struct fdd_row *row;

	begin_figures();
	call("again", 1200, 300, 1);
	call("again", 1000, 1000, 0);
	row = first(&rows, TOP_BY_TOTAL, true, "");
	EXPECT(row->calls == 2 && row->total == 1000 && row->sum == 1300);
	end_figures(&rows);
}

static void test_window(void)
{
	struct top_rows rows = { 0 };

	begin_figures();
	call("early", 1000, 100, 0);
	for (int i = 1; i < TOP_SLICES; i++)
		top_data_next_slice(data);
	call("late", 5000, 200, 0);
	EXPECT(first(&rows, TOP_BY_NAME, true, "") && rows.nr == 2);
	top_data_next_slice(data);
	EXPECT(!strcmp(first(&rows, TOP_BY_NAME, true, "")->name, "late") && rows.nr == 1);
	EXPECT(first(&rows, TOP_BY_NAME, false, "") && rows.nr == 2);
	for (int i = 0; i < TOP_SLICES; i++)
		top_data_next_slice(data);
	EXPECT(!first(&rows, TOP_BY_NAME, true, ""));
	call("late", 9000, 300, 0);
	EXPECT(first(&rows, TOP_BY_NAME, true, "")->max == 300);
	top_data_reset(data);
	EXPECT(!first(&rows, TOP_BY_NAME, false, ""));
	end_figures(&rows);
}

static void test_hidden(void)
{
	struct top_rows rows = { 0 };

	begin_figures();
	call("schedule", 1000, 900, 0);
	call("vfs_read", 3000, 500, 0);
	top_data_hide(data, first(&rows, TOP_BY_TOTAL, false, ""));
	EXPECT(!strcmp(first(&rows, TOP_BY_TOTAL, false, "")->name, "vfs_read"));
	EXPECT(rows.nr == 1 && rows.hidden == 1 && rows.calls == 2);
	EXPECT(first(&rows, TOP_BY_TOTAL, false, "vfs") && rows.nr == 1 && !rows.hidden);
	top_data_hide_none(data);
	EXPECT(!strcmp(first(&rows, TOP_BY_TOTAL, false, "")->name, "schedule"));
	EXPECT(rows.nr == 2 && !rows.hidden);
	end_figures(&rows);
}

static void test_sleepers(void)
{
	struct top_choice choice = { .no_sleepers = true };
	struct top_rows rows = { 0 };

	EXPECT(fdd_is_sleeper("schedule") && fdd_is_sleeper("do_idle"));
	EXPECT(fdd_is_sleeper("ep_poll.isra.0") && fdd_is_sleeper("futex_wait_queue [x]"));
	EXPECT(!fdd_is_sleeper("schedule_work") && !fdd_is_sleeper("ep_poll_callback"));
	EXPECT(!fdd_is_sleeper("") && !fdd_is_sleeper("[sleep]") && !fdd_is_sleeper("# futex"));
	begin_figures();
	call("schedule", 1000, 900, 0);
	call("do_idle", 2000, 900, 0);
	call("vfs_read", 3000, 500, 0);
	top_data_snapshot(data);
	top_data_rows(data, &choice, &rows);
	EXPECT(rows.nr == 1 && rows.sleepers == 2 && rows.calls == 3);
	EXPECT(!strcmp(rows.rows[0]->name, "vfs_read"));
	choice.no_sleepers = false;
	top_data_rows(data, &choice, &rows);
	EXPECT(rows.nr == 3 && !rows.sleepers);
	end_figures(&rows);
}

/* Tasks that are alive, with control groups of both versions; others have ended. */
static void make_tasks(const char *dir)
{
	char make[256];

	snprintf(make, sizeof(make), "cd %s && mkdir 5 6 && echo 'a b' >5/comm && "
		 "echo sh >6/comm && echo 0::/system.slice/x.service >5/cgroup && "
		 "printf '3:cpu:/cpu\\n1:name=systemd:/user.slice\\n0::/\\n' >6/cgroup", dir);
	EXPECT(!system(make));
	data->who.proc = dir;
}

static void calls_of_tasks(void)
{
	call_of(5, 0, FDD_CTX_TASK, "vfs_read", 1100, 300, 1);
	call_of(5, 0, FDD_CTX_TASK, "ksys_read", 1000, 1000, 0);
	call_of(5, 0, FDD_CTX_HARDIRQ, "handle_irq_event", 3000, 50, 0);
	call_of(6, 1, FDD_CTX_TASK, "vfs_read", 4000, 700, 0);
	call_of(7, 1, FDD_CTX_TASK, "vfs_read", 5000, 20, 0);
	call_of(8, 1, FDD_CTX_TASK, "vfs_read", 6000, 10, 0);
	call_of(0, 1, FDD_CTX_TASK, "do_idle", 7000, 5, 0);
}

/* The rows of all calls by their total: "NAME CALLS TOTAL;..." */
static const char *rows_by(enum top_by by)
{
	static char text[512];
	char dir[] = "/tmp/fdd-unit.XXXXXX", remove[64];
	struct top_rows rows = { 0 };
	size_t len = 0;

	EXPECT(mkdtemp(dir));
	begin_figures_by(by);
	make_tasks(dir);
	calls_of_tasks();
	first(&rows, TOP_BY_TOTAL, false, "");
	*text = '\0';
	for (uint32_t i = 0; i < rows.nr; i++)
		len += snprintf(text + len, sizeof(text) - len, "%s %llu %llu;",
				rows.rows[i]->name, (unsigned long long)rows.rows[i]->calls,
				(unsigned long long)rows.rows[i]->total);
	end_figures(&rows);
	snprintf(remove, sizeof(remove), "rm -r %s", dir);
	EXPECT(!system(remove));
	return text;
}

static void test_by(void)
{
	EXPECT(!strcmp(rows_by(TOP_BY_TASK), "a b-5 2 1000;sh-6 1 700;(interrupts) 1 50;"
		       "<...>-7 1 20;<...>-8 1 10;(idle tasks) 1 5;"));
	EXPECT(!strcmp(rows_by(TOP_BY_CGROUP), "/system.slice/x.service 2 1000;/user.slice 1 700;"
		       "(interrupts) 1 50;(tasks that ended before it was read) 2 30;"
		       "(idle tasks) 1 5;"));
	EXPECT(!strcmp(rows_by(TOP_BY_CPU), "CPU 0 3 1050;CPU 1 4 735;"));
}

/* However few rows there are, no call is left out, and the longest ones least of all. */
static void test_bars(void)
{
	struct top_bar bars[FDD_HIST_OCTAVES];
	struct fdd_histogram h = { 0 };

	for (unsigned int i = 10; i < 20; i++)
		for (unsigned int n = 0; n < 1000; n++)
			fdd_histogram_add(&h, 1ull << i);
	fdd_histogram_add(&h, 1ull << 30);
	EXPECT(top_bars(&h, bars, 40) == 11);
	for (int most = 1; most <= 11; most++) {
		int nr = top_bars(&h, bars, most);
		uint64_t calls = 0;

		EXPECT(nr == most);
		for (int i = 0; i < nr; i++) {
			calls += bars[i].calls;
			EXPECT(bars[i].from < bars[i].to && (!i || bars[i - 1].to <= bars[i].from));
		}
		EXPECT(calls == 10001);
		EXPECT(bars[0].from <= 1 << 10 && bars[nr - 1].to > 1 << 30);
	}
	EXPECT(top_bars(&h, bars, 0) == 0);
	fdd_histogram_free(&h);
	EXPECT(top_bars(&h, bars, 5) == 0);
}

static void test_filter(void)
{
	struct top_rows rows = { 0 };

	begin_figures();
	call("vfs_read", 1000, 100, 0);
	call("vfs_write", 2000, 100, 0);
	call("ext4_read", 3000, 100, 0);
	EXPECT(first(&rows, TOP_BY_NAME, false, "READ") && rows.nr == 2);
	EXPECT(first(&rows, TOP_BY_NAME, false, "vfs_*") && rows.nr == 2);
	EXPECT(!strcmp(rows.rows[1]->name, "vfs_write"));
	EXPECT(!first(&rows, TOP_BY_NAME, false, "none") && rows.calls == 3);
	end_figures(&rows);
}

/*
 * Reading from a made-up tracefs
 */

static const char page_format[] =
	"\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
	"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
	"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
	"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n";

static const char call_format[] =
	"name: func_duration\nID: 9\nformat:\n"
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
	"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
	"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:unsigned long func;\toffset:8;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 calltime;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:u64 duration;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:u16 depth;\toffset:32;\tsize:2;\tsigned:0;\n"
	"\tfield:u16 overrun;\toffset:34;\tsize:2;\tsigned:0;\n\n"
	"print fmt: \"%d\", REC->depth\n";

enum { CALLS_OF_PAGE = 100, WORDS_OF_CALL = 10, FULL_PAGES = 3000 };

struct full_page {
	uint64_t	time, commit;
	uint32_t	calls[CALLS_OF_PAGE][WORDS_OF_CALL];
	uint32_t	rest[20];
};

/* As the kernel has it: a length in words and a difference of times, and the record. */
static void write_full_pages(const char *path)
{
	struct full_page page = { .commit = sizeof(page.calls) };
	FILE *f = fopen(path, "w");

	for (int i = 0; i < CALLS_OF_PAGE; i++) {
		page.calls[i][0] = (WORDS_OF_CALL - 1) | 1 << 5;
		page.calls[i][1] = 9;
		page.calls[i][2] = 7;
	}
	for (int i = 0; i < FULL_PAGES; i++) {
		page.time = 1000 * i;
		fwrite(&page, sizeof(page), 1, f);
	}
	fclose(f);
}

/* One reading has a limit; the rest comes with the next one. */
static void test_full_buffer(void)
{
	char dir[] = "/tmp/fdd-unit.XXXXXX", remove[64];
	struct fdd_model *m = fdd_model_new();
	uint64_t first, calls, more;
	struct top_source *s;

	EXPECT(mkdtemp(dir) && !chdir(dir));
	EXPECT(!mkdir("events", 0700) && !mkdir("events/ftrace", 0700) &&
	       !mkdir("events/ftrace/func_duration", 0700) && !mkdir("per_cpu", 0700) &&
	       !mkdir("per_cpu/cpu0", 0700));
	write_text("events/header_page", page_format);
	write_text("events/ftrace/func_duration/format", call_format);
	write_full_pages("per_cpu/cpu0/trace_pipe_raw");
	tracing_use(dir);
	s = top_source_open(NULL, "x", false, m);
	EXPECT(s);
	if (s) {
		first = top_source_read(s);
		calls = first;
		while ((more = top_source_read(s)))
			calls += more;
		EXPECT(first && first < (1 << 18) + 2 * CALLS_OF_PAGE);
		EXPECT(calls == FULL_PAGES * CALLS_OF_PAGE);
	}
	top_source_close(s);
	fdd_model_free(m);
	snprintf(remove, sizeof(remove), "rm -rf %s", dir);
	EXPECT(!chdir("/") && !system(remove));
}

/*
 * A trace.dat of buffers
 */

#define PAGE	4096

/* Instead of those of this kernel, which not everyone sees */
static void make_symbols(const char *text)
{
	const char *path = in_tracefs("../kallsyms");

	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		SKIP("no mount namespace: %s", strerror(errno));
	write_text(path, text);
	EXPECT(!mount(path, "/proc/kallsyms", NULL, MS_BIND, NULL));
}

/* Two pages; the words are at a multiple of four bytes. */
static void make_buffer(const char *file, const uint64_t *words, size_t size)
{
	static char pages[2 * PAGE];
	FILE *f = fopen(in_tracefs(file), "we");

	memset(pages, 0, sizeof(pages));
	memcpy(pages + PAGE - 4 - size, words, size);
	memset(pages + PAGE, 7, PAGE);
	EXPECT(f && fwrite(pages, 1, sizeof(pages), f) == sizeof(pages) && !fclose(f));
}

static void make_buffers(const uint64_t *words, size_t size)
{
	make_tracefs();
	EXPECT(!mkdir(in_tracefs("events"), 0700) && !mkdir(in_tracefs("events/ftrace"), 0700) &&
	       !mkdir(in_tracefs("per_cpu"), 0700) && !mkdir(in_tracefs("per_cpu/cpu0"), 0700));
	write_text(in_tracefs("events/header_page"), "field: char data;\toffset:16;\tsize:4080;\n");
	for (const char *const *f = (const char *const[]){
			"events/header_event", "printk_formats", "saved_cmdlines", "trace_clock", NULL };
	     *f; f++)
		write_text(in_tracefs(*f), "x");
	make_buffer("per_cpu/cpu0/trace_pipe_raw", words, size);
}

static char *read_dat(int64_t size)
{
	FILE *f = fopen(in_tracefs("../trace.dat"), "re");
	char *text = calloc(1, size + 1);

	EXPECT(f && fread(text, 1, size, f) == (size_t)size && getc(f) == EOF);
	fclose(f);
	return text;
}

static const char kernel[] =
	"ffffffff81000000 T first\n"
	"ffffffff81000100 T in_no_record\n"
	"ffffffff81000200 t called\n"
	"ffffffff81000200 T its_other_name\n"
	"ffffffff81000220 D data\n"
	"ffffffff81000300 T caller\n"
	"ffffffff81000400 T behind\n"
	"ffffffffc0000000 t of_a_module\t[module]\n"
	"ffffffffc0001000 t last\t[module]\n";

/* Those whose addresses are in a record, or that an address is in */
static void test_symbols(void)
{
	static const uint64_t words[] = {
		0xffffffff81000200, 0xffffffff810003ff, 1, 0xffff888100000000, 0xffffffffc0001fff,
		0xfffffffffffffff0, 0xffffffff80ffffff,
	};
	static const char used[] =
		"ffffffff81000200 t called\nffffffff81000200 T its_other_name\n"
		"ffffffff81000300 T caller\nffffffffc0001000 t last\t[module]\n";
	struct dat_save save = { .calls = { NULL, DAT_LIVE }, .max = 1 << 20 };
	uint32_t len;
	char path[PATH_MAX + 64], *text, *at;
	int64_t size;

	make_buffers(words, sizeof(words));
	make_symbols(kernel);
	strcpy(path, in_tracefs("../trace.dat"));
	save.path = path;
	size = dat_save(&save);
	EXPECT(size > 2 * PAGE);
	text = read_dat(size);
	at = memmem(text, size, used, 16);
	EXPECT(at);
	memcpy(&len, at - sizeof(len), sizeof(len));
	EXPECT(len == strlen(used) && !memcmp(at, used, len));
	/* the pages are as they were */
	EXPECT(!memcmp(text + size - 2 * PAGE + PAGE - 4 - sizeof(words), words, sizeof(words)));
	EXPECT(text[size - 1] == 7 && text[size - PAGE] == 7 && !text[size - PAGE - 1]);
	free(text);
}

/* Nothing is left of a recording that is too large, and another's part stays. */
static void test_too_large(void)
{
	static const uint64_t words[] = { 1, 2 };
	struct dat_save save = { .calls = { NULL, DAT_LIVE } };
	char path[PATH_MAX + 64];
	int64_t size;

	make_buffers(words, sizeof(words));
	fdd_silent = true;
	strcpy(path, in_tracefs("../trace.dat"));
	save.path = path;
	for (save.max = PAGE; save.max < 3 * PAGE; save.max += PAGE) {
		EXPECT(dat_save(&save) == -1);
		EXPECT(access(path, F_OK) && access(in_tracefs("../trace.dat.part"), F_OK));
	}
	save.max = UINT64_MAX;
	write_text(in_tracefs("../trace.dat.part"), "as it was");
	EXPECT(dat_save(&save) == -1 && access(path, F_OK) &&
	       holds("../trace.dat.part", "as it was"));
	unlink(in_tracefs("../trace.dat.part"));
	size = dat_save(&save);
	EXPECT(size > 2 * PAGE && !access(path, F_OK) && access(in_tracefs("../trace.dat.part"), F_OK));
}

/*
 * User stacks
 */

#define NR_REGS		((unsigned int)__builtin_popcountll(STACKS_REGS))
#define RAW_SIZE	44		/* with its own size a multiple of 8 */
#define SAMPLE_WORDS	8192
#define SAMPLE_HEAD	6		/* words before the record of the tracepoint */

/* A sample of @size bytes of a stack, of which @copied are there: words 1, 2, 3 ... */
static struct perf_event_header *make_sample(uint64_t *words, uint64_t abi, uint64_t size,
					     uint64_t copied)
{
	struct perf_event_header *h = (void *)words;
	uint64_t *p = words + SAMPLE_HEAD, i;
	uint32_t raw = RAW_SIZE;

	memset(words, 0, SAMPLE_WORDS * sizeof(*words));
	memcpy(p, &raw, sizeof(raw));
	p += (sizeof(raw) + RAW_SIZE) / sizeof(*p);
	*p++ = abi;
	p += abi ? NR_REGS : 0;
	*p++ = size;
	for (i = 0; i < size / sizeof(*p); i++)
		*p++ = i + 1;
	if (size)
		*p++ = copied;
	*h = (struct perf_event_header){ .type = PERF_RECORD_SAMPLE, .size = (p - words) * 8 };
	return h;
}

static uint64_t *stack_in(uint64_t *words, uint64_t abi)
{
	return words + SAMPLE_HEAD + (sizeof(uint32_t) + RAW_SIZE) / 8 + 1 + (abi ? NR_REGS : 0);
}

static void test_trim(void)
{
	static uint64_t words[SAMPLE_WORDS];
	struct perf_event_header *h = make_sample(words, 2, 64, 20);
	uint64_t *stack = stack_in(words, 2);
	uint16_t size = h->size;

	EXPECT(stacks_trim(h));
	EXPECT(h->size == size - 40);
	EXPECT(stack[0] == 24 && stack[1] == 1 && stack[2] == 2 && stack[3] == 3 && stack[4] == 20);

	h = make_sample(words, 2, 64, 17);
	EXPECT(stacks_trim(h));
	EXPECT(stack[0] == 24 && stack[3] == 3 && stack[4] == 17);

	h = make_sample(words, 2, 64, 64);
	EXPECT(stacks_trim(h) && h->size == size && stack[0] == 64);

	h = make_sample(words, 2, 64, 0);
	EXPECT(stacks_trim(h) && h->size == size - 72 && stack[0] == 0);

	h = make_sample(words, 0, 0, 0);
	size = h->size;
	EXPECT(stacks_trim(h) && h->size == size);
}

/* A sample that ends before its parts do is not written. */
static void test_trim_damaged(void)
{
	static uint64_t words[SAMPLE_WORDS];
	struct perf_event_header *h = make_sample(words, 2, 64, 20);
	uint16_t size = h->size;

	for (h->size = sizeof(*h); h->size < size; h->size++)
		EXPECT(!stacks_trim(h));
	h = make_sample(words, 2, 64, 65);
	EXPECT(!stacks_trim(h));
	h = make_sample(words, 2, 64, UINT64_MAX);
	EXPECT(!stacks_trim(h));
	h = make_sample(words, 2, 64, 20);
	*stack_in(words, 2) = UINT64_MAX - 7;
	EXPECT(!stacks_trim(h));
}

/* The task and the time of the call are at their places, and not read beyond the end. */
static void test_stacks_call(void)
{
	static uint64_t words[SAMPLE_WORDS];
	struct perf_event_header *h = make_sample(words, 2, 64, 64);
	struct stacks_call call;
	uint32_t tid = 4711;
	uint64_t at = 123456789012345;

	memcpy((char *)words + 20, &tid, sizeof(tid));
	memcpy((char *)words + SAMPLE_HEAD * 8 + 4 + 16, &at, sizeof(at));
	EXPECT(stacks_call_of(h, &call) && call.tid == tid && call.calltime == at);
	h->size = SAMPLE_HEAD * 8 + 4 + 16 + 7;
	EXPECT(!stacks_call_of(h, &call));
	h->size = 20;
	EXPECT(!stacks_call_of(h, &call));
	words[5] = UINT64_MAX;
	h->size = SAMPLE_HEAD * 8 + 64;
	EXPECT(!stacks_call_of(h, &call));
}

/* The header says where the records are; it comes first, and is complete at the end. */
static void test_stacks_file(void)
{
	static uint64_t words[SAMPLE_WORDS], head[64];
	struct perf_event_attr attr = { .size = sizeof(attr), .type = PERF_TYPE_TRACEPOINT };
	char dir[] = "/tmp/fdd-unit-XXXXXX", trace[64], path[80], part[96];
	struct perf_event_header *h = make_sample(words, 2, 64, 64);
	const struct stacks_formats formats = { "page", "event", "name: func_duration_stack" };
	struct stacks_file f;
	int fd, i;

	EXPECT(mkdtemp(dir));
	snprintf(trace, sizeof(trace), "%s/trace.dat", dir);
	snprintf(path, sizeof(path), "%s.stacks", trace);
	snprintf(part, sizeof(part), "%s.part", path);
	EXPECT(!stacks_file_open(&f, trace, &attr));
	for (i = 0; i < 3000; i++)
		stacks_file_add(&f, h);
	EXPECT(!access(part, F_OK) && access(path, F_OK));
	fd = open(part, O_RDONLY);
	EXPECT(read(fd, head, sizeof(head)) == sizeof(head));
	close(fd);
	EXPECT(!memcmp(head, "PERFILE2", 8) && head[5] == 104 + sizeof(attr) + 16 && head[6] == 0);
	EXPECT(!stacks_file_complete(&f, &formats));
	stacks_file_drop(&f);
	EXPECT(access(part, F_OK));
	fd = open(path, O_RDONLY);
	EXPECT(read(fd, head, sizeof(head)) == sizeof(head));
	EXPECT(head[5] == 104 + sizeof(attr) + 16 && head[6] == 3000ull * h->size);
	EXPECT(pread(fd, head, 8, 104 + sizeof(attr) + 16) == 8 && !memcmp(head, words, 8));
	close(fd);
	unlink(path);
	rmdir(dir);
}

static void test_times(void)
{
	char buf[24];

	EXPECT(!strcmp(fdd_time_text(buf, sizeof(buf), 999), "999 ns"));
	EXPECT(!strcmp(fdd_time_text(buf, sizeof(buf), 1500), "1.50 us"));
	EXPECT(!strcmp(fdd_time_text(buf, sizeof(buf), 2340000), "2.34 ms"));
	EXPECT(!strcmp(fdd_time_text(buf, sizeof(buf), 12000000000ull), "12.00 s"));
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "unit: thresholds", test_thresholds },
		{ "unit: buffer sizes", test_sizes },
		{ "unit: globs of functions", test_globs },
		{ "unit: process numbers", test_pids },
		{ "unit: the children of a process", test_families },
		{ "unit: depths", test_depth },
		{ "unit: what is noted is undone", test_undo },
		{ "unit: an option whose tracer is gone needs no undoing", test_undo_gone },
		{ "unit: a directory of journals that another user made is not used",
		  test_planted_directory },
		{ "unit: nor a link that another user made", test_planted_link },
		{ "unit: a journal changes nothing but tracefs", test_confined },
		{ "unit: a link, a second name, a file for others and a FIFO are no journals",
		  test_strange_files },
		{ "unit: a journal of another boot is removed", test_other_boot },
		{ "unit: only processes that fdd started are ended", test_processes },
		{ "unit: times to begin at", test_at },
		{ "unit: the wall clock is written as markers", test_wall_clock },
		{ "unit: locks of the kernel that tasks wait for", test_kernel_locks },
		{ "unit: open calls are written as markers", test_open_marks },
		{ "unit: the lock of the threshold is one for all users", test_one_lock },
		{ "unit: no program of the current directory is run", test_programs },
		{ "unit: files of recordings are for their owner alone", test_private_file },
		{ "unit: a recording is where no other user can put links", test_place },
		{ "unit: where a task of any name is", test_stuck },
		{ "unit: what a task waits for, and its holder", test_others },
		{ "unit: which process has an open file with a lock", test_open_file_locks },
		{ "unit: which process has a lease", test_leases },
		{ "unit: memory of others is read in time, or not", test_memory },
		{ "unit: since when a task has not run", test_since },
		{ "unit: what a killed process noted is undone, a living one's not",
		  test_abandoned },
		{ "unit: the tasks that are traced are those asked for", test_tasks },
		{ "unit: function_graph ends without a list of processes", test_graph_ends },
		{ "unit: a recording is completed, or its parts are removed", test_parts },
		{ "unit: calls that have not returned are reported once", test_unreturned },
		{ "unit: of many calls that have not returned, some are named",
		  test_unreturned_many },
		{ "unit: that calls could not be explained does not say that there are none",
		  test_unexplained },
		{ "unit: a look at very many open calls is quick", test_unreturned_of_all },
		{ "unit: a command runs as the user that was named", test_user },
		{ "unit: figures of top", test_figures },
		{ "unit: recursion counts once", test_recursion },
		{ "unit: the last seconds", test_window },
		{ "unit: the filter of top", test_filter },
		{ "unit: functions hidden in top", test_hidden },
		{ "unit: sleepers in top", test_sleepers },
		{ "unit: top by task, cgroup and CPU", test_by },
		{ "unit: the histogram of top is whole", test_bars },
		{ "unit: a full buffer is read in parts", test_full_buffer },
		{ "unit: a recording has the symbols of its functions", test_symbols },
		{ "unit: a recording that is too large is removed", test_too_large },
		{ "unit: of a user stack what was copied is saved", test_trim },
		{ "unit: damaged samples of user stacks are left out", test_trim_damaged },
		{ "unit: samples of user stacks name their calls", test_stacks_call },
		{ "unit: the file of user stacks can be read from its begin", test_stacks_file },
		{ "unit: times as top prints them", test_times },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of made-up hosts that call a hundred functions.
 *
 * hosts samples FIRST HOSTS HOURS TRUTH	of each host, minute and function a line for an
 *		engine: the calls in that minute, as a histogram in buckets of fdd agent
 * hosts states DIR NUMBER START STEP	DIR/0000 and so on, what the tracer writes of the first
 *		host: the counts START seconds after they began, then each STEP seconds later
 * hosts slower	the functions that are slower on the newer kernel
 *
 * TRUTH gets a line for each function and host: its kernel, calls and p99 in ns. Each host has
 * random numbers of its own, so that it is the same whatever the number of hosts.
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define FIRST_TIME	1764547200	/* the begin of a day, UTC */
#define MINUTES		1440
#define BUCKETS		146	/* of schema 2: up to a nanosecond, to 2 ns, ..., to 70 s */
#define FINE		256	/* the tracer's own: eighths of a power of two */
#define LEAST		1e-6	/* expected calls of a bucket, below which it stays empty */

static const char *const names[] = {
	"vfs_read", "vfs_write", "vfs_open", "vfs_fsync_range", "vfs_statx", "vfs_getattr",
	"vfs_unlink", "vfs_rename", "vfs_mkdir", "vfs_rmdir", "vfs_iter_read", "vfs_iter_write",
	"vfs_fallocate", "vfs_readlink", "vfs_truncate", "do_sys_openat2", "do_filp_open",
	"filename_lookup", "path_openat", "iterate_dir", "ksys_read", "ksys_write",
	"do_iter_readv_writev", "do_splice", "do_sendfile", "filp_close", "sync_filesystem",
	"generic_file_read_iter", "generic_perform_write", "filemap_fault", "filemap_read",
	"filemap_write_and_wait_range", "do_writepages", "writeback_single_inode",
	"wb_writeback", "balance_dirty_pages", "page_cache_ra_unbounded", "submit_bio",
	"submit_bio_wait", "blk_mq_submit_bio", "blk_mq_run_hw_queue", "ext4_file_read_iter",
	"ext4_file_write_iter", "ext4_sync_file", "ext4_da_write_begin", "ext4_da_write_end",
	"ext4_writepages", "ext4_lookup", "ext4_create", "ext4_unlink", "ext4_rename2",
	"ext4_map_blocks", "ext4_mb_new_blocks", "jbd2_journal_commit_transaction",
	"jbd2_log_wait_commit", "jbd2_journal_start", "jbd2_complete_transaction",
	"tcp_sendmsg", "tcp_recvmsg", "tcp_v4_connect", "tcp_v4_rcv", "tcp_close",
	"tcp_write_xmit", "tcp_retransmit_skb", "inet_csk_accept", "inet_stream_connect",
	"udp_sendmsg", "udp_recvmsg", "unix_stream_sendmsg", "unix_stream_recvmsg",
	"sock_sendmsg", "sock_recvmsg", "__sys_accept4", "__sys_connect", "do_epoll_wait",
	"do_sys_poll", "do_select", "ip_queue_xmit", "ip_rcv", "netif_receive_skb",
	"dev_hard_start_xmit", "handle_mm_fault", "do_anonymous_page", "do_fault",
	"do_swap_page", "do_mmap", "do_munmap", "mprotect_fixup", "try_to_free_pages",
	"shrink_node", "compact_zone", "__alloc_pages_slowpath", "mutex_lock_slowpath",
	"rwsem_down_read_slowpath", "rwsem_down_write_slowpath", "futex_wait", "kernel_clone",
	"begin_new_exec", "do_exit", "do_wait",
};

#define FUNCTIONS	ARRAY_SIZE(names)

static const char *const kernels[] = { "6.12", "7.3" };
static const unsigned int slower[] = { 3, 29, 54, 57, 94 };
#define SLOWER_BY	0.25	/* on a logarithmic scale */

/*
 * Random numbers
 */

static uint64_t state;

static uint64_t next(void)
{
	uint64_t z = state += 0x9e3779b97f4a7c15ull;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

static double uniform(void)
{
	return (next() >> 11) * 0x1p-53;
}

static double gauss(void)
{
	double u = 1 - uniform();

	return sqrt(-2 * log(u)) * cos(2 * M_PI * uniform());
}

/* Of many calls it is the normal distribution, rounded. */
static uint64_t poisson(double mean)
{
	double u, part, sum;
	uint64_t n = 0;

	if (mean >= 30)
		return fmax(0, round(mean + sqrt(mean) * gauss()));
	u = uniform();
	for (part = sum = exp(-mean); u > sum && part > 1e-12; sum += part)
		part *= mean / ++n;
	return n;
}

/*
 * Functions and hosts
 */

struct calls {
	double	minute;		/* calls of a host */
	double	median, width;	/* of the logarithm of ns */
};

/* Most calls take some median, one of twenty is 20 times as long: it waits for something. */
static double below(const struct calls *c, double ns)
{
	double x = log(ns) - c->median;

	return 0.95 * 0.5 * erfc(-x / c->width / M_SQRT2) +
		0.05 * 0.5 * erfc(-(x - log(20)) / c->width / M_SQRT2);
}

static bool is_slower(unsigned int function)
{
	for (size_t i = 0; i < ARRAY_SIZE(slower); i++)
		if (slower[i] == function)
			return true;
	return false;
}

static int kernel_of(unsigned int host)
{
	return host % 2;
}

/* A function has its place among the others; hosts are faster and slower, and differ in load. */
static struct calls calls_of(unsigned int function, unsigned int host)
{
	double often = (function * 37 % FUNCTIONS) / (double)FUNCTIONS;
	double longer = (function * 61 % FUNCTIONS) / (double)FUNCTIONS;
	struct calls c = {
		.minute = pow(10, 1 + 4 * often) * exp(0.3 * gauss()),
		.median = log(500) + longer * log(1000) + 0.1 * gauss(),
		.width = 0.4 + 0.3 * (function % 10) / 10,
	};

	if (kernel_of(host) && is_slower(function))
		c.median += SLOWER_BY;
	return c;
}

static double load(unsigned int minute)
{
	return 1 + 0.5 * sin(2 * M_PI * (minute % MINUTES) / MINUTES);
}

static void begin(unsigned int host)
{
	state = 0x1234567 + host;
	state = next();
}

/*
 * Samples
 */

static double end_of(int bucket)
{
	return exp2(bucket / 4.0 - 30) * 1e9;	/* 2^-30 s is 0.93 ns */
}

struct wanted {
	double		part[BUCKETS];
	uint64_t	sum[BUCKETS];
	int		from, to;
};

static void expect(struct wanted *w, const struct calls *c)
{
	double before = 0;

	memset(w, 0, sizeof(*w));
	w->from = BUCKETS;
	for (int b = 0; b < BUCKETS; b++) {
		double now = below(c, end_of(b));

		w->part[b] = now - before;
		before = now;
		if (w->part[b] * c->minute < LEAST)
			continue;
		w->from = b < w->from ? b : w->from;
		w->to = b + 1;
	}
}

struct sample {
	uint32_t	n[BUCKETS];
	int		first, end;
	double		sum;
};

static void draw(struct sample *s, struct wanted *w, double calls)
{
	s->first = BUCKETS;
	s->end = 0;
	s->sum = 0;
	for (int b = w->from; b < w->to; b++) {
		s->n[b] = poisson(w->part[b] * calls);
		if (!s->n[b])
			continue;
		w->sum[b] += s->n[b];
		s->first = b < s->first ? b : s->first;
		s->end = b + 1;
		s->sum += s->n[b] * end_of(b) * (0.9 + 0.02 * uniform());
	}
}

static char *put_number(char *to, uint64_t n)
{
	char digits[24];
	int i = 0;

	do
		digits[i++] = '0' + n % 10;
	while (n /= 10);
	while (i)
		*to++ = digits[--i];
	return to;
}

static uint64_t all_samples, all_buckets;

/* host, kernel, function, time, sum, self and total time in ns, the first bucket, the buckets */
static void put_sample(const char *head, size_t size, unsigned int minute, const struct sample *s)
{
	static char line[BUCKETS * 11 + 512];
	char *to = mempcpy(line, head, size);

	to = put_number(to, FIRST_TIME + minute * 60);
	*to++ = '\t';
	to = put_number(to, s->sum);
	*to++ = '\t';
	to = put_number(to, s->sum * (0.5 + 0.1 * uniform()));
	*to++ = '\t';
	to = put_number(to, s->sum);
	*to++ = '\t';
	to = put_number(to, s->first);
	*to++ = '\t';
	*to++ = '[';
	for (int b = s->first; b < s->end; b++) {
		to = put_number(to, s->n[b]);
		*to++ = b + 1 < s->end ? ',' : ']';
	}
	*to++ = '\n';
	fwrite(line, 1, to - line, stdout);
	all_samples++;
	all_buckets += s->end - s->first;
}

/* As histogram_quantile() of Prometheus: within a bucket it grows exponentially. */
static double p99(const uint64_t *n, uint64_t calls)
{
	double rank = 0.99 * calls;
	uint64_t sum = 0;
	int b = 0;

	while (sum + n[b] < rank)
		sum += n[b++];
	return exp2((b - 1 + (rank - sum) / n[b]) / 4 - 30) * 1e9;
}

static void put_truth(FILE *truth, unsigned int host, unsigned int function, const uint64_t *n)
{
	uint64_t calls = 0;

	for (int b = 0; b < BUCKETS; b++)
		calls += n[b];
	if (calls)
		fprintf(truth, "%s\th%05u\t%s\t%" PRIu64 "\t%.6f\n", names[function], host,
			kernels[kernel_of(host)], calls, p99(n, calls));
}

static void put_function(unsigned int host, unsigned int function, unsigned int hours, FILE *truth)
{
	struct calls c = calls_of(function, host);
	struct wanted w;
	struct sample s;
	char head[128];
	int size;

	expect(&w, &c);
	size = snprintf(head, sizeof(head), "h%05u\t%s\t%s\t", host, kernels[kernel_of(host)],
			names[function]);
	for (unsigned int minute = 0; minute < hours * 60; minute++) {
		draw(&s, &w, c.minute * load(minute));
		if (s.end)
			put_sample(head, size, minute, &s);
	}
	put_truth(truth, host, function, w.sum);
}

static int samples(unsigned int first, unsigned int hosts, unsigned int hours, const char *path)
{
	FILE *truth = fopen(path, "a");

	if (!truth) {
		perror(path);
		return 1;
	}
	for (unsigned int host = first; host < first + hosts; host++) {
		begin(host);
		for (unsigned int function = 0; function < FUNCTIONS; function++)
			put_function(host, function, hours, truth);
	}
	fprintf(stderr, "%" PRIu64 " %" PRIu64 "\n", all_samples, all_buckets);
	return fclose(truth) || fflush(stdout);
}

/*
 * What the tracer writes
 */

static uint64_t fine_begin(int bucket)
{
	return bucket ? (uint64_t)(8 + (bucket - 1) % 8) << ((bucket - 1) / 8 + 3) : 0;
}

static uint64_t counted[FUNCTIONS][FINE];

static void count(const struct calls *c, uint64_t *n, double calls)
{
	double before = 0;

	for (int b = 0; b < FINE && before < 1 - 1e-12; b++) {
		double now = below(c, fine_begin(b + 1));

		if ((now - before) * calls > LEAST)
			n[b] += poisson((now - before) * calls);
		before = now;
	}
}

static uint64_t middle(int bucket)
{
	return (fine_begin(bucket) + fine_begin(bucket + 1)) / 2;
}

static void put_counts(FILE *to, const char *name, const uint64_t *n)
{
	uint64_t calls = 0, sum = 0;
	int first = -1, last = 0;
	char space = '\t';

	for (int b = 0; b < FINE; b++) {
		calls += n[b];
		sum += n[b] * middle(b);
		first = n[b] && first < 0 ? b : first;
		last = n[b] ? b : last;
	}
	if (!calls)
		return;
	fprintf(to, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64,
		name, calls, sum, sum / 2, sum, middle(first), middle(last));
	for (int b = first; b <= last; b++) {
		if (!n[b])
			continue;
		fprintf(to, "%c%" PRIu64 "-%" PRIu64 ":%" PRIu64, space, fine_begin(b),
			fine_begin(b + 1), n[b]);
		space = ' ';
	}
	fputc('\n', to);
}

static int put_state(const char *path, unsigned int second)
{
	FILE *to = fopen(path, "w");

	if (!to) {
		perror(path);
		return 1;
	}
	fprintf(to, "# interval: %u.000000000 s, counting\n", second);
	fprintf(to, "# calls: 1 of %zu functions\n", FUNCTIONS);
	fputs("# no room for the function: 0 calls (room for 8192 on each CPU)\n"
	      "# no room for the task: 0 calls (room for 1152)\n"
	      "# function\tcalls\ttotal_ns\tself_ns\tsum_ns\tmin_ns\tmax_ns\thistogram\n", to);
	for (unsigned int f = 0; f < FUNCTIONS; f++)
		put_counts(to, names[f], counted[f]);
	return fclose(to);
}

static int states(const char *dir, unsigned int number, unsigned int start, unsigned int step)
{
	struct calls of[FUNCTIONS];
	char path[4096];

	begin(0);
	for (unsigned int f = 0; f < FUNCTIONS; f++) {
		of[f] = calls_of(f, 0);
		count(&of[f], counted[f], of[f].minute * start / 60);
	}
	for (unsigned int i = 0; i < number; i++) {
		unsigned int second = start + i * step;

		for (unsigned int f = 0; i && f < FUNCTIONS; f++)
			count(&of[f], counted[f], of[f].minute * load(second / 60) * step / 60);
		snprintf(path, sizeof(path), "%s/%04u", dir, i);
		if (put_state(path, second))
			return 1;
	}
	return 0;
}

static int print_slower(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(slower); i++)
		puts(names[slower[i]]);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 6 && !strcmp(argv[1], "samples"))
		return samples(atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), argv[5]);
	if (argc == 6 && !strcmp(argv[1], "states"))
		return states(argv[2], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
	if (argc == 2 && !strcmp(argv[1], "slower"))
		return print_slower();
	fputs("usage: hosts samples FIRST HOSTS HOURS TRUTH |\n"
		      "       hosts states DIR NUMBER START STEP |\n"
	      "       hosts slower\n", stderr);
	return 2;
}

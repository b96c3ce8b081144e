// SPDX-License-Identifier: GPL-2.0
/*
 * Copies of user stacks at the tracepoint func_duration_stack, compared with the truth: the
 * workloads make system calls with a known stack pointer, known registers and a pattern on the
 * stack.
 *
 * usage: stacks INSTANCE WORKLOAD
 *
 * Prints a line for each sample of an instance: the function, and
 *	right N		registers and all N words of the pattern are those of the call
 *	part N		the same, but only N words could be copied
 *	elsewhere	a page fault of the workload, in another place of its program
 *	wrong		they are not
 *	other		the task is not one of the workload
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGES		256
#define MOST_CPUS	16
#define PAGE		4096ul
#define WORDS		1024		/* of the pattern: two pages */
#define MAGIC		0x6d61726b00000000ul
#define STACK		(2 * PAGE)
#define FAULTS		4

#define NR_MARKS	5

struct mark {
	int		reg;
	uint64_t	value;
};

/* Registers that marked_call() sets, each in its place in the order of PERF_REG_X86_*, ... */
#ifdef __x86_64__
#define REGS_MASK	0xff0fffull	/* without the segments */
enum { R_SP = 7, R_PC = 8, NR_REGS = 20 };

static const struct mark marks[NR_MARKS] = {
	{ 1, 0xb0b0 }, { 6, 0xbbbb }, { 16, 0x1212 }, { 17, 0x1313 }, { 18, 0x1414 },
};

/* ... or in that of PERF_REG_ARM64_* */
#else
#define REGS_MASK	((1ull << NR_REGS) - 1)
enum { R_SP = 31, R_PC = 32, NR_REGS = 33 };

static const struct mark marks[NR_MARKS] = {
	{ 22, 0xb0b0 }, { 29, 0xbbbb }, { 19, 0x1212 }, { 20, 0x1313 }, { 21, 0x1414 },
};

#endif

/* What a call of the workload has; shared with its child. */
struct truth {
	uint64_t	*stack;		/* that the call has */
	uint64_t	words;		/* of the pattern that can be read */
	char		pad[PAGE];
};

static struct truth *truth;

/* A system call on another stack. Its address and the stack are what the sample has to have. */
extern const char after_call[], __executable_start[], etext[];
long marked_call(long nr, long a, long b, long c, long d, uint64_t *stack);
#ifdef __x86_64__
asm(".text\n.globl marked_call, after_call\n.type marked_call, @function\nmarked_call:\n"
    "	push %rbx\n	push %rbp\n	push %r12\n	push %r13\n	push %r14\n	push %r15\n"
    "	mov %rsp, %r15\n	mov %r9, %rsp\n"
    "	mov %rdi, %rax\n	mov %rsi, %rdi\n	mov %rdx, %rsi\n	mov %rcx, %rdx\n"
    "	mov %r8, %r10\n"
    "	mov $0x1212, %r12\n	mov $0x1313, %r13\n	mov $0x1414, %r14\n	mov $0xb0b0, %rbx\n"
    "	mov $0xbbbb, %rbp\n"
    "	syscall\n"
    "after_call:\n"
    "	mov %r15, %rsp\n"
    "	pop %r15\n	pop %r14\n	pop %r13\n	pop %r12\n	pop %rbp\n	pop %rbx\n	ret\n");
#else
asm(".text\n.globl marked_call, after_call\n.type marked_call, %function\nmarked_call:\n"
    "	stp x19, x20, [sp, #-64]!\n	stp x21, x22, [sp, #16]\n"
    "	stp x23, x29, [sp, #32]\n"
    "	mov x23, sp\n	mov sp, x5\n"
    "	mov x8, x0\n	mov x0, x1\n	mov x1, x2\n	mov x2, x3\n	mov x3, x4\n"
    "	mov x19, #0x1212\n	mov x20, #0x1313\n	mov x21, #0x1414\n	mov x22, #0xb0b0\n"
    "	mov x29, #0xbbbb\n"
    "	svc #0\n"
    "after_call:\n"
    "	mov sp, x23\n"
    "	ldp x23, x29, [sp, #32]\n	ldp x21, x22, [sp, #16]\n"
    "	ldp x19, x20, [sp], #64\n	ret\n");
#endif

static void die(const char *what)
{
	fprintf(stderr, "stacks: %s: %s\n", what, strerror(errno));
	exit(2);
}

/*
 * The workloads
 */

static void *new_pages(int nr)
{
	void *at = mmap(NULL, nr * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			0);

	if (at == MAP_FAILED)
		die("mmap");
	return at;
}

static uint64_t *new_stack(void)
{
	uint64_t *stack = new_pages(64);
	int i;

	stack += 8 * PAGE / sizeof(*stack);
	for (i = 0; i < WORDS; i++)
		stack[i] = MAGIC + i;
	truth->stack = stack;
	truth->words = WORDS;
	return stack;
}

static void nap(uint64_t *stack)
{
	struct timespec t = { 0, 20000000 };

	marked_call(SYS_nanosleep, (long)&t, 0, 0, 0, stack);
}

static void work_sleep(void)
{
	nap(new_stack());
}

/* The second page of the pattern is absent. */
static void work_absent(void)
{
	uint64_t *stack = new_stack();

	madvise(stack + WORDS / 2, PAGE, MADV_DONTNEED);
	truth->words = WORDS / 2;
	nap(stack);
}

/* All of it is absent. The call does not touch it. */
static void work_nothing(void)
{
	uint64_t *stack = new_stack();

	madvise(stack, 2 * PAGE, MADV_DONTNEED);
	truth->words = 0;
	nap(stack);
}

/* Of a page of this process: bit 62 in its word of pagemap */
static bool is_swapped(const void *page)
{
	int fd = open("/proc/self/pagemap", O_RDONLY);
	uint64_t word = 0;

	if (pread(fd, &word, sizeof(word), (uintptr_t)page / PAGE * sizeof(word)) != sizeof(word))
		die("pagemap");
	close(fd);
	return word >> 62 & 1;
}

/* All of it is swapped out, which needs a swap device. */
static void work_swap(void)
{
	uint64_t *stack = new_stack();
	int tries;

	for (tries = 0; tries < 100 && !is_swapped(stack); tries++)
		madvise(stack, 2 * PAGE, MADV_PAGEOUT);
	if (!is_swapped(stack) || !is_swapped(stack + WORDS / 2))
		fprintf(stderr, "stacks: not swapped out\n");
	truth->words = 0;
	nap(stack);
}

/* Page faults in the call, with all functions of the fault path traced */
static void work_fault(void)
{
	uint64_t *stack = new_stack();
	char *to = new_pages(64);
	int fd = open("/dev/zero", O_RDONLY);

	marked_call(SYS_read, fd, (long)to, FAULTS * PAGE, 0, stack);
}

/* The same with absent pages of the stack: a fault of the copy within a fault */
static void work_fault_absent(void)
{
	uint64_t *stack = new_stack();
	char *to = new_pages(64);
	int fd = open("/dev/zero", O_RDONLY);

	madvise(stack + WORDS / 2, PAGE, MADV_DONTNEED);
	truth->words = WORDS / 2;
	marked_call(SYS_read, fd, (long)to, FAULTS * PAGE, 0, stack);
}

static void work_exec(void)
{
	static char *const argv[] = { "/bin/true", NULL }, *const envp[] = { NULL };
	uint64_t *stack = new_stack();

	marked_call(SYS_execve, (long)argv[0], (long)argv, (long)envp, 0, stack);
}

static void work_exit(void)
{
	uint64_t *stack = new_stack();

	mmap(NULL, 1024 * PAGE, PROT_READ | PROT_WRITE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	marked_call(SYS_exit_group, 0, 0, 0, 0, stack);
}

/* In the program, while interrupts come */
static void work_busy(void)
{
	clock_t end = clock() + CLOCKS_PER_SEC;

	new_stack();
	while (clock() < end)
		;
}

static const struct workload {
	const char	*name;
	void		(*run)(void);
} workloads[] = {
	{ "sleep", work_sleep }, { "absent", work_absent }, { "nothing", work_nothing },
	{ "swap", work_swap }, { "fault", work_fault }, { "fault-absent", work_fault_absent },
	{ "exec", work_exec }, { "exit", work_exit }, { "busy", work_busy },
};

/*
 * The samples
 */

struct ring {
	int				fd;
	struct perf_event_mmap_page	*page;
};

static struct ring rings[MOST_CPUS];
static int nr_rings;
static pid_t worker;
static unsigned long lost;

static int event_id(void)
{
	FILE *f = fopen("/sys/kernel/tracing/events/ftrace/func_duration_stack/id", "r");
	int id;

	if (!f || fscanf(f, "%d", &id) != 1)
		die("the id of the event");
	fclose(f);
	return id;
}

static void open_ring(int cpu, const char *filter)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .config = event_id(),
		.sample_period = 1, .watermark = 1, .wakeup_watermark = PAGES * PAGE / 2,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_RAW | PERF_SAMPLE_REGS_USER |
			       PERF_SAMPLE_STACK_USER,
		.sample_regs_user = REGS_MASK, .sample_stack_user = STACK,
	};
	struct ring *r = &rings[nr_rings];

	r->fd = syscall(SYS_perf_event_open, &attr, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
	if (r->fd < 0)
		die("perf_event_open");
	if (ioctl(r->fd, PERF_EVENT_IOC_SET_FILTER, filter))
		die(filter);
	r->page = mmap(NULL, (PAGES + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, r->fd, 0);
	if (r->page == MAP_FAILED)
		die("mmap of a ring");
	nr_rings++;
}

static struct symbol {
	uint64_t	at;
	char		name[64];
} *symbols;
static int nr_symbols;

/* Before anything is traced: reading them takes calls that may be. */
static void read_symbols(void)
{
	FILE *f = fopen("/proc/kallsyms", "r");
	char line[256], type;
	struct symbol s;

	if (!f)
		die("/proc/kallsyms");
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx %c %63s", &s.at, &type, s.name) != 3 ||
		    (type | 0x20) != 't' || !strncmp(s.name, "__pfx_", 6))
			continue;
		if (nr_symbols % 4096 == 0)
			symbols = realloc(symbols, (nr_symbols + 4096) * sizeof(s));
		symbols[nr_symbols++] = s;
	}
	fclose(f);
}

/* The address may be that of the call of ftrace, some bytes behind that of the function. */
#define ENTRY	16

static const char *name_of(uint64_t addr)
{
	int i;

	for (i = 0; i < nr_symbols; i++)
		if (addr - symbols[i].at < ENTRY)
			return symbols[i].name;
	return "?";
}

static const char *judge(uint32_t pid, const uint64_t *regs, const uint64_t *stack, uint64_t bytes)
{
	static char text[64];
	uint64_t i, words = bytes / sizeof(*stack) < WORDS ? bytes / sizeof(*stack) : WORDS;

	if (pid != (uint32_t)worker)
		return "other";
	if (regs[R_PC] != (uintptr_t)after_call && regs[R_PC] >= (uintptr_t)__executable_start &&
	    regs[R_PC] < (uintptr_t)etext)
		return "elsewhere";
	if (regs[R_PC] != (uintptr_t)after_call || regs[R_SP] != (uintptr_t)truth->stack)
		return "wrong registers";
	for (i = 0; i < NR_MARKS; i++)
		if (regs[marks[i].reg] != marks[i].value)
			return "wrong registers";
	for (i = 0; i < words; i++)
		if (stack[i] != MAGIC + i)
			return "wrong stack";
	if (words > truth->words)
		return "wrong size";
	snprintf(text, sizeof(text), "%s %lu", words == WORDS ? "right" : "part", words);
	return text;
}

static void sample(const char *p)
{
	uint32_t pid, tid, raw_size, depth;
	uint64_t func, abi, regs[NR_REGS], size, bytes = 0;
	const char *raw, *stack;

	memcpy(&pid, p, 4);
	memcpy(&tid, p + 4, 4);
	memcpy(&raw_size, p + 8, 4);
	raw = p + 12;
	memcpy(&func, raw + 8, 8);
	memcpy(&depth, raw + 36, 4);
	p = raw + raw_size;
	memcpy(&abi, p, 8);
	p += 8;
	if (abi) {
		memcpy(regs, p, sizeof(regs));
		p += sizeof(regs);
	}
	memcpy(&size, p, 8);
	stack = p + 8;
	if (size)
		memcpy(&bytes, stack + size, 8);
	printf("%s %s\n", name_of(func), !abi ? "wrong: no registers" :
	       judge(pid, regs, (const uint64_t *)stack, bytes));
}

static void drain(struct ring *r)
{
	static char copy[65536] __attribute__((aligned(8)));
	uint64_t head = __atomic_load_n(&r->page->data_head, __ATOMIC_ACQUIRE);
	uint64_t tail = r->page->data_tail, size = PAGES * PAGE;
	const char *data = (const char *)r->page + PAGE;

	while (tail < head) {
		const struct perf_event_header *h = (const void *)(data + tail % size);
		uint64_t i;

		for (i = 0; i < h->size; i++)
			copy[i] = data[(tail + i) % size];
		h = (const void *)copy;
		if (h->type == PERF_RECORD_SAMPLE)
			sample(copy + sizeof(*h));
		else if (h->type == PERF_RECORD_LOST)
			lost += ((uint64_t *)copy)[2];
		tail += h->size;
	}
	__atomic_store_n(&r->page->data_tail, tail, __ATOMIC_RELEASE);
}

static void drain_all(void)
{
	int i;

	for (i = 0; i < nr_rings; i++)
		drain(&rings[i]);
}

int main(int argc, char **argv)
{
	const struct workload *w = workloads;
	char filter[128];
	int status, cpu, go[2];

	if (argc != 3)
		return 2;
	while (w < workloads + sizeof(workloads) / sizeof(*workloads) && strcmp(w->name, argv[2]))
		w++;
	if (w == workloads + sizeof(workloads) / sizeof(*workloads))
		return 2;
	truth = mmap(NULL, sizeof(*truth), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1,
		     0);
	read_symbols();
	if (pipe(go))
		die("pipe");
	worker = fork();
	if (worker == 0) {
		if (read(go[0], &status, 1) == 1)
			w->run();
		_exit(0);
	}
	snprintf(filter, sizeof(filter), "instance == \"%s\"", argv[1]);
	/* Interrupts may come in any task. */
	if (w->run != work_busy)
		snprintf(filter + strlen(filter), sizeof(filter) - strlen(filter),
			 " && common_pid == %d", worker);
	for (cpu = 0; cpu < MOST_CPUS && cpu < sysconf(_SC_NPROCESSORS_ONLN); cpu++)
		open_ring(cpu, filter);
	if (write(go[1], "", 1) != 1)
		die("write");
	while (waitpid(worker, &status, WNOHANG) == 0) {
		drain_all();
		poll(NULL, 0, 5);
	}
	drain_all();
	if (lost)
		printf("lost %lu\n", lost);
	return 0;
}

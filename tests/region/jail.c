// SPDX-License-Identifier: GPL-2.0
/*
 * In a sandbox: a descriptor that was opened before needs only write(2), and a call that
 * the sandbox forbids disables the regions.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/magic.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

#define TRACE_REGION_CATEGORY_Jail 1
#include "marker_file.h"

/*
 * The file of these tests counts as one of tracefs (linked with --wrap=fstatfs): writing
 * to other files needs more system calls.
 */
int __wrap_fstatfs(int fd, struct statfs *fs);

int __wrap_fstatfs(int fd, struct statfs *fs)
{
	(void)fd;
	memset(fs, 0, sizeof(*fs));
	fs->f_type = TRACEFS_MAGIC;
	return 0;
}

static void region_of(const char *name)
{
	TRACE_REGION(Jail, name, TR_KV(pid, 1));
}

/* Seccomp allows no other system call to exit. */
static void strict_exit(int status)
{
	syscall(SYS_exit, status);
}

static void close_all_but(int keep)
{
	int fd;

	for (fd = 3; fd < 1024; fd++)
		if (fd != keep)
			close(fd);
}

static void jail_of_write_alone(void)
{
	if (chroot("/proc/self/fdinfo") == 0) /* needs root */
		EXPECT(chdir("/") == 0 && setresuid(65534, 65534, 65534) == 0);
	close_all_but(trace_region_fd());
	EXPECT(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0);
	region_of("jailed");
	trace_region_print(Jail, "still here");
	strict_exit(0);
}

static void descriptor_kept(void)
{
	marker_open();
	EXPECT(test_in_child(jail_of_write_alone) == 0);
	EXPECT_MARKER("1 Jail Enter: jailed - (pid: 1)\n"
		      "1 Jail Exit: jailed\n"
		      "still here\n");
}

static void jail_without_the_descriptor(void)
{
	close_all_but(-1);
	EXPECT(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0);
	region_of("unseen");
	strict_exit(trace_region_fd() == -1 ? 0 : 1);
}

static void descriptor_not_kept(void)
{
	marker_open();
	EXPECT(test_in_child(jail_without_the_descriptor) == 0);
	EXPECT_MARKER("");
}

/*
 * From now on write(2) of at least min bytes fails with this error; everything else is
 * allowed.
 */
static void refuse_write(int error, unsigned int min)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_write, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, args[2])),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, min, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { TEST_COUNT(filter), filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) < 0)
		SKIP("no seccomp filters");
}

static void expect_after_refusal(bool open)
{
	errno = 1234;
	region_of("refused");
	marker_remove();
	EXPECT(errno == 1234);
	EXPECT((trace_region_fd() >= 0) == open);
}

static void sandbox_refuses_write(void)
{
	marker_open();
	refuse_write(EPERM, 0);
	expect_after_refusal(false);
}

/*
 * A trace that does not record also refuses a line with EBADF. The descriptor stays good,
 * and can be used when the trace records again.
 */
static void trace_does_not_record(void)
{
	marker_open();
	refuse_write(EBADF, 1);
	expect_after_refusal(true);
}

/* The library notices it after some lines. */
static void descriptor_closed_meanwhile(void)
{
	int i;

	marker_open();
	marker_remove();
	refuse_write(EBADF, 1);
	region_of("refused");
	EXPECT(trace_region_fd() >= 0);
	close(trace_region_fd());
	for (i = 0; i < 64; i++)
		region_of("refused");
	EXPECT(trace_region_fd() < 0);
}

static void markers_are_off(void)
{
	marker_open();
	refuse_write(EINVAL, 1);
	expect_after_refusal(true);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "jail: write(2) and the kept descriptor are enough",
		  descriptor_kept },
		{ "jail: the descriptor was not kept", descriptor_not_kept },
		{ "jail: a sandbox refuses write(2)", sandbox_refuses_write },
		{ "jail: a trace that does not record stays open",
		  trace_does_not_record },
		{ "jail: the descriptor is closed while it does not record",
		  descriptor_closed_meanwhile },
		{ "jail: a trace without markers stays open",
		  markers_are_off },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}

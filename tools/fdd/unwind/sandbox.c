// SPDX-License-Identifier: GPL-2.0
/*
 * Landlock forbids writing to files, seccomp all but the system calls that the unwinder makes:
 * others fail.
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/util.h"
#include "unwind/sandbox.h"

#ifdef __x86_64__
#define ARCH	AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH	AUDIT_ARCH_AARCH64
#endif

/* All rights but those of reading, of the first version. */
#define WRITES	(LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |		\
		 LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |	\
		 LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |		\
		 LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |		\
		 LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |		\
		 LANDLOCK_ACCESS_FS_MAKE_SYM)

static void forbid_writing(void)
{
	const struct landlock_ruleset_attr attr = { .handled_access_fs = WRITES };
	int fd = syscall(SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);

	if (fd < 0)
		return;
	syscall(SYS_landlock_restrict_self, fd, 0);
	close(fd);
}

#ifdef ARCH

static const unsigned int allowed[] = {
	SYS_read, SYS_pread64, SYS_readv, SYS_lseek, SYS_write, SYS_writev, SYS_close,
	SYS_openat, SYS_openat2, SYS_fstat, SYS_newfstatat, SYS_statx, SYS_readlinkat,
	SYS_faccessat, SYS_faccessat2, SYS_getdents64, SYS_fcntl,
	SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
	SYS_futex, SYS_clock_gettime, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_prlimit64,
	SYS_sched_getaffinity, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
	SYS_exit, SYS_exit_group, SYS_restart_syscall,
#ifdef SYS_open
	SYS_open, SYS_stat, SYS_lstat, SYS_readlink, SYS_access,
#endif
};

#define NR	ARRAY_SIZE(allowed)

static void forbid_calls(void)
{
	struct sock_filter code[NR + 6] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
	};
	struct sock_fprog prog = { NR + 6, code };

	for (size_t i = 0; i < NR; i++)
		code[4 + i] = (struct sock_filter)
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], NR - i, 0);
	code[4 + NR] = (struct sock_filter)
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
	code[5 + NR] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog);
}

#else

static void forbid_calls(void)
{
}

#endif

void unwind_sandbox(void)
{
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	forbid_writing();
	forbid_calls();
}

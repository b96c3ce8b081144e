// SPDX-License-Identifier: GPL-2.0
/*
 * seccomp lets only those system calls succeed that the unwinder makes, and of these no open() but
 * for reading. Landlock could forbid writing, too, but then /proc/PID/root of other
 * processes cannot be opened (hook_ptrace_access_check() of security/landlock), where the files of
 * containers are.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
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

#ifdef ARCH

static const unsigned int allowed[] = {
	SYS_read, SYS_pread64, SYS_readv, SYS_lseek, SYS_write, SYS_writev, SYS_close,
	SYS_fstat, SYS_newfstatat, SYS_statx, SYS_readlinkat,
	SYS_faccessat, SYS_faccessat2, SYS_getdents64, SYS_fcntl,
	SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk,
	SYS_futex, SYS_clock_gettime, SYS_getrandom, SYS_getpid, SYS_gettid, SYS_prlimit64,
	SYS_sched_getaffinity, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn,
	SYS_exit, SYS_exit_group, SYS_restart_syscall,
#ifdef SYS_open
	SYS_stat, SYS_lstat, SYS_readlink, SYS_access,
#endif
};

#define LOAD(field)	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define WRITES		(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)

/* A call to open a file, with its flags in the lower half of an argument */
#define OPENS(call, flags)							\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4),			\
	LOAD(args[flags]),							\
	BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, WRITES, 0, 1), REFUSE, ALLOW

static const struct sock_filter head[] = {
	LOAD(arch),
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
	LOAD(nr),
	OPENS(SYS_openat, 2),
#ifdef SYS_open
	OPENS(SYS_open, 1),
#endif
};

#define HEAD	ARRAY_SIZE(head)
#define NR	ARRAY_SIZE(allowed)

static void forbid_calls(void)
{
	struct sock_filter code[HEAD + NR + 2];
	struct sock_fprog prog = { ARRAY_SIZE(code), code };

	memcpy(code, head, sizeof(head));
	for (size_t i = 0; i < NR; i++)
		code[HEAD + i] = (struct sock_filter)
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], NR - i, 0);
	code[HEAD + NR] = (struct sock_filter)REFUSE;
	code[HEAD + NR + 1] = (struct sock_filter)ALLOW;
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
	forbid_calls();
}

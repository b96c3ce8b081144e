// SPDX-License-Identifier: GPL-2.0
/* System calls by number. */
#include <stdio.h>
#include <sys/syscall.h>

#include "lib/util.h"
#include "waits/syscalls.h"

struct row {
	const char	*name;
	enum waits_call	call;
};

#define ROW(n, c)	[__NR_##n] = { #n, WAITS_CALL_##c },

static const struct row rows[] = {
	ROW(read, READ) ROW(readv, READ) ROW(pread64, READ) ROW(preadv, READ) ROW(preadv2, READ)
	ROW(recvfrom, READ) ROW(recvmsg, READ) ROW(recvmmsg, READ)
	ROW(write, WRITE) ROW(writev, WRITE) ROW(pwrite64, WRITE) ROW(pwritev, WRITE)
	ROW(pwritev2, WRITE) ROW(sendto, WRITE) ROW(sendmsg, WRITE) ROW(sendmmsg, WRITE)
	ROW(fsync, FILE) ROW(fdatasync, FILE) ROW(sync_file_range, FILE) ROW(fallocate, FILE)
	ROW(ftruncate, FILE) ROW(fstat, FILE) ROW(ioctl, FILE) ROW(getdents64, FILE)
	ROW(lseek, FILE)
	ROW(sendfile, FILE) ROW(splice, FILE) ROW(tee, FILE) ROW(vmsplice, FILE) ROW(connect, FILE)
	ROW(fchmod, FILE) ROW(fchown, FILE) ROW(syncfs, FILE) ROW(copy_file_range, FILE)
	ROW(fadvise64, FILE) ROW(readahead, FILE) ROW(fgetxattr, FILE) ROW(fsetxattr, FILE)
	ROW(close, FILE) ROW(fstatfs, FILE)
	ROW(flock, FLOCK) ROW(fcntl, FCNTL)
	ROW(wait4, WAIT4) ROW(waitid, WAITID) ROW(clone, FORK) ROW(clone3, FORK)
	ROW(futex, FUTEX)
	ROW(epoll_pwait, IDLE) ROW(epoll_pwait2, IDLE) ROW(ppoll, IDLE) ROW(pselect6, IDLE)
	ROW(accept, IDLE) ROW(accept4, IDLE) ROW(nanosleep, IDLE) ROW(clock_nanosleep, IDLE)
	ROW(rt_sigsuspend, IDLE) ROW(rt_sigtimedwait, IDLE) ROW(io_getevents, IDLE)
	ROW(io_uring_enter, IDLE) ROW(mq_timedreceive, IDLE) ROW(restart_syscall, IDLE)
	ROW(syslog, IDLE)
	ROW(io_pgetevents, IDLE)
#ifdef __NR_poll
	ROW(open, OTHER) ROW(stat, OTHER) ROW(lstat, OTHER) ROW(access, OTHER) ROW(unlink, OTHER)
	ROW(rename, OTHER) ROW(mkdir, OTHER) ROW(rmdir, OTHER) ROW(link, OTHER) ROW(symlink, OTHER)
	ROW(readlink, OTHER) ROW(chmod, OTHER) ROW(chown, OTHER) ROW(creat, OTHER) ROW(dup2, FILE)
	ROW(getdents, FILE)
	ROW(poll, IDLE) ROW(select, IDLE) ROW(epoll_wait, IDLE) ROW(pause, IDLE)
	ROW(fork, FORK) ROW(vfork, FORK)
#endif
	ROW(openat, OTHER) ROW(openat2, OTHER) ROW(newfstatat, OTHER) ROW(statx, OTHER)
	ROW(faccessat, OTHER) ROW(faccessat2, OTHER) ROW(unlinkat, OTHER) ROW(renameat2, OTHER)
	ROW(mkdirat, OTHER) ROW(mknodat, OTHER) ROW(linkat, OTHER) ROW(symlinkat, OTHER)
	ROW(readlinkat, OTHER) ROW(fchmodat, OTHER) ROW(fchownat, OTHER) ROW(utimensat, OTHER)
	ROW(statfs, OTHER) ROW(truncate, OTHER) ROW(chdir, OTHER) ROW(fchdir, FILE)
	ROW(chroot, OTHER)
	ROW(mount, OTHER) ROW(umount2, OTHER) ROW(pivot_root, OTHER) ROW(sync, OTHER)
	ROW(getxattr, OTHER) ROW(setxattr, OTHER) ROW(lgetxattr, OTHER) ROW(lsetxattr, OTHER)
	ROW(listxattr, OTHER) ROW(removexattr, OTHER) ROW(quotactl, OTHER) ROW(open_tree, OTHER)
	ROW(move_mount, OTHER) ROW(fsopen, OTHER) ROW(fsconfig, FILE) ROW(fsmount, FILE)
	ROW(execve, OTHER) ROW(execveat, OTHER) ROW(exit, OTHER) ROW(exit_group, OTHER)
	ROW(kill, OTHER) ROW(tgkill, OTHER) ROW(ptrace, OTHER) ROW(prctl, OTHER)
	ROW(process_vm_readv, OTHER) ROW(process_vm_writev, OTHER)
	ROW(mmap, OTHER) ROW(munmap, OTHER) ROW(mprotect, OTHER) ROW(mremap, OTHER) ROW(brk, OTHER)
	ROW(madvise, OTHER) ROW(process_madvise, OTHER) ROW(msync, OTHER) ROW(mlock, OTHER)
	ROW(mlock2, OTHER) ROW(munlock, OTHER) ROW(mlockall, OTHER) ROW(munlockall, OTHER)
	ROW(mincore, OTHER) ROW(remap_file_pages, OTHER) ROW(mbind, OTHER) ROW(migrate_pages, OTHER)
	ROW(move_pages, OTHER) ROW(swapon, OTHER) ROW(swapoff, OTHER) ROW(userfaultfd, OTHER)
	ROW(memfd_create, OTHER) ROW(membarrier, OTHER)
	ROW(semop, SEMOP) ROW(semtimedop, SEMOP) ROW(msgsnd, MSGSND) ROW(msgrcv, MSGRCV)
	ROW(shmat, OTHER) ROW(shmdt, OTHER) ROW(mq_timedsend, OTHER) ROW(mq_open, OTHER)
	ROW(socket, OTHER) ROW(bind, FILE) ROW(listen, FILE) ROW(shutdown, FILE)
	ROW(setsockopt, FILE) ROW(getsockopt, FILE) ROW(getsockname, FILE) ROW(getpeername, FILE)
	ROW(init_module, OTHER) ROW(finit_module, OTHER) ROW(delete_module, OTHER)
	ROW(reboot, OTHER) ROW(kexec_load, OTHER) ROW(bpf, OTHER) ROW(perf_event_open, OTHER)
	ROW(setns, OTHER) ROW(unshare, OTHER) ROW(sched_yield, OTHER) ROW(sched_setaffinity, OTHER)
	ROW(seccomp, OTHER) ROW(keyctl, OTHER) ROW(request_key, OTHER) ROW(add_key, OTHER)
	ROW(io_submit, OTHER) ROW(io_destroy, OTHER) ROW(io_uring_setup, OTHER)
	ROW(io_uring_register, OTHER) ROW(getrandom, OTHER) ROW(pidfd_open, OTHER)
	ROW(close_range, OTHER) ROW(dup, FILE) ROW(dup3, FILE) ROW(umask, OTHER) ROW(vhangup, OTHER)
	ROW(fanotify_mark, OTHER) ROW(inotify_add_watch, OTHER) ROW(name_to_handle_at, OTHER)
	ROW(open_by_handle_at, OTHER) ROW(setuid, OTHER) ROW(setgroups, OTHER) ROW(acct, OTHER)
/* Numbers of Linux 5.15 and later, the same on all machines; old headers lack them. */
	[448] = { "process_mrelease", WAITS_CALL_OTHER },
	[449] = { "futex_waitv", WAITS_CALL_OTHER }, [451] = { "cachestat", WAITS_CALL_FILE },
	[452] = { "fchmodat2", WAITS_CALL_OTHER }, [455] = { "futex_wait", WAITS_CALL_OTHER },
	[456] = { "futex_requeue", WAITS_CALL_OTHER },
};

#undef ROW

static const struct row *row_of(const struct waits_task *t)
{
	if (t->compat || t->syscall < 0 || (size_t)t->syscall >= ARRAY_SIZE(rows) ||
	    !rows[t->syscall].name)
		return NULL;
	return &rows[t->syscall];
}

enum waits_call waits_call_of(const struct waits_task *t)
{
	const struct row *row = row_of(t);

	return row ? row->call : WAITS_CALL_OTHER;
}

const char *waits_syscall_name(const struct waits_task *t, char name[32])
{
	const struct row *row = row_of(t);

	if (row)
		return row->name;
	if (t->syscall < 0)
		return "";
	snprintf(name, 32, "%ssystem call %d", t->compat ? "32-bit " : "", t->syscall);
	return name;
}

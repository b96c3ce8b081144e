// SPDX-License-Identifier: GPL-2.0
/* Functions in which a task waits, and what for. */
#include <fnmatch.h>
#include <string.h>

#include "lib/util.h"
#include "model/waits.h"

const char *const fdd_wait_callers[] = {
	"__x64_sys_*", "__ia32_sys_*", "__ia32_compat_sys_*", "__arm64_sys_*",
	"__arm64_compat_sys_*", "__do_sys_*", "handle_mm_fault",
	"throttle_cfs_rq", "throttle_cfs_rq_work", "unthrottle_cfs_rq",
	NULL,
};

/* The first one that matches */
const struct fdd_wait fdd_waits[] = {
	{ "futex_wait", "a futex that %s held" },
	{ "__futex_wait", "a futex that %s held" },
	{ "futex_lock_pi", "a futex that %s held" },
	{ "futex_wait_requeue_pi", "a condition that %s signalled" },
	{ "pipe_read", "data of a pipe, from %s" },
	{ "anon_pipe_read", "data of a pipe, from %s" },
	{ "fifo_open", "the other end of a FIFO, opened by %s" },
	{ "pipe_write", "room in a pipe that %s reads" },
	{ "anon_pipe_write", "room in a pipe that %s reads" },
	{ "pipe_wait_readable", "data of a pipe, from %s" },
	{ "pipe_wait_writable", "room in a pipe that %s reads" },
	{ "unix_stream_read_generic", "data of a unix socket, from %s" },
	{ "__unix_dgram_recvmsg", "data of a unix socket, from %s" },
	{ "unix_stream_connect", "a unix socket to be accepted by %s" },
	{ "unix_stream_sendmsg", "room in a unix socket that %s reads" },
	{ "unix_dgram_sendmsg", "room in a unix socket that %s reads" },
	{ "tcp_recvmsg", "data of a TCP connection, from %s" },
	{ "tcp_sendmsg", "room in a TCP connection that %s reads" },
	{ "inet_stream_connect", "a TCP connection to be accepted by %s" },
	{ "inet_csk_accept", "a TCP connection, from %s" },
	{ "udp_recvmsg", "a UDP datagram, from %s" },
	{ "locks_lock_inode_wait", "a lock of a file (flock) that %s held" },
	{ "fcntl_setlk*", "a lock of a file (fcntl) that %s held" },
	{ "__break_lease", "a lease of a file that %s held" },
	{ "__mutex_lock_slowpath", "a mutex of the kernel that %s held" },
	{ "__mutex_lock_*slowpath", "a mutex of the kernel that %s held" },
	{ "__mutex_lock.*", "a mutex of the kernel that %s held" },
	{ "rwsem_down_*_slowpath", "an rwsem of the kernel that %s held" },
	{ "percpu_rwsem_wait", "a per-CPU rwsem of the kernel that %s held" },
	{ "rt_mutex_slowlock*", "an rt_mutex of the kernel that %s held" },
	{ "do_swap_page", "a page from swap (%s)" },
	{ "handle_userfault", "a page that %s provides by userfaultfd" },
	{ "__mem_cgroup_handle_over_high", "memory.high of its cgroup" },
	{ "mem_cgroup_handle_over_high", "memory.high of its cgroup" },
	{ "try_to_free_mem_cgroup_pages", "memory of its cgroup to be freed (memory.max)" },
	{ "try_to_free_pages", "memory to be freed" },
	{ "try_to_compact_pages", "memory to be moved together (compaction)" },
	{ "wb_wait_for_completion", "dirty pages to be written, by %s" },
	{ "balance_dirty_pages", "dirty pages to be written, of which there were too many" },
	{ "jbd2_log_wait_commit", "the commit of the file system's journal, by %s" },
	{ "wait_transaction_locked", "the file system's journal, used by %s" },
	{ "jbd2_journal_commit_transaction", NULL },
	{ "rq_qos_wait", "a request of the disk, which has too many (wbt)" },
	{ "blk_mq_get_tag", "a free request of the disk" },
	{ "__fuse_simple_request", "an answer of the FUSE server %s" },
	{ "fuse_simple_request", "an answer of the FUSE server %s" },
	{ "request_wait_answer", "an answer of the FUSE server %s" },
	{ "rpc_wait_bit_killable", "an answer of an NFS server (%s)" },
	{ "folio_wait_writeback", "pages to be written to the disk (%s)" },
	{ "file_write_and_wait_range", "pages to be written to the disk (%s)" },
	{ "filemap_fault", "pages of a file from the disk (%s)" },
	{ "filemap_read", "pages of a file from the disk (%s)" },
	{ "filemap_get_pages", "pages of a file from the disk (%s)" },
	{ "folio_wait_bit_common", "a page that is locked or read (%s)" },
	{ "ext4_sync_file", "the file to be on the disk (%s)" },
	{ "__iomap_dio_rw", "direct I/O of the disk (%s)" },
	{ "submit_bio_wait", "the disk (%s)" },
	{ "blkdev_issue_flush", "the disk to flush its cache (%s)" },
	{ "__wait_rcu_gp", "an RCU grace period (%s)" },
	{ "synchronize_rcu*", "an RCU grace period (%s)" },
	{ "__synchronize_srcu", "an SRCU grace period (%s)" },
	{ "synchronize_srcu*", "an SRCU grace period (%s)" },
	{ "__flush_work", "a work item of %s" },
	{ "__flush_workqueue", "the work items of %s" },
	{ "n_tty_read", "input of a terminal, from %s" },
	{ "n_tty_write", "room in a terminal that %s reads" },
	{ "eventfd_read", "an eventfd that %s writes" },
	{ "inotify_read", "an event of inotify, by %s" },
	{ "signalfd_read_iter", "a signal, from %s" },
	{ "timerfd_read_iter", "a timer that it had set (timerfd)" },
	{ "unix_accept", "a connection to its unix socket, from %s" },
	{ "__skb_wait_for_more_packets", "data of a socket, from %s" },
	{ "sk_stream_wait_close", "%s to take what was sent" },
	{ "__lock_sock", "a socket that %s used" },
	{ "wait_for_key_construction", "a key, from %s" },
	{ "call_usermodehelper_exec", "a program that the kernel runs (%s)" },
	{ "__down", "a semaphore of the kernel that %s held" },
	{ "__down_interruptible", "a semaphore of the kernel that %s held" },
	{ "__down_killable", "a semaphore of the kernel that %s held" },
	{ "__down_timeout", "a semaphore of the kernel that %s held" },
	{ "rcu_barrier", "RCU callbacks (%s)" },
	{ "read_events", "a completion of asynchronous I/O (%s)" },
	{ "io_cqring_wait", "a completion of io_uring, by %s" },
	{ "__do_semtimedop", "a System V semaphore, of %s" },
	{ "do_semtimedop", "a System V semaphore, of %s" },
	{ "do_msgrcv", "a System V message, from %s" },
	{ "do_msgsnd", "room in a System V message queue that %s reads" },
	{ "fanotify_handle_event", "permission to use a file (fanotify), from %s" },
	{ "seccomp_do_user_notification*", "a decision on its system call (seccomp), of %s" },
	{ "wait_for_vfork_done", "its vfork child %s" },
	{ "msleep*", "a pause that the kernel makes (%s)" },
	{ "wait_for_completion*", "%s" },
	{ "do_coredump", "its core dump to be written (%s)" },
	{ "vfs_coredump", "its core dump to be written (%s)" },
	{ "get_signal", "its cgroup to be thawed (cgroup.freeze), by %s" },
	{ "vfs_fsync_range", "the file to be on the disk (%s)" },
	/* by events: the functions above say it better */
	{ FDD_LOCK_PREFIX "mutex", "a mutex of the kernel that %s held" },
	{ FDD_LOCK_PREFIX "rwsem", "an rwsem of the kernel that %s held" },
	{ FDD_LOCK_PREFIX "percpu_rwsem", "a per-CPU rwsem of the kernel that %s held" },
	{ FDD_LOCK_PREFIX "rt_mutex", "an rt_mutex of the kernel that %s held" },
	{ FDD_LOCK_PREFIX "semaphore", "a semaphore of the kernel that %s held" },
	{ FDD_LOCK_PREFIX "spinlock", "a spinlock of the kernel that %s held" },
	{ FDD_LOCK_PREFIX "rwlock", "an rwlock of the kernel that %s held" },
};

#define LOCK_ROWS	7
const size_t fdd_nr_waits = ARRAY_SIZE(fdd_waits) - LOCK_ROWS;

const struct fdd_wait *fdd_wait_of(const char *func)
{
	for (size_t i = 0; i < ARRAY_SIZE(fdd_waits); i++)
		if (!fnmatch(fdd_waits[i].glob, func, 0))
			return &fdd_waits[i];
	return NULL;
}

bool fdd_waits_in_pipe(const char *func)
{
	static const char *const names[] = {
		"pipe_read", "anon_pipe_read", "pipe_write", "anon_pipe_write",
		"pipe_wait_readable", "pipe_wait_writable",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(func, names[i]))
			return true;
	return false;
}

#define FREED_HIGH	"the kernel freed memory of its cgroup (memory.high)"
#define SPUN		"it spun for "
#define HELD		" of the kernel that %s held"

static const struct {
	const char	*glob, *words;
} busy[] = {
	{ "__mutex_lock*", SPUN "a mutex" HELD },
	{ "rwsem_down_*_slowpath", SPUN "an rwsem" HELD },
	{ FDD_LOCK_PREFIX "mutex", SPUN "a mutex" HELD },
	{ FDD_LOCK_PREFIX "rwsem", SPUN "an rwsem" HELD },
	{ FDD_LOCK_PREFIX "rt_mutex", SPUN "an rt_mutex" HELD },
	{ FDD_LOCK_PREFIX "spinlock", SPUN "a spinlock" HELD },
	{ FDD_LOCK_PREFIX "rwlock", SPUN "an rwlock" HELD },
	{ "__mem_cgroup_handle_over_high", FREED_HIGH },
	{ "mem_cgroup_handle_over_high", FREED_HIGH },
	{ "try_to_free_mem_cgroup_pages", "the kernel freed memory of its cgroup (memory.max)" },
	{ "try_to_free_pages", "the kernel freed memory, of which it had too little" },
	{ "try_to_compact_pages", "the kernel moved memory together (compaction)" },
};

const char *fdd_busy_in(const char *func)
{
	for (size_t i = 0; i < ARRAY_SIZE(busy); i++)
		if (!fnmatch(busy[i].glob, func, 0))
			return busy[i].words;
	return NULL;
}

bool fdd_is_lock(const char *func)
{
	return !strncmp(func, FDD_LOCK_PREFIX, strlen(FDD_LOCK_PREFIX));
}

bool fdd_is_throttle(const char *func)
{
	return !strcmp(func, "throttle_cfs_rq") || !strcmp(func, "throttle_cfs_rq_work");
}

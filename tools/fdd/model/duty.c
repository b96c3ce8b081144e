// SPDX-License-Identifier: GPL-2.0
/* Functions whose calls are long although nothing is slow. */
#include <fnmatch.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/duty.h"

static const struct duty {
	enum fdd_duty	duty;
	const char	*glob;
} functions[] = {
	{ FDD_DUTY_DISPATCH, "x64_sys_call" },
	{ FDD_DUTY_DISPATCH, "x32_sys_call" },
	{ FDD_DUTY_DISPATCH, "ia32_sys_call" },
	{ FDD_DUTY_DISPATCH, "do_syscall_*" },
	{ FDD_DUTY_DISPATCH, "do_int80_*" },
	{ FDD_DUTY_DISPATCH, "invoke_syscall*" },
	{ FDD_DUTY_DISPATCH, "el0_svc*" },
	{ FDD_DUTY_DISPATCH, "do_el0_svc" },
	{ FDD_DUTY_DISPATCH, "el0t_64_sync*" },
	{ FDD_DUTY_DISPATCH, "__se_sys_*" },
	{ FDD_DUTY_DISPATCH, "process_one_work" },
	{ FDD_DUTY_DISPATCH, "process_scheduled_works" },
	{ FDD_DUTY_DISPATCH, "ret_from_fork*" },
	{ FDD_DUTY_DISPATCH, "asm_*" },
	{ FDD_DUTY_REQUEST, "hrtimer_nanosleep*" },
	{ FDD_DUTY_REQUEST, "do_nanosleep" },
	{ FDD_DUTY_REQUEST, "common_nsleep*" },
	{ FDD_DUTY_REQUEST, "do_epoll_wait" },
	{ FDD_DUTY_REQUEST, "do_epoll_pwait*" },
	{ FDD_DUTY_REQUEST, "ep_poll" },
	{ FDD_DUTY_REQUEST, "do_sys_poll" },
	{ FDD_DUTY_REQUEST, "do_poll*" },
	{ FDD_DUTY_REQUEST, "do_select" },
	{ FDD_DUTY_REQUEST, "core_sys_select" },
	{ FDD_DUTY_REQUEST, "kern_select" },
	{ FDD_DUTY_REQUEST, "do_pselect*" },
	{ FDD_DUTY_REQUEST, "poll_schedule_timeout*" },
	{ FDD_DUTY_REQUEST, "do_wait" },
	{ FDD_DUTY_REQUEST, "kernel_wait*" },
	{ FDD_DUTY_REQUEST, "kernel_clone" },	/* vfork: until the child executes */
	{ FDD_DUTY_REQUEST, "do_sigtimedwait*" },
	{ FDD_DUTY_REQUEST, "sigsuspend" },
	{ FDD_DUTY_EDGE, "do_execve*" },
	{ FDD_DUTY_EDGE, "bprm_execve*" },
	{ FDD_DUTY_EDGE, "exec_binprm" },
	{ FDD_DUTY_EDGE, "load_elf_binary" },
	{ FDD_DUTY_EDGE, "begin_new_exec" },
	{ FDD_DUTY_EDGE, "do_exit" },
	{ FDD_DUTY_EDGE, "do_group_exit" },
	{ FDD_DUTY_EDGE, "exit_mm*" },
	{ FDD_DUTY_EDGE, "mmput" },
	{ FDD_DUTY_EDGE, "__mmput" },
	{ FDD_DUTY_LOOP, "kthread" },
	{ FDD_DUTY_LOOP, "worker_thread" },
	{ FDD_DUTY_LOOP, "rescuer_thread" },
	{ FDD_DUTY_LOOP, "kthread_worker_fn" },
	{ FDD_DUTY_LOOP, "smpboot_thread_fn" },
	{ FDD_DUTY_LOOP, "rcu_gp_*" },
	{ FDD_DUTY_LOOP, "rcu_nocb_*_kthread" },
	{ FDD_DUTY_LOOP, "rcu_tasks_*kthread*" },
	{ FDD_DUTY_LOOP, "kswapd*" },
	{ FDD_DUTY_LOOP, "kcompactd*" },
	{ FDD_DUTY_LOOP, "khugepaged*" },
	{ FDD_DUTY_LOOP, "kdamond*" },
	{ FDD_DUTY_LOOP, "kauditd*" },
	{ FDD_DUTY_LOOP, "kjournald*" },
	{ FDD_DUTY_LOOP, "oom_reaper" },
	{ FDD_DUTY_LOOP, "do_idle" },
	{ FDD_DUTY_LOOP, "cpu_startup_entry" },
	{ FDD_DUTY_LOOP, "start_secondary" },
	{ FDD_DUTY_LOOP, "irq_thread" },
	{ FDD_DUTY_LOOP, "irq_wait_for_interrupt" },
};

/* By their names without the prefix */
static const struct duty system_calls[] = {
	{ FDD_DUTY_REQUEST, "nanosleep*" },
	{ FDD_DUTY_REQUEST, "clock_nanosleep*" },
	{ FDD_DUTY_REQUEST, "poll" },
	{ FDD_DUTY_REQUEST, "ppoll*" },
	{ FDD_DUTY_REQUEST, "select" },
	{ FDD_DUTY_REQUEST, "_newselect" },
	{ FDD_DUTY_REQUEST, "pselect6*" },
	{ FDD_DUTY_REQUEST, "epoll_wait" },
	{ FDD_DUTY_REQUEST, "epoll_pwait*" },
	{ FDD_DUTY_REQUEST, "wait4" },
	{ FDD_DUTY_REQUEST, "waitid" },
	{ FDD_DUTY_REQUEST, "waitpid" },
	{ FDD_DUTY_REQUEST, "vfork" },
	{ FDD_DUTY_REQUEST, "pause" },
	{ FDD_DUTY_REQUEST, "rt_sigtimedwait*" },
	{ FDD_DUTY_REQUEST, "rt_sigsuspend" },
	{ FDD_DUTY_REQUEST, "sigsuspend" },
	{ FDD_DUTY_REQUEST, "io_getevents*" },
	{ FDD_DUTY_REQUEST, "io_pgetevents*" },
	{ FDD_DUTY_REQUEST, "mq_timedreceive*" },
	{ FDD_DUTY_REQUEST, "accept*" },
	{ FDD_DUTY_REQUEST, "restart_syscall" },
	{ FDD_DUTY_EDGE, "execve*" },
	{ FDD_DUTY_EDGE, "exit" },
	{ FDD_DUTY_EDGE, "exit_group" },
};

bool fdd_is_kernel_thread(const char *comm)
{
	static const char *const globs[] = {
		"kworker/*", "ksoftirqd/*", "migration/*", "jbd2/*", "kswapd[0-9]*",
		"kcompactd[0-9]*", "khugepaged", "ksmd", "kthreadd", "irq/*", "rcu_*", "rcub/*",
		"rcuc/*", "rcuo[gps]/*", "rcuog/*", "loop[0-9]*", "md[0-9]*_*", "dmcrypt_write/*",
		"xfsaild/*", "xfs-*/*", "btrfs-*", "kdamond.*", "cpuhp/*", "scsi_eh_*", "nfsd",
		"kauditd", "kdevtmpfs", "napi/*", "vhost-*", "z_*", "txg_*",
	};

	for (size_t i = 0; i < ARRAY_SIZE(globs); i++)
		if (!fnmatch(globs[i], comm, 0))
			return true;
	return false;
}

const char *fdd_system_call(const char *func)
{
	static const char *const prefixes[] = {
		"__x64_sys_", "__arm64_sys_", "__ia32_sys_", "__ia32_compat_sys_",
		"__x64_compat_sys_", "__arm64_compat_sys_", "__do_sys_", "__se_sys_",
		"__riscv_sys_", "__s390x_sys_", "ksys_",
	};

	for (size_t i = 0; i < ARRAY_SIZE(prefixes); i++)
		if (!strncmp(func, prefixes[i], strlen(prefixes[i])))
			return func + strlen(prefixes[i]);
	return NULL;
}

static enum fdd_duty find(const struct duty *list, size_t nr, const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (!fnmatch(list[i].glob, name, 0))
			return list[i].duty;
	return FDD_DUTY_NONE;
}

enum fdd_duty fdd_duty_of(const char *func)
{
	const char *call = fdd_system_call(func);
	enum fdd_duty duty = call ? find(system_calls, ARRAY_SIZE(system_calls), call) :
				    FDD_DUTY_NONE;

	return duty ? duty : find(functions, ARRAY_SIZE(functions), func);
}

void fdd_duties_find(struct fdd_duties *d, const struct fdd_names *funcs, uint32_t func)
{
	GROW_TO(d->list, d->nr, func);
	d->list[func] = fdd_duty_of(fdd_name(funcs, func)) + 1;
}

void fdd_duties_free(struct fdd_duties *d)
{
	free(d->list);
	*d = (struct fdd_duties){ 0 };
}

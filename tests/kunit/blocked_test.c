// SPDX-License-Identifier: GPL-2.0
/* duration/files/blocked.c: what a task waits for, and when a holder counts. */
#include "fake.h"

#define WAITERS		3

struct blocked_fixture {
	struct blocked_reader	reader;
	struct blocked_task	found[WAITERS];
	struct mutex		mutex;		/* what the waiters wait for */
	struct rw_semaphore	rwsem;
	struct task_struct	*waiters[WAITERS], *holder, *other;
};

static struct task_struct *new_task(struct kunit *test, pid_t pid, const char *comm)
{
	struct task_struct *task = kunit_kzalloc(test, sizeof(*task), GFP_KERNEL);

	KUNIT_ASSERT_NOT_NULL(test, task);
	/* More than are ever put */
	refcount_set(&task->usage, 1000);
	task->pid = pid;
	strscpy(task->comm, comm, sizeof(task->comm));
	return task;
}

static int blocked_test_init(struct kunit *test)
{
	struct blocked_fixture *f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	unsigned int i;

	KUNIT_ASSERT_NOT_NULL(test, f);
	if (!KNOWS_BLOCKERS || IS_ENABLED(CONFIG_PREEMPT_RT))
		kunit_skip(test, "this kernel does not name locks");
	for (i = 0; i < WAITERS; i++)
		f->waiters[i] = new_task(test, 101 + i, "waiter");
	f->holder = new_task(test, 201, "holder");
	f->other = new_task(test, 202, "other");
	mutex_init(&f->mutex);
	init_rwsem(&f->rwsem);
	f->reader.tasks = f->found;
	f->reader.size = WAITERS;
	test->priv = f;
	return 0;
}

#if KNOWS_BLOCKERS && !defined(CONFIG_PREEMPT_RT)
static void waits_for(struct task_struct *task, const void *lock, unsigned long type)
{
	task->blocker = (unsigned long)lock | type;
}

static void holds_mutex(struct blocked_fixture *f, const struct task_struct *task,
			unsigned long flags)
{
	atomic_long_set(&f->mutex.owner, (unsigned long)task | flags);
}

static void holds_rwsem(struct blocked_fixture *f, const struct task_struct *task,
			unsigned long flags)
{
	atomic_long_set(&f->rwsem.owner, (unsigned long)task | flags);
}
#else
static void waits_for(struct task_struct *task, const void *lock, unsigned long type)
{
}

static void holds_mutex(struct blocked_fixture *f, const struct task_struct *task,
			unsigned long flags)
{
}

static void holds_rwsem(struct blocked_fixture *f, const struct task_struct *task,
			unsigned long flags)
{
}
#endif

/* The first waiter waits for the mutex, which the holder has. */
static struct blocked_fixture *mutex_is_held(struct kunit *test)
{
	struct blocked_fixture *f = test->priv;

	waits_for(f->waiters[0], &f->mutex, BLOCKER_TYPE_MUTEX);
	holds_mutex(f, f->holder, MUTEX_OWNER_FLAGS);
	return f;
}

/* Both walks, as take_snapshot() does them */
static void walk_fakes(struct blocked_fixture *f)
{
	unsigned int i;

	for (i = 0; i < WAITERS; i++)
		find_blocked(&f->reader, f->waiters[i]);
	sort(f->found, f->reader.nr, sizeof(*f->found), by_owner, NULL);
	find_owner(&f->reader, f->other);
	find_owner(&f->reader, f->holder);
}

static void expect_one(struct kunit *test, pid_t holder, const char *relation)
{
	struct blocked_fixture *f = test->priv;

	check_and_put(&f->reader);
	KUNIT_ASSERT_EQ(test, f->reader.nr, 1);
	KUNIT_EXPECT_EQ(test, f->found[0].pid, 101);
	KUNIT_EXPECT_EQ(test, f->found[0].holder_pid, holder);
	KUNIT_EXPECT_STREQ(test, relation_of(f->found), relation);
}

static void expect_none(struct kunit *test)
{
	struct blocked_fixture *f = test->priv;

	check_and_put(&f->reader);
	KUNIT_EXPECT_EQ(test, f->reader.nr, 0);
}

static void holders_are_found(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	walk_fakes(f);
	expect_one(test, 201, "held-by");
	KUNIT_EXPECT_STREQ(test, f->found[0].holder_comm, "holder");
}

/* Its number is in the lock, but no task has it. */
static void owner_is_no_task(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	find_blocked(&f->reader, f->waiters[0]);
	find_owner(&f->reader, f->other);
	expect_one(test, 0, "not-known");
}

static void tasks_that_ran_are_left_out(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	walk_fakes(f);
	f->waiters[0]->nvcsw++;
	expect_none(test);
	walk_fakes(f);
	f->waiters[0]->nivcsw++;
	expect_none(test);
	walk_fakes(f);
	f->waiters[0]->on_cpu = 1;
	expect_none(test);
	walk_fakes(f);
	KUNIT_EXPECT_EQ(test, f->reader.nr, 0);
}

/* As often as before, for another lock or for none: its counters may wrap. */
static void locks_are_compared(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	walk_fakes(f);
	waits_for(f->waiters[0], &f->rwsem, BLOCKER_TYPE_RWSEM_READER);
	expect_none(test);
	walk_fakes(f);
	waits_for(f->waiters[0], NULL, 0);
	expect_none(test);
}

static void locks_change_hands(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	walk_fakes(f);
	holds_mutex(f, f->other, 0);
	expect_one(test, 0, "not-known");
	f->reader.nr = 0;
	holds_mutex(f, f->holder, 0);
	walk_fakes(f);
	holds_mutex(f, NULL, 0);
	expect_one(test, 0, "not-known");
}

/* A lock that was handed over to the task that has not woken up yet */
static void no_task_waits_for_itself(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	holds_mutex(f, f->waiters[0], 0);
	walk_fakes(f);
	find_owner(&f->reader, f->waiters[0]);
	expect_one(test, 0, "not-known");
}

static void writers_are_known_and_readers_not(struct kunit *test)
{
	struct blocked_fixture *f = test->priv;

	waits_for(f->waiters[0], &f->rwsem, BLOCKER_TYPE_RWSEM_READER);
	holds_rwsem(f, f->holder, 2);
	walk_fakes(f);
	expect_one(test, 201, "held-by");
	f->reader.nr = 0;
	waits_for(f->waiters[0], &f->rwsem, BLOCKER_TYPE_RWSEM_WRITER);
	holds_rwsem(f, f->holder, RWSEM_READER_OWNED);
	walk_fakes(f);
	expect_one(test, 0, "readers");
	/* They are not that in both looks. */
	f->reader.nr = 0;
	walk_fakes(f);
	holds_rwsem(f, f->holder, 0);
	expect_one(test, 0, "not-known");
}

static void semaphores_are_not_known(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	waits_for(f->waiters[0], &f->mutex, BLOCKER_TYPE_SEM);
	walk_fakes(f);
	expect_one(test, 0, "not-known");
}

/* No address of the kernel, nor of anything else */
static void locks_that_cannot_be_read(struct kunit *test)
{
	struct blocked_fixture *f = test->priv;

	waits_for(f->waiters[0], (const void *)0xdead000000000100UL, BLOCKER_TYPE_MUTEX);
	walk_fakes(f);
	expect_one(test, 0, "not-known");
}

/* Several wait for one holder, and are found in the order of the owners. */
static void all_of_a_holder_are_found(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);
	unsigned int i, held = 0;

	waits_for(f->waiters[1], &f->rwsem, BLOCKER_TYPE_RWSEM_WRITER);
	holds_rwsem(f, f->other, 0);
	waits_for(f->waiters[2], &f->mutex, BLOCKER_TYPE_MUTEX);
	walk_fakes(f);
	check_and_put(&f->reader);
	KUNIT_ASSERT_EQ(test, f->reader.nr, 3);
	for (i = 0; i < 3; i++) {
		held += f->found[i].holder_pid == 201;
		KUNIT_EXPECT_EQ(test, f->found[i].holder_pid, f->found[i].pid == 102 ? 202 : 201);
	}
	KUNIT_EXPECT_EQ(test, held, 2);
}

static void nobody_holds_after_a_fault(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	walk_fakes(f);
	f->reader.died = true;
	expect_one(test, 0, "not-known");
}

static void waiters_are_bounded(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	f->reader.size = 1;
	waits_for(f->waiters[1], &f->mutex, BLOCKER_TYPE_MUTEX);
	walk_fakes(f);
	KUNIT_EXPECT_TRUE(test, f->reader.over);
	expect_one(test, 201, "held-by");
}

/* Each reference is put: those of the waiters, and those of their holders. */
static void references_are_put(struct kunit *test)
{
	struct blocked_fixture *f = mutex_is_held(test);

	waits_for(f->waiters[2], &f->mutex, BLOCKER_TYPE_MUTEX);
	walk_fakes(f);
	KUNIT_EXPECT_EQ(test, refcount_read(&f->holder->usage), 1002);
	KUNIT_EXPECT_EQ(test, refcount_read(&f->waiters[2]->usage), 1001);
	f->waiters[2]->nvcsw++;
	check_and_put(&f->reader);
	KUNIT_EXPECT_EQ(test, refcount_read(&f->holder->usage), 1000);
	KUNIT_EXPECT_EQ(test, refcount_read(&f->waiters[0]->usage), 1000);
	KUNIT_EXPECT_EQ(test, refcount_read(&f->waiters[2]->usage), 1000);
}

static struct kunit_case blocked_cases[] = {
	KUNIT_CASE(holders_are_found),
	KUNIT_CASE(owner_is_no_task),
	KUNIT_CASE(tasks_that_ran_are_left_out),
	KUNIT_CASE(locks_are_compared),
	KUNIT_CASE(locks_change_hands),
	KUNIT_CASE(no_task_waits_for_itself),
	KUNIT_CASE(writers_are_known_and_readers_not),
	KUNIT_CASE(semaphores_are_not_known),
	KUNIT_CASE(locks_that_cannot_be_read),
	KUNIT_CASE(all_of_a_holder_are_found),
	KUNIT_CASE(nobody_holds_after_a_fault),
	KUNIT_CASE(waiters_are_bounded),
	KUNIT_CASE(references_are_put),
	{ }
};

static struct kunit_suite blocked_suite = {
	.name = "duration_blocked",
	.init = blocked_test_init,
	.test_cases = blocked_cases,
};
kunit_test_suite(blocked_suite);

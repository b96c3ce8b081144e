// SPDX-License-Identifier: GPL-2.0
/*
 * Register a tracer with a running kernel, and unregister it.
 *
 * register_tracer() is __init, and the functions that create option files are static,
 * so that the compiler may have inlined them. The code here does the same as
 * create_trace_option_files() and add_tracer().
 *
 * If a file options/duration-* is open at unload, the kernel's file operations keep
 * using its trace_option_dentry, flags and options. So all of these are on the heap and
 * have no pointer into the module. If a file is open they are never freed: some hundred
 * bytes for each such unload.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/dcache.h>
#include <linux/irqflags.h>
#include <linux/kmemleak.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/ring_buffer.h>
#include <linux/rwsem.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/trace_events.h>

#include <compat/register.h>

#define MAX_OPTS	TRACER_MAX_OPTS

/* Everything that a struct trace_options points to. */
static struct tracer_block {
	struct tracer		tracer;
	struct tracer_flags	flags;
	struct tracer_opt	opts[MAX_OPTS + 1];
	char			names[MAX_OPTS + 1][32];
} *block;

static void fill_block(const struct tracer_template *template)
{
	unsigned int i;

	for (i = 0; template->opts[i].name; i++) {
		strscpy(block->names[i], template->opts[i].name);
		block->opts[i].name = block->names[i];
		block->opts[i].bit = template->opts[i].bit;
	}
	strscpy(block->names[MAX_OPTS], template->name);

	block->flags.val = template->opts_val;
	block->flags.opts = block->opts;
	block->flags.trace = &block->tracer;

	block->tracer.name = block->names[MAX_OPTS];
	block->tracer.init = template->init;
	block->tracer.reset = template->reset;
	block->tracer.open = template->open;
	block->tracer.close = template->close;
	block->tracer.print_header = template->print_header;
	block->tracer.print_line = template->print_line;
	/*
	 * Old kernels call it without a NULL check; nop's does nothing for our bits. One of
	 * ours would also be called from an option file that is open at unload.
	 */
	block->tracer.set_flag = nop_trace.set_flag;
	block->tracer.allow_instances = true;
#ifdef HAVE_tracer_default_flags
	block->tracer.default_flags = &block->flags;
#else
	block->tracer.flags = &block->flags;
#endif
}

#ifdef HAVE_trace_array_tracers
static struct tracers *find_tracers_row(struct trace_array *tr)
{
	struct tracers *t;

	list_for_each_entry(t, &tr->tracers, list) {
		if (t->tracer == &block->tracer)
			return t;
	}
	return NULL;
}

/* As add_tracer(): the array's own copy of the options' values. */
static struct tracer_flags *add_tracers_row(struct trace_array *tr)
{
	struct tracer_flags *flags = kmemdup(&block->flags, sizeof(*flags), GFP_KERNEL);
	struct tracers *t = kzalloc(sizeof(*t), GFP_KERNEL);

	if (!flags || !t) {
		kfree(flags);
		kfree(t);
		return NULL;
	}
	t->tracer = &block->tracer;
	t->flags = flags;
	list_add(&t->list, &tr->tracers);
	return flags;
}

static void remove_tracers_row(struct trace_array *tr, bool in_use)
{
	struct tracers *t = find_tracers_row(tr);

	if (!t)
		return;
	list_del(&t->list);
	t->flags->trace = &nop_trace;
	if (in_use)
		kmemleak_not_leak(t->flags);
	else
		kfree(t->flags);
	kfree(t);
}
#else
static struct tracer_flags *add_tracers_row(struct trace_array *tr)
{
	return &block->flags;
}

static void remove_tracers_row(struct trace_array *tr, bool in_use)
{
}
#endif

static void add_option_file(struct trace_array *tr, struct trace_option_dentry *topt,
			    struct tracer_flags *flags, struct tracer_opt *opt)
{
	topt->flags = flags;
	topt->opt = opt;
	topt->tr = tr;
	if (tr->options)
		topt->entry = tracefs_create_file(opt->name, 0640, tr->options,
						  topt, &trace_options_fops);
}

/* As create_trace_option_files(). */
static int add_options(struct trace_array *tr, struct tracer_flags *flags)
{
	struct trace_option_dentry *topts;
	struct trace_options *row;
	unsigned int nr;

	topts = kcalloc(MAX_OPTS + 1, sizeof(*topts), GFP_KERNEL);
	if (!topts)
		return -ENOMEM;
	row = krealloc_array(tr->topts, tr->nr_topts + 1, sizeof(*row), GFP_KERNEL);
	if (!row) {
		kfree(topts);
		return -ENOMEM;
	}
	tr->topts = row;

	for (nr = 0; block->opts[nr].name; nr++)
		add_option_file(tr, &topts[nr], flags, &block->opts[nr]);

	row += tr->nr_topts;
	row->tracer = &block->tracer;
	row->topts = topts;
#ifdef HAVE_trace_options_nr_topts
	row->nr_topts = nr;
#endif
	tr->nr_topts++;
	return 0;
}

/* Returns: whether the file is still open. */
static bool remove_option_file(struct dentry *dentry)
{
	bool in_use;

	if (!dentry)
		return false;
	dget(dentry);
	tracefs_remove(dentry);
	in_use = d_count(dentry) > 1;
	dput(dentry);
	return in_use;
}

static struct trace_options *find_options(struct trace_array *tr)
{
	int i;

	for (i = 0; i < tr->nr_topts; i++) {
		if (tr->topts[i].tracer == &block->tracer)
			return &tr->topts[i];
	}
	return NULL;
}

static bool remove_options(struct trace_array *tr)
{
	struct trace_options *row = find_options(tr);
	struct trace_option_dentry *topts;
	bool in_use = false;
	unsigned int i;

	if (!row)
		return false;

	/* Before the files: opening one searches tr->topts, under trace_types_lock. */
	topts = row->topts;
	tr->nr_topts--;
	memmove(row, row + 1, (char *)&tr->topts[tr->nr_topts] - (char *)row);

	for (i = 0; block->opts[i].name; i++)
		in_use |= remove_option_file(topts[i].entry);
	if (in_use)
		kmemleak_not_leak(topts);
	else
		kfree(topts);
	return in_use;
}

static int add_to_array(struct trace_array *tr)
{
	struct tracer_flags *flags;

	flags = add_tracers_row(tr);
	if (!flags)
		return -ENOMEM;
	return add_options(tr, flags);
}

static bool remove_from_array(struct trace_array *tr)
{
	bool in_use = remove_options(tr);

	remove_tracers_row(tr, in_use);
	return in_use;
}

static bool remove_from_all_arrays(void)
{
	struct trace_array *tr;
	bool in_use = false;

	list_for_each_entry(tr, &ftrace_trace_arrays, list)
		in_use |= remove_from_array(tr);
	return in_use;
}

static struct tracer *find_tracer(const char *name)
{
	struct tracer *t;

	for (t = trace_types; t; t = t->next) {
		if (!strcmp(t->name, name))
			return t;
	}
	return NULL;
}

static void unlink_tracer(struct tracer *tracer)
{
	struct tracer **t;

	for (t = &trace_types; *t; t = &(*t)->next) {
		if (*t == tracer) {
			*t = tracer->next;
			return;
		}
	}
}

/*
 * An open option file may still use the block, and after a forced unload an open trace file. It
 * must not point into the module.
 */
static void free_block(bool in_use)
{
	block->flags.trace = &nop_trace;
	if (in_use) {
		memset(&block->tracer, 0, sizeof(block->tracer));
		block->tracer.name = nop_trace.name;
		kmemleak_not_leak(block);
		pr_info("a file of the tracer is still open: some memory is not freed\n");
	} else {
		kfree(block);
	}
	block = NULL;
}

static int link_tracer(void)
{
	struct trace_array *tr;
	int ret = 0;

	if (find_tracer(block->tracer.name)) {
		pr_err("cannot load: this kernel already has a tracer %s\n",
		       block->tracer.name);
		return -EBUSY;
	}

	list_for_each_entry(tr, &ftrace_trace_arrays, list) {
		ret = add_to_array(tr);
		if (ret)
			break;
	}
	if (ret) {
		pr_err("cannot load: no memory for the tracer's options\n");
		return ret;
	}
	block->tracer.next = trace_types;
	trace_types = &block->tracer;
	return 0;
}

/**
 * tracer_register - make a tracer selectable in all trace arrays
 * @template: the tracer; copied
 *
 * Context: process context; takes trace_types_lock.
 * Return: 0; -EBUSY if there is a tracer of that name (modprobe takes -EEXIST for "the
 * module is loaded", and new kernels replace it); -ENOMEM. After an error nothing is
 * changed, and the reason is in the log.
 */
int tracer_register(const struct tracer_template *template)
{
	bool in_use = false;
	int ret;

	block = kzalloc(sizeof(*block), GFP_KERNEL);
	if (!block) {
		pr_err("cannot load: no memory for the tracer\n");
		return -ENOMEM;
	}
	fill_block(template);

	mutex_lock(&trace_types_lock);
	ret = link_tracer();
	if (ret) {
		in_use = remove_from_all_arrays();
		free_block(in_use);
	}
	mutex_unlock(&trace_types_lock);
	return ret;
}

/**
 * tracer_unregister - undo tracer_register()
 *
 * The tracer must not be the current one of an array. A trace file that is open holds a
 * reference on the module: only a forced unload leaves one open. The caller of print_line
 * holds trace_event_sem.
 *
 * Context: process context; takes trace_types_lock and trace_event_sem.
 */
void tracer_unregister(void)
{
	bool in_use;

	mutex_lock(&trace_types_lock);
	unlink_tracer(&block->tracer);
	in_use = remove_from_all_arrays() || unload_is_forced();
	down_write(&trace_event_sem);
	free_block(in_use);
	up_write(&trace_event_sem);
	mutex_unlock(&trace_types_lock);
}

/**
 * tracer_deselect - select the nop tracer in an array, for a forced unload
 * @tr: the array
 *
 * As tracing_set_nop(): also while trace_pipe is open. The caller does what the tracer's reset()
 * does.
 *
 * Context: under trace_types_lock.
 * Return: true if the tracer was the array's current one.
 */
bool tracer_deselect(struct trace_array *tr)
{
	if (tr->current_trace != &block->tracer)
		return false;
	tr->current_trace = &nop_trace;
#ifdef HAVE_trace_array_current_trace_flags
	tr->current_trace_flags = nop_trace.flags;
#endif
	return true;
}

/**
 * tracer_option_values - the values of the registered tracer's options in an array
 * @tr: the trace array; the tracer need not be the current one
 *
 * Context: under trace_types_lock.
 * Return: the option bits.
 */
u32 tracer_option_values(struct trace_array *tr)
{
#ifdef HAVE_trace_array_tracers
	struct tracers *t = find_tracers_row(tr);

	if (t)
		return t->flags->val;
#endif
	return block->flags.val;
}

static bool event_was_enabled(const struct trace_array *tr, const struct trace_event_call *call)
{
	const struct trace_event_file *file;

	list_for_each_entry(file, &tr->events, list) {
		if (file->event_call == call)
			return file->flags & EVENT_FILE_FL_WAS_ENABLED;
	}
	return false;
}

static struct trace_buffer *snapshot_of(const struct trace_array *tr)
{
#ifdef HAVE_trace_array_snapshot_buffer
	return tr->snapshot_buffer.buffer;
#elif defined(HAVE_trace_array_max_buffer)
	return tr->max_buffer.buffer;
#else
	return NULL;
#endif
}

/* Taking a snapshot exchanges the two buffers, under max_lock. */
static void clear_buffers(struct trace_array *tr)
{
	struct trace_buffer *buffer, *snapshot;

	local_irq_disable();
	arch_spin_lock(&tr->max_lock);
	buffer = tr->array_buffer.buffer;
	snapshot = snapshot_of(tr);
	arch_spin_unlock(&tr->max_lock);
	local_irq_enable();

	ring_buffer_reset(buffer);
	if (snapshot)
		ring_buffer_reset(snapshot);
}

/**
 * event_records_clear - clear all buffers that may have records of an event
 * @call: the event, of a module that is unloaded; it writes no record any more
 *
 * When a module is gone, the kernel does the same, but leaves the buffers of CPUs that are
 * offline as they are (tracing_reset_online_cpus(), trace.c, 6.12 line 2342, 7.3 line 1557). The
 * type of the records is then that of the next event that is created, which prints them as
 * its own.
 *
 * Context: process context; takes trace_types_lock.
 */
void event_records_clear(const struct trace_event_call *call)
{
	struct trace_array *tr;

	mutex_lock(&trace_types_lock);
	list_for_each_entry(tr, &ftrace_trace_arrays, list) {
		if (event_was_enabled(tr, call))
			clear_buffers(tr);
	}
	mutex_unlock(&trace_types_lock);
}

#ifdef DURATION_KUNIT
#include "../tests/kunit/register_test.c"
#endif

# SPDX-License-Identifier: GPL-2.0
#
# Indirect branches that the module may have on every architecture: the function, how many
# there may be, and why. The two checks read it, and add what is the architecture's own.
(
	[ qr/^__traceiter_func_duration(_detail|_stack)?$/, 3,
	  'the tracepoint calls its listeners, whose addresses their owners took' ],
	[ qr/^(print_message|print_comment|duration_print_line)(\.|$)/, 1,
	  'event->funcs->trace: from a table of the kernel, by which it calls itself' ],
	[ qr/^module_file_open$/, 1,
	  'methods->open: a function of this module, from the table of the file' ],
	[ qr/^number_show$/, 1,
	  'kind->text: a function of this module, from the table of the three files' ],
	[ qr/^(number_write|parse)$/, 1,
	  'kind->parse: likewise' ],
	[ qr/^(lines_(write|end)|write_(lines|text))(\.|$)/, 2,
	  'kind->change: a function of this module, from the table of the file' ],
	[ qr/^(stat_each_of|each_by_key)(\.|$)/, 2,
	  'act: functions of this module, that add up' ],
	[ qr/^(tasks_show|show_line|is_there|change|add_lines?|parse_cgroup|find_cgroup)(\.|$)/, 2,
	  'cgroup_put(): what the kernel calls when its count of references is 0' ],
	[ qr/^(dirs?_\w+|drop_gone_dirs|duration_dir_\w+|duration_files_exit)(\.|$)/, 14,
	  'file->init and others: functions of this module, from the list duration_files' ],
	[ qr/^(cpu_comes|task_(freed|forget|claim\w*)|claim\w*|state_init)(\.|$)/, 6,
	  'pool->ops: functions of this module, that report about a session' ],
	[ qr/^made_(later|now)$/, 2,
	  'call_made: the function of this module that instances_watch() was given' ],
);

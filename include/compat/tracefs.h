/* SPDX-License-Identifier: GPL-2.0 */
/* Files of a module in tracefs that may be opened while they are removed. */
#ifndef _COMPAT_TRACEFS_H
#define _COMPAT_TRACEFS_H

#include <compat/trace.h>

struct module_file;

struct module_file *module_file_create(const char *name, umode_t mode,
				       struct dentry *parent, void *data,
				       const struct file_operations *methods);
bool module_file_in_use(struct module_file *file);
void module_files_remove(struct module_file *files[], unsigned int nr);

#endif /* _COMPAT_TRACEFS_H */

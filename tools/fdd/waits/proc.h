/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of /proc/TASK. None of these waits for another program: a descriptor of another process
 * is only named (readlink), never opened, and memory is read by memory.c alone.
 */
#ifndef FDD_WAITS_PROC_H
#define FDD_WAITS_PROC_H

#include <dirent.h>
#include <stdio.h>
#include <sys/types.h>

/** proc_open - open /proc/TASK/FILE. Return: NULL if the task has ended, or we may not */
FILE *proc_open(pid_t task, const char *file);

/** proc_read - read /proc/TASK/FILE as a string. Return: its bytes, or -1 with errno set */
ssize_t proc_read(pid_t task, const char *file, char *text, size_t size);

/** proc_link - read a link as a string; all of it, or -1 */
ssize_t proc_link(pid_t task, const char *file, char *text, size_t size);

/** proc_dir - open a directory of numbers: /proc if @task is 0, otherwise /proc/TASK/FILE */
DIR *proc_dir(pid_t task, const char *file);

/** proc_next - Return: the next number of the directory, or -1 */
pid_t proc_next(DIR *dir);

#endif

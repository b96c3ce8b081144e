/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perf-PID.map: what a compiler at run time (Java, Node.js, Python -X perf) writes about the code
 * that it made, see tools/perf/Documentation/jit-interface.txt of the kernel.
 */
#ifndef FDD_UNWIND_PERF_MAP_H
#define FDD_UNWIND_PERF_MAP_H

#include <stdbool.h>
#include <stdint.h>

struct perf_symbols;

/* Reads one from a descriptor, which stays open; bounded. */
struct perf_symbols *perf_symbols_read(int fd);
/* None. */
struct perf_symbols *perf_symbols_none(void);
/* The name of the code at an address, or NULL. @start: where that begins */
const char *perf_symbols_at(const struct perf_symbols *s, uint64_t address, uint64_t *start);
bool perf_symbols_any(const struct perf_symbols *s);
void perf_symbols_free(struct perf_symbols *s);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* A line for each view: VIEW(name) is fdd_view_NAME, of a file beside this. */
VIEW(table)
VIEW(calls)
VIEW(tree)
VIEW(hist)
VIEW(slowest)
VIEW(regions)
VIEW(info)
VIEW(nanos)
VIEW(chrome)
VIEW(folded)
VIEW(speedscope)
VIEW(page)

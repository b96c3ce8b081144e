/* SPDX-License-Identifier: GPL-2.0 */
/* The list of sleepers that the page uses, too. SLEEPERS is its path. */
	.section .rodata
	.global fdd_sleepers_txt
fdd_sleepers_txt:
	.incbin SLEEPERS
	.byte 0
	.section .note.GNU-stack, "", @progbits

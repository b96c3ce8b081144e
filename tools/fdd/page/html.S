/* SPDX-License-Identifier: GPL-2.0 */
/* The built page. PAGE_HTML is its path. */
	.section .rodata
	.global fdd_page_html, fdd_page_html_end
fdd_page_html:
	.incbin PAGE_HTML
fdd_page_html_end:
	.byte 0
	.section .note.GNU-stack, "", @progbits

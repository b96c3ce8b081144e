/* SPDX-License-Identifier: GPL-2.0 */
/* What the unwinder may still do if a file of an attacker takes it over: read files. */
#ifndef FDD_UNWIND_SANDBOX_H
#define FDD_UNWIND_SANDBOX_H

/* As far as the kernel can: no other limit depends on it. */
void unwind_sandbox(void);

#endif

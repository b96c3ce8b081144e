/* SPDX-License-Identifier: GPL-2.0 */
/* Sends spans to the collector. */
#ifndef FDD_AGENT_SEND_H
#define FDD_AGENT_SEND_H

/* A thread: send what the ring has until the agent ends. */
void *slow_send(void *agent);

#endif

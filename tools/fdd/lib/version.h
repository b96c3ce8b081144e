/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FDD_VERSION_H
#define FDD_VERSION_H

#define FDD_VERSION	"1.0"

#endif

// SPDX-License-Identifier: MIT
/* Whether the disk would answer a run as it did: its trail, followed again. */
#ifndef BASE_RETRACE_H
#define BASE_RETRACE_H
#include <stdbool.h>
#include <stddef.h>

/* bytes: of trail_write (base/trail.h). Whatever else they are: false. */
bool retrace(const char *bytes, size_t n);
#endif

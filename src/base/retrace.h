// SPDX-License-Identifier: MIT
/* Checks the recorded file stamps of a run (its trail) again: would the disk give it the same answers? */
#ifndef BASE_RETRACE_H
#define BASE_RETRACE_H
#include <stdbool.h>
#include <stddef.h>

/* bytes: from trail_write (base/trail.h). Any other bytes: false. */
bool retrace(const char *bytes, size_t n);
#endif

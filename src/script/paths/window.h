// SPDX-License-Identifier: MIT
/* Accumulation whose window begins under one test and ends under another of the same numbers:
 *
 *     for i, batch in enumerate(loader):
 *         if i % n == 0: optimizer.zero_grad()
 *         loss(batch).backward()
 *         if (i + 1) % n == 0: optimizer.step()
 *
 * A walk without numbers sees two tests that are sometimes true. */
#ifndef SCRIPT_PATHS_WINDOW_H
#define SCRIPT_PATHS_WINDOW_H
#include "script/paths/program.h"

/* at, an event in that loop, is where such a window begins, and another event of its object is where it ends. */
bool window_begins(const struct op *loop, const struct op *at);
#endif

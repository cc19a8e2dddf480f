// SPDX-License-Identifier: MIT
/* Accumulation whose window begins under one test and ends under another of the same numbers:
 *
 *     for i, batch in enumerate(loader):
 *         if i % n == 0: optimizer.zero_grad()
 *         loss(batch).backward()
 *         if (i + 1) % n == 0: optimizer.step()
 *
 * To a walk that knows no numbers both are tests that hold now and then. */
#ifndef SCRIPT_WINDOW_H
#define SCRIPT_WINDOW_H
#include "script/program.h"

/* at, an event in that loop, stands where such a window begins, and another event of its object where it ends. */
bool window_begins(const struct op *loop, const struct op *at);
#endif

// SPDX-License-Identifier: MIT
/* A program without what does nothing: branches and loops in which nothing happens. */
#ifndef SCRIPT_PRUNE_H
#define SCRIPT_PRUNE_H
#include "script/program.h"

void program_prune(struct program *p);
#endif

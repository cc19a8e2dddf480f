// SPDX-License-Identifier: MIT
/* Removes branches and loops of a program in which nothing happens. */
#ifndef SCRIPT_PATHS_PRUNE_H
#define SCRIPT_PATHS_PRUNE_H
#include "script/paths/program.h"

void program_prune(struct program *p);
#endif

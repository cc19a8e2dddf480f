// SPDX-License-Identifier: MIT
/* Whether the arguments of a file differ in the promised ones, and in nothing else. */
#ifndef FIX_DATA_DATA_CHANGED_H
#define FIX_DATA_DATA_CHANGED_H
#include "fix/proof/attempt.h"

/* The whole tree of the file is compared: aliases, merges and files that it names included. */
judge_changed data_changed;
#endif

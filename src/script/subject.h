// SPDX-License-Identifier: MIT
/* A Python script as what rules are asked about (`on: script`): a file that trains with torch, judged with what the
 * project's other files say of its names. */
#ifndef SCRIPT_SUBJECT_H
#define SCRIPT_SUBJECT_H
#include "subject/subject.h"

extern const struct subject_kind script_kind;
#endif

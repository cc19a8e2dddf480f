// SPDX-License-Identifier: MIT
/* Files that cfglint has no rules for as a kind of subject, so that they are found, counted and named like all others.
 * None is ever loaded or judged: its set is empty, and what each is says project/foreign.h. */
#ifndef FOREIGN_FOREIGN_SUBJECT_H
#define FOREIGN_FOREIGN_SUBJECT_H
#include "subject/subject.h"

extern const struct subject_kind foreign_kind;
#endif

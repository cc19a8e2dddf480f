// SPDX-License-Identifier: MIT
/* Files for which cfglint has no rules, as a kind of subject: they are found, counted and named like all others.
 * None is ever loaded or linted: the set is empty, and project/foreign.h says what each is. */
#ifndef FOREIGN_FOREIGN_SUBJECT_H
#define FOREIGN_FOREIGN_SUBJECT_H
#include "subject/subject.h"

extern const struct subject_kind foreign_kind;
#endif

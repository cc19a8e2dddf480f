// SPDX-License-Identifier: MIT
/* What inherits from the files that the user named: an edit of a base may break any of them. */
#ifndef CLI_NAMED_DEPENDENTS_H
#define CLI_NAMED_DEPENDENTS_H
#include "cli/targets.h"

/* Looks for them in the whole projects of the named configs, unless --dependents=no or the settings say no, and leaves
 * what may be one in s->dependents for session_subjects. A search that stopped early is reported. */
void dependents_take(struct session *s, const struct targets *t);
/* Of the requested files, those that others are linted through, by name: "a.py", "a.py and b.py", "a.py, b.py and 3
 * more"; on the arena. *first: the first of them; NULL: none. */
const char *dependents_of(struct session *s, const struct subject_set *set, const struct subject **first);
#endif

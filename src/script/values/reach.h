// SPDX-License-Identifier: MIT
/* Which files of a project a script has to do with: those that import it, and all that these import. */
#ifndef SCRIPT_VALUES_REACH_H
#define SCRIPT_VALUES_REACH_H
#include "script/values/script_project.h"

/* Whether code in file `to` may run in a program that code in `from` runs in. Imports of computed names are not seen.
 */
bool script_in_reach(struct script_project *p, const struct cfile *from, const struct cfile *to);
/* Frees what the graph holds; for script_project_free. */
void script_reach_release(struct script_project *p);
#endif

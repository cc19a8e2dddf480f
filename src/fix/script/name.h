// SPDX-License-Identifier: MIT
/* Names of other modules' things, as a script's imports let it write them. */
#ifndef FIX_SCRIPT_NAME_H
#define FIX_SCRIPT_NAME_H
#include "fix/script/rewriter.h"

/* How a dotted name is written at the place of `like`, which now has another meaning; like NULL: anywhere in the scope.
 * NULL: no import there makes it possible. */
const char *name_written(struct rewriter *w, struct fn *scope, const struct str *dotted, const struct node *like);
/* Renames the callee of a call: through the object before the dot, or through its import, if nothing else uses that or,
 * with SCOPE_OWNER, only calls do. *is: the new callee. */
bool name_change(struct rewriter *w, const struct script_part *call, const struct str *to, const struct node **is);
/* `from module import name` becomes an import of another module. to_name: what it is called there. */
bool import_move(struct rewriter *w, const struct script_part *import, const struct node *alias,
		 const struct str *module, const struct str *to_name);
#endif

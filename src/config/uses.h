// SPDX-License-Identifier: MIT
/* Whether a top-level name of a config is used by code, rather than looked up as a key by a training program. */
#ifndef CONFIG_USES_H
#define CONFIG_USES_H
#include "config/graph.h"

/* What is remembered of a module's answers, found when somebody asks first: each module has a slot, on its arena. */
struct uses_slot *uses_slot_new(struct arena *a);
void uses_slot_release(struct uses_slot *s); /* what it refers to */

/* The file's own code reads the name: loads it, imports it by name, says `_base_.NAME`, or does what can't be followed
 * (eval, globals). Assigning it, also by +=, is not reading it, nor is filling a container that the file made for it
 * (x['k'] = v, x.update(...)). */
bool module_loads(const struct module *m, const struct str *name);
/* It says `_base_.NAME`, as an attribute or in a {{placeholder}}; or `${NAME`, which mmdet fills in. */
bool module_asks_base(const struct module *m, const struct str *name);
bool heir_asks_base(const struct graph *g, const struct module *m, const struct str *name); /* one of m's does */
/* The file, one of its bases or one of the configs that inherit from it does. */
bool name_is_used(const struct graph *g, const struct module *m, const struct str *name);

/* What was found of a module hangs on what inherits from it: noted by who asks, while the module is judged. */
void module_note_heirs(const struct module *m);
bool module_asked_heirs(const struct module *m);
#endif

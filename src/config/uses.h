// SPDX-License-Identifier: MIT
/* Whether a top-level name of a config is used by code, rather than looked up as a key by a training program. */
#ifndef CONFIG_USES_H
#define CONFIG_USES_H
#include "config/graph.h"

/* The cache of a module's answers, computed on demand: each module has a slot, on its arena. */
struct uses_slot *uses_slot_new(struct arena *a);
void uses_slot_release(struct uses_slot *s); /* frees what it refers to */

/* The file's own code reads the name: it loads it, imports it by name, uses `_base_.NAME`, or does something that
 * can't be analysed (eval, globals). Assigning it, also by +=, is not reading; nor is filling a container that the
 * file created for it (x['k'] = v, x.update(...)). */
bool module_loads(const struct module *m, const struct str *name);
/* It uses `_base_.NAME`, as an attribute or in a {{placeholder}}; or `${NAME`, which mmdet fills in. */
bool module_queries_base(const struct module *m, const struct str *name);
bool child_queries_base(const struct graph *g, const struct module *m, const struct str *name); /* a child of m does */
/* The file, one of its bases or one of its children reads the name. */
bool name_is_used(const struct graph *g, const struct module *m, const struct str *name);

/* Records that a result about the module depends on its children; called while the module is linted. */
void module_note_children(const struct module *m);
bool module_queried_children(const struct module *m);
#endif

// SPDX-License-Identifier: MIT
/* mmengine's ConfigDict: how stores, update and | differ from dict. */
#ifndef PYTHON_OPS_OP_CONFIGDICT_H
#define PYTHON_OPS_OP_CONFIGDICT_H
#include "python/ops/op_call.h"

/* Converts v for a store in a ConfigDict: plain dicts and lists become new ConfigDicts and lists, recursively. */
struct value configdict_of(struct eval *ev, struct value v);
struct value configdict_copy(struct eval *ev,
			     struct value v); /* a new top level; nested ones are shared, as in copy() */
struct value configdict_plain(struct eval *ev, struct value v); /* plain dicts and lists at every level, all new */
/* self.update(other): None, or the exception. */
struct value configdict_update(struct eval *ev, struct value self, struct value other, struct span at);
void configdict_update_key(struct eval *ev, struct value self,
			   const struct entry *e); /* self[e->key] as update() sets it */
struct value configdict_or(struct eval *ev, struct value x, struct value y, struct span at); /* one is a ConfigDict */
#endif

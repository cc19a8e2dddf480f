// SPDX-License-Identifier: MIT
/* What unit.c and unit_lazy.c share. */
#ifndef CONFIG_PRIV_H
#define CONFIG_PRIV_H
#include "config/unit.h"
#include "python/state/state.h"

/* Stands for the name that mmcv gives the temporary copy of a config: nobody can know it, but it is not '__main__'. */
#define UNIT_MODULE_NAME "_cfglint_module_name_"

struct span unit_whole(const struct unit *u);
struct note *unit_note(struct unit *u, const char *id, struct span at, const char *msg);
/* The loader raises; the first reason counts. The note says the same unless the caller words it for people. */
struct note *unit_refuse(struct unit *u, const char *id, struct span at, const char *error);
void unit_exception(struct unit *u, const struct exc *x);
bool unit_host_name(struct eval *ev, const struct node *n, struct value *out);
/* The names that the loader's way of executing a file binds, among ev's globals: those behind the bases' (all styles),
 * and those that a lazy config has before its bases'. */
void unit_bind_dunders(struct unit *u, struct eval *ev);
void unit_bind_lazy(struct eval *ev);
/* Frozen containers that own values refer to become copies of their own, so that frozen data stays a tree; MMEngine's
 * dicts become ConfigDicts. */
void unit_detach(struct unit *u, struct value *v);
void unit_bound(struct unit *u, struct value *keys); /* before any walk over executed values */

void unit_fail(struct unit *u, enum module_state state, struct err e);
/* bases: what `_base_` is bound to (MMEngine), set to what the file left of it; NULL: not bound. base_value: the
 * variable's value at the end. Fills u->executed. */
void unit_execute(struct unit *u, struct value *bases, struct value *base_value);

/* unit_bases.c */
bool unit_may_read(struct unit *u,
		   const char *path); /* it lies in the project or where the settings allow, links followed */
void unit_outside(struct unit *u, const struct base_ref *b); /* it does not: the module is MODULE_UNREADABLE */
void unit_mmengine_bases(struct unit *u);
void unit_mmcv_bases(struct unit *u);
void unit_scan_data(struct unit *u); /* a .json or .yaml config */

void unit_parse(struct unit *u); /* the text as it stands, without substitution: fills m.tree */
/* unit_finish.c */
const struct unit *unit_as_base(const struct unit *u, const struct unit *base); /* base as u reads it */

/* unit_lazy.c */
void lazy_scan(struct unit *u);	  /* the bases of a `with read_base():` block */
void lazy_finish(struct unit *u); /* executes; fills own, inherited, full and merged, or refuses */
#endif

// SPDX-License-Identifier: MIT
/* Which files set a key of an effective config, step by step: the base first, so the last step is the one in effect. A
 * step of a config is a place of the key in its own file; so this works for merged, substituted and lazily imported
 * configs alike. */
#ifndef CLI_SHARED_HISTORY_H
#define CLI_SHARED_HISTORY_H
#include "cli/session.h"
#include "config/graph.h"

enum how {
	HOW_SET,
	HOW_OVERRIDES,
	HOW_MERGES,
	HOW_DELETED,
	HOW_OPTION,
	HOW_LAUNCH, /* what a launch line makes of it */
	HOW_NAME,   /* machine.gpus: from the config's name, */
	HOW_SETTING /* or by the settings */
};
struct event {
	enum how how;
	struct span at;
	struct value val;  /* DELETED: unused */
	bool filled;	   /* by a placeholder */
	struct span from;  /* where the value's text stands when that is elsewhere, else zero */
	const char *place; /* where `at` is nowhere in a file; NULL: --cfg-options */
};
struct history {
	struct session *s; /* filled by the caller, as g and path */
	const struct graph *g;
	struct keypath path;
	VEC(, struct event) step;
	VEC(, const struct module *) seen;
};
/* Computes the history of the key in that config and discards the earlier contents. Returns the slot of the key in the
 * effective config. A figure of the machine stands in no config: its slot has only the value. */
struct slot history_of(struct history *h, const struct module *m);
void history_release(struct history *h);
const char *history_how(const struct event *t, bool first); /* "overrides" */
bool history_found(const struct history *h, const struct slot *slot);
#endif

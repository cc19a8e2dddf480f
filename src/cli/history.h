// SPDX-License-Identifier: MIT
/* Who set a key of an effective config, step by step: the base first, so that the last step is what counts. Each config
 * of the chain is asked whether the key's place lies in its own file; so one answer holds for merged, substituted and
 * lazily imported configs alike. */
#ifndef CLI_HISTORY_H
#define CLI_HISTORY_H
#include "cli/session.h"
#include "config/graph.h"

enum how {
	HOW_SET,
	HOW_OVERRIDES,
	HOW_MERGES,
	HOW_DELETED,
	HOW_OPTION,
	HOW_LAUNCH, /* what a launch line makes of it */
	HOW_NAME,   /* machine.gpus: told by the config's name, */
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
/* Of the key in that config; what was there before is dropped. Returns where the key stands in the effective config; of
 * a figure of the machine, which no config holds, the slot has the value alone. */
struct slot history_of(struct history *h, const struct module *m);
void history_release(struct history *h);
const char *history_how(const struct event *t, bool first); /* "overrides" */
bool history_found(const struct history *h, const struct slot *slot);
#endif

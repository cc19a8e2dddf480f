// SPDX-License-Identifier: MIT
/* A run as the commands about logs use it: its ledger, its learning rates, and the config that it was started with. The
 * config comes from the log or its folder. It is loaded like any other, as a text beside the log, so that concepts of
 * rules can be evaluated on it. */
#ifndef CLI_SHARED_LOGGED_H
#define CLI_SHARED_LOGGED_H
#include "cli/session.h"
#include "facts/facts.h"
#include "run/measured.h"
#include "run/rest.h"

struct logged {
	const struct run *run; /* the reader's; NULL: only `watch` holds */
	const struct watch *watch;
	struct ledger ledger;
	struct rates rates;
	/* NULL, all of these: the run has no config, or it can't be loaded */
	struct graph *graph;
	const struct module *config;
	const struct dialect *dialect;
	struct facts *facts;
	struct memory_use memory;
	struct rest rest;   /* of a run that hasn't reached its end */
	double ahead;	    /* of struct measurements */
	struct card card;   /* by --gpu-mem or settings, else from the run */
	struct arena arena; /* the owner of all that */
};
void logged_load(struct session *s, const struct run *r, struct logged *out); /* logged_release it */
struct measurements logged_measurements(const struct logged *l);	      /* for rules about runs */
/* Of what monitoring tools wrote, without a run. */
void logged_watch(const struct watch *w, struct logged *out);
const char *logged_file(const struct logged *l); /* the log whose lines findings are about */
void logged_release(struct logged *l);
/* A concept of the config that is a whole number and not negative; false: not known. */
bool logged_count(const struct logged *l, const char *concept, uint32_t *out);
/* The number of the run's last iteration, by its log or else its config; 0: unknown. */
uint32_t logged_iterations(const struct logged *l);
#endif

// SPDX-License-Identifier: MIT
/* Breaches of rules' orders in a project's training code: all programs that begin in it are walked once for each
 * order. */
#ifndef SCRIPT_PATHS_ORDERS_H
#define SCRIPT_PATHS_ORDERS_H
#include "script/paths/event_path.h"
#include "subject/subject.h"

VEC(programs, struct program);

struct broken { /* of one rule */
	const char *id;
	struct order order;
	struct breaches at; /* each event once */
	struct unseens unseen;
};
struct orders {
	struct broken *rule;
	uint32_t n;
};
/* All programs that begin in p. */
void script_programs(struct script_project *p, bool wide, struct programs *out);
/* All memory is p's; orders_release frees vectors. */
void orders_find(struct script_project *p, const struct subject_order *rule, uint32_t n, struct orders *out);
void orders_release(struct orders *o);
#endif

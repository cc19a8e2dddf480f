// SPDX-License-Identifier: MIT
/* What breaks the orders of rules in a project's training code: all programs that begin somewhere in it, walked once
 * for each order. */
#ifndef SCRIPT_ORDERS_H
#define SCRIPT_ORDERS_H
#include "script/event_path.h"
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
/* All that begin somewhere in p. */
void script_programs(struct script_project *p, bool wide, struct programs *out);
/* Everything is p's; vectors are released by orders_release. */
void orders_find(struct script_project *p, const struct subject_order *rule, uint32_t n, struct orders *out);
void orders_release(struct orders *o);
#endif

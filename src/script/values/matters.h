// SPDX-License-Identifier: MIT
/* Which functions matter to programs: those in which an event of rules/script.yaml may happen, or in their callees.
 * All others are left out of programs. */
#ifndef SCRIPT_VALUES_MATTERS_H
#define SCRIPT_VALUES_MATTERS_H
#include "script/values/cell.h"

/* Which events count: those of orders; those that make a function matter to loops; all. */
enum breadth { ORDERED, WEIGHTY, EVERY };
bool event_counts(const struct script_event *e, enum breadth b);
/* By the last part of the callee's name. */
bool call_may_be_event(const struct script_know *k, const struct node *call, enum breadth breadth);
const struct str *call_last_name(const struct node *call); /* NULL: the callee has none */
/* Whether an event of orders may happen in the function or in its callees; wide: also an event by which a loop is
 * described, or a loop in a region. depth: 0. Call chains that are too deep count as mattering: a program walks into
 * few of them anyway. */
bool script_matters(struct script_project *p, struct fn *f, bool wide, unsigned depth);
/* Whether a wide program that calls the function walks into it, though it does not matter by itself: it keeps what it
 * is given, `self.x.append(y)`, or may have an event of rules/script.yaml that says so (`entered`). */
bool script_is_entered(struct script_project *p, struct fn *f);
#endif

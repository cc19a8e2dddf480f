// SPDX-License-Identifier: MIT
/* Shared by the files of rule functions: arguments, results, and the rows of each. */
#ifndef FACTS_FUNCTION_PRIV_H
#define FACTS_FUNCTION_PRIV_H
#include "code/classes/lookup.h"
#include "facts/priv.h"
#include "facts/rulefn.h"
#include "facts/vocab.h"

static inline const struct node *rule_node(const struct rulecall *c, uint32_t i)
{
	return c->node->kid[i + 1];
}
/* Two edits change a length by at most two: a cheap filter before near_find and near_distance, which count. */
static inline bool rule_may_be_near(const struct str *a, const struct str *b)
{
	return a->len + 2 >= b->len && a->len <= b->len + 2;
}
struct value rule_arg(struct rulecall *c, uint32_t i);
struct value rule_unknown(const struct rulecall *c, enum why why, const char *what);
struct value rule_bool(bool b);
/* The argument as text; false: *why is the Unknown to return. */
bool rule_text(struct rulecall *c, uint32_t i, const struct str **out, struct value *why);
const char *rule_type_text(struct value v); /* last component of a type's name; NULL: the value names no type */
/* The type of a dict (its `type`), or the value itself. An absent `type` gives None: certainly none of any names. */
struct value rule_type_value(struct rulecall *c, struct value v);

/* With the patterns of type_is: a name may end or start with an asterisk. */
bool rule_matches(const char *name, size_t len, const struct str *pattern);
/* Whether the call's names, from its second argument on, are the type of v; wildcards as in type_is. */
struct value rule_type_among(struct rulecall *c, struct value v);
/* The project's class that is built for the type, or for the dict with it. */
struct code_lookup rule_own_class(struct rulecall *c, struct value of);
struct scope_said; /* facts/type_scope.h */
/* The same for a type under a scope; dict: the place of the dict with the type, NULL: unknown. */
struct code_lookup rule_class(struct facts *f, const struct str *type, struct scope_said s, const struct keypath *dict);
/* The scope in the dict, by its keys and those of the dicts around it; *at: its place; false: unknown. */
bool rule_scope(struct facts *f, struct value dict, struct scope_said *s, struct keypath *at);
/* Whether a dict certainly has a key that its type's class does not take. */
bool rule_misfit(struct rulecall *c, struct value dict);
/* Its class certainly takes no such key. */
bool rule_refuses(struct rulecall *c, struct value dict, const struct str *key);
/* Whether some dict at or below v has the key; true also if that is expensive to determine. */
bool rule_has_key(struct rulecall *c, struct value v, const struct str *key);
/* fact(dict, name) */
struct value rule_part_fact(struct rulecall *c, struct value dict, const struct str *name);
bool rule_is_part(struct rulecall *c, struct value dict); /* its class has a row */
/* One of its keys indicates that its class has the fact, or some fact (NULL), whether that class is known or not. */
bool rule_key_indicates(const struct facts *f, struct value dict, const struct str *fact);
/* The value under such a key may have the fact, or some fact (NULL). */
bool rule_place_indicates(const struct facts *f, const struct str *under, const struct str *fact);
bool rule_is_aside(struct rulecall *c, struct value dict); /* it belongs to a part and is none; dict: marked */
/* Its row has the fact; without a row: a key or its place indicates it. dict: marked, for its place */
bool rule_part_has(struct rulecall *c, struct value dict, const struct str *const *fact, uint32_t n);
struct container_memo *rule_memo(struct facts *f, const void *of); /* of a frozen container */

/* Their rows (fn_table.c joins them). */
extern const struct rulefns rulefns_presence, rulefns_dicts, rulefns_code, rulefns_types, rulefns_built, rulefns_parts,
	rulefns_file, rulefns_remark, rulefns_same_schedule, rulefns_sample_flow, rulefns_schema, rulefns_model,
	rulefns_math, rulefns_exports, rulefns_layers;
#endif

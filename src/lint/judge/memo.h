// SPDX-License-Identifier: MIT
/* Rules that said nothing, and what decided that; so that configs alike in it are not judged by them again. Only
 * silence is remembered, so a hit and a miss give the same bytes, whatever the threads do. Bounded; read without locks.
 * Modules must outlive it. */
#ifndef LINT_JUDGE_MEMO_H
#define LINT_JUDGE_MEMO_H
#include "facts/deps.h"
#include "lint/judge/judge.h"

struct memo_rule;   /* what decides that a rule says nothing */
struct memo_rules { /* all rules under one dialect, settings, training code and project */
	const struct dialect *dialect;
	const struct settings *settings;
	const struct code *code;
	const char *project;	/* its folder, by address */
	struct rule_plan *plan; /* as ruleset.at */
	struct memo_rule *rule; /* likewise: memo_rule_at */
	struct memo_rules *next;
};
struct memo_key {	/* a rule, or one element of its `each`, and what stands where that looks */
	const void *of; /* NULL: it can't be told, nothing is remembered */
	uint64_t hash;
	uint32_t n;
	struct stand token[DEPS_MAX + 1];
};
struct memo *memo_new(const struct ruleset *rs);
void memo_free(struct memo *m);
/* For one config at a time: what stands where, as far as it was looked at. */
struct spots_seen *memo_seen_begin(struct memo *m);
void memo_seen_end(struct memo *m, struct spots_seen *t);
struct barren *memo_barren(struct memo *m); /* for facts_share */
/* NULL: there are too many projects for anything to be remembered about one more. */
const struct memo_rules *memo_rules(struct memo *m, const struct dialect *d, const struct settings *st,
				    const struct code *code, const char *project);
/* NULL: nothing is remembered about this rule, or not yet. t: its trial on the config at hand. */
struct memo_rule *memo_rule_at(struct memo *m, const struct memo_rules *all, uint32_t i, struct trial *t);
/* Whose config it is, as dialect_detect tells it; f has no dialect yet. */
const struct dialect *memo_dialect(struct memo *m, struct facts *f, struct spots_seen *tokens, const struct module *of);
/* Whether it is known that no case of the rule holds, for any element; fills key. For element i, which t has. */
bool memo_silent(const struct memo_rule *r, struct trial *t, struct memo_key *key);
bool memo_element_silent(const struct memo_rule *r, struct trial *t, uint32_t i);
/* No case held for element i, which t has, and nothing was counted: remembers why. false: for reasons that can't be
 * told, so that the rule's key can't be learnt either. */
bool memo_learn_element(const struct memo_rule *r, struct trial *t, uint32_t i);
/* From now on what has this key is silent. */
void memo_learn(struct memo *m, const struct memo_key *key);
#endif

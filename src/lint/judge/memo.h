// SPDX-License-Identifier: MIT
/* A cache of rules without a finding, and of the values that decided that: such rules don't run again on configs with
 * the same values. Only silence is cached, so a hit and a miss give the same bytes, whatever the threads do. Bounded;
 * read without locks. Modules must outlive it. */
#ifndef LINT_JUDGE_MEMO_H
#define LINT_JUDGE_MEMO_H
#include "facts/dependence.h"
#include "lint/judge/judge.h"

struct memo_rule;   /* the values that decide that a rule is silent */
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
	const void *of; /* NULL: unknown, nothing is cached */
	uint64_t hash;
	uint32_t n;
	struct stand stand[DEPS_MAX + 2];
};
struct memo *memo_new(const struct ruleset *rs, enum judge_mode mode);
void memo_free(struct memo *m);
/* For one config at a time: what stands where, as far as it was looked at. */
struct spots_seen *memo_seen_begin(struct memo *m);
void memo_seen_end(struct memo *m, struct spots_seen *t);
struct search_cache *memo_search_cache(struct memo *m); /* for facts_share */
/* NULL: there are too many projects to cache one more. */
const struct memo_rules *memo_rules(struct memo *m, const struct dialect *d, const struct settings *st,
				    const struct code *code, const char *project);
/* NULL: nothing is cached about this rule, or not yet. t: its trial on the current config. */
struct memo_rule *memo_rule_at(struct memo *m, const struct memo_rules *all, uint32_t i, struct trial *t);
/* The dialect and project of the config, as dialect_detect determines them; f has no dialect yet. */
const struct dialect *memo_dialect(struct memo *m, struct facts *f, struct spots_seen *seen, const struct module *of);
/* The cached result of element i, which t has, without evaluation. HELD: a case that isn't selected would hold. */
enum memo_answer { MEMO_UNKNOWN, MEMO_SILENT, MEMO_HELD };
enum memo_answer memo_element(const struct memo_rule *r, struct trial *t, uint32_t i);
/* Whether the cache has that the rule is silent for all elements; fills key. */
bool memo_silent(struct memo_rule *r, struct trial *t, struct memo_key *key);
struct element_result {	   /* on an element */
	uint32_t held;	   /* the first case to hold; ncases: none */
	uint64_t is_false; /* a bit per case before it: it is False, not Unknown */
	bool fired;	   /* it is selected, and all of its message is known */
	bool lacks;	   /* a value is unknown (why), and counts as not checked */
	struct value why;
};
/* Element i, which t has, was evaluated, and nothing was reported or counted. Caches why. false: the reasons are
 * unknown, so the rule's key can't be cached either. */
bool memo_learn_element(const struct memo_rule *r, struct trial *t, uint32_t i, const struct element_result *v);
/* The rule ran; decided: nothing was reported or counted, for known reasons: from now on it is silent for this key. */
void memo_learn(struct memo *m, struct memo_rule *r, const struct memo_key *key, bool decided);
#endif

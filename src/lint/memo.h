// SPDX-License-Identifier: MIT
/* Rules that said nothing. While a rule is judged, the questions that its conditions ask the config are written down
 * with the answers (facts/question.h). The next config is asked the same questions, one after the other as long as the
 * answers are the same; where they all are, the rule says nothing again and need not be evaluated. Only that is
 * remembered, so a hit and a miss give the same bytes, whatever the threads do. Bounded; read without locks. Modules
 * must outlive it. */
#ifndef LINT_MEMO_H
#define LINT_MEMO_H
#include "facts/question.h"
#include "lint/judge/judge.h"
#include "lint/judge/native.h"
#include "lint/rules/ruleset.h"

struct memo_tree;
struct memo_rules;
struct memo_rule { /* one rule under one dialect, settings, training code and project */
	const struct memo_rules *under;
	const struct rule *rule;
	bool any_file, has_cases;	 /* the rule's, near at hand: most that is asked of it */
	bool runs;			 /* the dialect is among its own, and a case of it is selected */
	bool runs_code;			 /* what it finds in training code is selected */
	native_fn *native, *native_code; /* NULL: none */
	const bool *selected;		 /* per case */
	const struct str **bound;	 /* each's name and those of comprehensions */
	uint32_t nbound;
	struct memo_tree *whole, *element;
};
struct memo_rules {
	const struct dialect *dialect;
	const struct settings *settings;
	const struct code *code;
	const char *project;	/* its folder, by address */
	struct memo_rule *rule; /* as ruleset.at */
	struct memo_rules *next;
};
struct memo *memo_new(const struct ruleset *rs);
void memo_free(struct memo *m);
/* What one config answered so far. */
struct memo_answers *memo_answers_begin(struct memo *m);
void memo_answers_end(struct memo *m, struct memo_answers *a);
struct barren *memo_barren(struct memo *m); /* for facts_share */
/* NULL: there are too many projects for anything to be remembered about one more. */
const struct memo_rules *memo_rules(struct memo *m, const struct dialect *d, const struct settings *st,
				    const struct code *code, const char *project);
/* Whose config it is, as dialect_detect tells it; f has no dialect yet. */
const struct dialect *memo_dialect(struct memo *m, struct facts *f, struct memo_answers *answers, const struct graph *g,
				   const struct module *of);
/* Whether the rule, or the element that t has, is known to say nothing. l not NULL: gets the questions that were asked
 * on the way when it is. */
bool memo_rule_silent(const struct memo_rule *r, struct trial *t);
bool memo_element_silent(const struct memo_rule *r, struct trial *t, struct listener *l);
/* It said nothing, and l heard why: all of it, or since l->from. */
void memo_rule_learn(struct memo *m, const struct memo_rule *r, const struct trial *t, const struct listener *l);
void memo_element_learn(struct memo *m, const struct memo_rule *r, const struct trial *t, const struct listener *l);
#endif

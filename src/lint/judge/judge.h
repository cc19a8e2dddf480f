// SPDX-License-Identifier: MIT
/* One rule on one subject: its lets, cases, message and fixes. Used by lint.c and by `explain` (why_silent.c). */
#ifndef LINT_JUDGE_JUDGE_H
#define LINT_JUDGE_JUDGE_H
#include "facts/facts.h"
#include "lint/finding/diag.h"
#include "lint/finding/lint_stats.h"
#include "lint/settings/settings.h"
#include "lint/rules/ruleset.h"
#include "python/state/state.h"

struct native_ctx;
struct memo_rules;
struct rule_plan { /* what a rule does under a dialect and settings */
	const struct rule *rule;
	const bool *selected; /* per case */
	bool judges;	      /* the dialect is among its own, and a case of it is selected */
	bool elsewhere;	      /* a case is selected, and a dialect that extends this one is among its own */
	void (*native)(struct native_ctx *c), (*native_code)(struct native_ctx *c); /* NULL: none, or not selected */
};
enum judge_mode {
	JUDGE_RUN, /* the rules and cases that the settings select */
	JUDGE_COUNT /* also those that they hold back */,
	JUDGE_SINGLE /* one rule that is explained or tested, even if not selected */
};
struct judge { /* one subject under one settings set */
	struct arena *a;
	const struct subject *s;
	const struct ruleset *rs;
	const struct settings *st;
	struct facts *facts;
	const struct code *code;  /* that trains the config; NULL: none, or not looked at */
	bool away;		  /* in a folder of old files, and the user didn't name it */
	bool spent;		  /* values are not known since evaluating them takes too many steps */
	const char *no_code;	  /* why there is none although the settings require it; else NULL */
	struct memo *memo;	  /* NULL: none */
	struct spots_seen *seen;  /* with memo: what stands where in the config */
	struct diags *out, *held; /* held: of what the settings hold back, where mode is COUNT */
	struct lint_stats *stats;
	enum judge_mode mode;
};
enum let_state { LET_UNKNOWN, LET_COMPUTED /* being computed */, LET_KNOWN };
struct trial { /* one rule, one element */
	struct judge *j;
	const struct rule *rule;
	struct value elem;
	struct value unlisted;	    /* of trial_elements: why some elements may lack; None: none does */
	struct value *let, *option; /* NULL: none was looked at yet */
	uint8_t *let_state;	    /* enum let_state */
	uint8_t *option_state;	    /* 0 not evaluated, 2 done */
	struct names names;
	struct reads reads;
	VEC(, const struct str *) sought; /* top-level keys below which a condition looked up a missing key */
};

bool rule_applies(const struct rule *r, const struct dialect *d); /* to configs of this dialect; d may be NULL */
/* The one place that decides which rules run, and with which cases. */
struct rule_plan rule_plan_of(struct arena *a, const struct ruleset *rs, const struct rule *r, const struct dialect *d,
			      const struct settings *st, enum judge_mode mode);
/* all, i: where what decides the rule is remembered (memo_rule_at); all NULL: nowhere. */
void judge_rule(struct judge *j, const struct rule_plan *p, const struct memo_rules *all, uint32_t i);

/* Records a check that did not run: r NULL, none in particular; reason, v as unchecked_add takes them. */
void judge_unchecked(struct judge *j, const struct rule *r, enum unchecked_why why, const char *reason, struct value v);

void trial_begin(struct trial *t, struct judge *j, const struct rule *r);
void trial_end(struct trial *t);
void trial_element(struct trial *t, struct value elem); /* forgets the lets of the element before */
struct value trial_eval(struct trial *t, const struct node *expr);
/* The elements of `each`, with their key paths; without each one dummy. Open: some may or may not exist, and are left
 * out. Unknown: the elements are unknown. */
struct value trial_elements(struct trial *t);
/* The finding of a case whose `when` is True, before finding_finish; false: it can't be formulated; why is the unknown
 * part. */
bool trial_fire(struct trial *t, const struct rulecase *cas, struct diag *out, struct value *why);
#endif

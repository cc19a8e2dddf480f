// SPDX-License-Identifier: MIT
/* Evaluates a rule on a config. Lets are computed on demand and once per element. If a value is unknown, no finding
 * depends on it.
 *
 *	when: lr > 1, and lr is Unknown	no finding; the check counts as not made */
#include "lint/judge/judge.h"
#include "lint/judge/finish.h"
#include "lint/judge/memo.h"
#include "lint/judge/native.h"
#include "lint/judge/promise.h"
#include "python/value/truth.h"
#include "lint/settings/select.h"
#include "lint/judge/code_rules.h"
#include <stdlib.h>
#include <string.h>

enum { ELEMENTS_MAX = 20000 };
static const struct span nowhere;

/* ---- names ---- */

static int named_find(const struct let *list, uint32_t n, const struct str *name)
{
	for (uint32_t i = 0; i < n; i++)
		if (list[i].name == name)
			return (int)i;
	return -1;
}

/* Most trials end before a let or an option is looked at. */
static void make_room(struct trial *t)
{
	uint32_t n = t->rule->nlets + t->rule->noptions;
	t->let = arena_alloc(t->j->a, n + 1, sizeof *t->let + 1, alignof(struct value));
	t->option = t->let + t->rule->nlets;
	t->let_state = (uint8_t *)(t->let + n);
	t->option_state = t->let_state + t->rule->nlets;
}

static struct value let_value(struct trial *t, const struct facts_ctx *by, int i)
{
	if (!t->let)
		make_room(t);
	enum let_state was = t->let_state[i];
	if (was == LET_COMPUTED)
		return value_unknown(t->j->a, WHY_DEPTH, nowhere, t->rule->let[i].name->s);
	if (was == LET_UNKNOWN) {
		t->let_state[i] = LET_COMPUTED;
		t->let[i] = facts_eval_in(by, t->rule->let[i].expr, &t->names, facts_traces(by) ? &t->reads : NULL);
		t->let_state[i] = LET_KNOWN;
	}
	return t->let[i];
}

static struct value option_value(struct trial *t, uint32_t i)
{
	const struct option *o = &t->rule->option[i];
	if (!t->let)
		make_room(t);
	if (!t->option_state[i]) {
		t->option_state[i] = 2;
		if (!settings_option(t->j->st, t->rule, o->name, t->j->a, &t->option[i]))
			t->option[i] = o->def;
	}
	return t->option[i];
}

static bool lookup(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out)
{
	struct trial *t = ctx;
	const struct rule *r = t->rule;
	if (!(r->names & rule_name_bit(name)))
		return false;
	if (name == r->each_name) {
		*out = t->elem;
		return true;
	}
	int let = named_find(r->let, r->nlets, name);
	if (let >= 0) {
		*out = let_value(t, by, let);
		return true;
	}
	for (uint32_t i = 0; i < r->noptions; i++)
		if (r->option[i].name == name) {
			*out = option_value(t, i);
			return true;
		}
	return false;
}

static const struct node *let_expr(void *ctx, const struct str *name)
{
	const struct trial *t = ctx;
	int let = named_find(t->rule->let, t->rule->nlets, name);
	return let >= 0 ? t->rule->let[let].expr : NULL;
}

void trial_begin(struct trial *t, struct judge *j, const struct rule *r)
{
	*t = (struct trial){ .j = j, .rule = r };
	t->names = (struct names){ lookup, t, let_expr };
}

void trial_end(struct trial *t)
{
	vec_release(&t->reads);
	vec_release(&t->sought);
}

void trial_element(struct trial *t, struct value elem)
{
	t->elem = elem;
	t->reads.n = 0;
	if (t->let)
		memset(t->let_state, 0, t->rule->nlets);
	const struct code_seen *old;
	facts_code_seen(t->j->facts, &old); /* of the element before */
}

struct value trial_eval(struct trial *t, const struct node *expr)
{
	return facts_eval(t->j->facts, expr, &t->names, &t->reads);
}

/* ---- each ---- */

/* Unknown, and not because it is missing. */
static bool lacks(struct value v)
{
	return unchecked_of(v) < UNCHECKED_WHYS;
}

static void mark_elements(struct trial *t, struct list *l)
{
	struct facts *f = t->j->facts;
	struct keypath p, own;
	bool queried = false, placed = true;
	for (uint32_t i = 0; i < l->n && placed; i++) {
		if (facts_marked(f, l->at[i].val, &own))
			continue;
		placed = queried || facts_path(f, t->rule->each, &t->names, &p); /* usually all have a place */
		queried = true;
		if (placed)
			l->at[i].val = facts_mark(f, l->at[i].val, keypath_add(t->j->a, p, value_int(i, nowhere)));
	}
}

struct value trial_elements(struct trial *t)
{
	struct value one = value_list(t->j->a, VALUE_LIST, 1, nowhere);
	t->unlisted = value_none(nowhere);
	if (!t->rule->each) {
		list_push(t->j->a, one.as.list, value_none(nowhere), nowhere);
		return one;
	}
	struct value v = facts_eval_each(t->j->facts, t->rule->each, &t->names, &t->reads);
	if (v.kind == VALUE_UNKNOWN)
		return v;
	if (!value_is_listlike(v))
		return value_unknown(t->j->a, WHY_TYPE, nowhere, NULL);
	if (v.as.list->n > ELEMENTS_MAX)
		return value_unknown(t->j->a, WHY_FUEL, nowhere, NULL);
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		struct item x = v.as.list->at[i];
		if (!(x.flags & EF_MAYBE))
			list_push(t->j->a, one.as.list, x.val, x.use);
		else if (lacks(x.val))
			t->unlisted = x.val;
		one.as.list->open |= (x.flags & EF_MAYBE) != 0;
	}
	mark_elements(t, one.as.list);
	return one;
}

/* ---- a finding ---- */

/* Text of an f-string on one line; false: not known. */
static bool text_of(struct trial *t, const struct node *fstring, const char **out, struct value *why)
{
	struct value v = facts_eval(t->j->facts, fstring, &t->names, NULL);
	if (v.kind != VALUE_STR) {
		*why = v;
		return false;
	}
	char *s = arena_strndup(t->j->a, v.as.s->s, v.as.s->len);
	for (char *p = s; *p; p++)
		if (*p == '\n' || *p == '\r')
			*p = ' ';
	*out = s;
	return true;
}

static double seconds_of(struct trial *t, const struct node *expr)
{
	struct value v = expr ? trial_eval(t, expr) : value_none(nowhere);
	return value_is_number(v) ? value_number(v) : 0;
}

bool trial_fire(struct trial *t, const struct rulecase *cas, struct diag *out, struct value *why)
{
	struct diag d = { .rule = t->rule, .severity = cas->severity };
	size_t reads = t->reads.n; /* what `when` looked at, not what the message did */
	if (!text_of(t, cas->message, &d.msg, why))
		return false;
	if (cas->hint && !text_of(t, cas->hint, &d.hint, why))
		d.hint = NULL;
	if (t->rule->cause && !text_of(t, t->rule->cause, &d.cause, why))
		d.cause = NULL;
	d.cost = seconds_of(t, t->rule->cost);
	d.saves = t->rule->saves ? seconds_of(t, t->rule->saves) : d.cost;
	finding_place(t, cas->at, &d);
	t->reads.n = reads;
	trial_related(t, cas, &d);
	trial_code(t, &d);
	trial_fixes(t, cas, &d);
	trial_patch(t, cas, &d);
	*out = d;
	return true;
}

/* ---- a rule ---- */

void judge_unchecked(struct judge *j, const struct rule *r, enum unchecked_why why, const char *reason, struct value v)
{
	j->stats->events++;
	if (why == UNCHECKED_VALUE && j->spent)
		why = UNCHECKED_BUDGET;
	unchecked_add(j->a, &j->stats->unchecked[why], r, j->s, reason, v);
}

static struct element_result judge_element(struct trial *t, const struct rule_plan *p)
{
	struct element_result out = { .held = t->rule->ncases };
	for (uint32_t i = 0; i < t->rule->ncases; i++) {
		const struct rulecase *cas = &t->rule->cas[i];
		struct value v = trial_eval(t, cas->when);
		if (lacks(v)) {
			out.lacks = true;
			out.why = v;
		}
		out.is_false |= i < 64 && value_truth(v) == FALSE3 ? (uint64_t)1 << i : 0;
		if (v.kind != VALUE_BOOL || !v.as.b)
			continue;
		struct diag d;
		out.held = i;
		if (!p->selected[i])
			break;
		out.fired = trial_fire(t, cas, &d, &v);
		if (out.fired && finding_finish(t->j, &d))
			finding_add(t->j, &d);
		if (!out.fired && lacks(v)) { /* what is absent from its message is known to be */
			out.lacks = true;
			out.why = v;
		}
		break;
	}
	return out;
}

/* A rule with known(machine.cores) does not fire without the figure. Whether it could have fired: with the guard open
 * its condition holds, or only the figure is missing. */
static bool guard_matters(struct trial *t, struct value elements)
{
	bool matters = false;
	facts_open_guards(t->j->facts, true);
	for (uint32_t i = 0; elements.kind == VALUE_LIST && i < elements.as.list->n && !matters; i++) {
		trial_element(t, elements.as.list->at[i].val);
		for (uint32_t k = 0; k < t->rule->ncases && !matters; k++) {
			struct value v = trial_eval(t, t->rule->cas[k].when);
			matters = lacks(v) || (v.kind == VALUE_BOOL && v.as.b);
		}
	}
	facts_open_guards(t->j->facts, false);
	return matters;
}

static void count_guarded(struct trial *t, struct value elements)
{
	struct machine_reads queried = facts_machine_reads(t->j->facts);
	struct value none = value_none(nowhere);
	if (!(queried.gpus || queried.cores) || !guard_matters(t, elements))
		return;
	queried = facts_machine_reads(t->j->facts); /* what stood behind the first guard too */
	if (queried.gpus)
		judge_unchecked(t->j, t->rule, UNCHECKED_GPUS, NULL, none);
	if (queried.cores)
		judge_unchecked(t->j, t->rule, UNCHECKED_CORES, NULL, none);
}

bool rule_applies(const struct rule *r, const struct dialect *d)
{
	if (!r->ndialects)
		return true;
	for (uint32_t i = 0; d && i < r->ndialects; i++)
		if (dialect_is(d, r->dialect[i]))
			return true;
	return false;
}

/* For none that this one is, but for one that extends it: which of them trains the config was not recognised. */
static bool rule_may_apply(const struct rule *r, const struct dialects *all, const struct dialect *d)
{
	for (uint32_t i = 0; i < r->ndialects; i++) {
		const struct dialect *one = dialect_by_name(all, r->dialect[i]);
		if (!d || (one && dialect_is(one, d->name)))
			return true;
	}
	return false;
}

static bool runs(const struct rule *r, const struct settings *st, enum judge_mode mode, enum severity sev)
{
	sev = settings_severity(st, r, sev);
	return mode == JUDGE_SINGLE || settings_selects(st, r, sev) ||
	       (mode == JUDGE_COUNT && settings_holds_back(st, r, sev));
}

struct rule_plan rule_plan_of(struct arena *a, const struct ruleset *rs, const struct rule *r, const struct dialect *d,
			      const struct settings *st, enum judge_mode mode)
{
	bool *selected = arena_array(a, bool, r->ncases + 1), any = false;
	for (uint32_t i = 0; i < r->ncases; i++)
		any |= selected[i] = runs(r, st, mode, r->cas[i].severity);
	struct rule_plan p = { .rule = r, .selected = selected };
	bool found = (r->native || r->code) && runs(r, st, mode, r->severity);
	bool applies = (any || (found && r->native)) && rule_applies(r, d);
	p.judges = any && applies;
	p.elsewhere = any && !applies && r->on->dialects && rule_may_apply(r, &rs->dialects, d);
	p.native = r->native && found && applies ? native_find(r->id) : NULL;
	p.native_code = r->code && found ? native_code_find(r->code) : NULL;
	return p;
}

struct heard {			    /* the findings about the elements of a rule */
	bool fired;		    /* a selected case held */
	bool undecided;		    /* one is silent for reasons that are not remembered */
	VEC(, struct value) lacked; /* counted for each element without a finding */
};

static void judge_one(struct trial *t, const struct rule_plan *p, const struct memo_rule *memo, uint32_t i,
		      struct heard *h)
{
	enum memo_answer known = memo && p->rule->each ? memo_element(memo, t, i) : MEMO_UNKNOWN;
	if (known != MEMO_UNKNOWN)
		return;
	struct element_result out = judge_element(t, p);
	bool holds = out.held < p->rule->ncases && p->selected[out.held], silent = !out.lacks && !holds;
	h->undecided |= !memo || !silent || !memo_learn_element(memo, t, i, &out);
	h->fired |= holds;
	if (out.lacks && !out.fired)
		vec_push(&h->lacked, out.why);
}

/* key: the rule's, filled when memo is not NULL. */
static void judge_elements(struct trial *t, const struct rule_plan *p, struct memo_rule *memo,
			   const struct memo_key *key)
{
	struct judge *j = t->j;
	struct heard h = { 0 };
	uint32_t events = j->stats->events;
	struct value elements = trial_elements(t);
	bool exact = elements.kind == VALUE_LIST && !elements.as.list->open; /* else numbers of elements may not fit */
	if (lacks(elements))
		vec_push(&h.lacked, elements);
	if (lacks(t->unlisted))
		vec_push(&h.lacked, t->unlisted);
	for (uint32_t i = 0; elements.kind == VALUE_LIST && i < elements.as.list->n; i++) {
		trial_element(t, elements.as.list->at[i].val);
		judge_one(t, p, exact ? memo : NULL, i, &h);
	}
	for (size_t i = 0; i < h.lacked.n; i++)
		judge_unchecked(j, p->rule, unchecked_of(h.lacked.at[i]), NULL, h.lacked.at[i]);
	if (!h.fired && !h.lacked.n)
		count_guarded(t, elements);
	vec_release(&h.lacked);
	if (memo)
		memo_learn(j->memo, memo, key,
			   !h.undecided && j->stats->events == events && !facts_gave_tree(j->facts));
}

void judge_rule(struct judge *j, const struct rule_plan *p, const struct memo_rules *all, uint32_t i)
{
	struct trial t;
	struct memo_key key;
	if (!p->judges)
		return;
	trial_begin(&t, j, p->rule);
	struct memo_rule *memo = all ? memo_rule_at(j->memo, all, i, &t) : NULL;
	if (!memo || !memo_silent(memo, &t, &key)) {
		facts_machine_reads(j->facts);
		facts_gave_tree(j->facts);
		judge_elements(&t, p, memo, &key);
	}
	trial_end(&t);
}

// SPDX-License-Identifier: MIT
/* Why a rule has no finding: the first cause, as a sentence with its place. For `cfglint explain RULE FILE` and failed
 * rule tests.
 *
 *	DAT005 is silent: `workers_per_gpu == 0` is false where workers_per_gpu = 2 */
#include "lint/rules/rule_kinds.h"
#include "lint/why_silent.h"
#include "lint/judge/judge.h"
#include "lint/judge/code_rules.h"
#include "lint/rules/ruleset.h"
#include "base/path.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include "config/config_subject.h"
#include "lint/settings/select.h"
#include <string.h>

#define GIVE_MACHINE "; give it by --gpus, --nodes, --cores, --gpu-mem or in .cfglint.yaml (machine:)"

struct facts_ctx {
	const struct linter *l;
	struct judge j;
	struct trial t;
	struct buf *why;
	const char *cwd;
	bool brief; /* the rule's own expressions are not shown */
};

static void put_place(struct facts_ctx *q, struct span at)
{
	const struct source *s = sources_get(q->j.s->set->sources, at.file);
	if (s)
		buf_printf(q->why, " (%s:%s)", path_shown(q->j.a, q->cwd, s->path), source_line(q->j.a, s, at.lo));
}

/* Source text of an expression of the rule, on one line. */
static void put_expr(struct facts_ctx *q, const struct node *n)
{
	const struct source *s = q->t.rule->src;
	if (!s || n->hi > s->len || n->lo >= n->hi) {
		buf_puts(q->why, "its condition");
		return;
	}
	bool blank = false;
	buf_putc(q->why, '`');
	for (uint32_t i = n->lo; i < n->hi; i++) {
		bool space = s->bytes[i] == ' ' || s->bytes[i] == '\n' || s->bytes[i] == '\t';
		if (!space || !blank)
			buf_putc(q->why, space ? ' ' : s->bytes[i]);
		blank = space;
	}
	buf_putc(q->why, '`');
}

static void put_cause(struct facts_ctx *q, struct value v)
{
	const struct cause *c = v.as.cause;
	if (!c) {
		buf_puts(q->why, "an unknown value");
		return;
	}
	bool sentence = c->detail && c->why == WHY_LOG; /* what the log doesn't contain, and why */
	if (!c->detail)
		buf_puts(q->why, "a value ");
	else
		buf_printf(q->why, "%s%s", c->detail->s, sentence ? "" : ": ");
	if (!sentence)
		buf_puts(q->why, why_text(c->why));
	put_place(q, c->at);
	if (machine_option(c))
		buf_puts(q->why, GIVE_MACHINE);
}

/* The operand of `a and b and ...` that decides: false, or not known. Lets are looked into. */
static const struct node *decisive(struct trial *t, const struct node *n, struct value *v)
{
	for (int i = 0; i < 64; i++) {
		const struct node *let = n->kind == NODE_NAME ? t->names.expr(t->names.ctx, n->text) : NULL;
		if (let) {
			n = let;
			continue;
		}
		if (n->kind != NODE_BOOL || n->op != OP_AND)
			break;
		struct value left = trial_eval(t, n->kid[0]);
		bool holds = value_truth(left) == TRUE3;
		n = n->kid[holds ? 1 : 0];
		*v = holds ? trial_eval(t, n) : left;
	}
	return n;
}

/* Whether both are written with the same words. */
static bool same_words(const struct source *s, const struct node *a, const struct node *b)
{
	return a->hi - a->lo == b->hi - b->lo && !memcmp(s->bytes + a->lo, s->bytes + b->lo, a->hi - a->lo);
}

/* " where ratio = 1.0, row.share = 0.01": the names in the condition and their values */
static void put_values(struct facts_ctx *q, const struct node *root)
{
	const struct source *s = q->t.rule->src;
	VEC(, const struct node *) todo = { 0 }, seen = { 0 };
	vec_push(&todo, root);
	while (s && todo.n && seen.n < 6) {
		const struct node *n = vec_pop(&todo);
		bool again = (n->kind != NODE_NAME && n->kind != NODE_ATTR) || n->hi > s->len;
		for (size_t i = 0; i < seen.n && !again; i++)
			again = same_words(s, seen.at[i], n);
		struct value v = again ? (struct value){ 0 } : trial_eval(&q->t, n);
		struct buf text = { 0 };
		bool put = !again && value_is_known(v) && op_repr(&text, v) && text.n <= 40;
		if (put) {
			buf_printf(q->why, "%s%.*s = %s", seen.n ? ", " : " where ", (int)(n->hi - n->lo),
				   s->bytes + n->lo, buf_str(&text));
			vec_push(&seen, n);
		}
		buf_release(&text);
		for (uint32_t i = n->n; !put && i-- > 0;)
			if (n->kid[i] && (n->kind != NODE_CALL || i))
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
	vec_release(&seen);
}

static void explain_when(struct facts_ctx *q, const struct node *when, struct value v)
{
	const struct node *n = decisive(&q->t, when, &v);
	put_expr(q, n);
	if (v.kind == VALUE_UNKNOWN) {
		buf_puts(q->why, " can't be known: ");
		put_cause(q, v);
		return;
	}
	buf_puts(q->why, value_truth(v) == FALSE3 ? " is false" : " is not exactly True");
	put_values(q, n);
	const struct node *callee = n->kind == NODE_CALL ? n->kid[0] : NULL;
	if (callee && callee->kind == NODE_NAME && !strcmp(callee->text->s, "known"))
		buf_puts(q->why, GIVE_MACHINE);
}

/* Cases often fail for one reason: it is reported once. */
static void say_once(struct buf *all, struct buf *one)
{
	const char *text = buf_str(one);
	if (!all->n)
		buf_puts(all, text);
	else if (one->n && !strstr(buf_str(all), text))
		buf_printf(all, "; %s", text);
	buf_release(one);
}

static bool is_cause(const struct cause *a, const struct cause *b)
{
	return a && b && a->why == b->why && a->detail == b->detail && a->at.file == b->at.file && a->at.lo == b->at.lo;
}

/* true: it fires on this element */
static bool element_fires(struct facts_ctx *q)
{
	struct buf *all = q->why;
	const struct cause *reported = NULL;
	bool fires = false;
	for (uint32_t i = 0; i < q->t.rule->ncases && !fires; i++) {
		const struct rulecase *cas = &q->t.rule->cas[i];
		struct value v = trial_eval(&q->t, cas->when);
		bool holds = v.kind == VALUE_BOOL && v.as.b;
		struct diag d;
		struct buf one = { 0 };
		q->why = &one;
		fires = holds && trial_fire(&q->t, cas, &d, &v);
		if (holds && !fires) {
			buf_puts(&one, "its message can't be written: ");
			put_cause(q, v);
			say_once(all, &one);
			break;
		}
		if (!fires && !(v.kind == VALUE_UNKNOWN && is_cause(v.as.cause, reported)))
			explain_when(q, cas->when, v);
		if (v.kind == VALUE_UNKNOWN)
			reported = v.as.cause;
		say_once(all, &one);
	}
	q->why = all;
	return fires;
}

/* What a person needs to know of n elements, none of which has a finding. unknown: the first cause by which one might
 * have one; NULL: there is none. */
static void put_brief(struct facts_ctx *q, struct buf *why, uint32_t n, const struct value *unknown)
{
	q->why = why;
	if (unknown) {
		buf_puts(why, "what decides can't be known: ");
		put_cause(q, *unknown);
		buf_puts(why, " (-v prints the condition)");
	} else if (n == 1) {
		buf_puts(why, "it looked at one thing in the file, of which what it reports is not true (-v prints the "
			      "condition)");
	} else {
		buf_printf(why,
			   "it looked at %u things in the file, and what it reports is true of none of them (-v "
			   "prints the condition)",
			   n);
	}
}

/* true: it fires on one; doubt: the first value that is not known and would decide. */
static bool any_fires(struct facts_ctx *q, const struct list *list, struct value *doubt)
{
	struct buf unused = { 0 };
	bool fires = false;

	for (uint32_t i = 0; i < list->n && !fires; i++) {
		trial_element(&q->t, list->at[i].val);
		for (uint32_t k = 0; k < q->t.rule->ncases && doubt->kind != VALUE_UNKNOWN; k++) {
			struct value v = trial_eval(&q->t, q->t.rule->cas[k].when);

			if (v.kind == VALUE_UNKNOWN && v.as.cause)
				*doubt = v;
		}
		q->why = &unused;
		fires = element_fires(q);
		buf_clear(&unused);
	}
	buf_release(&unused);
	return fires;
}

static bool explain_elements(struct facts_ctx *q, struct buf *why)
{
	struct value list = trial_elements(&q->t);
	struct value unknown = list.kind == VALUE_UNKNOWN ? list : q->t.unlisted;
	if (unknown.kind == VALUE_UNKNOWN && (list.kind == VALUE_UNKNOWN || !list.as.list->n)) {
		buf_puts(why, "what it looks at can't be known: ");
		put_cause(q, unknown);
		return true;
	}
	if (!list.as.list->n) {
		buf_puts(why, q->brief ? "the file has nothing that it is about"
				       : "the file has nothing that it applies to (each is empty)");
		return true;
	}
	if (q->brief) {
		struct value doubt = value_none((struct span){ 0 });
		bool fires = any_fires(q, list.as.list, &doubt);

		if (!fires)
			put_brief(q, why, list.as.list->n, doubt.kind == VALUE_UNKNOWN ? &doubt : NULL);
		return !fires;
	}
	size_t start = why->n;
	for (uint32_t i = 0; i < list.as.list->n; i++) {
		struct buf one = { 0 };
		q->why = &one;
		trial_element(&q->t, list.as.list->at[i].val);
		bool fires = element_fires(q);
		if (!fires && i == 0)
			buf_add(why, buf_str(&one), one.n);
		buf_release(&one);
		if (fires) {
			why->n = start;
			return false;
		}
	}
	if (list.as.list->n > 1)
		buf_printf(why, " (the first of %u elements)", list.as.list->n);
	return true;
}

static bool native_fires(struct facts_ctx *q, const struct rule *r)
{
	struct note_list notes = { 0 };
	bool found = false;
	if (q->j.s->kind->notes)
		q->j.s->kind->notes(q->j.s, &notes);
	for (size_t i = 0; i < notes.n; i++)
		found |= !strcmp(notes.at[i]->id, r->id);
	vec_release(&notes);
	native_fn *fn = r->native ? native_find(r->id) : native_code_find(r->code);
	if (found || !fn || !q->j.s->good)
		return found;
	struct diags out = { 0 };
	struct native_ctx c = native_ctx(&q->j, r, &out);
	fn(&c);
	found = out.n > 0;
	vec_release(&out);
	return found;
}

static const char *code_doubt(struct facts_ctx *q, const struct rule *r)
{
	struct diags none = { 0 };
	struct native_ctx c = native_ctx(&q->j, r, &none);
	return native_code_doubt(&c);
}

static bool explain_state(struct facts_ctx *q, const struct rule *r)
{
	const struct subject *s = q->j.s;
	const struct dialect *d = facts_dialect(q->j.facts);
	const char *off;
	if (!rule_is_about(r, s->kind)) {
		buf_printf(q->why, "it is about %s, and this is a %s", r->on->many, s->kind->one);
		return true;
	}
	if (r->native || !r->ncases) {
		bool fires = native_fires(q, r);
		if (!fires && r->code && !linter_code(q->l, q->j.st, s->home, s->lent, &off))
			buf_printf(q->why, "no training code is looked at: %s", off);
		else if (!fires && r->code && code_doubt(q, r))
			buf_puts(q->why, code_doubt(q, r));
		else if (!fires)
			buf_puts(q->why, "the file has none of that kind");
		return !fires;
	}
	if (!s->good) {
		buf_printf(q->why, "the %s does not load: %s", s->kind->one, s->trouble);
		return true;
	}
	if (r->code && native_fires(q, r)) /* besides its cases */
		return false;
	if (!rule_applies(r, facts_dialect(q->j.facts))) {
		buf_printf(q->why, "it is not for the dialect of this %s (%s)", s->kind->one,
			   d ? d->name : "none recognised");
		return true;
	}
	struct buf *why = q->why;
	trial_begin(&q->t, &q->j, r);
	bool silent = explain_elements(q, why);
	trial_end(&q->t);
	return silent;
}

static bool explain_hidden(struct facts_ctx *q, const struct judged *c, const struct rule *r)
{
	struct diags found = { 0 };
	struct lint_stats stats = { 0 };
	lint_rule(q->l, q->j.a, c, r, &found, &stats);
	bool hidden = !found.n && stats.suppressed;
	if (hidden)
		buf_puts(q->why, "a `# cfglint:` comment hides it");
	else if (found.n && !settings_selects(q->j.st, r, found.at[0].severity) &&
		 (c->s->kind->reads || !settings_holds_back(q->j.st, r, found.at[0].severity))) {
		/* the command of a kind that linting doesn't take also reports held-back findings */
		buf_printf(q->why, "it would fire, but is not selected (%s)", severity_name(found.at[0].severity));
		hidden = true;
	}
	vec_release(&found);
	return hidden;
}

bool lint_silence(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r,
		  const char *cwd, bool brief, struct buf *why)
{
	struct diags unused = { 0 };
	struct lint_stats stats = { 0 };
	struct facts_ctx q = { .l = l,
			       .j = { .a = a,
				      .s = c->s,
				      .rs = l->rules,
				      .st = c->st,
				      .out = &unused,
				      .stats = &stats,
				      .mode = JUDGE_SINGLE },
			       .why = why,
			       .cwd = cwd,
			       .brief = brief && r->each && !r->foreign };
	struct machine hw = lint_machine(a, c->st, c->s);
	q.j.facts = facts_new(a, c->s, l->rules->dialects.vocab, c->s->kind->dialects ? lint_dialect(l, c, NULL) : NULL,
			      &hw);
	facts_reference(q.j.facts, c->st->lr_base, c->st->lr_base_batch);
	q.j.code = linter_code(l, c->st, c->s->home, c->s->lent, NULL);
	facts_code(q.j.facts, q.j.code);
	bool silent = explain_state(&q, r);
	q.why = why;
	if (!silent)
		silent = explain_hidden(&q, c, r);
	vec_release(&unused);
	return silent;
}

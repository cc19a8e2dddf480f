// SPDX-License-Identifier: MIT
/* Evaluating a rule on a config. Lets are computed on demand and once per element. Nothing that is not known reaches a
 * finding. */
#include "lint/judge/judge.h"
#include "subject/comment.h"
#include "lint/judge/promise.h"
#include "lint/memo.h"
#include "lint/finding/suppress.h"
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

static struct value let_value(struct trial *t, int i)
{
	if (!t->let)
		make_room(t);
	bool listening = facts_listening(t->j->facts);
	enum let_state was = t->let_state[i];
	if (was == LET_COMPUTED)
		return value_unknown(t->j->a, WHY_DEPTH, nowhere, t->rule->let[i].name->s);
	if (was == LET_UNKNOWN || (was == LET_UNHEARD && listening)) {
		t->let_state[i] = LET_COMPUTED;
		t->let[i] =
			facts_eval(t->j->facts, t->rule->let[i].expr, &t->names, was == LET_UNHEARD ? NULL : &t->reads);
		t->let_state[i] = listening ? LET_HEARD : LET_UNHEARD;
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

static bool lookup(void *ctx, const struct str *name, struct value *out)
{
	struct trial *t = ctx;
	const struct rule *r = t->rule;
	if (name == r->each_name) {
		*out = t->elem;
		return true;
	}
	int let = named_find(r->let, r->nlets, name);
	if (let >= 0) {
		*out = let_value(t, let);
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
}

void trial_element(struct trial *t, struct value elem)
{
	t->elem = elem;
	t->reads.n = 0;
	if (t->let)
		memset(t->let_state, 0, t->rule->nlets);
	const struct code_answer *old;
	facts_answers(t->j->facts, &old); /* of the element before */
}

struct value trial_eval(struct trial *t, const struct node *expr)
{
	return facts_eval(t->j->facts, expr, &t->names, &t->reads);
}

/* ---- each ---- */

static void mark_elements(struct trial *t, struct list *l)
{
	struct facts *f = t->j->facts;
	struct keypath p, own;
	bool placed = facts_path(f, t->rule->each, &t->names, &p);
	for (uint32_t i = 0; i < l->n && placed; i++)
		if (!facts_marked(f, l->at[i].val, &own))
			l->at[i].val = facts_mark(f, l->at[i].val, keypath_add(t->j->a, p, value_int(i, nowhere)));
}

struct value trial_elements(struct trial *t)
{
	struct value one = value_list(t->j->a, VALUE_LIST, 1, nowhere);
	if (!t->rule->each) {
		list_push(t->j->a, one.as.list, value_none(nowhere), nowhere);
		return one;
	}
	struct value v = trial_eval(t, t->rule->each);
	if (v.kind == VALUE_UNKNOWN)
		return v;
	if (!value_is_listlike(v))
		return value_unknown(t->j->a, WHY_TYPE, nowhere, NULL);
	for (uint32_t i = 0; i < v.as.list->n && i < ELEMENTS_MAX; i++)
		if (!(v.as.list->at[i].flags & EF_MAYBE))
			list_push(t->j->a, one.as.list, v.as.list->at[i].val, v.as.list->at[i].use);
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

static bool inherits(const struct module *m, const struct module *from)
{
	if (m == from)
		return true;
	for (uint32_t i = 0; i < from->ndependents; i++)
		if (inherits(m, from->dependent[i]))
			return true;
	return false;
}

static struct span file_start(const struct module *m)
{
	return (struct span){ m->src ? m->src->id : 0, 0, 0 };
}

/* An element of keys() names a key rather than a value. */
static bool names_key(struct trial *t, const struct node *at, const struct slot *s)
{
	struct value v = facts_eval(t->j->facts, at, &t->names, NULL);
	struct keypath p;
	return s->entry && s->key.file && facts_marked(t->j->facts, v, &p) && v.kind != VALUE_DICT &&
	       value_hashable(v) && key_same(v, s->entry->key);
}

/* Where the config itself comes nearest to a path that ends in a base: the innermost of the dicts around it that it
 * sets, else the base through which it inherits the file. */
static struct span home_of(struct trial *t, struct keypath p, uint32_t found, const struct module *owner)
{
	const struct module *m = t->j->m;
	for (uint32_t n = found; n > 0; n--) {
		struct slot s = keypath_get(t->j->a, m->own, (struct keypath){ p.part, n });
		if (s.found == n && m->src && s.use.file == m->src->id)
			return s.use;
	}
	for (uint32_t i = 0; i < m->nbases; i++)
		if (m->base[i].module && m->base[i].at.file && inherits(m->base[i].module, owner))
			return m->base[i].at;
	return file_start(m);
}

static void place(struct trial *t, const struct node *at, struct diag *d)
{
	const struct module *m = t->j->m;
	struct keypath p;
	d->at = file_start(m);
	if (!facts_path(t->j->facts, at, &t->names, &p))
		return;
	struct slot s = keypath_get(t->j->a, m->merged, p);
	bool found = s.found == p.n && p.n;
	struct span use = s.use.file ? s.use : s.val.at;
	if (found && names_key(t, at, &s))
		d->at = s.key;
	else if (found && use.file)
		d->at = use;
	else if (s.parent_at.file)
		d->at = s.parent_at;
	const struct module *owner = graph_owner(t->j->g, d->at.file);
	if (!found && owner && owner != m)
		d->home = home_of(t, p, s.found, owner);
	struct buf b = { 0 };
	keypath_print(&b, p);
	d->path = p.n ? arena_strdup(t->j->a, buf_str(&b)) : NULL;
	buf_release(&b);
}

bool trial_fire(struct trial *t, const struct rulecase *cas, struct diag *out, struct value *why)
{
	struct diag d = { .rule = t->rule, .severity = cas->severity };
	size_t reads = t->reads.n; /* what `when` looked at, not what the message did */
	if (!text_of(t, cas->message, &d.msg, why))
		return false;
	if (cas->hint && !text_of(t, cas->hint, &d.hint, why))
		d.hint = NULL;
	place(t, cas->at, &d);
	t->reads.n = reads;
	trial_related(t, cas->when, &d);
	trial_code(t, &d);
	trial_fixes(t, cas, &d);
	*out = d;
	return true;
}

static bool hidden(const struct judge *j, const struct diag *d)
{
	const struct subject *s = &j->m->subject, *owner = subject_owner(s->set, d->at.file);
	if (d->home.file && s->src && suppress_hides(s, d->rule, d->home))
		return true;
	if (owner && owner->src && suppress_hides(owner, d->rule, d->at))
		return true;
	/* a base's finding, and this config says ignore-file */
	return owner != s && s->src && suppress_hides(s, d->rule, (struct span){ s->src->id, 0, 0 });
}

static void apply_fix_settings(struct judge *j, struct diag *d)
{
	struct fixplan *fix;
	if (!d->nfixes || j->all)
		return;
	if (!settings_fixes(j->st, d->rule, d->severity)) {
		d->nfixes = 0;
		return;
	}
	fix = arena_array(j->a, struct fixplan, d->nfixes);
	for (uint32_t i = 0; i < d->nfixes; i++) {
		fix[i] = d->fix[i];
		fix[i].safety = settings_safety(j->st, d->rule, d->severity, fix[i].safety);
	}
	d->fix = fix;
}

bool judge_add(struct judge *j, struct diag *d)
{
	d->severity = settings_severity(j->st, d->rule, d->severity);
	if (!j->all && !settings_selects(j->st, d->rule, d->severity))
		return false;
	apply_fix_settings(j, d);
	if (!d->at.file)
		d->at = file_start(j->m);
	if (hidden(j, d)) {
		j->stats->suppressed++;
		return false;
	}
	const struct subject **seen = (const struct subject **)arena_array(j->a, void *, 1);
	seen[0] = &j->m->subject;
	d->seen_in = seen;
	d->nseen = 1;
	if (!d->rule->native && facts_dialect(j->facts))
		d->dialect = facts_dialect(j->facts)->name;
	vec_push(j->out, *d);
	return true;
}

/* ---- a rule ---- */

static void count_unjudged(struct lint_stats *s, struct value why)
{
	const struct str *what = why.as.cause ? why.as.cause->detail : NULL;
	s->unjudged++;
	s->wants_gpus |= what && (strstr(what->s, "gpus") || strstr(what->s, "nodes"));
	s->wants_cores |= what && strstr(what->s, "cores");
}

static bool lacks_machine(struct value v)
{
	return v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->why == WHY_MACHINE;
}

/* The first case that holds; true: *machine says that a machine figure is all that is missing. */
static bool judge_element(struct trial *t, const struct memo_rule *memo, bool *machine, struct value *why)
{
	for (uint32_t i = 0; i < t->rule->ncases; i++) {
		const struct rulecase *cas = &t->rule->cas[i];
		struct value v = trial_eval(t, cas->when);
		if (lacks_machine(v)) {
			*machine = true;
			*why = v;
		}
		if (v.kind != VALUE_BOOL || !v.as.b)
			continue;
		struct diag d;
		struct listener *l = facts_listen(t->j->facts, NULL); /* a finding is never remembered */
		if ((!memo || memo->selected[i]) && trial_fire(t, cas, &d, &v))
			judge_add(t->j, &d);
		facts_listen(t->j->facts, l);
		return true;
	}
	return false;
}

/* A rule that says known(machine.cores) keeps silent without the figure. Whether it could have said something: with the
 * guard open its condition holds, or only the figure is missing. */
static bool guard_matters(struct trial *t, struct value elements)
{
	bool matters = false;
	facts_open_guards(t->j->facts, true);
	for (uint32_t i = 0; elements.kind == VALUE_LIST && i < elements.as.list->n && !matters; i++) {
		trial_element(t, elements.as.list->at[i].val);
		for (uint32_t k = 0; k < t->rule->ncases && !matters; k++) {
			struct value v = trial_eval(t, t->rule->cas[k].when);
			matters = lacks_machine(v) || (v.kind == VALUE_BOOL && v.as.b);
		}
	}
	facts_open_guards(t->j->facts, false);
	return matters;
}

static void count_guarded(struct trial *t, struct value elements)
{
	struct lint_stats *s = t->j->stats;
	struct asked asked = facts_asked(t->j->facts);
	if (!t->j->st->sel.guarded || !(asked.gpus || asked.cores) || !guard_matters(t, elements))
		return;
	asked = facts_asked(t->j->facts); /* what stood behind the first guard too */
	s->unjudged++;
	s->wants_gpus |= asked.gpus;
	s->wants_cores |= asked.cores;
}

static bool any_case_selected(const struct judge *j, const struct rule *r)
{
	for (uint32_t i = 0; i < r->ncases; i++)
		if (j->all || settings_selects(j->st, r, settings_severity(j->st, r, r->cas[i].severity)))
			return true;
	return false;
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

/* Whether judging left no trace since then: no finding, nothing counted. */
static bool said_nothing(const struct judge *j, const struct lint_stats *was, size_t found)
{
	const struct lint_stats *s = j->stats;
	return j->out->n == found && s->suppressed == was->suppressed && s->unjudged == was->unjudged &&
	       s->wants_gpus == was->wants_gpus && s->wants_cores == was->wants_cores;
}

struct heard { /* what is said about the elements of a rule */
	bool fired, machine;
	struct value why;
};

static void judge_one(struct trial *t, const struct memo_rule *memo, struct listener *l, struct heard *h)
{
	struct judge *j = t->j;
	struct lint_stats was = *j->stats;
	size_t found = j->out->n;
	bool lacks = false, lost = l->lost;
	l->from = l->looks.n;
	l->lost = false;
	if (memo && t->rule->each && memo_element_silent(memo, t, l)) {
		l->lost = lost;
		return;
	}
	bool holds = judge_element(t, memo, &lacks, &h->why);
	if (memo && t->rule->each && !holds && !lacks && !l->lost && said_nothing(j, &was, found))
		memo_element_learn(j->memo, memo, t, l);
	h->fired |= holds;
	h->machine |= lacks;
	l->lost |= lost;
}

static void judge_elements(struct trial *t, const struct memo_rule *memo, struct listener *l)
{
	struct judge *j = t->j;
	struct heard h = { 0 };
	struct lint_stats was = *j->stats;
	size_t found = j->out->n;
	struct value elements = trial_elements(t);
	for (uint32_t i = 0; elements.kind == VALUE_LIST && i < elements.as.list->n; i++) {
		trial_element(t, elements.as.list->at[i].val);
		judge_one(t, memo, l, &h);
	}
	l->from = l->looks.n;
	if (!h.fired && h.machine)
		count_unjudged(j->stats, h.why);
	else if (!h.fired)
		count_guarded(t, elements);
	if (memo && !l->lost && said_nothing(j, &was, found))
		memo_rule_learn(j->memo, memo, t, l);
}

void judge_rule(struct judge *j, const struct rule *r, const struct memo_rule *memo)
{
	struct trial t;
	if (memo ? !memo->runs : !any_case_selected(j, r) || !rule_applies(r, facts_dialect(j->facts)))
		return;
	trial_begin(&t, j, r);
	if (!memo || !memo_rule_silent(memo, &t)) {
		struct listener l = { .bound = memo ? memo->bound : NULL, .nbound = memo ? memo->nbound : 0 };
		trial_element(&t, (struct value){ 0 }); /* asking left lets behind */
		facts_asked(j->facts);
		facts_listen(j->facts, memo ? &l : NULL);
		judge_elements(&t, memo, &l);
		facts_listen(j->facts, NULL);
		vec_release(&l.looks);
	}
	trial_end(&t);
}

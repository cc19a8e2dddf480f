// SPDX-License-Identifier: MIT
/* Compares findings of configs with runs of these configs. For each rule about runs that settles the finding's rule:
 * if its `refuted` is true the run refutes, if it fired the run confirms, else it has no information. Of several
 * verdicts the heaviest counts: confirmed, refuted, not measured.
 *
 * Invariant: a run that had another value at the finding's key is no evidence. A finding of several configs is
 * refuted only if runs of all of them refute it.
 *
 *	the rule about runs fired		RUN_CONFIRMS, with the cost that was measured
 *	`refuted` holds for the run		RUN_REFUTES, saves 0
 *	the run had workers_per_gpu=2, now 4	RUN_IS_SILENT, "the run had ..., this config has ..." */
#include "lint/witness.h"
#include "lint/finding/suppress.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include <math.h>
#include <string.h>

struct witness_query {
	const struct linter *l;
	struct arena *a;
	const struct diags *found, *held;
};

const char *run_verdict_name(enum run_verdict v)
{
	static const char *const name[] = { "not measured", "confirmed", "refuted" };

	return name[v];
}

/* ---- the key that the finding is about */

static struct value value_at(struct arena *a, struct value tree, const char *path, bool *known)
{
	struct keypath p;
	struct err e;

	*known = keypath_parse(a, path, &p, &e);
	return *known ? keypath_get(a, tree, p).val : value_none((struct span){ 0 });
}

static bool is_absent(struct value v)
{
	return v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->why == WHY_ABSENT;
}

/* The run had another value there: its measurement does not apply to this config. NULL: the same, or unknown. */
static const char *other_then(struct witness_query *q, const struct diag *d, const struct witness *p)
{
	bool known;
	struct value was = value_at(q->a, p->run->tree, arena_printf(q->a, "config.%s", d->path), &known), is;
	struct buf then = { 0 }, now = { 0 };
	const char *text = NULL;

	if (!known)
		return NULL;
	is = value_at(q->a, p->config->tree, d->path, &known);
	if (value_same(was, is) || (is_absent(was) && is_absent(is)) || (!is_absent(was) && !value_is_known(was)) ||
	    (!is_absent(is) && !value_is_known(is)))
		return NULL;
	if (!is_absent(was) && !op_repr(&then, was))
		buf_puts(&then, "...");
	if (!is_absent(is) && !op_repr(&now, is))
		buf_puts(&now, "...");
	text = arena_printf(q->a, "the run had %s%s%s, this config has %s", d->path, then.n ? "=" : " unset",
			    buf_str(&then), now.n ? buf_str(&now) : "it unset");
	buf_release(&then);
	buf_release(&now);
	return text;
}

/* ---- the result of a rule about runs */

static const struct diag *find_of(const struct diags *all, const struct rule *r, const struct subject *run)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].rule == r && all->at[i].nseen && all->at[i].seen_in[0] == run)
			return &all->at[i];
	return NULL;
}

/* A text is why; false: it doesn't. */
static bool refutes(struct witness_query *q, const struct rule *r, const struct judged *c, const char **why)
{
	struct value v = c->st && r->refuted ? lint_ask(q->l, q->a, c, r, r->refuted) : value_none((struct span){ 0 });

	*why = v.kind == VALUE_STR ? v.as.s->s : "the run does not show it";
	return value_truth(v) == TRUE3;
}

static struct evidence verdict_of(struct witness_query *q, const struct rule *r, const struct subject *run)
{
	struct evidence e = {
		.cost = NAN, .saves = NAN, .run = run, .by = r, .text = "the run has no information about it"
	};
	const struct diag *d = find_of(q->found, r, run);
	struct judged c = { run, settings_for(q->l->settings, run->path, NULL) };
	struct value cost;
	const char *why;

	d = d ? d : find_of(q->held, r, run);
	if (refutes(q, r, &c, &why)) {
		cost = r->cost ? lint_ask(q->l, q->a, &c, r, r->cost) : value_none((struct span){ 0 });
		e.verdict = RUN_REFUTES;
		e.text = d ? d->msg : why;
		e.cost = value_is_number(cost) ? fmax(value_number(cost), 0) : NAN;
		e.saves = 0;
	} else if (d) {
		e.verdict = RUN_CONFIRMS;
		e.text = d->msg;
		e.cost = d->cost > 0 ? d->cost : NAN;
		e.saves = d->cost > 0 ? d->saves : NAN;
	}
	return e;
}

/* Which one is reported. */
static bool outweighs(const struct evidence *x, const struct evidence *y)
{
	static const int weight[] = { [RUN_IS_SILENT] = 0, [RUN_REFUTES] = 1, [RUN_CONFIRMS] = 2 };

	if (x->verdict != y->verdict)
		return weight[x->verdict] > weight[y->verdict];
	return x->cost > y->cost || (isnan(y->cost) && !isnan(x->cost));
}

static void settle_by(struct witness_query *q, struct diag *d, const struct witness *p, struct evidence *best)
{
	const struct ruleset *rs = q->l->rules;
	const char *other = p->other ? p->other : d->path ? other_then(q, d, p) : NULL;

	for (uint32_t i = 0; i < rs->n; i++) {
		struct evidence e;

		if (rs->at[i]->on != p->run->kind || !ids_hold(&rs->at[i]->settles, d->rule->id))
			continue;
		e = verdict_of(q, rs->at[i], p->run);
		if (other)
			e = (struct evidence){ .cost = NAN, .saves = NAN, .run = p->run, .by = e.by, .text = other };
		if (!best->run || outweighs(&e, best))
			*best = e;
	}
}

/* Of a finding that several configs share a run of one confirms it; it is refuted where the runs of all of them do. */
static void settle(struct witness_query *q, struct diag *d, const struct witness *pair, size_t n)
{
	struct evidence best = { 0 };
	uint32_t refuted = 0;

	for (uint32_t k = 0; k < d->nseen; k++) {
		struct evidence own = { 0 };

		for (size_t i = 0; i < n; i++)
			if (d->seen_in[k] == pair[i].config)
				settle_by(q, d, &pair[i], &own);
		refuted += own.run && own.verdict == RUN_REFUTES;
		if (own.run && (!best.run || outweighs(&own, &best)))
			best = own;
	}
	if (best.run && best.verdict == RUN_REFUTES && refuted < d->nseen) {
		best.verdict = RUN_IS_SILENT;
		best.cost = best.saves = NAN;
		best.text = arena_printf(
			q->a,
			"runs of %u of its %u configs do not show it; the others have no run with that information",
			refuted, d->nseen);
	}
	if (best.run) {
		struct evidence *e = arena_new(q->a, struct evidence);

		*e = best;
		d->evidence = e;
	}
}

/* ---- findings of a run, reported at the config's key */

/* The run's config is a part of its tree. */
static const char *key_of(const struct diag *d)
{
	static const char part[] = "config.";

	return d->path && !strncmp(d->path, part, sizeof part - 1) ? d->path + sizeof part - 1 : NULL;
}

static bool is_hidden(const struct diag *d, const struct subject *s, struct span at)
{
	const struct subject *owner = subject_owner(s->set, at.file);

	return (owner && owner->src && suppress_hides(owner, d->rule, at).file) ||
	       suppress_hides(s, d->rule, (struct span){ s->src->id, 0, 0 }).file;
}

/* false: not reported: a comment there silences it (counted), or the key has changed since. */
static bool bring_home(struct witness_query *q, struct diag *d, const struct witness *p, uint32_t *silenced)
{
	const char *key = key_of(d);
	struct evidence *e;
	const struct subject **seen;
	struct keypath path;
	struct slot slot;
	struct err err;

	if (!key || !keypath_parse(q->a, key, &path, &err))
		return true;
	slot = keypath_get(q->a, p->config->tree, path);
	if (other_then(q, &(struct diag){ .path = key }, p))
		return false;
	if (slot.found != path.n || !slot.use.file)
		return true;
	if (is_hidden(d, p->config, slot.use)) {
		++*silenced;
		return false;
	}
	e = arena_new(q->a, struct evidence);
	*e = (struct evidence){ RUN_CONFIRMS, d->cost > 0 ? d->cost : NAN, d->cost > 0 ? d->saves : NAN, NULL, p->run,
				d->rule };
	seen = (const struct subject **)arena_array(q->a, void *, 1);
	seen[0] = p->config;
	d->evidence = e;
	d->seen_in = seen;
	d->nseen = 1;
	d->at = slot.use;
	d->path = key;
	d->nrel = 0; /* lines of the log */
	return true;
}

static bool settle_home(struct witness_query *q, struct diag *d, const struct witness *pair, size_t n,
			uint32_t *silenced)
{
	for (size_t i = 0; d->nseen && i < n; i++)
		if (d->seen_in[0] == pair[i].run && !pair[i].other)
			return bring_home(q, d, &pair[i], silenced);
	return true;
}

uint32_t witness_homes(const struct linter *l, struct arena *a, const struct witness *pair, size_t n,
		       struct diags *found)
{
	struct witness_query q = { l, a, found, found };
	uint32_t silenced = 0;
	size_t remaining = 0;

	for (size_t i = 0; i < found->n; i++)
		if (settle_home(&q, &found->at[i], pair, n, &silenced))
			found->at[remaining++] = found->at[i];
	found->n = remaining;
	return silenced;
}

void witness_findings(const struct linter *l, struct arena *a, const struct witness *pair, size_t n,
		      const struct diags *found, const struct diags *held)
{
	struct witness_query q = { l, a, found, held };

	for (size_t i = 0; i < found->n; i++)
		settle(&q, &found->at[i], pair, n);
	for (size_t i = 0; i < held->n; i++)
		settle(&q, &held->at[i], pair, n);
}

// SPDX-License-Identifier: MIT
/* Proof of a variant: loaded from an overlay as the real loader would, its effective config differs from the source's
 * in the promised values and nothing else, it has no error that the source did not have, and its schedule lasts as long
 * as its run where the source's does. */
#include "fix/variant/priv.h"
#include "base/path.h"
#include "config/differ.h"
#include "facts/training.h"
#include "schedule/curves.h"
#include "python/value/dict.h"
#include <math.h>
#include <string.h>

static const char *broken_promise(struct variant_ctx *ap, const struct module *child)
{
	for (size_t i = 0; i < ap->promise.n; i++) {
		const struct promise *pr = &ap->promise.at[i];
		struct slot s = keypath_get(ap->a, child->merged, pr->path);

		if (s.found != pr->path.n || !config_same(s.val, pr->want))
			return arena_printf(ap->a, "%s would not get its value", keypath_text(ap->a, pr->path));
	}
	return NULL;
}

/* A new dict may hold promised keys only. */
static bool covered(struct variant_ctx *ap, struct keypath path, struct value v, unsigned depth)
{
	const struct entry *e;
	struct dict_iter it;

	for (size_t i = 0; i < ap->promise.n; i++)
		if (keypath_under(path, ap->promise.at[i].path))
			return true;
	if (v.kind != VALUE_DICT || v.as.dict->count == 0 || depth > OVERRIDE_DEPTH_MAX)
		return false;
	dict_begin(&it, v.as.dict);
	while ((e = dict_next(&it)))
		if (!covered(ap, keypath_add(ap->a, path, e->key), e->val, depth + 1))
			return false;
	return true;
}

static const char *stray_change(struct variant_ctx *ap, const struct module *child)
{
	struct changes diff = { 0 };
	const char *why = NULL;

	config_diff(ap->a, ap->m->merged, child->merged, &diff);
	for (size_t i = 0; !why && i < diff.n; i++)
		if (!covered(ap, diff.at[i].path,
			     diff.at[i].kind == CHANGE_ADDED ? diff.at[i].after : (struct value){ 0 }, 0))
			why = arena_printf(ap->a, "it would also change %s", keypath_text(ap->a, diff.at[i].path));
	vec_release(&diff);
	return why;
}

static size_t parent_length(const char *path)
{
	const char *dot = path ? strrchr(path, '.') : NULL;

	return dot ? (size_t)(dot - path) : 0;
}

/* Of one dict, or one within the other. */
static bool is_about_the_same(const struct diag *x, const struct diag *y)
{
	size_t n = parent_length(x->path);

	return keytext_under(x->path, y->path) || keytext_under(y->path, x->path) ||
	       (n > 0 && n == parent_length(y->path) && memcmp(x->path, y->path, n) == 0);
}

/* What is wrong with the source may be found by another rule in a child, which did not do it itself. */
static bool had_error(const struct diags *source, const struct diag *d)
{
	for (size_t i = 0; i < source->n; i++)
		if (source->at[i].severity == SEV_ERROR &&
		    (source->at[i].rule == d->rule || is_about_the_same(&source->at[i], d)))
			return true;
	return false;
}

static const char *new_error(struct variant_ctx *ap, const struct diags *source, const struct diags *found)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->at[i].severity == SEV_ERROR && !had_error(source, &found->at[i]))
			return arena_printf(
				ap->a,
				"the result would have an error: %s %s; `# cfglint: disable=%s` in the config, if that "
				"is wrong",
				found->at[i].rule->id, found->at[i].msg, found->at[i].rule->id);
	return NULL;
}

static bool had(const struct diags *source, const struct diag *d)
{
	for (size_t i = 0; i < source->n; i++)
		if (source->at[i].rule == d->rule && source->at[i].severity >= d->severity &&
		    strcmp(source->at[i].msg, d->msg) == 0)
			return true;
	return false;
}

/* What was true of the source as well is not the variant's matter. */
static void filter_new(const struct diags *source, struct diags *found)
{
	size_t remaining = 0;

	for (size_t i = 0; i < found->n; i++)
		if (!had(source, &found->at[i]))
			found->at[remaining++] = found->at[i];
	found->n = remaining;
}

/* --- the schedule */

static struct schedule *schedule_of(struct variant_ctx *ap, const struct curves *known, struct facts *f,
				    const struct module *m)
{
	struct run_size size = run_size_of(ap->a, f, NAN);
	struct training t = training_of(f, known, &size);

	return schedule_new(ap->a, known, ap->dialect->family->s, m->merged, &t);
}

/* Only if training with the source doesn't. An unknown value of the source can't be compared. */
static const char *now_raises(struct variant_ctx *ap, struct schedule *was, struct schedule *is, enum quantity q)
{
	static const char *const names[QUANTITIES] = { "learning rate", "momentum" };
	bool ended = schedule_raises_at(was, q) >= 0;
	int64_t at;

	if (ended || schedule_why(was, q))
		return NULL;
	if (schedule_why(is, q))
		return arena_printf(ap->a, "the result would have no valid schedule of the %s: %s", names[q],
				    schedule_why(is, q));
	at = schedule_raises_at(is, q);
	if (at < 0)
		return NULL;
	return arena_printf(ap->a,
			    "training with the result would raise an error: its %s has no value in iteration %lld of "
			    "%lld, while the source's has one until the end",
			    names[q], (long long)at, (long long)schedule_length(is));
}

static const char *broken_schedule(struct variant_ctx *ap, const struct module *child)
{
	struct facts *f = facts_new(ap->a, &child->subject, ap->l->rules->dialects.vocab, ap->dialect, &ap->hw);
	const struct curves *known = curves_load(ap->a);
	struct schedule *was, *is;
	const char *why;

	facts_code(f, linter_code(ap->l, ap->st, child->subject.home, child->subject.lent, NULL));
	was = schedule_of(ap, known, ap->facts, ap->m);
	is = schedule_of(ap, known, f, child);
	why = now_raises(ap, was, is, LEARNING_RATE);
	if (!why)
		why = now_raises(ap, was, is, MOMENTUM);
	return why;
}

static const char *judge(struct variant_ctx *ap, const struct diags *source, struct variant *out)
{
	const struct module *child = graph_find(out->after, out->path);
	const char *why;

	if (!child || child->state == MODULE_UNREADABLE)
		return "the result could not be read back";
	if (child->state == MODULE_SYNTAX)
		return arena_printf(ap->a, "the result would have a syntax error: %s", child->err->msg);
	if (child->state == MODULE_REFUSED)
		return arena_printf(ap->a, "the result would not load: %s",
				    child->refusal ? child->refusal : "refused");
	why = broken_promise(ap, child);
	if (!why)
		why = stray_change(ap, child);
	if (!why) {
		lint_subject(ap->l, NULL, ap->a, &(struct judged){ &child->subject, ap->st }, &out->found, NULL);
		why = new_error(ap, source, &out->found);
		filter_new(source, &out->found);
	}
	return why;
}

/* The source's project counts as allowed when the variant stands outside of it. */
static const char **roots_with(struct arena *a, const char *const *roots, const char *root)
{
	size_t n = 0;
	const char **out;

	while (roots && roots[n])
		n++;
	out = arena_array(a, const char *, n + 2);
	for (size_t i = 0; i < n; i++)
		out[i] = roots[i];
	out[n] = root;
	return out;
}

void variant_try(struct variant_ctx *ap, const struct diags *source, struct variant *out)
{
	struct graph_opts opts = ap->l->graph;
	const char *why;

	opts.roots = roots_with(ap->a, opts.roots, ap->m->root);
	opts.loader = ap->m->loader;
	out->vfs = vfs_new(graph_vfs(ap->g));
	vfs_put(out->vfs, out->path, out->text, strlen(out->text));
	out->after = graph_load(out->vfs, &out->path, 1, &opts, ap->l->pool);
	why = judge(ap, source, out);
	if (why) {
		profile_refuse(ap, why, "--explain prints what could be set by hand");
		return;
	}
	why = broken_schedule(ap, graph_find(out->after, out->path));
	if (why)
		profile_refuse(ap, why,
			       "a schedule of the source that goes on for longer than its run leaves room for it, and "
			       "--explain prints what could be set by hand");
}

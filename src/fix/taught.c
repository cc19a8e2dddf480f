// SPDX-License-Identifier: MIT
#include "fix/taught.h"
#include "fix/choose.h"
#include "fix/fix_outcome.h"
#include <string.h>

struct taught_query {
	const struct fix_opts *o;
	const struct fix_input *in;
};

static bool is_wanted(const void *ctx, const struct diag *d)
{
	const struct taught_query *w = ctx;

	return w->o->unsafe && (!w->o->only || d->rule == w->o->only) &&
	       (!w->o->wanted || w->o->wanted(w->o->ctx, d)) && !diag_is_through(d);
}

static const struct fixplan *plan_of(struct arena *a, const struct diag *d)
{
	struct fixplan *p = arena_new(a, struct fixplan);

	*p = (struct fixplan){ .safety = SAFETY_UNSAFE,
			       .title = d->patch ? d->patch->title : rule_patch(d->rule)->summary };
	return p;
}

static void add_outcome(struct arena *a, struct fix_result *out, const struct taught_finding *x)
{
	const struct diag *d = x->diag;
	const struct source *s = diag_source(d, d->at);
	struct fix_outcome *f = &out->outcome[out->noutcomes++];
	struct diag *copy = arena_new(a, struct diag); /* the list may be freed when outcomes are reported */

	*copy = *d;
	*f = (struct fix_outcome){ .diag = copy, .plan = plan_of(a, d), .what = FIX_APPLIED, .round = 1, .times = 1 };
	f->config = (const char **)arena_array(a, void *, d->nseen + 1);
	for (uint32_t i = 0; i < d->nseen; i++)
		f->config[f->nconfigs++] = arena_strdup(a, d->seen_in[i]->path);
	if (s) {
		f->path = arena_strdup(a, s->path);
		f->at = f->left = source_point(s, d->at.lo);
		f->offset = d->at.lo;
	}
	f->edited = x->file;
	f->nedited = x->nfiles;
	if (x->reason) {
		f->what = FIX_REFUSED;
		f->reason = x->reason;
		f->refusal = arena_array(a, struct fix_refusal, f->nconfigs + 1);
		for (; f->nrefusals < f->nconfigs; f->nrefusals++)
			f->refusal[f->nrefusals] = (struct fix_refusal){ f->config[f->nrefusals], x->reason };
	}
	out->applied += !x->reason;
	out->refused += x->reason != NULL;
}

static void count_unsafe(const struct fix_input *in, const struct fix_opts *o, struct fix_result *out)
{
	for (size_t i = 0; i < in->found->n; i++)
		out->unsafe_left +=
			rule_patch(in->found->at[i].rule) && (!o->wanted || o->wanted(o->ctx, &in->found->at[i]));
}

/* Findings that no edit of the project's code could settle. */
static void refuse_others(struct arena *a, const struct taught_query *w, struct fix_result *out)
{
	for (size_t i = 0; i < w->in->found->n; i++) {
		const struct diag *d = &w->in->found->at[i];

		if (!d->patch && rule_patch(d->rule) && is_wanted(w, d))
			add_outcome(a, out,
				    &(struct taught_finding){
					    .diag = d,
					    .reason = "no patch for the project's own training code fixes it" });
	}
}

void taught_first(const struct linter *l, struct arena *a, const struct fix_input *in, const struct fix_opts *o,
		  struct fix_result *out)
{
	const struct taught_query w = { o, in };
	struct taught *t = &out->code;

	if (!o->unsafe) {
		count_unsafe(in, o, out);
		return;
	}
	teach_code(l, a, graph_subjects(in->g), in->found, is_wanted, &w, t);
	out->outcome = arena_array(a, struct fix_outcome, in->found->n + 1);
	for (uint32_t i = 0; i < t->nfindings; i++)
		add_outcome(a, out, &t->finding[i]);
	refuse_others(a, &w, out);
	out->file = arena_array(a, struct fix_file, t->nfiles + 1);
	for (; out->nfiles < t->nfiles; out->nfiles++)
		out->file[out->nfiles] = (struct fix_file){ .path = t->file[out->nfiles].path,
							    .old_bytes = t->file[out->nfiles].old_bytes,
							    .new_bytes = t->file[out->nfiles].new_bytes,
							    .nold = t->file[out->nfiles].nold,
							    .nnew = t->file[out->nfiles].nnew };
}

bool taught_edits(const struct taught *t, const char *path)
{
	for (uint32_t i = 0; i < t->nfiles; i++)
		if (strcmp(t->file[i].path, path) == 0)
			return true;
	return false;
}

void taught_found(const struct linter *edited, struct arena *a, const struct fix_input *in, struct diags *out)
{
	struct lint_stats unused = { 0 };
	const struct subject_set *set = graph_subjects(in->g);

	for (size_t i = 0; i < in->found->n; i++)
		if (choose_kind(&in->found->at[i]) != set->kind)
			vec_push(out, in->found->at[i]);
	lint_run(edited, a, set, out, NULL, &unused);
}

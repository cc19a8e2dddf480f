// SPDX-License-Identifier: MIT
/* Each finding's outcome is found again by what does not move between rounds: rule, key path and config. */
#include "fix/outcome.h"
#include "fix/choose.h"
#include "python/value/copy.h"
#include <stdlib.h>
#include <string.h>

enum { NAMES_SHOWN = 3 };

/* By rule and key path; without one by what is said. */
static int order(const struct diag *x, const struct diag *y)
{
	int c = strcmp(x->rule->id, y->rule->id);

	if (!c)
		c = (x->path != NULL) - (y->path != NULL);
	return c ? c : x->path ? strcmp(x->path, y->path) : strcmp(x->msg, y->msg);
}

static bool same_finding(const struct diag *x, const struct diag *y)
{
	return x->rule == y->rule && order(x, y) == 0;
}

static bool has_config(const struct fix_outcome *f, const char *path)
{
	for (uint32_t k = 0; k < f->nconfigs; k++)
		if (strcmp(f->config[k], path) == 0)
			return true;
	return f->nconfigs == 0 && f->path && strcmp(f->path, path) == 0;
}

/* The outcomes of a config, in their order. */
struct of_config {
	uint32_t *at; /* places in the list */
	uint32_t n, cap;
};

static void add_to_config(struct outcomes *os, const char *path, uint32_t place)
{
	const struct str *key = str_lit(path);
	struct of_config *c = map_get(&os->by_config, key);

	if (!c)
		map_put(os->a, &os->by_config, key, c = arena_new(os->a, struct of_config));
	if (c->n == c->cap) {
		uint32_t *more = arena_array(os->a, uint32_t, c->cap * 2 + 2);

		if (c->n)
			memcpy(more, c->at, c->n * sizeof *more);
		c->at = more;
		c->cap = c->cap * 2 + 2;
	}
	c->at[c->n++] = place;
}

/* One rule may have several findings about one key: the one at the same place, as long as earlier rounds moved nothing.
 */
static struct fix_outcome *outcome_of(const struct outcomes *os, const struct graph *g, const struct attempt *t)
{
	const struct source *s = graph_source(g, t->diag->at.file);
	struct point at = s ? source_point(s, t->diag->at.lo) : (struct point){ 0 };
	struct fix_outcome *near = NULL;

	const struct of_config *c = map_get(&os->by_config, str_lit(t->root->path));

	for (uint32_t i = 0; c && i < c->n; i++) {
		struct fix_outcome *f = &os->list.at[c->at[i]];

		if (!same_finding(f->diag, t->diag))
			continue;
		if (f->at.line == at.line && f->at.col32 == at.col32)
			return f;
		near = near ? near : f;
	}
	return near;
}

static struct fix_outcome *open_outcome(struct outcomes *os, const struct graph *g, const struct diag *d,
					const struct fixplan *plan)
{
	const struct source *s = graph_source(g, d->at.file);
	struct fix_outcome *f = vec_add(&os->list);
	struct diag *copy = arena_new(os->a, struct diag);

	*copy = *d;
	*f = (struct fix_outcome){ .diag = copy,
				   .plan = plan ? plan : &d->fix[0],
				   .what = plan ? FIX_APPLIED : FIX_SKIPPED_UNSAFE };
	f->config = (const char **)arena_array(os->a, void *, d->nseen + 1);
	for (uint32_t i = 0; i < d->nseen; i++)
		f->config[f->nconfigs++] = arena_strdup(os->a, d->seen_in[i]->path);
	if (s) {
		f->path = arena_strdup(os->a, s->path);
		f->at = source_point(s, d->at.lo);
	}
	for (uint32_t i = 0; i < f->nconfigs; i++)
		add_to_config(os, f->config[i], (uint32_t)os->list.n - 1);
	if (!f->nconfigs && f->path)
		add_to_config(os, f->path, (uint32_t)os->list.n - 1);
	return f;
}

void outcomes_open(struct outcomes *os, const struct graph *g, const struct diags *first)
{
	for (size_t i = 0; i < first->n; i++) {
		const struct diag *d = &first->at[i];

		if (d->nfixes > 0 && choose_is_wanted(os->o, d))
			open_outcome(os, g, d, choose_fix(os->o, d));
	}
}

void outcomes_release(struct outcomes *os)
{
	vec_release(&os->list);
}

enum ripple_part { THE_KEY, THE_CONFIG };

static const char *part_of(const struct ripple *x, enum ripple_part part)
{
	return part == THE_KEY ? x->key : x->config;
}

static bool is_repeated(const struct ripple *list, const struct ripple *x, enum ripple_part part)
{
	for (; list != x; list = list->next)
		if (strcmp(part_of(list, part), part_of(x, part)) == 0)
			return true;
	return false;
}

/* "a, b, c and 4 more": the different ones of the list but for `not` (may be NULL). */
static uint32_t put_names(struct buf *b, const struct ripple *list, enum ripple_part part, const char * not )
{
	uint32_t n = 0;

	for (const struct ripple *x = list; x; x = x->next) {
		const char *name = part_of(x, part);

		if ((not &&strcmp(name, not ) == 0) || is_repeated(list, x, part))
			continue;
		if (n++ < NAMES_SHOWN)
			buf_printf(b, "%s%s", n > 1 ? ", " : "", name);
	}
	if (n > NAMES_SHOWN)
		buf_printf(b, " and %u more", n - NAMES_SHOWN);
	return n;
}

/* What the edit of a base does to others is said in any case. */
static const char *reach_text(struct outcomes *os, const struct attempt *t)
{
	struct buf b = { 0 }, keys = { 0 }, configs = { 0 };
	const char *out;
	uint32_t n;

	put_names(&keys, t->ripple, THE_KEY, NULL);
	n = put_names(&configs, t->ripple, THE_CONFIG, t->edited);
	buf_printf(&b, "edited %s, from which %u config%s inherit%s: %s changes in %u of them (%s)", t->edited,
		   t->ndependents, plural(t->ndependents), t->ndependents == 1 ? "s" : "", buf_str(&keys), n,
		   n ? buf_str(&configs) : "none");
	out = arena_strdup(os->a, buf_str(&b));
	buf_release(&b);
	buf_release(&keys);
	buf_release(&configs);
	return out;
}

static struct keypath copy_path(struct arena *a, struct keypath p)
{
	struct value *part = arena_array(a, struct value, p.n + 1);

	for (uint32_t i = 0; i < p.n; i++)
		part[i] = value_copy(a, p.part[i]);
	return (struct keypath){ part, p.n };
}

/* The files that an attempt edits, each once; edits are in the order of their files. */
static const char *const *edited_files(struct arena *a, const struct graph *g, const struct attempt *t, uint32_t *n)
{
	const char **file = (const char **)arena_array(a, void *, t->edits.n + 1);

	*n = 0;
	for (size_t i = 0; i < t->edits.n; i++) {
		const char *path = graph_source(g, t->edits.at[i].at.file)->path;
		uint32_t k = 0;

		while (k < *n && strcmp(file[k], path) != 0)
			k++;
		if (k == *n)
			file[(*n)++] = arena_strdup(a, path);
	}
	return file;
}

static void add_variables(struct outcomes *os, struct fix_outcome *f, const struct attempt *t)
{
	for (const struct ripple *x = t->carried; x; x = x->next) {
		const char **all = (const char **)arena_array(os->a, void *, f->nvariables + 1);
		uint32_t k = 0;

		while (k < f->nvariables && strcmp(f->variable[k], x->key) != 0)
			k++;
		if (k < f->nvariables)
			continue;
		for (k = 0; k < f->nvariables; k++)
			all[k] = f->variable[k];
		all[f->nvariables++] = arena_strdup(os->a, x->key);
		f->variable = all;
	}
}

static const char *note_text(struct arena *a, const struct fix_outcome *f)
{
	struct buf b = { 0 };
	const char *out;

	buf_printf(&b, "also changes the variable%s ", plural(f->nvariables));
	for (uint32_t i = 0; i < f->nvariables; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", f->variable[i]);
	buf_puts(&b, ", which nothing reads as a key");
	out = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return out;
}

static void add_refusal(struct outcomes *os, struct fix_outcome *f, const struct attempt *t)
{
	struct fix_refusal *all = arena_array(os->a, struct fix_refusal, f->nrefusals + 1);

	if (f->nrefusals)
		memcpy(all, f->refusal, f->nrefusals * sizeof *all);
	all[f->nrefusals++] = (struct fix_refusal){ .config = arena_strdup(os->a, t->root->path),
						    .reason = t->reason ? t->reason : "it collides with another fix" };
	f->refusal = all;
	f->reason = all[0].reason;
	f->what = f->npromises ? FIX_PARTLY : FIX_REFUSED;
}

/* Values of a graph die with it. */
static void add_promises(struct outcomes *os, const struct graph *g, struct fix_outcome *f, const struct attempt *t)
{
	struct fix_promise *all = arena_array(os->a, struct fix_promise, f->npromises + t->nexpect + 1);
	uint32_t nfiles;
	const char *const *file = edited_files(os->a, g, t, &nfiles);

	if (f->npromises)
		memcpy(all, f->promise, f->npromises * sizeof *all);
	for (uint32_t i = 0; i < t->nexpect; i++) {
		const struct expect *x = &t->expect[i];

		all[f->npromises++] = (struct fix_promise){
			.config = arena_strdup(os->a, t->root->path),
			.path = copy_path(os->a, x->path),
			.absent = x->absent,
			.merged = x->dict,
			.want = x->absent ? (struct value){ 0 } : value_freeze(os->a, value_copy(os->a, x->want)),
			.file = file,
			.nfiles = nfiles,
		};
	}
	f->promise = all;
}

void outcomes_keep(struct outcomes *os, const struct graph *g, const struct attempt_set *kept, uint32_t round)
{
	for (size_t i = 0; i < kept->n; i++) {
		const struct attempt *t = kept->at[i];
		struct fix_outcome *f = outcome_of(os, g, t);

		if (!f) {
			f = open_outcome(os, g, t->diag, t->plan);
			f->late = true;
		}
		if (t->ripple && t->ndependents > 0)
			f->reach = reach_text(os, t);
		f->times += f->round != round;
		f->round = round;
		add_promises(os, g, f, t);
		add_variables(os, f, t);
		if (f->nvariables)
			f->note = note_text(os->a, f);
	}
}

static int by_finding(const void *x, const void *y)
{
	const struct fix_outcome *a = *(const struct fix_outcome *const *)x, *b = *(const struct fix_outcome *const *)y;
	int c = order(a->diag, b->diag);

	return c ? c : (a > b) - (a < b);
}

static void sort_refusals(struct arena *a, struct fix_result *out)
{
	uint32_t n = 0;

	out->refusal = (const struct fix_outcome **)arena_array(a, void *, out->refused + 1);
	for (uint32_t i = 0; i < out->noutcomes; i++)
		if (out->outcome[i].what == FIX_REFUSED)
			out->refusal[n++] = &out->outcome[i];
	qsort(out->refusal, n, sizeof *out->refusal, by_finding);
}

static bool is_seen_in(const struct diag *d, const struct fix_outcome *f)
{
	for (uint32_t i = 0; i < d->nseen; i++)
		if (has_config(f, d->seen_in[i]->path))
			return true;
	return false;
}

const struct fix_outcome *fix_refusal(const struct fix_result *r, const struct diag *d)
{
	const struct source *s = diag_source(d, d->at);
	struct point at = s ? source_point(s, d->at.lo) : (struct point){ 0 };
	const struct fix_outcome *near = NULL;
	uint32_t lo = 0, hi = r->refused;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (order(r->refusal[mid]->diag, d) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < r->refused && order(r->refusal[lo]->diag, d) == 0; lo++) {
		const struct fix_outcome *f = r->refusal[lo];

		if (!is_seen_in(d, f))
			continue;
		if (f->at.line == at.line && f->at.col32 == at.col32)
			return f;
		near = near ? near : f;
	}
	return near;
}

uint32_t outcomes_times(const struct outcomes *os, const struct graph *g, const struct attempt *t)
{
	const struct fix_outcome *f = outcome_of(os, g, t);

	return f ? f->times : 0;
}

/* A finding that has lost its fix on the way: another fix made the key that this one would have made. */
static void refuse_left(struct outcomes *os, const struct diag *d)
{
	for (size_t i = 0; i < os->list.n; i++) {
		struct fix_outcome *f = &os->list.at[i];

		if (f->what != FIX_APPLIED || f->npromises || !same_finding(f->diag, d) || d->nfixes || !d->nseen ||
		    !has_config(f, d->seen_in[0]->path))
			continue;
		f->what = FIX_REFUSED;
		f->reason = "after the other fixes there is none for it";
		f->refusal = arena_new(os->a, struct fix_refusal);
		*f->refusal = (struct fix_refusal){ arena_strdup(os->a, d->seen_in[0]->path), f->reason };
		f->nrefusals = 1;
	}
}

void outcomes_close(struct outcomes *os, const struct fix_left *left, struct fix_result *out)
{
	for (size_t i = 0; i < left->last->n; i++) {
		const struct attempt *t = &left->last->at[i];
		struct fix_outcome *f = t->state == ATTEMPT_KEPT ? NULL : outcome_of(os, left->g, t);

		if (f && f->what != FIX_SKIPPED_UNSAFE)
			add_refusal(os, f, t);
	}
	for (size_t i = 0; i < left->found->n; i++)
		refuse_left(os, &left->found->at[i]);
	for (size_t i = 0; i < os->list.n; i++) {
		out->applied += os->list.at[i].what == FIX_APPLIED;
		out->partly += os->list.at[i].what == FIX_PARTLY;
		out->refused += os->list.at[i].what == FIX_REFUSED;
		out->unsafe_left += os->list.at[i].what == FIX_SKIPPED_UNSAFE;
	}
	out->outcome = arena_array(os->a, struct fix_outcome, os->list.n + 1);
	out->noutcomes = (uint32_t)os->list.n;
	if (os->list.n)
		memcpy(out->outcome, os->list.at, os->list.n * sizeof *os->list.at);
	sort_refusals(os->a, out);
}

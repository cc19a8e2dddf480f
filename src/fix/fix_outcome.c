// SPDX-License-Identifier: MIT
/* The outcome of each fix. An outcome is found again by a key that is stable between rounds: rule, key path and config.
 * Key paths of scripts do change (the third call of a kind); there the key is the message, and the place as it was
 * before all edits. */
#include "fix/fix_outcome.h"
#include "config/differ.h"
#include "config/config_subject.h"
#include "fix/choose.h"
#include "python/value/copy.h"
#include <stdalign.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_SHOWN = 3 };

/* The key path, if it is stable. */
static const char *fixed_path(const struct diag *d)
{
	return d->rule->on == &config_kind ? d->path : NULL;
}

/* By rule and key path; without a key path by the message. */
static int order(const struct diag *x, const struct diag *y)
{
	const char *xp = fixed_path(x), *yp = fixed_path(y);
	int c = strcmp(x->rule->id, y->rule->id);

	if (!c)
		c = (xp != NULL) - (yp != NULL);
	return c ? c : xp ? strcmp(xp, yp) : strcmp(x->msg, y->msg);
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

/* The offset before these edits of an offset in the new text. */
static uint32_t before_edits(const struct edits *e, uint32_t at)
{
	int64_t by = 0;

	for (size_t i = 0; i < e->n; i++) {
		int64_t lo = e->at[i].at.lo + by;

		if (at < lo)
			break;
		if (at < lo + e->at[i].len)
			return e->at[i].at.lo;
		by += (int64_t)e->at[i].len - (e->at[i].at.hi - e->at[i].at.lo);
	}
	return (uint32_t)(at - by);
}

static uint32_t first_offset(const struct outcomes *os, const struct source *s, uint32_t at)
{
	for (const struct moved *m = map_get(&os->moved, str_lit(s->path)); m; m = m->before)
		at = before_edits(&m->edits, at);
	return at;
}

/* One rule may have several findings about one key: the one at the same place. */
static struct fix_outcome *outcome_of(const struct outcomes *os, const struct subject_set *set, const struct attempt *t)
{
	const struct source *s = sources_get(set->sources, t->diag->at.file);
	uint32_t at = s ? first_offset(os, s, t->diag->at.lo) : 0;
	struct fix_outcome *near = NULL;

	const struct of_config *c = map_get(&os->by_config, str_lit(t->of->path));

	for (uint32_t i = 0; c && i < c->n; i++) {
		struct fix_outcome *f = &os->list.at[c->at[i]];

		if (!same_finding(f->diag, t->diag))
			continue;
		if (f->offset == at && f->path && s && !strcmp(f->path, s->path))
			return f;
		if (t->root) /* in a script each place is a finding of its own */
			near = near ? near : f;
	}
	return near;
}

static struct fix_outcome *open_outcome(struct outcomes *os, const struct subject_set *set, const struct diag *d,
					const struct fixplan *plan)
{
	const struct source *s = sources_get(set->sources, d->at.file);
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
		f->at = f->left = source_shown(s, d->at.lo);
		f->offset = first_offset(os, s, d->at.lo);
	}
	for (uint32_t i = 0; i < f->nconfigs; i++)
		add_to_config(os, f->config[i], (uint32_t)os->list.n - 1);
	if (!f->nconfigs && f->path)
		add_to_config(os, f->path, (uint32_t)os->list.n - 1);
	return f;
}

void outcomes_open(struct outcomes *os, const struct subject_set *set, const struct diags *first)
{
	for (size_t i = 0; i < first->n; i++) {
		const struct diag *d = &first->at[i];

		if (d->nfixes > 0 && choose_kind(d) == set->kind && choose_is_wanted(os->o, d))
			open_outcome(os, set, d, choose_fix(os->o, d));
	}
}

void outcomes_release(struct outcomes *os)
{
	vec_release(&os->list);
}

/* "a, b, c and 4 more": the different ones of the names but for `not` (may be NULL). */
struct names {
	struct buf text;
	struct map seen; /* interned */
	uint32_t n;
};

static void put_name(struct arena *a, struct names *to, const char *name, const char * not )
{
	const struct str *key = str_lit(name);

	if ((not &&strcmp(name, not ) == 0) || map_get(&to->seen, key))
		return;
	map_put(a, &to->seen, key, to);
	if (to->n++ < NAMES_SHOWN)
		buf_printf(&to->text, "%s%s", to->n > 1 ? ", " : "", name);
}

static const char *end_names(struct arena *a, struct names *of)
{
	const char *out;

	if (of->n > NAMES_SHOWN)
		buf_printf(&of->text, " and %u more", of->n - NAMES_SHOWN);
	out = of->n ? arena_strdup(a, buf_str(&of->text)) : "none";
	buf_release(&of->text);
	return out;
}

/* The effects of an edit of a base on other configs are listed in any case. */
static const char *reach_text(struct arena *a, const struct fix_reach *r)
{
	struct names keys = { 0 }, configs = { 0 };
	const char *key;

	for (const struct ripple *x = r->ripple; x; x = x->next) {
		put_name(a, &keys, x->key, NULL);
		put_name(a, &configs, x->config, r->edited);
	}
	key = end_names(a, &keys);
	return arena_printf(a, "edit of %s, from which %u config%s inherit%s: %s changes in %u of them (%s)", r->edited,
			    r->ndependents, plural(r->ndependents), r->ndependents == 1 ? "s" : "", key, configs.n,
			    end_names(a, &configs));
}

/* There is one edit for each config that has the finding: together they list what it changes. Those of a file are
 * adjacent. */
static void add_reach(struct outcomes *os, struct fix_outcome *f, const struct attempt *t)
{
	struct fix_reach *r = f->reach;

	while (r && strcmp(r->edited, t->edited) != 0)
		r = r->next;
	if (!r) {
		r = arena_new(os->a, struct fix_reach);
		*r = (struct fix_reach){ .edited = arena_strdup(os->a, t->edited), .next = f->reach };
		f->reach = r;
	}
	r->ndependents = t->ndependents;
	*(r->ripple ? &r->last->next : &r->ripple) = t->ripple.first;
	r->last = t->ripple.last;
}

static void describe_reach(struct outcomes *os, struct fix_outcome *f)
{
	for (struct fix_reach *r = f->reach; r; r = r->next)
		r->text = reach_text(os->a, r);
}

/* Room for one more in an array of n elements, which is full whenever n is a power of two. */
static void *more(struct arena *a, void *at, uint32_t n, size_t size)
{
	void *to;

	if (n & (n - 1))
		return at;
	to = arena_alloc(a, n ? 2 * (size_t)n : 1, size, alignof(max_align_t));
	if (n)
		memcpy(to, at, n * size);
	return to;
}

static struct keypath copy_path(struct arena *a, struct keypath p)
{
	struct value *part = arena_array(a, struct value, p.n + 1);

	for (uint32_t i = 0; i < p.n; i++)
		part[i] = value_copy(a, p.part[i]);
	return (struct keypath){ part, p.n };
}

static void add_file(struct arena *a, const struct subject_set *set, uint32_t id, const char **file, uint32_t *n)
{
	const struct subject *s = subject_owner(set, id);
	const char *path = s ? subject_file(s) : sources_get(set->sources, id)->path;

	for (uint32_t k = 0; k < *n; k++)
		if (strcmp(file[k], path) == 0)
			return;
	file[(*n)++] = arena_strdup(a, path);
}

/* The files that an attempt edits, or those of them that it edits for x, each once. */
static const char *const *edited_files(struct arena *a, const struct subject_set *set, const struct attempt *t,
				       const struct expect *x, uint32_t *n)
{
	const char **file = (const char **)arena_array(a, void *, t->edits.n + 1);

	*n = 0;
	for (size_t i = 0; x && i < x->nfiles; i++)
		add_file(a, set, x->file[i], file, n);
	for (size_t i = 0; !x && i < t->edits.n; i++)
		add_file(a, set, t->edits.at[i].at.file, file, n);
	return file;
}

static void add_variables(struct outcomes *os, struct fix_outcome *f, const struct attempt *t)
{
	for (const struct ripple *x = t->carried.first; x; x = x->next) {
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

static void add_refusal(struct outcomes *os, const struct subject_set *set, struct fix_outcome *f,
			const struct attempt *t)
{
	const struct source *s = sources_get(set->sources, t->diag->at.file);

	if (s)
		f->left = source_shown(s, t->diag->at.lo);
	f->refusal = more(os->a, f->refusal, f->nrefusals, sizeof *f->refusal);
	f->refusal[f->nrefusals++] =
		(struct fix_refusal){ .config = arena_strdup(os->a, t->of->path),
				      .reason = t->reason ? t->reason : "it collides with another fix" };
	f->reason = f->refusal[0].reason;
	f->what = f->npromises ? FIX_PARTLY : FIX_REFUSED;
}

/* Values of a graph die with it. */
static void add_promises(struct outcomes *os, const struct subject_set *set, struct fix_outcome *f,
			 const struct attempt *t)
{
	if (!t->nexpect)
		f->edited = edited_files(os->a, set, t, NULL, &f->nedited);
	for (uint32_t i = 0; i < t->nexpect; i++) {
		const struct expect *x = &t->expect[i];
		uint32_t nfiles;
		const char *const *file = edited_files(os->a, set, t, x, &nfiles);

		f->promise = more(os->a, f->promise, f->npromises, sizeof *f->promise);
		f->promise[f->npromises++] = (struct fix_promise){
			.config = arena_strdup(os->a, t->of->path),
			.path = copy_path(os->a, x->path),
			.absent = x->absent,
			.want = x->absent ? (struct value){ 0 } : value_freeze(os->a, value_copy(os->a, x->want)),
			.file = file,
			.nfiles = nfiles,
		};
	}
}

static void note_moved(struct outcomes *os, const struct subject_set *set, const struct attempt_set *accepted)
{
	struct edits all = { 0 }, own;

	verify_edits(accepted, &all);
	for (size_t i = 0; i < all.n; i += own.n) {
		const struct str *path = str_lit(sources_get(set->sources, all.at[i].at.file)->path);
		struct moved *m = arena_new(os->a, struct moved);

		own = verify_edits_of_file(&all, i);
		*m = (struct moved){ .edits = own, .before = map_get(&os->moved, path) };
		m->edits.at = arena_array(os->a, struct edit, own.n);
		memcpy(m->edits.at, own.at, own.n * sizeof *own.at);
		map_put(os->a, &os->moved, path, m);
	}
	vec_release(&all);
}

void outcomes_keep(struct outcomes *os, const struct subject_set *set, const struct attempt_set *accepted,
		   uint32_t round)
{
	for (size_t i = 0; i < accepted->n; i++) {
		const struct attempt *t = accepted->at[i];
		struct fix_outcome *f = outcome_of(os, set, t);

		if (!f) {
			f = open_outcome(os, set, t->diag, t->plan);
			f->late = true;
		}
		if (t->ripple.first && t->ndependents > 0)
			add_reach(os, f, t);
		f->times += f->round != round;
		f->round = round;
		add_promises(os, set, f, t);
		add_variables(os, f, t);
		if (f->nvariables)
			f->note = note_text(os->a, f);
	}
	note_moved(os, set, accepted);
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
	struct point at = s ? source_shown(s, d->at.lo) : (struct point){ 0 };
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
		if (f->left.cell == at.cell && f->left.line == at.line && f->left.col32 == at.col32)
			return f;
		near = near ? near : f;
	}
	return near;
}

uint32_t outcomes_times(const struct outcomes *os, const struct subject_set *set, const struct attempt *t)
{
	const struct fix_outcome *f = outcome_of(os, set, t);

	return f ? f->times : 0;
}

bool outcomes_know(const struct outcomes *os, const struct diag *d)
{
	for (uint32_t i = 0; i < d->nseen; i++) {
		const struct of_config *c = map_get(&os->by_config, str_lit(d->seen_in[i]->path));

		for (uint32_t k = 0; c && k < c->n; k++)
			if (same_finding(os->list.at[c->at[k]].diag, d))
				return true;
	}
	return false;
}

/* A finding that lost its fix: another fix set the key that this one would have set. */
static void refuse_left(struct outcomes *os, const struct diag *d)
{
	const struct of_config *c = d->nseen ? map_get(&os->by_config, str_lit(d->seen_in[0]->path)) : NULL;

	for (uint32_t i = 0; c && i < c->n; i++) {
		struct fix_outcome *f = &os->list.at[c->at[i]];

		if (f->what != FIX_APPLIED || f->npromises || !same_finding(f->diag, d) || d->nfixes)
			continue;
		f->what = FIX_REFUSED;
		f->reason = "after the other fixes it has no fix";
		f->refusal = arena_new(os->a, struct fix_refusal);
		*f->refusal = (struct fix_refusal){ arena_strdup(os->a, d->seen_in[0]->path), f->reason };
		f->nrefusals = 1;
	}
}

/* Another fix of a later round may have changed the key further: the final value is reported. */
static void update_to_final(struct outcomes *os, const struct subject_set *set, struct fix_promise *p)
{
	const struct module *m = set->kind == &config_kind ? graph_find(subject_graph(set), p->config) : NULL;
	struct slot s;

	if (!m || m->state != MODULE_OK)
		return;
	s = keypath_get(os->a, m->merged, p->path);
	if (s.found == p->path.n && !value_is_known(s.val))
		return;
	if (s.found == p->path.n && (p->absent || !config_same(s.val, p->want)))
		p->want = value_freeze(os->a, value_copy(os->a, s.val));
	p->absent = s.found != p->path.n;
}

/* Behind those of the kinds before. */
static void add_outcomes(const struct outcomes *os, struct fix_result *out)
{
	struct fix_outcome *all = arena_array(os->a, struct fix_outcome, out->noutcomes + os->list.n + 1);

	if (out->noutcomes)
		memcpy(all, out->outcome, out->noutcomes * sizeof *all);
	if (os->list.n)
		memcpy(all + out->noutcomes, os->list.at, os->list.n * sizeof *all);
	out->outcome = all;
	out->noutcomes += (uint32_t)os->list.n;
}

void outcomes_close(struct outcomes *os, const struct fix_left *left, struct fix_result *out)
{
	for (size_t i = 0; i < left->last->n; i++) {
		const struct attempt *t = &left->last->at[i];
		struct fix_outcome *f = t->state == ATTEMPT_APPLIED ? NULL : outcome_of(os, left->set, t);

		if (f && f->what != FIX_SKIPPED_UNSAFE)
			add_refusal(os, left->set, f, t);
	}
	for (size_t i = 0; i < left->found->n; i++)
		refuse_left(os, &left->found->at[i]);
	for (size_t i = 0; i < os->list.n; i++) {
		describe_reach(os, &os->list.at[i]);
		for (uint32_t k = 0; k < os->list.at[i].npromises; k++)
			update_to_final(os, left->set, &os->list.at[i].promise[k]);
		out->applied += os->list.at[i].what == FIX_APPLIED;
		out->partly += os->list.at[i].what == FIX_PARTLY;
		out->refused += os->list.at[i].what == FIX_REFUSED;
		out->unsafe_left += os->list.at[i].what == FIX_SKIPPED_UNSAFE;
	}
	add_outcomes(os, out);
	sort_refusals(os->a, out);
}

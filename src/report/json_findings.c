// SPDX-License-Identifier: MIT
/* Findings as one JSON array, in the shape that ruff's readers know, with more keys (docs/json.md). It holds only
 * findings; json_report.c writes all other facts about a run.
 *
 *	[{"code": "DAT005", "filename": "c.py", "location": {"row": 5, "column": 29}, "message": ...}] */
#include "report/json_findings.h"
#include "lint/witness.h"
#include "fix/preview.h"
#include "report/location.h"
#include "report/priv.h"
#include "report/statistics.h"
#include "base/path.h"
#include "report/value_json.h"
#include "text/jwrite.h"
#include <stdlib.h>
#include <math.h>
#include <string.h>

struct json_state {
	struct buf b; /* what is not written yet */
	struct jwrite top, all;
	bool lines; /* an object a line, and no array around them */
};

/* Where the next object goes. */
static struct jwrite *room(struct report *r)
{
	struct json_state *st = r->state;

	if (!st->lines)
		return &st->all;
	st->top = (struct jwrite){ .b = &st->b };
	return &st->top;
}

static void flush(struct report *r)
{
	struct json_state *st = r->state;

	if (st->lines && st->b.n)
		buf_putc(&st->b, '\n');
	fwrite(buf_str(&st->b), 1, st->b.n, r->o.to);
	buf_clear(&st->b);
}

static void begin(struct report *r)
{
	struct json_state *st = r->state;

	st->top.b = &st->b;
	st->all = jwrite_list(&st->top, NULL, true);
}

static void begin_lines(struct report *r)
{
	struct json_state *st = r->state;

	st->lines = true;
}

static void name(struct jwrite *j, struct report *r, const char *key, const char *path)
{
	struct arena tmp = { 0 };

	jwrite_text(j, key, path ? path_shown(&tmp, r->o.cwd, path) : NULL);
	arena_release(&tmp);
}

static void point(struct jwrite *j, const char *key, struct point p)
{
	struct jwrite at = jwrite_object(j, key, false);

	jwrite_int(&at, "row", p.line + 1);
	jwrite_int(&at, "column", p.col32 + 1);
	jwrite_end(&at);
}

/* filename, location, end_location, byte_range */
static void place(struct jwrite *j, struct report *r, struct span at)
{
	const struct source *s = sources_get(r->sources, at.file);
	struct jwrite range;

	name(j, r, "filename", s ? s->path : NULL);
	if (s && s->cells)
		jwrite_int(j, "cell", source_shown(s, at.lo).cell);
	point(j, "location", s ? source_shown(s, at.lo) : (struct point){ 0 });
	point(j, "end_location", s ? source_shown(s, at.hi) : (struct point){ 0 });
	range = jwrite_object(j, "byte_range", false);
	jwrite_int(&range, "start", s ? source_offset(s, at.lo) : at.lo);
	jwrite_int(&range, "end", s ? source_offset(s, at.hi) : at.hi);
	jwrite_end(&range);
}

static void edits(struct jwrite *j, struct report *r, const struct edits *e)
{
	struct jwrite list = jwrite_list(j, "edits", false), one;

	for (size_t i = 0; i < e->n; i++) {
		one = jwrite_object(&list, NULL, false);
		jwrite_bytes(&one, "content", e->at[i].text ? e->at[i].text : "", e->at[i].len);
		place(&one, r, e->at[i].at);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

/* For an applied fix. */
static void edited(struct jwrite *j, struct report *r, const char *const *file, uint32_t n)
{
	struct jwrite list;

	if (!n)
		return;
	list = jwrite_list(j, "edited", false);
	for (uint32_t i = 0; i < n; i++)
		name(&list, r, NULL, file[i]);
	jwrite_end(&list);
}

static void promises(struct jwrite *j, struct report *r, const struct fix_promise *all, uint32_t n)
{
	struct jwrite list = jwrite_list(j, "promises", false), one;

	for (uint32_t i = 0; i < n; i++) {
		const struct fix_promise *p = &all[i];
		struct buf key = { 0 };

		keypath_print(&key, p->path);
		one = jwrite_object(&list, NULL, false);
		name(&one, r, "config", p->config);
		jwrite_text(&one, "key", buf_str(&key));
		if (p->absent)
			jwrite_bool(&one, "absent", true);
		else
			value_json(&one, "value", p->want);
		if (p->merged && !p->absent)
			jwrite_bool(&one, "merged", true);
		edited(&one, r, p->file, p->nfiles);
		jwrite_end(&one);
		buf_release(&key);
	}
	jwrite_end(&list);
}

static int by_config(const void *x, const void *y)
{
	const struct ripple *a = *(const struct ripple *const *)x, *b = *(const struct ripple *const *)y;
	int c = strcmp(a->path, b->path);

	return c ? c : strcmp(a->key, b->key);
}

static bool is_promised(const struct fix_outcome *f, const struct ripple *x)
{
	struct buf key = { 0 };
	bool is = false;

	for (uint32_t i = 0; i < f->npromises && !is; i++) {
		buf_clear(&key);
		keypath_print(&key, f->promise[i].path);
		is = strcmp(f->promise[i].config, x->path) == 0 && strcmp(buf_str(&key), x->key) == 0;
	}
	buf_release(&key);
	return is;
}

/* What changed beside the promises in configs that inherit from what was edited. */
static void inherited(struct jwrite *j, struct report *r, const struct fix_outcome *f)
{
	struct jwrite list = jwrite_list(j, "inherited", false), one, keys;
	VEC(, const struct ripple *) all = { 0 };

	for (const struct fix_reach *x = f->reach; x; x = x->next)
		for (const struct ripple *k = x->ripple; k; k = k->next)
			if (!is_promised(f, k))
				vec_push(&all, k);
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_config);
	for (size_t i = 0; i < all.n;) {
		const struct ripple *first = all.at[i];

		one = jwrite_object(&list, NULL, false);
		name(&one, r, "config", first->path);
		keys = jwrite_list(&one, "keys", false);
		for (; i < all.n && strcmp(all.at[i]->path, first->path) == 0; i++)
			if (all.at[i] == first || strcmp(all.at[i]->key, all.at[i - 1]->key) != 0)
				jwrite_text(&keys, NULL, all.at[i]->key);
		jwrite_end(&keys);
		jwrite_end(&one);
	}
	jwrite_end(&list);
	vec_release(&all);
}

static void variables(struct jwrite *j, const struct fix_preview *p)
{
	struct jwrite list = jwrite_list(j, "variables", false);

	for (uint32_t i = 0; i < p->nvariables; i++)
		jwrite_bytes(&list, NULL, p->variable[i]->s, p->variable[i]->len);
	jwrite_end(&list);
}

/* Opens the object and writes what all fixes have. */
static struct jwrite fix_begin(struct jwrite *j, const struct fixplan *plan)
{
	struct jwrite fix = jwrite_object(j, "fix", false);

	jwrite_text(&fix, "applicability", plan->safety == SAFETY_SAFE ? "safe" : "unsafe");
	jwrite_text(&fix, "message", plan->title);
	return fix;
}

/* A fix without a place is left out. A refused fix has no edits, so that no tool applies them. */
static void fix(struct jwrite *j, struct report *r, const struct diag *d)
{
	const struct fix_outcome *no = r->fixing ? fix_refusal(r->fixing, d) : NULL;
	struct arena tmp = { 0 };
	struct fix_preview p;

	fix_preview(&tmp, r->dialects, d, &p);
	if (no) {
		struct jwrite f = fix_begin(j, no->plan);

		edits(&f, r, &(struct edits){ 0 });
		promises(&f, r, NULL, 0);
		variables(&f, &(struct fix_preview){ 0 });
		jwrite_text(&f, "refused", no->reason);
		jwrite_end(&f);
	} else if (p.edits.n == 0) {
		jwrite_null(j, "fix");
	} else {
		struct jwrite f = fix_begin(j, &d->fix[0]);

		edits(&f, r, &p.edits);
		promises(&f, r, p.promise, p.npromises);
		variables(&f, &p);
		jwrite_end(&f);
	}
	vec_release(&p.edits);
	arena_release(&tmp);
}

/* The patch that makes the project's own training code read the key; it is only tried with --edit-code. */
static void code_fix(struct jwrite *j, const struct diag *d)
{
	struct jwrite f;

	if (!d->patch)
		return;
	f = jwrite_object(j, "code_fix", false);
	jwrite_text(&f, "applicability", "unsafe");
	jwrite_text(&f, "message", d->patch->title);
	jwrite_end(&f);
}

static void related(struct jwrite *j, struct report *r, const struct diag *d)
{
	struct jwrite list = jwrite_list(j, "related", false), one;

	for (uint32_t i = 0; i < d->nrel; i++) {
		one = jwrite_object(&list, NULL, false);
		jwrite_text(&one, "message", d->rel[i].text);
		place(&one, r, d->rel[i].at);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void effective(struct jwrite *j, const struct diag *d)
{
	struct jwrite key;

	if (!d->path) {
		jwrite_null(j, "effective");
		return;
	}
	key = jwrite_object(j, "effective", false);
	jwrite_text(&key, "key", d->path);
	jwrite_end(&key);
}

static void roots(struct jwrite *j, struct report *r, const struct diag *d)
{
	struct jwrite list = jwrite_list(j, "roots", false);

	for (uint32_t i = 0; i < d->nseen; i++)
		name(&list, r, NULL, d->seen_in[i]->path);
	jwrite_end(&list);
}

static void head(struct jwrite *j, const struct report *r, const struct diag *d)
{
	struct arena tmp = { 0 };

	jwrite_text(j, "code", d->rule->id);
	jwrite_text(j, "name", d->rule->name);
	jwrite_text(j, "severity", severity_name(d->severity));
	jwrite_text(j, "message", d->msg);
	jwrite_text(j, "hint", d->hint);
	jwrite_text(j, "url", report_url(&tmp, r, d->rule));
	arena_release(&tmp);
}

static void evidence(struct jwrite *j, struct report *r, const struct evidence *e)
{
	struct jwrite o = jwrite_object(j, "evidence", false);

	jwrite_text(&o, "verdict", run_verdict_name(e->verdict));
	jwrite_number(&o, "seconds_per_day", round(e->cost));
	jwrite_number(&o, "share", round(e->cost / 8.64) / 1e4);
	jwrite_text(&o, "text", e->text);
	jwrite_text(&o, "code", e->by->id);
	name(&o, r, "log", e->run->src->path);
	jwrite_end(&o);
}

void report_finding_json(struct report *r, struct jwrite *list, const struct diag *d)
{
	struct jwrite one = jwrite_object(list, NULL, false);

	head(&one, r, d);
	place(&one, r, d->at);
	fix(&one, r, d);
	code_fix(&one, d);
	related(&one, r, d);
	effective(&one, d);
	jwrite_text(&one, "dialect", d->dialect);
	roots(&one, r, d);
	if (diag_is_through(d))
		jwrite_bool(&one, "through", true);
	if (d->cost > 0)
		jwrite_number(&one, "seconds_per_day", round(d->cost));
	if (d->evidence)
		evidence(&one, r, d->evidence);
	jwrite_end(&one);
}

static void json(struct report *r, const struct diag *d)
{
	report_finding_json(r, room(r), d);
	flush(r);
}

/* Configs in which the finding remains. */
static void refused(struct jwrite *j, struct report *r, const struct fix_outcome *f)
{
	struct jwrite list = jwrite_list(j, "refused", false), one;

	for (uint32_t i = 0; i < f->nrefusals; i++) {
		one = jwrite_object(&list, NULL, false);
		name(&one, r, "config", f->refusal[i].config);
		jwrite_text(&one, "reason", f->refusal[i].reason);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

void report_fixed_json(struct report *r, struct jwrite *list, const struct fix_outcome *f)
{
	struct jwrite one = jwrite_object(list, NULL, false), fix;

	head(&one, r, f->diag);
	name(&one, r, "filename", f->path);
	if (f->at.cell)
		jwrite_int(&one, "cell", f->at.cell);
	point(&one, "location", f->at);
	jwrite_bool(&one, "fixed", true);
	fix = fix_begin(&one, f->plan);
	promises(&fix, r, f->promise, f->npromises);
	edited(&fix, r, f->edited, f->nedited);
	inherited(&fix, r, f);
	jwrite_end(&fix);
	jwrite_text(&one, "note", f->note);
	refused(&one, r, f);
	jwrite_end(&one);
}

static void fixed(struct report *r, const struct fix_outcome *f)
{
	report_fixed_json(r, room(r), f);
	flush(r);
}

static void statistics(struct report *r)
{
	struct statistics all = statistics_of(r);

	for (size_t i = 0; i < all.n; i++) {
		const struct statistic *s = &all.at[i];
		struct jwrite one = jwrite_object(room(r), NULL, false);

		jwrite_text(&one, "code", s->rule->id);
		jwrite_text(&one, "name", s->rule->name);
		jwrite_text(&one, "severity", severity_name(s->severity));
		jwrite_int(&one, "count", s->n);
		jwrite_bool(&one, "fixable", s->fixable == s->n);
		jwrite_int(&one, "fixable_count", s->fixable);
		jwrite_end(&one);
		flush(r);
	}
	vec_release(&all);
}

static void end(struct report *r)
{
	struct json_state *st = r->state;

	if (r->o.statistics)
		statistics(r);
	if (!st->lines) {
		jwrite_end(&st->all);
		buf_putc(&st->b, '\n');
	}
	flush(r);
	buf_release(&st->b);
	report_aside(r);
}

const struct reporter report_json = { .name = "json",
				      .bare = true,
				      .document = true,
				      .counts = true,
				      .state = sizeof(struct json_state),
				      .begin = begin,
				      .finding = json,
				      .fixed = fixed,
				      .end = end };
const struct reporter report_json_lines = { .name = "json-lines",
					    .bare = true,
					    .document = true,
					    .counts = true,
					    .state = sizeof(struct json_state),
					    .begin = begin_lines,
					    .finding = json,
					    .fixed = fixed,
					    .end = end };

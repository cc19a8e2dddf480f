// SPDX-License-Identifier: MIT
/* A run as one JSON object (docs/json.md): its findings as the format "json" has them, and what that array has no room
 * for: which checks did not run and why, how many findings are hidden, which files could not be read, and counts.
 *
 *	{"version": 2, "findings": [...], "not_checked": [{"reason": "gpus", ...}], "summary": {"error": 0, ...}, ...}
 */
#include "report/json_findings.h"
#include "base/path.h"
#include "report/priv.h"
#include "report/summary.h"

enum { VERSION = 2 /* of these keys, and of those of a finding */ };

struct json_report_state {
	struct buf b;
	struct jwrite top, all, list;
	bool finding; /* the list of fixed findings is closed */
};

static void begin(struct report *r)
{
	struct json_report_state *st = r->state;

	st->top.b = &st->b;
	st->all = jwrite_object(&st->top, NULL, true);
	jwrite_int(&st->all, "version", VERSION);
	jwrite_text(&st->all, "cfglint", r->o.version);
	st->list = jwrite_list(&st->all, "fixed", true);
}

static void fixed(struct report *r, const struct fix_outcome *f)
{
	report_fixed_json(r, &((struct json_report_state *)r->state)->list, f);
}

static void begin_findings(struct json_report_state *st)
{
	if (st->finding)
		return;
	st->finding = true;
	jwrite_end(&st->list);
	st->list = jwrite_list(&st->all, "findings", true);
}

static void finding(struct report *r, const struct diag *d)
{
	struct json_report_state *st = r->state;

	begin_findings(st);
	report_finding_json(r, &st->list, d);
}

static void path(struct jwrite *j, const struct report *r, const char *key, const char *p)
{
	struct arena tmp = { 0 };

	jwrite_text(j, key, p ? path_shown(&tmp, r->o.cwd, p) : NULL);
	arena_release(&tmp);
}

static void not_checked(struct jwrite *list, const struct report *r, enum unchecked_why why, const struct unchecked *u)
{
	struct jwrite one = jwrite_object(list, NULL, false), checks;
	struct buf say = { 0 };

	unchecked_say(&say, why, u, r->o.cwd);
	jwrite_text(&one, "reason", unchecked_word(why));
	jwrite_text(&one, "message", buf_str(&say));
	jwrite_text(&one, "hint", unchecked_help(why, u));
	checks = jwrite_list(&one, "checks", false);
	for (const struct unchecked_rule *x = u->rule; x; x = x->next)
		jwrite_text(&checks, NULL, x->rule->id);
	jwrite_end(&checks);
	jwrite_int(&one, "files", u->nsubjects);
	path(&one, r, "first", u->first->path);
	jwrite_end(&one);
	buf_release(&say);
}

static void all_unchecked(struct jwrite *j, const struct report *r)
{
	struct jwrite list = jwrite_list(j, "not_checked", true);

	for (int i = 0; i < UNCHECKED_WHYS; i++)
		if (r->stats->unchecked[i].nsubjects)
			not_checked(&list, r, i, &r->stats->unchecked[i]);
	jwrite_end(&list);
}

/* Findings that the list has not, and that it has them not on purpose. */
static void hidden(struct jwrite *j, const struct report *r)
{
	const struct carried *c = &r->stats->carried[CARRIED_CONFIGS], *p = &r->stats->carried[CARRIED_PROGRAMS];
	struct jwrite o;

	if (c->nfindings || p->nfindings) {
		struct arena a = { 0 };

		o = jwrite_object(j, "carried_along", false);
		jwrite_text(&o, "from",
			    !p->from   ? c->from
			    : !c->from ? p->from
				       : arena_printf(&a, "%s, %s", c->from, p->from));
		jwrite_int(&o, "files", (long long)c->nsubjects + p->nsubjects);
		jwrite_int(&o, "findings", (long long)c->nfindings + p->nfindings);
		arena_release(&a);
		jwrite_end(&o);
	} else {
		jwrite_null(j, "carried_along");
	}
	if (r->baseline) {
		o = jwrite_object(j, "in_baseline", false);
		jwrite_text(&o, "file", r->baseline);
		jwrite_int(&o, "findings", r->old ? (long long)r->old->n : 0);
		jwrite_end(&o);
	} else {
		jwrite_null(j, "in_baseline");
	}
}

static void checked_through(struct jwrite *j, const struct report *r)
{
	struct jwrite list = jwrite_list(j, "checked_through", true), one;

	for (uint32_t i = 0; i < r->stats->nkinds && r->first_through; i++) {
		const struct lint_count *of = &r->stats->of[i];

		if (!(of->through + of->through_lost))
			continue;
		one = jwrite_object(&list, NULL, false);
		jwrite_text(&one, "kind", of->kind->name);
		path(&one, r, "first", r->first_through->path);
		jwrite_int(&one, "files", of->through);
		jwrite_int(&one, "not_loaded", of->through_lost);
		jwrite_int(&one, "left_out", r->stats->left_out);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void without_rules(struct jwrite *j, const struct report *r)
{
	struct jwrite list = jwrite_list(j, "no_rules", true), one;

	for (uint32_t i = 0; i < r->stats->nforeign; i++) {
		const struct without_rules *f = &r->stats->foreign[i];

		one = jwrite_object(&list, NULL, false);
		path(&one, r, "filename", f->path);
		jwrite_text(&one, f->is->family ? "looks_like" : "is", f->is->one);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void unreadable(struct jwrite *j, const struct report *r)
{
	struct jwrite list = jwrite_list(j, "unreadable", true), one;

	for (const struct unreadable *u = r->unreadable; u; u = u->next) {
		one = jwrite_object(&list, NULL, false);
		path(&one, r, "filename", u->path);
		jwrite_text(&one, "message", u->message);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void summary(struct jwrite *j, const struct report *r)
{
	const struct summary_counts c = summary_count(r->found);
	struct jwrite o = jwrite_object(j, "summary", true), files;

	for (int s = SEV_ERROR; s >= SEV_INFO; s--)
		jwrite_int(&o, severity_name((enum severity)s), c.severity[s]);
	jwrite_int(&o, "fixed", r->fixed);
	jwrite_int(&o, "fixable_safe", c.safe);
	jwrite_int(&o, "fixable_unsafe", c.unsafe);
	jwrite_int(&o, "suppressed", r->stats->suppressed);
	jwrite_int(&o, "speed_suggestions", r->held ? (long long)r->held->n : 0);
	jwrite_int(&o, "refuted", r->refuted);
	files = jwrite_object(&o, "files", false);
	for (uint32_t i = 0; i < r->stats->nkinds; i++)
		jwrite_int(&files, r->stats->of[i].kind->name, r->stats->of[i].files);
	jwrite_end(&files);
	jwrite_end(&o);
}

static void end(struct report *r)
{
	struct json_report_state *st = r->state;

	begin_findings(st);
	jwrite_end(&st->list);
	all_unchecked(&st->all, r);
	hidden(&st->all, r);
	checked_through(&st->all, r);
	unreadable(&st->all, r);
	without_rules(&st->all, r);
	summary(&st->all, r);
	jwrite_end(&st->all);
	buf_putc(&st->b, '\n');
	fwrite(buf_str(&st->b), 1, st->b.n, r->o.to);
	buf_release(&st->b);
}

const struct reporter report_json_report = { .name = "json-report",
					     .document = true,
					     .state = sizeof(struct json_report_state),
					     .begin = begin,
					     .fixed = fixed,
					     .finding = finding,
					     .end = end };

// SPDX-License-Identifier: MIT
/* reviewdog's diagnostics (reviewdog/reviewdog, proto/rdf/reviewdog.proto): columns are bytes of UTF-8, from 1. A
 * suggestion is one range of the finding's own file, so that a fix of several places is none. */
#include "report/location.h"
#include "fix/preview.h"
#include "report/priv.h"
#include "text/jwrite.h"

struct rdjson_state {
	struct buf b;
	struct jwrite top, o, all;
};

static void begin(struct report *r)
{
	struct rdjson_state *st = r->state;
	struct jwrite source;

	st->top.b = &st->b;
	st->o = jwrite_object(&st->top, NULL, true);
	source = jwrite_object(&st->o, "source", false);
	jwrite_text(&source, "name", "cfglint");
	jwrite_end(&source);
	st->all = jwrite_list(&st->o, "diagnostics", true);
}

static void point(struct jwrite *j, const char *key, struct point p)
{
	struct jwrite at = jwrite_object(j, key, false);

	jwrite_int(&at, "line", p.line + 1);
	jwrite_int(&at, "column", p.col8 + 1);
	jwrite_end(&at);
}

static void range(struct jwrite *j, struct point lo, struct point hi)
{
	struct jwrite between = jwrite_object(j, "range", false);

	point(&between, "start", lo);
	point(&between, "end", hi);
	jwrite_end(&between);
}

static void location(struct jwrite *j, struct arena *a, const struct report *r, const struct diag *d, struct span at)
{
	struct location x = location_of(a, r->o.cwd, d, at);
	struct jwrite where = jwrite_object(j, "location", false);

	jwrite_text(&where, "path", x.path);
	range(&where, x.lo, x.hi);
	jwrite_end(&where);
}

static void suggestion(struct jwrite *j, struct arena *a, const struct report *r, const struct diag *d)
{
	struct fix_preview p;
	struct jwrite list, one;

	fix_preview(a, r->dialects, d, &p);
	if (p.edits.n == 1 && p.edits.at[0].at.file == d->at.file && !(r->fixing && fix_refusal(r->fixing, d))) {
		struct location x = location_of(a, r->o.cwd, d, p.edits.at[0].at);

		list = jwrite_list(j, "suggestions", false);
		one = jwrite_object(&list, NULL, false);
		range(&one, x.lo, x.hi);
		jwrite_bytes(&one, "text", p.edits.at[0].text ? p.edits.at[0].text : "", p.edits.at[0].len);
		jwrite_end(&one);
		jwrite_end(&list);
	}
	vec_release(&p.edits);
}

static void related(struct jwrite *j, struct arena *a, const struct report *r, const struct diag *d)
{
	struct jwrite list, one;

	if (!d->nrel)
		return;
	list = jwrite_list(j, "related_locations", false);
	for (uint32_t i = 0; i < d->nrel; i++) {
		one = jwrite_object(&list, NULL, false);
		jwrite_text(&one, "message", d->rel[i].text);
		location(&one, a, r, d, d->rel[i].at);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void rdjson(struct report *r, const struct diag *d)
{
	static const char *const word[] = {
		[SEV_INFO] = "INFO", [SEV_PERFORMANCE] = "INFO", [SEV_WARNING] = "WARNING", [SEV_ERROR] = "ERROR"
	};
	struct rdjson_state *st = r->state;
	struct arena tmp = { 0 };
	struct jwrite one = jwrite_object(&st->all, NULL, false), code;
	const char *url = report_url(&tmp, r, d->rule);

	jwrite_text(&one, "message", d->hint ? arena_printf(&tmp, "%s\n%s", d->msg, d->hint) : d->msg);
	location(&one, &tmp, r, d, d->at);
	jwrite_text(&one, "severity", word[d->severity]);
	code = jwrite_object(&one, "code", false);
	jwrite_text(&code, "value", d->rule->id);
	if (url)
		jwrite_text(&code, "url", url);
	jwrite_end(&code);
	suggestion(&one, &tmp, r, d);
	related(&one, &tmp, r, d);
	jwrite_end(&one);
	arena_release(&tmp);
}

static void end(struct report *r)
{
	struct rdjson_state *st = r->state;

	jwrite_end(&st->all);
	jwrite_end(&st->o);
	buf_putc(&st->b, '\n');
	report_finish(r, &st->b);
}

const struct reporter report_rdjson = { .name = "rdjson",
					.document = true,
					.state = sizeof(struct rdjson_state),
					.begin = begin,
					.finding = rdjson,
					.end = end };

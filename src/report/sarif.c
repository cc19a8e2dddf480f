// SPDX-License-Identifier: MIT
/* SARIF 2.1.0 (oasis-tcs/sarif-spec, sarif-2.1/schema/sarif-schema-2.1.0.json). Columns are code points; paths are
 * relative to the working directory, which originalUriBaseIds contains. */
#include "report/location.h"
#include "base/vec.h"
#include "fix/preview.h"
#include "report/priv.h"
#include "report/without_rules.h"
#include "text/jwrite.h"
#include <string.h>

struct sarif_state {
	struct buf b;
	struct jwrite top, o, runs, run, results;
	struct arena arena;
	struct fingerprints seen;
	VEC(, const struct rule *) rule; /* rules with findings, in the order of their index in results */
};

static const char *level(enum severity s)
{
	return s == SEV_ERROR ? "error" : s == SEV_WARNING ? "warning" : "note";
}

static void message(struct jwrite *j, const char *key, const char *text)
{
	struct jwrite o = jwrite_object(j, key, false);

	jwrite_text(&o, "text", text);
	jwrite_end(&o);
}

/* "a b" -> "a%20b"; folder: with a slash behind it */
static const char *uri(struct arena *a, const char *path, bool file)
{
	struct buf b = { 0 };
	const char *text;

	if (file)
		buf_puts(&b, "file://");
	for (; *path; path++)
		if (strchr("/-._~", *path) || (*path >= '0' && *path <= '9') ||
		    ((*path | 32) >= 'a' && (*path | 32) <= 'z'))
			buf_putc(&b, *path);
		else
			buf_printf(&b, "%%%02X", (unsigned char)*path);
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

static void begin(struct report *r)
{
	struct sarif_state *st = r->state;
	struct jwrite bases, root;

	st->top.b = &st->b;
	st->o = jwrite_object(&st->top, NULL, true);
	jwrite_text(&st->o, "$schema",
		    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
	jwrite_text(&st->o, "version", "2.1.0");
	st->runs = jwrite_list(&st->o, "runs", true);
	st->run = jwrite_object(&st->runs, NULL, true);
	jwrite_text(&st->run, "columnKind", "unicodeCodePoints");
	bases = jwrite_object(&st->run, "originalUriBaseIds", false);
	root = jwrite_object(&bases, "SRCROOT", false);
	jwrite_text(&root, "uri", arena_printf(&st->arena, "%s/", uri(&st->arena, r->o.cwd, true)));
	jwrite_end(&root);
	jwrite_end(&bases);
	st->results = jwrite_list(&st->run, "results", true);
}

static void artifact(struct jwrite *j, struct sarif_state *st, const struct location *x)
{
	struct jwrite o = jwrite_object(j, "artifactLocation", false);

	jwrite_text(&o, "uri", uri(&st->arena, x->path, !x->below && *x->path == '/'));
	if (x->below)
		jwrite_text(&o, "uriBaseId", "SRCROOT");
	jwrite_end(&o);
}

static void region(struct jwrite *j, const char *key, const struct location *x)
{
	struct jwrite o = jwrite_object(j, key, false);

	jwrite_int(&o, "startLine", x->lo.line + 1);
	jwrite_int(&o, "startColumn", x->lo.col32 + 1);
	jwrite_int(&o, "endLine", x->hi.line + 1);
	jwrite_int(&o, "endColumn", x->hi.col32 + 1);
	jwrite_int(&o, "byteOffset", x->byte);
	jwrite_int(&o, "byteLength", x->nbytes);
	jwrite_end(&o);
}

static void location(struct jwrite *list, struct report *r, const struct diag *d, struct span at, const char *text)
{
	struct sarif_state *st = r->state;
	struct location x = location_of(&st->arena, r->o.cwd, d, at);
	struct jwrite one = jwrite_object(list, NULL, false), where = jwrite_object(&one, "physicalLocation", false);

	artifact(&where, st, &x);
	region(&where, "region", &x);
	jwrite_end(&where);
	if (text)
		message(&one, "message", text);
	jwrite_end(&one);
}

static size_t index_of(struct sarif_state *st, const struct rule *rule)
{
	for (size_t i = 0; i < st->rule.n; i++)
		if (st->rule.at[i] == rule)
			return i;
	vec_push(&st->rule, rule);
	return st->rule.n - 1;
}

/* What is deleted, and what comes instead. */
static void replacement(struct jwrite *list, struct report *r, const struct diag *d, const struct edit *e)
{
	struct sarif_state *st = r->state;
	struct location x = location_of(&st->arena, r->o.cwd, d, e->at);
	struct jwrite one = jwrite_object(list, NULL, false), content;

	region(&one, "deletedRegion", &x);
	content = jwrite_object(&one, "insertedContent", false);
	jwrite_bytes(&content, "text", e->text ? e->text : "", e->len);
	jwrite_end(&content);
	jwrite_end(&one);
}

/* edits: those of a file together */
static void changes(struct jwrite *fix, struct report *r, const struct diag *d, const struct edits *e)
{
	struct sarif_state *st = r->state;
	struct jwrite list = jwrite_list(fix, "artifactChanges", false), one, all;

	for (size_t i = 0; i < e->n;) {
		uint32_t file = e->at[i].at.file;
		struct location x = location_of(&st->arena, r->o.cwd, d, e->at[i].at);

		one = jwrite_object(&list, NULL, false);
		artifact(&one, st, &x);
		all = jwrite_list(&one, "replacements", false);
		for (; i < e->n && e->at[i].at.file == file; i++)
			replacement(&all, r, d, &e->at[i]);
		jwrite_end(&all);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void fixes(struct jwrite *j, struct report *r, const struct diag *d)
{
	struct sarif_state *st = r->state;
	struct fix_preview p;
	struct jwrite list, one;

	fix_preview(&st->arena, r->dialects, d, &p);
	if (p.edits.n && !(r->fixing && fix_refusal(r->fixing, d))) {
		list = jwrite_list(j, "fixes", false);
		one = jwrite_object(&list, NULL, false);
		message(&one, "description", d->fix[0].title);
		changes(&one, r, d, &p.edits);
		jwrite_end(&one);
		jwrite_end(&list);
	}
	vec_release(&p.edits);
}

static void fingerprint(struct jwrite *j, struct report *r, const struct diag *d)
{
	struct sarif_state *st = r->state;
	struct location x = location_of(&st->arena, r->o.cwd, d, d->at);
	struct jwrite o = jwrite_object(j, "partialFingerprints", false);

	jwrite_text(&o, "cfglint/v1", fingerprint_of(&st->arena, &st->seen, d, x.path));
	jwrite_end(&o);
}

/* With the findings of the baseline. */
static void compared(struct jwrite *j, struct report *r)
{
	struct jwrite list, one;

	jwrite_text(j, "baselineState", r->known ? "unchanged" : "new");
	if (!r->known)
		return;
	list = jwrite_list(j, "suppressions", false);
	one = jwrite_object(&list, NULL, false);
	jwrite_text(&one, "kind", "external");
	jwrite_text(&one, "justification",
		    arena_printf(&((struct sarif_state *)r->state)->arena, "counted in %s", r->baseline));
	jwrite_end(&one);
	jwrite_end(&list);
}

static void sarif(struct report *r, const struct diag *d)
{
	struct sarif_state *st = r->state;
	struct jwrite one = jwrite_object(&st->results, NULL, false), list;

	jwrite_text(&one, "ruleId", d->rule->id);
	jwrite_int(&one, "ruleIndex", (long long)index_of(st, d->rule));
	jwrite_text(&one, "level", level(d->severity));
	message(&one, "message", d->hint ? arena_printf(&st->arena, "%s. %s", d->msg, d->hint) : d->msg);
	list = jwrite_list(&one, "locations", false);
	location(&list, r, d, d->at, NULL);
	jwrite_end(&list);
	if (d->nrel) {
		list = jwrite_list(&one, "relatedLocations", false);
		for (uint32_t i = 0; i < d->nrel; i++)
			location(&list, r, d, d->rel[i].at, d->rel[i].text);
		jwrite_end(&list);
	}
	fingerprint(&one, r, d);
	if (r->baseline)
		compared(&one, r);
	fixes(&one, r, d);
	jwrite_end(&one);
}

static void describe(struct jwrite *list, struct report *r, const struct rule *rule)
{
	struct sarif_state *st = r->state;
	struct jwrite one = jwrite_object(list, NULL, false), more;
	const char *url = report_url(&st->arena, r, rule), *why = rule->why && *rule->why ? rule->why : rule->summary;

	jwrite_text(&one, "id", rule->id);
	jwrite_text(&one, "name", rule->name);
	message(&one, "shortDescription", rule->summary);
	message(&one, "fullDescription", why);
	more = jwrite_object(&one, "help", false); /* GitHub requires it */
	jwrite_text(&more, "text", why);
	jwrite_text(&more, "markdown", why);
	jwrite_end(&more);
	if (url && strstr(url, "://"))
		jwrite_text(&one, "helpUri", url);
	more = jwrite_object(&one, "defaultConfiguration", false);
	jwrite_text(&more, "level", level(rule->severity));
	jwrite_end(&more);
	more = jwrite_object(&one, "properties", false);
	jwrite_texts(&more, "tags", &rule->category, 1);
	jwrite_end(&more);
	jwrite_end(&one);
}

static void tool(struct report *r)
{
	struct sarif_state *st = r->state;
	struct jwrite o = jwrite_object(&st->run, "tool", true), driver = jwrite_object(&o, "driver", true), list;

	jwrite_text(&driver, "name", "cfglint");
	jwrite_text(&driver, "version", r->o.version);
	if (r->o.docs && strstr(r->o.docs, "://"))
		jwrite_text(&driver, "informationUri", r->o.docs);
	list = jwrite_list(&driver, "rules", true);
	for (size_t i = 0; i < st->rule.n; i++)
		describe(&list, r, st->rule.at[i]);
	jwrite_end(&list);
	jwrite_end(&driver);
	jwrite_end(&o);
}

static void note(struct jwrite *notes, const char *text)
{
	struct jwrite one = jwrite_object(notes, NULL, false);

	jwrite_text(&one, "level", "note");
	message(&one, "message", text);
	jwrite_end(&one);
}

static void notes_without_rules(struct jwrite *notes, struct report *r)
{
	struct buf say = { 0 };

	without_rules_say(&say, r->stats, r->o.cwd, r->o.each);
	for (char *line = say.n ? say.s : NULL, *end; line && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		note(notes, line);
	}
	buf_release(&say);
}

/* Unchecked parts, as notes of the run: they are no findings, but an empty list would read as clean. */
static void invocation(struct report *r)
{
	struct sarif_state *st = r->state;
	struct jwrite list = jwrite_list(&st->run, "invocations", true), one = jwrite_object(&list, NULL, false),
		      notes = jwrite_list(&one, "toolExecutionNotifications", false);
	struct buf say = { 0 };

	for (int i = 0; i < UNCHECKED_WHYS; i++) {
		const struct unchecked *u = &r->stats->unchecked[i];

		if (!u->nsubjects || (i == UNCHECKED_FRAGMENT && !lint_only_fragments(r->stats)))
			continue;
		unchecked_say(&say, i, u, r->o.cwd);
		note(&notes, buf_str(&say));
		buf_clear(&say);
	}
	buf_release(&say);
	notes_without_rules(&notes, r);
	jwrite_end(&notes);
	jwrite_bool(&one, "executionSuccessful", true);
	jwrite_end(&one);
	jwrite_end(&list);
}

static void end(struct report *r)
{
	struct sarif_state *st = r->state;

	jwrite_end(&st->results);
	tool(r);
	invocation(r);
	jwrite_end(&st->run);
	jwrite_end(&st->runs);
	jwrite_end(&st->o);
	buf_putc(&st->b, '\n');
	vec_release(&st->rule);
	arena_release(&st->arena);
	report_finish(r, &st->b);
}

const struct reporter report_sarif = { .name = "sarif",
				       .document = true,
				       .old = true,
				       .state = sizeof(struct sarif_state),
				       .begin = begin,
				       .finding = sarif,
				       .end = end };

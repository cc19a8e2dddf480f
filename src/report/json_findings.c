// SPDX-License-Identifier: MIT
/* Findings as one JSON array, in the shape that ruff's readers know, with more keys (docs/json.md). */
#include "report/report.h"
#include "fix/preview.h"
#include <stdlib.h>
#include <string.h>

struct state {
	uint32_t n; /* findings written */
};

static void begin(struct out *o)
{
	o->state = xcalloc(1, sizeof(struct state));
	fputs("[", o->to);
}

static void name(struct buf *b, struct out *o, const char *key, const char *path)
{
	struct arena tmp = { 0 };

	out_json_text(b, key, path ? out_relative(&tmp, o->cwd, path) : NULL);
	arena_release(&tmp);
}

static void point(struct buf *b, const char *key, const struct source *s, uint32_t at)
{
	struct point p = s ? source_point(s, at) : (struct point){ 0 };

	buf_printf(b, "\"%s\": {\"row\": %u, \"column\": %u}", key, p.line + 1, p.col32 + 1);
}

/* filename, location, end_location, byte_range */
static void place(struct buf *b, struct out *o, struct span at)
{
	const struct source *s = graph_source(o->g, at.file);

	name(b, o, "filename", s ? s->path : NULL);
	buf_puts(b, ", ");
	point(b, "location", s, at.lo);
	buf_puts(b, ", ");
	point(b, "end_location", s, at.hi);
	buf_printf(b, ", \"byte_range\": {\"start\": %u, \"end\": %u}", at.lo, at.hi);
}

static void edits(struct buf *b, struct out *o, const struct edits *e)
{
	buf_puts(b, "\"edits\": [");
	for (size_t i = 0; i < e->n; i++) {
		buf_puts(b, i ? ", {\"content\": " : "{\"content\": ");
		buf_json(b, e->at[i].text ? e->at[i].text : "", e->at[i].len);
		buf_puts(b, ", ");
		place(b, o, e->at[i].at);
		buf_putc(b, '}');
	}
	buf_putc(b, ']');
}

static void promises(struct buf *b, struct out *o, const struct fix_promise *all, uint32_t n)
{
	buf_puts(b, "\"promises\": [");
	for (uint32_t i = 0; i < n; i++) {
		const struct fix_promise *p = &all[i];
		struct buf key = { 0 };

		keypath_print(&key, p->path);
		buf_puts(b, i ? ", {" : "{");
		name(b, o, "config", p->config);
		buf_puts(b, ", ");
		out_json_text(b, "key", buf_str(&key));
		if (p->absent) {
			buf_puts(b, ", \"absent\": true}");
		} else {
			buf_puts(b, ", \"value\": ");
			show_json(b, p->want, false);
			buf_puts(b, p->merged ? ", \"merged\": true}" : "}");
		}
		buf_release(&key);
	}
	buf_putc(b, ']');
}

static void variables(struct buf *b, const struct fix_preview *p)
{
	buf_puts(b, ", \"variables\": [");
	for (uint32_t i = 0; i < p->nvariables; i++) {
		buf_puts(b, i ? ", " : "");
		buf_json(b, p->variable[i]->s, p->variable[i]->len);
	}
	buf_putc(b, ']');
}

static const char *applicability(const struct fixplan *plan)
{
	return plan->safety == SAFETY_SAFE ? "safe" : "unsafe";
}

/* A fix for which there is no place is none. */
static void fix(struct buf *b, struct out *o, const struct diag *d)
{
	struct arena tmp = { 0 };
	struct fix_preview p;

	fix_preview(&tmp, o->g, o->rs ? &o->rs->dialects : NULL, d, &p);
	buf_puts(b, "\"fix\": ");
	if (p.edits.n == 0) {
		buf_puts(b, "null");
	} else {
		buf_printf(b, "{\"applicability\": \"%s\", ", applicability(&d->fix[0]));
		out_json_text(b, "message", d->fix[0].title);
		buf_puts(b, ", ");
		edits(b, o, &p.edits);
		buf_puts(b, ", ");
		promises(b, o, p.promise, p.npromises);
		variables(b, &p);
		buf_putc(b, '}');
	}
	vec_release(&p.edits);
	arena_release(&tmp);
}

static void related(struct buf *b, struct out *o, const struct diag *d)
{
	buf_puts(b, "\"related\": [");
	for (uint32_t i = 0; i < d->nrel; i++) {
		buf_puts(b, i ? ", {" : "{");
		out_json_text(b, "message", d->rel[i].text);
		buf_puts(b, ", ");
		place(b, o, d->rel[i].at);
		buf_putc(b, '}');
	}
	buf_putc(b, ']');
}

static void roots(struct buf *b, struct out *o, const struct diag *d)
{
	struct arena tmp = { 0 };

	buf_puts(b, "\"roots\": [");
	for (uint32_t i = 0; i < d->nroots; i++) {
		const char *rel = out_relative(&tmp, o->cwd, d->root[i]->path);

		buf_puts(b, i ? ", " : "");
		buf_json(b, rel, strlen(rel));
	}
	buf_putc(b, ']');
	arena_release(&tmp);
}

static void head(struct buf *b, const struct diag *d)
{
	out_json_text(b, "code", d->rule->id);
	buf_puts(b, ", ");
	out_json_text(b, "name", d->rule->name);
	buf_puts(b, ", ");
	out_json_text(b, "severity", severity_name(d->severity));
	buf_puts(b, ", ");
	out_json_text(b, "message", d->msg);
	buf_puts(b, ", ");
	out_json_text(b, "hint", d->hint);
	buf_puts(b, ", \"url\": null, ");
}

static void json(struct out *o, const struct diag *d)
{
	struct state *st = o->state;
	struct buf b = { 0 };

	buf_puts(&b, st->n++ ? ",\n  {" : "\n  {");
	head(&b, d);
	place(&b, o, d->at);
	buf_puts(&b, ", ");
	fix(&b, o, d);
	buf_puts(&b, ", ");
	related(&b, o, d);
	buf_puts(&b, ", \"effective\": ");
	if (d->path) {
		buf_putc(&b, '{');
		out_json_text(&b, "key", d->path);
		buf_putc(&b, '}');
	} else {
		buf_puts(&b, "null");
	}
	buf_puts(&b, ", ");
	out_json_text(&b, "dialect", d->dialect);
	buf_puts(&b, ", ");
	roots(&b, o, d);
	buf_putc(&b, '}');
	fwrite(b.s, 1, b.n, o->to);
	buf_release(&b);
}

static void fixed(struct out *o, const struct fix_outcome *f)
{
	struct state *st = o->state;
	struct buf b = { 0 };

	buf_puts(&b, st->n++ ? ",\n  {" : "\n  {");
	head(&b, f->diag);
	name(&b, o, "filename", f->path);
	buf_printf(
		&b,
		", \"location\": {\"row\": %u, \"column\": %u}, \"fixed\": true, \"fix\": {\"applicability\": \"%s\", ",
		f->at.line + 1, f->at.col32 + 1, applicability(f->plan));
	out_json_text(&b, "message", f->plan->title);
	buf_puts(&b, ", ");
	promises(&b, o, f->promise, f->npromises);
	buf_puts(&b, "}, ");
	out_json_text(&b, "note", f->reason);
	buf_putc(&b, '}');
	fwrite(b.s, 1, b.n, o->to);
	buf_release(&b);
}

static void end(struct out *o, const struct diags *all, const struct lint_stats *stats)
{
	struct state *st = o->state;

	(void)all;
	(void)stats;
	fputs(st->n ? "\n]\n" : "]\n", o->to);
	free(st);
	o->state = NULL;
}

const struct reporter out_json = {
	.name = "json", .help = "one JSON array; docs/json.md", .begin = begin, .diag = json, .fixed = fixed, .end = end
};

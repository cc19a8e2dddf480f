// SPDX-License-Identifier: MIT
/* What the commands about effective configs share. Each refusal is reported once, where it occurs. */
#include "cli/shared/shown_effective.h"
#include "python/value/print.h"
#include "base/utf8.h"
#include "cli/messages.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include "text/jwrite.h"
#include <string.h>

const char *effective_refusal(struct session *s, const struct module *m, const struct target *t)
{
	if (!m)
		return t->why ? t->why : "FileNotFoundError: no such file";
	switch (m->state) {
	case MODULE_OK:
		return NULL;
	case MODULE_SYNTAX:
		return arena_printf(&s->arena, "%s (line %u)", m->refusal, m->err->line);
	case MODULE_UNREADABLE:
		return arena_printf(&s->arena, "%s: %s",
				    m->err->code == ERR_ENCODING ? "UnicodeDecodeError" : "OSError", m->err->msg);
	case MODULE_REFUSED:
		return m->refusal ? m->refusal : "refused";
	}
	return NULL;
}

static void report_refusal(struct session *s, const struct graph *g, const struct module *m, const char *refusal)
{
	struct buf place = { 0 };

	if (m->state != MODULE_REFUSED) {
		complain_at(s, m->path, m->err, NULL);
		return;
	}
	if (m->refusal_at.file)
		terminal_place(&place, graph_source(g, m->refusal_at.file), s->cwd, m->refusal_at);
	else
		buf_puts(&place, session_name(s, m->path));
	complain(s, "%s: the loader refuses this config: %s", buf_str(&place), refusal);
	buf_release(&place);
}

const struct module *effective_config(struct session *s, const struct graph *g, const struct target *t)
{
	const struct module *m = t->path ? graph_find(g, t->path) : NULL;
	const char *refusal = effective_refusal(s, m, t);

	if (!m)
		session_raise(s, EXIT_USAGE); /* reported by targets_name */
	else if (refusal)
		report_refusal(s, g, m, refusal);
	else if (m->spent)
		complain(s,
			 "%s: loading exceeds the limit on steps or memory, so the output below is incomplete; raise "
			 "it with --limit",
			 t->given);
	return refusal ? NULL : m;
}

void value_line(struct buf *b, struct value v, size_t most)
{
	static const struct pystyle style = { .quote = '\'', .dict_calls = true };
	struct buf text = { 0 };
	size_t n;

	if (!print_python(&text, v, &style)) {
		buf_clear(&text);
		value_json_text(&text, v, false);
	}
	n = text.n;
	if (n > most)
		for (n = most - 3; n && !utf8_starts(text.s[n]);)
			n--;
	terminal_escape(b, buf_str(&text), n);
	buf_puts(b, n < text.n ? "..." : "");
	buf_release(&text);
}

bool json_wanted(const struct session *s)
{
	return s->o->output_format && strcmp(s->o->output_format, "json") == 0;
}

bool html_wanted(const struct session *s)
{
	return s->o->output_format && strcmp(s->o->output_format, "html") == 0;
}

void print_out(struct buf *b)
{
	fwrite(buf_str(b), 1, b->n, stdout);
	buf_release(b);
}

void put_name(struct buf *b, struct session *s, const char *path)
{
	const char *name = session_name(s, path);

	terminal_escape(b, name, strlen(name));
}

void point_json(struct jwrite *j, struct session *s, const char *path, struct point at)
{
	jwrite_text(j, "filename", path ? session_name(s, path) : NULL);
	if (path) {
		jwrite_int(j, "line", at.line + 1);
		jwrite_int(j, "column", at.col32 + 1);
	} else {
		jwrite_null(j, "line");
		jwrite_null(j, "column");
	}
}

void place_json(struct jwrite *j, struct session *s, const struct graph *g, struct span at)
{
	const struct source *src = graph_source(g, at.file);

	point_json(j, s, src ? src->path : NULL, src ? source_point(src, at.lo) : (struct point){ 0 });
}

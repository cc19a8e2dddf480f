// SPDX-License-Identifier: MIT
#include "cli/command/variant_table.h"
#include "cli/effective.h"
#include <string.h>

enum { COLUMNS = 5, WIDEST = 40 };

static const char *taken(struct session *s, struct buf *b)
{
	const char *text = arena_strdup(&s->arena, buf_str(b));

	buf_release(b);
	return text;
}

static const char *text_of(struct session *s, struct value v)
{
	struct buf b = { 0 };

	value_line(&b, v, WIDEST);
	return taken(s, &b);
}

static const char *old_text(struct session *s, const struct variant_row *r)
{
	if (value_is_known(r->was))
		return text_of(s, r->was);
	if (value_is_known(r->by_default))
		return arena_printf(&s->arena, "not set (%s)", text_of(s, r->by_default));
	return "not set";
}

static const char *path_shown(struct session *s, struct keypath path)
{
	struct buf b = { 0 };

	keypath_print(&b, path);
	return session_shown(s, taken(s, &b));
}

static void print_row(const char *const *cell, const size_t *width)
{
	for (int k = 0; k + 1 < COLUMNS; k++)
		printf("  %-*s", (int)width[k], cell[k]);
	printf("  %s\n", cell[COLUMNS - 1]);
}

static void print_rows(struct session *s, const struct variant *v)
{
	const char *(*cell)[COLUMNS] =
		(const char *(*)[COLUMNS])arena_array(&s->arena, const char *, (v->npromises + 1) * COLUMNS);
	static const char *const head[COLUMNS] = { "key", "old", "new", "why", "formula" };
	size_t width[COLUMNS] = { 0 };

	memcpy(cell[0], head, sizeof head);
	for (uint32_t i = 0; i < v->npromises; i++) {
		const struct variant_row *r = &v->row[i];
		const char *const row[COLUMNS] = { path_shown(s, r->path), old_text(s, r), text_of(s, r->now),
						   session_shown(s, r->why ? r->why : ""),
						   r->formula ? r->formula : "" };

		memcpy(cell[i + 1], row, sizeof row);
	}
	for (uint32_t i = 0; i <= v->npromises; i++)
		for (int k = 0; k < COLUMNS; k++)
			if (strlen(cell[i][k]) > width[k])
				width[k] = strlen(cell[i][k]);
	for (uint32_t i = 0; i <= v->npromises; i++)
		print_row(cell[i], width);
}

static void print_terms(struct session *s, const struct variant *v)
{
	if (v->nterms)
		puts("where");
	for (uint32_t i = 0; i < v->nterms; i++) {
		const struct variant_term *t = &v->term[i];

		printf("  %s = %s", t->name, t->formula);
		if (value_is_known(t->val) && strcmp(text_of(s, t->val), t->formula) != 0)
			printf(" = %s", text_of(s, t->val));
		putchar('\n');
	}
}

/* --- JSON */
static void put_value(struct buf *b, const char *key, struct value v)
{
	buf_printf(b, ", \"%s\": ", key);
	if (value_is_known(v))
		show_json(b, v, false);
	else
		buf_puts(b, "null");
}

static void put_row(struct buf *b, struct session *s, const struct variant_row *r)
{
	struct buf path = { 0 };

	keypath_print(&path, r->path);
	out_json_text(b, "key", taken(s, &path));
	buf_printf(b, ", \"is_set\": %s", value_is_known(r->was) ? "true" : "false");
	put_value(b, "old", value_is_known(r->was) ? r->was : r->by_default);
	put_value(b, "new", r->now);
	buf_puts(b, ", ");
	out_json_text(b, "why", r->why);
	buf_puts(b, ", ");
	out_json_text(b, "formula", r->formula);
}

static void print_json(struct session *s, const struct target *t, const struct profile *p, const struct variant *v)
{
	struct buf b = { 0 };

	buf_putc(&b, '{');
	out_json_text(&b, "path", t->given);
	buf_puts(&b, ", ");
	out_json_text(&b, "profile", profile_name(p));
	buf_puts(&b, ", ");
	out_json_text(&b, "result", v->nothing ? "nothing" : v->text ? "variant" : "refused");
	buf_puts(&b, ", ");
	out_json_text(&b, "reason", v->text ? NULL : v->reason);
	buf_puts(&b, ", ");
	out_json_text(&b, "variant", v->text ? session_name(s, v->path) : NULL);
	buf_puts(&b, ", \"changes\": [");
	for (uint32_t i = 0; v->text && i < v->npromises; i++) {
		buf_puts(&b, i ? ", {" : "{");
		put_row(&b, s, &v->row[i]);
		buf_putc(&b, '}');
	}
	buf_puts(&b, "], \"terms\": [");
	for (uint32_t i = 0; v->text && i < v->nterms; i++) {
		buf_puts(&b, i ? ", {" : "{");
		out_json_text(&b, "name", v->term[i].name);
		buf_puts(&b, ", ");
		out_json_text(&b, "formula", v->term[i].formula);
		put_value(&b, "value", v->term[i].val);
		buf_putc(&b, '}');
	}
	buf_putc(&b, ']');
	buf_puts(&b, ", ");
	out_json_texts(&b, "warnings", v->warning, v->nwarnings);
	buf_puts(&b, ", ");
	out_json_texts(&b, "notes", v->note, v->nnotes);
	buf_puts(&b, "}\n");
	fwrite(b.s, 1, b.n, stdout);
	buf_release(&b);
}

void variant_table(struct session *s, const struct target *t, const struct profile *p, const struct variant *v)
{
	if (s->o->format && strcmp(s->o->format, "jsonl") == 0) {
		print_json(s, t, p, v);
		return;
	}
	if (!v->text)
		return; /* nothing, or refused: told as without --explain */
	printf("%s -> %s, profile %s: %s\n", session_shown(s, t->given), session_shown(s, session_name(s, v->path)),
	       profile_name(p), profile_summary(p));
	print_rows(s, v);
	print_terms(s, v);
}

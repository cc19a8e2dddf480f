// SPDX-License-Identifier: MIT
/* The changes of a variant as a table with its terms below, or as a line of JSON. */
#include "cli/command/variant_table.h"
#include "fix/variant/steps.h"
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "report/value_json.h"
#include "text/jwrite.h"
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

static const char *key_shown(struct session *s, struct keypath path)
{
	struct buf b = { 0 };

	keypath_print(&b, path);
	return session_shown(s, taken(s, &b));
}

static void print_row(const char *const *cell, const size_t *width)
{
	for (int k = 0; k + 1 < COLUMNS; k++)
		say("  %-*s", (int)width[k], cell[k]);
	say("  %s\n", cell[COLUMNS - 1]);
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
		const char *const row[COLUMNS] = { key_shown(s, r->path), old_text(s, r), text_of(s, r->now),
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

		say("  %s = %s", t->name, t->formula);
		if (value_is_known(t->val) && strcmp(text_of(s, t->val), t->formula) != 0)
			say(" = %s", text_of(s, t->val));
		putchar('\n');
	}
}

/* --- JSON */
static void json_value(struct jwrite *j, const char *key, struct value v)
{
	if (value_is_known(v))
		value_json(j, key, v);
	else
		jwrite_null(j, key);
}

static void json_row(struct jwrite *list, struct session *s, const struct variant_row *r)
{
	struct jwrite j = jwrite_object(list, NULL, false);
	struct buf path = { 0 };

	keypath_print(&path, r->path);
	jwrite_text(&j, "key", taken(s, &path));
	jwrite_bool(&j, "is_set", value_is_known(r->was));
	json_value(&j, "old", value_is_known(r->was) ? r->was : r->by_default);
	json_value(&j, "new", r->now);
	jwrite_text(&j, "why", r->why);
	jwrite_text(&j, "formula", r->formula);
	jwrite_end(&j);
}

static void json_term(struct jwrite *list, const struct variant_term *t)
{
	struct jwrite j = jwrite_object(list, NULL, false);

	jwrite_text(&j, "name", t->name);
	jwrite_text(&j, "formula", t->formula);
	json_value(&j, "value", t->val);
	jwrite_end(&j);
}

/* What a script's profile did, and what it left out. */
static void json_steps(struct jwrite *j, const struct variant *v)
{
	struct jwrite list = jwrite_list(j, "steps", false);

	for (uint32_t i = 0; i < v->nsteps; i++) {
		struct jwrite one = jwrite_object(&list, NULL, false);

		jwrite_int(&one, "line", v->step[i].line);
		jwrite_text(&one, "what", v->step[i].text);
		jwrite_text(&one, "left_out", v->step[i].why_not);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void json_changes(struct jwrite *j, struct session *s, const struct variant *v)
{
	struct jwrite list = jwrite_list(j, "changes", false);

	for (uint32_t i = 0; v->text && i < v->npromises; i++)
		json_row(&list, s, &v->row[i]);
	jwrite_end(&list);
	list = jwrite_list(j, "terms", false);
	for (uint32_t i = 0; v->text && i < v->nterms; i++)
		json_term(&list, &v->term[i]);
	jwrite_end(&list);
	jwrite_texts(j, "warnings", v->warning, v->nwarnings);
	jwrite_texts(j, "notes", v->note, v->nnotes);
}

static void print_json(struct session *s, const struct target *t, const struct profile *p, const struct variant *v)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, j = jwrite_object(&top, NULL, false);

	jwrite_text(&j, "path", t->given);
	jwrite_text(&j, "profile", profile_name(p));
	jwrite_text(&j, "result", v->nothing ? "nothing" : v->text ? "variant" : "refused");
	jwrite_text(&j, "reason", v->text ? NULL : v->reason);
	jwrite_text(&j, "variant", v->text ? session_name(s, v->path) : NULL);
	if (profile_is_of_scripts(p))
		json_steps(&j, v);
	else
		json_changes(&j, s, v);
	jwrite_end(&j);
	puts(buf_str(&b));
	buf_release(&b);
}

/* --- both */
static void print_steps(struct session *s, const struct variant *v)
{
	for (uint32_t i = 0; i < v->nsteps; i++) {
		const struct variant_step *x = &v->step[i];

		say("  %5u  %s", x->line, session_shown(s, x->text));
		if (x->why_not)
			say(": left out, %s", session_shown(s, x->why_not));
		say("\n");
	}
}

void variant_table(struct session *s, const struct target *t, const struct profile *p, const struct variant *v)
{
	bool script = profile_is_of_scripts(p);

	if (s->o->output_format && strcmp(s->o->output_format, "jsonl") == 0) {
		print_json(s, t, p, v);
		return;
	}
	if (!v->text && !script)
		return; /* no change, or refused: reported as without --explain */
	say("%s -> %s, profile %s: %s\n", session_shown(s, t->given), session_shown(s, session_name(s, v->path)),
	    profile_name(p), profile_summary(p));
	if (script) {
		print_steps(s, v);
		return;
	}
	print_rows(s, v);
	print_terms(s, v);
}

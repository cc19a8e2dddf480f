// SPDX-License-Identifier: MIT
/* Converts words and assignments. Quotes and escapes are removed as in bash. The grammar omits blanks at the edges
 * of quoted pieces; these are taken from the text.
 *
 * Example: "$CKPT/epoch_"*.pth
 *          parts: variable CKPT (quoted), text `/epoch_` (quoted), text `*.pth` (a pattern)
 *          $(cd "$X" && pwd) is the folder X */
#include "shell/priv.h"
#include <ctype.h>
#include <string.h>

enum { PIECES_MAX = 256 }; /* of one word */

static void add_text(struct shell_parts *to, const char *text, bool quoted)
{
	vec_push(to, ((struct shell_part){ .kind = SHELL_TEXT, .quoted = quoted, .text = text, .from = UINT32_MAX }));
}

static void add_unknown(struct shell_parts *to, bool quoted)
{
	vec_push(to, ((struct shell_part){ .kind = SHELL_UNKNOWN, .quoted = quoted, .from = UINT32_MAX }));
}

/* Bytes lo..hi without escapes: outside quotes a backslash makes the next byte literal, inside "" only before some
 * bytes. An escaped pattern character is literal: then the part counts as quoted. */
static void add_bytes(struct shell_builder *l, struct shell_parts *to, uint32_t lo, uint32_t hi, bool quoted)
{
	char *text = arena_strndup(l->a, l->s + lo, hi - lo), *out = text;
	bool escaped = false;

	for (const char *p = text; *p; p++) {
		bool takes = *p == '\\' && p[1] && (!quoted || strchr("$`\"\\\n", p[1]));

		if (takes && p[1] == '\n') {
			p++;
			continue;
		}
		escaped |= takes;
		p += takes;
		*out++ = *p;
	}
	*out = '\0';
	if (*text || quoted)
		add_text(to, text, quoted || escaped);
}

/* ---- $v and ${v...} ---- */

static void lower_index(struct shell_builder *l, struct shell_part *p)
{
	for (bool in = kids_begin(l); in; in = kids_next(l))
		if (!strcmp(here_field(l), "name"))
			p->text = here_text(l);
		else if (!strcmp(here_field(l), "index"))
			p->index = here_text(l);
}

static void set_op(struct shell_builder *l, struct shell_part *p)
{
	static const char *const known[] = { ":-", "-", ":=", "=", ":" };
	const char *op = here_type(l);

	if (p->op[0]) {
		strcpy(p->op, "?");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (!strcmp(op, known[i])) {
			strcpy(p->op, op);
			return;
		}
	strcpy(p->op, "?");
}

static void set_from(struct shell_builder *l, struct shell_part *p)
{
	const char *text = here_text(l);

	p->from = 0;
	for (; isdigit((unsigned char)*text) && p->from < 1000; text++)
		p->from = p->from * 10 + (uint32_t)(*text - '0');
	if (*text)
		strcpy(p->op, "?");
}

static void lower_expansion(struct shell_builder *l, struct shell_parts *to, bool quoted)
{
	struct shell_part p = { .kind = SHELL_VARIABLE, .quoted = quoted, .from = UINT32_MAX };
	struct shell_words other = { 0 };
	uint32_t n;

	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		if (here_is(l, "${") || here_is(l, "}") || here_is(l, "$"))
			continue;
		if (!p.text && (here_is(l, "variable_name") || here_is(l, "special_variable_name")))
			p.text = here_text(l);
		else if (!p.text && here_is(l, "subscript"))
			lower_index(l, &p);
		else if (!here_named(l))
			set_op(l, &p);
		else if (!strcmp(p.op, ":") && p.from == UINT32_MAX)
			set_from(l, &p);
		else
			lower_word(l, &other);
	}
	if (other.n > 1)
		strcpy(p.op, "?");
	p.other = words_keep(l, &other, &n);
	if (!p.text) /* ${#v}, ${!v} */
		add_unknown(to, quoted);
	else
		vec_push(to, p);
}

/* ---- $(...) ---- */

/* $(dirname "$0") in its variants, with which many scripts begin. */
static bool is_folder(struct shell_builder *l)
{
	static const char *const known[] = {
		"$(dirname$0)",	  "`dirname$0`",	   "$(dirname${BASH_SOURCE[0]})", "$(dirname${BASH_SOURCE})",
		"$(dirname--$0)", "$(dirname$BASH_SOURCE)"
	};
	char plain[64];
	size_t n = 0;

	for (uint32_t i = here_lo(l); i < here_hi(l); i++) {
		if (strchr("\" \t", l->s[i]))
			continue;
		if (n + 1 >= sizeof plain)
			return false;
		plain[n++] = l->s[i];
	}
	plain[n] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (!strcmp(plain, known[i]))
			return true;
	return false;
}

/* ---- parts ---- */

static void lower_part(struct shell_builder *l, struct shell_parts *to, bool quoted);

struct cd_folder {	       /* $(cd X && pwd) */
	struct shell_parts to; /* X */
	uint32_t commands, words;
	bool odd;
};

static void see_command(struct shell_builder *l, struct cd_folder *g)
{
	bool first = !g->commands++;
	const char *name = "";

	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		if (here_is(l, "command_name")) {
			name = here_text(l);
		} else if (first && !strstr(here_type(l), "redirect")) {
			g->words++;
			lower_part(l, &g->to, true);
		}
	}
	g->odd |= strcmp(name, first ? "cd" : "pwd") != 0;
}

static void see_commands(struct shell_builder *l, struct cd_folder *g)
{
	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		if (here_is(l, "command"))
			see_command(l, g);
		else if (here_is(l, "list") || here_is(l, "redirected_statement"))
			see_commands(l, g);
		else if (!strstr(here_type(l), "redirect"))
			g->odd |= here_named(l) || here_is(l, "||") || here_is(l, "&");
	}
}

/* The folder that `cd` of the word enters, if it is a literal or a variable. */
static bool lower_going(struct shell_builder *l, struct shell_parts *to)
{
	struct cd_folder g = { 0 };

	see_commands(l, &g);

	bool good = !g.odd && g.commands == 2 && g.words == 1 && g.to.n &&
		    (g.to.at[0].kind != SHELL_TEXT || *g.to.at[0].text == '/');

	for (size_t i = 0; good && i < g.to.n; i++) {
		g.to.at[i].quoted = true;
		vec_push(to, g.to.at[i]);
	}
	vec_release(&g.to);
	return good;
}

static void lower_string(struct shell_builder *l, struct shell_parts *to)
{
	uint32_t at = here_lo(l), hi = here_hi(l);

	while (at < hi && l->s[at] != '"') /* $"..." */
		at++;
	at += at < hi;
	hi -= hi > at && l->s[hi - 1] == '"';
	if (at == hi)
		add_text(to, "", true);
	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		if (!here_named(l) || here_is(l, "string_content"))
			continue;
		if (here_lo(l) > at)
			add_bytes(l, to, at, here_lo(l), true);
		lower_part(l, to, true);
		at = here_hi(l);
	}
	if (hi > at)
		add_bytes(l, to, at, hi, true);
}

/* $(expr 16 / $N), which prints one number. */
static bool is_sum(struct shell_builder *l)
{
	static const char *const begins[] = { "$(expr ", "`expr " };
	uint32_t lo = here_lo(l), hi = here_hi(l);

	for (size_t i = 0; i < ARRAY_SIZE(begins) && here_is(l, "command_substitution"); i++)
		if (hi - lo > strlen(begins[i]) && !strncmp(l->s + lo, begins[i], strlen(begins[i])))
			return !memchr(l->s + lo, '\n', hi - lo) && !memchr(l->s + lo, ';', hi - lo);
	return false;
}

static void lower_part(struct shell_builder *l, struct shell_parts *to, bool quoted)
{
	uint32_t lo = here_lo(l), hi = here_hi(l);

	if (here_is(l, "simple_expansion") || here_is(l, "expansion"))
		lower_expansion(l, to, quoted);
	else if (here_is(l, "string"))
		lower_string(l, to);
	else if (here_is(l, "raw_string") && hi - lo >= 2)
		add_text(to, arena_strndup(l->a, l->s + lo + 1, hi - lo - 2), true);
	else if (here_is(l, "command_substitution") && is_folder(l))
		vec_push(to, ((struct shell_part){ .kind = SHELL_FOLDER, .quoted = true, .from = UINT32_MAX }));
	else if (here_is(l, "command_substitution") && lower_going(l, to))
		return;
	else if (here_is(l, "arithmetic_expansion") || is_sum(l))
		add_unknown(to, true); /* one word */
	else if (here_is(l, "concatenation"))
		for (bool in = kids_begin(l); in; in = kids_next(l))
			lower_part(l, to, quoted);
	else if (here_is(l, "word") || here_is(l, "variable_name") || here_is(l, "extglob_pattern") ||
		 here_is(l, "regex") || here_is(l, "number") || !here_named(l))
		add_bytes(l, to, lo, hi, quoted);
	else
		add_unknown(to, quoted);
}

void lower_word(struct shell_builder *l, struct shell_words *to)
{
	struct shell_parts parts = { 0 };
	uint32_t lo = here_lo(l), hi = here_hi(l);
	struct shell_word *last = to->n ? &to->at[to->n - 1] : NULL;

	bool joined = last && (last->hi == lo || (lo - last->hi == 2 && !memcmp(l->s + last->hi, "\\\n", 2)));

	if (joined && last->n < PIECES_MAX) {
		for (uint32_t i = 0; i < last->n; i++)
			vec_push(&parts, last->part[i]);
		lo = last->lo;
		to->n--;
	}
	lower_part(l, &parts, false);

	struct shell_part *copy = arena_array(l->a, struct shell_part, parts.n + 1);

	if (parts.n)
		memcpy(copy, parts.at, parts.n * sizeof *copy);
	vec_push(to, ((struct shell_word){ lo, hi, copy, (uint32_t)parts.n }));
	vec_release(&parts);
}

struct shell_word *words_keep(struct shell_builder *l, struct shell_words *from, uint32_t *n)
{
	struct shell_word *copy = arena_array(l->a, struct shell_word, from->n + 1);

	if (from->n)
		memcpy(copy, from->at, from->n * sizeof *copy);
	*n = (uint32_t)from->n;
	vec_release(from);
	return copy;
}

/* ---- a=b ---- */

static void lower_items(struct shell_builder *l, struct shell_assign *a)
{
	struct shell_words items = { 0 };

	a->array = true;
	for (bool in = kids_begin(l); in; in = kids_next(l))
		if (here_named(l) && !here_is(l, "comment"))
			lower_word(l, &items);
	a->item = words_keep(l, &items, &a->nitems);
}

static void lower_name(struct shell_builder *l, struct shell_assign *a)
{
	if (!here_is(l, "subscript")) {
		a->name = here_text(l);
		return;
	}
	a->element = true;
	for (bool in = kids_begin(l); in; in = kids_next(l))
		if (!strcmp(here_field(l), "name"))
			a->name = here_text(l);
}

void lower_assign(struct shell_builder *l, struct shell_assigns *to)
{
	struct shell_assign a = { .name = "", .lo = here_lo(l), .hi = here_hi(l) };
	struct shell_words value = { 0 };
	uint32_t n;

	a.value.lo = a.value.hi = a.hi;
	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		if (!strcmp(here_field(l), "name"))
			lower_name(l, &a);
		else if (here_is(l, "+="))
			a.append = true;
		else if (here_is(l, "array"))
			lower_items(l, &a);
		else if (!here_is(l, "="))
			lower_word(l, &value);
	}
	const struct shell_word *copy = words_keep(l, &value, &n);
	if (n)
		a.value = copy[0];
	vec_push(to, a);
}

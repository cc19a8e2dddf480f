// SPDX-License-Identifier: MIT
/* What reads the table of options: --help, `--no-X`, did-you-mean and the check that a command takes the option. */
#include "cli/opts_row.h"
#include "base/near.h"
#include "cli/tell.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const *strings_list(struct strings *s)
{
	if (s->n == 0)
		return NULL;
	*vec_add(s) = NULL;
	s->n--;
	return s->at;
}

/* --- parsing */
struct parsing {
	struct opts *o;
	char **argv;
	int argc, i;
	const struct row *used[256]; /* rows that occurred, to be checked against the command once that is known */
	size_t nused;
	bool command_possible;
};

static bool usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static bool usage_error(const char *fmt, ...)
{
	struct arena tmp = { 0 };
	va_list ap;

	va_start(ap, fmt);
	remark("%s", arena_vprintf(&tmp, fmt, ap));
	va_end(ap);
	arena_release(&tmp);
	return false;
}

/* Row of a long option; negated when it was --no-X (or --X of a row named no-X). */
static const struct row *find_long(const char *name, size_t n, bool *negated)
{
	for (size_t i = 0; i < opts_nrows; i++) {
		const char *row = opts_rows[i].name;

		*negated = false;
		if (strlen(row) == n && memcmp(row, name, n) == 0)
			return &opts_rows[i];
		*negated = true;
		if (opts_rows[i].kind != FLAG && opts_rows[i].kind != CHOICE)
			continue;
		if (n > 3 && memcmp(name, "no-", 3) == 0 && strlen(row) == n - 3 && memcmp(row, name + 3, n - 3) == 0)
			return &opts_rows[i];
		if (strncmp(row, "no-", 3) == 0 && strlen(row) == n + 3 && memcmp(row + 3, name, n) == 0)
			return &opts_rows[i];
	}
	return NULL;
}

static bool unknown_option(const char *word, size_t n)
{
	const char *names[256];
	char name[64];
	const char *near;

	snprintf(name, sizeof(name), "%.*s", (int)(n < 63 ? n : 63), word);
	CHECK(opts_nrows <= ARRAY_SIZE(names));
	for (size_t i = 0; i < opts_nrows; i++)
		names[i] = opts_rows[i].name;
	near = near_word(name, names, opts_nrows);
	if (near)
		return usage_error("unknown option --%s; did you mean --%s?", name, near);
	return usage_error("unknown option --%s; --help lists them", name);
}

static const char *own_text(struct opts *o, const char *s, size_t n)
{
	char *copy = xcalloc(n + 1, 1);

	memcpy(copy, s, n);
	vec_push(&o->owned, copy);
	return copy;
}

/* A list of nothing is an empty word, which nobody knows: not the same as no list. */
static void add_list(struct opts *o, struct strings *to, const char *text)
{
	size_t before = to->n;

	while (*text) {
		size_t n = strcspn(text, ",");

		while (n && *text == ' ')
			text++, n--;
		if (n)
			vec_push(to, own_text(o, text, n));
		text += n + (text[n] == ',');
	}
	if (to->n == before)
		vec_push(to, "");
}

static bool wrong_choice(const struct row *r, const struct strings *all, const char *text)
{
	const char *near = near_word(text, all->at, all->n);
	struct buf spelled = { 0 };

	choices_put(&spelled, all, ", ", " or ");
	if (near)
		usage_error("--%s takes %s, not '%s'; did you mean %s?", r->name, buf_str(&spelled), text, near);
	else
		usage_error("--%s takes %s, not '%s'", r->name, buf_str(&spelled), text);
	buf_release(&spelled);
	return false;
}

static bool choice_is_good(const struct row *r, const char *text)
{
	struct strings all = { 0 };
	struct arena tmp = { 0 };
	bool good = false;

	row_choices(r, &tmp, &all);
	for (size_t i = 0; i < all.n; i++)
		good |= strcmp(all.at[i], text) == 0;
	good = good || wrong_choice(r, &all, text);
	vec_release(&all);
	arena_release(&tmp);
	return good;
}

static bool number_is_good(const struct row *r, const char *text)
{
	char *end;
	double d = strtod(text, &end);

	if (text[strspn(text, r->fraction ? "0123456789." : "0123456789")] || end == text || *end ||
	    !(r->zero ? d >= 0 : d > 0) || d > r->most)
		return usage_error("--%s takes a positive %snumber, at most %d, not '%s'", r->name,
				   r->fraction ? "" : "whole ", r->most, text);
	return true;
}

static void store(struct opts *o, const struct row *r, const char *text, bool negated)
{
	char *field = (char *)o + r->at;

	switch (r->kind) {
	case FLAG:
		*(bool *)(void *)field = !negated;
		return;
	case CHOICE:
		text = negated ? NULL : text ? text : "";
		/* fall through */
	case TEXT:
		*(const char **)(void *)field = text;
		return;
	case LIST:
		add_list(o, (struct strings *)(void *)field, text);
		return;
	case REPEAT:
	case PAIRS:
		vec_push((struct strings *)(void *)field, text);
		return;
	}
}

static void take_pairs(struct parsing *a, const struct row *r)
{
	while (a->i + 1 < a->argc && a->argv[a->i + 1][0] != '-' && strchr(a->argv[a->i + 1], '='))
		store(a->o, r, a->argv[++a->i], false);
}

/* text: what stands behind '=' or the letter, else NULL */
static bool take_option(struct parsing *a, const struct row *r, bool negated, const char *text)
{
	if (a->nused < ARRAY_SIZE(a->used))
		a->used[a->nused++] = r;
	if (r->kind == FLAG || r->kind == CHOICE) {
		if (text && (r->kind == FLAG || negated))
			return usage_error("--%s takes no value", r->name);
		if (text && !choice_is_good(r, text))
			return false;
		store(a->o, r, text, negated);
		return true;
	}
	if (!text) {
		if (a->i + 1 == a->argc)
			return usage_error("--%s wants a value: --%s %s", r->name, r->name, r->arg);
		text = a->argv[++a->i];
	}
	if (!*text)
		return usage_error("--%s wants a value, not an empty one: --%s %s", r->name, r->name, r->arg);
	if (row_has_choices(r) && !choice_is_good(r, text))
		return false;
	if (r->most && !number_is_good(r, text))
		return false;
	if (strchr(r->arg ? r->arg : "", '=') && !strchr(text, '='))
		return usage_error("--%s takes %s, not '%s'", r->name, r->arg, text);
	if (r->kind == PAIRS)
		a->o->cfg_options_last = (uint32_t)a->o->cfg_options.n;
	store(a->o, r, text, false);
	if (r->kind == PAIRS)
		take_pairs(a, r);
	return true;
}

static bool parse_long(struct parsing *a, const char *word)
{
	size_t n = strcspn(word, "=");
	bool negated;
	const struct row *r = find_long(word, n, &negated);

	if (!r)
		return unknown_option(word, n);
	return take_option(a, r, negated, word[n] ? word + n + 1 : NULL);
}

static const struct row *find_letter(char c)
{
	for (size_t i = 0; i < opts_nrows; i++)
		if (opts_rows[i].letter == c)
			return &opts_rows[i];
	return NULL;
}

static bool parse_short(struct parsing *a, const char *word)
{
	for (; *word; word++) {
		const struct row *r = find_letter(*word);

		if (!r)
			return usage_error("unknown option -%c; --help lists them", *word);
		if (r->kind != FLAG && r->kind != CHOICE)
			return take_option(a, r, false, word[1] ? word + 1 : NULL);
		if (!take_option(a, r, false, NULL))
			return false;
	}
	return true;
}

/* The first word names the command, unless it stands behind `--`. */
static void take_word(struct parsing *a, const char *word)
{
	const struct command_row *c = a->command_possible ? command_named(word) : NULL;

	a->command_possible = false;
	if (c)
		a->o->command = c->bit;
	else
		vec_push(&a->o->words, word);
}

static bool parse_all(struct parsing *a)
{
	for (; a->i < a->argc; a->i++) {
		const char *word = a->argv[a->i];

		if (strcmp(word, "--") == 0) {
			while (++a->i < a->argc)
				vec_push(&a->o->words, a->argv[a->i]);
			return true;
		}
		if (word[0] != '-' || !word[1])
			take_word(a, word);
		else if (word[1] == '-' ? !parse_long(a, word + 2) : !parse_short(a, word + 1))
			return false;
	}
	return true;
}

static bool used_are_good(const struct parsing *a)
{
	for (size_t i = 0; i < a->nused; i++)
		if (!(a->used[i]->commands & (unsigned)a->o->command))
			return usage_error("`cfglint %s` has no option --%s", command_name(a->o->command),
					   a->used[i]->name);
	return true;
}

/* What one option means for another. */
static bool settle(struct opts *o)
{
	if (o->fix_only && !o->fix)
		o->fix = "";
	return true;
}

bool opts_parse(struct opts *o, int argc, char **argv)
{
	struct parsing a = { .o = o, .argv = argv, .argc = argc, .i = 1, .command_possible = true };

	*o = (struct opts){ .command = CMD_LINT };
	return parse_all(&a) && settle(o) && used_are_good(&a);
}

void opts_release(struct opts *o)
{
	for (size_t i = 0; i < o->owned.n; i++)
		free(o->owned.at[i]);
	vec_release(&o->owned);
	vec_release(&o->words);
	vec_release(&o->select);
	vec_release(&o->extend_select);
	vec_release(&o->ignore);
	vec_release(&o->env);
	vec_release(&o->allow);
	vec_release(&o->limit);
	vec_release(&o->cfg_options);
	vec_release(&o->set);
	vec_release(&o->reports);
	vec_release(&o->add_ignore);
	vec_release(&o->at);
}

/* --- help */
static void help_row(FILE *to, const struct row *r)
{
	struct buf left = { 0 }, list = { 0 };
	struct strings all = { 0 };
	struct arena tmp = { 0 };

	if (row_has_choices(r))
		row_choices(r, &tmp, &all);
	choices_put(&list, &all, "|", "|");
	if (r->letter)
		buf_printf(&left, "-%c, --%s", r->letter, r->name);
	else
		buf_printf(&left, "    --%s", r->name);
	if (r->kind == CHOICE)
		buf_printf(&left, "[=%s]", buf_str(&list));
	else if (r->arg)
		buf_printf(&left, " %s", r->arg);
	fprintf(to, "  %-30s %s\n", buf_str(&left), r->help);
	if (list.n && r->kind != CHOICE)
		fprintf(to, "  %-30s   %s\n", "", buf_str(&list));
	buf_release(&left);
	buf_release(&list);
	vec_release(&all);
	arena_release(&tmp);
}

static void help_commands(FILE *to)
{
	const struct command_row *c;

	fputs("Usage: cfglint [options] PATH...\n       cfglint COMMAND [options] ...\n"
	      "Finds mistakes in mmcv and MMEngine training configs without running them.\n\nCommands:\n",
	      to);
	for (unsigned i = 0; (c = command_at(i)); i++)
		fprintf(to, "  %-10s %-19s %s\n", c->name, c->words, c->help);
}

void opts_help(FILE *to, enum command c)
{
	const struct command_row *one = command_named(command_name(c));

	if (c == CMD_LINT)
		help_commands(to);
	else
		fprintf(to, "Usage: cfglint %s [options] %s\n%s\n", one->name, one->words, one->help);
	fputs("\nOptions:\n", to);
	for (size_t i = 0; i < opts_nrows; i++)
		if (opts_rows[i].commands & (unsigned)c)
			help_row(to, &opts_rows[i]);
	fputs("\nExit status: 0 clean; 1 findings, a refused variant, a diff, a slower run; 2 wrong usage or a file "
	      "that can't be "
	      "read;\n"
	      "3 failure of cfglint or of the machine.\n",
	      to);
}

void opts_usage(FILE *to)
{
	fputs("Usage: cfglint [options] PATH...\n       cfglint COMMAND [options] ...\n"
	      "`cfglint configs/` lints a folder; `cfglint help` lists commands and options.\n",
	      to);
}

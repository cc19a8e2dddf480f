// SPDX-License-Identifier: MIT
/* Parsing by the table of options: `--no-X`, did-you-mean and the check that a command takes the option.
 *
 *	cfglint lint --fixx	unknown option --fixx; did you mean --fix? */
#include "cli/opts_format.h"
#include "cli/opts_row.h"
#include "base/disk.h"
#include "base/near.h"
#include "cli/messages.h"
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const *strings_list(struct strings *s)
{
	if (s->n == 0)
		return NULL;
	*vec_add(s) = NULL;
	s->n--;
	return s->at;
}

/* --- parsing */
struct opts_parser {
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

/* The option that the word is near to, among those of a command; a hidden name stands for the main one. */
static const char *near_option(const char *word, unsigned commands)
{
	const char *names[256] = { NULL }, *near;
	size_t n = 0;

	CHECK(opts_nrows <= ARRAY_SIZE(names));
	for (size_t i = 0; i < opts_nrows; i++)
		if (opts_rows[i].commands & commands)
			names[n++] = opts_rows[i].name;
	near = near_word(word, names, n);
	for (size_t i = 0; near && i < opts_nrows; i++)
		if (opts_rows[i].name == near && opts_rows[i].main)
			return opts_rows[i].main;
	return near;
}

/* Where no command was named so far it is lint; but one may follow. */
static bool unknown_option(const struct opts *o, const char *word, size_t n)
{
	char name[64];
	const char *near;

	snprintf(name, sizeof(name), "%.*s", (int)(n < 63 ? n : 63), word);
	near = near_option(name, (unsigned)o->command);
	if (!near && !o->command_given)
		near = near_option(name, CMD_ALL);
	if (near)
		return usage_error("unknown option --%s; did you mean --%s?", name, near);
	return usage_error("unknown option --%s; `cfglint help %s` lists the options", name, command_name(o->command));
}

static const char *own_text(struct opts *o, const char *s, size_t n)
{
	char *copy = xcalloc(n + 1, 1);

	memcpy(copy, s, n);
	vec_push(&o->owned, copy);
	return copy;
}

/* An empty list is an empty word, which matches nothing: that differs from no list. */
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

static bool row_takes(const struct row *r, const char *text)
{
	struct strings all = { 0 };
	struct arena tmp = { 0 };
	bool takes = false;

	row_choices(r, &tmp, &all);
	for (size_t i = 0; i < all.n; i++)
		takes |= strcmp(all.at[i], text) == 0;
	vec_release(&all);
	arena_release(&tmp);
	return takes;
}

static bool choice_is_good(const struct row *r, const char *text)
{
	struct strings all = { 0 };
	struct arena tmp = { 0 };
	bool good = row_takes(r, text);

	row_choices(r, &tmp, &all);
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

/* With --hook the caller adds names of untrusted files to the user's words. */
static bool is_file_of_hook(const struct opts_parser *a, const char *word)
{
	struct stat st;

	return a->o->hook && *word && !disk_lstat(word, &st);
}

/* A file of that name might turn on an option; taken as a file, an option of the user might be lost. */
static bool file_like_option(const char *word)
{
	return usage_error("'%s' may be an option or a file here, and --hook can't tell which; rename the file", word);
}

/* false: a word is the name of a file, too. */
static bool take_pairs(struct opts_parser *a, const struct row *r)
{
	while (a->i + 1 < a->argc && a->argv[a->i + 1][0] != '-' && strchr(a->argv[a->i + 1], '=')) {
		if (is_file_of_hook(a, a->argv[a->i + 1]))
			return file_like_option(a->argv[a->i + 1]);
		store(a->o, r, a->argv[++a->i], false);
	}
	return true;
}

/* `--fix ask` is `--fix=ask`, as other tools have it, unless a path has that name. NULL: the next word is no choice. */
static const char *choice_behind(struct opts_parser *a, const struct row *r)
{
	const char *word = a->i + 1 < a->argc ? a->argv[a->i + 1] : NULL;

	if (!word || !row_takes(r, word) || disk_mode(word))
		return NULL;
	a->i++;
	return word;
}

/* text: what stands behind '=' or the letter, else NULL */
static bool take_option(struct opts_parser *a, const struct row *r, bool negated, const char *text)
{
	if (a->nused < ARRAY_SIZE(a->used))
		a->used[a->nused++] = r;
	if (r->kind == CHOICE && !text && !negated)
		text = choice_behind(a, r);
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
			return usage_error("--%s needs a value: --%s %s", r->name, r->name, r->arg);
		text = a->argv[++a->i];
	}
	if (!*text)
		return usage_error("--%s needs a value that is not empty: --%s %s", r->name, r->name, r->arg);
	if (row_has_choices(r) && !choice_is_good(r, text))
		return false;
	if (r->most && !number_is_good(r, text))
		return false;
	if (strchr(r->arg ? r->arg : "", '=') && !strchr(text, '='))
		return usage_error("--%s takes %s, not '%s'", r->name, r->arg, text);
	if (r->kind == PAIRS)
		a->o->cfg_options_last = (uint32_t)a->o->cfg_options.n;
	store(a->o, r, text, false);
	return r->kind != PAIRS || take_pairs(a, r);
}

static bool parse_long(struct opts_parser *a, const char *word)
{
	size_t n = strcspn(word, "=");
	bool negated;
	const struct row *r = find_long(word, n, &negated);

	if (!r)
		return unknown_option(a->o, word, n);
	return take_option(a, r, negated, word[n] ? word + n + 1 : NULL);
}

static const struct row *find_letter(char c)
{
	for (size_t i = 0; i < opts_nrows; i++)
		if (opts_rows[i].letter == c)
			return &opts_rows[i];
	return NULL;
}

static bool parse_short(struct opts_parser *a, const char *word)
{
	for (; *word; word++) {
		const struct row *r = find_letter(*word);

		if (!r)
			return usage_error("unknown option -%c; `cfglint help %s` lists the options", *word,
					   command_name(a->o->command));
		if (r->kind != FLAG && r->kind != CHOICE)
			return take_option(a, r, false, word[1] ? word + 1 : NULL);
		if (!take_option(a, r, false, NULL))
			return false;
	}
	return true;
}

/* The first word names the command, unless it stands behind `--`. */
static void take_word(struct opts_parser *a, const char *word)
{
	const struct command_row *c = a->command_possible && !is_file_of_hook(a, word) ? command_named(word) : NULL;

	a->command_possible = false;
	if (!c) {
		vec_push(&a->o->words, word);
		return;
	}
	a->o->command = c->bit;
	a->o->command_given = true;
}

static bool parse_all(struct opts_parser *a)
{
	for (; a->i < a->argc; a->i++) {
		const char *word = a->argv[a->i];

		if (word[0] == '-' && is_file_of_hook(a, word))
			return file_like_option(word);
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

/* "lint and slow": the commands that have the option; NULL: there are too many. */
static const char *owners(const struct row *r, struct buf *b)
{
	enum { MANY = 3 };
	struct strings all = { 0 };
	const struct command_row *c;

	for (unsigned i = 0; (c = command_at(i)); i++)
		if (r->commands & (unsigned)c->bit)
			vec_push(&all, c->name);
	if (all.n <= MANY)
		choices_put(b, &all, ", ", " and ");
	vec_release(&all);
	return b->n ? buf_str(b) : NULL;
}

static bool not_of_command(const struct opts *o, const struct row *r)
{
	struct buf b = { 0 };
	const char *of = owners(r, &b);

	usage_error("`cfglint %s` has no option --%s%s%s", command_name(o->command), r->name,
		    of ? ", which belongs to " : "", of ? of : "");
	buf_release(&b);
	return false;
}

static bool used_are_good(const struct opts_parser *a)
{
	for (size_t i = 0; i < a->nused; i++)
		if (!(a->used[i]->commands & (unsigned)a->o->command))
			return not_of_command(a->o, a->used[i]);
	return formats_good(a->o);
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
	struct opts_parser a = { .o = o, .argv = argv, .argc = argc, .i = 1, .command_possible = true };

	*o = (struct opts){ .command = CMD_LINT };
	return parse_all(&a) && settle(o) && used_are_good(&a);
}

const char *opts_writes(const struct opts *o)
{
	if (o->diff || o->to_stdout || o->explain)
		return NULL;
	return o->command == CMD_VARIANT ? "variant"
	       : o->fix			 ? "--fix"
	       : o->add_ignore.n	 ? "--add-ignore"
	       : o->add_baseline	 ? "--add-baseline"
	       : o->prune_baseline	 ? "--prune-baseline"
					 : NULL;
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
	vec_release(&o->exclude);
	vec_release(&o->cfg_options);
	vec_release(&o->set);
	vec_release(&o->reports);
	vec_release(&o->add_ignore);
	vec_release(&o->at);
}

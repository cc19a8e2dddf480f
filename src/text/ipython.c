// SPDX-License-Identifier: MIT
/*
 * One pass over the lines of a cell, as IPython takes them apart: what a line begins with counts only where a
 * statement begins, so brackets, strings and continued lines are followed.
 *
 * Example: !pip install trl==0.9    'pip install trl==0.9'
 *          files = !ls              files = get_ipython()
 *          %time fit()              fit()
 *          fit?                     pass
 */
#include "text/ipython.h"
#include "base/buf.h"
#include <ctype.h>
#include <string.h>

struct cell {
	const char *s;
	size_t n, done; /* what was given so far */
	const struct ipython_to *to;
	bool commands; /* they are given, and no Python */
	bool any;
};

static char char_at(const struct cell *c, size_t i)
{
	return i < c->n ? c->s[i] : '\0';
}

static size_t skip_blanks(const struct cell *c, size_t i)
{
	while (char_at(c, i) == ' ' || char_at(c, i) == '\t')
		i++;
	return i;
}

static size_t word_end(const struct cell *c, size_t i)
{
	while (isalnum((unsigned char)char_at(c, i)) || char_at(c, i) == '_')
		i++;
	return i;
}

static bool is_word(const struct cell *c, size_t lo, size_t hi, const char *word)
{
	return strlen(word) == hi - lo && !memcmp(c->s + lo, word, hi - lo);
}

/* Of [done, hi) the line ends alone. */
static void give_lines(struct cell *c, size_t hi)
{
	for (; c->done < hi; c->done++)
		if (c->s[c->done] == '\n')
			c->to->same(c->to->ctx, c->done, c->done + 1);
}

static void give(struct cell *c, size_t hi)
{
	if (c->commands)
		give_lines(c, hi);
	else if (hi > c->done)
		c->to->same(c->to->ctx, c->done, hi);
	c->done = hi;
}

static void make(struct cell *c, const char *text)
{
	if (!c->commands)
		c->to->made(c->to->ctx, c->done, text, strlen(text));
}

/* In place of [done, hi); its line ends stay. */
static void put_instead(struct cell *c, size_t hi, const char *text)
{
	size_t i = c->done;

	make(c, text);
	for (; i < hi; i++)
		if (c->s[i] == '\n') {
			c->done = i;
			give(c, i + 1);
		}
	c->done = hi;
}

/* The line end, or the end, behind lines that a backslash continues. */
static size_t command_end(const struct cell *c, size_t i)
{
	for (; i < c->n; i++)
		if (c->s[i] == '\n' && !(i && c->s[i - 1] == '\\'))
			break;
	return i;
}

static bool begins_magic(const struct cell *c, size_t i)
{
	return (char_at(c, i) == '!' && char_at(c, i + 1) != '=') ||
	       (char_at(c, i) == '%' && (char_at(c, i + 1) == '%' || isalpha((unsigned char)char_at(c, i + 1))));
}

/* `pip install x` without a sign: IPython takes a statement that begins so for the magic. */
static bool is_automagic(const struct cell *c, size_t i)
{
	size_t end = word_end(c, i), at = skip_blanks(c, end);

	return at > end && isalpha((unsigned char)char_at(c, at)) &&
	       (is_word(c, i, end, "pip") || is_word(c, i, end, "conda"));
}

/* `%time fit()`: where the statement begins that it runs; 0: it is no such magic. */
static size_t timed(const struct cell *c, size_t i)
{
	size_t end = word_end(c, i + 1), at = skip_blanks(c, end);

	return char_at(c, i) == '%' && is_word(c, i + 1, end, "time") && at > end && !strchr("\r\n#", char_at(c, at))
		       ? at
		       : 0;
}

static void put_words(struct cell *c, size_t lo, size_t hi)
{
	struct buf b = { 0 };

	buf_putc(&b, '\'');
	for (size_t i = lo; i < hi; i++) {
		bool joined = c->s[i] == '\\' && i + 1 < hi && c->s[i + 1] == '\n';

		if (joined || c->s[i] == '\r' || c->s[i] == '\n')
			buf_putc(&b, ' ');
		else if (c->s[i] == '\'' || c->s[i] == '\\')
			buf_printf(&b, "\\%c", c->s[i]);
		else
			buf_putc(&b, c->s[i]);
		i += joined;
	}
	buf_putc(&b, '\'');
	put_instead(c, hi, buf_str(&b));
	buf_release(&b);
}

/* ---- commands alone */

static void shell_same(struct cell *c, size_t lo, size_t hi)
{
	if (hi > lo)
		c->to->same(c->to->ctx, lo, hi);
	c->done = hi;
}

static void shell_made(struct cell *c, const char *text)
{
	c->to->made(c->to->ctx, c->done, text, strlen(text));
}

/* `--flag {x}`: one word, which is the flag's value; alone, it may be several words. */
static bool is_value_of_flag(const struct cell *c, size_t lo, size_t i)
{
	size_t end = i, begin;

	while (end > lo && strchr(" \t", c->s[end - 1]))
		end--;
	for (begin = end; begin > lo && !strchr(" \t\n'\"=", c->s[begin - 1]);)
		begin--;
	return end < i && end - begin > 2 && !memcmp(c->s + begin, "--", 2);
}

/* IPython replaces `{expression}` before the shell sees it. */
static void shell_text(struct cell *c, size_t lo, size_t hi)
{
	const size_t from = lo;

	for (size_t i = lo; i < hi; i++) {
		const char *end = c->s[i] == '{' && i + 1 < hi && c->s[i + 1] != '{' && (!i || c->s[i - 1] != '$')
					  ? memchr(c->s + i, '}', hi - i)
					  : NULL;

		if (!end || memchr(c->s + i, '\n', (size_t)(end - c->s) - i))
			continue;
		size_t begin = i;
		shell_same(c, lo, i);
		shell_made(c, is_value_of_flag(c, from, begin) && isspace((unsigned char)end[1]) ? "\"$(:)\"" : "$(:)");
		i = (size_t)(end - c->s);
		c->done = lo = i + 1;
	}
	shell_same(c, lo, hi);
}

static bool begins_word(const struct cell *c, size_t at, const char *word)
{
	size_t end = word_end(c, at);

	return is_word(c, at, end, word) && skip_blanks(c, end) > end;
}

/* It would change what the next commands see, which get a shell of their own. */
static bool changes_shell(const struct cell *c, size_t lo, size_t hi)
{
	return memmem(c->s + lo, hi - lo, "cd ", 3) || memmem(c->s + lo, hi - lo, "export ", 7);
}

/* `!cmd`, `%cd folder`, `%env NAME=value` at [at, end). A blank stands for the sign, so that columns stay. */
static void shell_command(struct cell *c, size_t at, size_t end)
{
	size_t lo = skip_blanks(c, at + strspn(c->s + at, "!%"));
	bool own = c->s[at] == '!' && lo < end && !memchr(c->s + lo, '#', end - lo) && changes_shell(c, lo, end),
	     env = begins_word(c, lo, "env");

	if (c->s[at] == '%' && !begins_word(c, lo, "cd") && !(env && memchr(c->s + lo, '=', end - lo)))
		return;
	give_lines(c, at);
	c->any = true;
	for (size_t i = at; i < lo; i++)
		shell_made(c, own && i == at ? "(" : " ");
	if (c->s[at] == '%' && env) {
		shell_made(c, "export ");
		lo = skip_blanks(c, word_end(c, lo));
	}
	shell_text(c, lo, end);
	if (own)
		shell_made(c, ")");
}

/* `%%bash`; `%%script bash`; `%%!` */
static bool is_shell_cell(const struct cell *c, size_t at)
{
	static const char *const name[] = { "bash", "sh", "shell", "system", "sx" };
	size_t end = word_end(c, at);

	if (is_word(c, at, end, "script")) {
		at = skip_blanks(c, end);
		end = word_end(c, at);
	}
	for (size_t i = 0; i < ARRAY_SIZE(name); i++)
		if (is_word(c, at, end, name[i]))
			return true;
	return end == at && char_at(c, at) == '!';
}

static void shell_cell(struct cell *c, size_t at)
{
	size_t end = command_end(c, at);

	c->any = end < c->n;
	if (!c->any)
		return;
	shell_made(c, "(");
	give_lines(c, end + 1);
	shell_same(c, end + 1, c->n);
	shell_made(c, c->s[c->n - 1] == '\n' ? ")\n" : "\n)\n");
}

/* ---- lines */

/* A statement that is a command, a magic or a question. Returns where it ends. */
static size_t put_command(struct cell *c, size_t at)
{
	size_t end = command_end(c, at), lo = at + strspn(c->s + at, "!%?");

	if (c->commands) {
		shell_command(c, at, end);
		give(c, end);
		return end;
	}

	give(c, at);
	put_words(c, lo < end ? lo : end, end);
	return end;
}

static size_t string_end(const struct cell *c, size_t i)
{
	char quote = c->s[i];
	bool triple = char_at(c, i + 1) == quote && char_at(c, i + 2) == quote;

	for (i += triple ? 3 : 1; i < c->n; i++) {
		if (c->s[i] == '\\')
			i++;
		else if (c->s[i] == '\n' && !triple)
			return i;
		else if (c->s[i] == quote && !triple)
			return i + 1;
		else if (c->s[i] == quote && char_at(c, i + 1) == quote && char_at(c, i + 2) == quote)
			return i + 3;
	}
	return c->n;
}

/* The value of an assignment at the `=` at i; 0: it is none, or ordinary. */
static size_t magic_value(const struct cell *c, size_t i)
{
	size_t at;

	if (!i || c->s[i] != '=' || strchr("=!<>:+-*/%&|^@~", c->s[i - 1]))
		return 0;
	at = skip_blanks(c, i + 1);
	return begins_magic(c, at) ? at : 0;
}

/* A statement of Python, or an assignment of what a command gives. Returns where its last line ends. */
static size_t put_statement(struct cell *c, size_t at)
{
	unsigned depth = 0;
	bool question = false;
	size_t i = at, value;

	while (i < c->n && !(c->s[i] == '\n' && !depth)) {
		if (c->s[i] == '"' || c->s[i] == '\'') {
			i = string_end(c, i);
			continue;
		}
		if (c->s[i] == '#') {
			while (i < c->n && c->s[i] != '\n')
				i++;
			continue;
		}
		if (!depth && (value = magic_value(c, i))) {
			give(c, value);
			i = timed(c, value);
			if (i) {
				c->done = i;
				continue;
			}
			i = command_end(c, value);
			put_instead(c, i, "get_ipython()");
			return i;
		}
		depth += strchr("([{", c->s[i]) != NULL;
		depth -= depth && strchr(")]}", c->s[i]);
		question |= !depth && c->s[i] == '?';
		i += c->s[i] == '\\' ? 2 : 1;
	}
	i = i < c->n ? i : c->n;
	if (question) {
		give(c, at);
		put_instead(c, i, "pass");
	}
	return i;
}

static void put_lines(struct cell *c, size_t i)
{
	while (i < c->n) {
		size_t at = skip_blanks(c, i), fit = begins_magic(c, at) ? timed(c, at) : 0;

		if (fit) {
			give(c, at);
			c->done = fit;
			i = put_statement(c, fit);
		} else {
			bool command = begins_magic(c, at) || char_at(c, at) == '?' || is_automagic(c, at);

			i = command ? put_command(c, at) : put_statement(c, at);
		}
		i += i < c->n; /* the line end */
	}
	give(c, c->n);
}

/* Magics of IPython, and of extensions that many notebooks load, whose cells are no Python, or another program's. */
static bool is_other_language(const struct cell *c, size_t lo, size_t hi)
{
	static const char *const name[] = { "bash",	  "sh",	     "script",	 "cmd",	 "system",    "sx",
					    "shell",	  "html",    "HTML",	 "svg",	 "SVG",	      "js",
					    "javascript", "latex",   "markdown", "perl", "ruby",      "python",
					    "python2",	  "python3", "pypy",	 "file", "writefile", "cython",
					    "R",	  "sql",     "bigquery" };

	for (size_t i = 0; i < ARRAY_SIZE(name); i++)
		if (is_word(c, lo, hi, name[i]))
			return true;
	return hi == lo; /* `%%!` */
}

static size_t first_text(const char *s, size_t n)
{
	size_t first = 0;

	while (first < n && strchr(" \t\r\n", s[first]) && s[first])
		first++;
	return first;
}

static void nothing_same(void *ctx, size_t lo, size_t hi)
{
	(void)ctx, (void)lo, (void)hi;
}

static void nothing_made(void *ctx, size_t at, const char *text, size_t n)
{
	(void)ctx, (void)at, (void)text, (void)n;
}

static bool may_hold_commands(const char *s, size_t n)
{
	return memchr(s, '!', n) || memchr(s, '%', n);
}

bool ipython_commands(const char *s, size_t n, const struct ipython_to *to)
{
	struct ipython_to none = { nothing_same, nothing_made, NULL };
	size_t first = first_text(s, n);
	struct cell c = { .s = s, .n = n, .to = &none, .commands = true };

	if (!may_hold_commands(s, n))
		return false;
	for (int pass = 0; pass < 2; pass++) { /* the first looks whether there is one */
		c.done = 0;
		if (char_at(&c, first) == '%' && char_at(&c, first + 1) == '%') {
			if (is_shell_cell(&c, first + 2))
				shell_cell(&c, first);
			else if (!is_other_language(&c, first + 2, word_end(&c, first + 2)))
				put_lines(&c, command_end(&c, first));
		} else {
			put_lines(&c, 0);
		}
		if (!c.any)
			return false;
		c.to = to;
	}
	return true;
}

bool ipython_cell(const char *s, size_t n, const struct ipython_to *to)
{
	struct cell c = { .s = s, .n = n, .to = to };
	size_t first = first_text(s, n);

	if (char_at(&c, first) == '%' && char_at(&c, first + 1) == '%') {
		size_t end = command_end(&c, first);

		if (is_other_language(&c, first + 2, word_end(&c, first + 2)))
			return false;
		give(&c, first);
		put_instead(&c, end, "#");
		first = end;
	} else {
		first = 0;
	}
	put_lines(&c, first);
	return true;
}

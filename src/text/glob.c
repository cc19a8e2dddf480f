// SPDX-License-Identifier: MIT
/*
 * gitignore patterns, translated to regular expressions for PCRE2.
 *
 * The translation is ours because pcre2_pattern_convert doesn't know git's rules for slashes and "**".  Paths are
 * bytes, so '?' and brackets match a byte, as in git.  Matching has a limit on steps and memory; what exceeds it
 * doesn't match.  Walking folders: text/walk.c.
 */
#include "text/glob.h"
#include "base/buf.h"
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

enum { MATCH_LIMIT = 100000, HEAP_LIMIT_KIB = 4096, LONGEST_PATTERN = 4096 };

struct glob {
	pcre2_code *code;
	pcre2_match_context *limits;
	bool dirs_only;
	bool any_depth; /* compared with the last component */
};

static void add_literal(struct buf *re, char c)
{
	if (strchr("\\^$.[]|()?*+{}-#", c))
		buf_putc(re, '\\');
	buf_putc(re, c);
}

/* A name in brackets such as [:alpha:]; its length, 0 when p doesn't start one that PCRE2 knows. */
static size_t posix_class(const char *p)
{
	static const char *const known[] = { "alnum", "alpha", "blank", "cntrl", "digit", "graph",
					     "lower", "print", "punct", "space", "upper", "xdigit" };

	if (p[0] != '[' || p[1] != ':')
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		size_t n = strlen(known[i]);

		if (!strncmp(p + 2, known[i], n) && p[n + 2] == ':' && p[n + 3] == ']')
			return n + 4;
	}
	return 0;
}

/* At '['; returns what stands behind the ']', NULL when there is none. */
static const char *add_bracket(struct buf *re, const char *p)
{
	bool negated = p[1] == '!' || p[1] == '^';
	const char *first = p + 1 + negated;

	buf_puts(re, "(?!/)[");
	if (negated)
		buf_putc(re, '^');
	for (p = first; *p && (*p != ']' || p == first); p++) {
		size_t class = posix_class(p);

		if (class) {
			buf_add(re, p, class);
			p += class - 1;
		} else if (*p == '-' && p != first && p[1] && p[1] != ']') {
			buf_putc(re, '-');
		} else {
			if (*p == '\\' && p[1])
				p++;
			add_literal(re, *p);
		}
	}
	buf_putc(re, ']');
	return *p ? p + 1 : NULL;
}

/* At '*'.  "**" spans folders only as a whole component: "**" + "/", "/" + "**" + "/", "/" + "**". */
static const char *add_stars(struct buf *re, const char *start, const char *p)
{
	size_t n = strspn(p, "*");
	bool whole = n == 2 && (p == start || p[-1] == '/') && (p[2] == '/' || !p[2]);

	if (!whole) {
		buf_puts(re, "[^/]*");
		return p + n;
	}
	if (p[2]) {
		buf_puts(re, "(?:.*/)?");
		return p + 3;
	}
	buf_puts(re, ".+");
	return p + 2;
}

static bool translate(struct buf *re, const char *pattern, struct err *e)
{
	const char *p = pattern;

	buf_puts(re, "\\A");
	while (p && *p) {
		if (*p == '*') {
			p = add_stars(re, pattern, p);
		} else if (*p == '?') {
			buf_puts(re, "[^/]");
			p++;
		} else if (*p == '[') {
			p = add_bracket(re, p);
		} else {
			if (*p == '\\')
				p++;
			if (!*p)
				return err_set(e, ERR_USAGE, "pattern ends with a backslash");
			add_literal(re, *p++);
		}
	}
	buf_puts(re, "\\z");
	return p || err_set(e, ERR_USAGE, "pattern has a '[' without its ']'");
}

static bool compile(struct glob *g, const struct buf *re, struct err *e)
{
	int code;
	PCRE2_SIZE at;

	g->code = pcre2_compile((PCRE2_SPTR)re->s, re->n, PCRE2_DOTALL | PCRE2_NO_AUTO_CAPTURE, &code, &at, NULL);
	g->limits = pcre2_match_context_create(NULL);
	if (!g->limits || (!g->code && code == PCRE2_ERROR_HEAP_FAILED))
		die("out of memory");
	if (!g->code) {
		char why[128] = "";

		pcre2_get_error_message(code, (PCRE2_UCHAR *)why, sizeof why);
		return err_set(e, ERR_USAGE, "bad pattern: %s", why);
	}
	pcre2_set_match_limit(g->limits, MATCH_LIMIT);
	pcre2_set_heap_limit(g->limits, HEAP_LIMIT_KIB);
	return true;
}

/* The pattern without what glob keeps as flags: a trailing '/' and a leading one. */
static char *strip_slashes(struct glob *g, const char *pattern)
{
	size_t n = strlen(pattern);

	if (n && pattern[n - 1] == '/') {
		g->dirs_only = true;
		n--;
	}
	g->any_depth = !memchr(pattern, '/', n);
	if (n && pattern[0] == '/') {
		pattern++;
		n--;
	}

	char *body = xcalloc(n + 1, 1);

	memcpy(body, pattern, n);
	return body;
}

struct glob *glob_new(const char *pattern, struct err *e)
{
	if (!pattern[0] || !strcmp(pattern, "/") || strlen(pattern) > LONGEST_PATTERN) {
		err_set(e, ERR_USAGE, pattern[0] && pattern[1] ? "pattern is too long" : "pattern is empty");
		return NULL;
	}

	struct glob *g = xcalloc(1, sizeof *g);
	struct buf re = { 0 };
	char *body = strip_slashes(g, pattern);
	bool ok = translate(&re, body, e) && compile(g, &re, e);

	free(body);
	buf_release(&re);
	if (ok)
		return g;
	glob_free(g);
	return NULL;
}

bool glob_match(const struct glob *g, const char *path, bool is_dir)
{
	const char *slash = strrchr(path, '/');

	if (g->dirs_only && !is_dir)
		return false;
	if (g->any_depth && slash)
		path = slash + 1;

	pcre2_match_data *found = pcre2_match_data_create(1, NULL);

	if (!found)
		die("out of memory");

	int rc = pcre2_match(g->code, (PCRE2_SPTR)path, strlen(path), 0, 0, found, g->limits);

	pcre2_match_data_free(found);
	if (rc == PCRE2_ERROR_NOMEMORY)
		die("out of memory");
	return rc >= 0; /* a match that was given up is none: the file is linted */
}

void glob_free(struct glob *g)
{
	if (!g)
		return;
	pcre2_code_free(g->code);
	pcre2_match_context_free(g->limits);
	free(g);
}

// SPDX-License-Identifier: MIT
/*
 * gitignore patterns.  Paths are bytes, so '?' and brackets match a byte, as in git.
 *
 * A pattern is a sequence of parts, matched from left to right with backtracking.  Only the last star, and only the
 * last "**", is retried at another place: the parts before it matched as early as possible, and a star may take any
 * bytes.  So matching is fast; a limit on steps covers stars before long repetitions, and a match that exceeds it
 * fails. Walking folders: text/walk.c.
 *
 * Example: pattern "**" "/" "*.py" has the parts FOLDERS, STAR, '.', 'p', 'y'
 *          "a/b.py" matches; "a/b.pyc" does not
 */
#include "text/glob.h"
#include "base/vec.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_PATTERN = 4096, STEPS_A_BYTE = 16, STEPS_LEAST = 1000 };

struct part {
	enum {
		ONE,
		ANY,
		SET,
		STAR,
		FOLDERS /* zero or more folders, with the slash after them */,
		REST /* the whole rest of the path */
	} kind;
	unsigned char byte;
	uint32_t set; /* index of its byte set */
};
struct byte_set {
	bool has[256];
};
struct glob {
	VEC(, struct part) part;
	VEC(, struct byte_set) set;
	bool dirs_only;
	bool any_depth; /* compared with the last component only */
};

/* --- brackets */

/* Parses a class name in brackets, such as [:alpha:]; returns its length, 0 when p does not start one. */
static size_t add_class(struct byte_set *set, const char *p)
{
	static const struct {
		const char *name;
		int (*has)(int);
	} known[] = { { "alnum", isalnum }, { "alpha", isalpha }, { "blank", isblank }, { "cntrl", iscntrl },
		      { "digit", isdigit }, { "graph", isgraph }, { "lower", islower }, { "print", isprint },
		      { "punct", ispunct }, { "space", isspace }, { "upper", isupper }, { "xdigit", isxdigit } };

	if (p[0] != '[' || p[1] != ':')
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		size_t n = strlen(known[i].name);

		if (strncmp(p + 2, known[i].name, n) || p[n + 2] != ':' || p[n + 3] != ']')
			continue;
		for (int c = 0; c < 128; c++)
			set->has[c] |= known[i].has(c) != 0;
		return n + 4;
	}
	return 0;
}

static const char *unescaped(const char *p)
{
	return *p == '\\' && p[1] ? p + 1 : p;
}

/* At '['; returns the position after the ']', NULL when there is none or a range runs backwards. */
static const char *add_bracket(struct glob *g, const char *p)
{
	bool negated = p[1] == '!' || p[1] == '^';
	const char *first = p + 1 + negated;
	struct byte_set set = { 0 };

	for (p = first; *p && (*p != ']' || p == first); p++) {
		size_t class = add_class(&set, p);

		if (class) {
			p += class - 1;
			continue;
		}
		p = unescaped(p);

		unsigned char lo = (unsigned char)*p, hi = lo;

		if (p[1] == '-' && p[2] && p[2] != ']') {
			p = unescaped(p + 2);
			hi = (unsigned char)*p;
		}
		if (lo > hi)
			return NULL;
		for (unsigned c = lo; c <= hi; c++)
			set.has[c] = true;
	}
	for (unsigned c = 0; c < 256 && negated; c++)
		set.has[c] = !set.has[c];
	set.has['/'] = false;
	vec_push(&g->part, ((struct part){ .kind = SET, .set = (uint32_t)g->set.n }));
	vec_push(&g->set, set);
	return *p ? p + 1 : NULL;
}

/* --- patterns */

static void add(struct glob *g, int kind, char c)
{
	vec_push(&g->part, ((struct part){ .kind = kind, .byte = (unsigned char)c }));
}

/* At '*'.  "**" spans folders only as a whole component: "**" + "/", "/" + "**" + "/", "/" + "**". */
static const char *add_stars(struct glob *g, const char *start, const char *p)
{
	size_t n = strspn(p, "*");
	bool whole = n == 2 && (p == start || p[-1] == '/') && (p[2] == '/' || !p[2]);

	add(g, !whole ? STAR : p[2] ? FOLDERS : REST, 0);
	return p + n + (whole && p[2]);
}

static bool translate(struct glob *g, const char *pattern, struct err *e)
{
	const char *p = pattern;

	while (p && *p) {
		if (*p == '*') {
			p = add_stars(g, pattern, p);
		} else if (*p == '?') {
			add(g, ANY, 0);
			p++;
		} else if (*p == '[') {
			p = add_bracket(g, p);
		} else {
			if (*p == '\\')
				p++;
			if (!*p)
				return err_set(e, ERR_USAGE, "pattern ends with a backslash");
			add(g, ONE, *p++);
		}
	}
	return p || err_set(e, ERR_USAGE, "pattern has a '[' without its ']', or a range that runs backwards");
}

/* Removes a trailing '/' and a leading one, which glob stores as flags. */
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
	char *body = strip_slashes(g, pattern);
	bool ok = translate(g, body, e);

	free(body);
	if (ok)
		return g;
	glob_free(g);
	return NULL;
}

/* --- matching */

static bool takes(const struct glob *g, const struct part *p, char c)
{
	switch (p->kind) {
	case ONE:
		return p->byte == (unsigned char)c;
	case ANY:
		return c != '/';
	default:
		return g->set.at[p->set].has[(unsigned char)c];
	}
}

struct retry { /* the last star: where to continue when the rest does not match */
	size_t part, at;
};

unsigned char glob_tail(const struct glob *g)
{
	const struct part *last = g->part.n ? &g->part.at[g->part.n - 1] : NULL;

	return last && last->kind == ONE ? last->byte : 0;
}

static bool match(const struct glob *g, const char *s, size_t n)
{
	struct retry star = { 0 }, folders = { 0 }; /* part 0: no star yet */
	uint64_t steps = STEPS_A_BYTE * (uint64_t)(n + g->part.n) + STEPS_LEAST;

	for (size_t i = 0, at = 0; steps; steps--) {
		const struct part *p = i < g->part.n ? &g->part.at[i] : NULL;

		if (!p && at == n)
			return true;
		if (p && p->kind == REST)
			return at < n;
		if (p && (p->kind == STAR || p->kind == FOLDERS)) {
			*(p->kind == STAR ? &star : &folders) = (struct retry){ ++i, at };
			if (p->kind == FOLDERS)
				star.part = 0;
			continue;
		}
		if (p && at < n && takes(g, p, s[at])) {
			i++;
			at++;
			continue;
		}
		if (star.part && star.at < n && s[star.at] != '/') {
			i = star.part;
			at = ++star.at;
			continue;
		}

		const char *slash = folders.part ? memchr(s + folders.at, '/', n - folders.at) : NULL;

		if (!slash)
			return false;
		i = folders.part;
		at = folders.at = (size_t)(slash - s) + 1;
		star.part = 0;
	}
	return false;
}

bool glob_match_named(const struct glob *g, const char *path, const char *last, bool is_dir)
{
	const char *s = g->any_depth ? last : path;

	size_t n;

	if (g->dirs_only && !is_dir)
		return false;
	n = strlen(s);
	return match(g, s, n);
}

bool glob_match(const struct glob *g, const char *path, bool is_dir)
{
	const char *slash = strrchr(path, '/');

	return glob_match_named(g, path, slash ? slash + 1 : path, is_dir);
}

void glob_free(struct glob *g)
{
	if (!g)
		return;
	vec_release(&g->part);
	vec_release(&g->set);
	free(g);
}

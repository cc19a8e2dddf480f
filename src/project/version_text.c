// SPDX-License-Identifier: MIT
/*
 * Reads the version bounds of a package from one text: the name of the package, then its version clauses. The bounds of
 * all places are joined: the lowest minimum, and the highest maximum if every place has one.
 *
 * Example: torch>=1.7,<1.12                              least 1.7, most 1.12, both at line 1
 *          Python 3.6+                                   python: least 3.6, open
 *          FROM pytorch/pytorch:1.9.0                    torch: least 1.9.0, most 1.9.0
 *          [[package]] name = "torch" version = "2.1.0"  of a lock file: least 2.1.0, most 2.1.0
 */
#include "project/version_text.h"
#include "project/versions.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct bounds {
	struct arena *a;
	struct version_bounds out;
	bool open;	      /* a place has no upper bound */
	uint32_t line, found; /* found: places with a version */
	bool installs;	      /* the lines are commands that install packages */
};

static size_t version_length(const char *p)
{
	size_t n = isdigit((unsigned char)*p) ? strspn(p, "0123456789.") : 0;

	while (n && p[n - 1] == '.') /* 1.4.* */
		n--;
	return n;
}

static const char *here(const struct bounds *b)
{
	return arena_printf(b->a, "%u", b->line);
}

static void lower(struct bounds *b, const char *v)
{
	if (!b->out.least || version_order(v, b->out.least) < 0) {
		b->out.least = v;
		b->out.least_at = here(b);
	}
}

static void upper(struct bounds *b, const char *v)
{
	if (!b->out.most || version_order(v, b->out.most) > 0) {
		b->out.most = v;
		b->out.most_at = here(b);
	}
}

/* `>=1.7,!=1.12`, `==1.4.0`, `^2.0`: the text after the name. plain: a bare version means exactly that version. */
static bool clauses(struct bounds *b, const char *p, bool plain)
{
	bool any = false, ended = false;

	for (;;) {
		p += strspn(p, " \t,(\"'");
		size_t nop = strspn(p, "<>=!~^");
		const char *op = p, *v;
		p += nop;
		p += strspn(p, " \t\"'");
		size_t n = version_length(p);
		if (!n || (!nop && !plain))
			break;
		v = arena_strndup(b->a, p, n);
		any = true;
		if (*op != '!' && *op != '<')
			lower(b, v);
		if (!nop || *op == '=') {
			bool begins = nop < 3 && p[n] == '.' && p[n + 1] == '*'; /* `==4.*`: all that begin so */

			upper(b, begins ? arena_printf(b->a, "%s.999", v) : v);
			ended = true;
		} else if (*op == '<' || *op == '~' || *op == '^') {
			upper(b, *op == '<' ? (nop == 1 ? version_before(b->a, v, strlen(v)) : v)
					    : arena_printf(b->a, "%lu.999", strtoul(v, NULL, 10)));
			ended = true;
		}
		plain = false;
		p += n;
		while (*p == '.' || *p == '*' || *p == '+' || isalnum((unsigned char)*p)) /* 1.4.*, 1.10.0+cu113 */
			p++;
	}
	b->open |= any && !ended;
	b->found += any;
	if (any && !ended && !b->out.open_at)
		b->out.open_at = here(b);
	return any;
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.' || c == '/';
}

/* `[3.6, 3.7]`, `['3.8', "3.9"]` */
static void listed(struct bounds *b, const char *p)
{
	for (p++; *p && *p != ']'; p += strcspn(p, ",]"), p += *p == ',')
		clauses(b, p, true);
}

/* After the name of an interpreter: ` 3.6+` in a document, ` :: 3.6` in a classifier, `: 3.7` and `: [3.6, 3.7]` in
 * a workflow. */
static bool mention_plain(struct bounds *b, const char *p)
{
	const char *v = p + strspn(p, " \t:");

	if (*v == '[' && v > p)
		listed(b, v);
	else if ((isdigit((unsigned char)*v) || *v == '"' || *v == '\'') && v > p)
		clauses(b, v, true);
	else
		return false;
	return true;
}

/* Whether an assignment follows: `= "^2.0"`, `='>=3.6'`, `= >=3.6`, but not `==1.4`. */
static bool is_assigned(const char *p)
{
	return *p == '=' && strchr("\"'<>~^", p[1 + strspn(p + 1, " \t")]) && p[1 + strspn(p + 1, " \t")];
}

/* After the name: `[extra]`, `: 1.9.0` of an image, `= "^2.0"` of a table, or clauses. */
static void mention(struct bounds *b, const char *p, const struct required_package *package)
{
	if (*p == '[')
		p += strcspn(p, "]") + (strchr(p, ']') != NULL);
	else if (package->documents && mention_plain(b, p))
		return;
	p += strspn(p, " \t");
	if (*p == ':' && isdigit((unsigned char)p[1]))
		clauses(b, p + 1, true);
	else if (is_assigned(p))
		clauses(b, p + 1, true);
	else if (strchr("<>=~^!", *p) && *p)
		clauses(b, p, false);
}

/* Whether the line asks for the package and says nothing about its version: `torch`, `- torch`, `"torch[cpu]",`,
 * `dependencies = ["torch"]`, `pip install torch`. */
static bool is_alone(const char *line, const char *at, const char *p, bool installs)
{
	const char *from = line + strspn(line, " \t-");
	const char quote = at > line && (at[-1] == '"' || at[-1] == '\'') ? at[-1] : '\0';

	if (*p == '[')
		p += strcspn(p, "]") + (strchr(p, ']') != NULL);
	if (installs)
		return at > line && (quote ? *p == quote : at[-1] == ' ' && (!*p || isspace((unsigned char)*p)));
	if (quote)
		return *p == quote && (at == from + 1 || strstr(line, "dependencies"));
	return at == from && !p[strspn(p, " \t\r")];
}

static void line_in(struct bounds *b, const char *line, const struct required_package *package)
{
	for (uint32_t i = 0; i < package->nknown; i++) {
		const struct str *name = package->known[i];

		for (const char *p = line; (p = strstr(p, name->s)); p += name->len)
			if ((p == line || !in_name(p[-1])) && !in_name(p[name->len])) {
				mention(b, p + name->len, package);
				if (!b->out.any_at && is_alone(line, p, p + name->len, b->installs))
					b->out.any_at = here(b);
			}
	}
}

/* The condition of a requirement (PEP 508): `; python_version < '3.10'`. NULL: none; a `;` of a shell line is none. */
static char *condition(char *line)
{
	static const char *const begins[] = {
		"python_", "platform_", "sys_platform", "os_name", "implementation_", "extra", "(", "'", "\""
	};
	char *end = strchr(line, ';');

	for (size_t i = 0; end && i < ARRAY_SIZE(begins); i++)
		if (!strncmp(end + 1 + strspn(end + 1, " \t"), begins[i], strlen(begins[i])))
			return end;
	return NULL;
}

static struct version_bounds all_lines(struct arena *a, const char *text, const struct required_package *package,
				       bool installs)
{
	struct bounds always = { .a = a, .installs = installs }, sometimes = { .a = a };
	char *copy = arena_strdup(a, text), *rest = copy;

	for (char *line; (line = strsep(&rest, "\n"));) {
		sometimes.line = ++always.line;
		if (installs && !strstr(line, "pip install") && !strstr(line, "conda install"))
			continue;
		line[strcspn(line, "#")] = 0;
		char *end = condition(line);
		if (end)
			*end = '\0';
		line_in(end ? &sometimes : &always, line, package);
	}
	const struct bounds *b = !always.found && sometimes.found > 1 ? &sometimes : &always;
	struct version_bounds out = b->out;
	if (b->open)
		out.most = out.most_at = NULL;
	return out;
}

struct version_bounds version_bounds_in(struct arena *a, const char *text, const struct required_package *package)
{
	return all_lines(a, text, package, false);
}

struct version_bounds version_bounds_installed(struct arena *a, const char *text,
					       const struct required_package *package)
{
	return all_lines(a, text, package, true);
}

/* `name = "torch"` of a lock file. */
static bool names_package(const char *line, const struct required_package *package)
{
	if (strncmp(line, "name = \"", 8) != 0)
		return false;
	for (uint32_t i = 0; i < package->nknown; i++)
		if (!strncmp(line + 8, package->known[i]->s, package->known[i]->len) &&
		    line[8 + package->known[i]->len] == '"')
			return true;
	return false;
}

struct version_bounds version_bounds_locked(struct arena *a, const char *text, const struct required_package *package)
{
	struct bounds b = { .a = a };
	bool named = false;

	for (const char *line = text; line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		b.line++;
		if (named && !strncmp(line, "version = \"", 11))
			clauses(&b, line + 11, true);
		named = names_package(line, package);
	}
	return b.out;
}

// SPDX-License-Identifier: MIT
/* Reporters: one file out_NAME.c each, one row in the table of out.c. Text from sources is untrusted: control bytes are
 * escaped. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H
#include "fix/fix.h"
#include "lint/rules/ruleset.h"
#include <stdio.h>

struct out {
	FILE *to;
	const struct graph *g;
	const struct ruleset *rs;
	const char *cwd; /* absolute; file names are printed relative to it */
	bool color;
	unsigned width;
	bool unsafe;		  /* unsafe fixes are on: count them as fixable */
	bool quiet;		  /* no summary */
	bool tried;		  /* --fix has run: what is left of the fixes that were allowed can't be made */
	uint32_t fixed;		  /* findings that --fix took away before this report */
	uint32_t unread;	  /* configs that could not be read or parsed: not clean, whatever the findings say */
	const char *dialect_told; /* of the last finding that named it; out_full.c */
	void *state;
};
struct reporter {
	const char *name, *help;
	void (*begin)(struct out *o);
	void (*diag)(struct out *o, const struct diag *d);
	void (*fixed)(struct out *o,
		      const struct fix_outcome *f); /* --show-fixes, before the findings that are left; NULL: nothing */
	void (*end)(struct out *o, const struct diags *all, const struct lint_stats *stats);
};
extern const struct reporter out_full, out_concise, out_json;
const struct reporter *reporter_find(const char *name); /* NULL */

/* Helpers for reporters and commands. */
const char *out_relative(struct arena *a, const char *cwd, const char *path); /* the shorter of relative and absolute */
/* Control and ANSI bytes visible as \x1b; tabs and other UTF-8 kept. */
void out_escape(struct buf *b, const char *s, size_t n);
/* "path:line:col", 1-based code points, escaped. */
void out_place(struct buf *b, const struct graph *g, const char *cwd, struct span at);
void out_point(struct buf *b, const char *cwd, const char *path, struct point at);
enum out_style { STYLE_PLAIN, STYLE_BOLD, STYLE_ERROR, STYLE_WARNING, STYLE_PERFORMANCE, STYLE_INFO, STYLE_FRAME };
void out_style(struct buf *b, bool color, enum out_style s); /* STYLE_PLAIN: back to normal; nothing without colour */
enum out_style out_severity_style(enum severity s);
/* "Found 7 findings (...)" and what could not be judged; for people. */
void out_summary(struct out *o, const struct diags *all, const struct lint_stats *stats);

/* `"key": text`, or null for NULL; `"key": [texts]`. */
void out_json_text(struct buf *b, const char *key, const char *text);
void out_json_texts(struct buf *b, const char *key, const char *const *text, uint32_t n);
/* Effective configs: JSON encoding as documented in docs/json.md (tuples as arrays, sets sorted, non-string keys as
 * str(key) with
 * "#dup" where that exists, inf/nan as strings, {"__repr__": TYPE}, {"__unknown__": WHY}). */
void show_json(struct buf *b, struct value v, bool pretty);
struct show_opts {
	const struct graph *g; /* for the places */
	const char *cwd;
	bool provenance; /* `# file:line` behind each leaf */
};
/* Python text that loads to the same values, one statement a key. What has no source form is written as
 * `__unknown__('...')`, which doesn't load; then false, and why (may be NULL) tells key path and cause, a line each. */
bool show_python(struct buf *b, struct value config, const struct show_opts *o, struct buf *why);
/* A YAML document that PyYAML's safe_load reads back to the same values. Tuples become lists; what YAML can't say is
 * written as in JSON; then false, and why tells as above. */
bool show_yaml(struct buf *b, struct value config, struct buf *why);
#endif

// SPDX-License-Identifier: MIT
/* What a run did not check: a list of rows, one for each reason, with the rules and the subjects that it concerns; and
 * the text of each row.
 *
 * Invariant: rows, rules and classes are sorted, and a class is counted once a subject: the text is the same for any
 * number of threads.
 *
 *	"3 checks (DAT003, PRF002 and 1 more) need the number of CPU cores in 12 configs" */
#include "lint/finding/unchecked.h"
#include "base/map.h"
#include "base/path.h"
#include "base/str.h"
#include "facts/machine.h"
#include "python/value/class.h"
#include <string.h>

enum { NAMED = 3 }; /* ids of checks in a line */

static const struct {
	const char *word, *wants, *give, *help;
} rows[] = {
#define X(k, word, wants, give, help) { word, wants, give, help },
	UNCHECKED(X)
#undef X
};

static void add_rule(struct arena *a, struct unchecked *u, const struct rule *r)
{
	struct unchecked_rule **at = &u->rule;
	int order = -1;

	while (*at && (order = strcmp((*at)->rule->id, r->id)) < 0)
		at = &(*at)->next;
	if (*at && !order)
		return;
	struct unchecked_rule *one = arena_new(a, struct unchecked_rule);
	*one = (struct unchecked_rule){ r, *at };
	*at = one;
	u->nrules++;
}

static int name_order(const char *have, const char *name, size_t len)
{
	int order = strncmp(have, name, len);

	return order ? order : have[len] != 0;
}

/* The first that doesn't come before the name. */
static struct unchecked_class **class_place(struct unchecked *u, const char *name, size_t len)
{
	struct unchecked_class **at = &u->class;

	while (*at && name_order((*at)->name, name, len) < 0)
		at = &(*at)->next;
	return at;
}

static void drop_last_class(struct unchecked *u)
{
	struct unchecked_class **at = &u->class;

	while ((*at)->next)
		at = &(*at)->next;
	*at = NULL;
	u->nclasses--;
}

void unchecked_class_add(struct arena *a, struct unchecked *u, const char *name, uint32_t nsubjects)
{
	size_t len = strlen(name);
	struct unchecked_class **at = class_place(u, name, len), *one = *at;

	if (!one && u->nclasses == UNCHECKED_CLASSES)
		return;
	if (!one || name_order(one->name, name, len)) {
		one = arena_new(a, struct unchecked_class);
		*one = (struct unchecked_class){ .name = name, .next = *at };
		*at = one;
		if (u->nclasses++ == UNCHECKED_CLASSES)
			drop_last_class(u);
	}
	one->nsubjects += nsubjects;
}

/* "RTMCCHead" of "RTMCCHead (several classes have this name)": once, however many checks of the subject need it */
static void add_class(struct arena *a, struct unchecked *u, const struct cause *c)
{
	size_t len = strcspn(c->detail->s, " ");
	const struct unchecked_class *there = *class_place(u, c->detail->s, len);

	if (there ? name_order(there->name, c->detail->s, len) != 0 : u->nclasses < UNCHECKED_CLASSES)
		unchecked_class_add(a, u, arena_strndup(a, c->detail->s, len), 1);
}

void unchecked_add(struct arena *a, struct unchecked *u, const struct rule *r, const struct subject *s,
		   const char *reason, struct value v)
{
	if (!u->nsubjects)
		*u = (struct unchecked){ .nsubjects = 1, .first = s, .reason = reason };
	if (u->cause.why == WHY_NONE && v.kind == VALUE_UNKNOWN && v.as.cause)
		u->cause = *v.as.cause;
	if (v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->why == WHY_CLASS && v.as.cause->detail)
		add_class(a, u, v.as.cause);
	if (r)
		add_rule(a, u, r);
}

/* The topmost missing folder above path, or path. */
static const char *topmost_missing(struct arena *a, const struct vfs *fs, const char *path)
{
	for (const char *end = strchr(path + 1, '/'); fs && end; end = strchr(end + 1, '/')) {
		const char *dir = arena_strndup(a, path, (size_t)(end - path));

		if (!vfs_stands(fs, dir))
			return dir;
	}
	return path;
}

void unchecked_missing(struct arena *a, struct unchecked *u, const struct subject *s)
{
	struct note_list notes = { 0 };
	struct map seen = { 0 };

	if (s->kind->notes)
		s->kind->notes(s, &notes);
	for (size_t i = 0; i < notes.n; i++) {
		const struct note *n = notes.at[i];
		const char *path = n->missing && !missing_is_outside(n->missing_as)
					   ? topmost_missing(a, s->set->fs, n->missing)
					   : NULL;

		const struct str *name = path ? str_of(path, strlen(path)) : NULL;

		if (name && !map_get(&seen, name)) {
			map_put(a, &seen, name, &seen);
			unchecked_class_add(a, u, path, 1);
		}
	}
	vec_release(&notes);
}

void unchecked_join(struct arena *a, struct unchecked *to, const struct unchecked *from)
{
	if (!from->nsubjects)
		return;
	if (!to->first || strcmp(from->first->path, to->first->path) < 0) {
		to->first = from->first;
		to->reason = from->reason ? arena_strdup(a, from->reason) : NULL;
		to->cause = from->cause;
	}
	to->nsubjects += from->nsubjects;
	for (const struct unchecked_rule *r = from->rule; r; r = r->next)
		add_rule(a, to, r->rule);
	for (const struct unchecked_class *c = from->class; c; c = c->next)
		unchecked_class_add(a, to, arena_strdup(a, c->name), c->nsubjects);
}

const char *unchecked_word(enum unchecked_why why)
{
	return rows[why].word;
}

const char *unchecked_help(enum unchecked_why why, const struct unchecked *u)
{
	if (why == UNCHECKED_VALUE && !u->first->kind->dialects) /* the checks there don't lack the value of a key */
		return "`cfglint explain RULE FILE` says which";
	if (why == UNCHECKED_READER && u->reason && strstr(u->reason, "can't be parsed"))
		return "fix that file, or leave it out of the project's code";
	if (why == UNCHECKED_READER && u->reason && strstr(u->reason, "outside the project"))
		return "give that package's folder by `code: [FOLDER]` in .cfglint.yaml";
	if (why == UNCHECKED_BUDGET && !u->first->kind->dialects) /* their reason is fixed */
		return "shorter files and functions are followed further";
	if (why == UNCHECKED_SYNTAX && u->first->src && u->first->src->cells)
		return "these cells were not checked: Python does not accept them";
	return rows[why].help;
}

static void say_rules(struct buf *b, const struct unchecked *u)
{
	uint32_t n = 0;

	if (!u->nrules) {
		buf_puts(b, "some checks need");
		return;
	}
	buf_printf(b, "%u check%s (", u->nrules, plural(u->nrules));
	for (const struct unchecked_rule *r = u->rule; r && n < NAMED; r = r->next)
		buf_printf(b, "%s%s", n++ ? ", " : "", r->rule->id);
	buf_puts(b, n < u->nrules ? ", ...)" : ")");
	buf_puts(b, u->nrules == 1 ? " needs" : " need");
}

static void say_cause(struct buf *b, const struct unchecked *u, const char *cwd)
{
	const struct source *src = sources_get(u->first->set->sources, u->cause.at.file);
	struct arena tmp = { 0 };

	if (u->cause.why == WHY_SYNTAX && src) { /* the place alone: what it is has been said */
		buf_printf(b, "%s:%s", path_shown(&tmp, cwd, src->path), source_line(&tmp, src, u->cause.at.lo));
		arena_release(&tmp);
		return;
	}
	if (u->cause.why == WHY_RAISED && u->cause.detail && exception_is_a(u->cause.detail->s, "BaseException"))
		buf_printf(b, "computing a value raises %s", u->cause.detail->s);
	else if (u->cause.why == WHY_CLASS && u->cause.detail)
		buf_printf(b, "cfglint could not analyse class %s", u->cause.detail->s);
	else
		buf_printf(b, "%s %s", u->cause.detail ? u->cause.detail->s : "a value", why_text(u->cause.why));
	if (src)
		buf_printf(b, ", %s:%s", path_shown(&tmp, cwd, src->path), source_line(&tmp, src, u->cause.at.lo));
	arena_release(&tmp);
}

/* The next row after `last`, ordered by number of subjects, ties by name. NULL: none. */
static const struct unchecked_class *next_class(const struct unchecked *u, const struct unchecked_class *last,
						const char *but)
{
	const struct unchecked_class *best = NULL;
	bool behind = !last; /* of those with as many subjects: it stands behind `last` in the list */

	for (const struct unchecked_class *c = u->class; c; c = c->next) {
		bool left = !last || c->nsubjects < last->nsubjects || (c->nsubjects == last->nsubjects && behind);
		if (left && strcmp(c->name, but) && (!best || c->nsubjects > best->nsubjects))
			best = c;
		behind |= c == last;
	}
	return best;
}

/* "; also FooNeck in 12, BarHead in 3 and 5 more": the classes but the first one */
static void say_classes(struct buf *b, const struct unchecked *u)
{
	const char *detail = u->cause.why == WHY_CLASS && u->cause.detail ? u->cause.detail->s : "";
	struct arena tmp = { 0 };
	const char *first = arena_strndup(&tmp, detail, strcspn(detail, " "));
	const struct unchecked_class *c = NULL;
	uint32_t n = 0, all = u->nclasses;

	for (const struct unchecked_class *x = u->class; x; x = x->next)
		all -= !strcmp(x->name, first);
	for (; n < NAMED && (c = next_class(u, c, first)); n++)
		buf_printf(b, "%s%s in %u", n ? ", " : "; also ", c->name, c->nsubjects);
	if (n < all)
		buf_printf(b, " and %s%u more", u->nclasses == UNCHECKED_CLASSES ? "at least " : "", all - n);
	arena_release(&tmp);
}

/* Messages of loaders name files whole. */
static void say_reason(struct buf *b, const char *reason, const char *cwd)
{
	size_t n = strlen(cwd);
	const char *at;

	for (; (at = strstr(reason, cwd)); reason = at + n) {
		buf_add(b, reason, (size_t)(at - reason));
		if (at[n] == '/')
			at++;
		else
			buf_add(b, at, n);
	}
	buf_puts(b, reason);
}

/* "3 checks (...) need the number of GPUs in 12 configs"; of what concerns whole files, those. */
static void say_subjects(struct buf *b, enum unchecked_why why, const struct unchecked *u)
{
	const char *kind = u->nsubjects == 1 ? u->first->kind->one : u->first->kind->many;

	if (why == UNCHECKED_LOAD)
		buf_printf(b, "%u %s do%s not load", u->nsubjects, kind, u->nsubjects == 1 ? "es" : "");
	else if (why == UNCHECKED_AWAY)
		buf_printf(b, "%u %s do%s not load in folders of old files", u->nsubjects, kind,
			   u->nsubjects == 1 ? "es" : "");
	else if (why == UNCHECKED_SYNTAX)
		buf_printf(b, "%u %s %s %s that do not parse", u->nsubjects, kind, u->nsubjects == 1 ? "has" : "have",
			   u->first->src && u->first->src->cells ? "cells" : "statements");
	else if (why == UNCHECKED_STARTED)
		buf_printf(b, "%u %s start%s a Python script that cfglint can't read", u->nsubjects, kind,
			   u->nsubjects == 1 ? "s" : "");
	else if (why == UNCHECKED_PATH)
		buf_printf(b, "%u %s start%s a Python script whose path is unknown", u->nsubjects, kind,
			   u->nsubjects == 1 ? "s" : "");
	else if (why == UNCHECKED_RULES)
		buf_printf(b, "no rule is on for %u %s", u->nsubjects, kind);
	else if (why == UNCHECKED_FRAGMENT)
		buf_printf(b, "%u partial %s: only rules for fragments ran", u->nsubjects, kind);
	else {
		say_rules(b, u);
		buf_printf(b, " %s in %u %s", rows[why].wants, u->nsubjects, kind);
	}
}

void unchecked_say(struct buf *b, enum unchecked_why why, const struct unchecked *u, const char *cwd)
{
	struct arena tmp = { 0 };
	const char *first = u->nsubjects == 1 ? "" : "first: ", *path = path_shown(&tmp, cwd, u->first->path);

	say_subjects(b, why, u);
	if (u->reason) {
		bool file = why == UNCHECKED_LOAD || why == UNCHECKED_AWAY;
		const struct err *e = file ? u->first->err : NULL;

		buf_printf(b, " (%s%s", first, file ? path : "");
		if (e && e->line)
			buf_printf(b, ":%u:%u", e->line, e->col ? e->col : 1);
		buf_puts(b, file ? ": " : "");
		say_reason(b, u->reason, cwd);
		buf_putc(b, ')');
	} else if (u->cause.why != WHY_NONE && !machine_option(&u->cause)) {
		buf_printf(b, " (%s", first);
		say_cause(b, u, cwd);
		say_classes(b, u);
		buf_putc(b, ')');
	} else if (why == UNCHECKED_BUDGET) {
		buf_printf(b, " (%s%s)", first, path);
	}
	arena_release(&tmp);
}

bool unchecked_is_partial(enum unchecked_why why)
{
	switch (why) {
	case UNCHECKED_BUDGET:
	case UNCHECKED_SYNTAX:
	case UNCHECKED_STARTED:
	case UNCHECKED_PATH:
	case UNCHECKED_RULES:
	case UNCHECKED_FRAGMENT:
	case UNCHECKED_AWAY:
	case UNCHECKED_LOAD:
		return false;
	default:
		return true;
	}
}

static uint32_t say_given(struct buf *b, const struct unchecked *all)
{
	const char *give[UNCHECKED_WHYS];
	uint32_t n = 0;

	for (int i = 0; i < UNCHECKED_WHYS; i++)
		if (all[i].nsubjects && rows[i].give)
			give[n++] = rows[i].give;
	for (uint32_t i = 0; i < n; i++)
		buf_printf(b, "%s%s", !i ? ": give " : i + 1 < n ? ", " : " and ", give[i]);
	return n;
}

bool unchecked_say_briefly(struct buf *b, const struct unchecked *all)
{
	struct unchecked sum = { 0 };
	struct arena tmp = { 0 };
	uint32_t given = 0;

	for (int i = 0; i < UNCHECKED_WHYS; i++)
		if (unchecked_is_partial(i))
			unchecked_join(&tmp, &sum, &all[i]);
	if (sum.nrules)
		buf_printf(b, "%u check%s did not run", sum.nrules, plural(sum.nrules));
	else if (sum.nsubjects)
		buf_puts(b, "some checks did not run");
	if (sum.nsubjects) {
		given = say_given(b, all);
		buf_printf(b, " (`-v` lists %s)", sum.nrules == 1 ? "it" : "them");
	}
	arena_release(&tmp);
	return given;
}

enum unchecked_why unchecked_of(struct value v)
{
	const struct cause *c = v.kind == VALUE_UNKNOWN ? v.as.cause : NULL;

	if (!c)
		return v.kind == VALUE_UNKNOWN ? UNCHECKED_VALUE : UNCHECKED_WHYS;
	switch (c->why) {
	case WHY_ABSENT:
	case WHY_UNMAPPED:
	case WHY_CODE:
	case WHY_PART:
	case WHY_LOG:
	case WHY_VERSION:
	case WHY_SHELL:
		return UNCHECKED_WHYS;
	case WHY_FUEL:
	case WHY_DEPTH:
		return UNCHECKED_BUDGET;
	case WHY_CLASS:
	case WHY_NAMES:
		return UNCHECKED_CLASS;
	case WHY_STARTED:
		return UNCHECKED_STARTED;
	case WHY_SEVERAL:
	case WHY_PLACE:
	case WHY_VARIABLE:
		return UNCHECKED_PATH;
	case WHY_READER:
		return UNCHECKED_READER;
	case WHY_GPUS:
	case WHY_NODES:
		return UNCHECKED_GPUS;
	case WHY_CORES:
		return UNCHECKED_CORES;
	case WHY_GPU_MEM:
		return UNCHECKED_GPU_MEM;
	default:
		return UNCHECKED_VALUE;
	}
}

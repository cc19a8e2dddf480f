// SPDX-License-Identifier: MIT
/* Finds suppression comments that hide nothing. For each word of each comment: it is used if a silenced finding
 * carries this comment and rule; it is unused if every rule that it names ran and was decided.
 *
 * Invariant: if it is unknown whether a rule would fire, no word that names it is reported.
 *
 *	# cfglint: ignore=DAT005 -- why		DAT005 ran and is silent: "DAT005 finds nothing here", the comment goes
 *	# cfglint: ignore=DAT005,CFG005		CFG005 hides a finding: only DAT005 goes
 *	# cfglint: ignore=DAT005		DAT005 was not selected: nothing is reported */
#include "lint/rules/rule_kinds.h"
#include "lint/judge/unused.h"
#include "lint/finding/suppress.h"
#include "lint/judge/finish.h"
#include "lint/judge/native.h"
#include "lint/rules/rule_word.h"
#include "lint/settings/select.h"
#include "subject/comment.h"
#include "text/edit.h"
#include <string.h>

struct word { /* of the value of a comment; NULL: the comment names none */
	const char *s;
	size_t n;
};
VEC(words, struct word);

static bool names(const struct word *w, const struct rule *r)
{
	return !w->s || word_names(w->s, w->n, r);
}

static bool same_span(struct span a, struct span b)
{
	return a.file == b.file && a.lo == b.lo && a.hi == b.hi;
}

static bool hides(const struct lint_stats *st, const struct directive *d, const struct word *w)
{
	for (const struct silenced *x = st->silenced; x; x = x->next)
		if (same_span(x->by, d->comment) && names(w, x->rule))
			return true;
	return false;
}

static bool was_unchecked(const struct lint_stats *st, const struct rule *r)
{
	for (int i = 0; i < UNCHECKED_WHYS; i++)
		for (const struct unchecked_rule *x = st->unchecked[i].rule; x; x = x->next)
			if (x->rule == r)
				return true;
	return false;
}

/* It ran here, and its answer is known. */
static bool is_decided(const struct judge *j, const struct rule *r)
{
	bool ran = settings_selects(j->st, r, r->severity) ||
		   (j->mode == JUDGE_COUNT && settings_holds_back(j->st, r, r->severity));

	return rule_is_about(r, j->s->kind) && ran && strcmp(r->id, UNUSED_RULE) && !was_unchecked(j->stats, r);
}

static bool is_unused(const struct judge *j, const struct directive *d, const struct word *w)
{
	bool any = false;

	if (hides(j->stats, d, w))
		return false;
	for (uint32_t i = 0; i < j->rs->n; i++) {
		if (!names(w, j->rs->at[i]))
			continue;
		any = true;
		if (!is_decided(j, j->rs->at[i]))
			return false;
	}
	return any; /* otherwise CFG021 reports it */
}

static void split_words(const struct directive *d, struct words *out)
{
	if (!d->value)
		vec_push(out, ((struct word){ 0 }));
	for (uint32_t i = 0, n; d->value && i < d->nvalue; i += n + 1) {
		const char *comma = memchr(d->value + i, ',', d->nvalue - i);

		n = comma ? (uint32_t)(comma - d->value) - i : d->nvalue - i;
		if (n)
			vec_push(out, ((struct word){ d->value + i, n }));
	}
}

/* The comment with what stands before it: its line, where it is alone on one. */
static struct span whole_comment(const struct source *s, struct span at)
{
	while (at.lo && (s->bytes[at.lo - 1] == ' ' || s->bytes[at.lo - 1] == '\t'))
		at.lo--;
	if ((!at.lo || s->bytes[at.lo - 1] == '\n') && at.hi < s->len) {
		at.hi += s->bytes[at.hi] == '\r';
		at.hi += at.hi < s->len && s->bytes[at.hi] == '\n';
	}
	return at;
}

/* Another word of ours stands in the comment. */
static bool says_more(const struct subject *s, const struct directive *d)
{
	struct directive_iter it = { .s = s };
	struct directive x;

	while (directive_next(&it, &x))
		if (same_span(x.comment, d->comment) && !same_span(x.at, d->at))
			return true;
	return false;
}

static void add_edit(struct judge *j, struct diag *d, struct span at, const char *text, const char *title)
{
	struct fixplan *fix = arena_new(j->a, struct fixplan);
	struct edit *edit = arena_new(j->a, struct edit);

	*edit = (struct edit){ .at = at, .text = text, .len = (uint32_t)strlen(text) };
	*fix = (struct fixplan){ .safety = SAFETY_SAFE, .title = title, .edit = edit, .nedits = 1 };
	d->fix = fix;
	d->nfixes = 1;
}

static void report_unused(struct judge *j, const struct rule *r, const struct directive *d, const struct words *unused,
			  const struct words *used)
{
	struct diags found = { 0 };
	struct native_ctx c = native_ctx(j, r, &found);
	const char *list = "", *rest = "";
	struct diag *one;

	for (size_t i = 0; i < unused->n && unused->at[i].s; i++)
		list = arena_printf(j->a, "%s%s%.*s", list, i ? ", " : "", (int)unused->at[i].n, unused->at[i].s);
	for (size_t i = 0; i < used->n; i++)
		rest = arena_printf(j->a, "%s%s%.*s", rest, i ? "," : "", (int)used->at[i].n, used->at[i].s);
	one = native_add(&c, r->severity, d->comment,
			 *list ? "%s %s nothing here: the comment hides no finding"
			       : "no rule%s%s finds anything here: the comment hides no finding",
			 list,
			 !*list		 ? ""
			 : unused->n > 1 ? "find"
					 : "finds");
	if (used->n)
		add_edit(j, one, (struct span){ d->at.file, d->at.hi - d->nvalue, d->at.hi }, rest,
			 "take the word out of the comment");
	else if (!says_more(j->s, d))
		add_edit(j, one, whole_comment(j->s->src, d->comment), "", "remove the comment");
	if (finding_finish(j, one))
		finding_add(j, one);
	vec_release(&found);
}

/* If the whole set is open, no rule is known to be unused. */
static bool is_known(const struct judge *j)
{
	static const enum unchecked_why whole[] = { UNCHECKED_BUDGET,	UNCHECKED_SYNTAX, UNCHECKED_RULES,
						    UNCHECKED_FRAGMENT, UNCHECKED_AWAY,	  UNCHECKED_LOAD };

	for (size_t i = 0; i < ARRAY_SIZE(whole); i++)
		if (j->stats->unchecked[whole[i]].nsubjects)
			return false;
	return j->s->good && j->s->src && j->s->tree.kind == VALUE_DICT && !j->s->tree.as.dict->open;
}

void unused_find(struct judge *j, const struct rule *r)
{
	struct directive_iter it = { .s = j->s };
	struct directive d;

	if (!is_known(j))
		return;
	while (directive_next(&it, &d)) {
		struct words all = { 0 }, unused = { 0 }, used = { 0 };

		if (directive_is(&d, "ignore") || directive_is(&d, "ignore-file"))
			split_words(&d, &all);
		for (size_t i = 0; i < all.n; i++)
			if (is_unused(j, &d, &all.at[i]))
				vec_push(&unused, all.at[i]);
			else
				vec_push(&used, all.at[i]);
		if (unused.n)
			report_unused(j, r, &d, &unused, &used);
		vec_release(&all);
		vec_release(&unused);
		vec_release(&used);
	}
}

static bool is_used(const struct silenced *x, struct span comment)
{
	for (; x; x = x->next)
		if (same_span(x->by, comment))
			return true;
	return false;
}

void unused_filter(struct diags *out, const struct lint_stats *stats)
{
	size_t remaining = 0;

	for (size_t i = 0; i < out->n; i++) {
		const struct diag *d = &out->at[i];

		if (strcmp(d->rule->id, UNUSED_RULE) || !d->nfixes || d->fix[0].edit[0].len ||
		    !(is_used(stats->silenced, d->at) || is_used(stats->through, d->at)))
			out->at[remaining++] = *d;
	}
	out->n = remaining;
}

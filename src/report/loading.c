// SPDX-License-Identifier: MIT
#include "report/loading.h"
#include "base/path.h"
#include "report/draw/terminal.h"
#include "text/walk.h"
#include <string.h>

enum { MANY = 10 /* that is reported first, even if it is not the majority */ };

static bool are_most(const struct lint_count *of)
{
	return of->unloaded > 1 && of->unloaded > of->files / 2;
}

bool loading_failed(const struct lint_stats *st)
{
	for (uint32_t i = 0; i < st->nkinds; i++)
		if (are_most(&st->of[i]))
			return true;
	return false;
}

/* The base that most of them lack; NULL: none. */
static const struct unchecked_class *main_cause(const struct unchecked *u)
{
	const struct unchecked_class *most = u->class;

	for (const struct unchecked_class *c = u->class; c; c = c->next)
		if (c->nsubjects > most->nsubjects)
			most = c;
	return most && most->nsubjects * 2 > u->nsubjects ? most : NULL;
}

static uint32_t as_common(const struct unchecked *u, const struct unchecked_class *as)
{
	uint32_t n = 0;

	for (const struct unchecked_class *c = u->class; c; c = c->next)
		n += c != as && c->nsubjects * 2 > u->nsubjects;
	return n;
}

static void say_cause(struct buf *b, const struct unchecked *u, const struct unchecked_class *c, const char *cwd)
{
	struct arena tmp = { 0 };
	const char *name = path_shown(&tmp, cwd, c->name);
	const char *by = walk_ignored_by(&tmp, u->first->set->fs, c->name, !*path_ext(c->name)).by;
	uint32_t more = as_common(u, c);

	buf_puts(b, ": `");
	terminal_escape(b, name, strlen(name));
	buf_printf(b, "`%s is missing", more ? ", with others," : "");
	if (by) {
		buf_puts(b, " (ignored by ");
		terminal_escape(b, by, strlen(by));
		buf_putc(b, ')');
	}
	if (c->nsubjects < u->nsubjects)
		buf_printf(b, " for %u of them", c->nsubjects);
	arena_release(&tmp);
}

void loading_say_first(struct buf *b, const struct unchecked *u, const char *cwd)
{
	struct buf all = { 0 };
	const char *from;

	unchecked_say(&all, UNCHECKED_LOAD, u, cwd);
	from = strstr(buf_str(&all), " (");
	if (from)
		terminal_escape(b, from, strlen(from));
	buf_release(&all);
}

void loading_say_listed(struct buf *b, uint32_t listed, uint32_t all)
{
	if (listed && listed < all)
		buf_printf(b, "; %u of these %s listed above, %u not", listed, listed == 1 ? "is" : "are",
			   all - listed);
}

bool loading_say(struct buf *b, const struct lint_stats *st, uint32_t listed, const char *cwd)
{
	const struct unchecked *u = &st->unchecked[UNCHECKED_LOAD];
	const struct unchecked_class *cause = main_cause(u);
	const struct lint_count *of = NULL;
	uint32_t hidden = st->carried[CARRIED_CONFIGS].unloaded, n;

	for (uint32_t i = 0; i < st->nkinds && !of; i++)
		if (are_most(&st->of[i]) || st->of[i].unloaded >= MANY + hidden)
			of = &st->of[i];
	if (!of || !u->nsubjects)
		return false;
	n = of->unloaded - (are_most(of) ? 0 : hidden);
	buf_printf(b, "%u of %u %s do not load", n, of->files, of->kind->many);
	if (cause)
		say_cause(b, u, cause, cwd);
	else if (n == of->unloaded) /* else the first may be one that is hidden */
		loading_say_first(b, u, cwd);
	loading_say_listed(b, listed, n);
	buf_puts(b, ". Fix this first: the other rules did not run there.\n");
	return true;
}

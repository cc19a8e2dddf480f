// SPDX-License-Identifier: MIT
/* Which formats each command prints: one table for the check, --help and "did you mean". */
#include "cli/opts_format.h"
#include "base/near.h"
#include "cli/opts_row.h"
#include "cli/messages.h"
#include "report/report.h"
#include <string.h>

struct formats {
	unsigned commands;
	const char *words; /* "a|b"; NULL: those of findings */
	const char *view;  /* with this option; NULL: without any of those that stand here for the command */
	size_t flag;	   /* of the view, in struct opts */
};
static const struct formats table[] = {
	{ .commands = CMD_LINT | CMD_SLOW },
	{ .commands = CMD_RULES | CMD_EXPLAIN | CMD_VERSION, .words = "full|concise|json" },
	{ .commands = CMD_SHOW, .words = "py|yaml|json|jsonl" },
	{ .commands = CMD_SHOW, .words = "text|json|html", .view = "model", .flag = offsetof(struct opts, model) },
	{ .commands = CMD_WHERE | CMD_TRACE | CMD_UNREAD | CMD_DIFF | CMD_IMPACT | CMD_DEPS | CMD_LAUNCHES | CMD_CONFIG,
	  .words = "text|json" },
	{ .commands = CMD_LOG, .words = "text|json|jsonl|html" },
	{ .commands = CMD_COMPARE | CMD_PLAN, .words = "text|json|html" },
	{ .commands = CMD_VARIANT, .words = "text|jsonl", .view = "explain", .flag = offsetof(struct opts, explain) },
};

static void put_words(const struct formats *f, struct arena *a, struct strings *out)
{
	char *rest = f->words ? arena_strdup(a, f->words) : NULL;
	const char *one;

	for (size_t i = 0; (one = f->words ? strsep(&rest, "|") : reporter_name(i)); i++)
		vec_push(out, one);
}

static bool is_view(const struct formats *f, const char *view)
{
	return view ? f->view && strcmp(f->view, view) == 0 : !f->view;
}

void formats_of(enum command c, const char *view, struct arena *a, struct strings *out)
{
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if ((table[i].commands & (unsigned)c) && is_view(&table[i], view))
			put_words(&table[i], a, out);
}

const char *formats_view(enum command c, size_t i)
{
	for (size_t k = 0; k < ARRAY_SIZE(table); k++)
		if ((table[k].commands & (unsigned)c) && table[k].view && i-- == 0)
			return table[k].view;
	return NULL;
}

static const char *view_of(const struct opts *o)
{
	for (size_t i = 0; i < ARRAY_SIZE(table); i++)
		if ((table[i].commands & (unsigned)o->command) && table[i].view &&
		    *(const bool *)(const void *)((const char *)o + table[i].flag))
			return table[i].view;
	return NULL;
}

static void report_wrong(const struct opts *o, const char *view, const struct strings *all)
{
	const char *near = near_word(o->output_format, all->at, all->n), *name = command_name(o->command);
	struct buf words = { 0 };

	choices_put(&words, all, ", ", " or ");
	if (!all->n)
		remark("%s: --output-format goes with --%s", name, formats_view(o->command, 0));
	else
		remark("%s%s%s: --output-format takes %s, not '%s'%s%s%s", name, view ? " --" : "", view ? view : "",
		       buf_str(&words), o->output_format, near ? "; did you mean " : "", near ? near : "",
		       near ? "?" : "");
	buf_release(&words);
}

bool formats_good(const struct opts *o)
{
	const char *view = view_of(o);
	struct strings all = { 0 };
	struct arena tmp = { 0 };
	bool good = !o->output_format;

	formats_of(o->command, view, &tmp, &all);
	for (size_t i = 0; i < all.n && !good; i++)
		good = strcmp(all.at[i], o->output_format) == 0;
	if (!good)
		report_wrong(o, view, &all);
	vec_release(&all);
	arena_release(&tmp);
	return good;
}

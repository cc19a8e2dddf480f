// SPDX-License-Identifier: MIT
/* --help: of the program (tasks, and the command for each) and of a command (usage, options by group,
 * examples, exit status), from the tables of commands and options. Lines end at the terminal's width. */
#include "cli/opts_help.h"
#include "cli/opts_format.h"
#include "cli/opts_row.h"
#include "report/draw/paragraphs.h"
#include "report/draw/terminal.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { COLUMN = 30, NARROWEST = 60, USUAL = 80, WIDEST = 100 };

static const char *const group_title[GROUP_COUNT] = {
	[GROUP_FIX] = "Fixing",
	[GROUP_RULES] = "Choosing rules",
	[GROUP_MACHINE] = "The training machine",
	[GROUP_RUN] = "The training run",
	[GROUP_FILES] = "Choosing files",
	[GROUP_READ] = "Reading files",
	[GROUP_VIEW] = "What to print or write",
	[GROUP_OUTPUT] = "Output",
	[GROUP_BASE] = "Existing findings (baseline, revisions, comments)",
	[GROUP_GENERAL] = "General",
};
static const char *const task_title[TASK_COUNT] = {
	[TASK_FIND] = "Find mistakes",
	[TASK_LOOK] = "Understand a config",
	[TASK_RUN] = "Plan and compare training runs",
	[TASK_SET_UP] = "Set up",
};
static const char overview[] = "Find and fix mistakes in mmcv and MMEngine training configs, PyTorch training scripts "
			       "and launch scripts, without running them.";
static const char further[] = "`cfglint help COMMAND` describes a command, `cfglint explain RULE` a rule. The manual "
			      "is cfglint(1); settings are described in cfglint.yaml(5).";

static unsigned width(void)
{
	unsigned w = isatty(STDOUT_FILENO) == 1 ? terminal_width() : USUAL;

	return w < NARROWEST ? NARROWEST : w > WIDEST ? WIDEST : w;
}

/* left, and text beside it or, where left is long, below it. */
static void put_two(const char *left, const char *text, int column)
{
	struct buf b = { 0 }, lead = { 0 };

	buf_printf(&lead, "%-*s", *text ? column : 0, left);
	if (*text && (int)strlen(left) >= column) {
		printf("%s\n", left);
		buf_clear(&lead);
		buf_printf(&lead, "%*s", column, "");
	}
	flow_text(&b, buf_str(&lead), text, (unsigned)column, width());
	fputs(buf_str(&b), stdout);
	buf_release(&b);
	buf_release(&lead);
}

void opts_two(const char *left, const char *text)
{
	put_two(left, text, COLUMN);
}

static void put_paragraph(const char *text)
{
	struct buf b = { 0 };

	flow_text(&b, "", text, 0, width());
	fputs(buf_str(&b), stdout);
	buf_release(&b);
}

static void put_choices(struct buf *b, const char *before, const struct strings *all)
{
	buf_puts(b, before);
	choices_put(b, all, ", ", ", ");
}

static void put_formats(struct buf *b, enum command c)
{
	struct arena tmp = { 0 };
	struct strings all = { 0 };
	const char *view;

	formats_of(c, NULL, &tmp, &all);
	if (all.n)
		put_choices(b, " [", &all);
	for (size_t i = 0; (view = formats_view(c, i)); i++) {
		buf_printf(b, "%swith --%s: ", all.n ? "; " : " [", view);
		all.n = 0;
		formats_of(c, view, &tmp, &all);
		put_choices(b, "", &all);
	}
	buf_putc(b, ']');
	vec_release(&all);
	arena_release(&tmp);
}

/* " [auto, always, never]": what it takes. */
static void put_values(struct buf *b, const struct row *r, enum command c)
{
	struct strings all = { 0 };
	struct arena tmp = { 0 };

	if (r->at == offsetof(struct opts, output_format)) {
		put_formats(b, c);
		return;
	}
	if (!row_has_choices(r) || r->kind == CHOICE) /* which has it in its name */
		return;
	row_choices(r, &tmp, &all);
	put_choices(b, " [", &all);
	buf_putc(b, ']');
	vec_release(&all);
	arena_release(&tmp);
}

static void put_row(const struct row *r, enum command c)
{
	struct buf left = { 0 }, text = { 0 };

	if (r->letter)
		buf_printf(&left, "  -%c, --%s", r->letter, r->name);
	else
		buf_printf(&left, "      --%s", r->name);
	if (r->kind == CHOICE)
		buf_printf(&left, "[=%s]", r->choices);
	else if (r->arg)
		buf_printf(&left, " %s", r->arg);
	buf_puts(&text, r->help);
	put_values(&text, r, c);
	put_two(buf_str(&left), buf_str(&text), COLUMN);
	buf_release(&left);
	buf_release(&text);
}

static bool is_listed(const struct row *r, enum command c, enum group g)
{
	return r->group == g && (r->commands & (unsigned)c) && !r->main;
}

static void put_group(enum command c, enum group g)
{
	bool any = false;

	for (size_t i = 0; i < opts_nrows; i++) {
		if (!is_listed(&opts_rows[i], c, g))
			continue;
		if (!any)
			printf("\n%s:\n", group_title[g]);
		any = true;
		put_row(&opts_rows[i], c);
	}
}

/* "cfglint configs/\tlint a folder", a line each */
static void put_examples(const char *examples)
{
	struct arena a = { 0 };
	char *rest = arena_strdup(&a, examples), *line;

	puts("\nExamples:");
	while ((line = strsep(&rest, "\n"))) {
		const char *command = strsep(&line, "\t");

		put_two(arena_printf(&a, "  %s", command), line ? line : "", 44);
	}
	arena_release(&a);
}

static void put_status(const struct command_page *c)
{
	puts("\nExit status:");
	put_two("  0", c->zero, 5);
	if (c->one)
		put_two("  1", c->one, 5);
	put_two("  2", "wrong usage, or something can't be read, loaded or written", 5);
	put_two("  3", "cfglint or the machine failed", 5);
}

void opts_help(enum command which)
{
	const struct command_row *c = command_of(which);
	const struct command_page *page = &command_pages[__builtin_ctz((unsigned)which)];
	if (!page->about)
		BUG("cli/pages.c has no page for the command %s", command_name(which));

	printf("Usage: cfglint %s [OPTIONS]%s%s\n\n", c->name, *c->words ? " " : "", c->words);
	put_paragraph(page->about);
	for (unsigned g = 0; g < GROUP_COUNT; g++)
		put_group(which, (enum group)g);
	fputs("\n", stdout);
	put_paragraph("--no-X turns off a flag --X. RULES are separated by commas.");
	put_examples(page->examples);
	put_status(page);
}

static void put_commands(enum task task)
{
	const struct command_row *c;

	printf("\n%s:\n", task_title[task]);
	for (unsigned i = 0; (c = command_at(i)); i++) {
		struct buf left = { 0 };

		if (c->task != task)
			continue;
		buf_printf(&left, "  %s", c->name);
		put_two(buf_str(&left), c->help, 14);
		buf_release(&left);
	}
}

void opts_overview(void)
{
	puts("Usage: cfglint [OPTIONS] PATH...\n       cfglint COMMAND [OPTIONS] ...\n");
	put_paragraph(overview);
	for (unsigned t = 0; t < TASK_COUNT; t++)
		put_commands((enum task)t);
	put_examples("cfglint configs/\tlint a folder\n"
		     "cfglint configs/ --fix\tfix what is safe to fix\n"
		     "cfglint configs/ --gpus 8 --cores 64\tfor this training machine\n"
		     "cfglint show configs/net.py\tprint the config with its bases merged\n"
		     "cfglint where optimizer.lr configs/net.py\twhich file sets a key");
	puts("\nOptions of all commands:");
	for (size_t i = 0; i < opts_nrows; i++)
		if (opts_rows[i].commands == CMD_ALL)
			put_row(&opts_rows[i], CMD_HELP);
	fputs("\n", stdout);
	put_paragraph(further);
}

void opts_usage(FILE *to)
{
	fputs("Usage: cfglint [OPTIONS] PATH...\n       cfglint COMMAND [OPTIONS] ...\n"
	      "`cfglint configs/` lints a folder; `cfglint help` lists commands and options.\n",
	      to);
}

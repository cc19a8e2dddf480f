// SPDX-License-Identifier: MIT
/* The table of options and what reads it. A new option is one row here and one field in struct opts; --help, `--no-X`,
 * did-you-mean and the check that a command takes the option follow from the row. */
#include "base/near.h"
#include "cli/session.h"
#include <stdio.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum kind {
	FLAG,	/* bool; --no-X takes it back */
	CHOICE, /* const char *: "" for the bare option, or one of the choices behind '='; --no-X takes it back: NULL */
	TEXT,	/* const char *; the last one counts */
	LIST,	/* struct strings; split at commas, repeated ones add up */
	REPEAT, /* struct strings; taken whole, repeated ones add up */
	PAIRS,	/* struct strings; as REPEAT, and takes all following words that contain '=' */
};
enum {
	CONFIGS = CMD_SHOW | CMD_WHERE | CMD_DIFF | CMD_DEPS | CMD_TRACE | CMD_UNREAD,
	JUDGES = CMD_LINT | CMD_EXPLAIN | CMD_VARIANT,
	MACHINE = JUDGES | CMD_SHOW,
	READS = JUDGES | CONFIGS,
	ALL = READS | CMD_RULES | CMD_TEST_RULES | CMD_NEW_RULE
};

struct row {
	const char *name;
	char letter;
	enum kind kind;
	size_t at;
	unsigned commands;
	const char *arg, *choices; /* choices: "a|b|c", checked here */
	const char *help;
};
#define AT(field) offsetof(struct opts, field)

/* clang-format off */
static const struct row rows[] = {
	{"fix", 0, CHOICE, AT(fix), CMD_LINT, NULL, "ask",
		"apply safe fixes; each is verified on the effective configs first (--fix=ask: show each, ask)"},
	{"fix-only", 0, FLAG, AT(fix_only), CMD_LINT, NULL, NULL,
		"as --fix, but report nothing and exit 0 whatever is left"},
	{"unsafe-fixes", 0, FLAG, AT(unsafe_fixes), CMD_LINT, NULL, NULL,
		"also apply (or count) fixes that change what training does"},
	{"edit-bases", 0, FLAG, AT(edit_bases), CMD_LINT, NULL, NULL,
		"let fixes change inherited files, not only the config itself"},
	{"show-fixes", 0, FLAG, AT(show_fixes), CMD_LINT, NULL, NULL, "list every fix that was applied"},
	{"diff", 0, FLAG, AT(diff), CMD_LINT | CMD_VARIANT, NULL, NULL,
		"print the changes as a diff for `git apply`; write nothing"},
	{"output-format", 0, TEXT, AT(output_format), CMD_LINT | CMD_RULES, "FORMAT", "full|concise|json",
		"how findings are printed (default: full)"},
	{"select", 0, LIST, AT(select), JUDGES, "RULES", NULL,
		"run these: ids, names, categories; `perf` and `info` add to the default"},
	{"extend-select", 0, LIST, AT(extend_select), JUDGES, "RULES", NULL, "run these too"},
	{"ignore", 0, LIST, AT(ignore), JUDGES, "RULES", NULL, "don't run these"},
	{"pedantic", 0, FLAG, AT(pedantic), JUDGES, NULL, NULL, "show findings of level info too"},
	{"fail-on", 0, TEXT, AT(fail_on), CMD_LINT, "LEVEL", "error|warning|performance|info|never",
		"lowest level that makes the exit status 1 (default: warning)"},
	{"gpus", 0, TEXT, AT(gpus), MACHINE, "N", NULL, "GPUs on each node of the training machine"},
	{"nodes", 0, TEXT, AT(nodes), MACHINE, "N", NULL, "its nodes"},
	{"cores", 0, TEXT, AT(cores), MACHINE, "N", NULL, "CPU cores on each node"},
	{"gpu-mem", 0, TEXT, AT(gpu_mem), MACHINE, "GIB", NULL, "memory of each GPU"},
	{"dialect", 0, TEXT, AT(dialect), MACHINE, "NAME", NULL, "take this training code instead of detecting it"},
	{"loader", 0, TEXT, AT(loader), READS, "NAME", "auto|mmcv1|mmengine",
		"which Config.fromfile reads the files (default: auto)"},
	{"env", 0, REPEAT, AT(env), READS, "NAME=VALUE", NULL, "value of an environment variable that configs use"},
	{"cfg-options", 0, PAIRS, AT(cfg_options), READS, "KEY=VALUE...", NULL,
		"overrides, as the training scripts take them"},
	{"packages", 0, TEXT, AT(packages), READS, "WHICH", "auto|none",
		"none: no package is installed, `pkg::` bases are errors"},
	{"config", 0, TEXT, AT(config), READS, "FILE", NULL,
		"settings file to use instead of the nearest .cfglint.yaml"},
	{"isolated", 0, FLAG, AT(isolated), READS, NULL, NULL, "read no settings file"},
	{"explain-silence", 0, FLAG, AT(explain_silence), CMD_LINT, NULL, NULL,
		"say of each rule that found nothing why"},
	{"no-cache", 0, FLAG, AT(no_cache), READS, NULL, NULL, "keep nothing about training code from run to run"},
	{"no-ignore-files", 0, FLAG, AT(no_ignore_files), CMD_LINT, NULL, NULL,
		"walk folders without regard to .gitignore and .ignore"},
	{"force-exclude", 0, FLAG, AT(force_exclude), CMD_LINT, NULL, NULL,
		"`exclude:` of the settings counts for named files too (for hooks)"},
	{"parse-only", 0, FLAG, AT(parse_only), CMD_LINT, NULL, NULL, "read and parse, run no rules (for measuring)"},
	{"format", 0, TEXT, AT(format), CONFIGS | CMD_VARIANT, "FORMAT", "py|yaml|json|jsonl|text",
		"how it is printed (show: py, yaml, json, jsonl; variant --explain: text, jsonl; others: text, "
		"json)"},
	{"stdin-filename", 0, TEXT, AT(stdin_filename), CMD_LINT, "FILE", NULL,
		"what standard input (the path -) counts as; with --fix the result goes to stdout"},
	{"files-from", 0, TEXT, AT(files_from), CMD_SHOW, "FILE", NULL,
		"read paths from FILE, one a line; - is standard input"},
	{"provenance", 0, FLAG, AT(provenance), CMD_SHOW, NULL, NULL,
		"py: a comment with file and line behind each value"},
	{"unknown", 0, FLAG, AT(unknown), CMD_SHOW, NULL, NULL,
		"list what can't be known without running code, and why"},
	{"facts", 0, FLAG, AT(facts), CMD_SHOW, NULL, NULL, "list what the rules know: loader, dialect, each concept"},
	{"reverse", 0, FLAG, AT(reverse), CMD_DEPS, NULL, NULL, "what inherits from the files, in their project"},
	{"explain", 0, FLAG, AT(explain), CMD_VARIANT, NULL, NULL,
		"print the table of changes: old, new, why, formula; write nothing"},
	{"stdout", 0, FLAG, AT(to_stdout), CMD_VARIANT, NULL, NULL, "print the new config instead of writing it"},
	{"output-dir", 0, TEXT, AT(output_dir), CMD_VARIANT, "DIR", NULL,
		"write the new config there (default: beside its source)"},
	{"force", 0, FLAG, AT(force), CMD_VARIANT, NULL, NULL, "replace a file that exists"},
	{"set", 0, REPEAT, AT(set), CMD_VARIANT, "OPTION=EXPR", NULL, "option of the profile"},
	{"rules", 0, TEXT, AT(rules), ALL, "DIR", NULL,
		"take rules from DIR instead of the built-in ones (or $CFGLINT_RULES)"},
	{"color", 0, TEXT, AT(color), ALL, "WHEN", "auto|always|never",
		"colour (default: auto; NO_COLOR and TERM=dumb turn it off)"},
	{"jobs", 'j', TEXT, AT(jobs), ALL, "N", NULL, "threads (default: number of CPUs)"},
	{"quiet", 'q', FLAG, AT(quiet), ALL, NULL, NULL, "findings only, no summary"},
	{"verbose", 'v', FLAG, AT(verbose), ALL, NULL, NULL, "tell which loader and dialect were assumed, and why"},
	{"help", 'h', FLAG, AT(help), ALL, NULL, NULL, "this text"},
	{"version", 0, FLAG, AT(version), ALL, NULL, NULL, "print the version"},
};
static const struct command_row {
	enum command id;
	const char *name, *args, *help;
} commands[] = {
	{CMD_LINT, "lint", "PATH...", "find mistakes; the default when no command is given"},
	{CMD_SHOW, "show", "FILE...", "print the effective config: what the training code gets"},
	{CMD_WHERE, "where", "KEY FILE...", "tell who set a key of the effective config, and what that replaced"},
	{CMD_TRACE, "trace", "KEY [FILE...]", "tell where a key is set and which training code reads or sets it"},
	{CMD_UNREAD, "unread", "FILE...", "list the keys of an effective config that no training code reads"},
	{CMD_DIFF, "diff", "FILE FILE", "compare two effective configs, key by key"},
	{CMD_DEPS, "deps", "FILE...", "print the tree of what inherits from what"},
	{CMD_EXPLAIN, "explain", "RULE [FILE]", "document a rule; with FILE: tell why it is silent there"},
	{CMD_RULES, "rules", "", "list all rules"},
	{CMD_VARIANT, "variant", "PROFILE,... FILE...", "write a child config that applies a profile"},
	{CMD_TEST_RULES, "test-rules", "[RULE...]", "run the tests that rule files carry"},
	{CMD_NEW_RULE, "new-rule", "[CATEGORY/]NAME", "write a commented rule file to fill in"},
};
/* clang-format on */

const char *const *strings_list(struct strings *s)
{
	if (s->n == 0)
		return NULL;
	*vec_add(s) = NULL;
	s->n--;
	return s->at;
}

static const struct command_row *find_command(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

const char *command_name(enum command c)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (commands[i].id == c)
			return commands[i].name;
	BUG("no command %d", (int)c);
}

const char *command_nearest(const char *word)
{
	const char *names[ARRAY_SIZE(commands)];

	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		names[i] = commands[i].name;
	return near_find(word, names, ARRAY_SIZE(commands));
}

/* --- parsing */
struct args {
	struct opts *o;
	char **argv;
	int argc, i;
	const struct row *used[256]; /* rows that occurred, to be checked against the command once that is known */
	size_t nused;
	bool command_possible;
};

static bool usage_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static bool usage_error(const char *fmt, ...)
{
	struct arena tmp = { 0 };
	va_list ap;

	va_start(ap, fmt);
	remark("%s", arena_vprintf(&tmp, fmt, ap));
	va_end(ap);
	arena_release(&tmp);
	return false;
}

/* Row of a long option; negated when it was --no-X (or --X of a row named no-X). */
static const struct row *find_long(const char *name, size_t n, bool *negated)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		const char *row = rows[i].name;

		*negated = false;
		if (strlen(row) == n && memcmp(row, name, n) == 0)
			return &rows[i];
		*negated = true;
		if (rows[i].kind != FLAG && rows[i].kind != CHOICE)
			continue;
		if (n > 3 && memcmp(name, "no-", 3) == 0 && strlen(row) == n - 3 && memcmp(row, name + 3, n - 3) == 0)
			return &rows[i];
		if (strncmp(row, "no-", 3) == 0 && strlen(row) == n + 3 && memcmp(row + 3, name, n) == 0)
			return &rows[i];
	}
	return NULL;
}

static bool unknown_option(const char *word, size_t n)
{
	const char *names[ARRAY_SIZE(rows)];
	char name[64];
	const char *near;

	snprintf(name, sizeof(name), "%.*s", (int)(n < 63 ? n : 63), word);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		names[i] = rows[i].name;
	near = near_find(name, names, ARRAY_SIZE(rows));
	if (near)
		return usage_error("unknown option --%s; did you mean --%s?", name, near);
	return usage_error("unknown option --%s; --help lists them", name);
}

static const char *own_text(struct opts *o, const char *s, size_t n)
{
	char *copy = xcalloc(n + 1, 1);

	memcpy(copy, s, n);
	vec_push(&o->owned, copy);
	return copy;
}

static void add_list(struct opts *o, struct strings *to, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, ",");

		while (n && *text == ' ')
			text++, n--;
		if (n)
			vec_push(to, own_text(o, text, n));
		text += n + (text[n] == ',');
	}
}

/* "full|concise|json" as "full, concise or json" */
static void spell_choices(char *to, size_t size, const char *choices)
{
	size_t used = 0;

	for (const char *c = choices; *c && used + 5 < size; c++) {
		bool last = *c == '|' && !strchr(c + 1, '|');

		used += (size_t)snprintf(to + used, size - used, "%s%.1s",
					 *c != '|' ? ""
					 : last	   ? " or "
						   : ", ",
					 *c == '|' ? "" : c);
	}
	to[used] = 0;
}

static bool choice_is_good(const struct row *r, const char *text)
{
	char list[128], spelled[160];
	const char *name[16], *near;
	size_t n = 0;
	char *rest = list;

	snprintf(list, sizeof(list), "%s", r->choices);
	for (char *c; (c = strsep(&rest, "|"));) {
		if (strcmp(c, text) == 0)
			return true;
		name[n++] = c;
	}
	spell_choices(spelled, sizeof(spelled), r->choices);
	near = near_find(text, name, n);
	if (near)
		return usage_error("--%s takes %s, not '%s'; did you mean %s?", r->name, spelled, text, near);
	return usage_error("--%s takes %s, not '%s'", r->name, spelled, text);
}

static void store(struct opts *o, const struct row *r, const char *text, bool negated)
{
	char *field = (char *)o + r->at;

	switch (r->kind) {
	case FLAG:
		*(bool *)(void *)field = !negated;
		return;
	case CHOICE:
		text = negated ? NULL : text ? text : "";
		/* fall through */
	case TEXT:
		*(const char **)(void *)field = text;
		return;
	case LIST:
		add_list(o, (struct strings *)(void *)field, text);
		return;
	case REPEAT:
	case PAIRS:
		vec_push((struct strings *)(void *)field, text);
		return;
	}
}

static void take_pairs(struct args *a, const struct row *r)
{
	while (a->i + 1 < a->argc && a->argv[a->i + 1][0] != '-' && strchr(a->argv[a->i + 1], '='))
		store(a->o, r, a->argv[++a->i], false);
}

/* text: what stands behind '=' or the letter, else NULL */
static bool take_option(struct args *a, const struct row *r, bool negated, const char *text)
{
	if (a->nused < ARRAY_SIZE(a->used))
		a->used[a->nused++] = r;
	if (r->kind == FLAG || r->kind == CHOICE) {
		if (text && (r->kind == FLAG || negated))
			return usage_error("--%s takes no value", r->name);
		if (text && !choice_is_good(r, text))
			return false;
		store(a->o, r, text, negated);
		return true;
	}
	if (!text) {
		if (a->i + 1 == a->argc)
			return usage_error("--%s wants a value: --%s %s", r->name, r->name, r->arg);
		text = a->argv[++a->i];
	}
	if (r->choices && !choice_is_good(r, text))
		return false;
	if ((r->kind == REPEAT || r->kind == PAIRS) && !strchr(text, '='))
		return usage_error("--%s takes %s, not '%s'", r->name, r->arg, text);
	if (r->kind == PAIRS)
		a->o->cfg_options_last = (uint32_t)a->o->cfg_options.n;
	store(a->o, r, text, false);
	if (r->kind == PAIRS)
		take_pairs(a, r);
	return true;
}

static bool parse_long(struct args *a, const char *word)
{
	size_t n = strcspn(word, "=");
	bool negated;
	const struct row *r = find_long(word, n, &negated);

	if (!r)
		return unknown_option(word, n);
	return take_option(a, r, negated, word[n] ? word + n + 1 : NULL);
}

static const struct row *find_letter(char c)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].letter == c)
			return &rows[i];
	return NULL;
}

static bool parse_short(struct args *a, const char *word)
{
	for (; *word; word++) {
		const struct row *r = find_letter(*word);

		if (!r)
			return usage_error("unknown option -%c; --help lists them", *word);
		if (r->kind != FLAG && r->kind != CHOICE)
			return take_option(a, r, false, word[1] ? word + 1 : NULL);
		if (!take_option(a, r, false, NULL))
			return false;
	}
	return true;
}

/* The first word names the command, unless it stands behind `--`. */
static void take_word(struct args *a, const char *word)
{
	const struct command_row *c = a->command_possible ? find_command(word) : NULL;

	a->command_possible = false;
	if (c)
		a->o->command = c->id;
	else
		vec_push(&a->o->words, word);
}

static bool parse_all(struct args *a)
{
	for (; a->i < a->argc; a->i++) {
		const char *word = a->argv[a->i];

		if (strcmp(word, "--") == 0) {
			while (++a->i < a->argc)
				vec_push(&a->o->words, a->argv[a->i]);
			return true;
		}
		if (word[0] != '-' || !word[1])
			take_word(a, word);
		else if (word[1] == '-' ? !parse_long(a, word + 2) : !parse_short(a, word + 1))
			return false;
	}
	return true;
}

static bool used_are_good(const struct args *a)
{
	for (size_t i = 0; i < a->nused; i++)
		if (!(a->used[i]->commands & (unsigned)a->o->command))
			return usage_error("`cfglint %s` has no option --%s", command_name(a->o->command),
					   a->used[i]->name);
	return true;
}

static bool number_is_good(const char *name, const char *text, bool whole)
{
	char *end;
	double d;

	if (!text)
		return true;
	d = strtod(text, &end);
	if (text[strspn(text, whole ? "0123456789" : "0123456789.")] || end == text || *end || !(d > 0) || d > 1e6)
		return usage_error("--%s takes a positive %s, not '%s'", name, whole ? "whole number" : "number", text);
	return true;
}

/* What one option means for another. */
static bool settle(struct opts *o)
{
	if (o->fix_only && !o->fix)
		o->fix = "";
	return true;
}

bool opts_parse(struct opts *o, int argc, char **argv)
{
	struct args a = { .o = o, .argv = argv, .argc = argc, .i = 1, .command_possible = true };

	*o = (struct opts){ .command = CMD_LINT };
	return parse_all(&a) && settle(o) && used_are_good(&a) && number_is_good("gpus", o->gpus, true) &&
	       number_is_good("nodes", o->nodes, true) && number_is_good("cores", o->cores, true) &&
	       number_is_good("gpu-mem", o->gpu_mem, false) && number_is_good("jobs", o->jobs, true);
}

void opts_release(struct opts *o)
{
	for (size_t i = 0; i < o->owned.n; i++)
		free((char *)(uintptr_t)o->owned.at[i]);
	vec_release(&o->owned);
	vec_release(&o->words);
	vec_release(&o->select);
	vec_release(&o->extend_select);
	vec_release(&o->ignore);
	vec_release(&o->env);
	vec_release(&o->cfg_options);
	vec_release(&o->set);
}

/* --- help */
static void help_row(FILE *to, const struct row *r)
{
	char left[64];

	snprintf(left, sizeof(left), "%c%c%s--%s%s%s%s", r->letter ? '-' : ' ', r->letter ? r->letter : ' ',
		 r->letter ? ", " : "  ", r->name,
		 r->kind == CHOICE ? "[="
		 : r->arg	   ? " "
				   : "",
		 r->kind == CHOICE ? r->choices
		 : r->arg	   ? r->arg
				   : "",
		 r->kind == CHOICE ? "]" : "");
	fprintf(to, "  %-30s %s\n", left, r->help);
	if (r->choices && r->kind != CHOICE)
		fprintf(to, "  %-30s   %s\n", "", r->choices);
}

void opts_help(FILE *to, enum command c)
{
	for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
		if (commands[i].id == c && c != CMD_LINT)
			fprintf(to, "Usage: cfglint %s [options] %s\n%s\n", commands[i].name, commands[i].args,
				commands[i].help);
	if (c == CMD_LINT) {
		fputs("Usage: cfglint [options] PATH...\n       cfglint COMMAND [options] ...\n"
		      "Finds mistakes in mmcv and MMEngine training configs without running them.\n\nCommands:\n",
		      to);
		for (size_t i = 0; i < ARRAY_SIZE(commands); i++)
			fprintf(to, "  %-10s %-19s %s\n", commands[i].name, commands[i].args, commands[i].help);
	}
	fputs("\nOptions:\n", to);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].commands & (unsigned)c)
			help_row(to, &rows[i]);
	fputs("\nExit status: 0 clean; 1 findings, a refused variant, a diff; 2 wrong usage or a file that can't be "
	      "read;\n"
	      "3 failure of cfglint or of the machine.\n",
	      to);
}

void opts_usage(FILE *to)
{
	fputs("Usage: cfglint [options] PATH...\n       cfglint show|where|diff|deps|explain|rules|variant|test-rules "
	      "...\n"
	      "`cfglint configs/` lints a folder; `cfglint --help` tells more.\n",
	      to);
}

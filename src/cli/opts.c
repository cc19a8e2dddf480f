// SPDX-License-Identifier: MIT
/* The table of options and what reads it: --help, `--no-X`, did-you-mean and the check that a command takes the option.
 */
#include "cli/opts.h"
#include "base/near.h"
#include "base/pool.h"
#include "cli/tell.h"
#include "config/loader.h"
#include "lint/rules/severity.h"
#include "report/report.h"
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
enum { MACHINE_MOST = 1000000 /* as in settings */, COUNT_MOST = 1000000000 };
enum {
	CONFIGS = CMD_SHOW | CMD_WHERE | CMD_DIFF | CMD_DEPS | CMD_TRACE | CMD_UNREAD | CMD_PLAN,
	JUDGES = CMD_LINT | CMD_SLOW | CMD_EXPLAIN | CMD_VARIANT | CMD_SERVER,
	MACHINE = JUDGES | CMD_SHOW | CMD_PLAN,
	READS = JUDGES | CONFIGS
};

struct row {
	const char *name;
	enum kind kind;
	size_t at;	   /* of its field in struct opts */
	unsigned commands; /* whose option it is */
	char letter;	   /* -x; 0: none */
	const char *arg;   /* as --help calls its text */
	/* The texts that it takes, checked here: "a|b|c", or the i-th, NULL behind the last. Neither: any text. */
	const char *choices;
	const char *(*choice)(size_t i);
	int most;      /* of a positive number; 0: it is none */
	bool fraction; /* which need not be whole */
	bool zero;     /* is a value of it too */
	const char *help;
};
#define OPTION(NAME, KIND, FIELD, COMMANDS, ...) \
	{ \
		.name = NAME, .kind = KIND, .at = offsetof(struct opts, FIELD), .commands = COMMANDS, __VA_ARGS__ \
	}

static const char *loader_choice(size_t i)
{
	return loader_name((enum loader)i);
}

static const char *level_choice(size_t i)
{
	return i <= SEV_ERROR ? severity_name(SEV_ERROR - (enum severity)i) : i == SEV_ERROR + 1 ? "never" : NULL;
}

/* clang-format off */
static const struct row rows[] = {
	OPTION("fix", CHOICE, fix, CMD_LINT, .choices = "ask",
	       .help = "apply safe fixes; each is verified on the effective configs first (--fix=ask: show each, ask)"),
	OPTION("fix-only", FLAG, fix_only, CMD_LINT,
	       .help = "as --fix, but report nothing and exit 0 whatever is left"),
	OPTION("exit-non-zero-on-fix", FLAG, exit_on_fix, CMD_LINT,
	       .help = "with --fix: exit 1 when something was fixed, also where nothing is left"),
	OPTION("unsafe-fixes", FLAG, unsafe_fixes, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "also apply (or count) fixes that change what training does"),
	OPTION("edit-bases", FLAG, edit_bases, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "let fixes change inherited files, not only the config itself"),
	OPTION("edit-code", FLAG, edit_code, CMD_LINT,
	       .help = "with --unsafe-fixes: make the project's training code read a key that it ignores"),
	OPTION("show-fixes", FLAG, show_fixes, CMD_LINT,
	       .help = "list every fix that was applied, not only edited files and keys"),
	OPTION("diff", FLAG, diff, CMD_LINT | CMD_VARIANT,
	       .help = "print the changes as a diff for `git apply`; write nothing"),
	OPTION("output-format", TEXT, output_format, CMD_LINT | CMD_SLOW | CMD_RULES | CMD_EXPLAIN | CMD_VERSION,
	       .arg = "FORMAT", .choice = reporter_name,
	       .help = "how findings, rules, versions are printed (default: full)"),
	OPTION("statistics", FLAG, statistics, CMD_LINT,
	       .help = "count findings by rule instead of printing them; [*]: fixable, [-]: some of them"),
	OPTION("all", FLAG, all, CMD_EXPLAIN, .help = "document every rule"),
	OPTION("select", LIST, select, JUDGES | CMD_RULES | CMD_LOG, .arg = "RULES",
	       .help = "run these: ids, names, categories; `perf` and `info` add to the default"),
	OPTION("extend-select", LIST, extend_select, JUDGES | CMD_LOG, .arg = "RULES",
	       .help = "run these too"),
	OPTION("ignore", LIST, ignore, JUDGES | CMD_LOG, .arg = "RULES",
	       .help = "don't run these"),
	OPTION("pedantic", FLAG, pedantic, JUDGES | CMD_LOG,
	       .help = "show findings of level info too"),
	OPTION("fail-on", TEXT, fail_on, CMD_LINT | CMD_LOG, .arg = "LEVEL", .choice = level_choice,
	       .help = "lowest level that makes the exit status 1 (default: warning)"),
	OPTION("evidence", TEXT, evidence, CMD_LINT | CMD_SLOW | CMD_VARIANT, .arg = "RUN",
	       .help = "log or work_dir of a run of the config, or a folder of them: what findings cost there"),
	OPTION("gpus", TEXT, gpus, MACHINE | CMD_COMPARE, .arg = "N", .most = MACHINE_MOST,
	       .help = "GPUs on each node of the training machine"),
	OPTION("nodes", TEXT, nodes, MACHINE, .arg = "N", .most = MACHINE_MOST,
	       .help = "its nodes"),
	OPTION("cores", TEXT, cores, MACHINE, .arg = "N", .most = MACHINE_MOST,
	       .help = "CPU cores on each node"),
	OPTION("gpu-mem", TEXT, gpu_mem, MACHINE | CMD_LOG | CMD_COMPARE, .arg = "GIB",
	       .most = MACHINE_MOST, .fraction = true,
	       .help = "memory of each GPU"),
	OPTION("dialect", TEXT, dialect, MACHINE, .arg = "NAME",
	       .help = "take this training code instead of detecting it"),
	OPTION("loader", TEXT, loader, READS, .arg = "NAME", .choice = loader_choice,
	       .help = "which Config.fromfile reads the files (default: auto)"),
	OPTION("env", REPEAT, env, READS, .arg = "NAME=VALUE",
	       .help = "value of an environment variable that configs use"),
	OPTION("cfg-options", PAIRS, cfg_options, READS, .arg = "KEY=VALUE...",
	       .help = "overrides, as the training scripts take them"),
	OPTION("packages", TEXT, packages, READS, .arg = "WHICH", .choices = "auto|none",
	       .help = "none: no package is installed, `pkg::` bases are errors"),
	OPTION("config", TEXT, config, READS | CMD_LOG | CMD_COMPARE, .arg = "FILE",
	       .help = "settings file to use instead of the nearest .cfglint.yaml"),
	OPTION("allow", REPEAT, allow, READS | CMD_LOG | CMD_COMPARE, .arg = "DIR",
	       .help = "a folder outside the project whose files may be read and fixed too"),
	OPTION("limit", REPEAT, limit, READS, .arg = "NAME=N",
	       .help = "what loading may take: seconds=10, memory=1GiB (a file), run_memory=4GiB (all)"),
	OPTION("isolated", FLAG, isolated, READS | CMD_LOG | CMD_COMPARE,
	       .help = "read no settings file"),
	OPTION("explain-silence", FLAG, explain_silence, CMD_LINT,
	       .help = "say of each rule that found nothing why"),
	OPTION("no-cache", FLAG, no_cache, READS,
	       .help = "keep nothing about training code from run to run"),
	OPTION("no-ignore-files", FLAG, no_ignore_files, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "walk folders without regard to .gitignore and .ignore"),
	OPTION("dependents", TEXT, dependents, CMD_LINT | CMD_SERVER, .arg = "WHETHER", .choices = "yes|no",
	       .help = "check what inherits from named files too (default: yes)"),
	OPTION("force-exclude", FLAG, force_exclude, CMD_LINT | CMD_SLOW,
	       .help = "`exclude:` of the settings counts for named files too (for hooks)"),
	OPTION("carried", FLAG, carried, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "list findings of framework configs that are carried along unchanged too"),
	OPTION("parse-only", FLAG, parse_only, CMD_LINT,
	       .help = "read and parse, run no rules (for measuring)"),
	OPTION("format", TEXT, format, CONFIGS | CMD_LAUNCHES | CMD_LOG | CMD_COMPARE | CMD_VARIANT, .arg = "FORMAT",
	       .choices = "py|yaml|json|jsonl|text|html",
	       .help = "how it is printed (show: py, yaml, json, jsonl; show --model: text, json, html; "
		       "variant --explain: text, jsonl; log: text, json, jsonl, html; "
		       "compare: text, json, html; others: text, json)"),
	OPTION("output-file", TEXT, output_file, CMD_LINT | CMD_LOG | CMD_COMPARE, .letter = 'o', .arg = "FILE",
	       .help = "write it to FILE, which is replaced; - is standard output"),
	OPTION("report", REPEAT, reports, CMD_LINT, .arg = "FORMAT:FILE",
	       .help = "write the findings to FILE, too, in one of the formats of --output-format; several at once"),
	OPTION("stdin-filename", TEXT, stdin_filename, CMD_LINT, .arg = "FILE",
	       .help = "what standard input (the path -) counts as; with --fix the result goes to stdout"),
	OPTION("files-from", TEXT, files_from, CMD_SHOW, .arg = "FILE",
	       .help = "read paths from FILE, one a line; - is standard input"),
	OPTION("provenance", FLAG, provenance, CMD_SHOW,
	       .help = "py: a comment with file and line behind each value"),
	OPTION("unknown", FLAG, unknown, CMD_SHOW,
	       .help = "list what can't be known without running code, and why"),
	OPTION("model", FLAG, model, CMD_SHOW,
	       .help = "print what it builds: parts with their channels, data sets with their classes, what disagrees"),
	OPTION("facts", FLAG, facts, CMD_SHOW,
	       .help = "list what the rules know: loader, dialect, each concept"),
	OPTION("keys", FLAG, keys, CMD_SHOW,
	       .help = "list the key paths, one a line, as `where` takes them"),
	OPTION("reverse", FLAG, reverse, CMD_DEPS,
	       .help = "what inherits from the files, in their project"),
	OPTION("explain", FLAG, explain, CMD_VARIANT,
	       .help = "print the table of changes: old, new, why, formula; write nothing"),
	OPTION("stdout", FLAG, to_stdout, CMD_VARIANT,
	       .help = "print the new config instead of writing it"),
	OPTION("output-dir", TEXT, output_dir, CMD_VARIANT, .arg = "DIR",
	       .help = "write the new config there (default: beside its source)"),
	OPTION("force", FLAG, force, CMD_VARIANT,
	       .help = "replace a file that exists"),
	OPTION("set", REPEAT, set, CMD_VARIANT | CMD_PLAN, .arg = "NAME=VALUE",
	       .help = "variant: option of the profile; plan: a key as it could be, to compare"),
	OPTION("was-gpus", TEXT, was_gpus, CMD_PLAN, .arg = "N", .most = MACHINE_MOST,
	       .help = "compare --gpus with these, and tell what must change"),
	OPTION("samples", TEXT, samples, CMD_PLAN, .arg = "N", .most = COUNT_MOST,
	       .help = "samples of the training set"),
	OPTION("params", TEXT, params, CMD_PLAN, .arg = "MILLIONS", .most = MACHINE_MOST, .fraction = true,
	       .help = "parameters of the model"),
	OPTION("sample-mib", TEXT, sample_mib, CMD_PLAN, .arg = "MIB", .most = MACHINE_MOST, .fraction = true,
	       .help = "size of a sample as the loader gives it"),
	OPTION("its", TEXT, its, CMD_PLAN, .arg = "X", .most = MACHINE_MOST, .fraction = true,
	       .help = "speed: iterations a second, as measured"),
	OPTION("log", TEXT, evidence, CMD_PLAN, .arg = "RUN",
	       .help = "log or work_dir of a run of the config: its speed, evaluations, checkpoints, parameters"),
	OPTION("step-ms", TEXT, step_ms, CMD_PLAN, .arg = "X", .most = COUNT_MOST, .fraction = true,
	       .help = "speed: milliseconds an iteration, as measured"),
	OPTION("tolerance", TEXT, tolerance, CMD_COMPARE, .arg = "PERCENT", .most = 100, .fraction = true, .zero = true,
	       .help = "a run may be so much slower than the first before the exit status is 1 (default: 0)"),
	OPTION("strict", FLAG, strict, CMD_COMPARE,
	       .help = "exit status 1 where it isn't decided, too"),
	OPTION("at", LIST, at, CMD_PLAN, .arg = "ITERATION",
	       .help = "tell the learning rate at these, counted from 0"),
	OPTION("rules", TEXT, rules, CMD_ALL, .arg = "DIR",
	       .help = "take rules from DIR instead of the built-in ones (or $CFGLINT_RULES)"),
	OPTION("color", TEXT, color, CMD_ALL, .arg = "WHEN", .choices = "auto|always|never",
	       .help = "colour (default: auto; NO_COLOR and TERM=dumb turn it off)"),
	OPTION("jobs", TEXT, jobs, CMD_ALL, .letter = 'j', .arg = "N", .most = POOL_MOST,
	       .help = "threads (default: number of CPUs)"),
	OPTION("quiet", FLAG, quiet, CMD_ALL, .letter = 'q', .help = "findings only, no summary"),
	OPTION("verbose", FLAG, verbose, CMD_ALL, .letter = 'v',
	       .help = "tell which loader and dialect were assumed, and why"),
	OPTION("help", FLAG, help, CMD_ALL, .letter = 'h',
	       .help = "this text"),
	OPTION("version", FLAG, version, CMD_ALL, .letter = 'V', .help = "print the version"),
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

/* --- parsing */
struct parsing {
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
	near = near_word(name, names, ARRAY_SIZE(rows));
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

/* A list of nothing is an empty word, which nobody knows: not the same as no list. */
static void add_list(struct opts *o, struct strings *to, const char *text)
{
	size_t before = to->n;

	while (*text) {
		size_t n = strcspn(text, ",");

		while (n && *text == ' ')
			text++, n--;
		if (n)
			vec_push(to, own_text(o, text, n));
		text += n + (text[n] == ',');
	}
	if (to->n == before)
		vec_push(to, "");
}

static bool has_choices(const struct row *r)
{
	return r->choices || r->choice;
}

static void find_choices(const struct row *r, struct arena *a, struct strings *out)
{
	char *rest = r->choices ? arena_strdup(a, r->choices) : NULL;
	const char *one;

	for (size_t i = 0; (one = r->choice ? r->choice(i) : strsep(&rest, "|")); i++)
		vec_push(out, one);
}

/* "full, concise or json" by ", " and " or " */
static void put_choices(struct buf *b, const struct strings *all, const char *between, const char *last)
{
	for (size_t i = 0; i < all->n; i++) {
		buf_puts(b, i == 0 ? "" : i + 1 == all->n ? last : between);
		buf_puts(b, all->at[i]);
	}
}

static bool wrong_choice(const struct row *r, const struct strings *all, const char *text)
{
	const char *near = near_word(text, all->at, all->n);
	struct buf spelled = { 0 };

	put_choices(&spelled, all, ", ", " or ");
	if (near)
		usage_error("--%s takes %s, not '%s'; did you mean %s?", r->name, buf_str(&spelled), text, near);
	else
		usage_error("--%s takes %s, not '%s'", r->name, buf_str(&spelled), text);
	buf_release(&spelled);
	return false;
}

static bool choice_is_good(const struct row *r, const char *text)
{
	struct strings all = { 0 };
	struct arena tmp = { 0 };
	bool good = false;

	find_choices(r, &tmp, &all);
	for (size_t i = 0; i < all.n; i++)
		good |= strcmp(all.at[i], text) == 0;
	good = good || wrong_choice(r, &all, text);
	vec_release(&all);
	arena_release(&tmp);
	return good;
}

static bool number_is_good(const struct row *r, const char *text)
{
	char *end;
	double d = strtod(text, &end);

	if (text[strspn(text, r->fraction ? "0123456789." : "0123456789")] || end == text || *end ||
	    !(r->zero ? d >= 0 : d > 0) || d > r->most)
		return usage_error("--%s takes a positive %snumber, at most %d, not '%s'", r->name,
				   r->fraction ? "" : "whole ", r->most, text);
	return true;
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

static void take_pairs(struct parsing *a, const struct row *r)
{
	while (a->i + 1 < a->argc && a->argv[a->i + 1][0] != '-' && strchr(a->argv[a->i + 1], '='))
		store(a->o, r, a->argv[++a->i], false);
}

/* text: what stands behind '=' or the letter, else NULL */
static bool take_option(struct parsing *a, const struct row *r, bool negated, const char *text)
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
	if (!*text)
		return usage_error("--%s wants a value, not an empty one: --%s %s", r->name, r->name, r->arg);
	if (has_choices(r) && !choice_is_good(r, text))
		return false;
	if (r->most && !number_is_good(r, text))
		return false;
	if (strchr(r->arg ? r->arg : "", '=') && !strchr(text, '='))
		return usage_error("--%s takes %s, not '%s'", r->name, r->arg, text);
	if (r->kind == PAIRS)
		a->o->cfg_options_last = (uint32_t)a->o->cfg_options.n;
	store(a->o, r, text, false);
	if (r->kind == PAIRS)
		take_pairs(a, r);
	return true;
}

static bool parse_long(struct parsing *a, const char *word)
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

static bool parse_short(struct parsing *a, const char *word)
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
static void take_word(struct parsing *a, const char *word)
{
	const struct command_row *c = a->command_possible ? command_named(word) : NULL;

	a->command_possible = false;
	if (c)
		a->o->command = c->bit;
	else
		vec_push(&a->o->words, word);
}

static bool parse_all(struct parsing *a)
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

static bool used_are_good(const struct parsing *a)
{
	for (size_t i = 0; i < a->nused; i++)
		if (!(a->used[i]->commands & (unsigned)a->o->command))
			return usage_error("`cfglint %s` has no option --%s", command_name(a->o->command),
					   a->used[i]->name);
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
	struct parsing a = { .o = o, .argv = argv, .argc = argc, .i = 1, .command_possible = true };

	*o = (struct opts){ .command = CMD_LINT };
	return parse_all(&a) && settle(o) && used_are_good(&a);
}

void opts_release(struct opts *o)
{
	for (size_t i = 0; i < o->owned.n; i++)
		free(o->owned.at[i]);
	vec_release(&o->owned);
	vec_release(&o->words);
	vec_release(&o->select);
	vec_release(&o->extend_select);
	vec_release(&o->ignore);
	vec_release(&o->env);
	vec_release(&o->allow);
	vec_release(&o->limit);
	vec_release(&o->cfg_options);
	vec_release(&o->set);
	vec_release(&o->reports);
	vec_release(&o->at);
}

/* --- help */
static void help_row(FILE *to, const struct row *r)
{
	struct buf left = { 0 }, list = { 0 };
	struct strings all = { 0 };
	struct arena tmp = { 0 };

	if (has_choices(r))
		find_choices(r, &tmp, &all);
	put_choices(&list, &all, "|", "|");
	if (r->letter)
		buf_printf(&left, "-%c, --%s", r->letter, r->name);
	else
		buf_printf(&left, "    --%s", r->name);
	if (r->kind == CHOICE)
		buf_printf(&left, "[=%s]", buf_str(&list));
	else if (r->arg)
		buf_printf(&left, " %s", r->arg);
	fprintf(to, "  %-30s %s\n", buf_str(&left), r->help);
	if (list.n && r->kind != CHOICE)
		fprintf(to, "  %-30s   %s\n", "", buf_str(&list));
	buf_release(&left);
	buf_release(&list);
	vec_release(&all);
	arena_release(&tmp);
}

static void help_commands(FILE *to)
{
	const struct command_row *c;

	fputs("Usage: cfglint [options] PATH...\n       cfglint COMMAND [options] ...\n"
	      "Finds mistakes in mmcv and MMEngine training configs without running them.\n\nCommands:\n",
	      to);
	for (unsigned i = 0; (c = command_at(i)); i++)
		fprintf(to, "  %-10s %-19s %s\n", c->name, c->words, c->help);
}

void opts_help(FILE *to, enum command c)
{
	const struct command_row *one = command_named(command_name(c));

	if (c == CMD_LINT)
		help_commands(to);
	else
		fprintf(to, "Usage: cfglint %s [options] %s\n%s\n", one->name, one->words, one->help);
	fputs("\nOptions:\n", to);
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (rows[i].commands & (unsigned)c)
			help_row(to, &rows[i]);
	fputs("\nExit status: 0 clean; 1 findings, a refused variant, a diff, a slower run; 2 wrong usage or a file "
	      "that can't be "
	      "read;\n"
	      "3 failure of cfglint or of the machine.\n",
	      to);
}

void opts_usage(FILE *to)
{
	fputs("Usage: cfglint [options] PATH...\n       cfglint COMMAND [options] ...\n"
	      "`cfglint configs/` lints a folder; `cfglint help` lists commands and options.\n",
	      to);
}

// SPDX-License-Identifier: MIT
/* The table of options, and the texts that one takes. */
#include "cli/opts_row.h"
#include "base/buf.h"
#include "base/pool.h"
#include "config/loader.h"
#include "lint/rules/severity.h"
#include "report/report.h"
#include <stdio.h>
#include <string.h>

enum { MACHINE_MOST = 1000000 /* as in settings */, COUNT_MOST = 1000000000 };
enum {
	CONFIGS = CMD_SHOW | CMD_WHERE | CMD_DIFF | CMD_IMPACT | CMD_DEPS | CMD_TRACE | CMD_UNREAD | CMD_PLAN,
	JUDGES = CMD_LINT | CMD_SLOW | CMD_EXPLAIN | CMD_VARIANT | CMD_SERVER,
	MACHINE = JUDGES | CMD_SHOW | CMD_PLAN,
	READS = JUDGES | CONFIGS
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
const struct row opts_rows[] = {
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
	OPTION("select", LIST, select, JUDGES | CMD_RULES | CMD_LOG | CMD_CONFIG, .arg = "RULES",
	       .help = "run these: ids, names, categories; `perf` and `info` add to the default"),
	OPTION("extend-select", LIST, extend_select, JUDGES | CMD_LOG | CMD_CONFIG, .arg = "RULES",
	       .help = "run these too"),
	OPTION("ignore", LIST, ignore, JUDGES | CMD_LOG | CMD_CONFIG, .arg = "RULES",
	       .help = "don't run these"),
	OPTION("pedantic", FLAG, pedantic, JUDGES | CMD_LOG | CMD_CONFIG,
	       .help = "show findings of level info too"),
	OPTION("fail-on", TEXT, fail_on, CMD_LINT | CMD_LOG, .arg = "LEVEL", .choice = level_choice,
	       .help = "lowest level that makes the exit status 1 (default: warning)"),
	OPTION("evidence", TEXT, evidence, CMD_LINT | CMD_SLOW | CMD_VARIANT, .arg = "RUN",
	       .help = "log or work_dir of a run of the config, or a folder of them: what findings cost there"),
	OPTION("gpus", TEXT, gpus, MACHINE | CMD_COMPARE | CMD_CONFIG | CMD_INIT, .arg = "N", .most = MACHINE_MOST,
	       .help = "GPUs on each node of the training machine"),
	OPTION("nodes", TEXT, nodes, MACHINE | CMD_CONFIG | CMD_INIT, .arg = "N", .most = MACHINE_MOST,
	       .help = "its nodes"),
	OPTION("cores", TEXT, cores, MACHINE | CMD_CONFIG | CMD_INIT, .arg = "N", .most = MACHINE_MOST,
	       .help = "CPU cores on each node"),
	OPTION("gpu-mem", TEXT, gpu_mem, MACHINE | CMD_LOG | CMD_COMPARE | CMD_CONFIG | CMD_INIT, .arg = "GIB",
	       .most = MACHINE_MOST, .fraction = true,
	       .help = "memory of each GPU"),
	OPTION("dialect", TEXT, dialect, MACHINE | CMD_CONFIG, .arg = "NAME",
	       .help = "take this training code instead of detecting it"),
	OPTION("loader", TEXT, loader, READS | CMD_CONFIG, .arg = "NAME", .choice = loader_choice,
	       .help = "which Config.fromfile reads the files (default: auto)"),
	OPTION("env", REPEAT, env, READS, .arg = "NAME=VALUE",
	       .help = "value of an environment variable that configs use"),
	OPTION("cfg-options", PAIRS, cfg_options, READS, .arg = "KEY=VALUE...",
	       .help = "overrides, as the training scripts take them"),
	OPTION("packages", TEXT, packages, READS, .arg = "WHICH", .choices = "auto|none",
	       .help = "none: no package is installed, `pkg::` bases are errors"),
	OPTION("config", TEXT, config, READS | CMD_LOG | CMD_COMPARE | CMD_CONFIG, .arg = "FILE",
	       .help = "settings file to use instead of the nearest .cfglint.yaml"),
	OPTION("allow", REPEAT, allow, READS | CMD_LOG | CMD_COMPARE | CMD_CONFIG, .arg = "DIR",
	       .help = "a folder outside the project whose files may be read and fixed too"),
	OPTION("limit", REPEAT, limit, READS, .arg = "NAME=N",
	       .help = "what loading may take: seconds=10, memory=1GiB (a file), run_memory=4GiB (all)"),
	OPTION("isolated", FLAG, isolated, READS | CMD_LOG | CMD_COMPARE | CMD_CONFIG,
	       .help = "read no settings file"),
	OPTION("explain-silence", FLAG, explain_silence, CMD_LINT,
	       .help = "say of each rule that found nothing why"),
	OPTION("no-cache", FLAG, no_cache, READS,
	       .help = "keep nothing from run to run"),
	OPTION("verify-cache", FLAG, verify_cache, CMD_LINT,
	       .help = "lint anew where an earlier report holds, and compare the two (exit 3: they differ)"),
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
	OPTION("format", TEXT, format, CONFIGS | CMD_LAUNCHES | CMD_LOG | CMD_COMPARE | CMD_VARIANT | CMD_CONFIG,
	       .arg = "FORMAT",
	       .choices = "py|yaml|json|jsonl|text|html",
	       .help = "how it is printed (show: py, yaml, json, jsonl; show --model: text, json, html; "
		       "variant --explain: text, jsonl; log: text, json, jsonl, html; "
		       "compare: text, json, html; others: text, json)"),
	OPTION("output-file", TEXT, output_file, CMD_LINT | CMD_LOG | CMD_COMPARE, .letter = 'o', .arg = "FILE",
	       .help = "write it to FILE, which is replaced; - is standard output"),
	OPTION("report", REPEAT, reports, CMD_LINT, .arg = "FORMAT:FILE",
	       .help = "write the findings to FILE, too, in one of the formats of --output-format; several at once"),
	OPTION("baseline", TEXT, baseline, CMD_LINT | CMD_SERVER, .arg = "FILE",
	       .help = "old findings, which are not reported (default: the nearest .cfglint-baseline.json)"),
	OPTION("diff-base", TEXT, diff_base, CMD_LINT, .arg = "REV",
	       .help = "report only what is new since this git revision"),
	OPTION("no-baseline", FLAG, no_baseline, CMD_LINT | CMD_SERVER,
	       .help = "report old findings too"),
	OPTION("add-baseline", FLAG, add_baseline, CMD_LINT,
	       .help = "count all present findings in the baseline: from now on only new ones are reported"),
	OPTION("prune-baseline", FLAG, prune_baseline, CMD_LINT,
	       .help = "take out of the baseline what is found no more"),
	OPTION("add-ignore", LIST, add_ignore, CMD_LINT, .arg = "RULES",
	       .help = "write `# cfglint: ignore=...` comments for present findings of these (all: of all)"),
	OPTION("reason", TEXT, reason, CMD_LINT, .arg = "TEXT",
	       .help = "why, behind each of these comments"),
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
	OPTION("force", FLAG, force, CMD_VARIANT | CMD_INIT,
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
	OPTION("quiet", FLAG, quiet, CMD_ALL, .letter = 'q',
	       .help = "findings only, no summary"),
	OPTION("verbose", FLAG, verbose, CMD_ALL, .letter = 'v',
	       .help = "tell which loader and dialect were assumed, and why"),
	OPTION("help", FLAG, help, CMD_ALL, .letter = 'h',
	       .help = "this text"),
	OPTION("version", FLAG, version, CMD_ALL, .letter = 'V',
	       .help = "print the version"),
};
/* clang-format on */
const size_t opts_nrows = ARRAY_SIZE(opts_rows);

bool row_has_choices(const struct row *r)
{
	return r->choices || r->choice;
}

void row_choices(const struct row *r, struct arena *a, struct strings *out)
{
	char *rest = r->choices ? arena_strdup(a, r->choices) : NULL;
	const char *one;

	for (size_t i = 0; (one = r->choice ? r->choice(i) : strsep(&rest, "|")); i++)
		vec_push(out, one);
}

void choices_put(struct buf *b, const struct strings *all, const char *between, const char *last)
{
	for (size_t i = 0; i < all->n; i++) {
		buf_puts(b, i == 0 ? "" : i + 1 == all->n ? last : between);
		buf_puts(b, all->at[i]);
	}
}

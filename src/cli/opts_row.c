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
	READS = JUDGES | CONFIGS,
	FORMATS = CMD_LINT | CMD_SLOW | CMD_RULES | CMD_EXPLAIN | CMD_VERSION | CONFIGS | CMD_LAUNCHES | CMD_LOG |
		  CMD_COMPARE | CMD_VARIANT | CMD_CONFIG
};

#define OPTION(NAME, KIND, FIELD, GROUP, COMMANDS, ...) \
	{ \
		.name = NAME, .kind = KIND, .at = offsetof(struct opts, FIELD), .group = GROUP_##GROUP, \
		.commands = COMMANDS, __VA_ARGS__ \
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
	OPTION("fix", CHOICE, fix, FIX, CMD_LINT, .choices = "ask",
	       .help = "apply safe fixes; each is verified on the effective configs first (--fix=ask: show each, ask)"),
	OPTION("fix-only", FLAG, fix_only, FIX, CMD_LINT,
	       .help = "as --fix, but report nothing and always exit 0"),
	OPTION("exit-non-zero-on-fix", FLAG, exit_on_fix, FIX, CMD_LINT,
	       .help = "with --fix: exit 1 if anything was fixed, even if no finding is left"),
	OPTION("unsafe-fixes", FLAG, unsafe_fixes, FIX, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "also apply (or count) fixes that change what training does"),
	OPTION("edit-bases", FLAG, edit_bases, FIX, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "let fixes change inherited files, not only the config itself"),
	OPTION("edit-code", FLAG, edit_code, FIX, CMD_LINT,
	       .help = "with --unsafe-fixes: make the project's training code read a key that it ignores"),
	OPTION("show-fixes", FLAG, show_fixes, FIX, CMD_LINT,
	       .help = "list every applied fix, not only the edited files and keys"),
	OPTION("diff", FLAG, diff, FIX, CMD_LINT | CMD_VARIANT,
	       .help = "print the changes as a diff for `git apply`, write nothing"),
	OPTION("select", LIST, select, RULES, JUDGES | CMD_RULES | CMD_LOG | CMD_CONFIG, .arg = "RULES",
	       .help = "run these: ids, names, categories; `perf` and `info` add to the default"),
	OPTION("extend-select", LIST, extend_select, RULES, JUDGES | CMD_LOG | CMD_CONFIG, .arg = "RULES",
	       .help = "run these too"),
	OPTION("ignore", LIST, ignore, RULES, JUDGES | CMD_LOG | CMD_CONFIG, .arg = "RULES",
	       .help = "don't run these"),
	OPTION("pedantic", FLAG, pedantic, RULES, JUDGES | CMD_LOG | CMD_CONFIG,
	       .help = "show findings of level info too"),
	OPTION("all", FLAG, all, RULES, CMD_EXPLAIN, .help = "document every rule"),
	OPTION("carried", FLAG, carried, RULES, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "list findings in unmodified lines of framework configs too"),
	OPTION("explain-silence", FLAG, explain_silence, RULES, CMD_LINT,
	       .help = "for each rule without a finding: print why it has none"),
	OPTION("rules", TEXT, rules, RULES, CMD_ALL, .arg = "DIR",
	       .help = "read rules from DIR instead of the built-in ones (or $CFGLINT_RULES)"),
	OPTION("gpus", TEXT, gpus, MACHINE, MACHINE | CMD_COMPARE | CMD_CONFIG | CMD_INIT, .arg = "N",
	       .most = MACHINE_MOST,
	       .help = "GPUs of each node"),
	OPTION("nodes", TEXT, nodes, MACHINE, MACHINE | CMD_CONFIG | CMD_INIT, .arg = "N", .most = MACHINE_MOST,
	       .help = "nodes of the training machine"),
	OPTION("cores", TEXT, cores, MACHINE, MACHINE | CMD_CONFIG | CMD_INIT, .arg = "N", .most = MACHINE_MOST,
	       .help = "CPU cores of each node"),
	OPTION("gpu-mem", TEXT, gpu_mem, MACHINE, MACHINE | CMD_LOG | CMD_COMPARE | CMD_CONFIG | CMD_INIT, .arg = "GIB",
	       .most = MACHINE_MOST, .fraction = true,
	       .help = "memory of each GPU"),
	OPTION("was-gpus", TEXT, was_gpus, MACHINE, CMD_PLAN, .arg = "N", .most = MACHINE_MOST,
	       .help = "compare --gpus with this number, and print what has to change"),
	OPTION("evidence", TEXT, evidence, RUN, CMD_LINT | CMD_SLOW | CMD_VARIANT, .arg = "RUN",
	       .help = "log or work_dir of a run of the config, or a folder of them: print what findings cost there"),
	OPTION("log", TEXT, evidence, RUN, CMD_PLAN, .arg = "RUN",
	       .help = "log or work_dir of a run of the config: its speed, evaluations, checkpoints, parameters"),
	OPTION("samples", TEXT, samples, RUN, CMD_PLAN, .arg = "N", .most = COUNT_MOST,
	       .help = "samples of the training set"),
	OPTION("params", TEXT, params, RUN, CMD_PLAN, .arg = "MILLIONS", .most = MACHINE_MOST, .fraction = true,
	       .help = "parameters of the model, in millions"),
	OPTION("sample-mib", TEXT, sample_mib, RUN, CMD_PLAN, .arg = "MIB", .most = MACHINE_MOST, .fraction = true,
	       .help = "size of a sample that the loader gives, in MiB"),
	OPTION("its", TEXT, its, RUN, CMD_PLAN, .arg = "X", .most = MACHINE_MOST, .fraction = true,
	       .help = "measured speed: iterations per second"),
	OPTION("step-ms", TEXT, step_ms, RUN, CMD_PLAN, .arg = "X", .most = COUNT_MOST, .fraction = true,
	       .help = "measured speed: milliseconds per iteration"),
	OPTION("at", LIST, at, RUN, CMD_PLAN, .arg = "ITERATION",
	       .help = "print the learning rate at these iterations, counted from 0"),
	OPTION("tolerance", TEXT, tolerance, RUN, CMD_COMPARE, .arg = "PERCENT", .most = 100, .fraction = true,
	       .zero = true,
	       .help = "exit 1 if a run is slower than the first by more than this (default: 0)"),
	OPTION("strict", FLAG, strict, RUN, CMD_COMPARE,
	       .help = "exit 1 also if the comparison is undecided"),
	OPTION("no-ignore-files", FLAG, no_ignore_files, FILES, CMD_LINT | CMD_SLOW | CMD_SERVER,
	       .help = "in folders, take files that .gitignore and .ignore name too"),
	OPTION("dependents", TEXT, dependents, FILES, CMD_LINT | CMD_SERVER, .arg = "WHETHER", .choices = "yes|no",
	       .help = "whether configs that inherit from a named file are checked with it (default: yes)"),
	OPTION("force-exclude", FLAG, force_exclude, FILES, CMD_LINT | CMD_SLOW,
	       .help = "exclude named files too (for hooks, which name every file)"),
	OPTION("hook", FLAG, hook, FILES, CMD_LINT,
	       .help = "for hooks: skip named files that a walk of the project would not take"),
	OPTION("stdin-filename", TEXT, stdin_filename, FILES, CMD_LINT, .arg = "FILE",
	       .help = "file name of standard input (the path -); with --fix the result goes to stdout"),
	OPTION("files-from", TEXT, files_from, FILES, CMD_SHOW, .arg = "FILE",
	       .help = "read paths from FILE, one per line; - is standard input"),
	OPTION("allow", REPEAT, allow, FILES, READS | CMD_LOG | CMD_COMPARE | CMD_CONFIG, .arg = "DIR",
	       .help = "folder outside the project whose files may be read and fixed too"),
	OPTION("exclude", REPEAT, exclude, FILES, CMD_LINT | CMD_SLOW, .arg = "PATTERN",
	       .help = "in folders, skip what this pattern names too, besides `exclude:` of the settings; "
		       "may be repeated"),
	OPTION("dialect", TEXT, dialect, READ, MACHINE | CMD_CONFIG, .arg = "NAME",
	       .help = "framework of the training code, instead of detecting it; `cfglint help dialects` lists them"),
	OPTION("loader", TEXT, loader, READ, READS | CMD_CONFIG, .arg = "NAME", .choice = loader_choice,
	       .help = "library whose Config.fromfile reads the files (default: auto)"),
	OPTION("env", REPEAT, env, READ, READS, .arg = "NAME=VALUE",
	       .help = "value of an environment variable that configs read"),
	OPTION("cfg-options", PAIRS, cfg_options, READ, READS, .arg = "KEY=VALUE...",
	       .help = "overrides, as training scripts take them"),
	OPTION("packages", TEXT, packages, READ, READS, .arg = "WHICH", .choices = "auto|none",
	       .help = "none: no package is installed, and `pkg::` bases are errors"),
	OPTION("limit", REPEAT, limit, READ, READS, .arg = "NAME=N",
	       .help = "limits of loading: seconds=10, memory=1GiB (of a file), run_memory=4GiB (of all)"),
	OPTION("parse-only", FLAG, parse_only, READ, CMD_LINT,
	       .help = "read and parse files, run no rules (for measuring)"),
	OPTION("provenance", FLAG, provenance, VIEW, CMD_SHOW,
	       .help = "with py: a comment with file and line after each value"),
	OPTION("unknown", FLAG, unknown, VIEW, CMD_SHOW,
	       .help = "list values that are unknown without running code, with the reason"),
	OPTION("model", FLAG, model, VIEW, CMD_SHOW,
	       .help = "print what the config builds: its parts with channels, data sets with classes, what disagrees"),
	OPTION("facts", FLAG, facts, VIEW, CMD_SHOW,
	       .help = "list the facts that rules use: loader, dialect, each concept"),
	OPTION("keys", FLAG, keys, VIEW, CMD_SHOW,
	       .help = "list the key paths, one per line, as `where` takes them"),
	OPTION("reverse", FLAG, reverse, VIEW, CMD_DEPS,
	       .help = "print which configs of the project inherit from the files"),
	OPTION("explain", FLAG, explain, VIEW, CMD_VARIANT,
	       .help = "print a table of the changes (old, new, why, formula), write nothing"),
	OPTION("set", REPEAT, set, VIEW, CMD_VARIANT | CMD_PLAN, .arg = "NAME=VALUE",
	       .help = "variant: an option of the profile; plan: another value of a key, to compare"),
	OPTION("stdout", FLAG, to_stdout, VIEW, CMD_VARIANT,
	       .help = "print the new config, write nothing"),
	OPTION("output-dir", TEXT, output_dir, VIEW, CMD_VARIANT, .arg = "DIR",
	       .help = "write the new config there (default: beside its source)"),
	OPTION("force", FLAG, force, VIEW, CMD_VARIANT | CMD_INIT,
	       .help = "replace an existing file"),
	OPTION("output-format", TEXT, output_format, OUTPUT, FORMATS, .letter = 'f', .arg = "FORMAT",
	       .help = "format of what is printed"),
	OPTION("format", TEXT, output_format, OUTPUT, FORMATS, .arg = "FORMAT", .main = "output-format"),
	OPTION("statistics", FLAG, statistics, OUTPUT, CMD_LINT,
	       .help = "count findings by rule instead of printing them; [*]: fixable, [-]: some are fixable"),
	OPTION("output-file", TEXT, output_file, OUTPUT, CMD_LINT | CMD_LOG | CMD_COMPARE, .letter = 'o', .arg = "FILE",
	       .help = "write to FILE instead of standard output; - is standard output"),
	OPTION("report", REPEAT, reports, OUTPUT, CMD_LINT, .arg = "FORMAT:FILE",
	       .help = "write the findings to FILE too, in a format of --output-format; may be repeated"),
	OPTION("fail-on", TEXT, fail_on, OUTPUT, CMD_LINT | CMD_LOG, .arg = "LEVEL", .choice = level_choice,
	       .help = "lowest level that makes the exit status 1 (default: warning)"),
	OPTION("exit-zero", FLAG, exit_zero, OUTPUT, CMD_LINT,
	       .help = "exit 0 even where there are findings"),
	OPTION("show-files", FLAG, show_files, OUTPUT, CMD_LINT,
	       .help = "list the files that would be linted (-v: with their kind), and lint nothing"),
	OPTION("show-settings", FLAG, show_settings, OUTPUT, CMD_LINT,
	       .help = "print the settings of the paths and where each comes from, lint nothing"),
	OPTION("add-ignore", LIST, add_ignore, BASE, CMD_LINT, .arg = "RULES",
	       .help = "write `# cfglint: ignore=...` comments at existing findings of these rules (all: of "
		       "every rule)"),
	OPTION("reason", TEXT, reason, BASE, CMD_LINT, .arg = "TEXT",
	       .help = "with --add-ignore: the reason in each comment"),
	OPTION("baseline", TEXT, baseline, BASE, CMD_LINT | CMD_SERVER, .arg = "FILE",
	       .help = "baseline: existing findings, which are not reported (default: the nearest "
		       ".cfglint-baseline.json)"),
	OPTION("diff-base", TEXT, diff_base, BASE, CMD_LINT, .arg = "REV",
	       .help = "report only findings that are new since this git revision"),
	OPTION("no-baseline", FLAG, no_baseline, BASE, CMD_LINT | CMD_SERVER,
	       .help = "report findings that are in the baseline too"),
	OPTION("add-baseline", FLAG, add_baseline, BASE, CMD_LINT,
	       .help = "record all existing findings in the baseline: from now on only new ones are reported"),
	OPTION("prune-baseline", FLAG, prune_baseline, BASE, CMD_LINT,
	       .help = "remove fixed findings from the baseline"),
	OPTION("config", TEXT, config, GENERAL, READS | CMD_LOG | CMD_COMPARE | CMD_CONFIG, .arg = "FILE",
	       .help = "settings file to use instead of the nearest .cfglint.yaml"),
	OPTION("isolated", FLAG, isolated, GENERAL, READS | CMD_LOG | CMD_COMPARE | CMD_CONFIG,
	       .help = "read no settings file"),
	OPTION("no-cache", FLAG, no_cache, GENERAL, READS,
	       .help = "disable the cache"),
	OPTION("verify-cache", FLAG, verify_cache, GENERAL, CMD_LINT,
	       .help = "lint again where the cache has the report, and compare both (exit 3: they differ)"),
	OPTION("color", TEXT, color, GENERAL, CMD_ALL, .arg = "WHEN", .choices = "auto|always|never",
	       .help = "colour (default: auto: on a terminal; see ENVIRONMENT in cfglint(1))"),
	OPTION("jobs", TEXT, jobs, GENERAL, CMD_ALL, .letter = 'j', .arg = "N", .most = POOL_MOST,
	       .help = "threads (default: the number of CPUs)"),
	OPTION("quiet", FLAG, quiet, GENERAL, CMD_ALL, .letter = 'q',
	       .help = "print findings only, no summary"),
	OPTION("verbose", FLAG, verbose, GENERAL, CMD_ALL, .letter = 'v',
	       .help = "print more: what was assumed and why, and every item of lists that are cut"),
	OPTION("stdio", FLAG, stdio, GENERAL, CMD_SERVER,
	       .help = "speak on standard input and output, which it always does; editors pass it"),
	OPTION("clientProcessId", TEXT, client_id, GENERAL, CMD_SERVER, .arg = "PID", .main = "stdio",
	       .help = "not needed: the server ends when its standard input does; editors pass it"),
	OPTION("help", FLAG, help, GENERAL, CMD_ALL, .letter = 'h',
	       .help = "print this help"),
	OPTION("version", FLAG, version, GENERAL, CMD_ALL, .letter = 'V',
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

// SPDX-License-Identifier: MIT
/* Options, session, command, exit status. */
#include "cli/command/entry.h"
#include "cli/command/hook.h"
#include "cli/command/priv.h"
#include "cli/opts_help.h"
#include "cli/command/cmd_table.h"
#include "cli/report_cache.h"
#include "cli/report_run.h"
#include "cli/messages.h"
#include "cli/workflow.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct entry_ctx {
	int argc, status;
	char **argv;
	const struct subject_kind *const *kinds;
};

static int run(struct opts *o, const struct subject_kind *const *kinds, struct report_cache *report_cache)
{
	struct session s = { .o = o, .kinds = kinds, .report_cache = report_cache };
	int status = EXIT_USAGE;

	if (o->command & (CMD_HELP | CMD_VERSION)) { /* whatever is wrong with settings and rules */
		status = command_run(&s);
		arena_release(&s.arena);
		return status;
	}
	if (session_open(&s, o, kinds))
		status = command_run(&s);
	session_close(&s);
	return status;
}

/* Prints the report of an earlier run if nothing has changed since. */
static int run_or_recall(struct opts *o, const struct entry_ctx *e)
{
	struct report_cache k = { 0 };
	int status;

	if (report_cache_find(&k, o, e->argc, e->argv)) {
		fputs(buf_str(&k.messages), stderr);
		report_say(o, stdout, buf_str(&k.text), k.text.n);
		status = k.status;
		report_cache_end(&k, status);
		return status;
	}
	status = run(o, e->kinds, &k);
	if (report_cache_end(&k, status))
		return status;
	remark("--verify-cache: an earlier report that seemed to hold was another one; please report it");
	return EXIT_BROKEN;
}

/* What could not be printed makes any success a failure. */
static int printed(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	remark("can't write to standard output");
	return EXIT_USAGE;
}

/* The user's options, but for what is a matter of the first run: edits, files that are written, lists. */
static struct opts of_left_behind(const struct opts *o, const struct strings *files)
{
	struct opts r = *o;

	memcpy(&r.words, files, sizeof r.words);
	memset(&r.reports, 0, sizeof r.reports);
	memset(&r.add_ignore, 0, sizeof r.add_ignore);
	r.only = "CFG001";
	r.dependents = "no";
	r.quiet = r.no_cache = true;
	r.fix = r.output_file = r.reason = NULL;
	r.diff = r.statistics = r.explain_silence = r.add_baseline = r.prune_baseline = false;
	return r;
}

/* A single document, on standard output or in a file, holds the first run: what is left is reported on stderr then. */
static bool is_one_document(const struct opts *o)
{
	const char *format = o->output_format ? o->output_format : "full";

	return o->output_file || o->diff || (strcmp(format, "full") != 0 && strcmp(format, "concise") != 0);
}

static int lint_left_behind(const struct opts *o, const struct strings *files, const struct entry_ctx *e)
{
	struct opts r = of_left_behind(o, files);
	bool aside = is_one_document(o);
	int was = -1, status;

	if (aside) {
		r.output_format = "concise";
		fflush(stdout);
		was = dup(STDOUT_FILENO);
		dup2(STDERR_FILENO, STDOUT_FILENO);
	}
	status = run_or_recall(&r, e);
	if (aside && fflush(stdout) == 0 && was >= 0) {
		dup2(was, STDOUT_FILENO);
		close(was);
	}
	return status;
}

/* The worse status of what was named and of what is left behind. */
static int run_hook(struct opts *o, const struct entry_ctx *e)
{
	struct strings files = { 0 };
	struct arena a = { 0 };

	int status = run_or_recall(o, e), other = EXIT_CLEAN;

	if (!o->show_files && !o->show_settings && !o->parse_only && !o->fix_only)
		hook_left_behind(&a, o, &files);
	if (files.n)
		other = lint_left_behind(o, &files, e);
	vec_release(&files);
	arena_release(&a);
	return other > status ? other : status;
}

static int print_help(struct opts *o, const struct entry_ctx *e)
{
	struct session s = { .o = o, .kinds = e->kinds };
	int status = command_help(&s, o->command_given ? command_of(o->command) : NULL);

	arena_release(&s.arena);
	return status;
}

static int parse_and_run(struct opts *o, const struct entry_ctx *e)
{
	if (!opts_parse(o, e->argc, e->argv))
		return EXIT_USAGE;
	if (o->version)
		return cmd_version(&(struct session){ .o = o });
	if (o->help)
		return print_help(o, e);
	return o->hook ? run_hook(o, e) : run_or_recall(o, e);
}

static void enter(void *arg)
{
	struct entry_ctx *e = arg;
	struct opts o;

	e->status = printed(parse_and_run(&o, e));
	opts_release(&o);
}

int command_enter(int argc, char **argv, const struct subject_kind *const *kinds)
{
	struct entry_ctx e = { .argc = argc, .argv = argv, .kinds = kinds };

	struct workflow guarded;

	workflow_guard(&guarded);
	pool_call(enter, &e); /* depth limits are chosen for the stack of the pool's threads, not for `ulimit -s` */
	workflow_end(&guarded);
	return e.status;
}

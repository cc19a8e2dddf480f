// SPDX-License-Identifier: MIT
/* Options, session, command, exit status. */
#include "cli/command/entry.h"
#include "cli/command/priv.h"
#include "cli/command/table.h"
#include "cli/kept.h"
#include "cli/tell.h"
#include <stdio.h>

struct entering {
	int argc, status;
	char **argv;
	const struct subject_kind *const *kinds;
};

static int run(struct opts *o, const struct subject_kind *const *kinds, struct kept *kept)
{
	struct session s = { .o = o, .kinds = kinds, .kept = kept };
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

/* What an earlier run found, where nothing has changed since. */
static int run_or_recall(struct opts *o, const struct entering *e)
{
	struct kept k = { 0 };
	int status;

	if (kept_find(&k, o, e->argc, e->argv)) {
		fputs(buf_str(&k.told), stderr);
		fwrite(buf_str(&k.text), 1, k.text.n, stdout);
		status = k.status;
		kept_end(&k, status);
		return status;
	}
	if (k.unseen)
		kept_doubt(&k, run(o, e->kinds, &k));
	status = run(o, e->kinds, &k);
	if (kept_end(&k, status))
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

static int parse_and_run(struct opts *o, const struct entering *e)
{
	if (!opts_parse(o, e->argc, e->argv))
		return EXIT_USAGE;
	if (o->version)
		return cmd_version(&(struct session){ .o = o });
	if (o->help) {
		opts_help(stdout, o->command);
		return EXIT_CLEAN;
	}
	return run_or_recall(o, e);
}

static void enter(void *arg)
{
	struct entering *e = arg;
	struct opts o;

	e->status = printed(parse_and_run(&o, e));
	opts_release(&o);
}

int command_enter(int argc, char **argv, const struct subject_kind *const *kinds)
{
	struct entering e = { .argc = argc, .argv = argv, .kinds = kinds };

	if (argc < 2) {
		opts_usage(stderr);
		return EXIT_USAGE;
	}
	pool_call(enter, &e); /* depth limits are chosen for the stack of the pool's threads, not for `ulimit -s` */
	return e.status;
}

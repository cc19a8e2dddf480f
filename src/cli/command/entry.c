// SPDX-License-Identifier: MIT
/* Options, session, command, exit status. */
#include "cli/command/entry.h"
#include "cli/command/priv.h"
#include "cli/command/table.h"
#include "cli/tell.h"
#include <stdio.h>

static int run(struct opts *o, const struct subject_kind *const *kinds)
{
	struct session s = { .o = o, .kinds = kinds };
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

/* What could not be printed makes any success a failure. */
static int printed(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	remark("can't write to standard output");
	return EXIT_USAGE;
}

struct entering {
	int argc, status;
	char **argv;
	const struct subject_kind *const *kinds;
};

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
	return run(o, e->kinds);
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

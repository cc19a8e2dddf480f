// SPDX-License-Identifier: MIT
/* Entry: options, session, command, exit status. Everything else is in cli/. */
#include "cli/crash.h"
#include "cli/command/table.h"
#include "cli/tell.h"
#include "python/syntax/memory.h"
#include <signal.h>
#include <stdio.h>

static int run(struct opts *o)
{
	struct session s = { 0 };
	int status = EXIT_USAGE;

	if (session_open(&s, o))
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

struct call {
	int argc, status;
	char **argv;
};

static int parse_and_run(struct opts *o, int argc, char **argv)
{
	if (!opts_parse(o, argc, argv))
		return EXIT_USAGE;
	if (o->version) {
		puts("cfglint " CFGLINT_VERSION);
		return EXIT_CLEAN;
	}
	if (o->help) {
		opts_help(stdout, o->command);
		return EXIT_CLEAN;
	}
	return run(o);
}

static void call(void *arg)
{
	struct call *c = arg;
	struct opts o;

	c->status = printed(parse_and_run(&o, c->argc, c->argv));
	opts_release(&o);
}

int main(int argc, char **argv)
{
	struct call c = { .argc = argc, .argv = argv };

	signal(SIGPIPE, SIG_DFL); /* `cfglint ... | head` ends quietly */
	signal(SIGXFSZ, SIG_IGN); /* a file size limit shall be an error of write, not the end */
	crash_handle();
	memory_use_checked();
	if (argc < 2) {
		opts_usage(stderr);
		return EXIT_USAGE;
	}
	pool_call(call, &c); /* depth limits are chosen for the stack of the pool's threads, not for `ulimit -s` */
	return c.status;
}

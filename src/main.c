// SPDX-License-Identifier: MIT
/* Entry: options, session, command, exit status. Everything else is in cmd_*.c. */
#include "cli/crash.h"
#include "cli/session.h"
#include "python/syntax/memory.h"
#include <signal.h>
#include <stdio.h>

static int run_command(struct session *s)
{
	switch (s->o->command) {
	case CMD_LINT:
		return cmd_lint(s);
	case CMD_SHOW:
		return cmd_show(s);
	case CMD_WHERE:
		return cmd_where(s);
	case CMD_TRACE:
		return cmd_trace(s);
	case CMD_UNREAD:
		return cmd_unread(s);
	case CMD_DIFF:
		return cmd_diff(s);
	case CMD_DEPS:
		return cmd_deps(s);
	case CMD_EXPLAIN:
		return cmd_explain(s);
	case CMD_RULES:
		return cmd_rules(s);
	case CMD_VARIANT:
		return cmd_variant(s);
	case CMD_TEST_RULES:
		return cmd_test_rules(s);
	case CMD_NEW_RULE:
		return cmd_new_rule(s);
	}
	BUG("no command");
}

static int run(struct opts *o)
{
	struct session s = { 0 };
	int status = EXIT_USAGE;

	if (session_open(&s, o))
		status = run_command(&s);
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

// SPDX-License-Identifier: MIT
/* Handles a failure of cfglint itself: the caller gets status 3.
 * Only functions that signal handlers may call. A sanitizer's own handlers stay in charge, with their reports. */
#include "cli/crash.h"
#include "cli/session.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void end_broken(void)
{
	_exit(EXIT_BROKEN);
}

#ifndef __SANITIZE_ADDRESS__
static void on_crash(int sig)
{
	static const char text[] = "cfglint: a bug in cfglint ended the run; please report it with the config\n";

	(void)sig;
	if (write(STDERR_FILENO, text, strlen(text)) >= 0)
		end_broken();
	end_broken();
}

static void handle_signals(void)
{
	static const int crash[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	/* Once only: a crash of the handler shall be a plain one. */
	struct sigaction sa = { .sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND };

	sigemptyset(&sa.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(crash); i++)
		sigaction(crash[i], &sa, NULL);
}
#else
static void handle_signals(void)
{
}
#endif

void crash_handle(void)
{
	bug_ends_by(end_broken);
	handle_signals();
}

// SPDX-License-Identifier: MIT
/* Entry: what the process needs, and which kinds of files there are. Everything else is in cli/. */
#include "cli/command/entry.h"
#include "cli/crash.h"
#include "run/subject.h"
#include <signal.h>

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_DFL); /* `cfglint ... | head` ends quietly */
	signal(SIGXFSZ, SIG_IGN); /* a file size limit shall be an error of write, not the end */
	crash_handle();
	return command_enter(argc, argv, known_kinds);
}

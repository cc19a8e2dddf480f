// SPDX-License-Identifier: MIT
/* Entry: what the process needs, and which kinds of files there are. Everything else is in cli/. */
#include "cli/command/entry.h"
#include "cli/crash.h"
#include "run/subject.h"
#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>

/* With little room for addresses (ulimit -v) no thread gets an arena of its own, and glibc maps pages for each of its
 * allocations: many times slower than to share one, and out of memory sooner. */
static void share_little_memory(void)
{
	enum { LITTLE = 1 << 30 };
	struct rlimit most;

	if (!getrlimit(RLIMIT_AS, &most) && most.rlim_cur < LITTLE)
		mallopt(M_ARENA_MAX, 1);
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_DFL); /* `cfglint ... | head` ends quietly */
	signal(SIGXFSZ, SIG_IGN); /* a file size limit shall be an error of write, not the end */
	crash_handle();
	share_little_memory();
	return command_enter(argc, argv, known_kinds);
}

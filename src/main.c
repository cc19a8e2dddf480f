// SPDX-License-Identifier: MIT
/* Entry: what the process needs, and which kinds of files there are. Everything else is in cli/. */
#include "cli/command/entry.h"
#include "cli/crash.h"
#include "run/run_subject.h"
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Gives the heap huge pages (madvise), where the system has them: a first lint of mmpretrain has 440 page faults
 * instead of 36,000, and takes 14 % less CPU time (bench/README.md has the figures). To see it, leave the call in main
 * out:
 *
 *     for i in 1 2 3 4 5 6 7 8; do time build/cfglint --no-cache -q -j1 mmpretrain; done
 *
 * The heap grows at once to HEAP, of which only addresses are used up, and every four threads share one: with more they
 * would wait for each other. Blocks above ALONE lie elsewhere, in small pages; the compiled rules are smaller. With
 * little room for addresses (ulimit -v, -d) the heap grows by what is needed. */
static void share_large_memory(void)
{
	enum { PAGE = 2 << 20, HEAP = 256 << 20, ALONE = 4 << 20, LITTLE = 1 << 30, SHARING = 4 };
	struct rlimit all, data;
	bool known = !getrlimit(RLIMIT_AS, &all) && !getrlimit(RLIMIT_DATA, &data);
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	if (!known || all.rlim_cur < LITTLE || data.rlim_cur < LITTLE) {
		mallopt(M_ARENA_MAX, 1);
		return;
	}
	mallopt(M_ARENA_MAX, cores > SHARING ? (int)(cores / SHARING) : 1);
	mallopt(M_TOP_PAD, HEAP);
	mallopt(M_TRIM_THRESHOLD, HEAP);
	mallopt(M_MMAP_THRESHOLD, ALONE);

	void *volatile first = malloc(1); /* the heap grows to its size here; what is touched now gets a small page */

	free(first);

	uintptr_t from = ((uintptr_t)first + PAGE - 1) / PAGE * PAGE, end = (uintptr_t)sbrk(0) / PAGE * PAGE;

	if (from >= end) /* the system gave it elsewhere */
		return;
	madvise((void *)from, end - from, MADV_HUGEPAGE);
	/* What lies in front of them stays unused, for it has small ones. */
	void *volatile before = malloc(from - (uintptr_t)first);

	(void)before;
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_DFL); /* `cfglint ... | head` ends quietly */
	signal(SIGXFSZ, SIG_IGN); /* a file size limit shall be an error of write, not the end */
	crash_handle();
	share_large_memory();
	return command_enter(argc, argv, known_kinds);
}

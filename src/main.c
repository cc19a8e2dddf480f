// SPDX-License-Identifier: MIT
/* Entry: what the process needs, and which kinds of files there are. Everything else is in cli/. */
#include "cli/command/entry.h"
#include "cli/crash.h"
#include "run/subject.h"
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Up to four threads share one heap, and it is of huge pages where the system gives them (madvise): to fault in small
 * ones takes a third of a first lint on a virtual machine. What isn't used is only addresses. More threads would wait
 * for each other there: each four have a heap, the others of small pages. With little room for addresses (ulimit -v,
 * -d) all share one that grows by what is needed; the system may refuse the rest, too, and nothing is lost. What is
 * larger than ALONE lies elsewhere, in small pages: the rules (spec/kept.h) shall not. */
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

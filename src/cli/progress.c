// SPDX-License-Identifier: MIT
/* A thread that looks at the counts of the run five times a second. */
#include "cli/progress.h"
#include "base/pool.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 1000, EVERY_MS = 200, WIDEST = 120 };

struct progress_line {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t wake;
	bool stop; /* under the lock */
	const char *doing, *many;
	struct progress count;
	struct linter *linter;
	struct timespec next;
	int shown; /* columns that are to be cleared */
};

const char *progress_number(struct arena *a, size_t n)
{
	if (n < 1000)
		return arena_printf(a, "%zu", n);
	return arena_printf(a, "%s,%03zu", progress_number(a, n / 1000), n % 1000);
}

static const char *text_of(struct arena *a, const struct progress_line *p)
{
	size_t of = p->count.of, done = p->count.done;
	const char *doing = p->count.doing, *many = p->count.many;

	if (!of)
		return doing ? doing : p->doing;
	return arena_printf(a, "%s%s%s of %s %s", doing ? doing : "", doing ? ": " : "",
			    progress_number(a, done < of ? done : of), progress_number(a, of), many ? many : p->many);
}

static void draw(struct progress_line *p)
{
	struct arena tmp = { 0 };
	const char *text = text_of(&tmp, p);
	int n = fprintf(stderr, "\rcfglint: %.*s", WIDEST, text) - 1;

	if (n < p->shown)
		fprintf(stderr, "%*s", p->shown - n, "");
	if (n > p->shown)
		p->shown = n;
	fflush(stderr);
	arena_release(&tmp);
}

static void clear(const struct progress_line *p)
{
	if (p->shown)
		fprintf(stderr, "\r%*s\r", p->shown, "");
	fflush(stderr);
}

static void later(struct timespec *t, long ms)
{
	t->tv_sec += ms / 1000;
	t->tv_nsec += ms % 1000 * 1000000;
	if (t->tv_nsec >= 1000000000) {
		t->tv_nsec -= 1000000000;
		t->tv_sec++;
	}
}

static void *watch(void *arg)
{
	struct progress_line *p = arg;

	pthread_mutex_lock(&p->lock);
	while (!p->stop) {
		if (pthread_cond_timedwait(&p->wake, &p->lock, &p->next) == 0 || p->stop)
			continue;
		draw(p);
		clock_gettime(CLOCK_MONOTONIC, &p->next);
		later(&p->next, EVERY_MS);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

static bool is_wanted(const struct session *s)
{
	const char *term = getenv("TERM"), *ci = getenv("CI");

	return !s->o->quiet && isatty(STDERR_FILENO) == 1 && !(term && strcmp(term, "dumb") == 0) && !(ci && *ci);
}

static bool start(struct progress_line *p)
{
	pthread_condattr_t attr;
	sigset_t was;
	int problem;

	pthread_mutex_init(&p->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&p->wake, &attr);
	pthread_condattr_destroy(&attr);
	hold_signals(&was);
	problem = pthread_create(&p->thread, NULL, watch, p);
	pthread_sigmask(SIG_SETMASK, &was, NULL);
	return problem == 0;
}

static void finish(struct progress_line *p)
{
	pthread_cond_destroy(&p->wake);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

struct progress_line *progress_begin(struct session *s, const char *doing)
{
	struct progress_line *p;

	if (!is_wanted(s))
		return NULL;
	p = xcalloc(1, sizeof *p);
	p->doing = doing;
	p->many = s->kinds[0]->many;
	p->next = s->began;
	later(&p->next, FIRST_MS);
	if (!start(p)) { /* then less is shown, and nothing else changes */
		finish(p);
		return NULL;
	}
	s->linter.progress = &p->count;
	p->linter = &s->linter;
	return p;
}

void progress_pause(struct progress_line *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	clear(p);
	p->shown = 0;
}

void progress_resume(struct progress_line *p)
{
	if (p)
		pthread_mutex_unlock(&p->lock);
}

void progress_end(struct progress_line *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_signal(&p->wake);
	pthread_mutex_unlock(&p->lock);
	pthread_join(p->thread, NULL);
	clear(p);
	p->linter->progress = NULL;
	finish(p);
}

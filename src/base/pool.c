// SPDX-License-Identifier: MIT
/*
 * A fixed number of threads around one ring buffer of jobs under one lock.  A pool of k threads has k - 1 workers:
 * the thread that waits is the k-th.  Jobs start in push order; with one thread they also end in push order.
 *
 * Example: p = pool_new(4)                 starts 3 workers
 *          pool_push(p, lint_file, file)   wakes one of them
 *          pool_wait(p)                    runs jobs too; returns when all have ended
 */
#include "base/pool.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* The same for every thread, whatever `ulimit -s` says: depth limits elsewhere assume it. */
enum { STACK_BYTES = 8 << 20 };

struct job {
	void (*run)(void *);
	void *arg;
};

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t work; /* workers: a job came, or stop */
	pthread_cond_t idle; /* pool_wait: a job was pushed, or the last one ended */
	struct job *ring;
	size_t cap, first, n;
	unsigned running, nworkers;
	bool waiting, stop;
	pthread_t worker[POOL_MOST];
};

/* Runs the oldest job. The caller holds the lock, before and after. */
static void run_one(struct pool *p)
{
	struct job job = p->ring[p->first];

	p->first = (p->first + 1) % p->cap;
	p->n--;
	p->running++;
	pthread_mutex_unlock(&p->lock);
	job.run(job.arg);
	pthread_mutex_lock(&p->lock);
	p->running--;
	if (p->waiting && !p->n && !p->running)
		pthread_cond_signal(&p->idle);
}

static void *work(void *arg)
{
	struct pool *p = arg;

	pthread_mutex_lock(&p->lock);
	for (;;) {
		if (p->n)
			run_one(p);
		else if (p->stop)
			break;
		else
			pthread_cond_wait(&p->work, &p->lock);
	}
	pthread_mutex_unlock(&p->lock);
	return NULL;
}

void hold_signals(sigset_t *was)
{
	static const int fault[] = { SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	sigset_t held;

	sigfillset(&held);
	for (size_t i = 0; i < ARRAY_SIZE(fault); i++)
		sigdelset(&held, fault[i]);
	pthread_sigmask(SIG_BLOCK, &held, was);
}

/* If fewer threads start than requested, the run is only slower: pool_wait alone can do all the work. */
static void start_workers(struct pool *p, unsigned n)
{
	pthread_attr_t attr;
	sigset_t was;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	hold_signals(&was); /* a new thread inherits the signal mask */
	for (unsigned i = 0; i < n; i++) {
		if (pthread_create(&p->worker[i], &attr, work, p))
			break;
		p->nworkers++;
	}
	pthread_sigmask(SIG_SETMASK, &was, NULL);
	pthread_attr_destroy(&attr);
}

struct pool *pool_new(unsigned threads)
{
	struct pool *p = xcalloc(1, sizeof *p);

	if (!threads) {
		long online = sysconf(_SC_NPROCESSORS_ONLN);

		threads = online > 0 ? (unsigned)online : 1;
	}
	if (threads > POOL_MOST)
		threads = POOL_MOST;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->work, NULL);
	pthread_cond_init(&p->idle, NULL);
	start_workers(p, threads - 1);
	return p;
}

static void ring_grow(struct pool *p)
{
	size_t cap = p->cap ? p->cap * 2 : 64;
	struct job *ring = xcalloc(cap, sizeof *ring);

	for (size_t i = 0; i < p->n; i++)
		ring[i] = p->ring[(p->first + i) % p->cap];
	free(p->ring);
	p->ring = ring;
	p->cap = cap;
	p->first = 0;
}

void pool_push(struct pool *p, void (*run)(void *), void *arg)
{
	CHECK(p && run);

	pthread_mutex_lock(&p->lock);
	if (p->n == p->cap)
		ring_grow(p);
	p->ring[(p->first + p->n++) % p->cap] = (struct job){ .run = run, .arg = arg };
	pthread_cond_signal(&p->work);
	if (p->waiting)
		pthread_cond_signal(&p->idle);
	pthread_mutex_unlock(&p->lock);
}

void pool_wait(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->n || p->running) {
		if (p->n) {
			run_one(p);
			continue;
		}
		p->waiting = true;
		pthread_cond_wait(&p->idle, &p->lock);
		p->waiting = false;
	}
	pthread_mutex_unlock(&p->lock);
}

struct lone {
	void (*run)(void *);
	void *arg;
	sigset_t held; /* signal mask of the caller */
};

static void *call(void *arg)
{
	struct lone *c = arg;

	pthread_sigmask(SIG_SETMASK, &c->held, NULL);
	c->run(c->arg);
	return NULL;
}

void pool_call(void (*run)(void *), void *arg)
{
	CHECK(run);

	struct lone c = { .run = run, .arg = arg };
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	hold_signals(&c.held);
	if (pthread_create(&thread, &attr, call, &c))
		die("out of memory: no thread could be started");
	pthread_attr_destroy(&attr);
	pthread_join(thread, NULL);
	pthread_sigmask(SIG_SETMASK, &c.held, NULL);
}

void pool_free(struct pool *p)
{
	if (!p)
		return;
	pool_wait(p);
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_broadcast(&p->work);
	pthread_mutex_unlock(&p->lock);
	for (unsigned i = 0; i < p->nworkers; i++)
		pthread_join(p->worker[i], NULL);
	pthread_cond_destroy(&p->idle);
	pthread_cond_destroy(&p->work);
	pthread_mutex_destroy(&p->lock);
	free(p->ring);
	free(p);
}

// SPDX-License-Identifier: MIT
/* A fixed number of threads, one queue. A job may push jobs but never waits for one, so there is no deadlock.
 * With threads <= 1 jobs run in pool_wait on the caller's thread, in push order.
 * External signals go to the thread that created the pool, never to the pool's own threads: blocking them there is
 * enough. */
#ifndef BASE_POOL_H
#define BASE_POOL_H
#include "base/util.h"
#include <signal.h>

struct pool;
enum { POOL_MOST = 256 };
struct pool *pool_new(unsigned threads); /* POOL_MOST at most; 0: number of online CPUs */
void pool_push(struct pool *p, void (*run)(void *), void *arg);
void pool_wait(struct pool *p); /* until the queue is empty and no job runs; the caller's thread helps */
void pool_free(struct pool *p);
/* Runs run(arg) on a new thread and waits for it. That thread has the stack size of jobs, whatever `ulimit -s` says.
 * Meanwhile it receives the signals, not the caller's thread. */
void pool_call(void (*run)(void *), void *arg);
/* Blocks all signals except faults for the calling thread, until pthread_sigmask(SIG_SETMASK, was, NULL). */
void hold_signals(sigset_t *was);
#endif

// SPDX-License-Identifier: MIT
/* Fixed threads, one queue. A job may push jobs but never waits for one, so no deadlock by construction.
 * With threads <= 1 jobs run in pool_wait on the caller's thread, in push order.
 * Signals from outside come to the thread that made the pool, never to the pool's own: who holds them there holds them.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H
#include "base/util.h"
#include <signal.h>

struct pool;
enum { POOL_MOST = 256 };
struct pool *pool_new(unsigned threads); /* POOL_MOST at most; 0: number of online CPUs */
void pool_push(struct pool *p, void (*run)(void *), void *arg);
void pool_wait(struct pool *p); /* until the queue is empty and nobody runs; the caller's thread helps */
void pool_free(struct pool *p);
/* Runs run(arg) on a thread of its own, with the stack that jobs have whatever `ulimit -s` says, and waits for it.
 * That thread takes the signals meanwhile, not the caller's. */
void pool_call(void (*run)(void *), void *arg);
/* The calling thread takes no signal, but those of a fault, until pthread_sigmask(SIG_SETMASK, was, NULL). */
void hold_signals(sigset_t *was);
#endif

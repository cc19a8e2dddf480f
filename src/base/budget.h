// SPDX-License-Identifier: MIT
/* What one file may cost, charged where it is spent: bytes by the arenas that belong to it (base/arena.h), steps by
 * whoever loops over what input can lengthen, levels by functions that come back to themselves through what input says:
 * a name that stands for another, a parser with parents. What is spent stays spent, and leaves no steps either: one
 * question, "are there steps left", tells a loop or a walk to stop and to answer Unknown.
 *
 * Steps are counted, time is not measured: the answer is the same on every machine and with any number of threads. A
 * step is a node that is evaluated, some ten elements or some hundred bytes that are looked at; 500,000 take less than
 * a second.
 *
 * One thread at a time works on a file; the bytes of a run are counted by all of them. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H
#include "base/util.h"

enum { BUDGET_STEPS = 500000 /* a second */, BUDGET_SECONDS = 2, BUDGET_MIB = 240, BUDGET_RUN_MIB = 1024 };
enum { BUDGET_DEPTH = 200 /* levels that stand on the stack at once; some KiB each */ };

struct budget_run {
	uint64_t limit; /* bytes */
	_Atomic uint64_t taken;
};
struct budget {
	uint64_t steps, bytes;	/* left */
	struct budget_run *run; /* that it is a part of; NULL: none */
	uint32_t depth;		/* levels that are entered now, by all functions that share it */
	bool spent;		/* something was refused for want of either */
};

/* Half of what is left, which is taken from it; what of that is not spent goes back. */
static inline struct budget budget_half(struct budget *left)
{
	struct budget half = { .steps = left->steps / 2, .bytes = left->bytes / 2 };

	left->steps -= half.steps;
	left->bytes -= half.bytes;
	return half;
}

static inline void budget_back(struct budget *left, const struct budget *rest)
{
	left->steps += rest->steps;
	left->bytes += rest->bytes;
}

static inline void budget_spend_all(struct budget *b)
{
	b->steps = 0;
	b->spent = true;
}

/* false: not that many are left, and none are from now on. */
static inline bool budget_steps(struct budget *b, uint64_t n)
{
	if (b->steps < n) {
		budget_spend_all(b);
		return false;
	}
	b->steps -= n;
	return true;
}

/* One level deeper; false: too deep, the answer is Unknown. Otherwise budget_up follows. A circle ends here at the
 * latest, whichever functions it leads through and wherever one of them counts from 0 again. */
static inline bool budget_down(struct budget *b)
{
	if (b->depth >= BUDGET_DEPTH)
		return false;
	b->depth++;
	return true;
}

static inline void budget_up(struct budget *b)
{
	b->depth--;
}

static inline bool budget_run_over(const struct budget_run *r)
{
	return r->taken > r->limit;
}

/* Memory that has been taken; there is no refusing it, only stopping soon. */
static inline void budget_bytes(struct budget *b, uint64_t n)
{
	if (n > b->bytes)
		budget_spend_all(b);
	b->bytes -= n < b->bytes ? n : b->bytes;
	if (b->run) {
		b->run->taken += n;
		if (budget_run_over(b->run))
			budget_spend_all(b);
	}
}
#endif

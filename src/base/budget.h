// SPDX-License-Identifier: MIT
/* The budget of one file. Each cost is charged where it arises: arenas that belong to the file charge bytes
 * (base/arena.h), loops whose length depends on input charge steps, functions that recurse on input (a name that
 * stands for another, a parser with parents) charge levels. What is spent stays spent. When bytes run out, steps are
 * 0 too: so a loop or a walk tests only "are there steps left"; if not, it stops and answers Unknown.
 *
 * The budget counts steps and does not measure time: the answer is the same on every machine and with any number of
 * threads. A step is one evaluated node, about ten elements, or about a hundred bytes; 500,000 steps take less than
 * a second.
 *
 * One thread at a time works on a file. All threads add to the bytes of a run. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H
#include "base/util.h"

enum { BUDGET_STEPS = 500000 /* a second */, BUDGET_SECONDS = 2, BUDGET_MIB = 240, BUDGET_RUN_MIB = 1024 };
enum { BUDGET_DEPTH = 200 /* levels on the stack at once; each takes some KiB */ };

struct budget_run {
	uint64_t limit; /* bytes */
	_Atomic uint64_t taken;
};
struct budget {
	uint64_t steps, bytes;	/* left */
	struct budget_run *run; /* the run that it belongs to; NULL: none */
	uint32_t depth;		/* current level, summed over all functions that share it */
	bool spent;		/* a request for steps or bytes was refused */
};

/* Takes half of what is left out of `left` and returns it. budget_back returns the unspent rest. */
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

/* false: fewer than n steps are left. From then on the budget is empty. */
static inline bool budget_steps(struct budget *b, uint64_t n)
{
	if (b->steps < n) {
		budget_spend_all(b);
		return false;
	}
	b->steps -= n;
	return true;
}

/* Goes one level deeper. false: too deep, the answer is Unknown. After true, budget_up must follow. This stops every
 * recursion cycle, whichever functions it leads through, even if one of them counts from 0 again. */
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

/* Charges memory that is already allocated: it can't be refused, but the work stops soon. */
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

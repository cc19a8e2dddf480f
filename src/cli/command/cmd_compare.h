// SPDX-License-Identifier: MIT
/* What `cfglint compare` has computed about its runs, for the printers. */
#ifndef CLI_COMMAND_CMD_COMPARE_H
#define CLI_COMMAND_CMD_COMPARE_H
#include "cli/shared/logged.h"
#include "run/drift.h"
#include "run/formats/read_log.h"
#include "run/pace.h"

enum verdict {
	VERDICT_BASELINE,
	VERDICT_NONE,	    /* one of both has no speed: why */
	VERDICT_OTHER_WORK, /* iterations do other work: why */
	VERDICT_NO_SPREAD,  /* of given figures: unknown whether the difference is noise */
	VERDICT_UNDECIDED,
	VERDICT_FASTER,
	VERDICT_SLOWER
};
struct compared {
	const char *name;		/* as given */
	bool figure;			/* a given speed: there is no log */
	struct runs runs;		/* zero of a figure */
	struct logged l;		/* its run NULL: of a figure */
	struct pace pace;		/* silent: it has none */
	uint32_t batch, world, workers; /* samples of a GPU, GPUs, loader processes of a GPU; 0: not known */
	bool workers_known;
	const char *precision; /* "mixed", "single"; NULL: not known */
	double memory;	       /* MiB at most; NaN. The card: l.card */
	double data, stalls,
		events; /* shares: of an iteration; of the wall time; that of evaluations, checkpoints; NaN */
	struct beside beside;
	double rate;	/* samples a second of the iterations alone; NaN */
	double whole;	/* of the wall time without start, end and pauses; NaN */
	double samples; /* that it trained with, as rates count them */
	double total;	/* seconds for the samples that the baseline's run is to see, at that speed; NaN */
	/* against the baseline */
	enum verdict verdict;
	const char *why; /* a clause; NULL */
	struct speedup up;
	double floor;
	const char *floor_why; /* what differs in the machine; NULL: nothing */
	struct drifts drifts;
	/* the same for the wall time, stops of the iterations counted: NONE (why, where there are any), UNDECIDED,
	 * FASTER or SLOWER */
	enum verdict whole_verdict;
	const char *whole_why;
	struct speedup whole_up;
};
struct comparison {
	struct compared *at; /* the first is the baseline */
	uint32_t n;
	bool per_gpu; /* rates are those of one GPU: not every run's number of GPUs is known */
};
bool compare_configs(const struct comparison *all, uint32_t i); /* whether the first one's and that one's are known */
const struct ledger *compared_ledger(const struct compared *c); /* NULL: it has none */
const char *verdict_word(enum verdict v);			/* "not-the-same-work" */
#endif

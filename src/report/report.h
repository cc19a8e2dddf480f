// SPDX-License-Identifier: MIT
/* What a run found, printed in one of several formats. A format is a file of this folder and a row in priv.h: the
 * option's choices and messages follow from the rows, and tests name whatever else lacks it (completions, manual, an
 * example). */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H
#include "fix/fix_outcome.h"
#include <stdio.h>

/* How it is printed: the user's options, and the output. */
struct report_opts {
	FILE *to;
	const char *cwd; /* absolute; file names are printed relative to it */
	bool color;
	unsigned width;	     /* of source lines */
	unsigned wrap;	     /* of messages; 0: one line each, for programs */
	bool quiet;	     /* no summary */
	bool unsafe;	     /* unsafe fixes are on: count them as fixable */
	bool statistics;     /* count findings by rule instead of printing them */
	const char *docs;    /* where the rules' pages are; NULL or empty: only their paths are printed */
	bool each;	     /* findings of one cause are listed one by one, regardless of their number */
	bool tried;	     /* --fix has run: allowed fixes that are left can't be applied */
	bool speed;	     /* of `cfglint slow`: rules of other kinds did not run, and fixes need `--select perf` */
	bool copy;	     /* another report of this run shows what this one has no room for */
	const char *version; /* of the program */
};

struct unreadable {	  /* reported on standard error, and the reason for exit status 2 */
	const char *path; /* absolute; NULL: it is about no existing file */
	const char *message;
	struct unreadable *next;
};

/* The data to print. */
struct report {
	struct report_opts o;
	const struct sources *sources;	  /* of the finding that is being printed; report_print sets it */
	const struct dialects *dialects;  /* may be NULL */
	const struct fix_result *applied; /* the applied fixes, if they are listed; else NULL */
	const struct fix_result *fixing;  /* what --fix refused; NULL: no fix was tried */
	const struct diags *found;
	const struct diags *held; /* performance suggestions, to be counted; NULL: none */
	const struct lint_stats *stats;
	const char *through; /* names of the files that others were linted through, and the first; NULL: none */
	const struct subject *first_through;
	const struct diags *old; /* found, and known of: counted by the file `baseline`; NULL: none are */
	const char *baseline;
	const struct unreadable *unreadable; /* NULL: none */
	uint32_t refuted;		     /* suggestions left out, since a run shows them not to be worth it */
	bool known;	/* the finding that is being printed is one of `old`; report_print sets it */
	uint32_t fixed; /* findings that --fix took away before this report */
	void *state;	/* the reporter's own */
};

struct reporter {
	const char *name;
	bool bare;			 /* findings only: files without rules are reported on standard error */
	bool document;			 /* prints output even if nothing was found or linted */
	bool gathers;			 /* many findings of one cause are one: people read it */
	bool counts;			 /* it prints statistics, too */
	bool old;			 /* it prints what is known of, too: r->known is set */
	size_t state;			 /* bytes of its own state, zeroed before begin, freed after end */
	void (*begin)(struct report *r); /* NULL: nothing to print before the first finding */
	void (*fixed)(struct report *r, const struct fix_outcome *f); /* before the findings; NULL: nothing */
	void (*finding)(struct report *r, const struct diag *d);
	void (*end)(struct report *r);
};

/* Whether --fix would try one of the finding's fixes, with --unsafe-fixes (unsafe) or without. */
bool report_fixable(const struct diag *d, bool unsafe);
const char *reporter_name(size_t i);			/* the first is the default; NULL: end of the list */
const struct reporter *reporter_find(const char *name); /* NULL: none */
void report_print(struct report *r, const struct reporter *as);
#endif

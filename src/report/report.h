// SPDX-License-Identifier: MIT
/* What a run found, printed in one of several formats. A format is a file of this folder and a row in priv.h: the
 * option's choices and messages follow from the rows, and tests name whatever else lacks it (completions, manual, an
 * example). */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H
#include "fix/fix_outcome.h"
#include <stdio.h>

/* How it is printed: what the user asked for, and where it goes. */
struct report_opts {
	FILE *to;
	const char *cwd; /* absolute; file names are printed relative to it */
	bool color;
	unsigned width;	     /* of source lines */
	unsigned wrap;	     /* of messages; 0: a line each, for who reads them by program */
	bool quiet;	     /* no summary */
	bool unsafe;	     /* unsafe fixes are on: count them as fixable */
	bool statistics;     /* count findings by rule instead of printing them */
	const char *docs;    /* where the rules' pages are; NULL or empty: their paths alone are told */
	bool each;	     /* findings of one cause are told one by one, whatever their number */
	bool tried;	     /* --fix has run: what is left of the fixes that were allowed can't be made */
	bool speed;	     /* of `cfglint slow`: rules of other kinds did not run, and fixes need `--select perf` */
	bool copy;	     /* another report of this run tells people what it has no room for */
	const char *version; /* of the program */
};

struct unreadable {	  /* told on standard error, and why the exit status is 2 */
	const char *path; /* absolute; NULL: it is about no file that is there */
	const char *message;
	struct unreadable *next;
};

/* What there is to print. */
struct report {
	struct report_opts o;
	const struct sources *sources;	  /* of the finding that is being printed; report_print sets it */
	const struct dialects *dialects;  /* may be NULL */
	const struct fix_result *applied; /* the fixes made before, where they are to be listed; else NULL */
	const struct fix_result *fixing;  /* what --fix refused; NULL: nothing was tried */
	const struct diags *found;
	const struct diags *held; /* performance suggestions, to be counted; NULL: none */
	const struct lint_stats *stats;
	const char *through; /* names of the files that others were judged through, and the first; NULL: none were */
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
	bool bare;			 /* findings alone: which files have no rules is told on standard error */
	bool document;			 /* even where nothing was found, or looked at, something must be printed */
	bool gathers;			 /* many findings of one cause are one: people read it */
	bool counts;			 /* it prints statistics, too */
	bool old;			 /* it prints what is known of, too: r->known is set */
	size_t state;			 /* bytes of its own, zeroed before begin, gone after end */
	void (*begin)(struct report *r); /* NULL: nothing to print before the first finding */
	void (*fixed)(struct report *r, const struct fix_outcome *f); /* before the findings; NULL: nothing */
	void (*finding)(struct report *r, const struct diag *d);
	void (*end)(struct report *r);
};

/* Whether --fix would try one of the finding's fixes, with --unsafe-fixes (unsafe) or without. */
bool report_fixable(const struct diag *d, bool unsafe);
const char *reporter_name(size_t i);			/* the first is the default; NULL: there are no more */
const struct reporter *reporter_find(const char *name); /* NULL: none */
void report_print(struct report *r, const struct reporter *as);
#endif

// SPDX-License-Identifier: MIT
/* Which names the modules of packages have had, by release: the tables of rules/exports/, which
 * tools/package-exports.py makes. They are read in place, as text. */
#ifndef PROJECT_EXPORTS_H
#define PROJECT_EXPORTS_H
#include "base/arena.h"
#include <stdbool.h>

struct export_row {		     /* texts in the arena; NULL: none */
	const char *package;	     /* whose table it is */
	const char *since;	     /* the first release that has it; NULL: the oldest one that was read has it */
	const char *until;	     /* the last one; NULL: the newest has it */
	const char *now;	     /* the module that has the name today */
	const char *oldest, *newest; /* the releases that were read */
	bool whole;		     /* it is the module that came or went, with all its names */
};
/* Of `from module import name`; name NULL: `import module`. false: no table says anything about it. */
bool export_find(struct arena *a, const char *module, const char *name, struct export_row *out);
#endif

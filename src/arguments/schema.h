// SPDX-License-Identifier: MIT
/* Which arguments a class or a format of files takes, by version: the tables of rules/schemas/, one for each package.
 *
 * 	trl.SFTConfig  - max_seq_length 0.9.2-0.19.1 int None		taken by these versions of trl
 * 	               - max_length 0.16.0- int 1024			... and by the newest one that is known
 * 	               is: [transformers.TrainingArguments]		takes what these take, too
 *
 * Immutable once loaded. */
#ifndef ARGUMENTS_SCHEMA_H
#define ARGUMENTS_SCHEMA_H
#include "base/map.h"
#include "base/str.h"
#include "text/vfs.h"

struct ynode;
struct schema_row { /* one type and default of an argument, and the versions of the class's package that have them */
	const char *since, *until; /* NULL: as below */
	const char *type, *value;
	struct schema_row *next; /* newer; NULL: the last */
};
struct schema_argument { /* the rows of one name in one class, as one */
	const struct str *name;
	const struct str *package; /* whose versions these are */
	const char *newest;	   /* the newest of them that was read */
	/* since NULL: the oldest version that was read takes it; until NULL: the newest does */
	const char *since, *until;
	const char *type;	   /* int, float, bool, str, list, dict, any, or the values of a choice, a|b|c */
	const char *value;	   /* its default, as in Python; "-": it has none, "?": it is computed */
	const char *stage;	   /* "3": only that stage of the optimizer's sharding reads it; NULL: each */
	struct schema_row *rows;   /* oldest first */
	const struct str *becomes; /* the name that the value has had since, of the same meaning; NULL: none */
};
struct schema_class {
	const struct str *name, *package;
	const char *newest;	      /* the newest version of the package that was read */
	const struct ynode *versions; /* a list of all that were read, oldest first; NULL: none */
	struct map argument;	      /* name -> struct schema_argument */
	const struct str **all;	      /* its names, in the file's order */
	uint32_t n;
	const struct str **is; /* classes whose arguments it takes, too */
	uint32_t nis;
};
struct schema_table { /* one of rules/schemas/ */
	const struct str *package;
	const char *oldest, *newest, *made; /* made: the day of the newest release that was read */
	uint32_t nclasses;
};
struct schemas;
/* Read at the first call; lives as long as fs. */
const struct schemas *schemas_of(const struct vfs *fs);
/* Whether there is a table of the package of that dotted name; reads none, so that each script may ask. */
bool schema_has_package(const char *dotted);
/* Whether an argument of that name names a file that has a table (schema_of_file); reads none, either. */
bool schema_names_file(struct arena *a, const char *argument);
/* By its name, or by another dotted name of the same. NULL: none of these. */
const struct schema_class *schema_class(const struct schemas *s, const struct str *name);
/* Also of the classes that it is. NULL: no version takes it. */
const struct schema_argument *schema_argument(const struct schemas *s, const struct schema_class *c,
					      const struct str *name);
/* Some class of some table takes an argument of that name. */
bool schema_any(const struct schemas *s, const struct str *name);
/* The newest version that was read and is not above that one; NULL: there is none. most NULL: the newest. */
const char *schema_version_upto(const struct schema_class *c, const char *most);
/* All names that some version takes, on a. n: how many. */
const struct str **schema_names(struct arena *a, const struct schemas *s, const struct schema_class *c, uint32_t *n);
/* The table of the file that an argument of that name names; NULL: it names none. */
const struct schema_class *schema_of_file(const struct schemas *s, const struct str *argument);
/* By the names of their files. */
const struct schema_table *schema_tables(const struct schemas *s, uint32_t *n);
/* The package of each table; NULL-terminated. */
const struct str *const *schema_packages(const struct schemas *s);
#endif

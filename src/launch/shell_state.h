// SPDX-License-Identifier: MIT
/* The state at one point of a script: its variables and positionals. A NULL text is unknown; an unset variable comes
 * from the environment, so it is unknown too. */
#ifndef LAUNCH_SHELL_STATE_H
#define LAUNCH_SHELL_STATE_H
#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "shell/shell_ast.h"
#include "text/source.h"

enum { VARIABLES_MAX = 300, FIELDS_MAX = 4000, TEXT_MAX = 1 << 16 };

struct expanded { /* a word after expansion */
	const char *text;
	const char *begins, *ends; /* text NULL: the known text before and after the unknown part; else NULL */
	struct span at;		   /* the word in the script */
	struct span origin;	   /* where its text was written, if one variable gave all of it; else `at` */
	struct span last;	   /* the same for its bytes from..to only */
	uint32_t from, to;
	const char *gone; /* the variable whose empty text removed this word, so that there is none */
	bool missing;	  /* it is empty because a known call lacks a positional */
	bool open;	  /* an unknown number of words */
	bool glob;	  /* an unquoted pattern, which file names may replace */
};
VEC(shell_fields, struct expanded);

struct shell_variable {
	const struct str *name;
	const char *text;
	struct span at; /* where it was set */
	struct span name_at;
	bool exported, array, set_here; /* set_here: by this script, not by a calling one */
	bool missing;			/* as in struct expanded */
	const struct expanded *item;
	uint32_t n;
	bool open; /* array: its items are unknown; a single item may be open too */
};
struct state {
	struct shell_variable *at;
	uint32_t n, cap;
	bool errexit, pipefail, dead; /* dead: control does not reach this point */
	uint32_t files;		      /* open files allowed for a process (ulimit -n); 0: unset or unknown */
	const char *folder;	      /* current folder relative to the start; NULL: unchanged; "": unknown */
};
struct positionals {
	const struct expanded *at; /* after $0 */
	uint32_t n;
	bool known; /* false: the user gives them */
};

struct shell_variable *state_find(const struct state *s, const struct str *name); /* NULL: none */
/* Finds or adds it; NULL: there are too many. A new one is zeroed except its name. */
struct shell_variable *state_put(struct arena *a, struct state *s, const struct str *name);
void state_unset(struct state *s, const struct str *name);
/* A file name relative to the script's start folder; NULL: unknown. */
const char *state_name(struct arena *a, const char *folder, const char *name);
struct state state_copy(struct arena *a, const struct state *s);
/* The join of two states; a dead one is ignored. */
struct state state_join(struct arena *a, const struct state *x, const struct state *y);
#endif

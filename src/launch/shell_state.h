// SPDX-License-Identifier: MIT
/* What is known at one point of a script: its variables and positionals. A text that is NULL is not known; a variable
 * that nobody set is the environment's, and not known either. */
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
	const char *begins, *ends; /* text NULL: what is known of it before and behind what isn't; else NULL */
	struct span at;		   /* the word in the script */
	struct span origin;	   /* where its text was written, when one variable gave all of it; else `at` */
	struct span last;	   /* likewise of its bytes from..to alone */
	uint32_t from, to;
	const char *gone; /* the variable whose empty text left no word here: then there is none */
	bool missing;	  /* it is empty for want of a positional in a call that is known */
	bool open;	  /* not known how many words */
	bool glob;	  /* an unquoted pattern, which names of files may replace */
};
VEC(shell_fields, struct expanded);

struct shell_variable {
	const struct str *name;
	const char *text;
	struct span at; /* its value where it was set */
	struct span name_at;
	bool exported, array, set_here; /* set_here: by this script, not by one around it */
	bool missing;			/* as of fields */
	const struct expanded *item;
	uint32_t n;
	bool open; /* array: not known which items; one of them may be open, too */
};
struct state {
	struct shell_variable *at;
	uint32_t n, cap;
	bool errexit, pipefail, dead; /* dead: control doesn't come here */
	uint32_t files;	    /* that a process may have open (ulimit -n); 0: nothing says it, or it isn't known */
	const char *folder; /* where it changed to, from where it began; NULL: nowhere; "": that isn't known */
};
struct positionals {
	const struct expanded *at; /* behind $0 */
	uint32_t n;
	bool known; /* else the user gives them */
};

struct shell_variable *state_find(const struct state *s, const struct str *name); /* NULL */
/* Room for it; NULL: there are too many. A new one is zeroed but for its name. */
struct shell_variable *state_put(struct arena *a, struct state *s, const struct str *name);
void state_unset(struct state *s, const struct str *name);
/* A name of a file as it is called where the script began; NULL: not known. */
const char *state_name(struct arena *a, const char *folder, const char *name);
struct state state_copy(struct arena *a, const struct state *s);
/* What is known when control came by either; one that is dead doesn't count. */
struct state state_join(struct arena *a, const struct state *x, const struct state *y);
#endif

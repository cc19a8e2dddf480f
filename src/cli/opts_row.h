// SPDX-License-Identifier: MIT
/* The table of options; opts.c reads it. */
#ifndef CLI_OPTS_ROW_H
#define CLI_OPTS_ROW_H
#include "base/arena.h"
#include "base/buf.h"
#include "cli/opts.h"

enum kind {
	FLAG,	/* bool; --no-X takes it back */
	CHOICE, /* const char *: "" for the bare option, or one of the choices behind '='; --no-X takes it back: NULL */
	TEXT,	/* const char *; the last one counts */
	LIST,	/* struct strings; split at commas, repeated ones add up */
	REPEAT, /* struct strings; taken whole, repeated ones add up */
	PAIRS,	/* struct strings; as REPEAT, and takes all following words that contain '=' */
};
enum group { /* under which --help lists it, in this order */
	     GROUP_FIX,
	     GROUP_RULES,
	     GROUP_MACHINE,
	     GROUP_RUN,
	     GROUP_FILES,
	     GROUP_READ,
	     GROUP_VIEW,
	     GROUP_OUTPUT,
	     GROUP_BASE,
	     GROUP_GENERAL,
	     GROUP_COUNT
};
struct row {
	const char *name;
	enum kind kind;
	size_t at; /* of its field in struct opts */
	enum group group;
	unsigned commands; /* the commands that have the option */
	char letter;	   /* -x; 0: none */
	const char *arg;   /* as --help calls its text */
	/* The texts that it takes, checked here: "a|b|c", or the i-th, NULL behind the last. Neither: any text. */
	const char *choices;
	const char *(*choice)(size_t i);
	int most;      /* of a positive number; 0: it is none */
	bool fraction; /* which need not be whole */
	bool zero;     /* is a value of it too */
	const char *help;
	const char *main; /* it is another name of this option, which no help lists; NULL: it isn't */
};
extern const struct row opts_rows[];
extern const size_t opts_nrows;

bool row_has_choices(const struct row *r);
void row_choices(const struct row *r, struct arena *a, struct strings *out);
/* "full, concise or json" by ", " and " or " */
void choices_put(struct buf *b, const struct strings *all, const char *between, const char *last);
#endif

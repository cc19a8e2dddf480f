// SPDX-License-Identifier: MIT
/* rules/plan*.yaml as they are read: expressions and f-strings, checked. */
#ifndef CLI_SHARED_SHEET_SPEC_H
#define CLI_SHARED_SHEET_SPEC_H
#include "cli/shared/sheet.h"
#include "lint/rules/rule.h"

/* What expressions may name beside the lets; X(id, name) */
#define SHEET_NAMES(X) \
	X(SET, "e") \
	X(ALL, "all") \
	X(VALUES, "v") \
	X(FROM, "o") \
	X(ASKED, "asked") \
	X(CALLS, "calls") \
	X(WAS, "was") \
	X(STEP, "step")
#define ITEM(id, ...) SHEET_##id,
enum sheet_name { SHEET_NAMES(ITEM) SHEET_COUNT };
#undef ITEM

struct sheet_spec_row {
	const char *key, *unit;
	const struct node *label, *value, *text, *when, *each, *from; /* label: an f-string; all but it may be NULL */
};
struct sheet_line {
	const struct node *when, *text;
};
struct sheet_lines {
	struct sheet_line *at;
	uint32_t n;
};
struct sheet_shape {
	const struct str *name;
	const struct node *factor;
};
struct sheet_part {
	const char *name;
	const struct node *bytes;
};
struct sheet {
	const struct str *const *name; /* SHEET_COUNT of them */
	const struct node *fits;
	struct let *let;
	struct sheet_spec_row *row;
	struct sheet_shape *shape;
	uint32_t nlets, nrows, nshapes;
	struct sheet_lines notes, advice, refusals;
	const char *curve;					     /* its key; NULL: none */
	const struct node *rate, *rate_from, *shape_of, *shape_from; /* of the curve */
	const struct node *length, *peak;
	const char *picture; /* its title; NULL: none */
	const struct node *picture_when, *batches,
		*card;		 /* batches: a list of [batch, total, low, high] in bytes; card: GiB */
	struct sheet_part *part; /* of the picture */
	uint32_t nparts;
	const struct ynode *unknown; /* a map: name -> why it lacks */
};

struct sheet_list { /* in the order of the files' names */
	struct sheet *at;
	uint32_t n;
};

/* Those of the rules of the session. false: e says what is wrong, where. */
bool sheets_load(struct session *s, struct sheet_list *out, struct err *e);
#endif

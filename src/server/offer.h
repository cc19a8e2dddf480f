// SPDX-License-Identifier: MIT
/* The list of a completion: what may be written in place of the word at the cursor. */
#ifndef SERVER_OFFER_H
#define SERVER_OFFER_H
#include "server/server.h"

/* As the protocol numbers them. */
enum { KIND_FIELD = 5, KIND_CLASS = 7, KIND_VALUE = 12, KIND_FILE = 17, KIND_FOLDER = 19 };
enum { OFFERS_MAX = 1000 };

struct offers {
	enum column_unit unit;
	struct arena *a;
	const struct source *src; /* the text as it is */
	uint32_t from, cursor;	  /* the word */
	const char **given;	  /* names that aren't offered; NULL-terminated; NULL: none */
	struct map seen;
	json_t *list;
};
bool offer_is_new(struct offers *o, const char *name); /* true once for each name that isn't given */
/* rank: smaller ones come first. detail: may be NULL. */
json_t *offer_item(struct offers *o, int kind, const char *name, const char *text, const char *detail, int rank);
void offer(struct offers *o, int kind, const char *name, const char *text, const char *detail, int rank); /* if new */
json_t *offers_answer(struct offers *o); /* takes the list */
#endif

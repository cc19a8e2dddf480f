// SPDX-License-Identifier: MIT
/* Answers as the store keeps them: a few texts. A text or nothing is "=text" or ""; a place is its file's path and two
 * offsets; parameters are flags, places and names. */
#ifndef CODE_ANSWER_H
#define CODE_ANSWER_H
#include "code/code.h"

struct index;
enum { ANSWER_PLACE = 3 }; /* texts of a place */

const char *answer_text(struct arena *a, const char *s);
const char *answer_text_read(const char *kept);
void answer_place(struct arena *a, const char **out, struct code_place p);
/* Nowhere, unless the file is of the project still; for files_place. */
struct code_place answer_place_read(const struct index *x, const char *const *kept);

struct answer_params { /* of a class or a method */
	struct code_params p;
	bool none, empty;
};
const char **answer_params(struct arena *a, const struct code_params *p, bool empty, uint32_t *n);
/* kept outlives a. NULL: none were kept there. */
struct answer_params *answer_params_read(const struct index *x, struct arena *a, const char *const *kept, uint32_t n);
#endif

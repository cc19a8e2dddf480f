// SPDX-License-Identifier: MIT
/* Answers as the store writes them: a few texts. A text is "=text", no text is "". A place is the path of its file
 * and two offsets; parameters are flags, places and names. */
#ifndef CODE_ANSWER_H
#define CODE_ANSWER_H
#include "code/code.h"

struct index;
enum { ANSWER_PLACE = 3 }; /* texts of a place */

const char *answer_text(struct arena *a, const char *s);
const char *answer_text_read(const char *stored);
void answer_place(struct arena *a, const char **out, struct code_place p);
/* A place for files_place(). It is zero if the file is no longer part of the project. */
struct code_place answer_place_read(const struct index *x, const char *const *stored);

struct answer_params { /* of a class or a method */
	struct code_params p;
	bool none, empty;
};
const char **answer_params(struct arena *a, const struct code_params *p, bool empty, uint32_t *n);
/* stored must outlive a. NULL: nothing is stored there. */
struct answer_params *answer_params_read(const struct index *x, struct arena *a, const char *const *stored, uint32_t n);
#endif

// SPDX-License-Identifier: MIT
/* Writes answers for the store and reads them back. Any other text in a file gives no answer. */
#include "code/answer.h"
#include "code/gather.h"
#include "code/index.h"
#include "code/priv.h"
#include <stdlib.h>

enum { OPEN = 1, SWALLOWS, EMPTY, WHY, BY, NAMES, TWICE, PLACES = 9, HEAD = PLACES + 2 * ANSWER_PLACE };

const char *answer_text(struct arena *a, const char *s)
{
	return s ? arena_prefixed(a, '=', s) : "";
}

const char *answer_text_read(const char *stored)
{
	return *stored ? stored + 1 : NULL;
}

void answer_place(struct arena *a, const char **out, struct code_place p)
{
	out[0] = answer_text(a, p.file ? p.file->path : NULL);
	out[1] = arena_printf(a, "%u", p.lo);
	out[2] = arena_printf(a, "%u", p.hi);
}

struct code_place answer_place_read(const struct index *x, const char *const *stored)
{
	const struct cfile *f = *stored[0] ? pymodel_file(&x->m, stored[0] + 1) : NULL;
	if (!f)
		return (struct code_place){ 0 };
	return (struct code_place){ &f->unread, (uint32_t)strtoul(stored[1], NULL, 10),
				    (uint32_t)strtoul(stored[2], NULL, 10) };
}

static const struct str *const *names(struct arena *a, const char *const *text, uint32_t n)
{
	const struct str **out = arena_array(a, const struct str *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		out[i] = str_lit(text[i]);
	return out;
}

struct answer_params *answer_params_read(const struct index *x, struct arena *a, const char *const *f, uint32_t n)
{
	struct answer_params *k = arena_new(a, struct answer_params);
	uint32_t own = n >= HEAD ? (uint32_t)atoi(f[NAMES]) : 0, twice = n >= HEAD ? (uint32_t)atoi(f[TWICE]) : 0;
	if (n < HEAD || n - HEAD != (uint64_t)own + twice)
		return NULL;
	k->p = (struct code_params){ .open = *f[OPEN],
				     .swallows = *f[SWALLOWS],
				     .why = answer_text_read(f[WHY]),
				     .by = answer_text_read(f[BY]),
				     .n = own,
				     .ntwice = twice };
	k->empty = *f[EMPTY];
	k->p.at = answer_place_read(x, f + PLACES);
	k->p.twice_at = answer_place_read(x, f + PLACES + ANSWER_PLACE);
	k->p.name = names(a, f + HEAD, own);
	k->p.twice = names(a, f + HEAD + own, twice);
	return k;
}

const char **answer_params(struct arena *a, const struct code_params *p, bool empty, uint32_t *n)
{
	const char **f = arena_array(a, const char *, HEAD + p->n + p->ntwice);
	f[0] = "params";
	f[OPEN] = p->open ? "open" : "";
	f[SWALLOWS] = p->swallows ? "swallows" : "";
	f[EMPTY] = empty ? "empty" : "";
	f[WHY] = answer_text(a, p->why);
	f[BY] = answer_text(a, p->by);
	f[NAMES] = arena_printf(a, "%u", p->n);
	f[TWICE] = arena_printf(a, "%u", p->ntwice);
	f[TWICE + 1] = "";
	answer_place(a, f + PLACES, p->at);
	answer_place(a, f + PLACES + ANSWER_PLACE, p->twice_at);
	*n = HEAD;
	for (uint32_t i = 0; i < p->n; i++)
		f[(*n)++] = p->name[i]->s;
	for (uint32_t i = 0; i < p->ntwice; i++)
		f[(*n)++] = p->twice[i]->s;
	return f;
}

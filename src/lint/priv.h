// SPDX-License-Identifier: MIT
/* Records in memory: lint/records.c reads and writes them, lint/recall.c uses them. */
#ifndef LINT_PRIV_H
#define LINT_PRIV_H
#include "lint/records.h"
#include <pthread.h>
#include <string.h>

enum {
	MADE_FROM_MAX = 512 /* texts of one subject */,
	NUMBERS = 6 /* of a record, before those of texts */,
	ANSWER = 3 /* numbers of an answer */,
	WORDS_MAX = 20000 /* 250 bytes each */
};

enum { WAS_GOOD = 1, NO_OUTCOME = 2 /* that can be told again */ };

struct record {
	const char *bytes; /* from the numbers on */
	uint32_t n;
	const char *outcome;
	uint32_t kind, path, root, nfrom, nanswers;
	uint32_t flags;
	bool changed;
	struct subject *subject; /* that stands for it in this run; NULL: none */
};
struct search { /* numbers of texts */
	uint32_t of, n;
	const char *path;
};
struct word { /* numbers of texts: of what, of which file, the answer */
	uint32_t what, of, is;
	const struct word *next; /* of the same file */
};
struct records {
	pthread_mutex_t lock;
	struct arena arena;
	struct buf old; /* what was read; records point into it */
	struct texts texts;
	VEC(, struct record) known;
	struct map by_path;
	struct buf now;
	VEC(, struct search) searched; /* in the earlier run */
	struct buf searches;	       /* of this one, as bytes */
	uint32_t nsearches;
	VEC(, const struct word *) words;
	bool edits, none; /* none: nothing is written */
};

static inline uint32_t record_word(const char *bytes, size_t i)
{
	uint32_t x;

	memcpy(&x, bytes + i * sizeof x, sizeof x);
	return x;
}

static inline const char *records_text(const struct records *r, uint32_t n)
{
	return r->texts.at.at[n - 1]->s->s;
}

static inline uint32_t record_made_from(const struct record *x, uint32_t i)
{
	return record_word(x->bytes, NUMBERS + i);
}

static inline struct heir_answer record_answer(const struct records *r, const struct record *x, uint32_t i)
{
	const char *at = x->bytes + (NUMBERS + x->nfrom + (size_t)i * ANSWER) * sizeof i;
	uint32_t yes = record_word(at, 2);

	return (struct heir_answer){ record_word(at, 0), records_text(r, record_word(at, 1)),
				     yes ? records_text(r, yes) : NULL };
}

static inline void record_put_word(struct buf *b, uint32_t x)
{
	buf_add(b, &x, sizeof x);
}

/* The texts that it is made of, its own first. false: they are too many, or one has several names. */
bool records_add_texts(struct records *r, const struct subject *s, uint32_t *from, uint32_t *n);
#endif

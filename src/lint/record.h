// SPDX-License-Identifier: MIT
/* What was found of one subject, before findings of several are folded, as bytes and back: findings, counts, and what
 * was not checked. Of fixes and patches only what reports tell: nobody applies them from here. */
#ifndef LINT_RECORD_H
#define LINT_RECORD_H
#include "base/map.h"
#include "lint/finding/outcome.h"
#include "lint/rules/ruleset.h"

struct text {
	const struct str *s;
	uint32_t number;
	const struct rule *rule; /* that it names, where that was asked */
	const struct word *word; /* it names a file, of which this is known (lint/priv.h) */
	bool changed;		 /* likewise: its text is another now */
};
struct texts { /* each once; records name them by number, from 1 on, 0 is NULL */
	struct arena arena;
	VEC(, struct text *) at;
	struct map by_text;
};
uint32_t texts_number(struct texts *t, const char *text);     /* NULL: 0 */
uint32_t texts_find(const struct texts *t, const char *text); /* 0: there is none */
void texts_release(struct texts *t);

/* false: it is not of the kind that can be told again from its bytes (places in texts that are no files). */
bool outcome_write(struct texts *t, const struct subject *s, const struct outcome *o, struct buf *out);

struct outcome_reader {
	struct texts *texts;
	const struct ruleset *rs;
	struct arena *a;
	/* The id of that file in the subject's sources. NULL: no place is asked for. */
	uint32_t (*source)(void *ctx, const char *path);
	void *ctx;
	/* Of what was not checked before: places of another first subject aren't asked for. NULL: all are. */
	const struct lint_stats *before;
};
/* false: these are other bytes. Release the lists of out in both cases. */
bool outcome_read(const struct outcome_reader *r, const struct subject *s, const char *bytes, size_t n,
		  struct outcome *out);
#endif

// SPDX-License-Identifier: MIT
/* Templates of log lines, such as `Epoch [{epoch}][{inner}/{length}]`: compiled once, matched against bytes.
 * run/formats/log_format.h describes their syntax. */
#ifndef RUN_FORMATS_TEMPLATE_H
#define RUN_FORMATS_TEMPLATE_H
#include "base/arena.h"
#include "base/err.h"

/* clang-format off */
/* Fields that are numbers: whole, of a second (ms), or amounts of memory ("2.00 GiB", stored in MiB). */
#define FIELDS_NUMBER(X) \
	X(YEAR, year) X(MONTH, month) X(DAY, day) X(HOUR, hour) X(MINUTE, minute) X(SECOND, second) X(MS, ms) \
	X(ITER, iter) X(MAX_ITERS, max_iters) X(EPOCH, epoch) X(MAX_EPOCHS, max_epochs) X(INNER, inner) \
	X(LENGTH, length) X(AT, at) X(OF, of) X(IMAGES, images) X(VALUE, value) X(GPU, gpu) \
	X(ASKED, asked) X(TOTAL, total) X(ALLOCATED, allocated) X(FREE, free) X(RESERVED, reserved) \
	X(UNALLOCATED, unallocated)
#define FIELDS_TEXT(X) \
	X(LEVEL, level) X(LOGGER, logger) X(PRIORITY, priority) X(HOOK, hook) X(STAGE, stage) X(PARAMETER, parameter) \
	X(SHAPE, shape) X(LIST, list) X(TEXT, text)
/* clang-format on */
#define FIELD(bit, word) FIELD_##bit,
enum field {
	FIELDS_NUMBER(FIELD) FIELD_NUMBERS,
	FIELD_BEFORE_TEXTS = FIELD_NUMBERS - 1,
	FIELDS_TEXT(FIELD) FIELD_COUNT
};
#undef FIELD

struct slice { /* of a line */
	const char *s;
	uint32_t n;
};
struct fields {
	uint64_t set; /* bits of the fields that the last match filled; others are undefined */
	double number[FIELD_NUMBERS];
	struct slice text[FIELD_COUNT - FIELD_NUMBERS];
};
static inline bool field_set(const struct fields *f, enum field k)
{
	return f->set >> k & 1;
}
static inline uint32_t field_count(const struct fields *f, enum field k) /* 0: not set, or implausible */
{
	return field_set(f, k) && f->number[k] <= UINT32_MAX ? (uint32_t)f->number[k] : 0;
}
static inline struct slice field_text(const struct fields *f, enum field k)
{
	return field_set(f, k) ? f->text[k - FIELD_NUMBERS] : (struct slice){ "", 0 };
}

struct template_op;
struct template
{ /* zeroed: matches nothing */
	const struct template_op *op;
	uint32_t n;
};
/* text must live as long as the template. false: e says what is wrong with it. */
bool template_compile(struct arena *a, const char *text, struct template *out, struct err *e);
/* Matches from s on and fills f anew. Returns the end of the match; NULL: no match. */
const char *template_match(const struct template *t, const char *s, const char *end, struct fields *f);
/* The same from the first occurrence of the template's first literal in the line. */
const char *template_search(const struct template *t, const char *s, const char *end, struct fields *f);
int template_first(const struct template *t); /* its first byte, -1: any */

/* Parses numbers of logs quickly: nan, inf and -inf too, in any case. NULL: no number begins at s. half (may be
 * NULL): half a unit of the last digit. */
const char *number_read(const char *s, const char *end, double *out, double *half);
/* `[-1 day, ][2 days, ]H:MM:SS` in seconds. NULL: none begins at s. */
const char *duration_read(const char *s, const char *end, double *out);
#endif

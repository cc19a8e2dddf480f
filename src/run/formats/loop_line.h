// SPDX-License-Identifier: MIT
/* One line of a training loop's log as a list of figures with their names. Nothing is expected of the line: whether it
 * is about training is judged later (run/formats/loop_shape.h). */
#ifndef RUN_FORMATS_LOOP_LINE_H
#define RUN_FORMATS_LOOP_LINE_H
#include "run/formats/loop_words.h"

enum {
	LOOP_ITEMS = 64 /* figures of a line that are read */,
	LOOP_NAMES = 512,
	LOOP_NAME_MOST = 64,
	LOOP_RAW_MOST = 40
};

/* The names of a log that have a role, each once. All others are OTHER or, of validation, OTHER_VAL; so are those
 * beyond LOOP_NAMES. */
enum { LOOP_NO_NAME = 1, LOOP_OTHER, LOOP_OTHER_VAL };
struct loop_name {
	char text[LOOP_NAME_MOST]; /* words in lower case, at most the last four */
	char raw[LOOP_RAW_MOST];   /* as the log spells the last of them */
	enum loop_role role;
	uint32_t rank;
	bool val;      /* it names a figure of validation */
	double factor; /* to seconds, where the name ends in a unit of time, else 0: `time (ms)` */
};
struct loop_names {
	const struct loop_words *words;
	struct loop_name at[LOOP_NAMES]; /* from 1 */
	uint32_t n;
	uint16_t slot[2 * LOOP_NAMES]; /* by hash; 0: empty */
	uint32_t clock;		       /* the template of the last date */
	struct {		       /* the last spellings, by their hash */
		char raw[LOOP_RAW_MOST];
		uint8_t n;
		uint16_t name;
	} seen[LOOP_NAMES];
};
void loop_names_begin(struct loop_names *n, const struct loop_words *w);
/* raw: as spelt; words are found in it. */
uint32_t loop_name_of(struct loop_names *n, const char *raw, size_t len);

struct loop_item {
	uint32_t key;		/* name, a pair or not, and which of those of the line that are alike: loop_key_* */
	double value, half, of; /* of: of a pair `value/of`, else NaN */
	enum loop_unit unit;
	double factor; /* of the unit, else 1 */
	bool whole;    /* digits only */
	bool bracket;  /* between [ and ] */
	bool duration; /* H:MM:SS; value is seconds */
};
enum { LOOP_KEY_PAIR = 1, LOOP_KEY_NTH = 2, LOOP_KEY_NAME = 64 };
static inline uint32_t loop_key_name(uint32_t key)
{
	return key / LOOP_KEY_NAME;
}
static inline bool loop_key_pair(uint32_t key)
{
	return key & LOOP_KEY_PAIR;
}
struct loop_line {
	struct loop_item at[LOOP_ITEMS];
	uint32_t n;
	bool val;   /* what stands before its first figure, or its counter, speaks of validation */
	bool dated; /* `stamp` holds the date and time at its head */
	struct fields stamp;
	double bar_at, bar_of, bar_elapsed; /* of a progress bar `at/of [MM:SS<MM:SS`; NaN: it has none */
};
/* Of a line of any length. */
void loop_line_scan(struct loop_names *names, const char *s, const char *end, struct loop_line *out);
/* The figures of a row of a table. column: their names, 0 for columns without one. */
void loop_line_row(const uint32_t *column, uint32_t n, const char *s, const char *end, struct loop_line *out);
const struct loop_item *loop_line_item(const struct loop_line *l, uint32_t key); /* NULL: it has none */
#endif

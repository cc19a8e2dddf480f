// SPDX-License-Identifier: MIT
/* Reads `loop` of a file in rules/logs/, and finds the role of a name: the longest run of its last words that a list
 * has. Invariant: names of the lists and of the log are compared in the same form, words separated by one blank.
 *
 *   "train box loss"   LOSS by its last word
 *   "data time"        DATA_TIME, not TIME: two words of it fit
 *   "lr backbone"      LR by `lr *` */
#include "run/formats/loop_words.h"
#include <stdlib.h>
#include <string.h>

enum { UNITS = 4, WORD_MOST = 24, NO_FIT = 1 << 20 };
static const char *const role_word[LOOP_ROLES] = { "step", "epoch", "time",   "elapsed",   "data_time", "loss",
						   "lr",   "eta",   "memory", "grad_norm", "steps",	"val_time" };

struct texts {
	const char **at;
	uint32_t n;
};
struct unit_word {
	const char *word;
	double factor;
	enum loop_unit unit;
};
struct loop_words {
	struct texts name[LOOP_ROLES], validation, saves, saved, other;
	struct template *clock;
	uint32_t nclocks;
	struct unit_word *unit;
	uint32_t nunits;
};

const char *loop_role_word(enum loop_role r)
{
	return role_word[r];
}

/* ---- reading */

static bool texts_of(struct yread *y, const struct ynode *map, const char *key, struct texts *out)
{
	return yread_texts(y, yaml_get(map, key), key, &out->at, &out->n);
}

static bool load_names(struct yread *y, const struct ynode *map, struct loop_words *w)
{
	bool ok = !map || yread_keys(y, map, role_word, LOOP_ROLES, "names");

	for (unsigned i = 0; ok && map && i < LOOP_ROLES; i++)
		ok = texts_of(y, map, role_word[i], &w->name[i]);
	return ok;
}

static bool load_units(struct yread *y, const struct ynode *map, enum loop_unit unit, struct loop_words *w)
{
	for (uint32_t i = 0; map && i < map->n; i++) {
		const char *word = yread_text(y, map->key[i], "a unit"), *factor;
		char *end = NULL;
		double x;

		factor = word ? yread_text(y, map->kid[i], word) : NULL;
		if (!factor)
			return false;
		x = strtod(factor, &end);
		if (*end || end == factor || !(x > 0))
			return yread_fail(y, map->kid[i], "%s must be a number above 0", word);
		w->unit[w->nunits++] = (struct unit_word){ word, x, unit };
	}
	return true;
}

static bool load_clock(struct yread *y, const struct ynode *n, struct loop_words *w)
{
	const char **text;
	struct err e = { 0 };

	if (!yread_texts(y, n, "clock", &text, &w->nclocks))
		return false;
	w->clock = arena_array(y->a, struct template, w->nclocks + 1);
	for (uint32_t i = 0; i < w->nclocks; i++)
		if (!template_compile(y->a, text[i], &w->clock[i], &e))
			return yread_fail(y, n, "%s", e.msg);
	return true;
}

const struct loop_words *loop_words_load(struct yread *y, const struct ynode *n)
{
	static const char *const unit[UNITS] = { "seconds", "each", "rate", "memory" };
	static const char *const keys[] = { "names",	  "seconds", "each",  "rate",  "memory",
					    "validation", "clock",   "saves", "saved", "other" };
	struct loop_words *w = arena_new(y->a, struct loop_words);
	bool ok = yread_keys(y, n, keys, ARRAY_SIZE(keys), "loop");
	uint32_t units = 0;

	for (unsigned i = 0; ok && i < UNITS; i++) {
		const struct ynode *map = yaml_get(n, unit[i]);

		ok = !map || yread_map(y, map, unit[i]);
		units += map ? map->n : 0;
	}
	w->unit = arena_array(y->a, struct unit_word, units + 1);
	for (unsigned i = 0; ok && i < UNITS; i++)
		ok = load_units(y, yaml_get(n, unit[i]), UNIT_SECONDS + i, w);
	ok = ok && (!yaml_get(n, "names") || yread_map(y, yaml_get(n, "names"), "names")) &&
	     load_names(y, yaml_get(n, "names"), w) && load_clock(y, yaml_get(n, "clock"), w) &&
	     texts_of(y, n, "validation", &w->validation) && texts_of(y, n, "saves", &w->saves) &&
	     texts_of(y, n, "saved", &w->saved) && texts_of(y, n, "other", &w->other);
	return ok ? w : NULL;
}

/* ---- asking */

static bool same(const char *word, const char *s, size_t n)
{
	return strlen(word) == n && !memcmp(word, s, n);
}

static bool has(const struct texts *t, const char *s, size_t n)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (same(t->at[i], s, n))
			return true;
	return false;
}

/* Which text of the list the words are; NO_FIT: none. */
static uint32_t place_in(const struct texts *t, const char *words)
{
	for (uint32_t i = 0; i < t->n; i++) {
		size_t n = strlen(t->at[i]);
		bool open = n && t->at[i][n - 1] == '*';

		if (open ? !strncmp(t->at[i], words, n - 1) : !strcmp(t->at[i], words))
			return i;
	}
	return NO_FIT;
}

/* The last word before `words` says that the figure is of other lines: `best loss`. */
static bool is_other(const struct loop_words *w, const char *name, const char *words)
{
	const char *end = words > name ? words - 1 : name, *s = end;

	while (s > name && s[-1] != ' ')
		s--;
	return has(&w->other, s, (size_t)(end - s));
}

enum loop_role loop_words_role(const struct loop_words *w, const char *name, uint32_t *rank)
{
	enum { SUFFIX = 1000 };
	uint32_t skipped = 0;

	for (const char *words = name; words; skipped++) {
		for (unsigned r = 0; r < LOOP_ROLES; r++) {
			uint32_t at = place_in(&w->name[r], words);

			if (at != NO_FIT && is_other(w, name, words))
				return LOOP_NO_ROLE;
			if (at != NO_FIT) {
				*rank = skipped * SUFFIX + at;
				return r;
			}
		}
		words = strchr(words, ' ');
		words = words ? words + 1 : NULL;
	}
	return LOOP_NO_ROLE;
}

bool loop_words_validates(const struct loop_words *w, const char *word, size_t n)
{
	return has(&w->validation, word, n);
}

enum loop_unit loop_words_unit(const struct loop_words *w, const char *word, size_t n, double *factor)
{
	char low[WORD_MOST];

	if (!n || n >= sizeof low)
		return UNIT_NONE;
	for (size_t i = 0; i < n; i++)
		low[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] | 32 : word[i]);
	for (uint32_t i = 0; i < w->nunits; i++)
		if (same(w->unit[i].word, low, n)) {
			*factor = w->unit[i].factor;
			return w->unit[i].unit;
		}
	return UNIT_NONE;
}

const char *loop_words_clock(const struct loop_words *w, const char *s, const char *end, uint32_t *which,
			     struct fields *out)
{
	for (uint32_t i = 0; i < w->nclocks; i++) {
		uint32_t k = (*which + i) % w->nclocks;
		const char *after;

		/* of those that begin alike the first one in the file is the most exact */
		k = i == 0 ? k : i - (i <= *which);
		after = template_match(&w->clock[k], s, end, out);
		if (after) {
			*which = k;
			return after;
		}
	}
	return NULL;
}

bool loop_words_saves(const struct loop_words *w, const char *s, const char *end)
{
	bool saves = false, saved = false;

	while (s < end) {
		char low[WORD_MOST];
		size_t n = 0;

		while (s < end && !((*s | 32) >= 'a' && (*s | 32) <= 'z') && *s != '_')
			s++;
		for (; s < end && (((*s | 32) >= 'a' && (*s | 32) <= 'z') || *s == '_'); s++, n++)
			if (n < sizeof low)
				low[n] = (char)(*s | 32);
		if (!n || n > sizeof low)
			continue;
		saves |= has(&w->saves, low, n);
		saved |= has(&w->saved, low, n);
	}
	return saves && saved;
}

// SPDX-License-Identifier: MIT
/*
 * "Did you mean": restricted Damerau-Levenshtein distance over bytes (insert, delete, replace and swap of neighbours
 * cost 1 each; no text is edited twice). Only three rows of the table are stored.
 */
#include "base/near.h"
#include <ctype.h>
#include <string.h>

enum { LONGEST = 255, FAR = 99 };

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

unsigned near_distance(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b);
	unsigned row[3][LONGEST + 1];

	if (na > LONGEST || nb > LONGEST)
		return FAR;
	for (size_t j = 0; j <= nb; j++)
		row[0][j] = (unsigned)j;
	for (size_t i = 1; i <= na; i++) {
		unsigned *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];

		now[0] = (unsigned)i;
		for (size_t j = 1; j <= nb; j++) {
			now[j] = least(least(up[j], now[j - 1]) + 1, up[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				now[j] = least(now[j], up2[j - 2] + 1);
		}
	}
	return row[na % 3][nb];
}

/* bit set of the 64 letter classes that occur: one edit changes at most two */
static uint64_t letters(const char *s)
{
	uint64_t set = 0;
	for (; *s; s++)
		set |= (uint64_t)1 << ((unsigned char)*s & 63);
	return set;
}

/* candidate extends word by whole words: drop_path_rate for drop_path */
static bool goes_on_by_words(const char *word, size_t len, const char *candidate)
{
	return strncmp(candidate, word, len) == 0 && candidate[len] == '_';
}

/* Length of a before the whole words that a and b both end with: `fam` of fam_cfg and afe_cfg. */
static size_t before_common_words(const char *a, size_t na, const char *b, size_t nb)
{
	size_t stem = na;

	for (size_t i = 1; i <= na && i <= nb && a[na - i] == b[nb - i]; i++)
		if (a[na - i] == '_')
			stem = na - i;
	return stem;
}

const char *near_find(const char *word, const char *const *candidate, size_t n)
{
	CHECK(word && (candidate || !n));

	size_t len = strlen(word);
	unsigned best = (len < 4 ? 1 : 2) + 1;
	const char *found = NULL, *longer = NULL;
	uint64_t set = letters(word);

	for (size_t i = 0; i < n; i++) {
		size_t clen = strlen(candidate[i]);

		if (!longer && goes_on_by_words(word, len, candidate[i]))
			longer = candidate[i];
		if ((clen > len ? clen - len : len - clen) >= best ||
		    __builtin_popcountll(set ^ letters(candidate[i])) > 4)
			continue;

		unsigned d = near_distance(word, candidate[i]);

		if (d < best && (d < 2 || before_common_words(word, len, candidate[i], clen) >= 4)) {
			best = d;
			found = candidate[i];
		}
	}
	return found && best == 2 && longer ? longer : found;
}

/* false: too long */
static bool fold(const char *s, char out[LONGEST + 1])
{
	size_t n = strlen(s);

	for (size_t i = 0; i <= n && n <= LONGEST; i++)
		out[i] = (char)(s[i] == '_' ? '-' : tolower((unsigned char)s[i]));
	return n <= LONGEST;
}

static bool goes_on(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);

	n = n < m ? n : m;
	return n >= 3 && memcmp(a, b, n) == 0;
}

const char *near_word(const char *word, const char *const *candidate, size_t n)
{
	char w[LONGEST + 1], c[LONGEST + 1];
	unsigned best = (strlen(word) < 4 ? 1 : 2) + 1;
	const char *found = NULL, *longer = NULL;

	if (!fold(word, w))
		return NULL;
	for (size_t i = 0; i < n; i++) {
		unsigned d = fold(candidate[i], c) ? near_distance(w, c) : FAR;

		if (d < best) {
			best = d;
			found = candidate[i];
		}
		if (d != FAR && !longer && goes_on(w, c))
			longer = candidate[i];
	}
	return found ? found : longer;
}

bool near_possible(const char *a, const char *b)
{
	return __builtin_popcountll(letters(a) ^ letters(b)) <= 4;
}

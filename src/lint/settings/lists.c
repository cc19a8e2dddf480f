// SPDX-License-Identifier: MIT
/* Lists of words, which end in NULL and are never changed: what settings of several files make together. */
#include "lint/settings/priv.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static size_t count_of(const char *const *list)
{
	size_t n = 0;
	while (list && list[n])
		n++;
	return n;
}

const char *const *list_joined(struct arena *a, const char *const *x, const char *const *y)
{
	size_t n = count_of(x), m = count_of(y);
	if (!n || !m)
		return n ? x : y;
	const char **all = arena_array(a, const char *, n + m + 1);
	memcpy(all, x, n * sizeof *all);
	memcpy(all + n, y, m * sizeof *all);
	return all;
}

bool list_has(const char *const *list, const char *word)
{
	for (; list && *list; list++)
		if (!strcasecmp(word, *list))
			return true;
	return false;
}

static int by_word(const void *x, const void *y)
{
	return strcasecmp(*(const char *const *)x, *(const char *const *)y);
}

const char *const *list_without(struct arena *a, const char *const *list, const char *const *words)
{
	size_t n = count_of(list), nwords = count_of(words), left = 0;
	if (!n || !nwords)
		return list;
	const char **count = arena_array(a, const char *, n + 1), **sorted = arena_array(a, const char *, nwords);
	memcpy(sorted, words, nwords * sizeof *sorted);
	qsort(sorted, nwords, sizeof *sorted, by_word);
	for (size_t i = 0; i < n; i++)
		if (!bsearch(&list[i], sorted, nwords, sizeof *sorted, by_word))
			count[left++] = list[i];
	return left ? count : NULL;
}

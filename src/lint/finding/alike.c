// SPDX-License-Identifier: MIT
/* Joins findings that differ only in their place. Each gets a text in which its key path is replaced by `*`; findings
 * are sorted by rule, file, severity and that text, and each run of equal ones becomes one finding.
 *
 * Invariant: the joined finding stands where the first of them stood; the others are its related places.
 *
 *	"Road in data.train drops 'scale'" and the same of data.val	one finding, "...; also data.val.scale"
 *	path data.train.scale, text with data.train			data.train is replaced, too: its first parts
 *	more than GATHER_SHOWN others					"... and 3 more" */
#include "lint/finding/alike.h"
#include "lint/finding/same_cause.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* How much of the dotted path stands at text as a whole: all of it, or its first parts; 0: none of it. */
static size_t path_at(const char *text, const char *path)
{
	size_t n = strlen(path);

	while (n && (strncmp(text, path, n) != 0 || is_word(text[n])))
		for (n--; n && path[n] != '.';)
			n--;
	return n;
}

/* last: the part of the path that is not replaced, because another key is another finding; NULL: nothing. */
static void put_without_path(struct buf *b, const char *text, const char *path, const char *last)
{
	bool inside = false; /* of a word */

	for (size_t n; *text; text += n) {
		n = path && !inside ? path_at(text, path) : 0;
		if (n) {
			buf_putc(b, '*');
			if (!path[n] && last)
				buf_puts(b, last);
			inside = false;
			continue;
		}
		inside = is_word(*text) || *text == '.';
		buf_putc(b, *text);
		n = 1;
	}
	buf_putc(b, '\n');
}

const char *alike_text(struct arena *a, const struct diag *d)
{
	struct buf b = { 0 };
	const char *last = d->path ? strrchr(d->path, '.') : NULL, *path = last ? d->path : NULL;
	const char *text;

	put_without_path(&b, d->msg, path, last);
	put_without_path(&b, d->hint ? d->hint : "", path, last);
	put_without_path(&b, d->nfixes ? d->fix[0].title : d->patch ? d->patch->title : "", path, last);
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

const char *alike_message(struct arena *a, const struct diag *d)
{
	struct buf b = { 0 };
	const char *text;

	put_without_path(&b, d->msg, d->path, NULL);
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

struct said { /* a finding, and its text */
	const struct diag *d;
	const char *text;
};

static int by_file(const void *x, const void *y)
{
	const struct said *a = x, *b = y;
	int c = strcmp(a->d->rule->id, b->d->rule->id);

	c = c ? c : (a->d->at.file > b->d->at.file) - (a->d->at.file < b->d->at.file);
	c = c ? c : (int)a->d->severity - (int)b->d->severity;
	return c ? c : strcmp(a->text, b->text);
}

static int by_place(const void *x, const void *y)
{
	const struct said *a = x, *b = y;
	int c = by_file(x, y);

	return c ? c : (a->d > b->d) - (a->d < b->d);
}

/* "data.val.scale"; of code "line 12". */
static const char *place_of(struct arena *a, const struct diag *d)
{
	const struct source *src = diag_source(d, d->at);

	if (d->seen_in[0]->kind->keys || !src)
		return d->path;
	return source_line_of(a, src, d->at.lo);
}

/* at: findings that are alike, as they stand in the report. */
static struct diag joined(struct arena *a, const struct said *at, size_t n)
{
	struct diag to = *at[0].d;
	struct related *rel = arena_array(a, struct related, to.nrel + n);
	const struct diag **of = (const struct diag **)arena_array(a, void *, n);

	for (uint32_t i = 0; i < to.nrel; i++)
		rel[i] = to.rel[i];
	to.rel = rel;
	for (size_t i = 0; i < n; i++) {
		of[i] = at[i].d;
		if (!i)
			continue;
		const char *place = place_of(a, at[i].d);
		rel[to.nrel++] =
			(struct related){ at[i].d->at, at[i].d->seen_in[0]->kind->keys ? place : "another one" };
		if (i <= GATHER_SHOWN)
			to.msg = arena_printf(a, "%s%s%s", to.msg,
					      i == 1	  ? "; also "
					      : i + 1 < n ? ", "
							  : " and ",
					      place);
	}
	if (n - 1 > GATHER_SHOWN)
		to.msg = arena_printf(a, "%s and %zu more", to.msg, n - 1 - GATHER_SHOWN);
	to.seen_in = diags_seen_in(a, of, n, &to.nseen);
	return to;
}

void diags_gather_alike(struct arena *a, struct diags *d)
{
	struct said *all = xcalloc(d->n + 1, sizeof *all);
	bool *gone = xcalloc(d->n + 1, sizeof *gone);
	size_t n = 0;

	for (size_t i = 0; i < d->n; i++)
		if (d->at[i].path && d->at[i].nseen && !d->at[i].missing && !d->at[i].more && !d->at[i].evidence)
			all[n++] = (struct said){ &d->at[i], alike_text(a, &d->at[i]) };
	if (n > 1)
		qsort(all, n, sizeof *all, by_place);
	for (size_t i = 0, j; i < n; i = j) {
		size_t first = (size_t)(all[i].d - d->at);

		for (j = i + 1; j < n && by_file(&all[i], &all[j]) == 0; j++)
			gone[all[j].d - d->at] = true;
		if (j - i > 1)
			d->at[first] = joined(a, all + i, j - i);
	}
	diags_drop(d, gone);
	free(gone);
	free(all);
}

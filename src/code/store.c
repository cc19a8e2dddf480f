// SPDX-License-Identifier: MIT
/* The format: the stamp, the checksum of the rest, the size of the tables, the tables and a newline, then one line
 * per answer, query and fields separated by tabs.
 *
 * Invariant: a file whose stamp or checksum differs is not read: it is written anew, whole, when the run ends.
 *
 *	reader data.train <tab> build_dataset	an answer: the query, and one field */
#include "code/store.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/map.h"
#include "code/cache_quota.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 4096 };

struct stored_answer {
	const struct str *query;
	const char *const *field;
	uint32_t n;
};
struct store {
	pthread_mutex_t lock;
	struct arena arena;
	const char *dir, *name, *stamp; /* dir NULL: nothing on disk */
	struct map at;			/* query -> struct stored_answer */
	const char *tables;
	size_t ntables;
	bool changed;
};

/* ---- text ---- */

static void put_field(struct buf *b, const char *s)
{
	for (; *s; s++) {
		if (*s == '\t' || *s == '\n' || *s == '\\') {
			buf_putc(b, '\\');
			buf_putc(b, *s == '\t' ? 't' : *s == '\n' ? 'n' : '\\');
		} else {
			buf_putc(b, *s);
		}
	}
}

/* In place; the text ends at the tab or at the end of the line. Returns where the next one begins, NULL after the
 * last. */
static char *take_field(char *s)
{
	char *to = s;
	for (; *s && *s != '\t'; s++) {
		if (*s == '\\' && s[1]) {
			s++;
			*to++ = *s == 't' ? '\t' : *s == 'n' ? '\n' : *s;
		} else {
			*to++ = *s;
		}
	}
	char *next = *s ? s + 1 : NULL;
	*to = '\0';
	return next;
}

static void take_line(struct store *s, char *line)
{
	const char *field[FIELDS_MAX];
	uint32_t n = 0;
	char *next = line;
	while (next && n < FIELDS_MAX) {
		field[n] = next;
		next = take_field(next);
		n++;
	}
	if (next || !n)
		return;
	struct stored_answer *k = arena_new(&s->arena, struct stored_answer);
	const char **own = arena_array(&s->arena, const char *, n);
	memcpy(own, field + 1, (n - 1) * sizeof *own);
	*k = (struct stored_answer){ str_lit(field[0]), own, n - 1 };
	map_put(&s->arena, &s->at, k->query, k);
}

/* ---- the file ---- */

enum { SUM = 17 }; /* bytes of its line */

static const char *sum_of(struct arena *a, const char *text, size_t n)
{
	return arena_printf(a, "%016llx\n", (unsigned long long)hash_long(text, n));
}

static void take_lines(struct store *s, char *text)
{
	char *next;
	for (char *line = text; *line; line = next) {
		char *end = strchr(line, '\n');
		if (!end)
			break;
		*end = '\0';
		next = end + 1;
		take_line(s, line);
	}
}

static void load(struct store *s)
{
	struct buf b = { 0 };
	size_t n = strlen(s->stamp) + 1 + SUM;
	if (budget_read(s->dir, s->name, s->stamp, &b) && b.n >= n &&
	    !memcmp(sum_of(&s->arena, b.s + n, b.n - n), b.s + n - SUM, SUM)) {
		char *text = arena_strndup(&s->arena, buf_str(&b) + n, b.n - n), *tables;
		unsigned long ntables = strtoul(text, &tables, 10);
		size_t rest = b.n - n - (size_t)(tables - text), line = ntables > 0;
		if (*tables == '\n' && ntables < rest && ntables + line < rest) {
			s->tables = tables + 1;
			s->ntables = ntables;
			take_lines(s, tables + 1 + ntables + line);
		}
	}
	buf_release(&b);
}

struct store *store_open(const char *dir, const char *name, const char *stamp)
{
	struct store *s = xcalloc(1, sizeof *s);
	pthread_mutex_init(&s->lock, NULL);
	s->stamp = arena_strdup(&s->arena, stamp);
	if (dir) {
		s->dir = arena_strdup(&s->arena, dir);
		s->name = arena_printf(&s->arena, "code-%016llx",
				       (unsigned long long)hash_bytes(HASH_BYTES, name, strlen(name)));
		load(s);
	}
	return s;
}

static void write_all(const struct store *s, struct buf *b)
{
	for (uint32_t i = 0; i < s->at.cap; i++) {
		const struct stored_answer *k = s->at.at[i].key ? s->at.at[i].val : NULL;
		if (!k)
			continue;
		put_field(b, k->query->s);
		for (uint32_t f = 0; f < k->n; f++) {
			buf_putc(b, '\t');
			put_field(b, k->field[f]);
		}
		buf_putc(b, '\n');
	}
}

static void save(struct store *s)
{
	struct buf all = { 0 }, b = { 0 };
	buf_printf(&all, "%zu\n", s->ntables);
	if (s->ntables) {
		buf_add(&all, s->tables, s->ntables);
		buf_putc(&all, '\n'); /* a complete file ends with it, even without answers */
	}
	write_all(s, &all);
	buf_printf(&b, "%s\n%s", s->stamp, sum_of(&s->arena, all.s, all.n));
	buf_add(&b, all.s, all.n);
	budget_write(s->dir, s->name, &b);
	buf_release(&all);
	buf_release(&b);
}

void store_close(struct store *s)
{
	if (!s)
		return;
	if (s->dir && s->changed)
		save(s);
	arena_release(&s->arena);
	pthread_mutex_destroy(&s->lock);
	free(s);
}

/* ---- tables ---- */

const char *store_tables(const struct store *s, size_t *n)
{
	*n = s->ntables;
	return s->tables;
}

bool store_keeps(const struct store *s)
{
	return s->dir;
}

void store_put_tables(struct store *s, const char *bytes, size_t n)
{
	pthread_mutex_lock(&s->lock);
	s->tables = arena_strndup(&s->arena, bytes, n);
	s->ntables = n;
	s->changed = true;
	pthread_mutex_unlock(&s->lock);
}

/* ---- answers ---- */

const char *const *store_get(struct store *s, const struct str *query, uint32_t *n)
{
	pthread_mutex_lock(&s->lock);
	const struct stored_answer *k = map_get(&s->at, query);
	pthread_mutex_unlock(&s->lock);
	*n = k ? k->n : 0;
	return k ? k->field : NULL;
}

const char *const *store_put(struct store *s, const struct str *query, const char *const *field, uint32_t n)
{
	pthread_mutex_lock(&s->lock);
	struct stored_answer *k = arena_new(&s->arena, struct stored_answer);
	const char **own = arena_array(&s->arena, const char *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		own[i] = arena_strdup(&s->arena, field[i]);
	*k = (struct stored_answer){ query, own, n };
	map_put(&s->arena, &s->at, query, k);
	s->changed = true;
	pthread_mutex_unlock(&s->lock);
	return own;
}

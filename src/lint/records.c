// SPDX-License-Identifier: MIT
/* The bytes: how many texts, each with its NUL; how many searches, each for what, how many paths and these; how many
 * words, each of what, of which file, and itself; then
 * records, each its length in bytes and the numbers of its kind, path and project, flags, how many texts it was made
 * from, how many answers of its heirs it hangs on, these texts, these answers (what was asked, of what, who said yes),
 * and the outcome (lint/record.h) where there is one. */
#include "lint/priv.h"
#include "base/str.h"

struct records *records_new(bool edits)
{
	struct records *r = xcalloc(1, sizeof *r);

	r->edits = edits;
	pthread_mutex_init(&r->lock, NULL);
	return r;
}

void records_free(struct records *r)
{
	if (!r)
		return;
	texts_release(&r->texts);
	vec_release(&r->known);
	vec_release(&r->searched);
	vec_release(&r->words);
	buf_release(&r->searches);
	buf_release(&r->old);
	buf_release(&r->now);
	arena_release(&r->arena);
	pthread_mutex_destroy(&r->lock);
	free(r);
}

/* ---- as bytes ---- */

static bool read_texts(struct records *r, const char **at, const char *end)
{
	uint32_t n = end - *at >= (ptrdiff_t)sizeof n ? record_word(*at, 0) : UINT32_MAX;

	if (n > (size_t)(end - *at))
		return false;
	*at += sizeof n;
	for (uint32_t i = 0; i < n; i++) {
		const char *nul = memchr(*at, '\0', (size_t)(end - *at));

		if (!nul || texts_number(&r->texts, *at) != i + 1)
			return false;
		*at = nul + 1;
	}
	return true;
}

static bool is_text(const struct records *r, uint32_t n)
{
	return n && n <= r->texts.at.n;
}

/* The next word; false: there is none. */
static bool read_word(const char **at, const char *end, uint32_t *x)
{
	if (end - *at < (ptrdiff_t)sizeof *x)
		return false;
	*x = record_word(*at, 0);
	*at += sizeof *x;
	return true;
}

static bool read_search(struct records *r, const char **at, const char *end)
{
	struct search s = { 0 };

	if (!read_word(at, end, &s.of) || !is_text(r, s.of) || !read_word(at, end, &s.n))
		return false;
	s.path = *at;
	for (uint32_t i = 0, path; i < s.n; i++)
		if (!read_word(at, end, &path) || !is_text(r, path))
			return false;
	vec_push(&r->searched, s);
	return true;
}

static bool read_searches(struct records *r, const char **at, const char *end)
{
	uint32_t n;
	bool good = read_word(at, end, &n);

	for (uint32_t i = 0; good && i < n; i++)
		good = read_search(r, at, end);
	return good;
}

static void add_word(struct records *r, uint32_t what, uint32_t of, uint32_t is)
{
	struct text *file = r->texts.at.at[of - 1];
	struct word *w = arena_new(&r->arena, struct word);

	*w = (struct word){ what, of, is, file->word };
	file->word = w;
	vec_push(&r->words, w);
}

static bool read_words(struct records *r, const char **at, const char *end)
{
	uint32_t n, x[3];
	bool good = read_word(at, end, &n);

	for (uint32_t i = 0; good && i < n; i++) {
		for (int k = 0; good && k < 3; k++)
			good = read_word(at, end, &x[k]) && is_text(r, x[k]);
		if (good)
			add_word(r, x[0], x[1], x[2]);
	}
	return good;
}

/* Of texts, and of answers. */
static bool are_numbers(const struct records *r, const struct record *x)
{
	const char *answers = x->bytes + (NUMBERS + (size_t)x->nfrom) * sizeof x->nfrom;
	bool good = (uint64_t)x->nfrom + (uint64_t)x->nanswers * ANSWER <= x->n / sizeof x->n - NUMBERS;

	for (uint32_t i = 0; good && i < x->nfrom; i++)
		good = is_text(r, record_made_from(x, i));
	for (uint32_t i = 0; good && i < x->nanswers; i++)
		good = is_text(r, record_word(answers, (size_t)i * ANSWER + 1)) &&
		       record_word(answers, (size_t)i * ANSWER + 2) <= r->texts.at.n;
	return good;
}

static bool read_record(struct records *r, const char **at, const char *end)
{
	uint32_t n;

	if (!read_word(at, end, &n))
		return false;

	struct record x = { .bytes = *at, .n = n };

	if (n > (size_t)(end - x.bytes) || n < NUMBERS * sizeof n)
		return false;
	x.kind = record_word(x.bytes, 0);
	x.path = record_word(x.bytes, 1);
	x.root = record_word(x.bytes, 2);
	x.flags = record_word(x.bytes, 3);
	x.nfrom = record_word(x.bytes, 4);
	x.nanswers = record_word(x.bytes, 5);
	if (!is_text(r, x.kind) || !is_text(r, x.path) || (x.root && !is_text(r, x.root)) || !are_numbers(r, &x))
		return false;
	x.outcome = x.bytes + (NUMBERS + x.nfrom + (size_t)x.nanswers * ANSWER) * sizeof n;
	vec_push(&r->known, x);
	*at = x.bytes + n;
	return true;
}

bool records_read(struct records *r, const char *bytes, size_t n)
{
	buf_add(&r->old, bytes, n);

	const char *at = buf_str(&r->old), *end = at + n;
	bool good = read_texts(r, &at, end) && read_searches(r, &at, end) && read_words(r, &at, end);

	while (good && at < end)
		good = read_record(r, &at, end);
	for (size_t i = 0; good && i < r->known.n; i++)
		map_put(&r->arena, &r->by_path, r->texts.at.at[r->known.at[i].path - 1]->s, &r->known.at[i]);
	if (!good) {
		r->known.n = r->searched.n = r->words.n = 0;
		texts_release(&r->texts);
		r->texts = (struct texts){ 0 };
	}
	return good;
}

bool records_forget(struct records *r, const char *path)
{
	uint32_t number = texts_find(&r->texts, path);
	bool found = false;

	if (number)
		r->texts.at.at[number - 1]->changed = true;
	for (size_t i = 0; number && i < r->known.n; i++)
		for (uint32_t k = 0; k < r->known.at[i].nfrom; k++)
			if (record_made_from(&r->known.at[i], k) == number)
				found = r->known.at[i].changed = true;
	return found;
}

void records_none(struct records *r)
{
	r->none = true;
}

/* Those of texts that have changed were not put anew. */
static void put_words(const struct records *r, struct buf *out)
{
	size_t at = out->n;
	uint32_t n = 0;

	record_put_word(out, 0);
	for (size_t i = 0; i < r->words.n; i++) {
		const struct word *w = r->words.at[i];

		if (r->texts.at.at[w->of - 1]->changed)
			continue;
		record_put_word(out, w->what);
		record_put_word(out, w->of);
		record_put_word(out, w->is);
		n++;
	}
	memcpy(out->s + at, &n, sizeof n);
}

void records_write(struct records *r, struct buf *out)
{
	uint32_t n = (uint32_t)r->texts.at.n;

	if (r->none)
		return;
	buf_add(out, &n, sizeof n);
	for (uint32_t i = 0; i < n; i++)
		buf_add(out, r->texts.at.at[i]->s->s, r->texts.at.at[i]->s->len + 1);
	record_put_word(out, r->nsearches);
	buf_add(out, buf_str(&r->searches), r->searches.n);
	put_words(r, out);
	buf_add(out, buf_str(&r->now), r->now.n);
}

/* ---- searches ---- */

static void set_word(struct buf *b, size_t at, uint32_t x)
{
	memcpy(b->s + at, &x, sizeof x);
}

static const char *search_name(struct records *r, const char *what, const char *const *of)
{
	struct buf b = { 0 };
	const char *name;

	buf_puts(&b, what);
	for (; *of; of++)
		buf_printf(&b, "\n%s", *of);
	name = arena_strndup(&r->arena, buf_str(&b), b.n);
	buf_release(&b);
	return name;
}

static void put_search(struct records *r, uint32_t name, const char *const *path)
{
	size_t at = r->searches.n;
	uint32_t n = 0;

	record_put_word(&r->searches, name);
	record_put_word(&r->searches, 0);
	for (; path && path[n]; n++)
		record_put_word(&r->searches, texts_number(&r->texts, path[n]));
	set_word(&r->searches, at + sizeof n, n);
	r->nsearches++;
}

void records_keep_found(struct records *r, const char *what, const char *const *of, const char *const *path)
{
	if (r)
		put_search(r, texts_number(&r->texts, search_name(r, what, of)), path);
}

static const char *const *paths_of(struct records *r, const struct search *s)
{
	const char **path = (const char **)arena_array(&r->arena, void *, s->n + 1);

	for (uint32_t i = 0; i < s->n; i++)
		path[i] = records_text(r, record_word(s->path, i));
	return path;
}

const char *const *records_found(struct records *r, const char *what, const char *const *of)
{
	uint32_t name = r && r->searched.n ? texts_find(&r->texts, search_name(r, what, of)) : 0;
	const char *const *path = NULL;

	for (size_t i = 0; name && i < r->searched.n && !path; i++)
		if (r->searched.at[i].of == name)
			path = paths_of(r, &r->searched.at[i]);
	if (path)
		put_search(r, name, path);
	return path;
}

/* ---- words ---- */

static const struct word *word_of(const struct records *r, const char *what, const char *path)
{
	uint32_t of = texts_find(&r->texts, path), number = of ? texts_find(&r->texts, what) : 0;
	const struct text *file = number ? r->texts.at.at[of - 1] : NULL;
	const struct word *w = file && !file->changed ? file->word : NULL;

	while (w && w->what != number)
		w = w->next;
	return w;
}

const char *records_word(const struct records *r, const char *what, const char *path)
{
	const struct word *w = r ? word_of(r, what, path) : NULL;

	return w ? records_text(r, w->is) : NULL;
}

void records_keep_word(struct records *r, const char *what, const char *path, const char *word)
{
	if (r && r->words.n < WORDS_MAX && !word_of(r, what, path))
		add_word(r, texts_number(&r->texts, what), texts_number(&r->texts, path),
			 texts_number(&r->texts, word));
}

/* ---- what is found now ---- */

/* true: it is among them, or is now, and *new tells which; false: they are too many. */
static bool add_text(struct records *r, const char *path, uint32_t *from, uint32_t *n, bool *new)
{
	uint32_t number = texts_number(&r->texts, path);

	*new = false;
	for (uint32_t i = 0; i < *n; i++)
		if (from[i] == number)
			return true;
	if (*n == MADE_FROM_MAX)
		return false;
	from[(*n)++] = number;
	return *new = true;
}

bool records_add_texts(struct records *r, const struct subject *s, uint32_t *from, uint32_t *n)
{
	bool new, good = (!s->same || s->same == s) && add_text(r, s->path, from, n, &new);

	if (!good || !new)
		return good;
	for (uint32_t i = 0; s->voters && s->voters[i] && good; i++)
		good = add_text(r, s->voters[i], from, n, &new);
	for (uint32_t i = 0; i < s->nbases && good; i++)
		good = !s->base[i].from || records_add_texts(r, s->base[i].from, from, n);
	return good;
}

static bool is_plain(const struct subject *s)
{
	return s->readable && s->good && !s->spent && !s->through && s->src && !s->src->origin;
}

static bool may_have_edits(const struct diags *found)
{
	for (size_t i = 0; i < found->n; i++)
		if (rule_fixes(found->at[i].rule))
			return true;
	return false;
}

struct answers_kept {
	struct records *r;
	uint32_t n;
};

static void put_answer(void *ctx, const struct heir_answer *a)
{
	struct answers_kept *k = ctx;

	record_put_word(&k->r->now, a->question);
	record_put_word(&k->r->now, texts_number(&k->r->texts, a->of));
	record_put_word(&k->r->now, texts_number(&k->r->texts, a->yes));
	k->n++;
}

/* What stands before the outcome. at: of the record. */
static bool put_numbers(struct records *r, const struct subject *s, size_t at)
{
	uint32_t from[MADE_FROM_MAX], n = 0;
	struct answers_kept answers = { .r = r };
	bool good = records_add_texts(r, s, from, &n);

	record_put_word(&r->now, 0);
	record_put_word(&r->now, texts_number(&r->texts, s->kind->name));
	record_put_word(&r->now, texts_number(&r->texts, s->path));
	record_put_word(&r->now, texts_number(&r->texts, s->root));
	record_put_word(&r->now, 0);
	record_put_word(&r->now, n);
	record_put_word(&r->now, 0);
	for (uint32_t i = 0; i < n; i++)
		record_put_word(&r->now, from[i]);
	if (s->kind->asked)
		s->kind->asked(s, put_answer, &answers);
	set_word(&r->now, at + 6 * sizeof n, answers.n);
	return good;
}

/* What depends on which texts is known even where the outcome can't be told again. */
static bool put_outcome(struct records *r, const struct subject *s, const struct outcome *o)
{
	size_t at = r->now.n;
	bool good = is_plain(s) && !(r->edits && may_have_edits(&o->found)) && outcome_write(&r->texts, s, o, &r->now);

	if (!good)
		r->now.n = at;
	return good;
}

void records_keep(struct records *r, const struct subject *s, const struct outcome *o)
{
	uint32_t flags = s->good ? WAS_GOOD : 0;

	pthread_mutex_lock(&r->lock);

	size_t at = r->now.n;

	if (put_numbers(r, s, at)) {
		flags |= put_outcome(r, s, o) ? 0 : NO_OUTCOME;
		set_word(&r->now, at, (uint32_t)(r->now.n - at - sizeof flags));
		set_word(&r->now, at + 4 * sizeof flags, flags);
	} else {
		r->now.n = at;
	}
	pthread_mutex_unlock(&r->lock);
}

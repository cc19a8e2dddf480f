// SPDX-License-Identifier: MIT
/* Parses a json log: an object per line, as Python's json writes them (bare nan and inf too). One walk over the line
 * finds all keys; only the first line of a run has long texts, the environment and the config.
 *
 *	{"mode": "train", "epoch": 1, "iter": 50, "lr": 0.01, "loss": nan}	one record */
#include "run/formats/priv.h"
#include <math.h>
#include <string.h>

enum { ITEMS = 512 /* keys of a line that are read */ };

struct json_item {
	struct slice key, value; /* texts without their quotes, still escaped */
	bool text;
};
struct json_items {
	struct json_item at[ITEMS];
	uint32_t n;
};

/* ---- the line */

static const char *blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

/* After the closing quote of the text whose opening quote is before s; NULL: it is cut. */
static const char *text_close(const char *s, const char *end)
{
	for (; s < end && *s != '"'; s++)
		s += *s == '\\';
	return s < end ? s + 1 : NULL;
}

/* After any value. */
static const char *value_close(const char *s, const char *end)
{
	uint32_t depth = 0;

	for (; s && s < end; s++) {
		if (*s == '"') {
			s = text_close(s + 1, end);
			s = s ? s - 1 : NULL;
			if (!s)
				break;
		} else if (*s == '{' || *s == '[') {
			depth++;
		} else if ((*s == '}' || *s == ']') && depth) {
			depth--;
		} else if (!depth && (*s == ',' || *s == '}')) {
			return s;
		}
	}
	return s && !depth ? s : NULL;
}

/* false: the line is not a complete object. */
static bool items_of(const char *s, const char *end, struct json_items *out)
{
	out->n = 0;
	s = blanks(s, end);
	if (s == end || *s != '{')
		return false;
	for (s = blanks(s + 1, end); s < end && *s == '"'; s = blanks(s + (*s == ','), end)) {
		struct json_item item = { 0 };
		const char *close = text_close(s + 1, end);

		if (!close)
			return false;
		item.key = (struct slice){ s + 1, (uint32_t)(close - s - 2) };
		s = blanks(close, end);
		if (s == end || *s != ':')
			return false;
		s = blanks(s + 1, end);
		item.text = s < end && *s == '"';
		close = value_close(s, end);
		if (!close || close == end)
			return false;
		item.value = (struct slice){ s + item.text, (uint32_t)(close - s - 2 * item.text) };
		if (out->n < ITEMS)
			out->at[out->n++] = item;
		s = close;
		if (*s == '}')
			return true;
	}
	return s < end && *s == '}';
}

static bool is(struct slice p, const char *word)
{
	return word && p.n == strlen(word) && !memcmp(p.s, word, p.n);
}

static const struct json_item *item_of(const struct json_items *all, const char *key)
{
	for (uint32_t i = 0; key && i < all->n; i++)
		if (is(all->at[i].key, key))
			return &all->at[i];
	return NULL;
}

/* As the format names the key, or with one of its prefixes. */
static bool has_pair(const struct log_program *p, const struct json_items *all, const char *key, const char *value)
{
	const struct json_item *i = item_of(all, key);

	for (uint32_t k = 0; key && !i && k < p->nstrip; k++) {
		struct buf b = { 0 };

		buf_puts(&b, p->strip[k]);
		buf_puts(&b, key);
		i = item_of(all, b.s);
		buf_release(&b);
	}
	return i && (!value || is(i->value, value));
}

/* For an object ({"backbone": 0.1, ...}) its first number. */
static bool number_of(const struct json_item *i, double *out)
{
	const char *s = i->value.s, *end = s + i->value.n, *colon = *s == '{' ? memchr(s, ':', i->value.n) : NULL;

	return !i->text && number_read(colon ? blanks(colon + 1, end) : s, end, out, NULL);
}

static uint32_t count_of(const struct json_items *all, const char *key)
{
	const struct json_item *i = item_of(all, key);
	double x;

	return i && number_of(i, &x) && x >= 0 && x < UINT32_MAX ? (uint32_t)x : 0;
}

/* ---- texts */

static uint32_t hex4(const char *s, const char *end)
{
	uint32_t x = 0;

	for (unsigned i = 0; i < 4; i++) {
		char c = s + i < end ? s[i] : 'x', low = c | 32;

		if (!(c >= '0' && c <= '9') && !(low >= 'a' && low <= 'f'))
			return 0xFFFD;
		x = x * 16 + (uint32_t)(c <= '9' ? c - '0' : low - 'a' + 10);
	}
	return x;
}

static void put_code_point(struct buf *b, uint32_t c)
{
	if (c < 0x80) {
		buf_putc(b, (char)c);
		return;
	}
	if (c >= 0x10000) {
		buf_putc(b, (char)(0xF0 | c >> 18));
		buf_putc(b, (char)(0x80 | (c >> 12 & 0x3F)));
	} else if (c >= 0x800) {
		buf_putc(b, (char)(0xE0 | c >> 12));
	}
	buf_putc(b, (char)(c >= 0x800 ? 0x80 | (c >> 6 & 0x3F) : 0xC0 | c >> 6));
	buf_putc(b, (char)(0x80 | (c & 0x3F)));
}

/* A surrogate pair is one character; a single surrogate is none. */
static const char *escaped(struct buf *b, const char *s, const char *end)
{
	static const char from[] = "ntrbf\"\\/", to[] = "\n\t\r\b\f\"\\/";
	const char *known = strchr(from, *s);
	uint32_t c, low;

	if (*s != 'u') {
		buf_putc(b, known && *s ? to[known - from] : *s);
		return s + 1;
	}
	c = hex4(s + 1, end);
	s = s + 5 < end ? s + 5 : end;
	if (c >= 0xD800 && c < 0xDC00 && s + 1 < end && s[0] == '\\' && s[1] == 'u') {
		low = hex4(s + 2, end);
		if (low >= 0xDC00 && low < 0xE000) {
			c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
			s = s + 6 < end ? s + 6 : end;
		}
	}
	put_code_point(b, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
	return s;
}

static void unescape(struct buf *b, struct slice p)
{
	for (const char *s = p.s, *end = s + p.n; s < end;) {
		const char *next = memchr(s, '\\', (size_t)(end - s));

		buf_add(b, s, (size_t)((next ? next : end) - s));
		s = next && next + 1 < end ? escaped(b, next + 1, end) : end;
	}
}

/* ---- the meaning of a line */

static void environment(struct log_reader *r, struct run *run, const struct json_item *i)
{
	struct buf b = { 0 };

	unescape(&b, i->value);
	for (const char *s = buf_str(&b), *end = s + b.n; s < end;) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));

		environment_line(r, run, s, (size_t)((stop ? stop : end) - s));
		s = stop ? stop + 1 : end;
	}
	buf_release(&b);
}

static void meta_line(struct log_reader *r, const struct log_format *f, const struct json_items *all)
{
	enum { SHORT = 200 };
	const struct json_form *j = &f->program->json;
	struct run *run = !r->cur || r->cur->train.n || r->cur->config ? log_reader_begin(r, f) : r->cur;

	run->format = f;
	for (uint32_t i = 0; i < all->n; i++) {
		const struct json_item *item = &all->at[i];
		struct buf b = { 0 };

		if (item->text)
			unescape(&b, item->value);
		if (is(item->key, j->environment))
			environment(r, run, item);
		else if (is(item->key, j->config) && item->text)
			run->config = log_reader_text(r, buf_str(&b), b.n);
		else if (item->value.n <= SHORT)
			log_reader_fact(r, run, item->key.s, item->key.n, item->text ? buf_str(&b) : item->value.s,
					item->text ? b.n : item->value.n);
		buf_release(&b);
	}
	run->last_line = r->line;
}

static void figures(const struct log_program *p, const struct json_items *all, struct train_record *t)
{
	double x, half = p->json.decimals ? 0.5 * pow(10, -(double)p->json.decimals) : 0;

	for (uint32_t i = 0; i < all->n; i++) {
		enum log_item item = item_find(p, all->at[i].key.s, all->at[i].key.n);

		if (item != ITEM_COUNT && number_of(&all->at[i], &x))
			item_put(t, item, x, half);
	}
}

static void train_object(struct log_reader *r, const struct log_format *f, const struct json_items *all)
{
	const struct json_form *j = &f->program->json;
	struct train_record t = train_record_new();

	figures(f->program, all, &t);
	for (uint32_t i = 0; i < j->niter && !t.iter; i++)
		t.iter = count_of(all, j->iter[i]);
	t.epoch = count_of(all, j->epoch);
	t.line = r->line;
	if (j->inner) {
		if (!t.epoch)
			return;
		t.inner = t.iter;
		if (r->cur && r->cur->train.n && t.epoch > r->cur->train.at[r->cur->train.n - 1].epoch &&
		    t.inner <= r->cur->train.at[r->cur->train.n - 1].inner)
			r->cur->epochs = true;
	}
	log_reader_train(r, f, &t);
}

static void val_object(struct log_reader *r, const struct log_format *f, const struct json_items *all)
{
	const struct json_form *j = &f->program->json;
	struct train_record t = train_record_new();
	struct run *run = log_reader_run(r, f);

	if (r->records >= r->limits->records)
		return;
	figures(f->program, all, &t);
	r->records++;
	run->last_line = r->line;
	vec_push(&run->val, ((struct val_record){ .clock = NAN,
						  .line = r->line,
						  .after = (uint32_t)run->train.n,
						  .epoch = count_of(all, j->epoch),
						  .of = j->inner && j->niter ? count_of(all, j->iter[0]) : 0,
						  .result = true,
						  .time = t.time,
						  .data_time = t.data_time,
						  .eta = NAN }));
}

static bool is_meta(const struct json_form *j, const struct json_items *all)
{
	for (uint32_t i = 0; i < j->nmeta; i++)
		if (item_of(all, j->meta[i]))
			return true;
	return false;
}

void json_line(struct log_reader *r, const char *s, size_t n)
{
	struct json_items all;

	if (!items_of(s, s + n, &all))
		return;
	for (uint32_t i = 0; i < r->formats->n; i++) {
		const struct log_format *f = &r->formats->at[i];
		const struct json_form *j = &f->program->json;

		if (!j->is || (!item_of(&all, j->is) && !is_meta(j, &all)))
			continue;
		if (has_pair(f->program, &all, j->train_key, j->train_value) && item_of(&all, j->is))
			train_object(r, f, &all);
		else if (has_pair(f->program, &all, j->val_key, j->val_value) && item_of(&all, j->is))
			val_object(r, f, &all);
		else if (is_meta(j, &all))
			meta_line(r, f, &all);
		else
			continue;
		return;
	}
}

/* Removes the records from k on. */
static void cut(struct run *run, size_t k)
{
	run->lines_left += (uint32_t)(run->train.n - k);
	run->train.n = k;
	for (size_t i = 0; i < run->val.n; i++)
		if (run->val.at[i].after > k)
			run->val.at[i].after = (uint32_t)k;
}

/* A loop of epochs whose iterations are counted from 1 in each epoch: the highest counts as the length, because no
 * line gives it. */
static void count_epochs(struct run *run)
{
	uint64_t most = 0;

	for (size_t k = 0; k < run->train.n; k++)
		most = run->train.at[k].inner > most ? run->train.at[k].inner : most;
	for (size_t k = 0; k < run->train.n; k++) {
		struct train_record *t = &run->train.at[k];
		uint64_t iter = most * (t->epoch - 1) + t->inner;

		if (iter > UINT32_MAX) {
			cut(run, k);
			return;
		}
		t->iter = (uint32_t)iter;
	}
}

void json_end(struct log_reader *r)
{
	for (size_t i = 0; i < r->run.n; i++) {
		struct run *run = &r->run.at[i];

		if (!run->format->program->json.inner)
			continue;
		if (run->epochs)
			count_epochs(run);
		for (size_t k = 0; !run->epochs && k < run->train.n; k++)
			run->train.at[k].epoch = run->train.at[k].inner = 0;
	}
}

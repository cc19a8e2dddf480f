// SPDX-License-Identifier: MIT
/* Scans a line of any text once. Words are collected until a number follows: they are its name. A separator (`|`, `;`,
 * `,`, a tab, a closed bracket) ends a name.
 *
 * Invariant: time and memory are linear in the line; what is beyond LOOP_ITEMS is not looked at.
 *
 *   Epoch: [3]  [ 10/1252]  loss: 6.9 (7.0)  time: 0.5s   epoch = 3, "" = 10/1252, loss = 6.9, "" = 7.0, time = 0.5
 *   {'loss': 2.3, 'learning_rate': 5e-05}                 loss = 2.3, learning rate = 5e-05
 *   12%|#  | 120/1000 [00:30<03:40,  4.00it/s]            "" = 120/1000, a bar; "" = 4.00, steps per second */
#include "run/formats/loop_line.h"
#include "base/hash.h"
#include <math.h>
#include <string.h>

enum { WORDS_MOST = 4, HEAD = 48 /* bytes in which a date begins */, LINE_MOST = 1 << 16 };

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool letter(char c)
{
	return ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '_';
}

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

/* ---- names */

void loop_names_begin(struct loop_names *n, const struct loop_words *w)
{
	*n = (struct loop_names){ .words = w, .n = LOOP_OTHER_VAL + 1 };
	for (uint32_t i = LOOP_NO_NAME; i <= LOOP_OTHER_VAL; i++)
		n->at[i].role = LOOP_NO_ROLE;
	n->at[LOOP_OTHER_VAL].val = true;
}

/* "train/box_loss": "train box loss". A small letter before a capital one ends a word, too. Of too long a name the end
 * is taken. */
static size_t words_of(const char *raw, size_t len, char out[LOOP_NAME_MOST])
{
	size_t n = 0;

	if (len > LOOP_NAME_MOST / 2) {
		raw += len - LOOP_NAME_MOST / 2;
		len = LOOP_NAME_MOST / 2;
	}
	for (size_t i = 0; i < len; i++) {
		bool in = digit(raw[i]) || (letter(raw[i]) && raw[i] != '_');
		bool turn = i && in && raw[i] >= 'A' && raw[i] <= 'Z' && raw[i - 1] >= 'a' && raw[i - 1] <= 'z';

		if ((turn || !in) && n && out[n - 1] != ' ')
			out[n++] = ' ';
		if (in)
			out[n++] = (char)(raw[i] >= 'A' && raw[i] <= 'Z' ? raw[i] | 32 : raw[i]);
	}
	n -= n && out[n - 1] == ' ';
	out[n] = '\0';
	return n;
}

/* The last of its words. */
static const char *last_words(const char *text)
{
	const char *at = text + strlen(text);

	for (unsigned blanks = 0; at > text; at--)
		if (at[-1] == ' ' && ++blanks == WORDS_MOST)
			break;
	return at;
}

static bool is_validation(const struct loop_words *w, const char *text)
{
	for (const char *s = text; *s;) {
		size_t n = strcspn(s, " ");

		if (loop_words_validates(w, s, n))
			return true;
		s += n + (s[n] == ' ');
	}
	return false;
}

/* "time per iteration ms": the unit's factor; the text loses it. 0: it ends in no unit of time. */
static double without_unit(const struct loop_words *w, char *text)
{
	char *last = strrchr(text, ' ');
	double factor = 0;

	if (!last || loop_words_unit(w, last + 1, strlen(last + 1), &factor) != UNIT_SECONDS)
		return 0;
	*last = '\0';
	return factor;
}

/* What stands after the last mark, but a unit in brackets. */
static void spell(struct loop_name *to, const char *raw, size_t len, bool unit)
{
	size_t n = 0;

	for (size_t i = len; i > 1 && !unit; i--)
		if (strchr("[]():|?<>\"'", raw[i - 1]) || (raw[i - 1] == ' ' && raw[i - 2] == '-')) {
			raw += i;
			len -= i;
			break;
		}
	while (len && blank(*raw))
		raw++, len--;
	if (len >= sizeof to->raw) {
		raw += len - sizeof to->raw + 1;
		len = sizeof to->raw - 1;
	}
	for (size_t i = 0; i < len; i++)
		to->raw[n++] = (char)(raw[i] >= ' ' && raw[i] < 127 ? raw[i] : '?');
	if (unit && memchr(raw, '(', len) && n + 1 < sizeof to->raw)
		to->raw[n++] = ')';
}

static uint32_t find_name(struct loop_names *n, const char *raw, size_t len)
{
	char buffer[LOOP_NAME_MOST];
	const char *text;
	struct loop_name *new;
	enum loop_role role;
	uint32_t rank;
	uint64_t h;

	double factor = 0;

	while (len && !digit(*raw) && !letter(*raw))
		raw++, len--;
	if (!words_of(raw, len, buffer))
		return LOOP_NO_NAME;
	factor = without_unit(n->words, buffer);
	text = last_words(buffer);
	h = hash_bytes(HASH_BYTES, text, strlen(text)) >> 7;
	for (;; h++) {
		uint16_t at = n->slot[h % ARRAY_SIZE(n->slot)];

		if (!at)
			break;
		if (!strcmp(n->at[at].text, text))
			return at;
	}
	role = loop_words_role(n->words, text, &rank);
	if (role == LOOP_NO_ROLE || n->n == LOOP_NAMES)
		return is_validation(n->words, text) ? LOOP_OTHER_VAL : LOOP_OTHER;
	n->slot[h % ARRAY_SIZE(n->slot)] = (uint16_t)n->n;
	new = &n->at[n->n];
	memcpy(new->text, text, strlen(text) + 1);
	spell(new, raw, len, factor > 0);
	new->role = role;
	new->rank = rank;
	new->val = is_validation(n->words, text);
	new->factor = factor;
	return n->n++;
}

uint32_t loop_name_of(struct loop_names *n, const char *raw, size_t len)
{
	uint64_t at = (hash_bytes(HASH_BYTES, raw, len) >> 16) % LOOP_NAMES;

	if (len > LOOP_RAW_MOST)
		return find_name(n, raw, len);
	if (!n->seen[at].name || n->seen[at].n != len || memcmp(n->seen[at].raw, raw, len) != 0) {
		n->seen[at].name = (uint16_t)find_name(n, raw, len);
		n->seen[at].n = (uint8_t)len;
		memcpy(n->seen[at].raw, raw, len);
	}
	return n->seen[at].name;
}

/* ---- the scanner */

struct scanner {
	struct loop_names *names;
	struct loop_line *out;
	const char *s, *end, *start;
	const char *name, *name_end; /* the words since the last number or separator; NULL: none */
	uint32_t brackets;
	bool counted; /* a number was seen */
};

static void forget(struct scanner *c)
{
	c->name = c->name_end = NULL;
}

static bool at_end(const struct scanner *c, size_t ahead)
{
	return (size_t)(c->end - c->s) <= ahead;
}

static uint32_t key_of(struct loop_line *l, uint32_t name, bool pair)
{
	uint32_t key = name * LOOP_KEY_NAME + pair, nth = 0;

	for (uint32_t i = 0; i < l->n; i++)
		nth += loop_key_name(l->at[i].key) == name && loop_key_pair(l->at[i].key) == pair;
	return key + LOOP_KEY_NTH * (nth < LOOP_KEY_NAME / LOOP_KEY_NTH ? nth : LOOP_KEY_NAME / LOOP_KEY_NTH - 1);
}

static void put(struct scanner *c, struct loop_item item)
{
	uint32_t name = LOOP_NO_NAME;

	if (c->name)
		name = loop_name_of(c->names, c->name, (size_t)(c->name_end - c->name));
	if (!c->counted || !isnan(item.of))
		c->out->val |= c->names->at[name].val;
	c->counted = true;
	if (c->out->n < LOOP_ITEMS) {
		item.bracket = c->brackets > 0;
		item.key = key_of(c->out, name, !isnan(item.of));
		c->out->at[c->out->n++] = item;
	}
	forget(c);
}

/* The letters at s, with / and %, are a unit. */
static const char *unit_at(const struct scanner *c, const char *s, struct loop_item *item)
{
	const char *stop = s;

	if (s < c->end && *s == '%') {
		item->unit = UNIT_PERCENT;
		return s + 1;
	}
	while (stop < c->end && (letter(*stop) || (*stop == '/' && stop > s)))
		stop++;
	if (stop < c->end && digit(*stop))
		return s;
	item->unit = loop_words_unit(c->names->words, s, (size_t)(stop - s), &item->factor);
	return item->unit ? stop : s;
}

/* `30.0 GiB`, `0.412s`, `250 ms`. A word after a blank is a unit only if no figure follows it. */
static void read_unit(struct scanner *c, struct loop_item *item)
{
	bool apart = !at_end(c, 0) && *c->s == ' ';
	const char *after = unit_at(c, c->s + apart, item), *next = after;

	if (after == c->s + apart)
		return;
	while (next < c->end && blank(*next))
		next++;
	if (apart && item->unit != UNIT_PERCENT && next < c->end && (digit(*next) || strchr(":=[", *next))) {
		item->unit = UNIT_NONE;
		item->factor = 1;
		return;
	}
	c->s = after;
}

/* What looks like a number and is none: 1.2.3.4, 2024-05-01, 3e-4_A, 0x7f. */
static void skip_token(struct scanner *c)
{
	while (!at_end(c, 0) && !blank(*c->s) && !strchr(",;|()[]{}<>\"'", *c->s))
		c->s++;
	forget(c);
}

static bool is_glued(const struct scanner *c)
{
	if (at_end(c, 0))
		return false;
	return letter(*c->s) || ((*c->s == '.' || *c->s == '-' || *c->s == ':') && !at_end(c, 1) && digit(c->s[1]));
}

/* 1,200: no list of two figures, which has a blank, or other than three digits. */
static void read_thousands(struct scanner *c, const char *from, double *x)
{
	if (c->s - from > 3 || *from == '0')
		return;
	while (c->end - c->s >= 4 && *c->s == ',' && digit(c->s[1]) && digit(c->s[2]) && digit(c->s[3]) &&
	       (c->end - c->s == 4 || !digit(c->s[4])) && c->s - from <= 12) {
		*x = *x * 1000 + (c->s[1] - '0') * 100 + (c->s[2] - '0') * 10 + (c->s[3] - '0');
		c->s += 4;
	}
}

static const char *whole_at(const char *s, const char *end)
{
	while (s < end && digit(*s))
		s++;
	return s;
}

/* The second of a pair: `/ 1252`. */
static bool read_of(struct scanner *c, struct loop_item *item)
{
	const char *s = c->s, *stop;
	double of;

	while (s < c->end && blank(*s))
		s++;
	if (s == c->end || *s != '/')
		return false;
	for (s++; s < c->end && blank(*s);)
		s++;
	if (s == c->end || !digit(*s))
		return false;
	stop = number_read(s, c->end, &of, NULL);
	if (stop != whole_at(s, c->end) && !(stop < c->end && *stop == ','))
		return false; /* 12.3/619.9 */
	c->s = stop;
	read_thousands(c, s, &of);
	item->of = of;
	return true;
}

/* `[00:30<03:40, ` after a pair, or `[1:00:30<?, `. */
static void read_bar(struct scanner *c, const struct loop_item *item)
{
	const char *s = c->s, *after;
	double part[3] = { 0 };
	unsigned n = 0;

	while (s < c->end && blank(*s))
		s++;
	if (s == c->end || *s != '[')
		return;
	do {
		after = whole_at(++s, c->end);
		if (after == s || n == ARRAY_SIZE(part) || !number_read(s, after, &part[n++], NULL))
			return;
		s = after;
	} while (s < c->end && *s == ':');
	if (n < 2 || s == c->end || *s != '<')
		return;
	c->out->bar_at = item->value;
	c->out->bar_of = item->of;
	c->out->bar_elapsed = n == 2 ? part[0] * 60 + part[1] : part[0] * 3600 + part[1] * 60 + part[2];
	while (s < c->end && *s != ',' && *s != ']')
		s++;
	c->s = s;
}

static void read_number(struct scanner *c)
{
	struct loop_item item = { .of = NAN, .factor = 1 };
	const char *from = c->s, *after = duration_read(c->s, c->end, &item.value);

	if (after) {
		item.duration = true;
		c->s = after;
		if (is_glued(c)) /* 2023:13:55:01 */
			skip_token(c);
		else
			put(c, item);
		return;
	}
	c->s = number_read(c->s, c->end, &item.value, &item.half);
	if (!c->s) {
		c->s = from + 1;
		return;
	}
	item.whole = c->s == whole_at(from, c->end);
	if (item.whole) {
		read_thousands(c, from, &item.value);
		if (read_of(c, &item) && !at_end(c, 1) && *c->s == '/') {
			skip_token(c); /* 05/01/2024 */
			return;
		}
	}
	read_unit(c, &item);
	if (!item.unit && is_glued(c)) {
		skip_token(c);
		return;
	}
	if (item.unit == UNIT_PERCENT) { /* it keeps the name: `mfu 12%`, but ` 12%| 50/500` has none */
		forget(c);
		return;
	}
	put(c, item);
	if (!isnan(item.of))
		read_bar(c, &item);
}

/* nan, inf after a name. */
static bool read_named_number(struct scanner *c, const char *word, const char *stop)
{
	struct loop_item item = { .of = NAN, .factor = 1 };
	const char *from = word > c->start && word[-1] == '-' ? word - 1 : word;

	if (!c->name || (size_t)(stop - word) > strlen("infinity") || ((*word | 32) != 'n' && (*word | 32) != 'i'))
		return false;
	if (number_read(from, c->end, &item.value, NULL) != stop || isfinite(item.value))
		return false;
	put(c, item);
	return true;
}

static bool speaks_of_validation(const struct loop_words *w, const char *word, size_t n)
{
	char low[16];

	if (n > sizeof low)
		return false;
	for (size_t i = 0; i < n; i++)
		low[i] = (char)(word[i] >= 'A' && word[i] <= 'Z' ? word[i] | 32 : word[i]);
	return loop_words_validates(w, low, n);
}

/* A word goes on over digits, over . / - before a letter, and over . before a digit: v1.2 */
static void read_word(struct scanner *c)
{
	const char *from = c->s;

	while (!at_end(c, 0)) {
		bool joins = (strchr("./-", *c->s) && !at_end(c, 1) && letter(c->s[1])) ||
			     (*c->s == '.' && !at_end(c, 1) && digit(c->s[1]));

		if (!letter(*c->s) && !digit(*c->s) && !joins && *c->s != '@')
			break;
		c->s++;
	}
	if (read_named_number(c, from, c->s))
		return;
	if (!c->counted)
		c->out->val |= speaks_of_validation(c->names->words, from, (size_t)(c->s - from));
	c->name = c->name ? c->name : from;
	c->name_end = c->s;
}

static void read_mark(struct scanner *c)
{
	char m = *c->s++;

	if (m == '[')
		c->brackets++;
	else if (m == ']' && c->brackets)
		c->brackets--;
	if (strchr("|;,{}\t<>", m) || (unsigned char)m >= 0x80)
		forget(c);
}

/* A number begins: a digit, or a sign or point that nothing stands before. */
static bool begins_number(const struct scanner *c)
{
	char before = c->s > c->start ? c->s[-1] : ' ';

	if (digit(*c->s))
		return true;
	if (*c->s == '.' || *c->s == '-' || *c->s == '+')
		return !at_end(c, 1) && (digit(c->s[1]) || (*c->s != '.' && c->s[1] == '.')) && !digit(before) &&
		       !letter(before) && before != ')' && before != ']';
	return false;
}

/* The date and time near the head of the line; text before it is dropped. */
static void read_stamp(struct scanner *c)
{
	const char *most = c->end - c->s > HEAD ? c->s + HEAD : c->end;

	for (const char *at = c->s; at < most; at++) {
		const char *after;

		if (!digit(*at) || (at > c->s && (digit(at[-1]) || letter(at[-1]))))
			continue;
		after = loop_words_clock(c->names->words, at, c->end, &c->names->clock, &c->out->stamp);
		if (!after)
			continue;
		c->out->dated = true;
		if (field_set(&c->out->stamp, FIELD_YEAR) && c->out->stamp.number[FIELD_YEAR] < 100)
			c->out->stamp.number[FIELD_YEAR] += 2000;
		c->s = after;
		return;
	}
}

static void line_begin(struct loop_line *l)
{
	l->n = 0;
	l->val = l->dated = false;
	l->bar_at = l->bar_of = l->bar_elapsed = NAN;
}

void loop_line_scan(struct loop_names *names, const char *s, const char *end, struct loop_line *out)
{
	struct scanner c = { .names = names, .out = out, .s = s };

	c.end = end - s > LINE_MOST ? s + LINE_MOST : end;
	line_begin(out);
	read_stamp(&c);
	c.start = c.s;
	while (c.s < c.end && out->n < LOOP_ITEMS) {
		if (begins_number(&c))
			read_number(&c);
		else if (letter(*c.s))
			read_word(&c);
		else
			read_mark(&c);
	}
}

void loop_line_row(const uint32_t *column, uint32_t n, const char *s, const char *end, struct loop_line *out)
{
	line_begin(out);
	for (uint32_t i = 0; i < n && s <= end && out->n < LOOP_ITEMS; i++) {
		struct loop_item item = { .of = NAN, .factor = 1 };
		const char *stop = memchr(s, ',', (size_t)(end - s)), *after;

		stop = stop ? stop : end;
		while (s < stop && (blank(*s) || *s == '"'))
			s++;
		after = s < stop && column[i] ? number_read(s, stop, &item.value, &item.half) : NULL;
		if (after) {
			item.whole = after == whole_at(s, stop);
			item.key = key_of(out, column[i], false);
			out->at[out->n++] = item;
		}
		s = stop + 1;
	}
}

const struct loop_item *loop_line_item(const struct loop_line *l, uint32_t key)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].key == key)
			return &l->at[i];
	return NULL;
}

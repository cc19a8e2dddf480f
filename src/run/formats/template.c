// SPDX-License-Identifier: MIT
/* Compiles and matches templates. A template is a list of steps. A text field ends at the first occurrence of the
 * following step from which the rest matches, up to the next text; there is no other backtracking.
 *
 *	`Epoch [{epoch}][{inner}/{length}]` matches `Epoch [1][50/100]`	epoch 1, inner 50, length 100 */
#include "run/formats/template.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum op_kind { OP_LITERAL, OP_BLANKS, OP_NUMBER, OP_FRACTION, OP_SIZE, OP_TEXT, OP_CAPITALS };
struct template_op {
	enum op_kind kind;
	enum field field;
	const char *s; /* literal */
	uint32_t n;
};

#define FIELD_WORD(bit, word) #word,
static const char *const field_word[] = { FIELDS_NUMBER(FIELD_WORD) FIELDS_TEXT(FIELD_WORD) };
#undef FIELD_WORD
_Static_assert(ARRAY_SIZE(field_word) == FIELD_COUNT, "a word for each field");

static bool blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* ---- numbers */

static const double power[] = { 1e0,  1e1,  1e2,  1e3,	1e4,  1e5,  1e6,  1e7,	1e8,  1e9,  1e10, 1e11,
				1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

static double scaled(double x, int exponent)
{
	enum { MOST = ARRAY_SIZE(power) - 1 };

	for (; exponent < -MOST && x != 0; exponent += MOST)
		x /= power[MOST];
	for (; exponent > MOST && x != 0 && isfinite(x); exponent -= MOST)
		x *= power[MOST];
	if (x == 0 || !isfinite(x))
		return x;
	return exponent < 0 ? x / power[-exponent] : x * power[exponent];
}

static const char *word_at(const char *s, const char *end, const char *word)
{
	while (*word && s < end && (*s | 32) == *word)
		s++, word++;
	return *word ? NULL : s;
}

/* nan, inf, infinity */
static const char *named_number(const char *s, const char *end, bool negative, double *out)
{
	const char *after = word_at(s, end, "nan"), *more;

	if (after) {
		*out = NAN;
		return after;
	}
	after = word_at(s, end, "inf");
	if (!after)
		return NULL;
	*out = negative ? -INFINITY : INFINITY;
	more = word_at(after, end, "inity");
	return more ? more : after;
}

static const char *exponent_read(const char *s, const char *end, int *out)
{
	const char *at = s + 1;
	bool negative = at < end && *at == '-';
	int x = 0;

	if (at < end && (*at == '-' || *at == '+'))
		at++;
	if (at == end || !digit(*at))
		return s;
	for (; at < end && digit(*at); at++)
		x = x < 1000 ? x * 10 + (*at - '0') : x;
	*out = negative ? -x : x;
	return at;
}

const char *number_read(const char *s, const char *end, double *out, double *half)
{
	bool negative = s < end && *s == '-', any = false;
	uint64_t digits = 0;
	int places = 0, exponent = 0; /* places: the decimal shift of the digits */

	if (half)
		*half = 0;
	if (s < end && (*s == '-' || *s == '+'))
		s++;
	if (s < end && !digit(*s) && *s != '.')
		return named_number(s, end, negative, out);
	for (; s < end && digit(*s); s++, any = true)
		if (digits < 100000000000000000)
			digits = digits * 10 + (uint64_t)(*s - '0');
		else
			places++;
	if (s < end && *s == '.')
		for (s++; s < end && digit(*s); s++, any = true)
			if (digits < 100000000000000000) {
				digits = digits * 10 + (uint64_t)(*s - '0');
				places--;
			}
	if (!any)
		return NULL;
	if (s < end && (*s | 32) == 'e')
		s = exponent_read(s, end, &exponent);
	*out = scaled(negative ? -(double)digits : (double)digits, places + exponent);
	if (half)
		*half = scaled(0.5, places + exponent);
	return s;
}

static const char *whole(const char *s, const char *end, double *out)
{
	uint64_t x = 0;

	if (s == end || !digit(*s))
		return NULL;
	for (; s < end && digit(*s); s++)
		x = x < 1000000000000000 ? x * 10 + (uint64_t)(*s - '0') : x;
	*out = (double)x;
	return s;
}

/* "766" or "766000" after a point: the fraction of a second. */
static const char *fraction(const char *s, const char *end, double *out)
{
	double x;
	const char *after = whole(s, end, &x);

	if (after)
		*out = scaled(x, -(int)(after - s < 15 ? after - s : 15));
	return after;
}

static const char *size(const char *s, const char *end, double *out)
{
	static const struct {
		const char *word;
		double mib;
	} unit[] = { { "gib", 1024 }, { "mib", 1 }, { "kib", 1.0 / 1024 }, { "bytes", 1.0 / 1048576 } };

	s = number_read(s, end, out, NULL);
	while (s && s < end && blank(*s))
		s++;
	for (unsigned i = 0; s && i < ARRAY_SIZE(unit); i++) {
		const char *after = word_at(s, end, unit[i].word);

		if (after) {
			*out *= unit[i].mib;
			return after;
		}
	}
	return NULL;
}

const char *duration_read(const char *s, const char *end, double *out)
{
	double days = 0, part[3] = { 0 }, sign = 1;
	const char *at = s;

	if (at < end && *at == '-')
		sign = -1, at++;
	at = whole(at, end, &part[0]);
	if (at && at < end && *at == ' ' && (at = word_at(at + 1, end, "day"))) {
		days = sign * part[0];
		sign = 1;
		for (at += at < end && *at == 's'; at < end && (*at == ',' || *at == ' ');)
			at++;
		at = whole(at, end, &part[0]);
	}
	for (unsigned i = 1; i < 3; i++)
		at = at && at < end && *at == ':' ? whole(at + 1, end, &part[i]) : NULL;
	if (at)
		*out = days * 86400 + sign * (part[0] * 3600 + part[1] * 60 + part[2]);
	return at;
}

/* ---- compiling */

static enum op_kind kind_of(enum field f)
{
	if (f == FIELD_MS)
		return OP_FRACTION;
	if (f == FIELD_LEVEL)
		return OP_CAPITALS;
	if (f >= FIELD_NUMBERS)
		return OP_TEXT;
	return f >= FIELD_ASKED ? OP_SIZE : OP_NUMBER;
}

static bool field_named(const char *s, size_t n, enum field *out)
{
	for (unsigned i = 0; i < FIELD_COUNT; i++)
		if (strlen(field_word[i]) == n && !memcmp(field_word[i], s, n)) {
			*out = i;
			return true;
		}
	return false;
}

bool template_compile(struct arena *a, const char *text, struct template *out, struct err *e)
{
	struct template_op *op = arena_array(a, struct template_op, strlen(text) + 1);
	uint32_t n = 0;

	for (const char *s = text; *s;) {
		if (*s == '{') {
			size_t len = strcspn(s, "}");
			enum field f;

			if (!s[len] || !field_named(s + 1, len - 1, &f))
				return err_set(e, ERR_SYNTAX, "'%.*s' is not a field of a log line", (int)len + 1, s);
			if (n && op[n - 1].kind == OP_TEXT && kind_of(f) != OP_CAPITALS)
				return err_set(e, ERR_SYNTAX, "nothing marks where the text before '%.*s' ends",
					       (int)len + 1, s);
			op[n++] = (struct template_op){ kind_of(f), f, NULL, 0 };
			s += len + 1;
		} else if (*s == ' ') {
			s += strspn(s, " ");
			op[n++] = (struct template_op){ .kind = OP_BLANKS };
		} else {
			size_t len = strcspn(s, "{ ");

			op[n++] = (struct template_op){ .kind = OP_LITERAL, .s = s, .n = (uint32_t)len };
			s += len;
		}
	}
	*out = (struct template){ op, n };
	return n || err_set(e, ERR_SYNTAX, "an empty template matches everything");
}

int template_first(const struct template *t)
{
	return t->n && t->op[0].kind == OP_LITERAL ? (unsigned char)t->op[0].s[0] : -1;
}

/* ---- matching */

/* The end of the text field that begins at s, op being the following step; NULL: none. */
static const char *text_end(const struct template_op *op, const struct template_op *stop, const char *s,
			    const char *end)
{
	bool after_blank = op < stop && op->kind == OP_BLANKS;
	const struct template_op *literal = op + after_blank;

	if (op == stop)
		return end;
	if (literal == stop || literal->kind != OP_LITERAL) {
		while (s < end && (after_blank ? !blank(*s) : *s < 'A' || *s > 'Z'))
			s++;
		return s < end ? s : NULL;
	}
	for (const char *at = s; (at = memmem(at, (size_t)(end - at), literal->s, literal->n)); at++)
		if (!after_blank || (at > s && blank(at[-1])))
			return at - after_blank;
	return NULL;
}

static const char *number_op(const struct template_op *op, const char *s, const char *end, struct fields *f)
{
	double *to = &f->number[op->field];

	while (s < end && blank(*s))
		s++;
	if (op->kind == OP_SIZE)
		return size(s, end, to);
	return op->kind == OP_FRACTION ? fraction(s, end, to) : whole(s, end, to);
}

static void put_text(const struct template_op *op, const char *s, const char *end, struct fields *f)
{
	while (end > s && blank(end[-1]))
		end--;
	f->text[op->field - FIELD_NUMBERS] = (struct slice){ s, (uint32_t)(end - s) };
}

static const char *capitals(const char *s, const char *end)
{
	const char *at = s;

	while (at < end && *at >= 'A' && *at <= 'Z')
		at++;
	return at > s ? at : NULL;
}

/* One step, except for texts. */
static const char *step(const struct template_op *op, bool last, const char *s, const char *end, struct fields *f)
{
	const char *from = s;

	switch (op->kind) {
	case OP_LITERAL:
		return (size_t)(end - s) >= op->n && !memcmp(s, op->s, op->n) ? s + op->n : NULL;
	case OP_BLANKS:
		while (s < end && blank(*s))
			s++;
		return s == from && !last ? NULL : s;
	case OP_CAPITALS:
		s = capitals(s, end);
		if (s)
			put_text(op, from, s, f);
		return s;
	default:
		return number_op(op, s, end, f);
	}
}

const char *template_match(const struct template *t, const char *s, const char *end, struct fields *f)
{
	const struct template_op *op = t->op, *stop = op + t->n, *text = NULL; /* the last text so far */
	const char *from = NULL, *to = NULL;				       /* its range */

	f->set = 0;
	while (op < stop) {
		if (op->kind == OP_TEXT) {
			text = op;
			from = s;
			s = to = text_end(op + 1, stop, from, end);
		} else {
			s = step(op, op + 1 == stop, s, end, f);
		}
		if (!s && text && to && to < end) { /* it continues up to the next occurrence of the following step */
			op = text;
			s = to = text_end(op + 1, stop, to + 1, end);
		}
		if (!s)
			return NULL;
		if (op == text)
			put_text(op, from, s, f);
		f->set |= op->kind >= OP_NUMBER ? 1ull << op->field : 0;
		op++;
	}
	return t->n ? s : NULL;
}

const char *template_search(const struct template *t, const char *s, const char *end, struct fields *f)
{
	const struct template_op *op = t->op;

	if (!t->n || op->kind != OP_LITERAL)
		return template_match(t, s, end, f);
	s = memmem(s, (size_t)(end - s), op->s, op->n);
	return s ? template_match(t, s, end, f) : NULL;
}

// SPDX-License-Identifier: MIT
/* Methods of str for letter case, character classes and padding. They work on ASCII; other text gives Unknown(TYPE).
 *
 * Example: 'resNet'.upper()    'RESNET'
 *          'é'.upper()         Unknown
 *          '7'.zfill(3)        '007' */
#include "python/builtin/priv.h"
#include "python/value/unicode.h"
#include "python/value/unicode_table.h"
#include <string.h>

static bool upper(char ch)
{
	return ch >= 'A' && ch <= 'Z';
}

static bool lower(char ch)
{
	return ch >= 'a' && ch <= 'z';
}

static bool digit(char ch)
{
	return ch >= '0' && ch <= '9';
}

static bool letter(char ch)
{
	return upper(ch) || lower(ch);
}

static char to_upper(char ch, char before)
{
	(void)before;
	return lower(ch) ? (char)(ch - 32) : ch;
}

static char to_lower(char ch, char before)
{
	(void)before;
	return upper(ch) ? (char)(ch + 32) : ch;
}

static char to_swapped(char ch, char before)
{
	return lower(ch) ? to_upper(ch, before) : to_lower(ch, before);
}

static char to_title(char ch, char before)
{
	return letter(before) ? to_lower(ch, before) : to_upper(ch, before);
}

static char to_capital(char ch, char before)
{
	return before ? to_lower(ch, before) : to_upper(ch, before);
}

static struct value each(struct eval *ev, const struct call *c, char (*change)(char ch, char before))
{
	const struct str *s = c->self.as.s;
	struct buf b = { 0 };
	if (!text_is_ascii(s))
		return op_unknown(ev, WHY_TYPE, c->at);
	for (uint32_t i = 0; i < s->len; i++)
		buf_putc(&b, change(s->s[i], i ? (s->s[i - 1] ? s->s[i - 1] : ' ') : 0));
	return op_buf(ev, &b, c->at);
}

static struct value fn_str_upper(struct eval *ev, const struct call *c)
{
	return each(ev, c, to_upper);
}

static struct value fn_str_lower(struct eval *ev, const struct call *c)
{
	return each(ev, c, to_lower);
}

static struct value fn_str_casefold(struct eval *ev, const struct call *c)
{
	return each(ev, c, to_lower);
}

static struct value fn_str_swapcase(struct eval *ev, const struct call *c)
{
	return each(ev, c, to_swapped);
}

static struct value fn_str_title(struct eval *ev, const struct call *c)
{
	return each(ev, c, to_title);
}

static struct value fn_str_capitalize(struct eval *ev, const struct call *c)
{
	return each(ev, c, to_capital);
}

/* All characters satisfy it, and there is one. */
static struct value all_are(struct eval *ev, const struct call *c, bool (*is)(char))
{
	const struct str *s = c->self.as.s;
	if (!text_is_ascii(s))
		return op_unknown(ev, WHY_TYPE, c->at);
	for (uint32_t i = 0; i < s->len; i++)
		if (!is(s->s[i]))
			return value_bool(false, c->at);
	return value_bool(s->len > 0, c->at);
}

static bool alnum(char ch)
{
	return letter(ch) || digit(ch);
}

static bool space(char ch)
{
	return text_is_space((unsigned char)ch);
}

static struct value fn_str_isalnum(struct eval *ev, const struct call *c)
{
	return all_are(ev, c, alnum);
}

static struct value fn_str_isalpha(struct eval *ev, const struct call *c)
{
	return all_are(ev, c, letter);
}

static struct value all_code_points(const struct call *c, bool (*is)(uint32_t))
{
	const struct str *s = c->self.as.s;
	unsigned len;
	for (uint32_t i = 0; i < s->len; i += len)
		if (!is(text_decode(s->s + i, s->len - i, &len)))
			return value_bool(false, c->at);
	return value_bool(s->len > 0, c->at);
}

static bool decimal(uint32_t c)
{
	return text_decimal(c) >= 0;
}

static struct value fn_str_isdigit(struct eval *ev, const struct call *c)
{
	(void)ev;
	return all_code_points(c, text_is_digit);
}

static struct value fn_str_isdecimal(struct eval *ev, const struct call *c)
{
	(void)ev;
	return all_code_points(c, decimal);
}

static struct value fn_str_isnumeric(struct eval *ev, const struct call *c)
{
	return all_are(ev, c, digit);
}

static struct value fn_str_isspace(struct eval *ev, const struct call *c)
{
	return all_are(ev, c, space);
}

static struct value fn_str_isascii(struct eval *ev, const struct call *c)
{
	(void)ev;
	return value_bool(text_is_ascii(c->self.as.s), c->at);
}

static struct value fn_str_isprintable(struct eval *ev, const struct call *c)
{
	const struct str *s = c->self.as.s;
	unsigned len;
	(void)ev;
	for (uint32_t i = 0; i < s->len; i += len)
		if (!text_is_printable(text_decode(s->s + i, s->len - i, &len)))
			return value_bool(false, c->at);
	return value_bool(true, c->at);
}

static struct value fn_str_isidentifier(struct eval *ev, const struct call *c)
{
	const struct str *s = c->self.as.s;
	bool good = s->len && !digit(s->s[0]);
	if (!text_is_ascii(s))
		return op_unknown(ev, WHY_TYPE, c->at);
	for (uint32_t i = 0; i < s->len; i++)
		good &= alnum(s->s[i]) || s->s[i] == '_';
	return value_bool(good, c->at);
}

static struct value one_case(struct eval *ev, const struct call *c, bool (*wrong)(char))
{
	const struct str *s = c->self.as.s;
	bool some = false;
	if (!text_is_ascii(s))
		return op_unknown(ev, WHY_TYPE, c->at);
	for (uint32_t i = 0; i < s->len; i++) {
		if (wrong(s->s[i]))
			return value_bool(false, c->at);
		some |= letter(s->s[i]);
	}
	return value_bool(some, c->at);
}

static struct value fn_str_islower(struct eval *ev, const struct call *c)
{
	return one_case(ev, c, upper);
}

static struct value fn_str_isupper(struct eval *ev, const struct call *c)
{
	return one_case(ev, c, lower);
}

static struct value fn_str_istitle(struct eval *ev, const struct call *c)
{
	const struct str *s = c->self.as.s;
	bool some = false, good = true;
	if (!text_is_ascii(s))
		return op_unknown(ev, WHY_TYPE, c->at);
	for (uint32_t i = 0; i < s->len; i++) {
		bool inside = i && letter(s->s[i - 1]);
		good &= inside ? !upper(s->s[i]) : !lower(s->s[i]);
		some |= letter(s->s[i]);
	}
	return value_bool(good && some, c->at);
}

/* Padding. */
static struct value pad(struct eval *ev, const struct call *c, char align)
{
	const struct str *s = c->self.as.s, *fill = str_of(" ", 1);
	struct value why;
	struct buf b = { 0 };
	int64_t width;
	if (!call_int(ev, c, c->arg[0], &width, &why))
		return why;
	if (c->n > 1 && !call_text(ev, c, c->arg[1], "The fill character must be a unicode character", &fill, &why))
		return why;
	if (text_count(fill->s, fill->len) != 1)
		return eval_raise(ev, "TypeError", c->at, "The fill character must be exactly one character long");
	int64_t have = (int64_t)text_count(s->s, s->len);
	if (width > TEXT_MAX)
		return op_unknown(ev, WHY_FUEL, c->at);
	int64_t more = width > have ? width - have : 0;
	int64_t left = align == '>' ? more : align == '^' ? more / 2 + (more & width & 1) : 0;
	for (int64_t i = 0; i < left; i++)
		buf_add(&b, fill->s, fill->len);
	buf_add(&b, s->s, s->len);
	for (int64_t i = left; i < more; i++)
		buf_add(&b, fill->s, fill->len);
	return op_buf(ev, &b, c->at);
}

static struct value fn_str_ljust(struct eval *ev, const struct call *c)
{
	return pad(ev, c, '<');
}

static struct value fn_str_rjust(struct eval *ev, const struct call *c)
{
	return pad(ev, c, '>');
}

static struct value fn_str_center(struct eval *ev, const struct call *c)
{
	return pad(ev, c, '^');
}

static struct value fn_str_zfill(struct eval *ev, const struct call *c)
{
	const struct str *s = c->self.as.s;
	struct value why;
	struct buf b = { 0 };
	int64_t width;
	uint32_t sign = s->len && (s->s[0] == '+' || s->s[0] == '-');
	if (!call_int(ev, c, c->arg[0], &width, &why))
		return why;
	if (width > TEXT_MAX)
		return op_unknown(ev, WHY_FUEL, c->at);
	buf_add(&b, s->s, sign);
	for (int64_t n = (int64_t)text_count(s->s, s->len); n < width; n++)
		buf_putc(&b, '0');
	buf_add(&b, s->s + sign, s->len - sign);
	return op_buf(ev, &b, c->at);
}

static struct value fn_str_expandtabs(struct eval *ev, const struct call *c)
{
	const struct str *s = c->self.as.s;
	struct value why;
	struct buf b = { 0 };
	int64_t size = 8, column = 0;
	if (call_has(c, 0, "tabsize") && !call_int(ev, c, call_arg(c, 0, "tabsize", c->self), &size, &why))
		return why;
	if (size > 1000)
		return op_unknown(ev, WHY_FUEL, c->at);
	for (uint32_t i = 0; i < s->len && b.n <= TEXT_MAX; i++) {
		if (s->s[i] == '\t') {
			for (int64_t n = size > 0 ? size - column % size : 0; n > 0; n--, column++)
				buf_putc(&b, ' ');
			continue;
		}
		column += ((unsigned char)s->s[i] & 0xc0) != 0x80;
		if (s->s[i] == '\n' || s->s[i] == '\r')
			column = 0;
		buf_putc(&b, s->s[i]);
	}
	return op_buf(ev, &b, c->at);
}

static struct value fn_str_encode(struct eval *ev, const struct call *c)
{
	const struct str *s = c->self.as.s, *name;
	struct value why;
	struct value encoding = call_arg(c, 0, "encoding", value_text("utf-8", c->at));
	if (!call_text(ev, c, encoding, "encode() argument 'encoding' must be str", &name, &why))
		return why;
	bool utf8 = !strcasecmp(name->s, "utf-8") || !strcasecmp(name->s, "utf8");
	bool ascii = !strcasecmp(name->s, "ascii") || !strcasecmp(name->s, "latin-1");
	if (c->n > 1 || call_kw(c, "errors") || (!utf8 && !ascii) || (ascii && !text_is_ascii(s)) ||
	    strstr(s->s, "\xed"))
		return op_unknown(ev, WHY_TYPE, c->at);
	return (struct value){ .kind = VALUE_BYTES, .at = c->at, .as.s = s };
}

const struct builtin rows_case[] = {
	{ "str.capitalize", 0, 0, 0, NULL, fn_str_capitalize, "first letter in upper case" },
	{ "str.casefold", 0, 0, 0, NULL, fn_str_casefold, "for comparing without case" },
	{ "str.center", 1, 2, 0, NULL, fn_str_center, "padded on both sides" },
	{ "str.encode", 0, 2, 0, "encoding errors", fn_str_encode, "as bytes" },
	{ "str.expandtabs", 0, 1, 0, "tabsize", fn_str_expandtabs, "tabs as spaces" },
	{ "str.isalnum", 0, 0, 0, NULL, fn_str_isalnum, "letters and digits only" },
	{ "str.isalpha", 0, 0, 0, NULL, fn_str_isalpha, "letters only" },
	{ "str.isascii", 0, 0, 0, NULL, fn_str_isascii, "ASCII only" },
	{ "str.isdecimal", 0, 0, 0, NULL, fn_str_isdecimal, "decimal digits only" },
	{ "str.isdigit", 0, 0, 0, NULL, fn_str_isdigit, "digits only" },
	{ "str.isidentifier", 0, 0, 0, NULL, fn_str_isidentifier, "a name" },
	{ "str.islower", 0, 0, 0, NULL, fn_str_islower, "no upper case" },
	{ "str.isnumeric", 0, 0, 0, NULL, fn_str_isnumeric, "numbers only" },
	{ "str.isprintable", 0, 0, 0, NULL, fn_str_isprintable, "nothing that repr() escapes" },
	{ "str.isspace", 0, 0, 0, NULL, fn_str_isspace, "white space only" },
	{ "str.istitle", 0, 0, 0, NULL, fn_str_istitle, "words start in upper case" },
	{ "str.isupper", 0, 0, 0, NULL, fn_str_isupper, "no lower case" },
	{ "str.ljust", 1, 2, 0, NULL, fn_str_ljust, "padded at the right" },
	{ "str.lower", 0, 0, 0, NULL, fn_str_lower, "in lower case" },
	{ "str.rjust", 1, 2, 0, NULL, fn_str_rjust, "padded at the left" },
	{ "str.swapcase", 0, 0, 0, NULL, fn_str_swapcase, "upper and lower case swapped" },
	{ "str.title", 0, 0, 0, NULL, fn_str_title, "words in title case" },
	{ "str.upper", 0, 0, 0, NULL, fn_str_upper, "in upper case" },
	{ "str.zfill", 1, 1, 0, NULL, fn_str_zfill, "padded with zeros" },
	{ 0 },
};

// SPDX-License-Identifier: MIT
/* Number literals, checked as in CPython's tokenizer. */
#include "python/syntax/priv.h"
#include <string.h>

struct number {
	struct lower *l;
	const char *s; /* the whole text, NUL-terminated */
	uint32_t lo, at;
};

static bool fail_number(struct number *z, const char *kind)
{
	parse_error(z->l, z->lo, z->at, "invalid %s literal", kind);
	return false;
}

/* Digits with single underscores between them. */
static bool scan_digits(struct number *z, const char *kind)
{
	for (;;) {
		while (char_is_digit(z->s[z->at]))
			z->at++;
		if (z->s[z->at] != '_')
			return true;
		z->at++;
		if (!char_is_digit(z->s[z->at]))
			return fail_number(z, kind);
	}
}

/* A number may be followed directly by a keyword ("1if x else y"), but not by another name. */
static bool scan_number_end(struct number *z, const char *kind)
{
	static const char *const word[] = { "and", "else", "for", "if", "in", "is", "or", "not" };
	const char *s = z->s + z->at;

	if (!char_is_word(*s))
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (!strncmp(s, word[i], strlen(word[i])))
			return true;
	return fail_number(z, kind);
}

static bool scan_radix(struct number *z)
{
	char radix = z->s[z->at + 1] | 0x20;
	const char *kind = radix == 'x' ? "hexadecimal" : radix == 'o' ? "octal" : "binary";
	const char *digits = radix == 'x' ? "0123456789abcdefABCDEF" : radix == 'o' ? "01234567" : "01";

	z->at += 2;
	do {
		size_t n = strspn(z->s + z->at + (z->s[z->at] == '_'), digits);

		if (!n && char_is_digit(z->s[z->at])) {
			parse_error(z->l, z->lo, z->at + 1, "invalid digit '%c' in %s literal", z->s[z->at], kind);
			return false;
		}
		if (!n)
			return fail_number(z, kind);
		z->at += (uint32_t)n + (z->s[z->at] == '_');
	} while (z->s[z->at] == '_');
	if (char_is_digit(z->s[z->at])) {
		parse_error(z->l, z->lo, z->at + 1, "invalid digit '%c' in %s literal", z->s[z->at], kind);
		return false;
	}
	return scan_number_end(z, kind);
}

static bool scan_exponent(struct number *z)
{
	uint32_t n = z->s[z->at + 1] == '+' || z->s[z->at + 1] == '-' ? 2 : 1;

	if ((z->s[z->at] | 0x20) != 'e' || !char_is_digit(z->s[z->at + n]))
		return true;
	z->at += n;
	return scan_digits(z, "decimal");
}

static bool scan_number(struct number *z)
{
	uint32_t lo = z->lo;
	const char *s = z->s;
	bool real = false;

	if (s[lo] == '0' && s[lo + 1] && strchr("xXoObB", s[lo + 1]))
		return scan_radix(z);
	if (!scan_digits(z, "decimal"))
		return false;

	uint32_t whole = z->at;

	if (s[z->at] == '.') {
		real = true;
		z->at++;
		if (char_is_digit(s[z->at]) && !scan_digits(z, "decimal"))
			return false;
	}
	uint32_t mantissa = z->at;

	if (!scan_exponent(z))
		return false;
	real |= z->at != mantissa;
	if ((s[z->at] | 0x20) == 'j') {
		z->at++;
		return scan_number_end(z, "imaginary");
	}
	if (!real && s[lo] == '0' && strspn(s + lo, "0_") < whole - lo) {
		parse_error(z->l, lo, z->at, "%s",
			    "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal "
			    "integers");
		return false;
	}
	return scan_number_end(z, "decimal");
}

bool parse_number(struct lower *l, uint32_t *at)
{
	struct number z = { l, l->s, *at, *at };
	bool good = scan_number(&z);

	*at = z.at;
	return good;
}

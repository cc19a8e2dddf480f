// SPDX-License-Identifier: MIT
/* The names that the formulas of a variant's table use, and those that these use, with their values. */
#include "fix/variant/priv.h"
#include <string.h>

static bool is_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool names_it(const char *formula, const struct str *name)
{
	for (const char *p = formula; (p = strstr(p, name->s)); p += name->len)
		if ((p == formula || (!is_word(p[-1]) && p[-1] != '.')) && !is_word(p[name->len]))
			return true;
	return false;
}

static bool is_used(const struct variant *out, const struct str *name)
{
	for (uint32_t i = 0; i < out->npromises; i++)
		if (out->row[i].formula && names_it(out->row[i].formula, name))
			return true;
	for (uint32_t i = 0; i < out->nterms; i++)
		if (names_it(out->term[i].formula, name))
			return true;
	return false;
}

static bool has_term(const struct variant *out, const char *name)
{
	for (uint32_t i = 0; i < out->nterms; i++)
		if (strcmp(out->term[i].name, name) == 0)
			return true;
	return false;
}

/* The lets that the rows name, and those that these name, with their values. */
void variant_terms(struct variant_ctx *ap, struct variant *out)
{
	out->term = arena_array(ap->a, struct variant_term, ap->pr->nlets + 1);
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < ap->pr->nlets; i++) {
			const struct let *l = &ap->pr->let[i];
			struct value v;

			if (!l->text || has_term(out, l->name->s) || !is_used(out, l->name))
				continue;
			more = facts_named(ap->facts, &ap->names, l->name, &v);
			out->term[out->nterms++] =
				(struct variant_term){ .name = l->name->s, .formula = l->text, .val = v };
		}
	}
}

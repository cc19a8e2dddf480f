// SPDX-License-Identifier: MIT
/* Parses a query of a rule and calls the function of its verb. A table has one row per verb, with its words;
 * invariant: a query whose words don't fit the row is never evaluated, and an uncertain answer is false.
 *   feeds backbone neck           verb `feeds`, words PART PART
 *   hands backbone neck forward   the same in the method `forward`
 *   feed backbone                 a mistake: unknown verb 'feed' (did you mean 'feeds'?) */
#include "code/classes/wired.h"
#include "base/buf.h"
#include "base/near.h"
#include "code/classes/bodies.h"
#include "code/classes/class_attribute.h"
#include "code/classes/subclass.h"
#include "code/params.h"
#include "code/classes/partflow.h"
#include <string.h>

enum { WORDS_MAX = 19 };

struct question {
	struct index *c;
	struct arena *a;
	struct cls *k;
	const struct str *word[WORDS_MAX]; /* after the verb */
	uint32_t n;
	struct fn *method; /* the method that the first word names; NULL: there is none */
};
typedef bool holds_fn(const struct question *q);

/* ---- one function a verb ---- */

static bool asks(const struct question *q)
{
	return q->method && method_asks(q->method, q->word[1]);
}

static bool bars(const struct question *q)
{
	return q->method && method_bars(q->method, q->word[1]);
}

static bool binds(const struct question *q)
{
	return q->method && method_binds(q->method, q->word[1]);
}

static bool chooses(const struct question *q)
{
	return attribute_argument(q->c, q->a, q->k, q->word[0]) == q->word[1];
}

static bool copies(const struct question *q)
{
	return class_copies(q->c, q->a, q->k, q->word[0], q->word[2]);
}

static bool counts(const struct question *q)
{
	return class_counts(q->k, q->word[0], q->word[1]) && class_stores(q->c, q->a, q->k, q->word[1]);
}

static bool feeds(const struct question *q)
{
	return class_feeds(q->k, q->word[0], q->word[1], q->n > 2 ? q->word[3] : NULL);
}

static bool fills(const struct question *q)
{
	return class_fills(q->k, q->word[0]);
}

static bool gives(const struct question *q)
{
	return class_gives(q->k, q->word[0], q->word[1]);
}

static bool hands(const struct question *q)
{
	return class_hands(q->k, q->word[0], q->word[1], q->word[2], q->word[q->n - 1]);
}

static bool ignores(const struct question *q)
{
	return q->method && method_ignores(q->method, q->word[1]);
}

static bool lacks(const struct question *q)
{
	return class_lacks(q->k, q->word[0]);
}

static bool has_method(const struct question *q)
{
	return q->method && method_names(q->method, q->word + 1, q->n - 1);
}

static bool needs(const struct question *q)
{
	return params_lack(q->k, q->word + 1, q->n - 1);
}

static bool numbers(const struct question *q)
{
	return class_numbers_from_zero(q->k, q->word[0]);
}

static bool omits(const struct question *q)
{
	return class_omits(q->k, q->word[0]);
}

static bool parts(const struct question *q)
{
	return q->method && method_makes_parts(q->method, q->word[1]);
}

static bool puts_key(const struct question *q)
{
	return class_puts(q->k, q->word[0]);
}

static bool raises(const struct question *q)
{
	return q->method && method_raises(q->method);
}

static bool sets(const struct question *q)
{
	return class_sets(q->k, q->word[0]);
}

static bool spares(const struct question *q)
{
	return q->method && method_spares(q->method, q->word[1]);
}

static bool stores(const struct question *q)
{
	return class_stores(q->c, q->a, q->k, q->word[0]);
}

static bool trusts(const struct question *q)
{
	return q->method && method_trusts(q->method);
}

/* ---- the verbs ---- */

static const struct verb {
	const char *verb, *words; /* docs/writing-rules.md says what each means; see words_fit */
	holds_fn *holds;
} verbs[] = {
	{ "asks", "METHOD NAME", asks },
	{ "bars", "METHOD ARGUMENT", bars },
	{ "binds", "METHOD NAME", binds },
	{ "chooses", "ATTRIBUTE ARGUMENT", chooses },
	{ "copies", "ARGUMENT into ARGUMENT", copies },
	{ "counts", "METHOD ARGUMENT", counts },
	{ "feeds", "PART PART / without PART", feeds },
	{ "fills", "NAME", fills },
	{ "gives", "METHOD PART", gives },
	{ "hands", "PART PART METHOD / METHOD", hands },
	{ "ignores", "METHOD ARGUMENT", ignores },
	{ "lacks", "NAME", lacks },
	{ "method", "METHOD / WORD / WORD / WORD", has_method },
	{ "needs", "but NAME ...", needs },
	{ "numbers", "ATTRIBUTE from zero", numbers },
	{ "omits", "NAME", omits },
	{ "parts", "METHOD ARGUMENT", parts },
	{ "puts", "KEY", puts_key },
	{ "raises", "METHOD", raises },
	{ "sets", "ATTRIBUTE", sets },
	{ "spares", "METHOD ARGUMENT", spares },
	{ "stores", "ARGUMENT", stores },
	{ "trusts", "METHOD", trusts },
};

/* The next word of a text; len 0: there are no more. */
static const char *next_word(const char *s, size_t *len)
{
	s += strspn(s, " ");
	*len = strcspn(s, " ");
	return s;
}

static const struct verb *verb_of(const char *question)
{
	size_t len;
	const char *verb = next_word(question, &len);

	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		if (strlen(verbs[i].verb) == len && !memcmp(verbs[i].verb, verb, len))
			return &verbs[i];
	return NULL;
}

/* Whether the words fit those of the row: the text may end at a `/`, a lower-case word stands for itself, and `...`
 * is any number of further words. */
static bool words_fit(const struct verb *v, const char *question)
{
	size_t len, wanted_len;
	const char *s = next_word(question, &len), *wanted = v->words;

	for (;; wanted += wanted_len) {
		s = next_word(s + len, &len);
		wanted = next_word(wanted, &wanted_len);
		if (wanted_len && *wanted == '.')
			return true;
		if (!len)
			return !wanted_len || *wanted == '/';
		if (*wanted == '/')
			wanted = next_word(wanted + 1, &wanted_len);
		if (!wanted_len || (*wanted >= 'a' && (len != wanted_len || memcmp(s, wanted, len))))
			return false;
	}
}

const char *wired_mistake(struct arena *a, const char *question)
{
	const struct verb *v = verb_of(question);
	const char *known[ARRAY_SIZE(verbs)], *near;

	if (v)
		return words_fit(v, question) ? NULL : arena_printf(a, "`%s` takes %s", v->verb, v->words);
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++)
		known[i] = verbs[i].verb;

	size_t len;
	const char *verb = next_word(question, &len);

	verb = arena_strndup(a, verb, len);
	near = near_find(verb, known, ARRAY_SIZE(verbs));
	return arena_printf(a, "unknown verb '%s'%s%s%s", verb, near ? " (did you mean '" : "", near ? near : "",
			    near ? "'?)" : "");
}

bool wired(struct index *c, struct arena *a, struct cls *k, const char *question)
{
	const struct verb *v = verb_of(question);
	struct question q = { .c = c, .a = a, .k = k };
	size_t len;

	if (!v || !words_fit(v, question) || k->open_bases || k->decorated || k->chosen)
		return false;
	next_word(question, &len);
	for (const char *s = next_word(question, &len); *(s = next_word(s + len, &len));) {
		if (q.n == WORDS_MAX)
			return false;
		q.word[q.n++] = str_of(s, len);
	}
	q.method = class_find_method(k, q.word[0]);
	return v->holds(&q);
}

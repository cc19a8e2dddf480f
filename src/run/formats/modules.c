// SPDX-License-Identifier: MIT
/* Counts the parameters of a printed model, from the layers whose lines give them: `(conv1): Conv2d(3, 64,
 * kernel_size=(7, 7), bias=False)`. Consecutive equal layers may be printed once, `(0-5): 6 x Block(`. Parameters
 * outside such layers are not printed, so the count is a lower bound.
 *
 *	`(conv1): Conv2d(3, 64, kernel_size=(7, 7), bias=False)`	3 * 64 * 7 * 7 = 9,408 parameters */
#include "run/formats/priv.h"
#include <math.h>
#include <string.h>

enum { ARGS = 16 };

struct argument {
	struct slice key; /* empty: given by position */
	double x[4];	  /* a number, or those of a tuple */
	uint32_t n;
	bool no; /* False */
};
struct layer {
	struct argument arg[ARGS];
	uint32_t n;
};

static const char *past_blanks(const char *s, const char *end)
{
	while (s < end && *s == ' ')
		s++;
	return s;
}

/* `3`, `(7, 7)`, `False`, anything else; up to the comma or the closing bracket. */
static const char *argument_value(const char *s, const char *end, struct argument *a)
{
	uint32_t depth = 0;

	a->no = end - s >= 5 && !memcmp(s, "False", 5);
	for (; s < end && (depth || (*s != ',' && *s != ')'));) {
		double x;
		const char *after = (*s >= '0' && *s <= '9') ? number_read(s, end, &x, NULL) : NULL;

		if (after && a->n < ARRAY_SIZE(a->x))
			a->x[a->n++] = x;
		depth += *s == '(';
		depth -= *s == ')' && depth;
		s = after ? after : s + 1;
	}
	return s;
}

static void arguments(const char *s, const char *end, struct layer *l)
{
	while ((s = past_blanks(s, end)) < end && *s != ')' && l->n < ARGS) {
		struct argument *a = &l->arg[l->n++];
		const char *word = s;

		*a = (struct argument){ .key = { s, 0 } };
		while (word < end && (*word == '_' || (*word >= 'a' && *word <= 'z')))
			word++;
		if (word > s && word < end && *word == '=') {
			a->key.n = (uint32_t)(word - s);
			s = word + 1;
		}
		s = argument_value(s, end, a);
		s += s < end && *s == ',';
	}
}

static const struct argument *named(const struct layer *l, const char *key)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->arg[i].key.n == strlen(key) && !memcmp(l->arg[i].key.s, key, l->arg[i].key.n))
			return &l->arg[i];
	return NULL;
}

static bool is_off(const struct layer *l, const char *key)
{
	const struct argument *a = named(l, key);

	return a && a->no;
}

static double product(const struct argument *a)
{
	double p = a && a->n ? 1 : 0;

	for (uint32_t i = 0; a && i < a->n; i++)
		p *= a->x[i];
	return p;
}

static double count_layer(enum layer_kind kind, const struct layer *l)
{
	const struct argument *groups = named(l, "groups"), *first = l->n ? &l->arg[0] : NULL;
	const struct argument *second = l->n > 1 ? &l->arg[1] : NULL;
	double in = product(first), out = product(second);

	switch (kind) {
	case LAYER_CONV:
		in = groups && groups->n && groups->x[0] >= 1 ? in / groups->x[0] : in;
		return in * out * product(named(l, "kernel_size")) + (is_off(l, "bias") ? 0 : out);
	case LAYER_LINEAR:
		return in * out + (is_off(l, "bias") ? 0 : out);
	case LAYER_NORM:
		return is_off(l, "affine") || is_off(l, "elementwise_affine") ? 0 : 2 * in;
	case LAYER_GROUP_NORM:
		return is_off(l, "affine") ? 0 : 2 * out;
	default:
		return in * out; /* embedding */
	}
}

/* `6 x ` before the name multiplies everything nested in it. */
static double times(struct modules *m, uint32_t indent, double here)
{
	while (m->depth && m->at[m->depth - 1].indent >= indent)
		m->depth--;
	if (here > 1 && m->depth < ARRAY_SIZE(m->at)) {
		m->at[m->depth].indent = indent;
		m->at[m->depth].times = here;
		m->depth++;
	}
	here = 1;
	for (uint32_t i = 0; i < m->depth; i++)
		here *= m->at[i].times;
	return here;
}

double module_parameters(const struct log_reader *r, struct modules *m, const char *s, const char *end)
{
	const char *from = s, *name, *open;
	double n = 1;
	struct layer l = { .n = 0 };

	s = past_blanks(s, end);
	name = s < end && *s == '(' ? memmem(s, (size_t)(end - s), "): ", 3) : NULL;
	if (!name)
		return 0;
	name += 3;
	if (*name >= '0' && *name <= '9') {
		open = number_read(name, end, &n, NULL);
		if (!open || end - open < 3 || memcmp(open, " x ", 3))
			return 0;
		name = open + 3;
	}
	open = memchr(name, '(', (size_t)(end - name));
	if (!open)
		return 0;
	n = times(m, (uint32_t)(s - from), n);
	for (uint32_t i = 0; i < r->formats->n; i++) {
		const struct log_program *p = r->formats->at[i].program;

		for (uint32_t k = 0; k < LAYER_COUNT; k++)
			for (uint32_t w = 0; w < p->nlayers[k]; w++)
				if (strlen(p->layer[k][w]) == (size_t)(open - name) &&
				    !memcmp(p->layer[k][w], name, (size_t)(open - name))) {
					arguments(open + 1, end, &l);
					return n * count_layer(k, &l);
				}
	}
	return 0;
}

// SPDX-License-Identifier: MIT
#include "code/listing.h"
#include "code/cnode.h"
#include "code/priv.h"
#include "code/index.h"
#include <stdlib.h>
#include <string.h>

/* Answers are lines of text: names with a blank between. */
static const char **split(struct arena *a, const char *text)
{
	uint32_t n = 0;
	const char **out;

	for (const char *p = text; p && *p; p++)
		n += *p == ' ';
	out = arena_array(a, const char *, n + 2);
	n = 0;
	for (const char *p = text; p && *p;) {
		size_t len = strcspn(p, " ");

		out[n++] = arena_strndup(a, p, len);
		p += len + (p[len] == ' ');
	}
	return out;
}

static int by_text(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static const char *joined(struct arena *a, const char **name, size_t n)
{
	struct buf b = { 0 };
	const char *text;

	qsort(name, n, sizeof *name, by_text);
	for (size_t i = 0; i < n; i++)
		if (!strchr(name[i], ' ') && (!i || strcmp(name[i], name[i - 1]) != 0))
			buf_printf(&b, "%s%s", b.n ? " " : "", name[i]);
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

static const char *types(struct index *x, const struct code_query *q)
{
	const struct str *const *all;
	size_t n = index_types(x, &all);
	const char **name = arena_array(q->a, const char *, n + 1);

	for (size_t i = 0; i < n; i++)
		name[i] = all[i]->s;
	return joined(q->a, name, n);
}

const char **code_types(const struct code *c, struct arena *a)
{
	return split(a, code_ask(c, (struct code_query){ .kind = "types", .a = a }, types));
}

static const char *keys(struct index *x, const struct code_query *q)
{
	const struct cnode *in = cnode_at(x->training, q->path);
	size_t n = 0, i = 0;
	const char **name;

	for (const struct cnode *k = in ? in->kids : NULL; k; k = k->next)
		n++;
	name = arena_array(q->a, const char *, n + 1);
	for (const struct cnode *k = in ? in->kids : NULL; k; k = k->next)
		if (k->key && (k->use.n || k->kids))
			name[i++] = k->key->s;
	return joined(q->a, name, i);
}

const char **code_keys(const struct code *c, struct arena *a, struct keypath container)
{
	return split(a, code_ask(c, (struct code_query){ .kind = "keys", .path = container, .a = a }, keys));
}

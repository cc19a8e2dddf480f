// SPDX-License-Identifier: MIT
/* Lists what a config may choose from, out of the index or its tables. Names are sorted and unique; a name with a
 * blank is left out, since answers are split at blanks.
 *   code_types:      "CocoDataset ResNet ResNet50"
 *   code_registries: "ResNet mmdet.models.BACKBONES"
 *   code_keys(data): "samples_per_gpu train val workers_per_gpu" */
#include "code/classes/listing.h"
#include "code/cnode.h"
#include "code/priv.h"
#include "code/index.h"
#include "code/registry.h"
#include <stdlib.h>
#include <string.h>

/* Answers are lines of text: names separated by blanks. */
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
	return split(a, code_ask(c, (struct code_query){ .kind = "types", .of = code_tables, .a = a }, types));
}

/* Its name in its module. */
static const char *registry_name(const struct registered *r)
{
	struct found x = r->registry ? names_of(r->at, r->registry) : (struct found){ 0 };

	return x.kind == F_EXT ? x.dotted->s : x.kind == F_VAR ? x.name->s : "?";
}

static const char *registries(struct index *x, const struct code_query *q)
{
	const struct str *const *all;
	size_t n = index_types(x, &all);
	struct buf b = { 0 };
	const char *text;

	pthread_mutex_lock(&x->lock);
	for (size_t i = 0; i < n; i++)
		for (const struct registered *r = map_get(&x->type, all[i]); r && !strchr(all[i]->s, ' '); r = r->next)
			buf_printf(&b, "%s%s %s", b.n ? " " : "", all[i]->s, registry_name(r));
	pthread_mutex_unlock(&x->lock);
	text = arena_strdup(q->a, buf_str(&b));
	buf_release(&b);
	return text;
}

const char **code_registries(const struct code *c, struct arena *a)
{
	return split(a, code_ask(c, (struct code_query){ .kind = "registries", .a = a }, registries));
}

/* The class that the dotted name imports, through modules that re-export it. */
static struct cls *imported(struct index *x, const struct str *dotted)
{
	const char *dot = strrchr(dotted->s, '.');
	struct found m = { 0 };

	if (dot)
		m = names_module(&x->m, str_of(dotted->s, (size_t)(dot - dotted->s)), NULL);
	if (m.kind == F_MODULE)
		m = names_member(&x->m, m.file, str_lit(dot + 1), 0);
	return m.kind == F_CLASS ? m.cls : NULL;
}

/* The `class` of the statement, after its decorators. */
static struct code_place statement_of(const struct cls *k)
{
	struct code_place at = file_place(k->file, k->node);
	uint32_t lo = k->node->op ? k->node->kid[k->node->n - 1]->hi : at.lo;
	const char *word =
		at.file && lo < at.file->len ? memmem(at.file->bytes + lo, at.file->len - lo, "class", 5) : NULL;

	if (word)
		at.lo = (uint32_t)(word - at.file->bytes);
	at.hi = at.lo;
	return at;
}

static bool class_at(struct index *x, const struct code_query *q, struct code_place *at)
{
	const struct registered *r = registered_next(x, q->name, NULL);
	struct cls *k;

	pthread_mutex_lock(&x->lock);
	k = imported(x, q->name);
	while (!k && r && !r->cls)
		r = registered_next(x, q->name, r);
	k = k || !r ? k : r->cls;
	if (k)
		*at = statement_of(k);
	pthread_mutex_unlock(&x->lock);
	return at->file != NULL;
}

bool code_class_at(const struct code *c, const struct str *type, struct code_place *at)
{
	return code_ask_place(c, &(struct code_query){ .kind = "class", .name = type }, class_at, at);
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
	return split(a, code_ask(c, (struct code_query){ .kind = "keys", .path = container, .of = code_tables, .a = a },
				 keys));
}

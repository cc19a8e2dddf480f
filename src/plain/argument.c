// SPDX-License-Identifier: MIT
#include "plain/argument.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "script/values/arguments.h"
#include "script/values/script_value.h"
#include <string.h>

static const struct str *dest_of(const struct call_site *c, const struct cfile *f)
{
	bool here = !strcmp(c->in->file->path, f->path) && !strcmp(c->node->kid[0]->text->s, "add_argument");
	return here ? arguments_dest(c->node) : NULL;
}

const struct call_site *plain_argument(const struct plain_project *p, const struct cfile *f, const struct str *dest)
{
	for (size_t i = 0; p->script && i < p->script->arguments.n; i++)
		if (dest_of(&p->script->arguments.at[i], f) == dest)
			return &p->script->arguments.at[i];
	return NULL;
}

size_t plain_argument_names(const struct plain_project *p, const struct cfile *f, const char **out, size_t max)
{
	size_t n = 0;
	for (size_t i = 0; p->script && i < p->script->arguments.n && n < max; i++) {
		const struct str *dest = dest_of(&p->script->arguments.at[i], f);
		if (dest)
			out[n++] = dest->s;
	}
	return n;
}

static void put(struct arena *a, struct dict *to, const char *key, struct value v)
{
	dict_put(a, to, value_text(key, (struct span){ 0 }), v, (struct span){ 0 });
}

void plain_argument_put(struct arena *a, const struct plain_project *p, const struct call_site *arg, struct dict *to)
{
	static const char *const types[] = { "int", "float" };
	for (uint32_t i = 1; i < arg->node->n; i++) {
		const struct node *k = arg->node->kid[i];
		if (k->kind == NODE_STR && (i == 1 || !strncmp(k->text->s, "--", 2)))
			put(a, to, "flag", value_str(k->text, (struct span){ 0 }));
		if (k->kind != NODE_KW)
			continue;
		for (size_t t = 0; !strcmp(k->text->s, "type") && k->kid[0]->kind == NODE_NAME && t < ARRAY_SIZE(types);
		     t++)
			if (!strcmp(k->kid[0]->text->s, types[t]))
				put(a, to, "converts", value_text(types[t], (struct span){ 0 }));
		if (!strcmp(k->text->s, "choices"))
			put(a, to, "choices", value_copy(a, script_value(p->script, arg->in, k->kid[0], NULL)));
		if (!strcmp(k->text->s, "nargs"))
			put(a, to, "several", value_bool(true, (struct span){ 0 }));
	}
}

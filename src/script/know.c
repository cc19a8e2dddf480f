// SPDX-License-Identifier: MIT
#include "script/know.h"
#include "spec/kept.h"
#include "text/yaml.h"
#include <string.h>

static const struct str *const *names_in(struct arena *a, const struct ynode *list, uint32_t *n)
{
	const struct str **all;

	*n = list && list->kind == Y_SEQ ? list->n : 0;
	all = arena_array(a, const struct str *, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		all[i] = str_lit(list->kid[i]->text->s);
	return all;
}

static void load_call(struct arena *a, struct script_know *k, const char *name, const struct ynode *n)
{
	struct script_call *c = arena_new(a, struct script_call);
	uint32_t nalso;
	const struct str *const *also = names_in(a, yaml_get(n, "also"), &nalso);

	*c = (struct script_call){ .name = str_lit(name),
				   .keys = yaml_get(n, "keys") != NULL,
				   .same = yaml_get(n, "same") != NULL };
	c->param = names_in(a, yaml_get(n, "params"), &c->nparams);
	c->hands = names_in(a, yaml_get(n, "hands"), &c->nhands);
	c->trace = names_in(a, yaml_get(n, "trace"), &c->ntrace);
	map_put(a, &k->call, c->name, c);
	for (uint32_t i = 0; i < nalso; i++)
		map_put(a, &k->call, also[i], c);
}

static void load_names(struct arena *a, struct map *m, const struct ynode *list)
{
	uint32_t n;
	const struct str *const *name = names_in(a, list, &n);

	for (uint32_t i = 0; i < n; i++)
		map_put(a, m, name[i], m);
}

static void load_packages(struct arena *a, struct script_know *k, const struct ynode *n)
{
	struct script_package *all = arena_array(a, struct script_package, n->n);

	for (uint32_t i = 0; i < n->n; i++) {
		all[i].name = str_lit(n->key[i]->text->s);
		all[i].known = names_in(a, n->kid[i], &all[i].nknown);
	}
	k->package = all;
	k->npackages = n->n;
}

void script_know_load(struct arena *a, struct script_know *k)
{
	const struct ynode *doc = kept_embedded(a, "script.yaml"), *calls = yaml_get(doc, "calls"),
			   *packages = yaml_get(doc, "packages");

	if (!calls || calls->kind != Y_MAP || !packages || packages->kind != Y_MAP)
		BUG("rules/script.yaml: no maps 'calls' and 'packages'");
	for (uint32_t i = 0; i < calls->n; i++)
		load_call(a, k, calls->key[i]->text->s, calls->kid[i]);
	load_names(a, &k->attribute, yaml_get(doc, "attributes"));
	load_names(a, &k->indexed, yaml_get(doc, "indexed"));
	load_names(a, &k->method, yaml_get(doc, "methods"));
	load_packages(a, k, packages);
	k->word = names_in(a, yaml_get(doc, "words"), &k->nwords);
}

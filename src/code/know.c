// SPDX-License-Identifier: MIT
/* rules/code.yaml: names of functions, methods and folders that the index must know. C knows none of them. */
#include "code/priv.h"
#include "spec/kept.h"
#include "text/yaml.h"
#include <string.h>

bool listed_text(const char *const *list, uint32_t n, const char *s)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(list[i], s))
			return true;
	return false;
}

static const char *const *texts(struct arena *a, const struct ynode *root, const char *key, uint32_t *n)
{
	const struct ynode *l = yaml_get(root, key);
	if (!l || l->kind != Y_SEQ)
		BUG("rules/code.yaml: no list '%s'", key);
	const char **out = arena_array(a, const char *, l->n + 1);
	for (uint32_t i = 0; i < l->n; i++)
		out[i] = yaml_str(l->kid[i]);
	*n = l->n;
	return out;
}

static void load_call(struct arena *a, struct config_call *c, const char *name, const struct ynode *doc)
{
	const char *word = yaml_str(doc);
	c->name = name;
	c->same = word && !strcmp(word, "same");
	c->nothing = word && !strcmp(word, "nothing");
	const struct ynode *reads = yaml_get(doc, "reads");
	const struct str **list = arena_array(a, const struct str *, reads ? reads->n + 1 : 1);
	for (uint32_t i = 0; reads && i < reads->n; i++)
		list[i] = reads->kid[i]->text;
	c->reads = list;
	c->nreads = reads ? reads->n : 0;
}

static const char *word(const struct ynode *root, const char *key)
{
	const char *s = yaml_str(yaml_get(root, key));
	if (!s)
		BUG("rules/code.yaml: no '%s'", key);
	return s;
}

static struct keypath path_of(struct arena *a, const char *text)
{
	struct keypath p;
	if (!keypath_parse(a, text, &p, NULL))
		BUG("rules/code.yaml: '%s' is no key path", text);
	return p;
}

static void load_habits(struct arena *a, struct code_habits *h, const struct ynode *root)
{
	const struct ynode *e = yaml_get(root, "evaluation");
	h->scope_key = str_lit(word(root, "scope_key"));
	h->import_key = texts(a, root, "import_keys", &h->nimport_keys);
	h->built = texts(a, root, "built_types", &h->nbuilt);
	struct keypath *built = arena_array(a, struct keypath, h->nbuilt + 1);
	for (uint32_t i = 0; i < h->nbuilt; i++)
		built[i] = path_of(a, h->built[i]);
	h->built_path = built;
	h->evaluation = str_lit(word(e, "key"));
	h->dataset = word(e, "dataset");
	h->dataset_path = path_of(a, h->dataset);
	h->evaluate = word(e, "method");
	h->hook = texts(a, e, "hooks", &h->nhooks);
}

void knowledge_load(struct arena *a, struct knowledge *k)
{
	const struct ynode *root = kept_embedded(a, "code.yaml");
	const struct ynode *calls = yaml_get(root, "calls");
	k->ncalls = calls ? calls->n : 0;
	k->call = arena_array(a, struct config_call, k->ncalls + 1);
	for (uint32_t i = 0; i < k->ncalls; i++)
		load_call(a, &k->call[i], calls->key[i]->text->s, calls->kid[i]);
	k->skip = texts(a, root, "skip_folders", &k->nskip);
	k->skip_top = texts(a, root, "skip_top_folders", &k->nskip_top);
	k->neutral = texts(a, root, "neutral_packages", &k->nneutral);
	k->quiet = texts(a, root, "quiet_methods", &k->nquiet);
	k->method = texts(a, root, "config_methods", &k->nmethods);
	k->attribute = texts(a, root, "config_attributes", &k->nattributes);
	k->inert = texts(a, root, "inert_builtins", &k->ninert);
	k->fromfile = texts(a, root, "loaders", &k->nfromfile);
	k->merge = texts(a, root, "merges", &k->nmerges);
	k->config_name = texts(a, root, "config_names", &k->nconfig_names);
	uint32_t n;
	const char *const *builder = texts(a, root, "builder_keys", &n);
	for (uint32_t i = 0; i < n; i++)
		map_put(a, &k->builders, str_lit(builder[i]), k);
	k->register_name = texts(a, root, "register_methods", &k->nregister_names);
	project_signs_load(a, &k->projects);
	load_habits(a, &k->habits, root);
}

/* Names are compared from their end: `Runner.from_cfg` is that of any module. */
const struct config_call *knowledge_call(const struct knowledge *k, const char *dotted)
{
	size_t n = strlen(dotted);
	for (uint32_t i = 0; i < k->ncalls; i++) {
		size_t m = strlen(k->call[i].name);
		if (m <= n && !strcmp(dotted + n - m, k->call[i].name) && (m == n || dotted[n - m - 1] == '.'))
			return &k->call[i];
	}
	return NULL;
}

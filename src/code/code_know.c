// SPDX-License-Identifier: MIT
/* Reads rules/code.yaml, which is embedded in the program. */
#include "code/code_know.h"
#include "spec/compiled.h"
#include "text/yaml.h"
#include <string.h>

bool texts_have(const struct code_texts *l, const char *s)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i][0] == s[0] && !strcmp(l->at[i], s))
			return true;
	return false;
}

static struct code_texts texts(struct arena *a, const struct ynode *root, const char *key)
{
	const struct ynode *l = yaml_get(root, key);
	if (!l || l->kind != Y_SEQ)
		BUG("rules/code.yaml: no list '%s'", key);
	const char **out = arena_array(a, const char *, l->n + 1);
	for (uint32_t i = 0; i < l->n; i++)
		out[i] = yaml_str(l->kid[i]);
	return (struct code_texts){ out, l->n };
}

/* The texts of both lists; either may be NULL. */
static void read_keys(struct arena *a, struct config_call *c, const struct ynode *one, const struct ynode *other)
{
	const struct str **list = arena_array(a, const struct str *, (one ? one->n : 0) + (other ? other->n : 0) + 1);
	for (uint32_t i = 0; one && i < one->n; i++)
		list[c->nreads++] = one->kid[i]->text;
	for (uint32_t i = 0; other && i < other->n; i++)
		list[c->nreads++] = other->kid[i]->text;
	c->reads = list;
}

static void load_call(struct arena *a, struct config_call *c, const char *name, const struct ynode *root,
		      const struct ynode *doc)
{
	const char *word = yaml_str(doc);
	const struct ynode *may = yaml_get(doc, "may_read"), *trains = yaml_get(doc, "trains_with");
	*c = (struct config_call){
		.name = name, .len = strlen(name), .same = word && !strcmp(word, "same"), .maybe = may || trains
	};
	read_keys(a, c, trains ? yaml_get(root, "training_keys") : may, trains ? trains : yaml_get(doc, "reads"));
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
	h->import_keys = texts(a, root, "import_keys");
	h->built = texts(a, root, "built_types");
	h->registered = texts(a, root, "registered_names");
	h->foreign = texts(a, root, "foreign_builders");
	struct keypath *built = arena_array(a, struct keypath, h->built.n + 1);
	for (uint32_t i = 0; i < h->built.n; i++)
		built[i] = path_of(a, h->built.at[i]);
	h->built_path = built;
	h->evaluation = str_lit(word(e, "key"));
	h->dataset = word(e, "dataset");
	h->dataset_path = path_of(a, h->dataset);
	h->evaluate = word(e, "method");
	h->hooks = texts(a, e, "hooks");
	h->hooks_from = word(e, "from");
	h->hook_register = word(e, "register");
	h->hook_step = word(e, "step");
	h->weighty = texts(a, root, "weighty_arguments");
}

static void load_builders(struct arena *a, struct knowledge *k, const struct ynode *doc)
{
	if (!doc || doc->kind != Y_SEQ)
		BUG("rules/code.yaml: no list 'builder_keys'");
	for (uint32_t i = 0; i < doc->n; i++) {
		struct code_texts keys = texts(a, doc->kid[i], "keys");
		struct code_texts *under = arena_new(a, struct code_texts);
		if (yaml_get(doc->kid[i], "under"))
			*under = texts(a, doc->kid[i], "under");
		for (uint32_t n = 0; n < keys.n; n++)
			map_put(a, &k->builders, str_lit(keys.at[n]), under);
	}
}

static const struct str **names_one(struct arena *a, const char *text)
{
	const struct str **one = arena_new(a, const struct str *);
	*one = str_lit(text);
	return one;
}

static void load_aliases(struct arena *a, struct knowledge *k, const struct ynode *map)
{
	for (uint32_t i = 0; map && i < map->n; i++)
		for (uint32_t n = 0; n < map->kid[i]->n; n++)
			map_put(a, &k->alias, str_lit(map->kid[i]->kid[n]->text->s),
				names_one(a, map->key[i]->text->s));
}

static struct name_list dotted_names(struct arena *a, const struct ynode *map, const char *key)
{
	struct code_texts list = texts(a, map, key);
	return (struct name_list){ list.at, list.n };
}

void knowledge_load(struct arena *a, struct knowledge *k)
{
	const struct ynode *root = embedded_find(a, "code.yaml");
	const struct ynode *calls = yaml_get(root, "calls");
	k->ncalls = calls ? calls->n : 0;
	k->call = arena_array(a, struct config_call, k->ncalls + 1);
	for (uint32_t i = 0; i < k->ncalls; i++)
		load_call(a, &k->call[i], calls->key[i]->text->s, root, calls->kid[i]);
	k->skip_folder = texts(a, root, "skip_folders");
	k->skip_top_folder = texts(a, root, "skip_top_folders");
	k->neutral_package = texts(a, root, "neutral_packages");
	k->type_package = texts(a, root, "type_packages");
	k->register_method = texts(a, root, "register_methods");
	k->root_scope = texts(a, root, "root_scopes");
	k->quiet_method = texts(a, root, "quiet_methods");
	k->frame_reader = texts(a, root, "frame_readers");
	k->inert_builtin = texts(a, root, "inert_builtins");
	k->config_method = texts(a, root, "config_methods");
	k->config_attribute = texts(a, root, "config_attributes");
	k->config_same = texts(a, root, "config_same_attributes");
	k->filler = texts(a, root, "template_fillers");
	k->config_name = texts(a, root, "config_names");
	k->loader = texts(a, root, "loaders");
	k->loader_key = texts(a, root, "loader_keys");
	k->merge = texts(a, root, "merges");
	k->plain_loader = texts(a, root, "plain_loaders");
	k->plain_yaml_1_1 = texts(a, root, "plain_yaml_1_1");
	k->plain_wrapper = texts(a, root, "plain_wrappers");
	k->plain_store = texts(a, root, "plain_stores");
	k->plain_merge = texts(a, root, "plain_merges");
	k->plain_node = texts(a, root, "plain_nodes");
	k->plain_node_open = texts(a, root, "plain_node_opens");
	k->plain_node_key = texts(a, root, "plain_node_keys");
	k->plain_folder = texts(a, root, "plain_folders");
	k->plain_train = texts(a, root, "plain_trains");
	k->plain_spawn = texts(a, root, "plain_spawns");
	k->plain_main = texts(a, root, "plain_mains");
	k->plain_composer = texts(a, root, "plain_composers");
	const struct ynode *fields = yaml_get(root, "fields");
	k->fields = (struct field_words){ dotted_names(a, fields, "decorators"), dotted_names(a, fields, "bases"),
					  dotted_names(a, fields, "values") };
	load_aliases(a, k, yaml_get(root, "other_names"));
	load_builders(a, k, yaml_get(root, "builder_keys"));
	project_signs_load(a, &k->projects);
	k->builds = builds_load(a);
	load_habits(a, &k->habits, root);
}

bool name_ends(const char *dotted, const char *end)
{
	size_t n = strlen(dotted), m = strlen(end);
	return m <= n && !strcmp(dotted + n - m, end) && (m == n || dotted[n - m - 1] == '.');
}

const struct config_call *knowledge_call(const struct knowledge *k, const char *dotted)
{
	size_t n = strlen(dotted);
	for (uint32_t i = 0; i < k->ncalls; i++) {
		const struct config_call *x = &k->call[i];
		if (x->len <= n && dotted[n - 1] == x->name[x->len - 1] && name_ends(dotted, x->name))
			return x;
	}
	return NULL;
}

const struct value *path_holder(struct keypath p)
{
	for (uint32_t i = p.n - 1; i-- > 0;)
		if (p.part[i].kind == VALUE_STR)
			return &p.part[i];
	return NULL;
}

bool knowledge_is_builders(const struct knowledge *k, struct keypath p)
{
	const struct code_texts *under = map_get(&k->builders, p.part[p.n - 1].as.s);
	const struct value *in = path_holder(p);
	uint32_t keys = 0;
	if (!under || !under->n)
		return under != NULL;
	for (uint32_t i = 0; i < p.n; i++)
		keys += p.part[i].kind == VALUE_STR;
	return (in && texts_have(under, in->as.s->s)) ||
	       (keys == 3 && p.part[0].kind == VALUE_STR && texts_have(under, p.part[0].as.s->s));
}

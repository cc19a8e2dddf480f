// SPDX-License-Identifier: MIT
#include "arguments/meanings.h"
#include "base/result_cache.h"
#include "spec/compiled.h"
#include "spec/embedded.h"

struct meanings {
	const struct ynode *doc;
};

static const void *read_all(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	struct meanings *all = arena_new(a, struct meanings);

	(void)m, (void)text, (void)len;
	all->doc = embedded_find(a, "arguments.yaml");
	return all;
}

const struct meanings *meanings_of(const struct vfs *fs)
{
	return result_cache_get(vfs_results(fs), read_all, "meanings of arguments", "", 0);
}

const struct ynode *meaning_names(const struct meanings *m, const char *role)
{
	return yaml_get(yaml_get(m->doc, "roles"), role);
}

bool meaning_lists(const struct meanings *m, const char *list, const struct str *table)
{
	const struct ynode *all = yaml_get(m->doc, list);

	for (uint32_t i = 0; all && i < all->n; i++)
		if (all->kid[i]->text == table)
			return true;
	return false;
}

const struct ynode *meaning_unsettles(const struct meanings *m)
{
	return yaml_get(m->doc, "unsettles");
}

const struct ynode *meaning_process_variables(const struct meanings *m)
{
	return yaml_get(m->doc, "process_variables");
}

const struct ynode *meaning_auto(const struct meanings *m, const struct str *table, const char *key)
{
	return yaml_get(yaml_get(yaml_get(m->doc, "auto"), table->s), key);
}

const struct ynode *meaning_reader(const struct meanings *m, const char *reader)
{
	return yaml_get(yaml_get(m->doc, "readers"), reader);
}

const char *meaning_least(const struct meanings *m, const char *argument)
{
	return yaml_str(yaml_get(yaml_get(m->doc, "least"), argument));
}

bool meaning_is_named(const struct meanings *m, const struct str *table)
{
	const struct ynode *files = yaml_get(m->doc, "files");

	for (uint32_t i = 0; files && i < files->n; i++)
		if (files->kid[i]->text == table)
			return true;
	return false;
}

bool meaning_drops(const struct meanings *m, const struct str *table)
{
	const struct ynode *names = yaml_get(m->doc, "drops");

	for (uint32_t i = 0; names && i < names->n; i++)
		if (names->kid[i]->text == table)
			return true;
	return false;
}

bool meaning_is_trainer(const struct meanings *m, const struct schemas *s, const struct schema_class *c)
{
	const struct ynode *names = yaml_get(m->doc, "trainer_takes");

	for (uint32_t i = 0; names && i < names->n; i++)
		if (schema_argument(s, c, str_lit(names->kid[i]->text->s)))
			return true;
	return false;
}

// SPDX-License-Identifier: MIT
/* All rules, embedded or of a folder, and finding them by id or name. */
#include "base/near.h"
#include "base/path.h"
#include "base/vec.h"
#include "lint/rule_priv.h"
#include <stdlib.h>
#include <string.h>

static int by_id(const void *x, const void *y)
{
	return strcmp((*(struct rule *const *)x)->id, (*(struct rule *const *)y)->id);
}

static bool no_twins(const struct ruleset *rs, struct err *e)
{
	for (uint32_t i = 0; i < rs->n; i++)
		for (uint32_t j = i + 1; j < rs->n; j++) {
			const struct rule *a = rs->at[i], *b = rs->at[j];
			if (!strcmp(a->id, b->id) || !strcmp(a->name, b->name))
				return err_set(e, ERR_SYNTAX, "%s: the %s %s is that of %s already", b->src->path,
					       strcmp(a->id, b->id) ? "name" : "id",
					       strcmp(a->id, b->id) ? b->name : b->id, a->src->path);
		}
	return true;
}

static bool load_rules(struct ruleset *rs, const char *dir, struct err *e)
{
	static const char *const not [] = { "dialects/", "knowledge/", "profiles/", NULL };
	struct yfiles files;
	if (!yfiles_load(&rs->arena, rs->sources, rs->fs, dir, "", not, &files, e))
		return false;
	struct parser *p = parser_new();
	rs->at = arena_array(&rs->arena, struct rule *, files.n + 1);
	bool ok = true;
	for (uint32_t i = 0; ok && i < files.n; i++) {
		if (!strchr(files.at[i].path, '/'))
			continue; /* concepts.yaml and the like */
		rs->at[rs->n] = rule_compile(&rs->arena, p, &files.at[i], &rs->dialects, e);
		ok = rs->at[rs->n] != NULL;
		rs->n += ok;
	}
	parser_free(p);
	if (ok && rs->n)
		qsort(rs->at, rs->n, sizeof *rs->at, by_id);
	return ok && no_twins(rs, e);
}

struct ruleset *ruleset_load(const char *dir, struct err *e)
{
	struct ruleset *rs = xcalloc(1, sizeof *rs);
	rs->sources = sources_new();
	rs->fs = vfs_new(NULL);
	rs->dir = dir ? path_absolute(&rs->arena, dir) : "(embedded)";
	const char *abs = dir ? rs->dir : NULL;
	/* a folder with rules alone goes with the embedded vocabulary */
	bool own_words = abs && vfs_exists(rs->fs, path_join(&rs->arena, abs, "concepts.yaml"));
	bool ok = dialects_load(&rs->arena, rs->sources, rs->fs, own_words ? abs : NULL, &rs->dialects, e) &&
		  load_rules(rs, abs, e);
	if (ok && abs && !rs->n)
		ok = err_set(e, ERR_NOT_FOUND, "%s: no rule files (CATEGORY/NAME.yaml)", abs);
	if (ok)
		return rs;
	ruleset_free(rs);
	return NULL;
}

void ruleset_free(struct ruleset *rs)
{
	if (!rs)
		return;
	sources_free(rs->sources);
	vfs_free(rs->fs);
	arena_release(&rs->arena);
	free(rs);
}

const struct rule *ruleset_find(const struct ruleset *rs, const char *id_or_name)
{
	for (uint32_t i = 0; i < rs->n; i++)
		if (!strcmp(rs->at[i]->id, id_or_name) || !strcmp(rs->at[i]->name, id_or_name))
			return rs->at[i];
	return NULL;
}

const char *ruleset_nearest(const struct ruleset *rs, const char *word)
{
	VEC(, const char *) words = { 0 };
	for (uint32_t i = 0; i < rs->n; i++) {
		vec_push(&words, rs->at[i]->id);
		vec_push(&words, rs->at[i]->name);
	}
	const char *near = near_find(word, words.at, words.n);
	vec_release(&words);
	return near;
}

bool ruleset_is_category(const struct ruleset *rs, const char *prefix)
{
	for (uint32_t i = 0; i < rs->n; i++)
		if ((strlen(prefix) == 3 && !strncmp(rs->at[i]->id, prefix, 3)) || !strcmp(rs->at[i]->category, prefix))
			return true;
	return false;
}

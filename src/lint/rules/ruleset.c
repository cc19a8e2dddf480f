// SPDX-License-Identifier: MIT
/* All rules, embedded or of a folder, and finding them by id or name.
 *
 *	"DAT005" and "zero-workers" find the same rule */
#include "base/near.h"
#include "base/path.h"
#include "base/vec.h"
#include "lint/rules/priv.h"
#include "lint/rules/ruleset.h"
#include "facts/function/fn_table.h"
#include "lint/rules/compiled_rules.h"
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

enum origin { SHIPPED, OF_THE_USER, OF_A_PROJECT };

/* Of an added folder files in the folder itself are rules too. */
static bool load_rules(struct ruleset *rs, const struct vfs *fs, const char *dir, enum origin from, struct err *e)
{
	static const char *const not [] = { "dialects/", "exports/",  "help/",	  "knowledge/", "logs/",       "parts/",
					    "patches/",	 "profiles/", "schemas/", "shipped/",	"signatures/", NULL };
	struct arena docs = { 0 };
	struct yfiles files;
	if (!yfiles_load(&docs, rs->sources, fs, dir, "", not, &files, e)) {
		arena_release(&docs);
		return false;
	}
	struct parser *p = parser_new();
	struct rule **at = arena_array(&rs->arena, struct rule *, rs->n + files.n + 1);
	if (rs->n)
		memcpy(at, rs->at, rs->n * sizeof *at);
	rs->at = at;
	bool ok = true, added = from != SHIPPED;
	for (uint32_t i = 0; ok && i < files.n; i++) {
		struct yfile f = files.at[i];
		if (!strchr(f.path, '/') && !added)
			continue; /* concepts.yaml and the like */
		if (!strchr(f.path, '/'))
			f.path = path_join(&rs->arena, path_base(dir), f.path);
		struct rule *r = rule_compile(rs, p, &f, e);
		ok = r != NULL;
		if (ok) {
			r->folder = added ? dir : NULL;
			r->foreign = from == OF_A_PROJECT;
			rs->at[rs->n++] = r;
		}
	}
	parser_free(p);
	arena_release(&docs);
	if (ok && rs->n)
		qsort(rs->at, rs->n, sizeof *rs->at, by_id);
	return ok && no_twins(rs, e);
}

static uint32_t count_notes(const struct subject_kind *k)
{
	uint32_t n = 0;
	while (k->note_id && k->note_id[n])
		n++;
	return n;
}

static void add_stand_ins(struct ruleset *rs, const struct subject_kind *k)
{
	const char *summary = arena_printf(&rs->arena, "the %s can't be loaded", k->one);
	for (uint32_t i = 0; i < count_notes(k); i++)
		rs->stand_in[rs->nstand_ins++] = (struct rule){ .id = k->note_id[i],
								.name = k->note_id[i],
								.category = k->name,
								.summary = summary,
								.why = "",
								.severity = SEV_ERROR,
								.native = true,
								.on = k,
								.any_file = true };
}

static void make_stand_ins(struct ruleset *rs)
{
	uint32_t n = 0;
	for (const struct subject_kind *const *k = rs->host.kinds; *k; k++)
		n += count_notes(*k);
	rs->stand_in = xcalloc(n + 1, sizeof *rs->stand_in);
	for (const struct subject_kind *const *k = rs->host.kinds; *k; k++)
		add_stand_ins(rs, *k);
}

static bool load_all(struct ruleset *rs, const char *dir, struct err *e)
{
	/* a folder with rules alone goes with the embedded vocabulary */
	bool own_words = dir && vfs_exists(rs->fs, path_join(&rs->arena, dir, "concepts.yaml"));
	const char *words = own_words ? dir : NULL;
	if (dir && !own_words && rules_take_compiled(rs)) {
		rs->n = 0; /* but for the rules */
		return load_rules(rs, rs->fs, dir, SHIPPED, e);
	}
	return dialects_load(&rs->arena, rs->sources, rs->fs, words, &rs->dialects, e) &&
	       patches_load(&rs->arena, rs->sources, rs->fs, words, &rs->patches, e) &&
	       load_rules(rs, rs->fs, dir, SHIPPED, e);
}

struct ruleset *ruleset_load(const char *dir, const struct rule_host *host, struct err *e)
{
	struct ruleset *rs = xcalloc(1, sizeof *rs);
	rs->host = *host;
	rs->sources = sources_new();
	rs->fs = vfs_new(NULL);
	rs->dir = dir ? path_absolute(&rs->arena, dir) : "(embedded)";
	const char *abs = dir ? rs->dir : NULL;
	rs->tables = abs && vfs_stands(rs->fs, path_join(&rs->arena, abs, "shipped")) ? abs : NULL;
	rs->dialects.functions = rulefn_table();
	rs->dialects.kinds = host->kinds;
	make_stand_ins(rs);
	bool ok = true;
	if (dir || !rules_take_compiled(rs))
		ok = load_all(rs, abs, e);
	if (ok && abs && !rs->n)
		ok = err_set(e, ERR_NOT_FOUND, "%s: no rule files (CATEGORY/NAME.yaml)", abs);
	if (ok)
		return rs;
	ruleset_free(rs);
	return NULL;
}

bool ruleset_has_folder(const struct ruleset *rs, const char *dir)
{
	for (uint32_t i = 0; i < rs->nadded; i++)
		if (!strcmp(rs->added[i], dir))
			return true;
	return false;
}

bool ruleset_add(struct ruleset *rs, const char *dir, const char *top, bool foreign, struct err *e)
{
	if (ruleset_has_folder(rs, dir))
		return true;
	const char **added = arena_array(&rs->arena, const char *, rs->nadded + 1);
	if (rs->nadded)
		memcpy(added, rs->added, rs->nadded * sizeof *added);
	added[rs->nadded++] = arena_strdup(&rs->arena, dir);
	rs->added = added;
	uint32_t before = rs->n;
	struct vfs *fs = vfs_new(NULL);
	vfs_fence(fs);
	vfs_allow(fs, top);
	bool ok = load_rules(rs, fs, added[rs->nadded - 1], foreign ? OF_A_PROJECT : OF_THE_USER, e);
	vfs_free(fs);
	if (!ok)
		return false;
	return rs->n > before || err_set(e, ERR_NOT_FOUND, "%s: no rule files (NAME.yaml, CATEGORY/NAME.yaml)", dir);
}

void ruleset_free(struct ruleset *rs)
{
	if (!rs)
		return;
	sources_free(rs->sources);
	vfs_free(rs->fs);
	arena_release(&rs->arena);
	free(rs->stand_in);
	free(rs);
}

const struct rule *ruleset_find(const struct ruleset *rs, const char *id_or_name)
{
	for (uint32_t i = 0; i < rs->n; i++)
		if (!strcmp(rs->at[i]->id, id_or_name) || !strcmp(rs->at[i]->name, id_or_name))
			return rs->at[i];
	return NULL;
}

const struct rule *ruleset_of_note(const struct ruleset *rs, const char *id)
{
	const struct rule *r = ruleset_find(rs, id);
	for (uint32_t i = 0; !r && i < rs->nstand_ins; i++)
		if (!strcmp(rs->stand_in[i].id, id))
			r = &rs->stand_in[i];
	if (!r)
		BUG("a note that no kind of subject lists: %s", id);
	return r;
}

const char *ruleset_nearest(const struct ruleset *rs, const char *word)
{
	VEC(, const char *) words = { 0 };
	for (uint32_t i = 0; i < rs->n; i++) {
		vec_push(&words, rs->at[i]->id);
		vec_push(&words, rs->at[i]->name);
	}
	const char *near = near_word(word, words.at, words.n);
	vec_release(&words);
	return near;
}

const struct ynode *tests_of(struct arena *a, const struct source *src)
{
	const struct ynode *tests = yaml_get(yaml_parse(a, src, NULL), "tests");

	return tests && tests->kind == Y_SEQ ? tests : NULL;
}

const struct ynode *test_files_of(struct arena *a, const struct source *src)
{
	return yaml_get(yaml_parse(a, src, NULL), "test-files");
}

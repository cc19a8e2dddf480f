// SPDX-License-Identifier: MIT
/* Walks the Python files of a project. One counts whose text names a parser of dataclasses (rules/launch.yaml,
 * dataclass_parsers) and a call that reads a file with it (file_calls), or whose parser reads one by itself.
 *
 * Invariant: a script that may pass over keys has open dataclasses, so none of its keys counts as refused.
 *
 *	HfArgumentParser((Model, TrainingArguments)).parse_args_into_dataclasses()	reads no file: it is not in the
 *list */
#include "launch/dataclass_scripts.h"
#include "launch/dataclass_flags.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "text/programs.h"
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = 50000, FILES_MAX = 64 };

struct script_search {
	struct arena *a;
	const struct vfs *fs;
	struct sources *sources;
	const char *root;
	const struct launch_words *words;
	struct dataclass_scripts *out;
	VEC(, struct dataclass_script) found;
};

static bool says_any(const char *text, const struct word_list *words)
{
	for (uint32_t i = 0; i < words->n; i++)
		if (strstr(text, words->at[i] + strspn(words->at[i], "*")))
			return true;
	return false;
}

static struct value dataclasses_of(struct script_search *s, const char *path, const struct buf *text, bool *reads)
{
	struct arena tmp = { 0 };
	const struct parser_file file = { parse_once(vfs_results(s->fs), path, text->s, (uint32_t)text->n), text->s };
	struct evaluation e = { .a = &tmp, .words = s->words, .fs = s->fs, .sources = s->sources, .root = s->root };
	struct launch_targets targets = { .e = &e, .a = s->a };
	struct value d = dataclass_flags(&targets, path, &file);

	*reads = d.kind == VALUE_DICT && (dict_get_true(d, "reads_file") || says_any(text->s, &s->words->file_call));
	if (d.kind == VALUE_DICT && says_any(text->s, &s->words->passes_over))
		dict_put(s->a, d.as.dict, value_text("open", d.at), value_bool(true, d.at), d.at);
	vec_release(&targets.absent);
	vec_release(&targets);
	arena_release(&tmp);
	return d;
}

static struct value read_script(struct script_search *s, const char *path, bool *reads)
{
	struct buf text = { 0 };
	struct value d = { 0 };

	if (!vfs_read(s->fs, path, &text, NULL))
		s->out->whole = false;
	else if (text.n < UINT32_MAX - 8 && says_any(buf_str(&text), &s->words->dataclass_parser))
		d = dataclasses_of(s, path, &text, reads);
	buf_release(&text);
	return d;
}

static void look(void *ctx, const char *path)
{
	struct script_search *s = ctx;

	s->out->python = true;
	if (s->found.n == FILES_MAX) {
		s->out->whole = false;
		return;
	}
	bool reads = false;
	struct value d = read_script(s, path, &reads);

	if (d.kind == VALUE_DICT)
		vec_push(&s->found,
			 ((struct dataclass_script){ arena_strdup(s->a, path), value_freeze(s->a, d), reads }));
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct dataclass_script *)a)->path, ((const struct dataclass_script *)b)->path);
}

static const void *find_scripts(struct arena *a, const void *by, const char *path, const char *key)
{
	struct dataclass_scripts *out = arena_new(a, struct dataclass_scripts);
	struct script_search s = { .a = a, .fs = by, .sources = sources_new(), .root = path, .out = out };

	(void)key;
	s.words = launch_words_get(vfs_results(s.fs));
	out->whole = true;
	out->whole &= programs_each(&(struct programs){
		.fs = s.fs, .folder = path, .budget = ENTRIES_MAX, .ignore_files = true, .see = look, .ctx = &s });
	out->python |= !out->whole;
	out->n = (uint32_t)s.found.n;
	if (out->n) {
		qsort(s.found.at, out->n, sizeof *s.found.at, by_path);
		out->at = arena_copy(a, s.found.at, out->n, sizeof *s.found.at, alignof(struct dataclass_script));
	}
	vec_release(&s.found);
	sources_free(s.sources);
	return out;
}

const struct dataclass_scripts *dataclass_scripts_of(const struct vfs *fs, const char *root)
{
	return result_cache_compute(vfs_file_results(fs), find_scripts, fs, root, "parsers of dataclasses");
}

struct value dataclass_script_read(struct arena *a, const struct vfs *fs, struct sources *sources, const char *root,
				   const char *path)
{
	struct dataclass_scripts ignored = { 0 };
	struct script_search s = { .a = a,
				   .fs = fs,
				   .sources = sources,
				   .root = root,
				   .words = launch_words_get(vfs_results(fs)),
				   .out = &ignored };

	bool reads;

	return read_script(&s, path, &reads);
}

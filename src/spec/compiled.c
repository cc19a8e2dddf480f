// SPDX-License-Identifier: MIT
#include "spec/compiled.h"
#include "spec/embedded.h"
#include <stdalign.h>
#include <string.h>

/* Adds the address `by` to each word from `at` on whose bit is set. */
static void make_pointers(uint64_t *at, const uint32_t *bits, uint32_t n, const void *by)
{
	for (uint32_t i = 0; i < n; i += 32)
		for (uint32_t left = bits[i / 32]; left; left &= left - 1)
			at[i + (unsigned)__builtin_ctz(left)] += (uintptr_t)by;
}

uint64_t *compiled_load(struct arena *a, struct compiled_part part)
{
	_Static_assert(sizeof(void *) == sizeof(uint64_t), "a word holds a pointer");
	uint64_t *at = arena_copy(a, compiled.word + part.from, part.n, sizeof *at, alignof(max_align_t));
	make_pointers(at, compiled.own + part.from / 32, part.n, at);
	make_pointers(at, compiled.text + part.from / 32, part.n, str_static.words);
	return at;
}

const struct source *embedded_source(struct sources *all, size_t i)
{
	const struct embedded_file *f = &embedded_files[i];
	return sources_add_static(all, f->where, (const char *)f->bytes, f->n, f->simple);
}

static const struct ynode *compiled_doc(struct arena *a, size_t i)
{
	return compiled.doc && compiled.doc[i].n ? (const struct ynode *)compiled_load(a, compiled.doc[i]) : NULL;
}

const struct ynode *embedded_doc(struct arena *a, size_t i, const struct source *s, struct err *e)
{
	const struct ynode *doc = compiled_doc(a, i);
	return doc ? doc : yaml_parse(a, s, e);
}

const struct ynode *embedded_find(struct arena *a, const char *path)
{
	size_t i = 0;
	while (i < embedded_count && strcmp(embedded_files[i].path, path))
		i++;
	if (i == embedded_count)
		BUG("rules/%s is missing", path);
	const struct ynode *doc = compiled_doc(a, i);
	if (doc)
		return doc;
	struct sources *all = sources_new();
	struct err e = { 0 };
	doc = yaml_parse(a, embedded_source(all, i), &e);
	sources_free(all);
	if (!doc)
		BUG("rules/%s: %s", path, e.msg);
	return doc;
}

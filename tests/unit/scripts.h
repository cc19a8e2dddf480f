// SPDX-License-Identifier: MIT
/* For tests: one project of scripts in memory, /p, and what is computed for it. */
#ifndef TESTS_SCRIPTS_H
#define TESTS_SCRIPTS_H
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "script/values/script_know.h"
#include "script/script_tree.h"
#include <string.h>

static struct vfs *fs;
static struct arena a;
static struct script_know know;
static struct sources *sources;
static struct buf out;

static inline int project_begin(void **state)
{
	(void)state;
	fs = vfs_new_sealed();
	sources = sources_new();
	a = (struct arena){ 0 };
	know = (struct script_know){ 0 };
	script_know_load(&a, &know);
	return 0;
}

static inline int project_end(void **state)
{
	(void)state;
	vfs_free(fs);
	sources_free(sources);
	buf_release(&out);
	arena_release(&a);
	return 0;
}

static inline void file(const char *path, const char *text)
{
	vfs_put(fs, path, text, strlen(text));
}

/* "?": not known; `absent` where there is none */
static inline void say(const struct value *v, const char *absent)
{
	buf_puts(&out, out.n ? ", " : "");
	if (v && value_is_known(*v))
		op_repr(&out, *v);
	else
		buf_puts(&out, v ? "?" : absent);
}
#endif

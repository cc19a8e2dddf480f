// SPDX-License-Identifier: MIT
/* Finds the data files that calls in Python texts name, without parsing. For each call, the folder and the file are
 * read if they are constants: keywords, or the first two arguments. A folder is relative to the script's. A computed
 * folder may be any.
 *
 * Example: tools/train.py: @hydra.main(config_path="../conf", config_name="a")
 *          names conf/a.yaml
 *          conf/model/b.yaml is named too: all files below conf belong to it */
#include "project/namedby.h"
#include "base/result_cache.h"
#include "base/path.h"
#include "base/vec.h"
#include "text/walk.h"
#include <ctype.h>
#include <string.h>

enum { ENTRIES_MAX = 20000, TEXT_MAX = 1 << 20 };
struct named_calls {
	const char *dir;  /* absolute; NULL: any */
	const char *file; /* "a" or "a.yaml"; NULL: none */
	bool whole;	  /* all files below dir */
};
struct namings {
	VEC(, struct named_calls) all;
};
struct search {
	const struct vfs *fs;
	const struct ynode *calls;
	struct arena *a;
	struct namings *out;
};

/* A constant text at p with nothing computed after it; NULL: none. */
static const char *constant(struct arena *a, const char *p)
{
	p += strspn(p, " \t\r\n");
	size_t n = *p == '"' || *p == '\'' ? strcspn(p + 1, (char[]){ *p, '\n', '\0' }) : 0;
	const char *end = p + 1 + n;
	if ((*p != '"' && *p != '\'') || *end != *p)
		return NULL;
	end++;
	end += strspn(end, " \t\r\n");
	return *end == ',' || *end == ')' ? arena_strndup(a, p + 1, n) : NULL;
}

/* The value of a keyword between p and end; NULL: it isn't given. */
static const char *keyword(const char *p, const char *end, const char *name)
{
	size_t n = strlen(name);
	for (; (p = strstr(p, name)) && p < end; p += n) {
		const char *eq = p + n + strspn(p + n, " \t");
		if (*eq == '=' && eq[1] != '=' && !isalnum((unsigned char)p[-1]) && p[-1] != '_')
			return eq + 1;
	}
	return NULL;
}

static const char *end_of_call(const char *p)
{
	int depth = 1;
	for (; *p && depth; p++)
		depth += (*p == '(') - (*p == ')');
	return p;
}

/* p: after the bracket. file_first: the first argument is the file, not the folder. */
static void add_call(struct search *s, const char *script, const char *p, bool file_first)
{
	const char *end = end_of_call(p), *folder = keyword(p, end, yaml_str(yaml_get(s->calls, "folder"))),
		   *file = keyword(p, end, yaml_str(yaml_get(s->calls, "file")));
	const char *first = constant(s->a, p), *dir = folder ? constant(s->a, folder) : file_first ? NULL : first;
	struct named_calls n = { .file = file ? constant(s->a, file) : file_first ? first : NULL };
	bool none = !folder && (!first || file_first); /* then the script's folder, or one from another call */
	if (dir && *dir != '/') {
		n.whole = strspn(dir, "./") < strlen(dir);
		n.dir = path_join(s->a, path_dir(s->a, script), dir);
	}
	if (n.whole || (n.file && (n.dir || folder || none)))
		vec_push(&s->out->all, n);
}

static void add_calls(struct search *s, const char *script, const char *text, const struct ynode *names,
		      bool file_first)
{
	for (uint32_t i = 0; i < names->n; i++) {
		const char *name = yaml_str(names->kid[i]);
		size_t n = strlen(name);
		for (const char *p = text; (p = strstr(p, name)); p += n)
			if (p[n] == '(' && (p == text || (!isalnum((unsigned char)p[-1]) && p[-1] != '_')))
				add_call(s, script, p + n + 1, file_first);
	}
}

static void look(void *ctx, const struct walked *file)
{
	struct search *s = ctx;
	struct buf b = { 0 };
	const char *text = vfs_read(s->fs, file->path, &b, NULL) && b.n <= TEXT_MAX ? buf_str(&b) : "";
	bool any = strstr(text, yaml_str(yaml_get(s->calls, "in"))) != NULL;
	if (any) {
		add_calls(s, file->path, text, yaml_get(s->calls, "folders"), false);
		add_calls(s, file->path, text, yaml_get(s->calls, "files"), true);
	}
	buf_release(&b);
}

static bool is_python(void *ctx, const struct walked *file)
{
	(void)ctx;
	return !strcmp(path_ext(file->path), ".py");
}

static void ignore_failure(void *ctx, const char *path, const struct err *e)
{
	(void)ctx, (void)path, (void)e;
}

struct call_query {
	const struct vfs *fs;
	const struct ynode *calls;
};

static const void *look_in(struct arena *a, const void *by, const char *path, const char *key)
{
	const struct call_query *q = by;
	size_t budget = ENTRIES_MAX;
	struct namings found = { 0 };
	struct search s = { q->fs, q->calls, a, &found };
	(void)key;
	walk_folder(path, &(struct walk_opts){ .fs = q->fs,
					       .wanted = is_python,
					       .found = look,
					       .failed = ignore_failure,
					       .ctx = &s,
					       .budget = &budget,
					       .ignore_files = true });
	struct namings *out = arena_new(a, struct namings);
	out->all.at = arena_array(a, struct named_calls, found.all.n + 1);
	out->all.n = found.all.n;
	if (found.all.n)
		memcpy(out->all.at, found.all.at, found.all.n * sizeof *found.all.at);
	vec_release(&found.all);
	return out;
}

static bool is_named(const char *path, const char *file)
{
	const char *base = path_base(path), *want = path_base(file);
	size_t n = strlen(base), ext = strlen(path_ext(base)), m = strlen(want);
	return !strcmp(base, want) || (m == n - ext && !strncmp(base, want, m));
}

bool named_by_call(const struct vfs *fs, const struct ynode *calls, const char *home, const char *path)
{
	struct call_query q = { fs, calls };
	const struct namings *n = result_cache_compute(vfs_file_results(fs), look_in, &q, home, "named by calls");
	bool found = false;
	for (size_t i = 0; i < n->all.n && !found; i++) {
		const struct named_calls *x = &n->all.at[i];
		struct arena tmp = { 0 };
		bool here = !x->dir || !strcmp(path_dir(&tmp, path), x->dir);
		found = (x->whole && path_inside(x->dir, path)) || (x->file && here && is_named(path, x->file));
		arena_release(&tmp);
	}
	return found;
}

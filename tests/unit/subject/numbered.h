// SPDX-License-Identifier: MIT
/* A second kind of subject, small enough for tests: a text of numbered lines, `3. batch = 64`, of which one may be
 * `use NAME` and takes in the lines of another text. All of it is here: what rules, suppressions, folding, reports and
 * the command line need to know about a kind is its row at the end. */
#ifndef TESTS_SUBJECT_NUMBERED_H
#define TESTS_SUBJECT_NUMBERED_H
#include "base/path.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "subject/subject.h"
#include <stdlib.h>
#include <string.h>

struct numbered { /* one text; subject first, as `of` of a subject is the whole */
	struct subject s;
	struct err err;
	struct value lines;
	VEC(, struct comment) comment;
	VEC(, struct subject_base) base;
};
struct numbered_set {
	struct subject_set set;
	struct arena arena;
	const struct vfs *fs;
	VEC(, struct numbered *) all;
};

static const struct subject_kind numbered_kind;
static struct numbered *numbered_read(struct numbered_set *all, const char *path, bool requested);

static inline struct span numbered_span(const struct source *src, const char *from, const char *to)
{
	return (struct span){ src->id, (uint32_t)(from - src->bytes), (uint32_t)(to - src->bytes) };
}

static inline void numbered_put(struct arena *a, struct value d, const char *key, struct value v, struct span at)
{
	v.at = at;
	v.flags = VF_LITERAL;
	dict_put(a, d.as.dict, value_text(key, at), v, at);
}

/* `N. NAME = VALUE`; false: it is none. */
static inline bool numbered_line(struct numbered_set *all, struct numbered *n, const char *s, const char *end)
{
	const struct source *src = n->s.src;
	char *after;
	long number = strtol(s, &after, 10);
	const char *name = after + 2, *eq = memchr(s, '=', (size_t)(end - s));
	if (after == s || after[0] != '.' || !eq || eq < name + 2)
		return false;
	struct value d = value_dict(&all->arena, numbered_span(src, s, end));
	numbered_put(&all->arena, d, "number", value_int(number, (struct span){ 0 }), numbered_span(src, s, after));
	numbered_put(&all->arena, d, "name", value_str(str_of(name, (size_t)(eq - 1 - name)), (struct span){ 0 }),
		     numbered_span(src, name, eq - 1));
	long value = strtol(eq + 1, &after, 10);
	numbered_put(&all->arena, d, "value", value_int(value, (struct span){ 0 }), numbered_span(src, eq + 2, after));
	list_push(&all->arena, n->lines.as.list, d, numbered_span(src, s, end));
	return true;
}

static inline void numbered_use(struct numbered_set *all, struct numbered *n, const char *s, const char *end)
{
	const char *name = arena_strndup(&all->arena, s + 4, (size_t)(end - s - 4));
	const char *path = path_join(&all->arena, path_dir(&all->arena, n->s.path), name);
	struct numbered *from = numbered_read(all, path, false);
	vec_push(&n->base, ((struct subject_base){ &from->s, numbered_span(n->s.src, s, end) }));
	for (uint32_t i = 0; i < from->lines.as.list->n; i++)
		list_push(&all->arena, n->lines.as.list, from->lines.as.list->at[i].val,
			  from->lines.as.list->at[i].use);
}

static inline void numbered_lines(struct numbered_set *all, struct numbered *n)
{
	const struct source *src = n->s.src;
	for (uint32_t i = 0; i < source_lines(src).n && n->s.readable; i++) {
		const char *s = src->bytes + source_lines(src).at[i], *end = strchrnul(s, '\n'),
			   *hash = memchr(s, '#', (size_t)(end - s));
		struct span comment = hash ? numbered_span(src, hash, end) : (struct span){ 0 };
		if (hash)
			vec_push(&n->comment, ((struct comment){ comment.lo, comment.hi }));
		for (end = hash ? hash : end; end > s && end[-1] == ' ';)
			end--;
		if (!strncmp(s, "use ", 4))
			numbered_use(all, n, s, end);
		else if (end > s && !numbered_line(all, n, s, end))
			n->s.readable = err_set(&n->err, ERR_SYNTAX, "expected `N. NAME = VALUE`"), n->err.line = i + 1;
	}
}

static struct numbered *numbered_read(struct numbered_set *all, const char *path, bool requested)
{
	struct buf text = { 0 };
	for (size_t i = 0; i < all->all.n; i++)
		if (!strcmp(all->all.at[i]->s.path, path)) {
			all->all.at[i]->s.requested |= requested;
			return all->all.at[i];
		}
	struct numbered *n = arena_new(&all->arena, struct numbered);
	n->s = (struct subject){
		.kind = &numbered_kind, .set = &all->set, .err = &n->err, .requested = requested, .of = n
	};
	n->s.path = arena_strdup(&all->arena, path);
	n->lines = value_list(&all->arena, VALUE_LIST, 4, (struct span){ 0 });
	n->s.readable = vfs_read(all->fs, path, &text, &n->err);
	vec_push(&all->all, n);
	if (n->s.readable) {
		n->s.src = sources_add(all->set.sources, path, buf_str(&text), text.n);
		numbered_lines(all, n);
	}
	struct value tree = value_dict(&all->arena, (struct span){ 0 });
	dict_put(&all->arena, tree.as.dict, value_text("lines", (struct span){ 0 }), n->lines, (struct span){ 0 });
	n->s.tree = n->s.own = n->s.inherited = value_freeze(&all->arena, tree);
	n->s.good = n->s.readable;
	n->s.base = n->base.at;
	n->s.nbases = (uint32_t)n->base.n;
	n->s.comment = n->comment.at;
	n->s.ncomments = (uint32_t)n->comment.n;
	buf_release(&text);
	return n;
}

static inline int numbered_by_path(const void *x, const void *y)
{
	return strcmp((*(const struct subject *const *)x)->path, (*(const struct subject *const *)y)->path);
}

static const struct subject_set *numbered_load(const struct subject_load *l)
{
	struct numbered_set *all = xcalloc(1, sizeof *all);
	all->fs = l->fs;
	all->set = (struct subject_set){ .kind = &numbered_kind, .sources = sources_new(), .of = all };
	for (size_t i = 0; i < l->n; i++)
		numbered_read(all, l->path[i], true);
	const struct subject **at = (const struct subject **)arena_array(&all->arena, void *, all->all.n + 1);
	const struct subject **owner = (const struct subject **)arena_array(&all->arena, void *, all->all.n + 2);
	for (size_t i = 0; i < all->all.n; i++) {
		at[i] = &all->all.at[i]->s;
		if (at[i]->src)
			owner[at[i]->src->id] = at[i];
	}
	qsort(at, all->all.n, sizeof *at, numbered_by_path);
	all->set.at = at;
	all->set.n = all->all.n;
	all->set.owner = owner;
	all->set.nowners = (uint32_t)all->all.n + 1;
	return &all->set;
}

static void numbered_free(const struct subject_set *set)
{
	struct numbered_set *all = set->of;
	for (size_t i = 0; i < all->all.n; i++) {
		vec_release(&all->all.at[i]->comment);
		vec_release(&all->all.at[i]->base);
	}
	vec_release(&all->all);
	sources_free(all->set.sources);
	arena_release(&all->arena);
	free(all);
}

static bool numbered_named(const char *path)
{
	return !strcmp(path_ext(path), ".steps");
}

static bool numbered_found(const struct vfs *fs, const char *top, const char *path)
{
	(void)fs, (void)top;
	return numbered_named(path);
}

/* The line. */
static struct span numbered_statement(const struct subject *s, uint32_t offset)
{
	uint32_t line = source_point(s->src, offset).line;
	uint32_t end = line + 1 < source_lines(s->src).n ? source_lines(s->src).at[line + 1] : s->src->len;
	return (struct span){ s->src->id, source_lines(s->src).at[line], end };
}

static const struct subject_kind numbered_kind = {
	.name = "steps",
	.one = "list of steps",
	.many = "lists of steps",
	.tree = "steps",
	.reads = "their names end in .steps",
	.hint = ".steps files count",
	.named = numbered_named,
	.found = numbered_found,
	.load = numbered_load,
	.free = numbered_free,
	.statement = numbered_statement,
};
#endif

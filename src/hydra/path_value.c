// SPDX-License-Identifier: MIT
/* A recursive evaluator of few operations: constants, names that the module assigns once, os.path and pathlib.
 *
 * Invariant: what depends on the working directory is not known.
 *
 *	os.path.join(os.path.dirname(__file__), "conf")		/p/conf
 *	str(pathlib.Path(__file__).parents[1].joinpath("conf"))	/conf
 *	HERE / "conf", HERE = Path(__file__).parent		/p/conf */
#include "hydra/path_value.h"
#include "base/path.h"
#include <stdlib.h>
#include <string.h>

enum { DEEP = 16 };
struct path_reader {
	struct arena *a;
	const struct node *root;
	const char *file;
};

static const char *value_of(const struct path_reader *r, const struct node *n, unsigned depth);

static const char *joined(const struct path_reader *r, const char *x, const char *y)
{
	return !x || !y ? NULL : *x ? path_join(r->a, x, y) : y;
}

static const char *parent(const struct path_reader *r, const char *path)
{
	return path && *path == '/' ? path_dir(r->a, path) : NULL;
}

/* The value of a name that one statement at the top assigns. */
static const char *named(const struct path_reader *r, const struct str *name, unsigned depth)
{
	const struct node *found = NULL;

	if (!strcmp(name->s, "__file__"))
		return r->file;
	for (uint32_t i = 0; i < r->root->n; i++) {
		const struct node *n = r->root->kid[i];
		bool assigns =
			n->kind == NODE_ASSIGN && n->n == 2 && n->kid[1]->kind == NODE_NAME && n->kid[1]->text == name;

		if (assigns && found)
			return NULL;
		found = assigns ? n->kid[0] : found;
	}
	return found ? value_of(r, found, depth) : NULL;
}

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

static const char *called(const struct path_reader *r, const struct node *n, unsigned depth)
{
	static const char *const same[] = { "Path", "PurePath", "str", "fspath", "as_posix", "normpath" },
				 *const full[] = { "abspath", "realpath", "resolve", "absolute" };
	const struct node *callee = n->kid[0];
	const char *name = callee->kind == NODE_NAME || callee->kind == NODE_ATTR ? callee->text->s : "", *v;
	bool method = callee->kind == NODE_ATTR && n->n == 1;

	if (n->n < 2 && !method)
		return NULL;
	if (!strcmp(name, "joinpath") && callee->kind == NODE_ATTR)
		v = value_of(r, callee->kid[0], depth);
	else
		v = value_of(r, method ? callee->kid[0] : n->kid[1], depth);
	if (is_one_of(name, same, ARRAY_SIZE(same)) && n->n <= 2)
		return v;
	if (is_one_of(name, full, ARRAY_SIZE(full)) && n->n <= 2)
		return v && *v == '/' ? v : NULL;
	if (!strcmp(name, "dirname") && n->n == 2)
		return parent(r, v);
	if (strcmp(name, "joinpath") != 0 && strcmp(name, "join") != 0)
		return NULL;
	for (uint32_t i = !strcmp(name, "join") ? 2 : 1; i < n->n; i++)
		v = joined(r, v, value_of(r, n->kid[i], depth));
	return v;
}

static const char *formatted(const struct path_reader *r, const struct node *n, unsigned depth)
{
	const char *all = "";

	for (uint32_t i = 0; i < n->n && all; i++) {
		const struct node *part = n->kid[i];
		const char *v = part->kind == NODE_FORMAT && (part->op || part->kid[1])
					? NULL
					: value_of(r, part->kind == NODE_FORMAT ? part->kid[0] : part, depth);

		all = v ? arena_printf(r->a, "%s%s", all, v) : NULL;
	}
	return all;
}

/* Path(__file__).parents[1] */
static const char *indexed(const struct path_reader *r, const struct node *n, unsigned depth)
{
	bool parents =
		n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "parents") && n->kid[1]->kind == NODE_INT;
	const char *v = parents ? value_of(r, n->kid[0]->kid[0], depth) : NULL;

	for (unsigned long up = parents ? strtoul(n->kid[1]->text->s, NULL, 10) + 1 : 0; v && up && up < 64; up--)
		v = parent(r, v);
	return v;
}

static const char *value_of(const struct path_reader *r, const struct node *n, unsigned depth)
{
	const char *x, *y;

	if (depth++ > DEEP)
		return NULL;
	switch (n->kind) {
	case NODE_STR:
		return n->flags & NF_BYTES ? NULL : n->text->s;
	case NODE_NAME:
		return named(r, n->text, depth);
	case NODE_CALL:
		return called(r, n, depth);
	case NODE_FSTRING:
		return formatted(r, n, depth);
	case NODE_INDEX:
		return indexed(r, n, depth);
	case NODE_ATTR:
		x = value_of(r, n->kid[0], depth);
		return !x			       ? NULL
		       : !strcmp(n->text->s, "parent") ? parent(r, x)
		       : !strcmp(n->text->s, "stem")   ? path_stem(r->a, x)
		       : !strcmp(n->text->s, "name")   ? path_base(x)
						       : NULL;
	case NODE_BINARY:
		x = value_of(r, n->kid[0], depth);
		y = x ? value_of(r, n->kid[1], depth) : NULL;
		return !y		 ? NULL
		       : n->op == OP_DIV ? joined(r, x, y)
		       : n->op == OP_ADD ? arena_printf(r->a, "%s%s", x, y)
					 : NULL;
	default:
		return NULL;
	}
}

const char *path_value(struct arena *a, const struct node *root, const char *file, const struct node *expr)
{
	return value_of(&(struct path_reader){ a, root, file }, expr, 0);
}

// SPDX-License-Identifier: MIT
/* A recursive evaluator of few operations: constants, names that the module assigns once, os.path and pathlib.
 *
 * Invariant: what depends on the working directory is not known.
 *
 *	os.path.join(os.path.dirname(__file__), "conf")		/p/conf
 *	str(pathlib.Path(__file__).parents[1].joinpath("conf"))	/conf
 *	HERE / "conf", HERE = Path(__file__).parent		/p/conf
 *	from consts import CONF; CONF				what consts.py assigns to it
 *	setup_root(__file__, indicator=".git") / "conf"		the folder above that has a .git, and conf */
#include "hydra/path_value.h"
#include "base/path.h"
#include "python/syntax/parse.h"
#include <stdlib.h>
#include <string.h>

enum { DEEP = 16 };
struct path_reader {
	struct arena *a;
	const struct vfs *fs;
	const char *project;
	const struct node *root;
	const char *file;
	const struct ynode *roots; /* rules/hydra-entries.yaml */
};

static const char *value_of(const struct path_reader *r, const struct node *n, unsigned depth);
static const char *named(const struct path_reader *r, const struct str *name, unsigned depth);

static const char *joined(const struct path_reader *r, const char *x, const char *y)
{
	return !x || !y ? NULL : *x ? path_join(r->a, x, y) : y;
}

static const char *parent(const struct path_reader *r, const char *path)
{
	return path && *path == '/' ? path_dir(r->a, path) : NULL;
}

/* ---- other modules ---- */

/* "a.b" below a folder: a/b.py or a/b/__init__.py; NULL: neither. */
static const char *module_below(const struct path_reader *r, const char *folder, const char *dotted)
{
	char *rel = arena_strdup(r->a, dotted);

	for (char *p = rel; *p; p++)
		*p = *p == '.' ? '/' : *p;
	const char *plain = path_join(r->a, folder, arena_printf(r->a, "%s.py", rel)),
		   *package = path_join(r->a, folder, arena_printf(r->a, "%s%s__init__.py", rel, *rel ? "/" : ""));

	return *rel && vfs_exists(r->fs, plain) ? plain : vfs_exists(r->fs, package) ? package : NULL;
}

static const char *module_file(const struct path_reader *r, const char *dotted, unsigned level)
{
	const char *here = path_dir(r->a, r->file), *found;

	for (unsigned i = 1; i < level; i++)
		here = path_dir(r->a, here);
	if (level)
		return path_inside(r->project, here) ? module_below(r, here, dotted) : NULL;
	found = module_below(r, here, dotted);
	found = found ? found : module_below(r, r->project, dotted);
	return found ? found : module_below(r, path_join(r->a, r->project, "src"), dotted);
}

static const char *value_in_module(const struct path_reader *r, const char *path, const struct str *name,
				   unsigned depth)
{
	struct buf b = { 0 };
	const char *v = NULL;

	if (path && depth < DEEP && vfs_read(r->fs, path, &b, NULL)) {
		const struct parsed *p = parse_once(vfs_results(r->fs), path, buf_str(&b), (uint32_t)b.n);
		struct path_reader other = *r;

		other.root = p->root;
		other.file = arena_strdup(r->a, path);
		v = p->nerrors ? NULL : named(&other, name, depth + 1);
	}
	buf_release(&b);
	return v;
}

static bool binds(const struct node *alias, const struct str *name)
{
	return alias->kind == NODE_ALIAS && (alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text) == name;
}

/* `from consts import NAME`; attr: NAME.attr of `from package import NAME` or `import NAME`. */
static const char *imported(const struct path_reader *r, const struct str *name, const struct str *attr, unsigned depth)
{
	for (uint32_t i = 0; i < r->root->n; i++) {
		const struct node *n = r->root->kid[i];

		for (uint32_t k = 0; (n->kind == NODE_FROM || n->kind == NODE_IMPORT) && k < n->n; k++) {
			const struct node *alias = n->kid[k];
			const char *from = n->kind == NODE_FROM ? n->text->s : "";

			if (!binds(alias, name))
				continue;
			if (!attr)
				return n->kind == NODE_FROM
					       ? value_in_module(r, module_file(r, from, n->op), alias->text, depth)
					       : NULL;
			return value_in_module(r,
					       module_file(r,
							   *from ? arena_printf(r->a, "%s.%s", from, alias->text->s)
								 : alias->text->s,
							   n->kind == NODE_FROM ? n->op : 0),
					       attr, depth);
		}
	}
	return NULL;
}

/* The value of a name that one statement at the top assigns, or that another module of the project has. */
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
	return found ? value_of(r, found, depth) : imported(r, name, NULL, depth);
}

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

/* ---- calls that look for a project's root ---- */

static const struct node *argument(const struct node *call, const char *keyword, uint32_t i)
{
	for (uint32_t k = 1; k < call->n; k++) {
		const struct node *n = call->kid[k];

		if (n->kind == NODE_KW && !strcmp(n->text->s, keyword))
			return n->kid[0];
		if (n->kind == NODE_STAR || n->kind == NODE_DSTAR)
			return NULL;
		if (k == i + 1 && n->kind != NODE_KW)
			return n;
	}
	return NULL;
}

/* The nearest folder at or above `from` that has one of the marks: of a text, a list of texts, or the row's own. */
static const char *marked_above(const struct path_reader *r, const char *from, const struct node *marks,
				const struct ynode *row, unsigned depth)
{
	const struct ynode *own = yaml_get(row, "marks");
	bool list = marks && (marks->kind == NODE_LIST || marks->kind == NODE_TUPLE);
	uint32_t n = !marks ? (own ? own->n : 0) : list ? marks->n : 1;

	for (const char *dir = path_dir(r->a, from); *dir == '/' && path_inside(r->project, dir);
	     dir = path_dir(r->a, dir)) {
		for (uint32_t i = 0; i < n; i++) {
			const char *mark =
				!marks ? yaml_str(own->kid[i]) : value_of(r, list ? marks->kid[i] : marks, depth);

			if (!mark || strpbrk(mark, "*?["))
				return NULL;
			if (vfs_exists(r->fs, path_join(r->a, dir, mark)))
				return dir;
		}
		if (!strcmp(dir, "/"))
			break;
	}
	return NULL;
}

/* setup_root(search_from=__file__, indicator=[".git", "pyproject.toml"]) */
static const char *searched_root(const struct path_reader *r, const struct node *call, const char *name, unsigned depth)
{
	for (uint32_t i = 0; r->roots && i < r->roots->n; i++) {
		const struct ynode *row = r->roots->kid[i];
		const struct node *from, *marks;

		if (strcmp(yaml_str(yaml_get(row, "name")), name) != 0)
			continue;
		from = argument(call, yaml_str(yaml_get(row, "from")), 0);
		marks = argument(call, yaml_str(yaml_get(row, "indicator")), 1);
		const char *start = from ? value_of(r, from, depth) : NULL;

		/* from a folder the search begins in it, and only of the file itself is it known to be one */
		return start && !strcmp(start, r->file) ? marked_above(r, start, marks, row, depth) : NULL;
	}
	return NULL;
}

static const char *called(const struct path_reader *r, const struct node *n, unsigned depth)
{
	static const char *const same[] = { "Path", "PurePath", "str", "fspath", "as_posix", "normpath" },
				 *const full[] = { "abspath", "realpath", "resolve", "absolute" };
	const struct node *callee = n->kid[0];
	const char *name = callee->kind == NODE_NAME || callee->kind == NODE_ATTR ? callee->text->s : "", *v;
	bool method = callee->kind == NODE_ATTR && n->n == 1;

	v = searched_root(r, n, name, depth);
	if (v || (n->n < 2 && !method))
		return v;
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
		x = n->kid[0]->kind == NODE_NAME ? imported(r, n->kid[0]->text, n->text, depth) : NULL;
		if (x)
			return x;
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

const char *path_value(struct arena *a, const struct vfs *fs, const char *project, const struct node *root,
		       const char *file, const struct ynode *roots, const struct node *expr)
{
	return value_of(&(struct path_reader){ a, fs, project, root, file, roots }, expr, 0);
}

const char *path_value_module(struct arena *a, const struct vfs *fs, const char *project, const char *file,
			      const char *dotted, unsigned level)
{
	return module_file(&(struct path_reader){ a, fs, project, NULL, file, NULL }, dotted, level);
}

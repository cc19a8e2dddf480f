// SPDX-License-Identifier: MIT
/*
 * Bases in other packages: parses `pkg::path`, finds the package's folder, and adds `_scope_` to the base's dicts.
 *
 * Example: _base_ = 'mmdet::_base_/default_runtime.py', settings packages = mmdet=/p/mmdetection
 *          package_base_file gives /p/mmdetection/configs/_base_/default_runtime.py
 *          dict(type='X') in it becomes dict(type='X', _scope_='mmdet')
 */
#include "config/package.h"
#include "base/disk.h"
#include "base/path.h"
#include "config/priv.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include <string.h>
#include <sys/stat.h>

static bool is_folder(const char *path)
{
	struct stat st;
	return disk_stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_package(struct unit *u, const char *dir)
{
	return vfs_exists(u->g->fs, path_join(u->a, dir, "__init__.py"));
}

/* The folder that the settings name for a package; else the nearest folder around the config, within its project,
 * that contains the package (a repository may have several projects); NULL: neither. */
static const char *folder_of(struct unit *u, const char *name)
{
	size_t n = strlen(name);
	for (const char *const *p = u->g->opts.packages; !u->g->opts.packages_none && p && *p; p++)
		if (!strncmp(*p, name, n) && (*p)[n] == '=')
			return *p + n + 1;
	for (const char *d = path_dir(u->a, u->m.path); path_inside(u->m.root, d) && strcmp(d, u->m.root) != 0;
	     d = path_dir(u->a, d))
		if (is_package(u, path_join(u->a, d, name)))
			return d;
	return is_package(u, path_join(u->a, u->m.root, name)) ? u->m.root : NULL;
}

/* re.match(r'\w*::\w*\/\w*'): the loader's test; bytes of other scripts count as letters */
static bool names_package(const char *text)
{
	static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	const char *p = text;
	for (unsigned part = 0; part < 2; part++) {
		while (*p && (strchr(word, *p) || (unsigned char)*p >= 0x80))
			p++;
		if (part == 0 && strncmp(p, "::", 2) != 0)
			return false;
		p += part ? 0 : 2;
	}
	return *p == '/';
}

/* MMEngine's MODULE2PACKAGE is a fixed list. */
const char *package_error(struct unit *u, const char *text)
{
	static const char *const known[] = { "mmcls",	  "mmdet",   "mmdet3d",	   "mmseg",	"mmaction",
					     "mmtrack",	  "mmpose",  "mmedit",	   "mmocr",	"mmgen",
					     "mmfewshot", "mmrazor", "mmflow",	   "mmhuman3d", "mmrotate",
					     "mmselfsup", "mmyolo",  "mmpretrain", "mmagic" };
	size_t n = strcspn(text, ":");
	if (!names_package(text))
		return "ValueError: `_get_package_and_cfg_path` is used for get external package, please specify the "
		       "package name and relative config path, just like "
		       "`mmdet::faster_rcnn/faster-rcnn_r50_fpn_1x_coco.py`";
	if (strstr(text + n + 2, "::"))
		return arena_printf(u->a,
				    "ValueError: `::` should only be used to separate package and config name, but "
				    "found multiple `::` in %s",
				    text);
	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		if (strlen(known[i]) == n && !memcmp(text, known[i], n))
			return NULL;
	return arena_printf(u->a, "AssertionError: mmengine does not support to load %.*s config.", (int)n, text);
}

enum package_found package_base_file(struct unit *u, const char *text, const char **path, const char **error)
{
	size_t n = strcspn(text, ":");
	const char *name = arena_strndup(u->a, text, n), *dir = folder_of(u, name), *rest = text + n + 2;
	if (!dir || !strchr(rest, '.')) /* without an extension it may be a model name in the package's metafiles */
		return PACKAGE_ELSEWHERE;
	const char *mim = path_join(u->a, dir, ".mim"), *inner = path_join(u->a, path_join(u->a, dir, name), ".mim");
	bool installed = is_folder(mim) || is_folder(inner);
	const char *index = path_join(u->a, is_folder(mim) ? mim : inner, "model-index.yml");
	if (installed && !vfs_exists(u->g->fs, index)) {
		*error = arena_printf(u->a, "FileNotFoundError: [Errno 2] No such file or directory: '%s'", index);
		return PACKAGE_ERROR;
	}
	*path = path_join(u->a, path_join(u->a, installed ? path_dir(u->a, index) : dir, "configs"), rest);
	if (!vfs_missing(u->g->fs, *path))
		return PACKAGE_FILE;
	*error = arena_printf(u->a, "FileNotFoundError: file \"%s\" does not exist", *path);
	return PACKAGE_ERROR;
}

const char *package_module_path(struct arena *a, const char *dotted)
{
	char *path = arena_printf(a, "%s.py", dotted);
	for (size_t i = 0, n = strlen(dotted); i < n; i++)
		if (path[i] == '.')
			path[i] = '/';
	return path;
}

const char *package_module_file(struct unit *u, const char *dotted)
{
	size_t n = strcspn(dotted, ".");
	const char *name = arena_strndup(u->a, dotted, n), *dir = folder_of(u, name);
	if (!dir)
		return NULL;
	const char *inner = path_join(u->a, dir, name);
	return path_join(u->a, is_folder(inner) ? inner : dir,
			 package_module_path(u->a, dotted + n + (dotted[n] == '.')));
}

bool package_allows(struct unit *u, const char *path)
{
	for (const char *const *p = u->g->opts.packages; p && *p; p++) {
		const char *eq = strchr(*p, '=');
		if (eq && path_inside(eq + 1, path))
			return true;
	}
	return false;
}

/* ---- _scope_ ---- */

struct scope_ctx {
	struct unit *u;
	const struct base_ref *b;
};

static enum truth has_key(const struct dict *d, const char *key)
{
	const struct entry *e = dict_find_lit(d, key);
	if (!e)
		return d->open ? UNKNOWN3 : FALSE3;
	return e->flags & EF_MAYBE ? UNKNOWN3 : TRUE3;
}

/* `cfg.get('_scope_', None) is None` */
static enum truth lacks_scope(const struct dict *d)
{
	const struct entry *e = dict_find_lit(d, "_scope_");
	if (e && e->val.kind != VALUE_NONE && e->val.kind != VALUE_UNKNOWN && !(e->flags & EF_MAYBE))
		return FALSE3;
	return !e && !d->open ? TRUE3 : e && e->val.kind == VALUE_NONE ? TRUE3 : UNKNOWN3;
}

static void put_scope(const struct scope_ctx *s, struct dict *d, enum truth sure)
{
	struct arena *a = s->u->a;
	const char *name = arena_strndup(a, s->b->text, strcspn(s->b->text, ":"));
	struct value scope =
		sure == TRUE3 ? value_text(name, s->b->at) : value_unknown(a, WHY_BRANCH, s->b->at, "_scope_");
	dict_put(a, d, value_text("_scope_", s->b->at), scope, s->b->at)->flags |= sure == TRUE3 ? 0 : EF_MAYBE;
}

/* wanted: whether a dict with a type still gets the scope on this branch */
static void scope_in(const struct scope_ctx *s, struct value v, enum truth wanted, unsigned depth)
{
	if (depth > VALUE_DEPTH_MAX || wanted == FALSE3)
		return;
	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		for (uint32_t i = 0; i < v.as.list->n; i++)
			scope_in(s, v.as.list->at[i].val, wanted, depth + 1);
	if (v.kind != VALUE_DICT)
		return;
	enum truth typed = has_key(v.as.dict, "type"), lacks = lacks_scope(v.as.dict);
	bool sure = typed == TRUE3 && lacks == TRUE3 && wanted == TRUE3;
	if (typed != FALSE3 && lacks != FALSE3)
		put_scope(s, v.as.dict, sure ? TRUE3 : UNKNOWN3);
	enum truth below = typed == TRUE3 ? FALSE3 : typed == UNKNOWN3 ? UNKNOWN3 : wanted;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));)
		scope_in(s, e->val, below, depth + 1);
}

struct value package_scoped(struct unit *u, struct value config, const struct base_ref *b, const char **error)
{
	struct value v = value_copy(u->a, config);
	if (has_key(v.as.dict, "type") == TRUE3) { /* the outermost dict is a plain dict */
		if (lacks_scope(v.as.dict) == TRUE3)
			*error = "AttributeError: 'dict' object has no attribute '_scope_'";
		return config;
	}
	struct scope_ctx s = { u, b };
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));)
		scope_in(&s, e->val, TRUE3, 1);
	return value_freeze(u->a, v);
}

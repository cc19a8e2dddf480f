// SPDX-License-Identifier: MIT
/* For tests of training code: a sealed project in memory whose tools/train.py gets the config as `cfg`. */
#ifndef TESTS_TRAINED_H
#define TESTS_TRAINED_H
#include "base/buf.h"
#include "code/code.h"
#include <stdlib.h>
#include <string.h>

struct trained {
	struct vfs *fs;
	struct code_cache *cache;
	const struct code *code; /* once it is needed */
	struct arena arena;
};

static inline void trained_file(struct trained *t, const char *path, const char *text)
{
	vfs_put(t->fs, path, text, strlen(text));
}

/* known: classes outside the project, or NULL */
static inline void trained_begin(struct trained *t, const struct classes *known)
{
	memset(t, 0, sizeof *t);
	t->fs = vfs_new_sealed();
	t->cache = code_cache_new(t->fs, known, NULL);
	trained_file(t, "/p/pkg/__init__.py", "");
}

static inline void trained_end(struct trained *t)
{
	code_cache_free(t->cache);
	vfs_free(t->fs);
	arena_release(&t->arena);
}

/* main() of a script that loads a config; body: indented by four. */
static inline void trained_script(struct trained *t, const char *path, const char *body)
{
	struct buf b = { 0 };
	buf_printf(&b,
		   "from mmcv import Config\nfrom pkg.helpers import *\ndef main(args):\n"
		   "    cfg = Config.fromfile(args.config)\n%s"
		   "if __name__ == '__main__':\n    main(None)\n",
		   body);
	trained_file(t, path, buf_str(&b));
	buf_release(&b);
}

/* One project: a module of types, and a script that trains. */
#define REGISTRY "from mmcv.utils import Registry\nMODELS = Registry('models')\n"
#define MODEL "@MODELS.register_module()\n"
static inline void trained_project(struct trained *t, const struct classes *known, const char *types, const char *body)
{
	trained_begin(t, known);
	trained_file(t, "/p/pkg/helpers.py", types);
	trained_script(t, "/p/tools/train.py", body);
}

/* A project whose training reads nothing that matters. */
static inline void trained_types(struct trained *t, const char *types)
{
	trained_project(t, NULL, types, "    cfg.a\n");
}

static inline const struct code *trained_code(struct trained *t)
{
	if (!t->code)
		t->code = code_get(t->cache, "/p", NULL, NULL);
	return t->code;
}

/* What its class of this type takes; NULL: none. */
static inline const struct code_params *trained_params(struct trained *t, const char *type)
{
	return code_type(trained_code(t), str_lit(type));
}

static inline bool takes(const struct code_params *p, const char *name)
{
	return str_among(str_lit(name), p->name, p->n);
}

static inline struct keypath trained_path(struct trained *t, const char *key)
{
	struct keypath p;
	if (!keypath_parse(&t->arena, key, &p, NULL))
		abort();
	return p;
}

static inline struct code_answer trained_key(struct trained *t, const char *key)
{
	return code_key(trained_code(t), &t->arena, trained_path(t, key));
}

/* The project of one script with this body, and helpers.py beside it. */
static inline enum code_fate trained_fate(const char *helpers, const char *body, const char *key)
{
	struct trained t;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/helpers.py", helpers);
	trained_script(&t, "/p/tools/train.py", body);
	enum code_fate fate = trained_key(&t, key).fate;
	trained_end(&t);
	return fate;
}
#endif

// SPDX-License-Identifier: MIT
/* Texts and paths that code builds of constants and `__file__`: `str(Path(__file__).parent / "conf")`. */
#ifndef HYDRA_PATH_VALUE_H
#define HYDRA_PATH_VALUE_H
#include "python/syntax/ast.h"
#include "text/vfs.h"
#include "text/yaml.h"

/* The text that the expression gives at the top of the module; root: the module, file: its absolute path. Names that it
 * imports are looked up below the project's folder. roots: calls that look for a folder with a mark
 * (rules/hydra-entries.yaml). NULL: not known. */
const char *path_value(struct arena *a, const struct vfs *fs, const char *project, const struct node *root,
		       const char *file, const struct ynode *roots, const struct node *expr);
/* The file of a module as the file imports it, `from ..a import b` having level 2; NULL: it is not found. */
const char *path_value_module(struct arena *a, const struct vfs *fs, const char *project, const char *file,
			      const char *dotted, unsigned level);
#endif

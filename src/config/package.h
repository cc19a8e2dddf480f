// SPDX-License-Identifier: MIT
/* Configs of other packages (MMEngine): `pkg::path` bases and absolute imports of a read_base block. A package is found
 * in the file's own project when that holds it, else where the settings' `packages` say: an installed package's folder
 * (with .mim) or a checkout of its repository. What is installed on this machine is never looked at. */
#ifndef CONFIG_PACKAGE_H
#define CONFIG_PACKAGE_H
#include "config/graph.h"

struct unit;

enum package_found { PACKAGE_ELSEWHERE, /* nobody told where */ PACKAGE_FILE, PACKAGE_ERROR };
/* The file that `_base_ = 'pkg::path'` names; on PACKAGE_ERROR *error is the loader's exception. */
enum package_found package_base_file(struct unit *u, const char *text, const char **path, const char **error);
/* The file that `from pkg.a.b import` reads; NULL: nobody told where the package is. It may not exist. */
const char *package_module_file(struct unit *u, const char *dotted);
const char *package_module_path(struct arena *a, const char *dotted); /* "a.b.c" -> "a/b/c.py" */
bool package_allows(struct unit *u, const char *path); /* path lies in a package that the settings name */
/* What is wrong with `pkg::path` whatever is installed; NULL: nothing. */
const char *package_error(struct unit *u, const char *text);
/* The config of a `pkg::` base as its child sees it: on every branch the outermost dict with a `type` gets `_scope_`
 * (Config._dict_to_config_dict). *error: the loader's exception, else left alone. */
struct value package_scoped(struct unit *u, struct value config, const struct base_ref *b, const char **error);
#endif

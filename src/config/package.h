// SPDX-License-Identifier: MIT
/* Configs of other packages (MMEngine): `pkg::path` bases and absolute imports of a read_base block. A package is
 * searched in the file's own project, else in the folder that the settings' `packages` name: an installed package
 * (with .mim) or a checkout of its repository. Packages installed on this machine are never read. */
#ifndef CONFIG_PACKAGE_H
#define CONFIG_PACKAGE_H
#include "config/graph.h"

struct unit;

enum package_found { PACKAGE_ELSEWHERE, /* no setting names its folder */ PACKAGE_FILE, PACKAGE_ERROR };
/* The file that `_base_ = 'pkg::path'` names; on PACKAGE_ERROR *error is the loader's exception. */
enum package_found package_base_file(struct unit *u, const char *text, const char **path, const char **error);
/* The file that `from pkg.a.b import` reads; NULL: no setting names the package's folder. The file may not exist. */
const char *package_module_file(struct unit *u, const char *dotted);
const char *package_module_path(struct arena *a, const char *dotted); /* "a.b.c" -> "a/b/c.py" */
bool package_allows(struct unit *u, const char *path); /* path lies in a package that the settings name */
/* The error in `pkg::path` that does not depend on installed packages; NULL: none. */
const char *package_error(struct unit *u, const char *text);
/* The config of a `pkg::` base as its child receives it: on every branch the outermost dict with a `type` gets
 * `_scope_` (Config._dict_to_config_dict). *error: the loader's exception, else unchanged. */
struct value package_scoped(struct unit *u, struct value config, const struct base_ref *b, const char **error);
#endif

// SPDX-License-Identifier: MIT
/* Which loader reads a file: mmcv 1.x's Config.fromfile or MMEngine's. Decided before evaluation, per nearest package:
 * markers of the repository nearest to the file (setup.py, package __init__ with mmcv/mmengine bounds, `from
 * mmcv|mmengine... import Config` in its tools), then idioms of the file itself. Also finds project roots and package
 * versions. Thread-safe (own lock). */
#ifndef CONFIG_LOADER_H
#define CONFIG_LOADER_H
#include "config/graph.h"

struct loader_finder;
struct loader_finder *loader_finder_new(const struct vfs *fs);
void loader_finder_free(struct loader_finder *f);
enum loader loader_of(struct loader_finder *f, const char *path, const struct parsed *tree,
		      const char **why); /* never AUTO */
/* Whether the training script of the file's home (project_home) reads configs with something other than
 * Config.fromfile: what these loaders would refuse is then nobody's error. */
bool loader_is_the_projects(struct loader_finder *f, const char *path);
const char *project_root(struct loader_finder *f, const char *path); /* folder; lives as long as the finder */
/* An absolute path with links followed, on a or living as long as the finder; NULL: not on disk. A folder is looked up
 * once. */
const char *file_real(struct loader_finder *f, struct arena *a, const char *path);
/* Where the code that trains with the config lies: the nearest folder around it that has a training script
 * (project/signs.h), for a project within the project does not use what lies above it; else its project_root, or where
 * that has no script the nearest package. All that package_version and project_mentions depend on; the same folder, the
 * same address. */
const char *project_home(struct loader_finder *f, const char *path);
/* Packages of the repository outside the home that its training script imports: folders, NULL-terminated, at most
 * PACKAGES_LENT. */
enum { PACKAGES_LENT = 16 };
const char *const *project_lent(struct loader_finder *f, const char *path);
/* Version of a package whose source lies in the file's home, or is lent to it (PKG/version.py
 * or PKG/__init__.py with __version__ = '...'), e.g. "0.18.0"; NULL: not there. Read as text, never executed. */
const char *package_version(struct loader_finder *f, const char *path, const char *package);
/* Whether the project's copy of the file in `by` ("mmdet/apis/train.py: train_detector"), or its training script, names
 * the config key `word`: a fork that was taught to read it. Text, not syntax. */
bool project_mentions(struct loader_finder *f, const char *path, const char *by, const char *word);
struct loader_finder *graph_finder(const struct graph *g);
#endif

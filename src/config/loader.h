// SPDX-License-Identifier: MIT
/* Which loader reads a file: mmcv 1.x's Config.fromfile or MMEngine's. Decided before evaluation, per nearest package:
 * markers of the repository nearest to the file (setup.py, package __init__ with mmcv/mmengine bounds, `from
 * mmcv|mmengine... import Config` in its tools), then idioms of the file itself. Thread-safe (own lock). */
#ifndef CONFIG_LOADER_H
#define CONFIG_LOADER_H
#include "project/folders.h"

enum loader { LOADER_AUTO, LOADER_MMCV1, LOADER_MMENGINE, LOADERS };
const char *loader_name(enum loader l);	      /* "auto", "mmcv1", "mmengine"; NULL after the last */
enum loader loader_by_name(const char *name); /* LOADERS: no loader has that name */
const char *loader_names(struct arena *a);    /* "mmcv1 or mmengine", for messages */

struct loaders;
struct loaders *loaders_new(const struct vfs *fs, struct folders *folders); /* both must outlive it */
void loaders_free(struct loaders *l);					    /* NULL: nothing */
/* The text of *why if no file, name or setting decides the loader. */
#define LOADER_BY_DEFAULT "nothing says otherwise"
/* Never AUTO. *why: for people. */
enum loader loader_of(struct loaders *l, const char *path, const char **why);
/* Whether files of the surrounding repository decide it, not the file's own text alone. */
bool loader_is_marked(struct loaders *l, const char *path);
/* The world of the code that trains with the config: a script may read its config with one world's Config.fromfile
 * and train with the other's train_detector(). */
enum loader loader_trainer(struct loaders *l, const char *path, enum loader loader);
#endif

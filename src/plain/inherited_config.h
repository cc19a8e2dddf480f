// SPDX-License-Identifier: MIT
/* The whole of a YAML config that inherits from others by a loader of its project: parents named by a key, merged as
 * OmegaConf does it. rules/inherits.yaml lists the loaders. */
#ifndef PLAIN_INHERITED_CONFIG_H
#define PLAIN_INHERITED_CONFIG_H
#include "plain/plain_project.h"
#include "text/yaml.h"

/* The loader by which the project reads its configs; NULL: none that is listed. Lives in a. */
const struct ynode *inherited_loader(struct arena *a, const struct plain_project *p);

struct inherited_files {
	struct arena *a;
	const struct vfs *fs;
	struct sources *sources;
	const struct ynode *loader;
	struct map known; /* of paths, interned: what the file is after its parents */
};
/* What the program gets of the file whose own content that is, with its interpolations resolved. Values have their
 * places in the files that set them. Unknown: a parent is not there, or can't be read. */
struct value inherited_config(struct inherited_files *f, const char *path, struct value own);
#endif

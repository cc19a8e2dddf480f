// SPDX-License-Identifier: MIT
/* `_target_: package.module.Class` of a composed config against the project's own class or function: instantiate()
 * calls it with the node's other keys (hydra/_internal/instantiate/_instantiate2.py). */
#ifndef HYDRA_TARGET_CHECK_H
#define HYDRA_TARGET_CHECK_H
#include "base/vec.h"
#include "python/value/value.h"
#include "text/vfs.h"

struct hydra_refusal {
	enum { TARGET_NO_PARAMETER, TARGET_NO_NAME } what;
	const char *target, *file; /* file: relative to root */
	uint32_t line;		   /* of the class or function; 0: none */
	const char *name;	   /* the key; the name that the module lacks */
	const char *near;	   /* NULL: none */
	struct span at;		   /* of the key; of the target */
};
VEC(hydra_refusals, struct hydra_refusal);
/* root: the project; script: the program, whose folder is searched first. */
void hydra_targets_check(struct arena *a, const struct vfs *fs, const char *root, const char *script, struct value tree,
			 struct hydra_refusals *out);
#endif

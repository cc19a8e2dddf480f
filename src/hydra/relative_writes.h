// SPDX-License-Identifier: MIT
/* Files that a Hydra program replaces under a path that is relative and always the same: `torch.save(x, "best.pt")`. */
#ifndef HYDRA_RELATIVE_WRITES_H
#define HYDRA_RELATIVE_WRITES_H
#include "base/vec.h"
#include "text/vfs.h"

struct hydra_write {
	const char *path;
	const char *by; /* the call: "torch.save" */
	uint32_t line;	/* of the script */
};
VEC(hydra_writes, struct hydra_write);
/* Of the decorated function (line: see hydra_reads_find) and of functions of the script that it names. None if the
 * script changes its folder. Texts live in a. */
void hydra_writes_find(struct arena *a, const struct vfs *fs, const char *script, uint32_t line,
		       struct hydra_writes *out);
#endif

// SPDX-License-Identifier: MIT
/* Which keys of its config a Hydra program certainly reads: statements that run whatever happens, from the decorated
 * function on. */
#ifndef HYDRA_CONFIG_READS_H
#define HYDRA_CONFIG_READS_H
#include "base/vec.h"
#include "python/syntax/ast.h"
#include "text/vfs.h"

struct hydra_read {
	const char *key; /* "data.root" */
	uint32_t line;	 /* of the script */
	bool below;	 /* instantiate(cfg.data): all keys below, too */
};
VEC(hydra_reads, struct hydra_read);
/* line: of the decorator @hydra.main in the script. Appends; texts live in a. */
void hydra_reads_find(struct arena *a, const struct vfs *fs, const char *script, uint32_t line,
		      struct hydra_reads *out);
/* The read that touches the key; NULL: none is certain. */
const struct hydra_read *hydra_reads_key(const struct hydra_reads *all, const char *key);
uint32_t hydra_line_of(const char *text, uint32_t at); /* of an offset, from 1 */
/* The function whose decorator stands in that line; NULL: none. */
const struct node *hydra_main_function(const struct node *root, const char *text, uint32_t line);
#endif

// SPDX-License-Identifier: MIT
/* Configs that are a framework's own: texts that its repository has had (rules/shipped/, made by
 * tools/framework-configs.py). A fork has hundreds of them beside the few that it trains with. */
#ifndef PROJECT_SHIPPED_H
#define PROJECT_SHIPPED_H
#include "text/vfs.h"
#include <stdint.h>

enum { SHIPPED_MAX = 64 /* tables */ };
struct shipped {
	struct shipped_table {
		const char *name; /* "mmdetection" */
		const char *row;  /* sorted; all of one width */
		size_t n;
	} at[SHIPPED_MAX];
	uint32_t n;
};
/* dir: a folder of rules; NULL: those of the program, which are there at no cost. What it reads is a's. */
void shipped_load(struct shipped *s, struct arena *a, const struct vfs *fs, const char *dir);
/* Whose text this is, layout and comments aside; NULL: nobody's. */
const char *shipped_by(const struct shipped *s, const char *bytes, size_t n);
#endif

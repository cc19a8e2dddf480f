// SPDX-License-Identifier: MIT
/* Finds the launches of a script by walking it (see priv.h), and returns a tree of values for rules. Its fields are
 * in docs/writing-rules.md, "Rules about launch lines". */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H
#include "python/value/value.h"
#include "shell/shell_parse.h"
#include "text/vfs.h"

struct launched { /* the result for a script */
	struct value tree;
	struct shell_script script;
	bool spent;		   /* it exceeds the budget of steps or memory: there may be more launches */
	bool brief;		   /* input: compute only the fields of starts.h, without numbers of processes */
	struct value missing;	   /* Unknown with a cause: the first started Python script that can't be found */
	bool unplaced;		   /* ... because its path is unknown, and it may train */
	uint32_t launches, trains; /* number of launches; of those, how many train or start several processes */
};
/* src: the script, in sources; root: its project's folder. The result lives in a. */
void launches_of(struct arena *a, const struct vfs *fs, struct sources *sources, const struct source *src,
		 const char *root, struct launched *out);
#endif

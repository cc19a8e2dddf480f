// SPDX-License-Identifier: MIT
/* The launches of a script, found by walking it (priv.h says how), as a tree of values that rules ask:
 * docs/writing-rules.md, "Rules about launch lines", lists its fields. */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H
#include "python/value/value.h"
#include "shell/shell_parse.h"
#include "text/vfs.h"

struct launched { /* what a script is */
	struct value tree;
	struct shell_script script;
	bool spent;		   /* it takes too many steps, or too much memory: there may be more launches */
	bool brief;		   /* wanted so: of its launches only what starts.h tells, but for how many processes */
	struct value missing;	   /* Unknown with a cause: the first Python script that is started and isn't known */
	bool unplaced;		   /* ... for want of its path, and it may train */
	uint32_t launches, trains; /* how many; of these, how many train, or are started as several processes */
};
/* src: the script, of sources; root: its project's folder. All of the result lives in a. */
void launches_of(struct arena *a, const struct vfs *fs, struct sources *sources, const struct source *src,
		 const char *root, struct launched *out);
#endif

// SPDX-License-Identifier: MIT
/* Files that cfglint has no rules for, and what they are: a DeepSpeed config, a CI workflow, a Python program. Which
 * keys and texts say so is data: rules/foreign.yaml. Only texts are looked at, so a file that doesn't parse has an
 * answer too.
 *
 *	{"train_micro_batch_size_per_gpu": 4, ...}	->  "DeepSpeed config"
 *	data: {samples_per_gpu: 2}, lr_config: ...	->  ours: a config of mmcv or MMEngine */
#ifndef PROJECT_FOREIGN_H
#define PROJECT_FOREIGN_H
#include "text/vfs.h"

struct foreign {
	const char *one, *many; /* "DeepSpeed config", "DeepSpeed configs" */
	bool ours;		/* nothing says that it is foreign: nothing else is set */
	bool family;		/* it looks like a file of a known family; else its ending is all that is known */
	bool training;		/* a training may read it */
};
enum foreign_said {		     /* of a YAML or JSON file, whether a loader of ours reads it */
		    FOREIGN_UNSAID,  /* nothing is known */
		    FOREIGN_NAMES,   /* its own names alone are such a loader's */
		    FOREIGN_PROJECT, /* its project uses one */
		    FOREIGN_BY_USER  /* the user says so: then only a family counts */
};
/* home: the folder whose code trains with it (project/home.h); NULL: not known. NULL: it can't be read, or
 * holds data. Lives as long as fs. */
const struct foreign *foreign_of(const struct vfs *fs, const char *home, const char *path, enum foreign_said said);
/* The same of a Python file, of its text alone. */
const struct foreign *foreign_program(const struct vfs *fs, const char *path, const char *text);
/* Whether the text of a Python file, wherever that lies, can be nothing but a config without bases: it has a model and
 * three more keys of ours at the top, and no code. */
bool foreign_is_whole_config(const struct vfs *fs, const char *path, const char *text);
/* Whether rules/foreign.yaml speaks of files with that ending. */
bool foreign_named(const struct vfs *fs, const char *path);
#endif

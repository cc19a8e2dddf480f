// SPDX-License-Identifier: MIT
/* Recognizes files that cfglint has no rules for: a DeepSpeed config, a CI workflow, a Python program. The keys and
 * texts that decide are data: rules/foreign.yaml. Only text is examined, so a file that doesn't parse is classified
 * too.
 *
 * 	{"train_micro_batch_size_per_gpu": 4, ...}	->  "DeepSpeed config"
 * 	data: {samples_per_gpu: 2}, lr_config: ...	->  ours: a config of mmcv or MMEngine */
#ifndef PROJECT_FOREIGN_H
#define PROJECT_FOREIGN_H
#include "text/vfs.h"

struct foreign {
	const char *one, *many; /* "DeepSpeed config", "DeepSpeed configs" */
	bool ours;		/* no sign of a foreign file: no other field is set */
	bool family;		/* it matches a known family; else only its extension is known */
	bool training;		/* a training may read it */
	bool judged;		/* rules judge it where the program that reads it is found */
	bool dataclasses; /* a parser of dataclasses reads it: arguments of `schema` and of the project's own classes */
	const char *schema; /* the table of rules/schemas/ that says what it may hold; NULL: none */
};
enum foreign_said {		     /* for a YAML or JSON file: whether a known loader reads it */
		    FOREIGN_UNSAID,  /* unknown */
		    FOREIGN_NAMES,   /* its file name is one of such a loader's configs */
		    FOREIGN_PROJECT, /* its project uses such a loader */
		    FOREIGN_BY_USER  /* the user says so: then only a family counts */
};
/* home: the folder of the code that trains with it (project/home.h); NULL: unknown. Returns NULL if it can't be
 * read, or is data. Lives as long as fs. */
const struct foreign *foreign_of(const struct vfs *fs, const char *home, const char *path, enum foreign_said said);
/* The rows of rules/foreign.yaml in order; NULL: there are no more. */
const struct foreign *foreign_row(const struct vfs *fs, uint32_t i);
/* The same for a Python file, from its text alone: n bytes and a NUL. */
const struct foreign *foreign_program(const struct vfs *fs, const char *path, const char *text, size_t n);
/* Whether a Python text must be a config without bases, wherever it lies: a top-level model, three more known keys,
 * and no code. */
bool foreign_is_whole_config(const struct vfs *fs, const char *path, const char *text);
/* Whether rules/foreign.yaml has rows for files with that extension. */
bool foreign_named(const struct vfs *fs, const char *path);
#endif

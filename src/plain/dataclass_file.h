// SPDX-License-Identifier: MIT
/* Whose arguments a file has that a script's parser of dataclasses reads, where no launch line says which script: that
 * of the project's which takes the most of its keys.
 *
 * 	learning_rate: 1e-4		sft.py: TrlParser((ScriptArguments, SFTConfig)): takes both keys, dpo.py only
 * one packing: true */
#ifndef PLAIN_DATACLASS_FILE_H
#define PLAIN_DATACLASS_FILE_H
#include "arguments/schema.h"
#include "python/value/value.h"
#include "text/vfs.h"

struct dataclass_fit {
	const struct schema_class *class; /* NULL: all classes are the project's own */
	const char *name;      /* in messages: the script, relative to root, the first of several; NULL: a command */
	struct value own;      /* list of names that it takes beside; open: there may be more */
	struct value classes;  /* list of their names */
	struct value defaults; /* {name: value} of fields of the project's own classes, where one script reads it */
	bool converts;	       /* its parser makes values of texts, as on a command line */
};
/* base: the class that counts where scripts of several classes fit. false: no script takes half of the keys, the one
 * that takes most reads no files, or the project has none and no command of rules/launch.yaml takes most of them. */
bool dataclass_fit_find(struct arena *a, const struct vfs *fs, struct sources *sources, const char *root,
			const struct schema_class *base, struct value data, struct dataclass_fit *out);
#endif

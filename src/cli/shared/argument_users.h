// SPDX-License-Identifier: MIT
/* Which scripts, launch lines and files of a project use a file of arguments.
 *
 * 	ds.json		TrainingArguments(deepspeed='ds.json') of train.py; run.sh, by acc.yaml
 * 	sft.yaml	llamafactory-cli train sft.yaml */
#ifndef CLI_SHARED_ARGUMENT_USERS_H
#define CLI_SHARED_ARGUMENT_USERS_H
#include "cli/shared/argument_sets.h"

struct argument_user {
	const struct subject *subject;
	struct value element; /* whose arguments name it; Unknown: a launch that starts it */
	struct value launch;  /* Unknown: it is no launch line */
	const char *key;      /* the argument that names it; "": the launch does */
	struct span at;	      /* the name, in whatever file of the subject's set it stands */
	struct value file;    /* the entry of the element's `files`; Unknown: none */
};
VEC(argument_users, struct argument_user);
/* Loads the project of the file; the subjects live as long as `all`. In the order of their paths. */
void argument_users_find(struct argument_sets *all, const char *path, struct argument_users *out);
#endif

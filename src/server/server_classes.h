// SPDX-License-Identifier: MIT
/* The class that a `type` names: by its registered name, with its scope before it (mmdet.ResNet), or imported
 * (mmengine's pure-Python configs). */
#ifndef SERVER_SERVER_CLASSES_H
#define SERVER_SERVER_CLASSES_H
#include "cli/session.h"
#include "code/code.h"
#include "config/graph.h"

/* As it is written, or as it is imported: "ResNet", "mmdet.ResNet", "torch.optim.SGD"; on a. NULL: it names none. */
const char *class_named(struct arena *a, struct value type);
const char *class_last(const char *name); /* its name alone: "SGD" */
/* Its place and config: they determine the registries (code/classes/lookup.h). */
struct class_use {
	const struct code *code;      /* may be NULL */
	const struct part_list *keys; /* places of dicts that name it */
	struct arena *a;
	const struct module *m;	  /* NULL: no config names it */
	const struct str *family; /* of its training code; NULL: not known */
	struct keypath dict;
};
struct class_use class_use(struct session *s, const struct code *c, struct arena *a, const struct module *m,
			   struct keypath dict);
/* Its name where it is the project's own; NULL: the project has no such class. */
const struct str *class_own(const struct class_use *u, const char *name);
/* What the project's class takes; NULL: likewise. name may be NULL. */
const struct code_params *class_params(const struct class_use *u, const char *name);
/* What the class takes that is built from the dict of the key, where that names the key; else NULL. */
const struct code_params *class_taking(const struct class_use *u, struct keypath key);
/* Where it is defined; false: likewise. */
bool class_place(const struct class_use *u, const char *name, struct code_place *at);
#endif

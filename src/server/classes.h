// SPDX-License-Identifier: MIT
/* The class that a `type` names: by its registered name, with its scope before it (mmdet.ResNet), or imported
 * (mmengine's pure-Python configs). */
#ifndef SERVER_CLASSES_H
#define SERVER_CLASSES_H
#include "code/code.h"
#include "config/graph.h"

/* As it is written, or as it is imported: "ResNet", "mmdet.ResNet", "torch.optim.SGD"; on a. NULL: it names none. */
const char *class_named(struct arena *a, struct value type);
const char *class_last(const char *name); /* its name alone: "SGD" */
/* Its name where it is the project's own; NULL: the project has no such class. */
const struct str *class_own(const struct code *c, const char *name);
/* What the project's class takes; NULL: likewise. c and name may be NULL. */
const struct code_params *class_params(const struct code *c, const char *name);
/* What the class takes that is built from the dict of the key, where that names the key; else NULL. */
const struct code_params *class_taking(const struct code *c, struct arena *a, const struct module *m,
				       struct keypath key);
/* Where it is defined; false: likewise. */
bool class_place(const struct code *c, const char *name, struct code_place *at);
#endif

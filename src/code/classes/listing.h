// SPDX-License-Identifier: MIT
/* What a config may choose from: the registered types, where their classes are, the keys that training reads. */
#ifndef CODE_CLASSES_LISTING_H
#define CODE_CLASSES_LISTING_H
#include "code/code.h"

/* Names, sorted, NULL-terminated, allocated in a. */
const char **code_types(const struct code *c, struct arena *a);
/* The same with where they are registered: a name and its registry as its module calls it ("mmdet.models.HEADS", or
 * "HEADS" of the project; "?": unknown), in turn, NULL-terminated. A name that is in several registries occurs once
 * for each. */
const char **code_registries(const struct code *c, struct arena *a);
/* Where the class is defined that `type` names, or that is imported as "mmdet.models.ResNet"; one of them if several
 * have the name. false: the project has none that can be determined. */
bool code_class_at(const struct code *c, const struct str *type, struct code_place *at);
/* Keys of the container (n == 0: the top level) that training reads by name. */
const char **code_keys(const struct code *c, struct arena *a, struct keypath container);
#endif

// SPDX-License-Identifier: MIT
/* What there is to choose from, for who writes a config: the types that are registered, where their classes are, the
 * keys that training reads. */
#ifndef CODE_LISTING_H
#define CODE_LISTING_H
#include "code/code.h"

/* Names, sorted, NULL-terminated, on a. */
const char **code_types(const struct code *c, struct arena *a);
/* The same with where they are registered: a name and its registry as its module calls it ("mmdet.models.HEADS", or
 * "HEADS" of the project; "?": not known), in turn, NULL-terminated. A name that is in several comes as often. */
const char **code_registries(const struct code *c, struct arena *a);
/* Where the class is defined that `type` names, or that is imported as "mmdet.models.ResNet"; of several of a name one
 * of them. false: none of the project's that can be seen. */
bool code_class_at(const struct code *c, const struct str *type, struct code_place *at);
/* Keys of the container (n == 0: the top level) that training takes by name. */
const char **code_keys(const struct code *c, struct arena *a, struct keypath container);
#endif

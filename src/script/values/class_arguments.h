// SPDX-License-Identifier: MIT
/* Command line arguments that a parser makes of dataclasses: the value of `args.x` if the option isn't given. */
#ifndef SCRIPT_VALUES_CLASS_ARGUMENTS_H
#define SCRIPT_VALUES_CLASS_ARGUMENTS_H
#include "script/values/script_value.h"

/* A method of that name returns a tuple with one object of parsed arguments for each dataclass of its parser. */
bool class_arguments_parsed(const struct script_project *p, const struct str *name);
/* That tuple, for the parser that `call` is made on; an element is Unknown where its class lies outside the project. */
struct value class_arguments_of(struct script_project *p, const struct script_object *parser, const struct node *call);
/* v is one of those objects. Its other attributes aren't known to be absent. */
bool class_arguments_is(const struct script_project *p, struct value v);
#endif

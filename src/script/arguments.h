// SPDX-License-Identifier: MIT
/* Command line arguments of a script (argparse): what `args.x` is when it isn't given. */
#ifndef SCRIPT_ARGUMENTS_H
#define SCRIPT_ARGUMENTS_H
#include "script/script_value.h"

/* Once, before values are asked: flags that launch scripts of the project (NULL-terminated; NULL: none) give another
 * value than their default have no known value. sources get their texts. */
void arguments_launched(struct script_project *p, const char *const *launch_scripts);
/* Whether a method of that name gives the parsed arguments. */
bool arguments_parsed(const struct str *name);
const struct node *arguments_keyword(const struct node *call, const char *name); /* its value; NULL: not given */
/* The attribute that an `add_argument` makes; NULL: not known. */
const struct str *arguments_dest(const struct node *call);
/* What it gives for that parser; Unknown for NULL. */
struct value arguments_of(struct script_project *p, const struct script_object *parser, const struct str *method);
bool arguments_is(const struct script_project *p, struct value v); /* such parsed arguments */
/* One of them by its name; Unknown where it must be given, or isn't declared. flag: "--workers". */
struct value arguments_get(struct script_project *p, struct value parsed, const struct str *name,
			   const struct str **flag);
#endif

// SPDX-License-Identifier: MIT
/* Command line arguments of a script (argparse): the value of `args.x` if the option isn't given. */
#ifndef SCRIPT_VALUES_ARGUMENTS_H
#define SCRIPT_VALUES_ARGUMENTS_H
#include "script/values/script_value.h"

/* Call once, before values are queried. launch_scripts (NULL-terminated; NULL: none) are the project's launch
 * scripts: a flag to which they give another value than its default has no known value. sources get their texts. */
void arguments_launched(struct script_project *p, const char *const *launch_scripts);
/* A method of that name returns the parsed arguments. */
bool arguments_parsed(const struct str *name);
/* Some launch line of the project gives the flag another value than v. */
bool arguments_launch_differs(const struct script_project *p, const struct str *flag, struct value v);
/* its value; NULL: the call lacks it */
const struct node *arguments_keyword(const struct node *call, const char *name);
/* The attribute that an `add_argument` call declares; NULL: unknown. */
const struct str *arguments_dest(const struct node *call);
/* What the call of that method returns, the parsed arguments of that parser; Unknown if parser is NULL, or words are
 * given. */
struct value arguments_of(struct script_project *p, const struct script_object *parser, const struct str *method,
			  const struct node *call);
bool arguments_is(const struct script_project *p, struct value v); /* v is such parsed arguments */
/* One argument by its name; Unknown if it is required or isn't declared. flag: "--workers". */
struct value arguments_get(struct script_project *p, struct value parsed, const struct str *name,
			   const struct str **flag);
#endif

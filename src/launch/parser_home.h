// SPDX-License-Identifier: MIT
/* The files that declare a script's flags: its own, or the modules whose parser it imports and uses. */
#ifndef LAUNCH_PARSER_HOME_H
#define LAUNCH_PARSER_HOME_H
#include "launch/parser.h"
#include "launch/target.h"

enum { PARSER_FILES_MAX = 3 };
/* Adds the modules to file, which holds the script; the number of files then. 1 if no parser is imported for sure. */
/* The tree of the project's module of that name, seen from the file `from`; level: the dots before it. NULL: there is
 * none. *file: its path. */
const struct node *parser_module(struct launch_targets *t, const char *from, unsigned level, const char *name,
				 const char **file);
size_t parser_home(struct launch_targets *t, const char *path, struct parser_file file[PARSER_FILES_MAX]);
#endif

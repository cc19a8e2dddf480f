// SPDX-License-Identifier: MIT
/* The flags of launch lines as sets of arguments, where the started script declares them by dataclasses. */
#ifndef LAUNCH_LAUNCH_ARGUMENTS_H
#define LAUNCH_LAUNCH_ARGUMENTS_H
#include "arguments/named_file.h"
#include "python/value/value.h"

/* What the parser makes of a flag's text, by the type of the project's own default, else that in the table. x: NULL: it
 * has none; own: Unknown: there is none. */
struct value launch_flag_value(const struct schema_argument *x, struct value own, struct value text);
/* The files (arguments/named_file.h) that the arguments, and options of the launcher, name. of: whose arguments; NULL:
 * of no known class. */
struct value launch_files(struct arena *a, const struct named_files *q, const struct schema_class *of,
			  struct value launch, struct value args);
/* List of elements (arguments/element.h), of the launches in a launch script's tree. path: the script; root: its
 * project; NULL: none. */
struct value launch_arguments(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path,
			      const char *root, struct value tree);
#endif

// SPDX-License-Identifier: MIT
/* The flags that a script declares by dataclasses, as HfArgumentParser((ModelArguments, TrainingArguments)) does. */
#ifndef LAUNCH_DATACLASS_FLAGS_H
#define LAUNCH_DATACLASS_FLAGS_H
#include "launch/parser.h"
#include "launch/target.h"

/* {classes: [dotted names of classes outside the project, in order], fields: [names that classes of the project
 * declare], defaults: {name: the default of such a field; Unknown where it has none, or no constant}, open: a class
 * isn't seen, lenient: flags that no class has are given back, not refused, reads_file: --config names a file with more
 * of them}; Unknown if the script in `file`, at path, makes no such parser. */
struct value dataclass_flags(struct launch_targets *t, const char *path, const struct parser_file *file);
/* The same of a command that a package brings, which has these classes: there may be other flags, those of its
 * launcher. */
struct value command_dataclasses(struct arena *a, const struct launch_row *command);
#endif

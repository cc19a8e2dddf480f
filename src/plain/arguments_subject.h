// SPDX-License-Identifier: MIT
/* Files of arguments as subjects of rules: YAML and JSON whose form is one that rules/foreign.yaml gives a table
 * (`schema`), such as a DeepSpeed config. Their tree is `given`: {arguments: [one element], data}. */
#ifndef PLAIN_ARGUMENTS_SUBJECT_H
#define PLAIN_ARGUMENTS_SUBJECT_H
#include "arguments/schema.h"
#include "subject/subject.h"

extern const struct subject_kind arguments_kind;
/* The table of the file, by its keys, even if it does not parse; NULL: it is no file of arguments. */
const struct schema_class *arguments_file_class(const struct vfs *fs, const char *path);
#endif

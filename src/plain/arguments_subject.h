// SPDX-License-Identifier: MIT
/* Files of arguments as subjects of rules: YAML and JSON whose form is one that rules/foreign.yaml gives a table
 * (`schema`), such as a DeepSpeed config. Their tree is `given`: {arguments: [one element], data}. */
#ifndef PLAIN_ARGUMENTS_SUBJECT_H
#define PLAIN_ARGUMENTS_SUBJECT_H
#include "subject/subject.h"

extern const struct subject_kind arguments_kind;
#endif

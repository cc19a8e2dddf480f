// SPDX-License-Identifier: MIT
/* What arguments mean, whatever trainer they are of: rules/arguments.yaml.
 *
 * 	meaning_names(m, "accumulation")		[gradient_accumulation_steps]
 * 	meaning_auto(m, "deepspeed.json", "gradient_clipping")	{is: max_grad_norm}
 *
 * Immutable once loaded. */
#ifndef ARGUMENTS_MEANINGS_H
#define ARGUMENTS_MEANINGS_H
#include "arguments/schema.h"
#include "text/yaml.h"

struct meanings;
/* Read at the first call; lives as long as fs. */
const struct meanings *meanings_of(const struct vfs *fs);
/* A list of names, the first that says something counts; NULL: there is no such role. */
const struct ynode *meaning_names(const struct meanings *m, const char *role);
/* Whether the list of that name in rules/arguments.yaml has the table: "sectioned", "attributes". */
bool meaning_lists(const struct meanings *m, const char *list, const struct str *table);
/* tables, each, machines, visible: see rules/arguments.yaml. */
const struct ynode *meaning_process_variables(const struct meanings *m);
/* Arguments by which the batch is another one, each with the value by which it is not: a map. */
const struct ynode *meaning_unsettles(const struct meanings *m);
/* What takes the place of "auto" under that key of a file of the table: a map of one entry; NULL: not known. */
const struct ynode *meaning_auto(const struct meanings *m, const struct str *table, const char *key);
/* How that reader of files takes texts: a map; NULL: as they stand. */
const struct ynode *meaning_reader(const struct meanings *m, const char *reader);
/* The reader of files of that table drops keys that it does not know. */
bool meaning_drops(const struct meanings *m, const struct str *table);
/* The least number that makes sense for the argument, as a text; NULL: any does. */
const char *meaning_least(const struct meanings *m, const char *argument);
/* The table is of files that arguments name, which say nothing of a training by themselves. */
bool meaning_is_named(const struct meanings *m, const struct str *table);
/* The class is given a set of arguments, as trainers are, and is none. */
bool meaning_is_trainer(const struct meanings *m, const struct schemas *s, const struct schema_class *c);
#endif

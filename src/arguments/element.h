// SPDX-License-Identifier: MIT
/* One set of arguments of a training run, as rules see it, whatever it comes from: a call in a script, a file, the
 * flags of a launch line.
 *
 * 	TrainingArguments('out', fp16=True)	{class: 'transformers.TrainingArguments', name: 'TrainingArguments',
 * 						 form: 'call', args: {output_dir: 'out', fp16: True}, ...} */
#ifndef ARGUMENTS_ELEMENT_H
#define ARGUMENTS_ELEMENT_H
#include "arguments/schema.h"
#include "python/value/value.h"

struct arguments_element {
	const struct schema_class *class; /* NULL: of none that has a table; only its files are known */
	const char *form;		  /* "call", "file", "line" */
	const char *name;		  /* in messages */
	uint32_t number;		  /* of several of this class */
	struct value args;		  /* a dict; open: there may be more */
	struct value
		own; /* list of names that the project's own class takes, too; None: it is no class of the project */
	struct value files;    /* arguments/named_file.h */
	struct value versions; /* {package: {least, most}}, of the project's files */
	struct span at;
};
/* {class, name, form, number, args, own, files, versions} */
struct value arguments_element(struct arena *a, const struct arguments_element *e);
/* Of the packages that have a table, what `top` has under their names. */
struct value arguments_versions(struct arena *a, const struct schemas *s, struct value top);
#endif

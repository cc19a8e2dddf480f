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
#include "text/source.h"

struct arguments_element {
	const struct schema_class *class; /* NULL: of none that has a table; only its files are known */
	const char *form;		  /* "call", "file", "line" */
	const char *name;		  /* in messages */
	uint32_t number;		  /* of several of this class */
	struct value args;		  /* a dict; open: there may be more */
	struct value
		own; /* list of names that the project's own class takes, too; None: it is no class of the project */
	struct value defaults; /* {name: value} of fields that the project's own class declares; Unknown where its
				* default is not known, or there is none */
	struct value lost;     /* list of {name, value}: given, too, and replaced by what args has; Unknown: none */
	struct value launch;   /* the launch that brings it; Unknown: none is known */
	struct value copies;   /* list of packages of the class whose source the project has; Unknown: none */
	struct value files;    /* arguments/named_file.h */
	struct value versions; /* {package: {least, most}}, of the project's files */
	struct span at;
};
/* The packages of the class, by the names that import them, whose source the folder of the file at path has, or one
 * above it in the project: it may be of another version than any table. root: the project's folder; NULL: none. */
struct value arguments_copies(struct arena *a, const struct vfs *fs, const char *path, const char *root,
			      const struct schemas *s, const struct schema_class *c, struct span at);
/* A list that may hold any name: `own` of such a class. */
struct value arguments_any(struct arena *a, struct span at);
/* An entry of args that arguments_element took from the element's defaults. */
bool arguments_is_default(struct value defaults, const struct entry *e);
/* The element for rules; its args have the defaults, too, where nothing is given: {class, name, form, number, args,
 * own, defaults, lost, launch, copies, files, versions} */
struct value arguments_element(struct arena *a, const struct arguments_element *e);
/* Of the packages that have a table, what `top` has under their names. */
struct value arguments_versions(struct arena *a, const struct schemas *s, struct value top);
/* What the text of a script says itself about these packages, as by `require_version("trl<=0.9.6")` or
 * `!pip install trl`, takes the place of that. */
void arguments_versions_in(struct arena *a, const struct schemas *s, const struct source *src, struct value versions);
#endif

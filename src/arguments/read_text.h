// SPDX-License-Identifier: MIT
/* What the reader of a file of arguments makes of the texts in it (rules/arguments.yaml, `readers`). The file itself is
 * read by the rules of PyYAML's safe_load, where 1e-4 is a text.
 *
 * 	learning_rate: 1e-4	LLaMA-Factory, by OmegaConf: a number from 0.9.4 on, before it a text; Unknown where the
 * 				version is not known
 * 	learning_rate: '1e-4'	a text there, and a number for ms-swift, which makes a flag of each value */
#ifndef ARGUMENTS_READ_TEXT_H
#define ARGUMENTS_READ_TEXT_H
#include "arguments/meanings.h"
#include "python/value/value.h"
#include "text/source.h"

struct text_reader_options {
	const struct schemas *schemas;
	const struct meanings *meanings;
	const char *reader;		  /* a name in `readers`; another one changes nothing */
	const struct schema_class *class; /* whose arguments they are; NULL: not known */
	struct value beside;		  /* list of names of classes whose arguments stand there, too; Unknown: none */
	struct value defaults;		  /* {name: value} of the project's own class */
	struct value versions;		  /* {package: {least, most}} */
	const struct sources *sources;	  /* where the values stand */
};
/* A dict as the file has it; others come back as they are. */
struct value arguments_read_texts(struct arena *a, const struct text_reader_options *r, struct value args);
/* false: the versions that the project allows are all from before the reader did so. */
bool arguments_reader_may(const struct text_reader_options *r);
/* The table's row of an argument of these classes; NULL: none has it. */
const struct schema_argument *argument_of_any(const struct text_reader_options *r, const struct str *name);
/* What argparse makes of a text for an argument of that type: `own`, its default in the project's class, goes before
 * that of the table (x, NULL: it has none). A text that is no such value stays one. */
struct value argument_parsed(const struct schema_argument *x, struct value own, struct value v);
#endif

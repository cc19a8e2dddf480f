// SPDX-License-Identifier: MIT
/* One set of arguments as the trainer gets it: what is given, then the defaults of the project's own classes, then
 * those of the library in the versions that the project allows. Each value has its origin.
 *
 * 	TrainingArguments('out', learning_rate=2e-5)	learning_rate 2e-05, given at train.py:4:42
 * 							gradient_accumulation_steps 1, default of
 * transformers 4.51-5.15.0 "gradient_clipping": "auto" of its ds.json	1.0, by max_grad_norm
 *
 * A value that is not known is Unknown; nothing is guessed. All lives in the arena of the call. */
#ifndef ARGUMENTS_EFFECTIVE_ARGUMENTS_H
#define ARGUMENTS_EFFECTIVE_ARGUMENTS_H
#include "arguments/meanings.h"
#include "arguments/schema.h"
#include "python/value/value.h"

enum effective_by {
	EFFECTIVE_GIVEN,  /* keyword, flag, key */
	EFFECTIVE_OWN,	  /* default of a class of the project */
	EFFECTIVE_LIBRARY /* default by the tables */
};
struct effective {
	const struct str *name; /* in files with the sections above it: zero_optimization.stage */
	struct value value;	/* Unknown: not known */
	enum effective_by by;
	struct span key, at; /* of what is given, or of the project's default; zero: of the library */
	bool of_line;	     /* ... in a source of the launch, which may be of another subject than the element */
	const char *says;    /* of the library: whose default it is; of "auto": what fills it in; else NULL */
};
struct effective_set {
	struct value element;		  /* arguments/element.h */
	const struct schema_class *class; /* NULL: of none that has a table */
	struct value launch;  /* the launch (docs/writing-rules.md) that brings it; Unknown: none is known */
	struct effective *at; /* given ones in the order of their file, then defaults by name */
	uint32_t n, ngiven;
	bool open; /* more may be given, so that no default is known */
};
struct effective_sources { /* where tables are */
	struct arena *a;
	const struct schemas *schemas;
	const struct meanings *meanings;
};
/* element: of `arguments` of a subject's tree. launch: see above. */
void effective_of(const struct effective_sources *s, struct value element, struct value launch,
		  struct effective_set *out);
/* The same of a file that `by` names (an entry of `files` of its element, or of such a file): without defaults. "auto"
 * becomes the value that takes its place, where that is known. */
void effective_of_file(const struct effective_sources *s, struct value file, const struct effective_set *by,
		       struct effective_set *out);
/* What the script's parser makes of a flag: said is its text on the launch line, or True where none follows. Unknown:
 * the parser is not known, or turns it into something of its own. */
struct value argument_of_flag(struct value launch, const char *flag, struct value said);
/* Of a call that takes some of its arguments from the command line: what the set's launch says. flags: {argument:
 * flag}, `taken` of the call in a script's tree. */
void effective_take_flags(struct effective_set *x, struct value flags);
/* What launches may say otherwise, or what is made of it, is not known. flags: `flags` of the call; but: those that
 * stay (Unknown: none). */
void effective_forget_flags(struct effective_set *x, struct value flags, struct value but);
/* NULL: there is no such argument, or none that is known. */
const struct effective *effective_find(const struct effective_set *x, const char *name);
/* The argument that has this role (rules/arguments.yaml) and says something; NULL: none. Its value may be Unknown. */
const struct effective *effective_role(const struct effective_sources *s, const struct effective_set *x,
				       const char *role);
#endif

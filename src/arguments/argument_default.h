// SPDX-License-Identifier: MIT
/* The value of an argument that is not given, in the versions that a project allows: by the tables of rules/schemas/.
 *
 * 	transformers>=4.51: learning_rate	5e-05, "default of transformers 4.51-5.15.0"
 * 	trl of any version: SFTConfig.learning_rate	Unknown, "by version: 5e-05 (transformers up to 5.15.0) or 2e-05
 * 							(trl 0.20.0-1.9.0)" */
#ifndef ARGUMENTS_ARGUMENT_DEFAULT_H
#define ARGUMENTS_ARGUMENT_DEFAULT_H
#include "arguments/schema.h"
#include "python/value/value.h"

struct argument_default {
	bool taken;	    /* some version that is allowed takes the argument */
	bool required;	    /* ... and has no default */
	struct value value; /* Unknown: computed, or not the same in all versions */
	const char *says;   /* whose default it is, for messages, on a */
};
/* versions: {package: {least, most}}, copies: packages that the project has itself, so that their tables say nothing of
 * it: as in elements (arguments/element.h). */
struct argument_default argument_default(struct arena *a, const struct schemas *s, const struct schema_class *c,
					 const struct str *name, struct value versions, struct value copies);
#endif

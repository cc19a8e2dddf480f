// SPDX-License-Identifier: MIT
/* Which names a set of dataclasses takes (launch/dataclass_flags.h): those of the tables of its classes, and its own
 * fields.
 *
 * 	HfArgumentParser((ModelArguments, TrainingArguments))	main: transformers.TrainingArguments
 * 								names: the fields of ModelArguments */
#ifndef LAUNCH_DATACLASS_NAMES_H
#define LAUNCH_DATACLASS_NAMES_H
#include "arguments/schema.h"
#include "python/value/value.h"

/* Of the classes that have a table the one with the most arguments; NULL: none has. */
const struct schema_class *dataclasses_main(struct arena *a, const struct schemas *s, struct value dataclasses);
/* What they take beside the arguments of `of` (may be NULL): a list, open where a class has no table. */
struct value dataclasses_names(struct arena *a, const struct schemas *s, struct value dataclasses,
			       const struct schema_class *of);
#endif

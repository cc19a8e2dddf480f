// SPDX-License-Identifier: MIT
/* Fields of classes whose constructor is generated from them: dataclasses, and similar classes of other libraries.
 *
 * 	@dataclass
 * 	class Arguments:
 * 	    model: str				  field "model", required
 * 	    lr: float = 1e-4			  field "lr", value 1e-4
 * 	    tags: list = field(default_factory=list)	  field "tags", factory list
 * 	    count: ClassVar[int] = 0		  none */
#ifndef PYMODEL_FIELDS_H
#define PYMODEL_FIELDS_H
#include "pymodel/names.h"

struct name_list { /* dotted names: "dataclasses.dataclass" */
	const char *const *at;
	uint32_t n;
};
struct field_words {		     /* names that define fields, from data: rules/code.yaml, `fields` */
	struct name_list decorators; /* decorators that generate a constructor from the fields */
	struct name_list bases;	     /* base classes whose subclasses get such a constructor */
	struct name_list calls;	     /* calls that describe a field when they are its value */
};
struct class_field {
	const struct str *name;
	const struct node *annotation;
	const struct node *value; /* its default value or factory; NULL: the field is required */
	struct cls *in;		  /* class that declares it; names in value are looked up there */
	bool factory;
	bool init;	   /* it is a parameter of the constructor */
	bool keyword_only; /* ... by keyword only */
};
struct class_fields {
	enum {
		FIELDS_NONE, /* the constructor is not generated from fields */
		FIELDS_OPEN, /* there may be other fields, or these may differ; why, in one clause */
		FIELDS_KNOWN
	} are;
	const char *why;
	const struct class_field *at; /* of the class and its bases in the project, in the constructor's order */
	uint32_t n;
};
/* All memory is the model's; computed at each call. */
struct class_fields class_fields(struct pymodel *m, struct cls *k, const struct field_words *words);
#endif

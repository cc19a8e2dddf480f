// SPDX-License-Identifier: MIT
/* Fields of classes whose constructor is made of them: dataclasses, and what other libraries have like them.
 *
 *	@dataclass
 *	class Arguments:
 *	    model: str				  field "model", required
 *	    lr: float = 1e-4			  field "lr", value 1e-4
 *	    tags: list = field(default_factory=list)	  field "tags", factory list
 *	    count: ClassVar[int] = 0		  none
 */
#ifndef PYMODEL_FIELDS_H
#define PYMODEL_FIELDS_H
#include "pymodel/names.h"

struct name_list { /* dotted names: "dataclasses.dataclass" */
	const char *const *at;
	uint32_t n;
};
struct field_words {		     /* which these are is data: rules/code.yaml, `fields` */
	struct name_list decorators; /* that make a constructor of the fields */
	struct name_list bases;	     /* whose subclasses have such a constructor */
	struct name_list calls;	     /* that stand as a field's value and describe it */
};
struct class_field {
	const struct str *name;
	const struct node *annotation;
	const struct node *value; /* its default, or what is called for one (factory); NULL: the field is required */
	struct cls *in;		  /* that declares it; names of value are looked up there */
	bool factory;
	bool init;	   /* the constructor takes it */
	bool keyword_only; /* ... by name alone */
};
struct class_fields {
	enum {
		FIELDS_NONE, /* its constructor is made of something else */
		FIELDS_OPEN, /* there may be others, or they may be something else: why, one clause */
		FIELDS_KNOWN
	} are;
	const char *why;
	const struct class_field *at; /* of the class and its bases in the project, in the constructor's order */
	uint32_t n;
};
/* All of it is the model's; worked out at each call. */
struct class_fields class_fields(struct pymodel *m, struct cls *k, const struct field_words *words);
#endif

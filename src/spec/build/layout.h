// SPDX-License-Identifier: MIT
/* The fields of the structs of compiled rules: one table for each struct; write_compiled.c uses them to write the
 * structs. A new field needs a row here; without it the build fails (layouts_check). */
#ifndef SPEC_BUILD_LAYOUT_H
#define SPEC_BUILD_LAYOUT_H
#include "lint/rules/compiled_rules.h"

enum field_kind {
	FIELD_NUMBER,	  /* copied: integers, enums, flags, spans */
	FIELD_CHARS,	  /* const char * */
	FIELD_STR,	  /* const struct str * */
	FIELD_CHARS_LIST, /* an array of const char *; a NULL is written after the last one */
	FIELD_STR_LIST,
	FIELD_STRUCT,	 /* a struct inside this one */
	FIELD_POINTER,	 /* pointer to a struct */
	FIELD_ARRAY,	 /* pointer to the first of several structs */
	FIELD_POINTERS,	 /* pointer to the first of several pointers to structs */
	FIELD_NODE,	 /* pointer to a syntax tree, whose size depends on its kids */
	FIELD_UNION,	 /* the union of a struct value; its kind selects the member */
	FIELD_FUNCTION,	 /* pointer to a struct rulefn: a row in the program, or the first field of a struct
			  * shared_fn */
	FIELD_FUNCTIONS, /* pointer to the first of several such pointers */
	FIELD_OUTSIDE,	 /* pointer to something that rules_outside lists */
	FIELD_AT_START,	 /* written as zero: set when the rules are loaded */
	FIELD_NONE,	 /* zero in all shipped rules */
};
struct layout;
struct layout_field {
	const char *name;
	uint32_t at, size;
	enum field_kind kind;
	const struct layout *of;       /* layout of the structs that it contains or points to; NULL: none */
	uint32_t element;	       /* size of such a struct, by the field's type */
	uint32_t count_at, count_size; /* lists and arrays: offset and size of the field with their length */
};
struct layout {
	const char *name; /* name of the struct */
	uint32_t size;
	const struct layout_field *field;
	uint32_t n;
	void (*clear_padding)(void *p); /* clears the padding of one struct; NULL: it has none */
};
extern const struct layout node_layout, ynode_layout, list_layout, shared_fn_layout, compiled_rules_layout;

/* Whether each table has rows for all fields of its struct; if not, prints the missing ones to standard error. */
bool layouts_check(void);
#endif

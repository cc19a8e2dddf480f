// SPDX-License-Identifier: MIT
/* Which fields the structs of compiled rules have: a table for each struct, by which write.c writes it. A struct that
 * gets a field gets a row here; the build fails as long as the row is missing (layouts_check). */
#ifndef SPEC_BUILD_LAYOUT_H
#define SPEC_BUILD_LAYOUT_H
#include "lint/rules/compiled_rules.h"

enum field_kind {
	FIELD_NUMBER,	  /* copied: integers, enums, flags, spans */
	FIELD_CHARS,	  /* const char * */
	FIELD_STR,	  /* const struct str * */
	FIELD_CHARS_LIST, /* an array of these; it is written with a NULL behind the last one */
	FIELD_STR_LIST,
	FIELD_STRUCT,	 /* a struct in this one */
	FIELD_POINTER,	 /* to a struct */
	FIELD_ARRAY,	 /* to the first of several structs */
	FIELD_POINTERS,	 /* to the first of several pointers to structs */
	FIELD_NODE,	 /* to a syntax tree, whose size depends on its kids */
	FIELD_UNION,	 /* what a struct value holds, which its kind tells */
	FIELD_FUNCTION,	 /* to a struct rulefn: a row in the program, or the first field of a struct shared_fn */
	FIELD_FUNCTIONS, /* to the first of several such pointers */
	FIELD_OUTSIDE,	 /* to something that rules_outside lists */
	FIELD_AT_START,	 /* left zero: whoever loads the rules sets it */
	FIELD_NONE,	 /* zero in all shipped rules */
};
struct layout;
struct layout_field {
	const char *name;
	uint32_t at, size;
	enum field_kind kind;
	const struct layout *of;       /* of the structs that it holds or points to; NULL: it has none */
	uint32_t element;	       /* their size, as the field's type has it */
	uint32_t count_at, count_size; /* of lists and arrays: the field that has their length */
};
struct layout {
	const char *name; /* of the struct */
	uint32_t size;
	const struct layout_field *field;
	uint32_t n;
	void (*clear_padding)(void *p); /* in one of these structs; NULL: it has none */
};
extern const struct layout node_layout, ynode_layout, list_layout, shared_fn_layout, compiled_rules_layout;

/* Whether each table has all fields of its struct; if not, standard error says what is missing. */
bool layouts_check(void);
#endif

// SPDX-License-Identifier: MIT
/* Where the cursor stands in a set of arguments of a known trainer that is being written and need not parse: a file of
 * arguments, or a call in a script. */
#ifndef SERVER_CURSOR_ARGUMENT_SPOT_H
#define SERVER_CURSOR_ARGUMENT_SPOT_H
#include "arguments/schema.h"

struct argument_spot {
	const char *section; /* "zero_optimization." before the names there; "" at the top */
	const char *key;     /* whose value is being written; NULL: a name is */
	bool quoted;	     /* the cursor stands in quotes */
	uint32_t from;	     /* where the word begins that is being written */
	const char **given;  /* names that are there; NULL-terminated */
	const char *lead;    /* behind a name: ": ", "=" or "" */
	const char *callee;  /* of calls: how the class is written there, "transformers.TrainingArguments" */
};
/* Of a YAML file, and of a JSON file. false: nothing is completed there. */
bool argument_in_yaml(struct arena *a, const char *s, uint32_t n, uint32_t cursor, struct argument_spot *out);
bool argument_in_json(struct arena *a, const char *s, uint32_t n, uint32_t cursor, struct argument_spot *out);
/* The innermost call around the cursor, where a keyword may begin. */
bool argument_in_call(struct arena *a, const char *s, uint32_t n, uint32_t cursor, struct argument_spot *out);
#endif

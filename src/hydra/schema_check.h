// SPDX-License-Identifier: MIT
/* What the dataclasses of a composition refuse: a file that is merged over one may set no other keys, and no values of
 * other types (OmegaConf's structured configs). */
#ifndef HYDRA_SCHEMA_CHECK_H
#define HYDRA_SCHEMA_CHECK_H
#include "hydra/struct_config.h"

enum { HYDRA_SCHEMAS_MAX = 24, HYDRA_REFUSED_MAX = 40 };
struct hydra_refused {	 /* a key of a file */
	const char *key; /* from the top of the config */
	const struct hydra_struct *of;
	const char *why;  /* "a float for an int"; NULL: the class has no such field */
	const char *near; /* a field that may be meant; NULL: none */
	struct span at;
};
struct hydra_schemas {
	struct arena *a;
	struct {
		const char *package;
		const struct hydra_struct *of;
	} at[HYDRA_SCHEMAS_MAX]; /* in the order in which they are merged */
	uint32_t n;
	struct hydra_refused refused[HYDRA_REFUSED_MAX];
	uint32_t nrefused;
};
void hydra_schemas_add(struct hydra_schemas *all, const char *package, const struct hydra_struct *of);
/* A file that is merged at the package. */
void hydra_schemas_check(struct hydra_schemas *all, const char *package, struct value data);
/* The field that a dotted key of the config is; NULL: not known, or none. */
const struct hydra_field *hydra_schemas_field(const struct hydra_schemas *all, const char *key);
/* Converts values of the tree as OmegaConf does: "12" for an int is 12; where that is not followed: Unknown. */
void hydra_schemas_convert(const struct hydra_schemas *all, struct value tree);
#endif

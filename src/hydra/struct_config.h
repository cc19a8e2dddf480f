// SPDX-License-Identifier: MIT
/* Configs that a project stores as dataclasses, `cs.store(name="base", node=Config)`: their fields, defaults and types,
 * which OmegaConf holds every file to that is merged over them. */
#ifndef HYDRA_STRUCT_CONFIG_H
#define HYDRA_STRUCT_CONFIG_H
#include "base/vec.h"
#include "python/value/value.h"
#include "text/vfs.h"

enum hydra_type { HYDRA_ANY, HYDRA_INT, HYDRA_FLOAT, HYDRA_BOOL, HYDRA_STR, HYDRA_INNER };
struct hydra_struct;
struct hydra_field {
	const struct str *name;
	enum hydra_type type;		  /* ANY: also what is not followed */
	bool optional;			  /* takes null */
	const struct hydra_struct *inner; /* INNER */
	struct value value;		  /* its default; Unknown: not known; "???": none */
};
struct hydra_struct {
	const char *name;  /* of the class */
	const char *place; /* "conf.py:3", relative to the project */
	const struct hydra_field *field;
	uint32_t n;
};
/* The dataclass of that name as the script sees it; NULL: not followed, or it has a defaults list. */
const struct hydra_struct *hydra_struct_of(struct arena *a, const struct vfs *fs, const char *project,
					   const char *script, const char *name);
struct value hydra_struct_value(struct arena *a, const struct hydra_struct *s); /* a dict of its defaults */
const struct hydra_field *hydra_struct_field(const struct hydra_struct *s, const struct str *name); /* NULL: none */
/* Why OmegaConf refuses the value, as "a float for an int"; NULL: it takes it, or it is not known. */
const char *hydra_type_refuses(struct arena *a, const struct hydra_field *f, struct value v);
#endif

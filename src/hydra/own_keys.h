// SPDX-License-Identifier: MIT
/* Keys of a config file that always lose: the file's defaults list names `_self_` before configs that set the same
 * keys. */
#ifndef HYDRA_OWN_KEYS_H
#define HYDRA_OWN_KEYS_H
#include "hydra/hydra_compose.h"

struct hydra_own_key {
	const char *key;      /* from the top of the config: "callbacks.early_stopping.mode" */
	const char *name;     /* in the file: "early_stopping.mode" */
	struct value own, by; /* its value here, and the one that it gets there; with their places */
	struct span at;	      /* of the key here */
	struct span self;     /* the item `_self_` */
	const char *group;    /* of the config that sets it; NULL: the list names the config itself */
};
VEC(hydra_own_keys, struct hydra_own_key);
/* Appends the keys of all files of a composed config. Keys that only some options of a group set are defaults for the
 * others, and don't count; neither do values that are interpolations or not known. */
void hydra_own_keys_find(struct arena *a, struct hydra_search *s, const struct hydra_list *l,
			 struct hydra_own_keys *out);
#endif

// SPDX-License-Identifier: MIT
/* The config that a Hydra program gets: the files of the defaults list merged by package, then the overrides of the
 * command line (hydra/_internal/config_loader_impl.py, OmegaConf's merge and update). Interpolations stay texts. */
#ifndef HYDRA_HYDRA_COMPOSE_H
#define HYDRA_HYDRA_COMPOSE_H
#include "hydra/defaults_list.h"
#include "hydra/schema_check.h"

enum hydra_verdict {
	HYDRA_FINE,
	HYDRA_UNSURE,	/* not known, or it has no bearing here */
	HYDRA_NO_KEY,	/* the key is not in the config, and there is no + */
	HYDRA_EXISTS,	/* `+key`, and the key has a value */
	HYDRA_GONE,	/* `~key`, and the key is not there */
	HYDRA_NO_GROUP, /* `key@package=x`, and key is no group */
	HYDRA_SWEEP,	/* several values without --multirun */
	HYDRA_TYPE	/* a stored dataclass has another type there: near says which */
};
struct hydra_judged { /* an override */
	enum hydra_verdict is;
	const char *near; /* a key that may be meant; NULL: none */
};
struct hydra_order { /* a key that both the primary config and a file of its list without _self_ set */
	const char *key;
	struct span own, other;
};
struct hydra_config {
	struct hydra_list list;
	struct value tree; /* a dict; open where more may be in it. Unknown: Hydra raises, or it is not known */
	struct value own;  /* Hydra's settings that files of the list give; Unknown: none, or not known */
	struct hydra_judged *judged;	     /* of each override */
	struct hydra_order order;	     /* the first such key; key NULL: none */
	const struct hydra_schemas *schemas; /* the dataclasses in it, and which keys of files they refuse */
};
/* o: the overrides, n of them. Its memory is the search path's, but for the list: hydra_list_release. */
void hydra_compose(const struct hydra_composer *c, const char *primary, const struct hydra_override *o, uint32_t n,
		   struct hydra_config *out);
#endif

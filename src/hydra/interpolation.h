// SPDX-License-Identifier: MIT
/* Interpolations of OmegaConf in a composed config: `${a.b}`, `${.a}`, `${oc.env:X}` (omegaconf/grammar). */
#ifndef HYDRA_INTERPOLATION_H
#define HYDRA_INTERPOLATION_H
#include "base/vec.h"
#include "python/value/keypath.h"

struct hydra_dangling {	  /* an interpolation of a key that is not in the config */
	const char *path; /* of the value that has it */
	const char *key;  /* the part that is missing */
	const char *full; /* the path to it, from the top */
	struct span at;	  /* of the value */
};
VEC(hydra_danglings, struct hydra_dangling);
/* The tree with each interpolation replaced by what it stands for; what a resolver gives is Unknown. Interpolations of
 * keys that certainly do not exist are appended to out (which may be NULL). */
struct value hydra_resolved(struct arena *a, struct value tree, struct hydra_danglings *out);
#endif

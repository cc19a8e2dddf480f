// SPDX-License-Identifier: MIT
/* `--cfg-options key=value ...` as the training script's DictAction and Config.merge_from_dict parse it
 * (mmcv/utils/config.py and mmengine/config/config.py, the same grammar in both). */
#ifndef CONFIG_OPTIONS_H
#define CONFIG_OPTIONS_H
#include "python/value/value.h"

/* One value text: numbers, true/false in any case, None, [lists], (tuples), a,b,c; else a string. false: *why is the
 * loader's error. */
bool option_value(struct arena *a, const char *text, struct span at, struct value *out, const char **why);
struct option_given {
	const char *text; /* "a.b=1" */
	struct span at;	  /* of the whole option */
};
/* All n options except the first `skip` as one nested dict: "a.b=1" gives {'a': {'b': 1}}. false: *why is the
 * loader's error. */
bool options_dict(struct arena *a, const struct option_given *options, uint32_t n, uint32_t skip, struct value *out,
		  const char **why);
/* Merges them into an effective config, which stays frozen. false: it is unchanged, and *why is the loader's error.
 * */
bool options_merge(struct arena *a, const struct option_given *options, uint32_t n, uint32_t skip, struct value *merged,
		   const char **why);
#endif

// SPDX-License-Identifier: MIT
/* rules/code.yaml: names of functions, methods and folders that the index must know. C knows none of them. */
#ifndef CODE_CODE_KNOW_H
#define CODE_CODE_KNOW_H
#include "code/builds.h"
#include "code/code.h"
#include "base/map.h"
#include "pymodel/fields.h"
#include "project/signs.h"

struct config_call { /* what a function outside does with a config */
	const char *name;
	size_t len; /* of the name */
	bool same;  /* it returns the same config */
	bool maybe; /* reads: by its version, and it keeps nothing; else it keeps the config */
	const struct str *const *reads;
	uint32_t nreads;
};
struct knowledge { /* a list each, as the file names them */
	struct config_call *call;
	uint32_t ncalls;
	struct code_texts skip_folder, skip_top_folder; /* hold no training code; the second below the project's top */
	struct code_texts neutral_package;		/* outside, and look at no config on their own */
	struct code_texts type_package;			/* nor these, but they register types */
	struct code_texts register_method;
	struct code_texts root_scope;			   /* whose registries those of all others are made under */
	struct code_texts quiet_method, inert_builtin;	   /* may get a config and do nothing with it */
	struct code_texts config_method, config_attribute; /* of the config object itself: no keys */
	struct code_texts config_same;			   /* attributes that are the config itself */
	struct code_texts filler; /* functions that fill in templates: keys that texts of the config name, no others */
	struct code_texts config_name; /* variables that end so hold configs, even where none was seen to come */
	struct code_texts loader;      /* functions that give a config, and what they read of it */
	struct code_texts loader_key;
	struct code_texts merge; /* methods that put keys into it */
	/* Of plain configs: what reads one; of these, what takes 1e-4 for a text; whose objects are it; methods that
	 * make arguments of it. */
	struct code_texts plain_loader, plain_yaml_1_1, plain_wrapper, plain_store, plain_merge, plain_node,
		plain_node_open, plain_node_key, plain_folder, /* that hold code there, whatever the lists above say */
		plain_train,				       /* texts that only code which trains has */
		plain_spawn; /* calls of a function with the arguments in a tuple, the number of the process first */
	struct field_words fields; /* classes whose constructor is made of their fields */
	struct map builders; /* key (interned) that builders take out before a class is called -> struct code_texts:
			      * only of dicts under these keys, or one below them; none: of all */
	struct map alias;    /* dotted name of a class outside -> where the name of the one stands that it is */
	struct project_signs projects;
	const struct builds *builds; /* rules/builds.yaml */
	struct code_habits habits;
};
bool texts_have(const struct code_texts *l, const char *s);
/* Everything is a's. A list that the embedded file lacks is a bug of ours. */
void knowledge_load(struct arena *a, struct knowledge *k);
bool name_ends(const char *dotted, const char *end); /* in whole parts: a.b.c ends in b.c */
/* By the end of its name: `Runner.from_cfg` is that of any module. NULL: none is known. */
const struct config_call *knowledge_call(const struct knowledge *k, const char *dotted);
/* The part of the path that the last key's dict, or the list of such dicts, stands under; NULL: none, it is the whole.
 */
const struct value *path_holder(struct keypath p);
bool knowledge_is_builders(const struct knowledge *k, struct keypath p); /* code_is_builders() */
#endif

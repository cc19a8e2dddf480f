// SPDX-License-Identifier: MIT
/* rules/code.yaml: names of functions, methods and folders that the index must know. C contains none of them. */
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
	/* it may read keys, depending on its version, and does not store the config; else it stores the config */
	bool maybe;
	const struct str *const *reads;
	uint32_t nreads;
};
struct knowledge { /* one list each, named as in the file */
	struct config_call *call;
	uint32_t ncalls;
	/* hold no training code; the second only in the project's top folder */
	struct code_texts skip_folder, skip_top_folder;
	struct code_texts neutral_package; /* outside, and read no config by themselves */
	struct code_texts type_package;	   /* read none either, but register types */
	struct code_texts register_method;
	struct code_texts root_scope;			   /* whose registries are the parents of all others */
	struct code_texts quiet_method, inert_builtin;	   /* may get a config and do nothing with it */
	struct code_texts frame_reader;			   /* take the arguments of the function that calls them */
	struct code_texts config_method, config_attribute; /* belong to the config object itself: no keys */
	struct code_texts config_same;			   /* attributes that are the config itself */
	/* functions that fill in templates: they read the keys that texts of the config name, no others */
	struct code_texts filler;
	/* variables with such an ending hold configs, even if none was seen to reach them */
	struct code_texts config_name;
	struct code_texts loader; /* functions that return a config, and what they read of it */
	struct code_texts loader_key;
	struct code_texts merge; /* methods that store keys in it */
	/* For plain configs: what reads one; which of these read 1e-4 as a text; whose objects are the config;
	 * methods that make arguments from it. */
	struct code_texts plain_loader, plain_yaml_1_1, plain_wrapper, plain_store, plain_merge, plain_node,
		plain_node_open, plain_node_key, plain_folder, /* hold code there, whatever the lists above say */
		plain_train,				       /* texts that only training code has */
		plain_spawn, /* call a function with the arguments in a tuple, after the number of the process */
		plain_main, plain_composer; /* decorators whose function gets a config; functions that return one */
	struct field_words fields;	    /* classes whose constructor is derived from their fields */
	/* key (interned) that builders remove before a class is called -> struct code_texts: only from dicts under
	 * these keys, or one below them; empty: from all */
	struct map builders;
	struct map alias; /* dotted name of an outside class -> the place of the name of the same class */
	struct project_signs projects;
	const struct builds *builds; /* rules/builds.yaml */
	struct code_habits habits;
};
bool texts_have(const struct code_texts *l, const char *s);
/* All memory is a's. A list that the embedded file lacks is a bug of ours. */
void knowledge_load(struct arena *a, struct knowledge *k);
bool name_ends(const char *dotted, const char *end); /* in whole parts: a.b.c ends in b.c */
/* By the end of its name: `Runner.from_cfg` matches any module's. NULL: it is not known. */
const struct config_call *knowledge_call(const struct knowledge *k, const char *dotted);
/* The part of the path under which the last key's dict, or the list of such dicts, stands; NULL: it is the whole
 * config. */
const struct value *path_holder(struct keypath p);
bool knowledge_is_builders(const struct knowledge *k, struct keypath p); /* code_is_builders() */
#endif

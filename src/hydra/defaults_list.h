// SPDX-License-Identifier: MIT
/* The defaults lists of a Hydra config as the flat list of files that it is merged from, each with its package: a port
 * of hydra/_internal/defaults_list.py and hydra/core/default_element.py of Hydra 1.3. */
#ifndef HYDRA_DEFAULTS_LIST_H
#define HYDRA_DEFAULTS_LIST_H
#include "hydra/hydra_search.h"
#include "hydra/override_text.h"

enum hydra_trouble {
	HYDRA_NO_CONFIG,     /* the primary config, or a config of the list, is not there */
	HYDRA_NO_OPTION,     /* a group has no such option */
	HYDRA_BAD_ITEM,	     /* an item that is neither a text nor one pair */
	HYDRA_KEYWORD,	     /* a word before the group that is no keyword: it is ignored */
	HYDRA_UNUSED,	     /* an override of a group that is in no defaults list */
	HYDRA_TWICE,	     /* one group stands twice in the final list, or gets two values */
	HYDRA_NOT_CHOSEN,    /* `group: ???` and no choice */
	HYDRA_OVERRIDE_EARLY /* an override before an item that is none */
};
struct hydra_problem {
	enum hydra_trouble what;
	struct span at;	   /* of the option, of the item; file 0: it comes from an override of the command line */
	const char *group; /* "model"; "": none */
	const char *name;  /* the option, the config, the wrong word */
	const char *in;	   /* config path whose list has it; NULL: the program or the command line */
	const char *near;  /* a name that may be meant; NULL: none */
	uint32_t override; /* index of the override that brings it, plus 1; 0: none */
};
VEC(hydra_problems, struct hydra_problem);

struct hydra_part {		       /* one file of the result */
	const char *config;	       /* "model/resnet" */
	const char *package;	       /* "a.b"; "": the top */
	const struct hydra_file *file; /* NULL: its content is not known */
	bool primary;
	uint32_t depth;	    /* of its file: 0 for the primary, 1 for what its list names, ... */
	uint32_t chosen_at; /* the last level on the way to it whose item may be another one: a group, optional; 0: none
			     */
	const char *group;  /* its group; NULL: the list names the config itself, or it may be absent */
	size_t end;	    /* of a file with `_self_` before other items: index behind the last part of its list */
	struct span self_at; /* that `_self_`, where it is written */
};
VEC(hydra_parts, struct hydra_part);

struct hydra_choice {	 /* a group of the final list */
	const char *key; /* "db@src" */
	const char *group, *name;
};
VEC(hydra_choices, struct hydra_choice);

struct hydra_list {
	struct hydra_parts part;
	struct hydra_problems problem;
	struct hydra_choices choice;
	bool raises;  /* Hydra raises: the config is not composed */
	bool unclear; /* an item is not known: anything may be in the config */
	bool no_self; /* the primary's list has no _self_, and other items */
};
struct hydra_composer {
	struct hydra_search *search;
	unsigned base; /* version_base, minor: 1 for "1.1" and for none; HYDRA_BASE_NEW for None */
	bool multirun; /* groups without a choice are no error */
};
enum { HYDRA_BASE_NEW = 3 };
/* overrides of groups count, others are ignored. Release with hydra_list_release. */
void hydra_list_make(const struct hydra_composer *c, const char *primary, const struct hydra_override *o, uint32_t n,
		     struct hydra_list *out);
void hydra_list_release(struct hydra_list *l);
#endif

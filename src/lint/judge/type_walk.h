// SPDX-License-Identifier: MIT
/* Every dict of a config from which a class of the project is built, with its path and the class that the scope there
 * gives (code_lookup). */
#ifndef LINT_JUDGE_TYPE_WALK_H
#define LINT_JUDGE_TYPE_WALK_H
#include "base/map.h"
#include "facts/type_scope.h"
#include "lint/judge/native.h"

struct search_cache;
enum { DEEPEST = 40 };
enum finds {
	FINDS_REJECTED = 1,
	FINDS_SWALLOWED = 2,
	FINDS_TWICE = 4,
	FINDS_SPECIAL = 8,
	FINDS_TYPE = 16,
	FINDS_KEYWORD = 23
};
struct type_walk {
	struct native_ctx *c;
	const struct code *code;
	const struct str *type; /* "type" */
	struct value part[DEEPEST + 2];
	struct keypath path;
	uint32_t steps;
	struct search_cache *search_cache; /* cached results below containers of other configs; NULL: none */
	enum finds finds;		   /* what is looked for */
	bool all_types;			   /* code_names_all_types */
	const struct str *abroad;	   /* the nearest enclosing type that the project doesn't know; or NULL */
	const struct str *around;	   /* the nearest that it does; or NULL */
	const struct part_list *parts;
	struct scope_said scope;	  /* the class whose registries are used */
	const struct code_params *params; /* of the class that is built from the dict that see() gets; or NULL */
	void (*see)(struct type_walk *w, const struct dict *d, const struct str *type);
	uint64_t compared;
	struct map queried; /* types */
	bool cut;	    /* WALK_MAX, DEEPEST or COMPARED_MAX was reached, and that is reported */
	bool by_hand;	    /* the dict whose keywords are checked: read_by_hand */
	bool by_hand_known;
};

/* see: w->path is the dict's, w->params those of its class. */
void type_walk(struct native_ctx *c, enum finds finds,
	       void (*see)(struct type_walk *w, const struct dict *d, const struct str *type));
const char *type_walk_path(struct type_walk *w); /* as text */
bool type_walk_is_keyword(const struct entry *e);
/* So many names are compared now; false: that is more than may be. */
bool type_walk_compares(struct type_walk *w, uint64_t names);
/* The registered name that an unregistered type was meant to be; NULL: it is similar to none. */
const char *type_walk_meant(struct type_walk *w, const struct str *type);
#endif

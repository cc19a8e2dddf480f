// SPDX-License-Identifier: MIT
/* One item of a defaults list, with the computations of hydra/core/default_element.py: its path, group and package. */
#ifndef HYDRA_DEFAULT_ITEM_H
#define HYDRA_DEFAULT_ITEM_H
#include "hydra/hydra_file.h"

struct hydra_item {
	bool is_group; /* `model: resnet`; false: `model/resnet` */
	bool optional, override, appended, primary, deleted;
	bool chosen_outside;	/* its option comes from an override */
	uint32_t by;		/* index of that override plus 1; 0: none, or one of a file */
	const char *group;	/* as written, without keywords; of a group */
	const char *value;	/* option; NULL: null, or a list; of a config: its path */
	struct value options;	/* a list; else Unknown */
	const char *package;	/* as written behind @, then as computed; NULL: none */
	const char *header;	/* of its file; NULL: none */
	const char *parent_dir; /* NULL: not yet known */
	const char *parent_package;
	const char *in; /* config path of the list; NULL: the command line, the program */
	struct span at; /* of the option */
	struct span key_at;
	const char *wrong_word; /* before the group, and no keyword; NULL: none */
	bool bad;		/* Hydra refuses it */
	bool unclear;		/* its text is not known */
};
/* Reads an item. base: see struct hydra_composer. */
struct hydra_item hydra_item_read(struct arena *a, struct value v, unsigned base, const char *in);
bool hydra_item_is_self(const struct hydra_item *d);
bool hydra_item_is_list(const struct hydra_item *d);
bool hydra_item_is_interpolation(const struct hydra_item *d);
bool hydra_item_is_missing(const struct hydra_item *d); /* `???` */
void hydra_item_parent(struct arena *a, struct hydra_item *d, const char *dir, const char *package);
void hydra_item_header(struct arena *a, struct hydra_item *d, const char *header, unsigned base);
const char *hydra_item_group(struct arena *a, const struct hydra_item *d);  /* "db/mysql"; "" for none */
const char *hydra_item_config(struct arena *a, const struct hydra_item *d); /* "db/mysql/v5" */
const char *hydra_item_name(const struct hydra_item *d);		    /* last part; NULL: null */
const char *hydra_item_package(struct arena *a, const struct hydra_item *d, bool header, unsigned base);
const char *hydra_item_key(struct arena *a, const struct hydra_item *d, unsigned base); /* "db@src" */
#endif

// SPDX-License-Identifier: MIT
/* Where states of objects (rules/script.yaml: kinds) go into a checkpoint and come back from it, in one file:
 *
 *	{'optimizer': opt.state_dict()}
 *	opt.load_state_dict(checkpoint['optimizer']) */
#ifndef SCRIPT_SAVED_H
#define SCRIPT_SAVED_H
#include "script/cell.h"

struct saved {
	struct fn *in;
	const struct node *call; /* x.state_dict(), x.load_state_dict(y) */
	const struct script_kind_of *kind;
	enum { SAVED_ITEM, SAVED_SET, SAVED_LOADED, SAVED_ELSE } form;
	const struct node *holder; /* ITEM: the DICT, or CALL of dict; SET, LOADED: what is given or read the key */
	const struct str *key;	   /* NULL: it isn't a text */
};
VEC(saved_list, struct saved);
/* By place. */
void script_saved(struct script_project *p, const struct cfile *f, struct saved_list *out);
/* The only name by which an object of that kind is known at that place, `self.x` of a method included; NULL. */
const struct str *script_visible(struct script_project *p, struct fn *in, uint32_t at,
				 const struct script_kind_of *kind);
#endif

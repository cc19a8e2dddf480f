// SPDX-License-Identifier: MIT
/* Where states of objects (rules/script.yaml: kinds) are saved to a checkpoint and loaded from it, in one file:
 *
 * 	{'optimizer': opt.state_dict()}
 * 	opt.load_state_dict(checkpoint['optimizer']) */
#ifndef SCRIPT_SAVED_H
#define SCRIPT_SAVED_H
#include "script/values/cell.h"

struct saved {
	struct fn *in;
	const struct node *call; /* x.state_dict(), x.load_state_dict(y) */
	const struct script_kind_of *kind;
	enum { SAVED_ITEM, SAVED_SET, SAVED_LOADED, SAVED_ELSE } form;
	/* ITEM: the DICT, or CALL of dict; SET, LOADED: the container whose key is written or read */
	const struct node *holder;
	const struct node *named; /* ITEM: the name or attribute that the dict is assigned to; NULL: none */
	const struct str *key;	  /* NULL: it isn't a text */
};
VEC(saved_list, struct saved);
/* By place. */
void script_saved(struct script_project *p, const struct cfile *f, struct saved_list *out);
/* The only name of an object of that kind that is visible at that place, including `self.x` in a method; NULL: there
 * is none, or it may be None. */
const struct str *script_visible(struct script_project *p, struct fn *in, uint32_t at,
				 const struct script_kind_of *kind);
#endif

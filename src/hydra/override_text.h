// SPDX-License-Identifier: MIT
/* One override of a Hydra command line, `+model.lr=0.1`, by the grammar of hydra/grammar/OverrideParser.g4. */
#ifndef HYDRA_OVERRIDE_TEXT_H
#define HYDRA_OVERRIDE_TEXT_H
#include "python/value/value.h"

enum hydra_how { HYDRA_SET, HYDRA_ADD /* + */, HYDRA_FORCE /* ++ */, HYDRA_DELETE /* ~ */ };
struct hydra_override {
	const char *text;
	struct span at;
	enum hydra_how how;
	const char *key;     /* "model.lr", "db" */
	const char *package; /* of `db@src=x`; NULL: none */
	struct value value;  /* Unknown: a sweep, a function, or not written out */
	bool has_value;	     /* `=` is there */
	bool sweep;	     /* several values: `a,b`, `range(1,5)` */
	bool choice;	     /* ... as `a,b` */
	bool unknown;	     /* it is not known, or not understood: nothing but its place is filled in */
};
/* text NULL: it is not known. */
struct hydra_override hydra_override_parse(struct arena *a, const char *text, struct span at);
#endif

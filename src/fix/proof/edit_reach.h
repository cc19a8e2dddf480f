// SPDX-License-Identifier: MIT
/* One trial while it goes on (fix/proof/verify.c), and what its edits reach. */
#ifndef FIX_PROOF_EDIT_REACH_H
#define FIX_PROOF_EDIT_REACH_H
#include "fix/proof/loaded.h"
#include "base/map.h"

VEC(numbers, uint32_t); /* of attempts in `all`, of files in `reach` */
struct edited_file {	/* an edited file and what inherits from it */
	const struct module *file;
	const struct module *const *dep;
	size_t ndeps;
	struct numbers by;	 /* the attempts that edit it */
	const struct str *state; /* its edits, as text; NULL: not computed yet */
};
VEC(reaches, struct edited_file);
struct reached { /* a config that edits reach */
	const struct module *m;
	struct numbers files; /* the attempt with these edits */
	bool affected;	      /* edits of the focus do */
};
struct numbered {	      /* an attempt of all */
	bool on_trial;	      /* it is in the focus */
	bool blamed, sure;    /* first: so are all of its twins */
	uint32_t first, next; /* of its twins that are on trial (or that are not): the first; the next, 0: none */
};
struct touch { /* an attempt and one config */
	uint32_t i;
	bool edits; /* it can change the config; otherwise it only has a promise for it */
};
VEC(touches, struct touch);

struct trial_ctx {
	struct verifier *v;
	const struct attempt_set *all, *focus;
	struct arena arena;
	struct numbered *at;  /* of all */
	struct reaches reach; /* of all; those of the focus first */
	size_t nfocus;	      /* that many */
	struct map file;      /* module -> its number in reach */
	struct map config;    /* module -> struct reached */
	struct map own;	      /* interned path -> struct numbers: attempts for that config */
	struct judged_modules
		affected;     /* the configs that the trial checks: in verify_attempts all that the focus affects */
	struct touches touch; /* all attempts of the checked config, in the order of all */
	struct loaded *loaded;
	const struct graph *now; /* what this trial has loaded itself; NULL: nothing */
	struct map bad;		 /* configs that were blamed */
	struct map place;	 /* verify_again: what is in affected */
	bool again;		 /* verify_again: checked where others failed before */
	bool good;
	bool family;	       /* the last reason is about all configs that inherit */
	struct attempt *fault; /* the last reason is about what this one promises in its own config; or NULL */
};

/* The trial's attempts and what they edit, inherit, promise. */
void reach_all(struct trial_ctx *j);
/* All that edits of the focus can change is affected. */
void reach_affected(struct trial_ctx *j);
struct reached *reach_config(struct trial_ctx *j, const struct module *m);	  /* of the wide graph */
const struct module *reach_wide(const struct verifier *v, const char *path);	  /* NULL: it doesn't exist */
const struct edited_file *reach_edited(const struct trial_ctx *j, uint32_t file); /* NULL: it is no config's */
void reach_touches(struct trial_ctx *j, const struct module *m);		  /* fills touch for the config */
bool reach_is_promised(const struct trial_ctx *j,
		       const struct module *m); /* one of the focus promises something for it */
/* By which edits the config is changed: equal pointers, equal edits. */
const struct str *reach_state(struct trial_ctx *j, const struct module *m);
/* Fills in what the attempt edits and how many inherit from that. */
void reach_note_family(const struct trial_ctx *j, struct attempt *t);
/* Adds the configs of the wide graph with values that the attempt's edits may change as keys of out; needs v->loaded.
 */
void reach_of(const struct verifier *v, struct arena *a, const struct attempt *t, struct map *out);
void reach_release(struct trial_ctx *j);
#endif

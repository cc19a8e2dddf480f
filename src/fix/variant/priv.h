// SPDX-License-Identifier: MIT
/* A profile compiled from YAML, and what one application of it works on. */
#ifndef FIX_VARIANT_PRIV_H
#define FIX_VARIANT_PRIV_H
#include "facts/facts.h"
#include "fix/edit/override.h"
#include "fix/variant/variant_load.h"
#include "fix/variant/profile.h"
#include "lint/rules/ruleset.h"

struct profile_said {				   /* requires, warn, not_expressible */
	const struct node *when, *message, *allow; /* allow, of requires: what would make it hold; may be NULL */
};
struct profile_setting {
	const struct node *path, *to, *when, *why; /* when, why: may be NULL */
	const char **dialect;			   /* names or families; n == 0: all */
	uint32_t ndialects;
	const char *text, *formula; /* path, to: as written */
	const struct str *each;	    /* the name of an element of `elements`, one promise for each; NULL: one */
	const struct node *elements;
};
struct profile_option {
	const struct str *name;
	const struct node *def;
	const char *def_text;	  /* as its file has it */
	const char *const *takes; /* the allowed words, NULL-terminated; NULL: anything */
	const char *doc;
};
struct profile {
	const char *name, *summary, *suffix;
	struct profile_option *option;
	struct let *let;
	struct profile_said *require, *warn, *unexpressible;
	struct profile_setting *set;
	const char **step; /* ids of rules that change scripts; none: it is a profile of configs */
	uint32_t noptions, nlets, nrequires, nwarns, nunexpressible, nsets, nsteps;
	const struct settings *settings; /* the settings file of its `profiles:`; NULL: a file of the rules */
};

struct let_value { /* a let's value, computed on demand */
	bool done, running;
	struct value val;
};
VEC(texts, const char *);
VEC(promise_list, struct promise);
VEC(variant_rows, struct variant_row);
struct variant_ctx {
	const struct linter *l;
	struct arena *a;
	const struct graph *g;
	const struct module *m; /* the source */
	const struct settings *st;
	const struct profile *pr;
	const struct dialect *dialect; /* NULL: none fits; then there are no facts either */
	struct machine hw;
	struct facts *facts;
	struct names names;
	struct value *option; /* values */
	struct let_value *let;
	const struct str *each; /* of the setting that is being applied */
	struct value element;
	struct texts warning, note, unexpressible;
	struct promise_list promise;
	struct variant_rows row; /* one a promise */
	struct texts touched;	 /* keys that get a value, be it the one that they have */
	const char *refusal;
	bool copied; /* the source can't be imported: the variant is a copy of its text with the changes */
};
/* Only the first reason is stored. `allow`: what the user can do to get the variant all the same; NULL only if the
 * reason includes it. Returns false. */
bool profile_refuse(struct variant_ctx *ap, const char *reason, const char *allow);

/* variant_ask.c: `names` of the profile's expressions, with a struct variant_ctx as context. */
bool profile_lookup(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out);
const struct node *profile_let(void *ctx, const struct str *name);
bool profile_options(struct variant_ctx *ap, const char *const *options,
		     struct err *e); /* NAME=EXPR over the defaults */
enum profile_answer { PROFILE_NO, PROFILE_YES, PROFILE_UNKNOWN };
enum profile_answer profile_ask(struct variant_ctx *ap, const struct node *when, struct value *v);
const char *profile_message(struct variant_ctx *ap, const struct node *n); /* NULL: it is not known */
const char *profile_cause(struct variant_ctx *ap, struct value v);	   /* why a value is not known, for people */

/* Fills promise, row, warning and unexpressible. false: refused. */
bool profile_promise(struct variant_ctx *ap);

void variant_terms(struct variant_ctx *ap, struct variant *out); /* fills out->term from out->row */
/* The text of a variant that inherits from m by `base` (relative path), or begins as a copy of it. NULL: something has
 * no source form. */
const char *variant_text(struct variant_ctx *ap, const char *base);

/* Loads out->text from an overlay, lints it and compares with the findings in the source: fills out->after, out->vfs,
 * out->found; ap->refusal has the error. */
void variant_try(struct variant_ctx *ap, const struct diags *source, struct variant *out);
#endif

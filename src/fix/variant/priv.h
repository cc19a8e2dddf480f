// SPDX-License-Identifier: MIT
/* A profile compiled from YAML, and what one application of it works on. Private to fix/profile*.c. */
#ifndef FIX_VARIANT_PRIV_H
#define FIX_VARIANT_PRIV_H
#include "fix/edit/override.h"
#include "fix/variant/profile.h"
#include "lint/rules/ruleset.h"

struct said { /* requires, warn, not_expressible */
	const struct node *when, *message;
};
struct setting {
	const struct node *path, *to, *when, *why; /* when, why: may be NULL */
	const char **dialect;			   /* names or families; n == 0: all */
	uint32_t ndialects;
	const char *text, *formula; /* path, to: as written */
};
struct popt {
	const struct str *name;
	const struct node *def;
	const char *doc;
};
struct profile {
	const char *name, *summary, *suffix;
	struct popt *option;
	struct let *let;
	struct said *require, *warn, *unexpressible;
	struct setting *set;
	uint32_t noptions, nlets, nrequires, nwarns, nunexpressible, nsets;
	const struct settings *settings; /* whose `profiles:` it is from; NULL: a file of the rules */
};

struct memo { /* a let's value, computed on demand */
	bool done, running;
	struct value val;
};
VEC(texts, const char *);
VEC(promises, struct promise);
VEC(variant_rows, struct variant_row);
struct applying {
	struct arena *a;
	const struct graph *g;
	const struct module *m;
	const struct profile *pr;
	const struct ruleset *rs;
	const struct dialect *dialect;
	const char *dialect_why;
	struct machine hw;
	struct facts *facts;
	struct names names;
	struct value *option; /* values */
	struct memo *memo;
	struct texts warning, note, unexpressible;
	struct promises promise;
	struct variant_rows row; /* one a promise */
	const char *refusal;
};
/* The first reason stays. Returns false. */
bool profile_refuse(struct applying *ap, const char *reason);

/* profile_ask.c: `names` of the profile's expressions, with a struct applying as context. */
bool profile_lookup(void *ctx, const struct str *name, struct value *out);
const struct node *profile_let(void *ctx, const struct str *name);
bool profile_options(struct applying *ap, const char *const *options, struct err *e); /* NAME=EXPR over the defaults */
enum profile_answer { PROFILE_NO, PROFILE_YES, PROFILE_UNKNOWN };
enum profile_answer profile_ask(struct applying *ap, const struct node *when, struct value *v);
const char *profile_message(struct applying *ap, const struct node *n); /* NULL: it is not known */
const char *profile_cause(struct applying *ap, struct value v);		/* why a value is not known, for people */

/* Fills promise, row, warning and unexpressible. false: refused. */
bool profile_promise(struct applying *ap);

void variant_terms(struct applying *ap, struct variant *out); /* fills out->term from out->row */
/* The text of a variant that inherits from m by `base` (relative path). NULL: something has no source form. */
const char *variant_text(struct applying *ap, const char *base);

struct variant_trial {
	const struct graph_opts *go;
	const struct settings *st;
	struct pool *pool;
	const struct diags *source; /* findings in the source */
};
/* Loads out->text from an overlay and judges it: fills out->after, out->vfs, out->found; ap->refusal says what is
 * wrong. */
void variant_try(struct applying *ap, const struct variant_trial *t, struct variant *out);
#endif

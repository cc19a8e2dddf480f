// SPDX-License-Identifier: MIT
/* A dialect: what one family of training code reads from a config. rules/dialects/NAME.yaml compiled; the file format
 * is in docs/writing-rules.md. C knows no framework's key names: all of them are data here. */
#ifndef FACTS_DIALECT_H
#define FACTS_DIALECT_H
#include "config/graph.h"
#include "facts/machine.h"
#include "facts/vocab.h"
#include "text/yaml.h"

struct concept { /* one vocabulary name in one dialect */
	const struct str *name;
	const struct keypath *path; /* candidates, first existing wins */
	uint32_t npaths;
	uint32_t home;		     /* the candidate that is set where none exists */
	const struct node *value;    /* computed concept (npaths == 0), or NULL */
	const struct node *fallback; /* default when absent: what the training code uses; NULL: stays absent */
};
struct readers {		/* what happens to the keys of one container */
	struct keypath path;	/* n == 0: top level */
	const struct str **key; /* read keys, sorted by str_order */
	uint32_t nkeys;
	struct value sorted;			/* the same as a list, sorted by text; frozen */
	const struct str **ignored, **rejected; /* single keys that are certainly unread, certainly raise */
	uint32_t nignored, nrejected;
	enum {
		READS_OPEN,
		READS_IGNORES,
		READS_REJECTS
	} others;		    /* a key that is not listed: not known / silently unread / raises */
	const char *by;		    /* who reads: "mmseg/apis/train.py: train_segmentor" */
	const struct ynode *actual; /* map key -> text of the value that holds instead ("True"), or NULL */
};
struct dialect {
	const char *name, *summary;
	const struct str *family;     /* "mmcv1" or "mmengine" */
	const struct dialect *parent; /* that it extends; NULL: none */
	int priority;		      /* higher is asked first */
	const struct node *detect;    /* expression over cfg, package(...); NULL: always true (the generic dialect) */
	const char *detect_text;      /* for people; NULL like detect */
	enum loader loader;	      /* of modules whose trainer it is */
	const struct vocab *vocab;
	struct concept *concept; /* one per term, in the vocabulary's order; unmapped: no paths and no value */
	uint32_t nconcepts;
	struct readers *reads;
	uint32_t nreads;
	const struct str **required; /* top-level keys without which the training code raises */
	uint32_t nrequired;
	const struct node *complete; /* true: this config can be trained as it is (a root, not a fragment) */
	const struct source *src;
};
struct dialects {
	struct dialect **at; /* sorted by falling priority, then name */
	uint32_t n;
	const struct vocab *vocab;		 /* never NULL after loading */
	struct rulefn_table functions;		 /* of expressions; given by who loads them */
	const struct subject_kind *const *kinds; /* that expressions may be about; likewise, NULL-terminated */
};
/* out: only its functions and kinds are there. vocabulary: rules/concepts.yaml; unknown keys and names are errors with
 * the nearest match. */
bool dialects_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *rules_dir,
		   struct dialects *out, struct err *e);
/* name is the dialect's own, its family's, or that of one it extends, near or far. */
bool dialect_is(const struct dialect *d, const char *name);
const struct dialect *dialect_by_name(const struct dialects *all, const char *name);
bool dialects_know(const struct dialects *all, const char *name); /* it is a dialect's, or a family's */
/* Whether the training code looks at this top-level key: it reads or needs it, or a concept lies there. */
bool dialect_knows_key(const struct dialect *d, const struct str *name);
/* Calls with each of these, of all dialects; some more than once. */
void dialects_each_key(const struct dialects *all, void (*with)(void *ctx, const struct str *name), void *ctx);
bool dialects_know_key(const struct dialects *all, const struct str *name); /* one of them does */
/* Detects; *why says what decided. Never NULL as long as a dialect without conditions exists for the module's trainer.
 */
const struct dialect *dialect_detect(const struct dialects *all, const struct module *m, const char **why);
#endif

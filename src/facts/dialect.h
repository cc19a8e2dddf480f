// SPDX-License-Identifier: MIT
/* A dialect: what one family of training code reads from a config. It is rules/dialects/NAME.yaml, compiled;
 * docs/writing-rules.md describes the file format. C knows no framework's key names: all of them are data here. */
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
	uint32_t home;		     /* the candidate that is set if none exists */
	const struct node *value;    /* computed concept (npaths == 0), or NULL */
	const struct node *fallback; /* default if absent: the one of the training code; NULL: stays absent */
};
struct readers {		/* how the keys of one container are treated */
	struct keypath path;	/* n == 0: top level */
	const struct str **key; /* read keys, sorted by str_order */
	uint32_t nkeys;
	struct value sorted;			/* the same as a list, sorted by text; frozen */
	const struct str **ignored, **rejected; /* single keys that are certainly unread, or that certainly raise */
	uint32_t nignored, nrejected;
	enum {
		READS_OPEN,
		READS_IGNORES,
		READS_REJECTS
	} others;		    /* a key that is not listed: unknown / silently unread / raises */
	const char *by;		    /* the reader: "mmseg/apis/train.py: train_segmentor" */
	const struct ynode *actual; /* map key -> text of the value that is used instead ("True"), or NULL */
};
struct dialect {
	const char *name, *summary;
	const struct str *family;     /* "mmcv1" or "mmengine" */
	const struct dialect *parent; /* which it extends; NULL: none */
	int priority;		      /* higher is tried first */
	const struct node *detect;    /* expression over cfg, package(...); NULL: always true (the generic dialect) */
	const char *detect_text;      /* for messages; NULL like detect */
	enum loader loader;	      /* of the modules that its trainer reads */
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
	struct rulefn_table functions;		 /* of expressions; set by the caller of dialects_load */
	const struct subject_kind *const *kinds; /* subjects of expressions; likewise, NULL-terminated */
};
/* out: only its functions and kinds are set. vocabulary: rules/concepts.yaml; unknown keys and names are errors with
 * the nearest match. */
bool dialects_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *rules_dir,
		   struct dialects *out, struct err *e);
/* name is that of the dialect, of its family, or of a dialect that it extends, directly or indirectly. */
bool dialect_is(const struct dialect *d, const char *name);
const struct dialect *dialect_by_name(const struct dialects *all, const char *name);
bool dialects_know(const struct dialects *all, const char *name); /* it is the name of a dialect or a family */
/* Whether the training code uses this top-level key: it reads or requires it, or a concept is there. */
bool dialect_knows_key(const struct dialect *d, const struct str *name);
/* Calls with each of these, of all dialects; some more than once. */
void dialects_each_key(const struct dialects *all, void (*with)(void *ctx, const struct str *name), void *ctx);
bool dialects_know_key(const struct dialects *all, const struct str *name); /* one of them does */
/* Detects the dialect; *why says what decided. Never NULL if a dialect without conditions exists for the module's
 * trainer. */
const struct dialect *dialect_detect(const struct dialects *all, const struct module *m, const char **why);
#endif

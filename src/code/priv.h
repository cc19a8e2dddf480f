// SPDX-License-Identifier: MIT
/* The index of a project, as shared by the files that build it. One thread writes it, except that files are read and
 * parsed in parallel. Once built it is immutable, except for what is computed on demand under its lock. */
#ifndef CODE_PRIV_H
#define CODE_PRIV_H
#include "base/vec.h"
#include "code/known_classes.h"
#include "code/cnode.h"
#include "code/code_know.h"
#include "code/limits.h"
#include "code/signatures.h"
#include "pymodel/inheritance.h"
#include "pymodel/pymodel.h"
#include <pthread.h>

#define STRANGER "%s lies outside the project and may read the runner's config"

struct index {
	struct pymodel m;	       /* first: index_of() */
	const struct knowledge *know;  /* of the cache */
	const struct classes *classes; /* outside the project; NULL: none is known */
	bool built;		       /* else only the list of files exists */
	VEC(, const char *) nested;    /* folders of nested projects, whose files are not in the index */
	const char *incomplete;	       /* "can't be parsed", of a file: no key is certainly unread */
	struct code_place incomplete_at;
	/* a package that is imported, lies outside and isn't known to be neutral; NULL: none */
	const struct str *foreign;
	const struct str *prying; /* such a package that may read the runner's config too; or NULL */
	/* why answers would be unknown with the files apart: "x lies outside the project ..."; NULL: they would be
	 * known */
	const char *apart;
	/* registry */
	struct map type;       /* registered name -> struct registered */
	struct map class_name; /* every class by its own name -> struct registered */
	struct map special;    /* type -> struct code_place */
	struct map scopes;     /* of registries that the project makes */
	const struct str **type_list;
	uint32_t ntypes;
	const char *types_open;
	bool classes_open; /* the project's own classes may be among the missing types */
	/* params, on demand */
	pthread_mutex_t lock;
	struct map ext_param; /* dotted -> params of classes outside */
	struct signatures signatures;
	struct map method_memo;	  /* type and method -> struct method_answer */
	struct code_params hooks; /* index_hooks() */
	bool hooks_done;
	struct map reached; /* part of the code -> struct reach_things, code/code_reach.c's */
	/* flow */
	struct cnode *training, *other; /* roots; training NULL: no script */
	bool plain;			/* plain configs are followed, each from where it is read; else the two roots */
	bool composed;			/* ... also those that a decorated function gets, or a composer returns */
	VEC(, struct plain_load) loading;
	struct map field;   /* attribute name -> struct aset */
	struct map mention; /* names that are looked up in something that is not followed */
	struct map top;	    /* mentioned names that may be looked up in a whole config, not only in a part of one */
	struct map busy;    /* mentioned names that functions look up which some code may call */
	struct map taken;   /* names looked up in what may be a dict from which a class is built (A_BUILT) */
	VEC(, const struct filter *) filters;
	/* ... during flow analysis */
	uint32_t rounds;
	uint64_t steps;
	bool changed;		 /* in this round */
	bool hidden;		 /* ... a name now means another variable in code that used it before */
	bool final;		 /* the fixed point is reached; uses, escapes and mentions are written */
	uint32_t nlooks;	 /* flow_look */
	bool whole;		 /* all steps of the function are walked, not only the dirty ones */
	struct step **step_at;	 /* ... where its next step is linked */
	struct step *step;	 /* the current one; NULL: between two */
	struct arena scratch;	 /* of the function that is being walked */
	const struct str *guard; /* the flag that the script must get to reach this code; NULL: none is known */
};
/* The index that a file, a function or a class belongs to. */
static inline struct index *index_of(const struct cfile *f)
{
	return (struct index *)f->of;
}
struct remembered {	      /* answers that this run has cached */
	pthread_mutex_t lock; /* also the index's lock while files are read or it is built */
	struct arena arena;
	struct index *tables;  /* NULL: not needed yet; code_tables() */
	struct map params;     /* query -> struct answer_params */
	struct map members;    /* type -> struct cached_member: code_member */
	struct parser *parser; /* of values that the store returns as text; NULL: not needed yet */
};
struct code {
	const struct knowledge *know;
	struct index *index; /* list of its files; complete once it is built */
	struct store *store;
	struct remembered *known;
};
struct code_query;
/* Which index answers a query: syntax trees of the whole code are built only if a query needs them. */
typedef struct index *index_fn(const struct code *c, const struct code_query *q);
index_fn code_built;	    /* all of it, built where it is not */
index_fn code_tables;	    /* code/tables.h: those of an earlier run, else the same */
index_fn code_unless_known; /* the tables, if the project has none of the classes that the query is about */
/* A query is a line of text. The store has its answer, or the index computes it. */
struct code_query { /* one of the lines, and what computes its answer */
	const char *kind;
	const struct str *name; /* or NULL */
	struct keypath path;
	index_fn *of;		/* NULL: code_built */
	const struct str *type; /* the class that it is about, if there are no words */
	const struct code_words *words;
	const void *ctx; /* what else the computation needs: the name must identify it */
	struct arena *a; /* of the answer */
	bool empty;	 /* of a method: also part of the answer */
};
typedef const char *text_fn(struct index *x, const struct code_query *q); /* a text, or NULL */
/* The answer lives as long as the store. */
const char *code_ask(const struct code *c, struct code_query q, text_fn *answer);
typedef bool place_fn(struct index *x, const struct code_query *q, struct code_place *at);
/* A query whose answer is a place. */
bool code_ask_place(const struct code *c, const struct code_query *q, place_fn *find, struct code_place *at);
/* false: STEPS_MAX is exhausted, and nothing more is walked. */
static inline bool flow_spend(struct fn *f, uint64_t steps)
{
	struct index *c = index_of(f->file);
	c->steps += steps;
	return c->steps <= STEPS_MAX;
}
#endif

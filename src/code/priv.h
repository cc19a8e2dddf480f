// SPDX-License-Identifier: MIT
/* The index of a project as the files that build it share it. One thread writes to it, but for reading and parsing
 * files; once built it is immutable, but for what is worked out on demand under its lock. */
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
	bool built;		       /* else the list of files is all there is */
	VEC(, const char *) nested;    /* folders of projects inside this one, whose files are none of these */
	const char *incomplete;	       /* "can't be parsed", of a file: nothing is certainly unread */
	struct code_place incomplete_at;
	const struct str
		*foreign; /* a package that is imported, lies outside and isn't known to be neutral; NULL: none */
	const struct str *prying; /* such a one that may read the runner's config, too; or NULL */
	const char *apart; /* what files apart would make unknown: "x lies outside the project ..."; NULL: nothing */
	/* registry */
	struct map type;       /* registered name -> struct registered */
	struct map class_name; /* every class by its own name -> struct registered */
	struct map special;    /* type -> struct code_place */
	struct map scopes;     /* of registries that the project makes */
	const struct str **type_list;
	uint32_t ntypes;
	const char *types_open;
	bool classes_open; /* the project's own classes may be among those types */
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
	bool plain;			/* plain configs are followed, each from where it is read; else those two */
	VEC(, struct loading) loading;
	struct map field;   /* attribute name -> struct aset */
	struct map mention; /* names that are looked up in something that is not followed */
	struct map top;	    /* those of them that may be looked up in a config as a whole, not only in a part of one */
	struct map busy;    /* those of these that functions look up which somebody may call */
	struct map taken;   /* ... or in what may be a dict that a class is built from (A_BUILT) */
	VEC(, const struct filter *) filters;
	/* ... while it runs */
	uint32_t rounds;
	uint64_t steps;
	bool changed;		 /* in this round */
	bool hidden;		 /* ... a name now means another variable, to whoever uses it */
	bool final;		 /* nothing moves any more; uses, escapes and mentions are written down */
	uint32_t nlooks;	 /* flow_look */
	bool whole;		 /* of the function that is walked all steps are taken, not the dirty ones alone */
	struct step **step_at;	 /* ... where its next one is kept */
	struct step *step;	 /* that is under way; NULL: between two */
	struct arena scratch;	 /* of the function that is walked */
	const struct str *guard; /* the flag that the script must get to come here; NULL: none is known */
};
/* The index that a file, a function or a class belongs to. */
static inline struct index *index_of(const struct cfile *f)
{
	return (struct index *)f->of;
}
struct remembered {	      /* what this run knows already */
	pthread_mutex_t lock; /* of the index too, while files are read or it is built */
	struct arena arena;
	struct index *tables;  /* NULL: nobody asked yet; code_tables() */
	struct map params;     /* question -> struct answer_params */
	struct map members;    /* type -> struct told: code_member */
	struct parser *parser; /* of values that the store tells as text; NULL: none was yet */
};
struct code {
	const struct knowledge *know;
	struct index *index; /* list of its files; all of it once it is built */
	struct store *store;
	struct remembered *known;
};
struct code_query;
/* Which index is asked: trees of the whole code are made only for who needs them. */
typedef struct index *index_fn(const struct code *c, const struct code_query *q);
index_fn code_built;	    /* all of it, built where it is not */
index_fn code_tables;	    /* code/tables.h: that of an earlier run, else the same */
index_fn code_unless_known; /* the tables where the project has none of the classes that it is about */
/* How a question is put: a line of text, which the store knows the answer to, or the index works it out. */
struct code_query { /* one of the lines, and what works it out */
	const char *kind;
	const struct str *name; /* or NULL */
	struct keypath path;
	index_fn *of;		/* NULL: code_built */
	const struct str *type; /* the class that it is about, where there are no words */
	const struct code_words *words;
	const void *ctx; /* whatever else who works it out must know: the name tells it apart */
	struct arena *a; /* of the answer */
	bool empty;	 /* of a method: the answer as well */
};
typedef const char *text_fn(struct index *x, const struct code_query *q); /* a text, or nothing */
/* The answer lives as long as the store. */
const char *code_ask(const struct code *c, struct code_query q, text_fn *answer);
typedef bool place_fn(struct index *x, const struct code_query *q, struct code_place *at);
/* A query that a place answers. */
bool code_ask_place(const struct code *c, const struct code_query *q, place_fn *find, struct code_place *at);
/* false: that is more than is left of STEPS_MAX, and nothing more is looked at. */
static inline bool flow_spend(struct fn *f, uint64_t steps)
{
	struct index *c = index_of(f->file);
	c->steps += steps;
	return c->steps <= STEPS_MAX;
}
#endif

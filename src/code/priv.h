// SPDX-License-Identifier: MIT
/* What the files of the index share. While an index is built one thread writes to it, but for reading and parsing
 * files. */
#ifndef CODE_PRIV_H
#define CODE_PRIV_H
#include "base/vec.h"
#include "code/code.h"
#include "code/map.h"
#include "project/signs.h"
#include "python/syntax/parse.h"
#include <pthread.h>
#include <sys/stat.h>

enum {
	FILES_MAX = 6000,
	ENTRIES_MAX = 200000,
	BYTES_MAX = 96 << 20,
	DEEP = 600,
	ROUNDS_MAX = 40,
	NODES_MAX = 48,
	TEXTS_MAX = 24,
	OTHERS_MAX = 6,
	LEVELS_MAX = 7,
	HOT = 16,
	STEPS_MAX = 60000000
};

struct cfile;
struct fn;
struct cls;
struct cnode;

/* --- names: what a name stands for */
enum sym_kind { SYM_VAR, SYM_FUNC, SYM_CLASS, SYM_MODULE /* import a.b */, SYM_FROM /* from m import n */ };
struct sym {
	enum sym_kind kind;
	const struct str *module, *name; /* MODULE, FROM: absolute dotted name of the module */
	struct fn *fn;
	struct cls *cls;
	struct sym *also; /* another definition of the name in the same scope */
};

enum aval_kind { A_NODE, A_TEXT, A_FUNC, A_CLASS, A_INST, A_MODULE, A_EXT };
struct filter { /* of a copy of a container: which of its keys it holds */
	const struct filter *outer;
	const void *origin;
	const struct str *const *name;
	uint32_t n, depth;
	bool keeps; /* only these; else all but these */
};
struct aval { /* one thing that an expression may stand for */
	uint8_t kind;
	bool in;    /* an element of a list or a value of a dict made here */
	bool items; /* NODE: pairs of it, `x.items()` */
	bool copy;  /* NODE: of a copy, so that what is put in is put into no config */
	union {
		struct cnode *node;
		const struct str *text; /* TEXT; EXT: dotted name outside the project */
		struct fn *fn;
		struct cls *cls;
		struct cfile *file;
		const void *p;
	};
	union {
		const struct filter *filter; /* NODE */
		struct cls *self;	     /* FUNC: bound to an object of this class */
	};
};
struct aset {
	struct aval *at;
	uint32_t n, cap;
	bool top;  /* other things too */
	bool kept; /* a variable's: in the index's memory, else in scratch memory of the walk */
};

struct site { /* code reads the place */
	struct code_place at;
	const char *how;
	struct fn *in;
};
struct setting { /* code puts a value there */
	struct code_place at;
	const char *how;
	struct fn *in;
	bool below; /* into keys below it */
};
struct sink { /* handed over as `**x`: takes only these names, anything else raises */
	struct code_place at;
	const struct code_params *to;
	const struct filter *filter;
};
struct cnode { /* a place in the configs of the training script (or of all the other scripts) */
	struct cnode *up, *kids, *next;
	struct map kid;	       /* key -> one of kids; itself -> the element of a list */
	const struct str *key; /* NULL: any element of a list */
	bool training;
	uint8_t level; /* below the root; no deeper than LEVELS_MAX: code that walks a tree would never end */
	bool open;     /* what is below may be used in ways that are not followed */
	bool abroad;   /* ... namely outside the project */
	bool iterated; /* its keys are walked over */
	bool kept;     /* a library keeps it, where any other library may find it */
	struct code_place open_at, iterated_at;
	const char *open_why;
	VEC(, struct site) use;
	VEC(, struct setting) set;
	VEC(, struct sink) sink;
};

struct var {
	struct aset val;
};
struct fn { /* a function, or the top level of a file */
	struct cfile *file;
	const struct node *node; /* DEF, LAMBDA, MODULE */
	struct fn *up;		 /* lexically around it */
	struct cls *cls;	 /* a method of */
	const struct str *name;
	struct map var;	   /* name -> struct var */
	struct map inner;  /* name -> struct sym: imports, functions and classes inside */
	struct map global; /* names declared global */
	struct var ret;	   /* what it returns */
	bool dirty, method_static;
	bool blurred;	    /* somebody calls it who is not followed */
	bool touched;	    /* a config comes along here */
	bool around;	    /* functions inside see its variables */
	uint64_t uses[HOT]; /* names that occur, as bits by hash */
};
struct cls {
	struct cfile *file;
	const struct node *node;
	const struct str *name;
	struct fn *in;	   /* scope that defines it */
	struct map method; /* name -> struct fn */
	struct cls **mro;  /* itself first; NULL: not computed */
	uint32_t nmro;
	const struct str *const *abroad; /* dotted names of bases outside the project, in the order of their search */
	uint32_t nabroad;
	bool open_bases; /* a base that can't be resolved */
	const char *open_why;
	uint8_t mro_state, sig_state;
	bool registered, decorated; /* decorated: by something else than a registry */
	bool chosen;		    /* under an if or try: it may be another class, or none */
	struct code_params sig;
};
struct cfile {
	const char *path, *rel;
	struct stat st; /* before it was read; zero in sealed tests */
	const struct source *src;
	struct arena arena;
	struct parsed tree;
	const struct str *dotted;
	bool package; /* __init__.py */
	bool broken, script, trains;
	struct fn *top;
	const struct str **star; /* modules of `from m import *` */
	uint32_t nstars;
	struct map flag; /* of a script: attribute of its parsed arguments -> "--work-dir" */
	struct index *code;
};

struct registered {
	const struct str *name;
	struct cls *cls; /* NULL: a function, or something not followed (both NULL) */
	struct fn *fn;
	struct registered *next;
};
struct config_call { /* rules/code.yaml: what a function outside does with a config */
	const char *name;
	bool same, nothing;
	const struct str *const *reads;
	uint32_t nreads;
};
struct knowledge { /* rules/code.yaml */
	struct config_call *call;
	uint32_t ncalls;
	const char *const *skip,
		*const *skip_top, *const *neutral, *const *quiet, *const *method, *const *attribute, *const *inert;
	uint32_t nskip, nskip_top, nneutral, nquiet, nmethods, nattributes, ninert;
	struct map builders; /* names (interned) */
	const char *const *fromfile, *const *config_name, *const *register_name, *const *merge;
	uint32_t nfromfile, nconfig_names, nregister_names, nmerges;
	struct project_signs projects;
	struct code_habits habits;
};

struct index {
	struct arena arena;
	const char *root;
	const struct vfs *fs;
	struct sources *sources;
	struct cfile **file;
	uint32_t nfiles;
	bool built;		      /* everything below is there */
	const struct knowledge *know; /* of the cache */
	struct map by_path;	      /* path -> struct cfile */
	struct map by_dotted;	      /* dotted name -> struct cfile */
	struct map field;	      /* attribute name -> struct var */
	struct map methods;	      /* name -> struct fnlist: all methods of that name */
	struct map named;	      /* keys that code reads by name from some config that it follows */
	struct map mention;	      /* names that are looked up in something that is not followed */
	struct map type;	      /* registered name -> struct registered */
	struct map class_name;	      /* every class by its own name -> struct registered */
	const struct str
		*foreign;     /* a package that is imported, lies outside and is not known to be neutral; NULL: none */
	struct map special;   /* type -> struct code_place */
	struct map ext_param; /* dotted -> params of classes outside */
	VEC(, struct fn *) fn;
	VEC(, struct cls *) cls;
	struct cnode *training, *other; /* roots; training NULL: no script */
	const struct str **type_list;
	uint32_t ntypes;
	const char *types_open;
	const char *incomplete; /* "tools/x.py can't be parsed": nothing is certainly unread */
	struct code_place incomplete_at;
	const struct classes *classes; /* outside the project; NULL: none is known */
	uint32_t rounds;	       /* of flow */
	pthread_mutex_t lock;	       /* of what is worked out on demand: methods */
	struct map method_memo;
	struct code_params hooks; /* code_hooks() */
	bool hooks_done;
	/* while flow runs */
	struct arena scratch;	 /* of the function that is walked */
	uint64_t hot[HOT];	 /* names through which configs reached other functions since the round before */
	const struct str *guard; /* the flag that the script must get to come here; NULL: none is known */
	bool changed, final;	 /* final: nothing moves any more; uses, escapes and mentions are written down */
	uint32_t depth;
	uint64_t steps;
	VEC(, struct filter *) filters;
};

bool listed_text(const char *const *list, uint32_t n, const char *s);
struct code_place place_in(const struct cfile *f, const struct node *n);

/* files.c */
/* The list of files, nothing read; false: none, or too many (*why). */
bool files_gather(struct index *c, const char *const *more, const char **why);
void files_parse(struct index *c);
/* A file of the list, read if it is not yet; NULL: none of them. Not thread-safe. */
const struct source *files_source(struct index *c, const char *path);
/* know.c */
void knowledge_load(struct arena *a, struct knowledge *k);
const struct config_call *knowledge_call(const struct knowledge *k, const char *dotted);

/* names.c */
void names_collect(struct index *c, struct cfile *f);
const struct str *names_joined(const struct str *a, const struct str *b); /* a.b */
struct found {								  /* what a name stands for */
	enum { F_NONE, F_VAR, F_FUNC, F_CLASS, F_MODULE, F_EXT } kind;
	struct fn *fn; /* FUNC; VAR: the scope that has it */
	struct cls *cls;
	struct cfile *file;
	const struct str *dotted; /* EXT */
	struct sym *sym;
};
struct found names_find(struct fn *scope, const struct str *name); /* as seen from inside a function */
struct found names_member(struct index *c, struct cfile *f, const struct str *name, unsigned depth); /* of a module */
struct found names_module(struct index *c, const struct str *dotted, struct cfile *from);
struct found names_of(struct fn *scope, const struct node *expr); /* NAME or dotted ATTR; without variables' values */
void class_bases(struct index *c, struct cls *k);		  /* fills mro, abroad */
struct fn *class_method(struct index *c, struct cls *k, const struct str *name,
			struct cls *after); /* first in the MRO; after: behind that class */

/* registry.c */
void registry_collect(struct index *c);
/* params.c */
const struct code_params *class_params(struct index *c, struct cls *k);
const struct code_params *ext_params(struct index *c, const struct str *dotted);
const struct code_params *method_params(struct index *c, struct cls *k, const struct str *method);
const struct code_params *fn_params(struct index *c, struct fn *f, bool skip_self);

/* flow.c, flow_expr.c, flow_call.c */
void flow_run(struct index *c);
struct aset flow_eval(struct fn *f, const struct node *n);
void flow_statement(struct fn *f, const struct node *n); /* or an expression */
struct aset flow_call(struct fn *f, const struct node *n);
struct aset flow_copy(struct fn *f, struct aset v); /* the same in a dict of its own */
void flow_return(struct fn *f, const struct aset *v, bool in);
void flow_assign(struct fn *f, const struct node *target, struct aset v, const struct node *value);
struct aset flow_each(struct fn *f, const struct node *at, struct aset v); /* the elements of v */
struct var *flow_var(struct fn *scope, const struct str *name);
struct var *flow_field(struct index *c, const struct str *name);
bool aset_add(struct index *c, struct aset *to, struct aval v);
void aset_join(struct index *c, struct aset *to, const struct aset *from);
void aset_join_in(struct index *c, struct aset *to, const struct aset *from); /* as elements */
struct cnode *cnode_kid(struct index *c, struct cnode *up, const struct str *key);
/* The key of what v stands for; NULL: the copy does not hold it. */
struct cnode *flow_read(struct fn *f, const struct aval *v, const struct str *key, const struct node *at,
			const char *how);
void flow_use(struct fn *f, struct cnode *n, const struct node *at, const char *how);
void flow_open(struct fn *f, struct cnode *n, const struct node *at, bool abroad, const char *why);
/* v goes to where it can't be followed. */
void flow_escape(struct fn *f, const struct aset *v, const struct node *at, bool abroad, const char *why);
void flow_iterated(struct fn *f, struct cnode *n, const struct node *at);
const struct filter *flow_filter(struct index *c, const struct filter *outer, const void *origin, bool keeps,
				 const struct str *const *name, uint32_t n);
bool filter_has(const struct filter *f, const struct str *key);
void flow_mention(struct fn *f, const struct str *key);
struct aset flow_attr(struct fn *f, const struct node *n, struct aset of); /* n is `x.name`, of what x stands for */
struct aset flow_super(struct fn *f, const struct node *callee);	   /* what `super().name` stands for */
const char *node_text(struct fn *f, const struct node *n); /* source text on one line, short; in scratch memory */
/* flow_set.c */
const struct str *flow_guard(struct fn *f, const struct node *test); /* for index.guard; returns what it was */
void flags_collect(struct cfile *f);
/* target, `x.key` or `x[key]`, gets a value (NULL: not one expression); of: what x stands for. */
void flow_set(struct fn *f, const struct node *target, const struct aset *of, const struct aset *key,
	      const struct node *value);
void flow_set_below(struct fn *f, const struct aval *of, const struct node *call); /* x of `x.update(y)` */
#endif

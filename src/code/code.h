// SPDX-License-Identifier: MIT
/* The training code of a project, analysed beside its configs and never run: which keys of a config code reads, and
 * what the classes that a config names take. What can't be proved is "not known", with the place that prevents the
 * proof.
 *
 * An index is built on first demand, in parallel, and is immutable afterwards. Code is hostile input like configs: a
 * file that is too large or doesn't parse, or a tree with too many files, makes answers "not known", never a crash. */
#ifndef CODE_CODE_H
#define CODE_CODE_H
#include "code/projects.h"
#include "code/known_classes.h"
#include "pymodel/pyfile.h"
#include "python/value/keypath.h"

struct graph;
struct code; /* one project */

/* The span of a finding for the place; the file is added to the graph. Zero if p is no place. */
struct span code_span(const struct graph *g, struct code_place p);

/* Keys and classes that training code treats specially: names from rules/code.yaml. All texts belong to the cache. */
struct code_texts {
	const char *const *at;
	uint32_t n;
};
struct code_habits {
	const struct str *scope_key;   /* the config key that names the package whose types are meant */
	struct code_texts import_keys; /* config keys that import further code */
	struct code_texts built;       /* paths whose type is built by training */
	struct code_texts registered;  /* types of frameworks that are no framework class */
	struct code_texts foreign;     /* types that build their content from no registry */
	const struct keypath *built_path;
	const struct str *evaluation;	/* arguments of the evaluation */
	const char *dataset, *evaluate; /* type of the data set; its method that gets the remaining arguments */
	struct keypath dataset_path;
	struct code_texts hooks;   /* classes that take their share of the arguments first */
	const char *hooks_from;	   /* the package that they come from */
	struct code_texts weighty; /* arguments of classes whose loss changes what is trained */
	const char *hook_register,
		*hook_step; /* the method that registers one; the hook's method that runs after each iteration */
};
const struct code_habits *code_habits(const struct code *c);

/* --- keys */
enum code_fate {
	CODE_NOT_KNOWN, /* something in the project prevents an answer: at, why */
	CODE_ABROAD,	/* code outside the project decides (at, why): see the dialect */
	CODE_READ,
	CODE_UNREAD,
	/* What gets the whole container takes no such key: TypeError (at). */
	CODE_REJECTED,
};
struct code_answer {
	enum code_fate fate;
	struct code_place at; /* the place that decides; READ: none, see code_uses */
	const char *why; /* one clause, "`f(cfg)` is not followed"; REJECTED: what raises; NULL for READ and UNREAD */
	bool idle;	 /* NOT_KNOWN: all that may read it are functions of the project that no code calls */
};
/* What training does with the key at p. Without a training script in the project: ABROAD. */
struct code_answer code_key(const struct code *c, struct arena *a, struct keypath p);
/* The place that reads most keys of the container (n == 0: top level), for messages: "mmseg/apis/train.py:
 * train_segmentor"; NULL: none. */
const char *code_reader(const struct code *c, struct arena *a, struct keypath container);

#define CODE_READS_IF_THERE "reads it if it is set"
#define CODE_ASKS "tests whether it is set"
#define CODE_SETS "sets it"
#define CODE_INSIDE "reads its keys: "
#define CODE_AROUND "may read it: "
struct code_use { /* one place that reads or sets a key */
	struct code_place at;
	const char *how;   /* "reads it", the two above, "passes it on whole to f" ... */
	bool training;	   /* part of training; else of another script */
	bool sets;	   /* it stores a value there; how may name the script's flag that it comes from */
	const char *where; /* function: "train_segmentor", "" at top level */
};
/* All uses of the key, sorted by place: those of training first, and of these the ones that set it. Uses of the
 * containers around it are left out, unless they are why its fate is not known. */
size_t code_uses(const struct code *c, struct arena *a, struct keypath p, struct code_use **out);
bool code_trains(const struct code *c); /* there is a training script */

/* --- classes */
struct code_class; /* registered, or found by name */
struct code_params {
	const struct str *const *name;
	uint32_t n;
	bool open;			/* may take others: see why */
	const char *why;		/* open: one clause */
	bool swallows;			/* accepts any other keyword and ignores it */
	const struct str *tabled;	/* rules/signatures/ say what a class of this package takes of it; NULL: none */
	struct code_place at;		/* the signature that closes the list (or swallows); see code_params_at */
	const char *by;			/* "IndoorMetric.__init__" */
	const struct str *const *twice; /* keywords that it passes itself, so that passing them too is a TypeError */
	uint32_t ntwice;
	struct code_place twice_at;
};
/* The class that `type` names; NULL: the project has none. If several classes have the name, it is the one whose
 * parameters are open, or their union. */
const struct code_params *code_type(const struct code *c, const struct str *type);
/* A framework that is not part of the project has classes of both names. around may be a class of the project that
 * derives from a framework's class. Then the framework must have that base and a class of the name `type`, and the
 * project must register `type` apart, if at all. */
bool code_is_framework_type(const struct code *c, const struct str *type, const struct str *around);
/* Its at, or twice_at. The file is read for this if it has not been read. */
struct code_place code_params_at(const struct code *c, const struct code_params *p, bool twice);
/* A class is registered under this name, or any class has this name: for "no registry knows". */
bool code_knows_type(const struct code *c, const struct str *type);
/* The modules of the project that define a class of this name, registered ones first: dotted names separated by
 * blanks, `?` for a module that can't be determined and for all beyond 16. NULL: there is none. scope: only those
 * that a registry finds, those of that package first (an empty text: unknown package); NULL: all of them. */
const char *code_modules(const struct code *c, const struct str *type, const struct str *scope);
/* The package in whose registries those of this package of the project look up what they lack; NULL: none, or
 * unknown. */
const char *code_parent(const struct code *c, const struct str *package);
/* The types that the project registers in modules which no code imports, each with its module, "MyDataset
 * mmdet.datasets.mine" (code/unimported.h); NULL: there is none. */
const char *code_unimported(const struct code *c);
/* The most similar registered name; NULL: none is similar. */
const char *code_near_type(const struct code *c, const struct str *type);
/* Why an unknown type proves nothing (names are registered in ways that can't be followed); NULL: it proves an
 * error. */
const char *code_types_open(const struct code *c);
/* A method of the class, through its bases: parameters as above without self; NULL: unknown. *empty (may be NULL):
 * it never returns a value. */
const struct code_params *code_method(const struct code *c, const struct str *type, const char *method, bool *empty);
/* The texts that a method of the class lists under a name, and it raises for any other: "bbox segm". NULL: it has no
 * such list; it does more with its argument than to look it up there; or several classes of the name have different
 * lists. */
const char *code_choices(const struct code *c, const struct str *type, const char *method, const struct str *name);
/* What the evaluation's hooks (habits) take before the data set does. The hooks may be the project's own or another
 * package's. It is the union over all hooks that the project calls by these names, each with its bases. NULL: it
 * names none, or one of them can't be determined. */
const struct code_params *code_hooks(const struct code *c);
/* Where a hook of the evaluation is registered without a priority; false: nowhere that can be determined. */
bool code_early_hook(const struct code *c, struct code_place *at);
/* Whether the code of the classes registered under these types, or any project code that it uses, names one of the
 * words: "auto_fp16". */
struct code_named {
	enum { CODE_NAMED_NOT, CODE_NAMED, CODE_NAMED_UNKNOWN } is;
	const char *why; /* UNKNOWN: one clause */
};
struct code_words { /* the query: */
	const struct str *const *type, *const *word;
	uint32_t ntypes, nwords;
	/* code_asserts: skips functions with one of `skip` in their name, and branches with one in their condition */
	enum { ASSERTS_NOT, ASSERTS_ONE /* X == 1 */, ASSERTS_DIVIDES /* Y % X == 0 */, ASSERTS_ABOUT } asserts;
	const struct str *const *skip;
	uint32_t nskip;
	/* spelt: a word also counts as part of a name or a text, and only these packages outside contain none */
	bool spelt;
	const struct str *const *package;
	uint32_t npackages;
};
struct code_named code_named(const struct code *c, struct arena *a, const struct code_words *q);
/* Where the same code asserts this about X, which is one of the words or its len(), or about anything if a word is
 * in the message: "head.py:328". NULL: nowhere that can be seen. ABOUT: where it asserts a condition that contains
 * all the words, as names or texts. */
const char *code_asserts(const struct code *c, struct arena *a, const struct code_words *q);
/* What the project's function of that name uses if a config leaves the parameter out: the constant on which its
 * signature and all project code that fills the parameter or reads it by .get() agree. */
struct code_default {
	enum {
		CODE_DEFAULT_NONE,    /* the project has no such function */
		CODE_DEFAULT_PASSED,  /* one of its **kwargs, which only configs give */
		CODE_DEFAULT_UNKNOWN, /* the values differ, or one is not a constant */
		CODE_DEFAULT_KNOWN
	} is;
	const char *text; /* KNOWN: "True", "2" */
};
struct code_default code_default(const struct code *c, struct arena *a, const struct str *function,
				 const struct str *parameter);
/* What happens to an additional keyword of a call in the project's code. */
struct code_handed {
	bool taken;	 /* the callee takes it or passes it on (through **kwargs too) to a function that does */
	const char *why; /* if not taken: one clause */
	/* taken, but a call on the way passes the keyword with a constant (here) beside its **rest. Then it has an
	 * effect only if that is `rest.pop('keyword', CONSTANT)`. file NULL: no such call. */
	struct code_place set;
	const char *rest;
};
struct code_handed code_handed(const struct code *c, struct arena *a, struct code_place call,
			       const struct str *keyword);
/* The first answer about keys or classes that differs between two states of a project's code, for any possible
 * config, except for these keys and the keys below them; NULL: none differs. Words that code looks up in dicts that
 * were not followed suppress findings about such keys. They count if is_key knows them: "num_classes", or
 * "bbox_head.num_classes" for such a key in a dict under bbox_head. */
struct code_apart {
	const struct keypath *but;
	uint32_t n;
	bool (*is_key)(void *ctx, const struct str *word);
	void *ctx;
};
const char *code_differs(const struct code *was, const struct code *is, struct arena *a, const struct code_apart *q);
/* The project's code contains the word. */
bool code_says(const struct code *c, const struct str *word);
/* Some code reads or removes the key by name from a container that was not followed (`x.pop('k')`, `x['k']`, `'k' in
 * x`). */
bool code_mentions(const struct code *c, const struct str *key);
/* The same for a container that may be the dict around p, from which a class is built: its builder, or the class
 * that it is an argument of, reads the key. */
bool code_takes(const struct code *c, struct keypath p);
/* A builder creates this type by hand, `if cfg['type'] == 'X': return X(...)`: it ignores unknown keys. */
bool code_special(const struct code *c, const struct str *type, struct code_place *at);

/* A script other than training reads the key at p, or may read it. Scripts of a nested project count too. */
bool code_reads_elsewhere(const struct code *c, struct keypath p);
/* Keys that builders remove before the class gets them, whatever the class. p: of the key; only its end may be
 * known. */
bool code_is_builders(const struct code *c, struct keypath p);
/* A package of the project: "mmseg". */
bool code_has_package(const struct code *c, const struct str *dotted);
/* An imported package outside the project that may register types of its own; NULL: none. */
const char *code_foreign(const struct code *c);
/* Why answers about keys don't hold for a config that imports further code (habits: import_keys): that code was left
 * out for all other configs. NULL: they hold. */
const char *code_left_aside(const struct code *c);
/* The same for packages whose classes are in no table of frameworks. */
const char *code_stranger(const struct code *c);

#endif

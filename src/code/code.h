// SPDX-License-Identifier: MIT
/* The training code of a project, read beside its configs and never run: which keys of a config reach code, and what
 * the classes that a config names take. Whatever can't be proved is "not known", with the place that stands in the way.
 *
 * An index is built on first demand, in parallel, and is immutable afterwards. Code is hostile input like configs: a
 * file that is too large or doesn't parse, or a tree of too many files, makes answers "not known", never a crash. */
#ifndef CODE_CODE_H
#define CODE_CODE_H
#include "code/projects.h"
#include "code/known_classes.h"
#include "pymodel/pyfile.h"
#include "python/value/keypath.h"

struct graph;
struct code; /* one project */

/* As spans of findings are: the graph takes the file in. Zero for nowhere. */
struct span code_span(const struct graph *g, struct code_place p);

/* Keys and classes that training code treats in a way of its own: names from rules/code.yaml, all texts of the cache.
 */
struct code_texts {
	const char *const *at;
	uint32_t n;
};
struct code_habits {
	const struct str *scope_key;   /* the config key that names the package whose types are meant */
	struct code_texts import_keys; /* config keys that import further code */
	struct code_texts built;       /* paths whose type is built by training */
	struct code_texts registered;  /* types of frameworks that are no class of theirs */
	struct code_texts foreign;     /* types that build what is in them from no registry */
	const struct keypath *built_path;
	const struct str *evaluation;	/* arguments of the evaluation */
	const char *dataset, *evaluate; /* type of the data set; its method that gets the rest of the arguments */
	struct keypath dataset_path;
	struct code_texts hooks;	       /* classes that take their share of the arguments first */
	const char *hooks_from;		       /* the package that they come from */
	struct code_texts weighty;	       /* arguments of classes whose loss changes what is trained */
	const char *hook_register, *hook_step; /* the method that gets one; theirs that runs after each iteration */
};
const struct code_habits *code_habits(const struct code *c);

/* --- keys */
enum code_fate {
	CODE_NOT_KNOWN, /* something in the project stands in the way: at, why */
	CODE_ABROAD,	/* what happens is decided by code outside the project (at, why): ask the dialect */
	CODE_READ,
	CODE_UNREAD,
	CODE_REJECTED, /* whoever gets the whole container takes no such key: TypeError (at) */
};
struct code_answer {
	enum code_fate fate;
	struct code_place at; /* what decides; READ: nowhere, code_uses tells */
	const char *why; /* one clause, "`f(cfg)` is not followed"; REJECTED: who raises; NULL for READ and UNREAD */
	bool idle;	 /* NOT_KNOWN: all that may read it are functions of the project that nobody calls */
};
/* What training does with the key at p. Without a training script in the project: ABROAD. */
struct code_answer code_key(const struct code *c, struct arena *a, struct keypath p);
/* The place that reads most keys of the container (n == 0: top level), for messages: "mmseg/apis/train.py:
 * train_segmentor"; NULL: none. */
const char *code_reader(const struct code *c, struct arena *a, struct keypath container);

#define CODE_READS_IF_THERE "reads it if it is there"
#define CODE_ASKS "asks whether it is there"
#define CODE_SETS "sets it"
#define CODE_INSIDE "takes what is in it: "
#define CODE_AROUND "may read it: "
struct code_use { /* one place that reads or sets a key */
	struct code_place at;
	const char *how;   /* "reads it", the two above, "passes it on whole to f" ... */
	bool training;	   /* part of training; else of another script */
	bool sets;	   /* it puts a value there; how may name the script's flag that it comes from */
	const char *where; /* function: "train_segmentor", "" at top level */
};
/* All uses of the key, sorted by place: those of training first, of them what sets it. Uses of what lies around it are
 * left out, unless they are why its fate is not known. */
size_t code_uses(const struct code *c, struct arena *a, struct keypath p, struct code_use **out);
bool code_trains(const struct code *c); /* there is a training script */

/* --- classes */
struct code_class; /* registered, or found by name */
struct code_params {
	const struct str *const *name;
	uint32_t n;
	bool open;			/* may take others: why */
	const char *why;		/* open: one clause */
	bool swallows;			/* takes any other keyword and does nothing with it */
	struct code_place at;		/* the signature that closes the list (or swallows); ask code_params_at */
	const char *by;			/* "IndoorMetric.__init__" */
	const struct str *const *twice; /* keywords that it passes on itself, so that giving them is a TypeError */
	uint32_t ntwice;
	struct code_place twice_at;
};
/* The class that `type` names; NULL: none of the project. A name with several classes gives the one whose parameters
 * are open, or the union. */
const struct code_params *code_type(const struct code *c, const struct str *type);
/* A framework that is no part of the project has classes of both names. around may be the project's own, which is made
 * from a framework's: then it has that one and a class of the name `type`, which the project registers apart, if at
 * all.
 */
bool code_is_framework_type(const struct code *c, const struct str *type, const struct str *around);
/* Its at, or twice_at: the file is read for it when it has not been. */
struct code_place code_params_at(const struct code *c, const struct code_params *p, bool twice);
/* Registered under this name, or a class of this name anywhere: for "no registry knows". */
bool code_knows_type(const struct code *c, const struct str *type);
/* The modules of the project that define a class of this name, registered ones before others: dotted names with a blank
 * between, `?` for what isn't seen, and for all beyond 16; NULL: there is none. scope: those that a registry finds
 * alone, that of this package before others (an empty text: it isn't known whose); NULL: wherever they are. */
const char *code_modules(const struct code *c, const struct str *type, const struct str *scope);
/* The package in whose registries those of this package of the project look for what they haven't got; NULL: in none,
 * or that can't be told. */
const char *code_parent(const struct code *c, const struct str *package);
/* The registered name that is nearest to this one; NULL: none is near. */
const char *code_near_type(const struct code *c, const struct str *type);
/* Why an unknown type proves nothing (names are registered in ways that can't be followed); NULL: it does. */
const char *code_types_open(const struct code *c);
/* A method of the class, through its bases: parameters as above without self; NULL: not known. *empty (may be NULL): it
 * never returns a value. */
const struct code_params *code_method(const struct code *c, const struct str *type, const char *method, bool *empty);
/* The texts that a method of the class lists under a name and raises about others than those: "bbox segm"; NULL: it has
 * no such list, or does more with what it is given than to look it up there, or several classes of the name have other
 * lists. */
const char *code_choices(const struct code *c, const struct str *type, const char *method, const struct str *name);
/* What the evaluation's hooks (habits) take before the data set does, the project's own or another package's: the union
 * over all that the project calls by these names, each with its bases. NULL: it names none, or one that can't be seen.
 */
const struct code_params *code_hooks(const struct code *c);
/* Where a hook of the evaluation is registered without a word on when it runs; false: nowhere that can be told. */
bool code_early_hook(const struct code *c, struct code_place *at);
/* Whether the code of the classes registered under these types, or anything of the project that this code uses, names
 * one of the words: "auto_fp16". */
struct code_named {
	enum { CODE_NAMED_NOT, CODE_NAMED, CODE_NAMED_UNKNOWN } is;
	const char *why; /* UNKNOWN: one clause */
};
struct code_words { /* the question: */
	const struct str *const *type, *const *word;
	uint32_t ntypes, nwords;
	/* code_asserts: functions with one of `skip` in their name, and branches with one in their condition, are left
	 * out */
	enum { ASSERTS_NOT, ASSERTS_ONE /* X == 1 */, ASSERTS_DIVIDES /* Y % X == 0 */, ASSERTS_ABOUT } asserts;
	const struct str *const *skip;
	uint32_t nskip;
	/* spelt: a word counts where it is part of a name or a text, too, and only these packages outside hold none */
	bool spelt;
	const struct str *const *package;
	uint32_t npackages;
};
struct code_named code_named(const struct code *c, struct arena *a, const struct code_words *q);
/* Where the same code asserts that of X, one of the words or its len(), or of anything with a word in the message:
 * "head.py:328"; NULL: nowhere that can be seen. ABOUT: where it asserts something in whose condition all the words
 * stand, as names or texts.
 */
const char *code_asserts(const struct code *c, struct arena *a, const struct code_words *q);
/* What a config that leaves the parameter out gets from the project's function of that name: the constant that its
 * signature, and all of the project's code that fills the parameter or asks for it by .get(), agree on. */
struct code_default {
	enum {
		CODE_DEFAULT_NONE,    /* the project has no such function */
		CODE_DEFAULT_UNKNOWN, /* they differ, or it is no constant */
		CODE_DEFAULT_KNOWN
	} is;
	const char *text; /* KNOWN: "True", "2" */
};
struct code_default code_default(const struct code *c, struct arena *a, const struct str *function,
				 const struct str *parameter);
/* What becomes of one more keyword of a call in the project's code. */
struct code_handed {
	bool taken;	 /* what is called takes it, or hands it on, through **kwargs too, to something that does */
	const char *why; /* it doesn't: one clause */
	/* taken, but a call on the way gives the keyword a constant of its own (here) beside its **rest: it gets there
	 * only where that is `rest.pop('keyword', CONSTANT)`. file NULL: none does. */
	struct code_place set;
	const char *rest;
};
struct code_handed code_handed(const struct code *c, struct arena *a, struct code_place call,
			       const struct str *keyword);
/* The first answer about keys or classes that differs between two states of a project's code, for any config there may
 * be, but for these keys and what is below them; NULL: none does. Words that code looks up in dicts that it wasn't
 * followed to silence what is said of such keys: they count where is_key knows them, "num_classes", or
 * "bbox_head.num_classes" of such a key in a dict under bbox_head. */
struct code_apart {
	const struct keypath *but;
	uint32_t n;
	bool (*is_key)(void *ctx, const struct str *word);
	void *ctx;
};
const char *code_differs(const struct code *was, const struct code *is, struct arena *a, const struct code_apart *q);
/* The word stands anywhere in the project's code. */
bool code_says(const struct code *c, const struct str *word);
/* The key is taken by name from some container that was not followed (`x.pop('k')`, `x['k']`, `'k' in x`). */
bool code_mentions(const struct code *c, const struct str *key);
/* ... and that may be the dict around p, from which a class is built: its builder, or the class that it is an argument
 * of, looks at the key. */
bool code_takes(const struct code *c, struct keypath p);
/* A builder makes this type by hand, `if cfg['type'] == 'X': return X(...)`: unknown keys are dropped there. */
bool code_special(const struct code *c, const struct str *type, struct code_place *at);

/* A script other than training reads the key at p, or may: of a project inside this one, too. */
bool code_reads_elsewhere(const struct code *c, struct keypath p);
/* Keys that builders take out before a class sees them, whatever the class; p: of the key, which may be all that is
 * known of it. */
bool code_is_builders(const struct code *c, struct keypath p);
/* A package of the project: "mmseg". */
bool code_has_package(const struct code *c, const struct str *dotted);
/* A package that is imported, lies outside and may register types of its own; NULL: none. */
const char *code_foreign(const struct code *c);
/* Why answers about keys don't hold for a config that brings further code with it (habits: import_keys): that code was
 * left aside for all others. NULL: they hold. */
const char *code_left_aside(const struct code *c);
/* The same, of those whose classes no table of frameworks has. */
const char *code_stranger(const struct code *c);

#endif

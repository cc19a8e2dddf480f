// SPDX-License-Identifier: MIT
/* rules/script.yaml: the calls of scripts that rules query. C contains no library's names except Python's own. */
#ifndef SCRIPT_VALUES_SCRIPT_KNOW_H
#define SCRIPT_VALUES_SCRIPT_KNOW_H
#include "base/map.h"
#include "base/str.h"
#include "base/word_set.h"
#include "pymodel/fields.h"
#include "project/version_bounds.h"

struct script_task { /* `dataset.__getitem__`: that method of the object in the parameter `dataset` */
	const struct str *param, *method; /* method NULL: the parameter is the function */
};
struct script_call {
	const struct str *name;		/* dotted, the one of its names that rules use */
	const struct str *const *param; /* by position */
	uint32_t nparams;
	const struct str *const *trace; /* parameters whose origin rules query */
	uint32_t ntrace;
	const struct str *const *text; /* parameters whose texts rules query */
	uint32_t ntext;
	/* it calls a function: the parameter for that, the parameter for its arguments, and then what it passes
	 * before these */
	const struct str *const *hands;
	uint32_t nhands;
	/* parameters for which rules query the random generators that their code draws from */
	const struct str *const *draws;
	uint32_t ndraws;
	const struct str *shows; /* the parameter that rules see instead of the object; NULL: they see the object */
	const struct script_task *task; /* functions that it gets and runs itself */
	uint32_t ntasks;
	const struct str *const *forms; /* parameters for which rules query all expressions that they may be */
	uint32_t nforms;
	const struct str *const *returns; /* parameters that get a function: rules query the keys of what it returns */
	uint32_t nreturns;
	const struct str *const *takes; /* parameters that get functions: rules query their signatures */
	uint32_t ntakes;
	bool keys;	 /* rules query the constants that index its result */
	bool named;	 /* in edits the first argument is written with its name, too */
	bool uses;	 /* rules query the uses of the variable that gets its result */
	bool loops;	 /* rules query the loops over its result */
	bool around;	 /* ... the conditions under which it runs */
	bool maker;	 /* of a method: rules query the arguments of the call that makes its object */
	bool builds;	 /* of a method of a class: rules query the class, of which it makes an object */
	bool anywhere;	 /* of a method of whatever object: all of its calls are listed */
	bool idle;	 /* rules query which methods of its result no code calls */
	bool arguments;	 /* rules query which arguments it takes */
	bool subclasses; /* a project class that inherits from it counts as it */
	bool last;	 /* of `X.__call__`: what the last of the arguments does that X was created of */
	bool gives;	 /* of `X.__call__`: rules query what it was that gave a value */
	bool passes;	 /* it returns its arguments, in their order; of one argument that itself */
	bool same;	 /* a method that returns its object, or a part of it that does the same */
};
struct script_generator {			  /* of random numbers; `by` and `but` may end in `*` */
	const struct str *name;			  /* what seeds it: "random.seed" */
	const struct str *const *by, *const *but; /* what draws from it; exceptions from these */
	uint32_t nby, nbut;
};
struct script_kind_of { /* the role of an object in training code: an optimizer, a scaler */
	const struct str *name;
	const struct str *const
		*made; /* by calls of these dotted names; `torch.optim.*`: the longest that fits counts */
	const struct str *const *unique; /* methods that no other object has */
	const struct str *const *same;	 /* methods that return the object */
	const struct str *const *plain;	 /* a project class that overrides one of these is not of the kind */
	const struct str *const *named;	 /* words in names of such variables, if nothing else decides */
	const struct str *const *idle;	 /* methods: rules query whether no code calls them */
	uint32_t nmade, nunique, nsame, nplain, nnamed, nidle;
	bool passive; /* passing such an object on changes nothing that orders query */
};
struct script_event { /* an event of training code, as orders of rules name it */
	const struct str *name;
	const struct str *const *call;	 /* functions, by dotted names */
	const struct str *const *method; /* of an object ... */
	const struct str *const *region; /* `with` of these: NAME_in and NAME_out */
	struct script_kind_of *on;	 /* ... of that kind; NULL: of any that isn't one of the kinds */
	struct script_kind_of *with;	 /* and its first argument is of that kind; NULL: whatever */
	const struct str *through; /* the object is the result of this method of `on`: scaler.scale(loss).backward() */
	const struct str *unless;  /* a region with this argument known to be False doesn't count; NULL */
	uint32_t ncalls, nmethods, nregions, nbuiltins;
	const struct str *const *builtin;    /* Python's own functions */
	const struct script_kind_of *called; /* an object of that kind is called */
	bool adds, scales;		     /* `x += y`; `x /= y`, `x *= y` */
	/* it switches its object between training and evaluation */
	enum { MODE_NONE, MODE_TRAIN, MODE_EVALUATE } mode;
	bool texts;   /* rules query the texts that its argument may come from */
	bool formats; /* `f'{x}'`, `'%f' % x`, `'{}'.format(x)`, `print(y, x)` */
	bool loss;    /* it is called on what the training minimizes */
	bool wide;    /* loops list it (script/paths/loops.h); orders don't know it */
	bool entered; /* a function that has it is walked into where a program calls it */
	bool minor;   /* ... and a function that does nothing else isn't walked into */
};
enum { KNOWN_EVENTS_MAX = 63 };
struct script_rewritten { /* packages whose classes another one changes when it is imported */
	const struct str *const *package;
	uint32_t n;
};
struct script_know {
	struct map call;      /* every dotted name (interned) -> struct script_call */
	struct map bare;      /* names of builtins and of methods of any object among these: "iter", "cuda" */
	struct map attribute; /* names of attributes whose assignment counts on any object */
	struct map indexed;   /* names of attributes whose elements count, on any object: `x.data[0]` */
	struct map method;    /* names of methods that are listed if they are not called, on any object */
	struct map idle;      /* names of these methods, of all kinds */
	struct map result;    /* names of methods whose result must be used, of some objects */
	const struct required_package *package; /* whose versions a project's files pin */
	uint32_t npackages;
	struct map dataclass_parser; /* dotted names of methods that parse arguments into dataclasses */
	struct map evaluating;	     /* names of methods that make a module in evaluation mode */
	struct map rewritten;	     /* package -> struct script_rewritten */
	struct field_words fields;   /* what makes a class whose constructor comes from its fields */
	struct word_set words;	     /* rules query whether a project has them */

	struct map overridden;	  /* dotted names of classes whose methods in the project rules query */
	struct map referred;	  /* dotted names whose every use rules query */
	struct map referred_last; /* their last parts */

	struct map assumed;		/* calls outside the project that count as True where a value depends on one */
	const struct str *const *loads; /* words of a data set's __getitem__ that does work */
	uint32_t nloads;
	struct script_generator *generator;
	uint32_t ngenerators; /* at most 64 */
	struct script_kind_of *kind;
	struct script_event *event;
	uint32_t nkinds, nevents; /* nevents <= KNOWN_EVENTS_MAX */
	struct map event_named;	  /* the last part of the callee -> uint64_t: the events that it may be, as bits */
	uint64_t nameless;	  /* events that a call of any name may be */
	/* Loops over batches (script/values/batch.h): objects that yield them, functions that iterate over them,
	 * methods that copy one to a device, words in devices' names. */
	const struct str *const *loader, *const *through, *const *copy, *const *device;
	uint32_t nloaders, nthrough, ncopies, ndevices;
	/* Classes of modules outside the project, those with weights; functions that register a module by a name;
	 * methods that give or take the weights of a module. `*` at an end stands for the rest. */
	const struct str *const *module, *const *weighted, *const *registering, *const *collect;
	uint32_t nmodules, nweighted, nregistering, ncollects;
	const struct str *const *says; /* rules query whether a file that trains has them */
	uint32_t nsays;
	const struct str *const *off; /* words in heads of blocks without gradients */
	uint32_t noff;
	const struct str *const *gradient; /* words in names of functions that read gradients */
	uint32_t ngradients;
	const struct str *const *fresh; /* names that fixes give to what they add */
	uint32_t nfresh;
	/* words in names of code that evaluates; in names of code that doesn't */
	const struct str *const *evaluate, *const *but;
	uint32_t nevaluate, nbut;
	/* words of files whose models may act in training otherwise than in evaluation */
	const struct str *const *modal, *const *modeless; /* modeless: what begins with a word and is none */
	uint32_t nmodal, nmodeless;
	const struct str *const *shape; /* methods of tensors, and builtins, that compute nothing with weights */
	uint32_t nshapes;
	const struct str *const *plain; /* methods of tensors whose result is on the host */
	uint32_t nplain;
	const struct str *const *harmless; /* packages whose functions do none of that with their arguments */
	uint32_t nharmless;
};
struct script_kind_of *script_kind_named(const struct script_know *k, const char *name); /* NULL: none */
/* The events that a call with that last name may be, as bits; name NULL: it has none. */
uint64_t script_events_named(const struct script_know *k, const struct str *name);
/* All memory is a's. */
void script_know_load(struct arena *a, struct script_know *k);
#endif

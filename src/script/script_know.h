// SPDX-License-Identifier: MIT
/* rules/script.yaml: what scripts call that rules ask about. C knows no library's names but Python's own. */
#ifndef SCRIPT_SCRIPT_KNOW_H
#define SCRIPT_SCRIPT_KNOW_H
#include "base/map.h"
#include "project/asked.h"
#include "base/str.h"

struct script_task { /* `dataset.__getitem__`: that method of the object in the parameter `dataset` */
	const struct str *param, *method; /* method NULL: the parameter is the function */
};
struct script_call {
	const struct str *name;		/* dotted, the one of its names that rules use */
	const struct str *const *param; /* by position */
	uint32_t nparams;
	const struct str *const *trace; /* parameters of which rules ask what they are made of */
	uint32_t ntrace;
	const struct str *const *text; /* parameters whose texts rules ask */
	uint32_t ntext;
	const struct str *const *hands; /* it calls a function: the parameter that is given it, that of its arguments,
					 * and then what it puts before these */
	uint32_t nhands;
	const struct str *const
		*draws; /* parameters of which rules ask which random generators their code draws from */
	uint32_t ndraws;
	const struct script_task *task; /* functions that it is given and runs itself */
	uint32_t ntasks;
	bool keys;   /* rules ask with which constants its result is indexed */
	bool named;  /* the first one, too, is written with its name when it comes */
	bool uses;   /* rules ask what is done with the variable that its result is given */
	bool loops;  /* rules ask which loops go over what it makes */
	bool around; /* ... under which conditions it runs */
	bool same;   /* a method that gives its object back, or a part of it that does the same */
};
struct script_generator {			  /* of random numbers; `by` and `but` may end in `*` */
	const struct str *name;			  /* what seeds it: "random.seed" */
	const struct str *const *by, *const *but; /* what draws from it; of these, what doesn't */
	uint32_t nby, nbut;
};
struct script_kind_of { /* what an object is to training code: an optimizer, a scaler */
	const struct str *name;
	const struct str *const
		*made; /* by calls of these dotted names; `torch.optim.*`: the longest that fits counts */
	const struct str *const *told;	/* methods that no other object has */
	const struct str *const *same;	/* methods that give the object back */
	const struct str *const *plain; /* a class of the project's that overrides one of these is none */
	const struct str *const *named; /* what names of such variables have in them, where nothing else tells */
	uint32_t nmade, ntold, nsame, nplain, nnamed;
	bool passive; /* handing such an object on changes nothing that orders ask */
};
struct script_event { /* what happens in training code, as orders of rules call it */
	const struct str *name;
	const struct str *const *call;	 /* functions, by dotted names */
	const struct str *const *method; /* of an object ... */
	const struct str *const *region; /* `with` of these: NAME_in and NAME_out */
	struct script_kind_of *on;	 /* ... of that kind; NULL: of any that isn't one of the kinds */
	struct script_kind_of *with;	 /* and its first argument is of that kind; NULL: whatever */
	const struct str *through; /* the object is what this method of `on` gives: scaler.scale(loss).backward() */
	const struct str *unless;  /* a region with this argument known to be False is none; NULL */
	uint32_t ncalls, nmethods, nregions, nbuiltins;
	const struct str *const *builtin;    /* Python's own functions */
	const struct script_kind_of *called; /* an object of that kind is called */
	bool adds, scales;		     /* `x += y`; `x /= y`, `x *= y` */
	bool texts;			     /* rules ask which texts its argument may be made of */
	bool formats;			     /* `f'{x}'`, `'%f' % x`, `'{}'.format(x)`, `print(y, x)` */
	bool loss;			     /* it is called on what the training makes small */
	bool wide;			     /* loops tell of it (script/loops.h), orders don't know it */
	bool minor;			     /* ... and a function that does nothing else isn't looked into */
};
enum { KNOWN_EVENTS_MAX = 63 };
struct script_know {
	struct map call;      /* every dotted name (interned) -> struct script_call */
	struct map bare;      /* names of builtins and of methods of whatever object among these: "iter", "cuda" */
	struct map attribute; /* names of attributes whose setting counts on whatever object */
	struct map indexed;   /* names of attributes whose elements count, of whatever object: `x.data[0]` */
	struct map method;    /* names of methods which, not called, are told of whatever object */
	struct map result;    /* names of methods whose result must be taken, of some objects */
	const struct asked_package *package; /* whose versions a project's files say */
	uint32_t npackages;
	const struct str *const *word; /* of which rules ask whether a project has them */
	uint32_t nwords;
	struct script_generator *generator;
	uint32_t ngenerators; /* at most 64 */
	struct script_kind_of *kind;
	struct script_event *event;
	uint32_t nkinds, nevents; /* nevents <= KNOWN_EVENTS_MAX */
	struct map event_named;	  /* the last part of what is called -> uint64_t: which events that may be, as bits */
	uint64_t nameless;	  /* events that a call of whatever name may be */
	/* Loops over batches (script/batch.h): objects that give them, functions that hand them out one by one, methods
	 * that copy one to a device, words in devices' names. */
	const struct str *const *loader, *const *through, *const *copy, *const *device;
	uint32_t nloaders, nthrough, ncopies, ndevices;
	const struct str *const *says; /* of which rules ask whether a file that trains has them */
	uint32_t nsays;
	const struct str *const *off; /* words of heads of blocks without gradients */
	uint32_t noff;
	const struct str *const *gradient; /* words in names of functions that look at gradients */
	uint32_t ngradients;
	const struct str *const *fresh; /* names that rewriting gives to what it adds */
	uint32_t nfresh;
	const struct str *const *evaluate, *const *but; /* words in names of what evaluates; in names of what doesn't */
	uint32_t nevaluate, nbut;
	const struct str *const *plain; /* methods of tensors that give what lies on the host */
	uint32_t nplain;
	const struct str *const *harmless; /* packages whose functions do nothing of that with what they get */
	uint32_t nharmless;
};
struct script_kind_of *script_kind_named(const struct script_know *k, const char *name); /* NULL: none */
/* The events that a call of what has such a last name may be, as bits; name NULL: it has none. */
uint64_t script_events_named(const struct script_know *k, const struct str *name);
/* Everything is a's. */
void script_know_load(struct arena *a, struct script_know *k);
#endif

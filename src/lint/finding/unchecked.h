// SPDX-License-Identifier: MIT
/* What a run did not check, why, and what would help: carried from the judge to every reporter. "Clean" is said only
 * where nothing of this is. */
#ifndef LINT_FINDING_UNCHECKED_H
#define LINT_FINDING_UNCHECKED_H
#include "lint/rules/rule.h"
#include "subject/subject.h"

// clang-format off
/* Name; its word in JSON; what "3 checks need"; what would help. */
#define UNCHECKED(X) \
	X(GPUS, "gpus", "the number of GPUs", "--gpus N, or `machine: {gpus: N}` in .cfglint.yaml") \
	X(CORES, "cores", "the number of CPU cores", "--cores N, or `machine: {cores: N}` in .cfglint.yaml") \
	X(GPU_MEM, "gpu-mem", "the memory of a GPU", \
	  "--gpu-mem GIB, or `machine: {gpu_mem: GIB}` in .cfglint.yaml") \
	X(DIALECT, "dialect", "training code that is recognised", \
	  "--dialect NAME, or run it inside the training code's repository") \
	X(CODE, "training-code", "the training code", \
	  "run it inside the training code's repository, or name its folder by `code: [FOLDER]` in .cfglint.yaml") \
	X(CLASS, "class", "to know what classes of the model or of its data do", \
	  "`cfglint show --model FILE` shows which are known") \
	X(READER, "readers", "code that is followed to its end", \
	  "mend what can't be parsed; read the keys by constant names, in the project's own code") \
	X(VALUE, "value", "values that only running the code would tell", \
	  "`cfglint show --unknown FILE` lists them") \
	X(BUDGET, "budget", "values that take more steps or memory than a config may", \
	  "write them plainly (`cfglint show --unknown FILE` lists them), or allow more by --limit " \
	  "(seconds=10, memory=1GiB, run_memory=4GiB) or by `limits` in .cfglint.yaml") \
	X(SYNTAX, "syntax", "statements that could not be parsed", "see whether the shell takes them") \
	X(STARTED, "started-script", "the Python script that is started", "run it where that script lies") \
	X(RULES, "rules", "a rule that runs", "`select`, `ignore` and `overrides` of the settings leave none") \
	X(FRAGMENT, "fragment", "a complete config", "name a config that inherits from it") \
	X(LOAD, "load", "a file that loads", "mend that first; nothing else was looked at there")
// clang-format on
enum unchecked_why {
#define X(k, word, wants, help) UNCHECKED_##k,
	UNCHECKED(X)
#undef X
		UNCHECKED_WHYS
};

enum { UNCHECKED_CLASSES = 256 }; /* names kept, the first by name; 53 is the most seen in a repository */

struct unchecked_rule {
	const struct rule *rule;
	struct unchecked_rule *next; /* by id */
};
struct unchecked_class { /* of which too little is known */
	const char *name;
	uint32_t nsubjects;	      /* in which checks need it */
	struct unchecked_class *next; /* by name */
};
struct unchecked {	    /* for one reason; all zero: nothing */
	uint32_t nsubjects; /* in which a check was not made */
	uint32_t nrules;
	const struct subject *first;   /* of them, by path */
	const char *reason;	       /* of that one: why there is no training code; NULL: none */
	struct cause cause;	       /* of that one: why a value is not known; at in its sources; why NONE: none */
	struct unchecked_rule *rule;   /* which checks: each once; NULL: all that ask for what is not known */
	struct unchecked_class *class; /* each once */
	uint32_t nclasses;	       /* UNCHECKED_CLASSES: or more */
};

/* Of one subject: called for each of its checks. r NULL: no rule in particular. reason: lives as long as a; may be
 * NULL. v: the value that is not known, or one that is. */
void unchecked_add(struct arena *a, struct unchecked *u, const struct rule *r, const struct subject *s,
		   const char *reason, struct value v);
/* One class more; nsubjects: added to what is known of it. name: lives as long as a. */
void unchecked_class_add(struct arena *a, struct unchecked *u, const char *name, uint32_t nsubjects);
/* Of other subjects; the same whatever the order. */
void unchecked_join(struct arena *a, struct unchecked *to, const struct unchecked *from);
const char *unchecked_word(enum unchecked_why why);
/* u: of that reason, of one kind. */
const char *unchecked_help(enum unchecked_why why, const struct unchecked *u);
/* "3 checks (BLR001, BLR002, DAT004) need the number of GPUs in 12 configs". File names relative to cwd. */
void unchecked_say(struct buf *b, enum unchecked_why why, const struct unchecked *u, const char *cwd);
/* Why a value is Unknown, as a reason that counts here. UNCHECKED_WHYS: it is none: what is absent is known. */
enum unchecked_why unchecked_of(struct value unknown);
#endif

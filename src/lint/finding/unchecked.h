// SPDX-License-Identifier: MIT
/* What a run did not check, why, and what would help: passed from the linter to every reporter. A report says "clean"
 * only if there is nothing of this. */
#ifndef LINT_FINDING_UNCHECKED_H
#define LINT_FINDING_UNCHECKED_H
#include "lint/rules/rule.h"
#include "subject/subject.h"

// clang-format off
/* Name; its word in JSON; what "3 checks need"; the options to give, NULL: no option helps; what would help,
 * on its own line. */
#define UNCHECKED(X) \
	X(GPUS, "gpus", "the number of GPUs", "--gpus", "--gpus N, or `machine: {gpus: N}` in .cfglint.yaml") \
	X(CORES, "cores", "the number of CPU cores", "--cores", \
	  "--cores N, or `machine: {cores: N}` in .cfglint.yaml") \
	X(GPU_MEM, "gpu-mem", "the memory of a GPU", "--gpu-mem", \
	  "--gpu-mem GIB, or `machine: {gpu_mem: GIB}` in .cfglint.yaml") \
	X(DIALECT, "dialect", "training code that cfglint recognises", "--dialect", \
	  "--dialect NAME, or run cfglint inside the training code's repository") \
	X(CODE, "training-code", "the training code", "`code` in .cfglint.yaml", \
	  "run cfglint inside the training code's repository, or name its folder by `code: [FOLDER]` in " \
	  ".cfglint.yaml") \
	X(CLASS, "class", "to know what classes of the model or of its data do", NULL, \
	  "`cfglint show --model FILE` shows which classes are known") \
	X(READER, "readers", "training code that cfglint can follow to its end", NULL, \
	  "read config keys by constant names, in the project's own code") \
	X(VALUE, "value", "values that are known only when the code runs", NULL, \
	  "`cfglint show --unknown FILE` lists them") \
	X(BUDGET, "budget", "more steps or memory than the limits allow", NULL, \
	  "simplify the values (`cfglint show --unknown FILE` lists them), or raise the limits: --limit seconds=10, " \
	  "memory=1GiB, run_memory=4GiB, or `limits` in your own settings") \
	X(SYNTAX, "syntax", "statements that parse", NULL, \
	  "from there on parts are unchecked; `bash -n FILE` shows the error") \
	X(STARTED, "started-script", "the Python script that is started", NULL, \
	  "`cfglint launches FILE` shows what it starts; a path counts from the launch script's folder, or one " \
	  "above it in the project") \
	X(PATH, "script-path", "the path of the Python script that is started", NULL, \
	  "set the variable in the launch script, or write the path from the project's root") \
	X(RULES, "rules", "a rule that is on", NULL, \
	  "see `select`, `ignore` and `overrides`") \
	X(FRAGMENT, "fragment", "a complete config", NULL, "name a config that inherits from it") \
	X(LOAD, "load", "a file that loads", NULL, "fix this first; the other rules did not run there") \
	X(AWAY, "put-away", "a file that is in use", NULL, "nothing to do if they are not used for training")
// clang-format on
enum unchecked_why {
#define X(k, word, wants, give, help) UNCHECKED_##k,
	UNCHECKED(X)
#undef X
		UNCHECKED_WHYS
};

enum { UNCHECKED_CLASSES = 256 }; /* names that are stored, the first by name; 53 is the most seen in a repository */

struct unchecked_rule {
	const struct rule *rule;
	struct unchecked_rule *next; /* by id */
};
struct unchecked_class { /* what could not be analysed; for UNCHECKED_LOAD the path of a missing base */
	const char *name;
	uint32_t nsubjects;	      /* in which checks need it */
	struct unchecked_class *next; /* by name */
};
struct unchecked {	    /* for one reason; all zero: nothing */
	uint32_t nsubjects; /* in which a check did not run */
	uint32_t nrules;
	const struct subject *first;   /* of them, by path */
	const char *reason;	       /* for the first: why there is no training code; NULL: none */
	struct cause cause;	       /* of that one: why a value is not known; at in its sources; why NONE: none */
	struct unchecked_rule *rule;   /* which checks: each once; NULL: all that need the unknown fact */
	struct unchecked_class *class; /* each once */
	uint32_t nclasses;	       /* UNCHECKED_CLASSES: or more */
};

/* Of one subject: called for each of its checks. r NULL: no rule in particular. reason: lives as long as a; may be
 * NULL. v: the value that is not known, or one that is. */
void unchecked_add(struct arena *a, struct unchecked *u, const struct rule *r, const struct subject *s,
		   const char *reason, struct value v);
/* One class more; nsubjects: added to what is known of it. name: lives as long as a. */
void unchecked_class_add(struct arena *a, struct unchecked *u, const char *name, uint32_t nsubjects);
/* The bases that a subject which doesn't load misses, each once, as classes: one folder is often the cause of most. */
void unchecked_missing(struct arena *a, struct unchecked *u, const struct subject *s);
/* Of other subjects; the same whatever the order. */
void unchecked_join(struct arena *a, struct unchecked *to, const struct unchecked *from);
const char *unchecked_word(enum unchecked_why why);
/* u: of that reason, of one kind. */
const char *unchecked_help(enum unchecked_why why, const struct unchecked *u);
/* "3 checks (BLR001, BLR002, DAT004) need the number of GPUs in 12 configs". File names relative to cwd. Without a full
 * stop, as is the next one. */
void unchecked_say(struct buf *b, enum unchecked_why why, const struct unchecked *u, const char *cwd);
/* Some checks of a file don't run and the others do: summarised by default. The other reasons fail the run, or leave
 * most of a file unchecked. */
bool unchecked_is_partial(enum unchecked_why why);
/* "3 checks did not run: give --gpus and --cores (`-v` lists them)", of all partial reasons (all: UNCHECKED_WHYS of
 * them); nothing if there are none. false: there is nothing to give. */
bool unchecked_say_briefly(struct buf *b, const struct unchecked *all);
/* Why a value is Unknown, as a reason that counts here. UNCHECKED_WHYS: it is none: what is absent is known. */
enum unchecked_why unchecked_of(struct value unknown);
#endif

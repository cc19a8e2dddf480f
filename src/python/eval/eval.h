// SPDX-License-Identifier: MIT
/* Evaluates Python configs and rule expressions: a tree walker that executes nothing, reads nothing but its arguments
 * and always ends (fuel, depth). Operations on Unknown give Unknown; only what Python certainly raises raises. */
#ifndef PYTHON_EVAL_EVAL_H
#define PYTHON_EVAL_EVAL_H
#include "base/vec.h"
#include "python/syntax/ast.h"
#include "python/value/value.h"

enum { EVAL_FUEL = 1000000, EVAL_DEPTH = 200, EVAL_ITEMS = 100000 };

struct eval;
struct frame {		     /* a function's, comprehension's or class body's local names */
	struct frame *outer; /* the enclosing function's frame (closures), NULL: globals */
	struct dict *names;
	bool is_class;				    /* its names are not seen by functions inside it */
	struct dict *global_names, *nonlocal_names; /* declared so; NULL: none */
	const struct func *func;		    /* whose locals these are; NULL: comprehension, class */
};
struct func {
	const struct node *def;	      /* NODE_DEF or NODE_LAMBDA */
	struct frame *frame;	      /* closure */
	const struct value *defaults; /* one per PARAM, Unknown without cause where there is none */
	const struct str *name;
	const struct dict *locals; /* names that its body binds: reading one early is UnboundLocalError */
};
struct exc {		  /* an exception that Python would certainly raise here */
	const char *type; /* "KeyError" */
	const char *msg;  /* as str(exception) shows it */
	struct span at;
	const struct object *obj; /* the instance that was raised by name; NULL: made from type and msg */
};
struct read_at { /* what a rule expression looked at */
	const struct str *name;
	struct value val;
	struct span use;
};
VEC(reads, struct read_at);

/* What the surroundings provide. All callbacks optional. */
struct eval_host {
	void *ctx;
	/* A free name that is no local, global or builtin. false: NameError (config) or Unknown. */
	bool (*name)(struct eval *ev, const struct node *n, struct value *out);
	/* A call before its arguments are evaluated (rule functions such as has(path)). false: an ordinary call. */
	bool (*call)(struct eval *ev, const struct node *call, struct value *out);
	/* A rule expression's x.y or x[k] before x is evaluated. false: an ordinary one. */
	bool (*chain)(struct eval *ev, const struct node *n, struct value *out);
	/* import m (name NULL) / from m import name: the bound value. false: Unknown(IMPORT). */
	bool (*import)(struct eval *ev, const struct str *module, const struct str *name, int level,
		       const struct node *at, struct value *out);
	/* An import statement that can't raise, on no machine. */
	bool (*imports_surely)(struct eval *ev, const struct node *n);
	/* What an import binds stays bound, whatever it is; else a name that turns out a module or function may be no
	 * key. */
	bool imports_bind;
};
struct seen_builtins { /* names of Python's builtins that were looked up, by evaluations that share the arena */
	struct {
		const struct str *name;
		struct value val;
	} at[16];
	uint32_t n;
};
struct eval {
	struct arena *arena;
	uint32_t file; /* spans' file id */
	struct dict *globals;
	struct frame *frame;	    /* NULL at module level */
	const struct exc *exc;	    /* pending exception */
	const struct exc *handling; /* the one that an except block has taken: what a bare `raise` raises */
	uint32_t doubts;	    /* how many expressions gave Unknown so far: they may have raised instead */
	struct value result;	    /* of a return statement on its way */
	uint32_t fuel, depth;
	uint32_t many; /* > 0 inside loops, comprehensions, functions: values get VF_MANY */
	bool rule; /* rule expressions: dict attributes are keys, an absent key is Unknown(ABSENT), nothing raises */
	const struct str
		*unassigned;	 /* `NAME = ...` statements of this name are skipped (MMEngine's `_base_`), or NULL */
	const struct node *skip; /* a statement that is not executed, or NULL */
	bool dead;		 /* evaluation stopped for good (fuel); everything after is Unknown */
	const struct eval_host *host;
	struct doubts *may_be;		/* containers that some Unknown may stand for */
	struct thaw *thaw;		/* frozen container -> its private copy in this module */
	struct reads *reads;		/* rule expressions: trace, may be NULL */
	struct seen_builtins *builtins; /* may be NULL */
};

void eval_init(struct eval *ev, struct arena *a, uint32_t file); /* empty globals */
void eval_init_in(struct eval *ev, struct arena *a, uint32_t file, struct dict *globals);
struct value eval_expr(struct eval *ev, const struct node *n);
void eval_module(struct eval *ev,
		 const struct node *root); /* fills ev->globals in source order; ev->exc when it raised */
/* Some Unknown may be this container (one that it holds): what is changed through an Unknown (eval_changed_unknown) may
 * change it. */
void eval_may_be(struct eval *ev, struct value v);
void eval_may_be_held(struct eval *ev, struct value by);
void eval_changed_unknown(struct eval *ev, const struct cause *why);
void eval_release(struct eval *ev); /* heap parts only; values stay in the arena */

/* For builtins and operators. */
struct span eval_span(const struct eval *ev, const struct node *n);
struct value eval_raise(struct eval *ev, const char *type, struct span at, const char *fmt, ...)
	__attribute__((format(printf, 4,
			      5))); /* sets ev->exc unless one is pending or ev->rule; returns Unknown(RAISED) */
struct value eval_call(struct eval *ev, struct value callee, const struct value *arg, uint32_t n,
		       struct span at); /* positional */
/* Write access to a container: the container itself, or its private copy when it is frozen (made at the first write).
 */
struct list *eval_thaw_list(struct eval *ev, struct value *v);
struct dict *eval_thaw_dict(struct eval *ev, struct value *v);
struct value eval_seen(struct eval *ev,
		       struct value v); /* read access: a frozen container that was thawed gives its copy */
bool eval_has_local(const struct eval *ev,
		    const struct str *name); /* of the functions and comprehensions that are running */
struct value eval_key(struct eval *ev, struct value obj, const struct str *name,
		      struct span at); /* obj.name of a rule expression */
void eval_poison(struct eval *ev, struct value v,
		 const struct cause *why); /* something unknown may have changed what v holds */
/* The value of every container that a write reached, on the way from v down; then ready for value_freeze. */
struct value eval_settle(struct eval *ev, struct value v);
#endif

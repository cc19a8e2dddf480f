// SPDX-License-Identifier: MIT
/* The state of one evaluation: names, limits, the pending exception, callbacks of the host. python/eval creates and
 * runs it; operators and builtins read it, charge its steps and raise. */
#ifndef PYTHON_STATE_STATE_H
#define PYTHON_STATE_STATE_H
#include "base/vec.h"
#include "python/syntax/ast.h"
#include "python/value/keypath.h"
#include "python/value/value.h"

enum { EVAL_DEPTH = 200, EVAL_ITEMS = 100000, EVAL_MIB = 16 };

struct eval;
struct doubts;
struct thaw;
struct frame {		     /* local names of a function, comprehension or class body */
	struct frame *outer; /* the enclosing function's frame (closures), NULL: globals */
	struct dict *names;
	bool is_class;				    /* nested functions don't see its names */
	struct dict *global_names, *nonlocal_names; /* declared so; NULL: none */
	const struct func *func;		    /* the function with these locals; NULL: comprehension, class */
};
struct exc {		  /* an exception that Python would certainly raise here */
	const char *type; /* "KeyError" */
	const char *msg;  /* its str() */
	struct span at;
	const struct object *obj; /* the instance that was raised by name; NULL: built from type and msg */
};
struct read_at {	     /* a place that a rule expression has read */
	struct keypath path; /* in the subject's tree */
	struct value val;
	struct span use;
};
VEC(reads, struct read_at);

/* Callbacks of the host. All optional. */
struct eval_host {
	void *ctx;
	/* A free name that is no local, global or builtin. false: NameError (config) or Unknown. */
	bool (*name)(struct eval *ev, const struct node *n, struct value *out);
	/* A call before its arguments are evaluated (rule functions such as has(path)). false: an ordinary call. */
	bool (*call)(struct eval *ev, const struct node *call, struct value *out);
	/* An attribute before its object is evaluated. false: an ordinary one. */
	bool (*attr)(struct eval *ev, const struct node *n, struct value *out);
	/* import m (name NULL) / from m import name: the bound value. false: Unknown(IMPORT). */
	bool (*import)(struct eval *ev, const struct str *module, const struct str *name, int level,
		       const struct node *at, struct value *out);
	/* An import statement that can't raise, on any machine. */
	bool (*imports_surely)(struct eval *ev, const struct node *n);
	/* An imported name is always bound; false: a name that may be a module or function may be no key. */
	bool imports_bind;
};
struct seen_builtins { /* names of Python's builtins that were looked up, by evaluations that share the arena */
	struct {
		const struct str *name;
		struct value val;
	} at[16];
	uint32_t n;
};
/* Functions of the evaluator that builtins need. */
struct walker {
	struct value (*expr)(struct eval *ev, const struct node *n);
	struct value (*call)(struct eval *ev, struct value callee, const struct value *arg, uint32_t n, struct span at);
};
struct eval {
	struct arena *arena;
	uint32_t file; /* spans' file id */
	struct dict *globals;
	struct frame *frame;	    /* NULL at module level */
	const struct exc *exc;	    /* pending exception */
	const struct exc *handling; /* the exception that an except block handles: a bare `raise` raises it again */
	uint32_t doubts;	    /* number of expressions that gave Unknown so far: they may have raised instead */
	struct value result;	    /* value of a return statement */
	struct budget *budget;	    /* the arena's; the arena gets its own if it has none */
	struct budget own;
	uint32_t depth;
	uint32_t many;		     /* > 0 inside loops, comprehensions, functions: values get VF_MANY */
	const struct node *known_of; /* a list comprehension of which the known items suffice, or NULL */
	bool rule; /* rule expressions: dict attributes are keys, an absent key is Unknown(ABSENT), nothing raises */
	const struct str
		*unassigned;	 /* `NAME = ...` statements of this name are skipped (MMEngine's `_base_`), or NULL */
	const struct node *skip; /* a statement that is not executed, or NULL */
	bool dead;		 /* evaluation has stopped (no steps left); every later result is Unknown */
	const struct walker *walker;
	const struct eval_host *host;
	struct doubts *may_be;		/* python/state/doubt.h: containers that some Unknown may be */
	struct thaw *thaw;		/* python/state/thaw.h: frozen container -> its private copy */
	struct reads *reads;		/* rule expressions: trace, may be NULL */
	struct seen_builtins *builtins; /* may be NULL */
};

void eval_release(struct eval *ev); /* frees heap parts only; values stay in the arena */
struct span eval_span(const struct eval *ev, const struct node *n);
/* Sets ev->exc unless one is pending or ev->rule; returns Unknown(RAISED). */
struct value eval_raise(struct eval *ev, const char *type, struct span at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* callee(arg...), of a function value; n arguments by position. */
static inline struct value eval_call(struct eval *ev, struct value callee, const struct value *arg, uint32_t n,
				     struct span at)
{
	return ev->walker->call(ev, callee, arg, n, at);
}
#endif

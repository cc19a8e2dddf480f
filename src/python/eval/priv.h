// SPDX-License-Identifier: MIT
/* Shared by the evaluator's own files: expressions (eval.c), attributes (attr.c), calls (eval_call.c), functions
 * (func.c), comprehensions (comprehension.c), statements (eval_stmt.c, assign.c, exceptions.c), code that may or may
 * not run (undecided.c). Private to this folder. */
#ifndef PYTHON_EVAL_PRIV_H
#define PYTHON_EVAL_PRIV_H
#include "python/eval/eval.h"
#include "python/ops/op_call.h"
#include "python/state/doubt.h"
#include "python/state/thaw.h"

enum flow {
	FLOW_NEXT,
	FLOW_BREAK,
	FLOW_CONTINUE,
	FLOW_RETURN,
	FLOW_RAISE,
	FLOW_LOOP_UNSURE /* the loop may have ended or continued */,
	FLOW_UNSURE /* the function may have returned */
};
/* The effect that undecided code may have on the control flow around it: FLOW_NEXT, FLOW_LOOP_UNSURE or FLOW_UNSURE.
 * */
enum flow flow_maybe(const struct node *code);

struct value literal(const struct eval *ev, struct value v);		     /* marks a value as a literal */
struct value made(const struct eval *ev, struct value v);		     /* marks a computed value */
struct value first_unknown(struct eval *ev, struct value v, struct span at); /* Unknown with v's cause */
static inline bool stopped(const struct eval *ev)
{
	return ev->exc || ev->dead;
}

struct value call_positional(struct eval *ev, struct value callee, const struct value *arg, uint32_t n, struct span at);
struct value eval_callnode(struct eval *ev, const struct node *n);
struct value eval_attr(struct eval *ev, const struct node *n);
struct value method_value(struct eval *ev, const struct builtin *b, struct value self, struct span at);
struct value call_func(struct eval *ev, const struct func *f, const struct call *c);
void poison_args(struct eval *ev, const struct call *c, const struct cause *why);
/* Something unknown may call the functions of the config that v is or holds: what they change becomes Unknown. */
void poison_called(struct eval *ev, struct value v, const struct cause *why);
/* The same of what the names in the expression of a callee hold, which is Unknown itself. */
void poison_callee(struct eval *ev, const struct node *callee, const struct cause *why);
struct value make_func(struct eval *ev, const struct node *def);
struct value eval_genexp(struct eval *ev, const struct node *n);
struct value eval_comprehension(struct eval *ev, const struct node *n);

bool name_load(struct eval *ev, const struct node *n, struct value *out); /* false: not bound anywhere */
void name_store(struct eval *ev, const struct node *name, struct value v, struct span use, uint32_t flags);
void assign(struct eval *ev, const struct node *target, struct value v, struct span use);
struct dict *store_target(struct eval *ev, const struct str *name); /* the scope that binds a name */
void exec_augassign(struct eval *ev, const struct node *n);
void declare(struct eval *ev, const struct node *n);
void exec_del(struct eval *ev, const struct node *target);
static inline enum flow flow_after(const struct eval *ev, enum flow f)
{
	return stopped(ev) ? FLOW_RAISE : f;
}
enum flow exec_try(struct eval *ev, const struct node *n);
enum flow exec_with(struct eval *ev, const struct node *n);
void exec_raise(struct eval *ev, const struct node *n);
void exec_assert(struct eval *ev, const struct node *n);
/* cls(...) of an exception class; false: no such class. */
bool exception_new(struct eval *ev, const struct object *cls, const struct call *c, struct value *out);
enum flow exec_block(struct eval *ev, const struct node *block);

/* An undecided part of the program: every name that it binds becomes Unknown, every container that it uses open. */
void poison_code(struct eval *ev, const struct node *code, const struct cause *why);
/* A function that may run: its local names are unaffected. */
void poison_body(struct eval *ev, const struct node *def, const struct cause *why);
/* A comprehension with an unknown number of elements: poisons what they bind and change. */
void poison_elements(struct eval *ev, const struct node *comp, const struct cause *why);
bool call_changes(const char *method); /* x.append(...): the method changes its object */
const struct cause *cause_of(struct eval *ev, struct value v, enum why why, struct span at);
/* Names that a function body binds, without those of nested functions. */
struct dict *bound_names(struct eval *ev, const struct node *body, const struct node *params);
#endif

// SPDX-License-Identifier: MIT
/* A function reduced to what orders of rules need: its events, loops and branches, with the project functions that
 * it calls inlined. Everything else is removed. */
#ifndef SCRIPT_PATHS_PROGRAM_H
#define SCRIPT_PATHS_PROGRAM_H
#include "script/values/cell.h"

enum { KEYS_MAX = 60 /* conditions that are distinguished */, TEXTS_SCANNED_MAX = 300000000 /* bytes, of a project */ };

struct key { /* a condition with the same outcome until something in it is assigned */
	const struct str *text;
	struct variable *of[4];
	uint32_t n;
	bool more;		 /* it is a number, and the condition is that it is more than 1 */
	const struct node *node; /* its first occurrence, and in what */
	struct fn *in;
};
struct cond {
	enum {
		COND_FREE,	/* unknown */
		COND_SOMETIMES, /* true in some trips of a loop and false in others, for sure */
		COND_TRUE,
		COND_FALSE,
		COND_KEY,
		COND_IS /* the cell has an object */,
		COND_NOT,
		COND_AND,
		COND_OR
	} kind;
	uint32_t key;
	bool guess; /* no test checks that: it must hold for a test of "every n trips" to be false */
	struct variable *cell;
	const struct cond *a, *b;
};
struct op {
	enum {
		OP_EVENT,
		OP_IF,	   /* cond; kid, other */
		OP_LOOP,   /* kid */
		OP_CALL,   /* kid: the body of a function */
		OP_WITH,   /* kid: the content of a region; off: the region certainly has no effect */
		OP_FORGET, /* cell is assigned */
		/* code that isn't followed gets the cell's object; NULL: it may do anything with all objects */
		OP_HAVOC,
		OP_BREAK,
		OP_CONTINUE,
		OP_RETURN, /* also raise: leaves the function or the program */
		OP_RAISE
	} kind;
	bool off;
	bool renews; /* OP_FORGET: the target of a loop: another object in each trip */
	bool idle;   /* script/paths/event_path.c's: nothing in it concerns the objects and the order that are walked */
	const struct script_event *event;
	struct variable *cell, *with;	 /* OP_EVENT: its object, and its first argument; NULL. OP_FORGET, OP_HAVOC */
	const struct script_kind_of *of; /* kind of the cell; NULL: none, or unknown */
	const struct cond *cond;
	struct op *kid, *other, *next;
	struct fn *in;			/* place */
	const struct call_frame *frame; /* of OP_EVENT, OP_LOOP, OP_WITH */
	const struct node *node;	/* OP_FORGET: the value of a plain assignment; else NULL */
	/* OP_FORGET: keys that are true and false from here on (script/paths/assigned.h), as bits */
	uint64_t yes, no;
};
struct program {
	struct op *first; /* NULL: the program is empty */
	struct key *key;
	uint32_t nkeys;
	bool cut; /* it exceeds a limit: nothing follows from it */
};
/* What a statement adds to its target: y of `x += y`, `x = x + y`, `x = y + a * x`; NULL: nothing. */
const struct node *program_added(const struct fn *in, const struct node *n);
/* The call of a function of a package that calls no methods of its arguments that events list, or a builtin. */
bool script_is_harmless(struct script_project *p, struct fn *scope, const struct node *call);
/* In p's arena. wide: with all events that loops list, not only those of orders. */
struct program script_program(struct script_project *p, struct fn *root, bool wide);
#endif

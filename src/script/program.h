// SPDX-License-Identifier: MIT
/* What a function does, as far as orders of rules care: its events, loops and branches, with the project's functions
 * that it calls in their places. Everything else is gone. */
#ifndef SCRIPT_PROGRAM_H
#define SCRIPT_PROGRAM_H
#include "script/cell.h"

enum { KEYS_MAX = 60 /* conditions that are told apart */, TEXTS_SCANNED_MAX = 300000000 /* bytes, of a project */ };

struct key { /* a condition that has the same outcome as long as nothing in it is assigned */
	const struct str *text;
	struct variable *of[4];
	uint32_t n;
	bool more;		 /* it is a number, and the condition is that it is more than 1 */
	const struct node *node; /* where it stands first, and in what */
	struct fn *in;
};
struct cond {
	enum {
		COND_FREE,	/* not known */
		COND_SOMETIMES, /* true in some trips of a loop and false in others, for sure */
		COND_TRUE,
		COND_FALSE,
		COND_KEY,
		COND_IS /* the object of the cell is there */,
		COND_NOT,
		COND_AND,
		COND_OR
	} kind;
	uint32_t key;
	bool guess; /* no test asks that: it has to hold for a test of every so many trips to be false */
	struct variable *cell;
	const struct cond *a, *b;
};
struct op {
	enum {
		OP_EVENT,
		OP_IF,	   /* cond; kid, other */
		OP_LOOP,   /* kid */
		OP_CALL,   /* kid: the body of a function */
		OP_WITH,   /* kid: what is in a region; off: it certainly does nothing there */
		OP_FORGET, /* cell is assigned */
		OP_HAVOC,  /* code that isn't followed gets the cell's object; NULL: it may do anything with all */
		OP_BREAK,
		OP_CONTINUE,
		OP_RETURN, /* also raise: of the function, or the end */
		OP_RAISE
	} kind;
	bool off;
	bool idle; /* script/event_path.c's: nothing in it is of the objects and the order that are walked */
	const struct script_event *event;
	struct variable *cell, *with; /* of OP_EVENT: whose it is, and its first argument; NULL. OP_FORGET, OP_HAVOC */
	const struct script_kind_of *of; /* kind of the cell; NULL: none, or not known */
	const struct cond *cond;
	struct op *kid, *other, *next;
	struct fn *in;			/* place */
	const struct call_frame *frame; /* of OP_EVENT, OP_LOOP, OP_WITH */
	const struct node *node;	/* OP_FORGET: the value, of a plain assignment; else NULL */
	/* OP_FORGET: keys that are true and false from here on (script/assigned.h), as bits */
	uint64_t yes, no;
};
struct program {
	struct op *first; /* NULL: nothing happens */
	struct key *key;
	uint32_t nkeys;
	bool cut; /* it is longer than is looked at: nothing follows from it */
};
/* On p's arena. wide: with all events that loops tell of, not those of orders alone. */
struct program script_program(struct script_project *p, struct fn *root, bool wide);
#endif

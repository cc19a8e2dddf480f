// SPDX-License-Identifier: MIT
/* The Python files of one project, as scripts see them: which names are bound where, and who calls which function.
 * Nothing is evaluated (script/script_value.h does). One thread at a time. */
#ifndef SCRIPT_SCRIPT_PROJECT_H
#define SCRIPT_SCRIPT_PROJECT_H
#include "base/budget.h"
#include "base/vec.h"
#include "code/code_know.h"
#include "pymodel/inheritance.h"
#include "pymodel/pymodel.h"
#include "python/value/value.h"
#include "script/script_know.h"

struct binding { /* one place that gives a variable its value */
	enum {
		BIND_VALUE,    /* x = value */
		BIND_ITEM,     /* x, y = value: element `item` of it */
		BIND_PARAM,    /* of a function; value: its default, may be NULL */
		BIND_KEYWORDS, /* **kwargs */
		BIND_FIELD,    /* of a dataclass; value: its default */
		BIND_LOOP,     /* for x in value */
		BIND_CHANGE,   /* x += value; item: the operator */
		BIND_OTHER     /* with, except, del ... */
	} how;
	uint32_t item; /* of BIND_PARAM: its position; KEYWORD_ONLY */
	struct fn *in; /* the scope in which value is evaluated */
	const struct node *value;
	const struct node *block, *statement; /* where it stands; NULL: in none */
	struct binding *next;
	enum answering { NOT_ASKED, ASKED, ANSWERED } state; /* script/script_value.c's, as what follows */
	struct value val;
	const struct str *flag;
};
enum { KEYWORD_ONLY = UINT32_MAX };
struct variable { /* a name of a scope, or an attribute of `self` in a class */
	const struct str *name;
	struct fn *scope;
	struct binding *binding;
	uint32_t nbindings;
	enum answering state; /* script/script_value.c's, as what follows */
	struct value val;
	struct value thing;	/* what it is where it is used as an object: values of None don't count */
	const struct str *flag; /* val is the default of this command line argument, "--workers"; NULL */
	/* script/cell.c's: of which kind its objects are, by how they are made; asked: that is just being worked out */
	bool kinds_known, kinds_asked, foreign;
	const struct script_kind_of *kind;
};
struct call_site {
	struct fn *in;
	const struct node *node;	 /* CALL */
	const struct script_call *hands; /* it hands the function to one that calls it; NULL: it is the call */
};
VEC(call_sites, struct call_site);

struct callee { /* a function of the project */
	struct call_sites calls;
	bool handed;  /* it is handed on */
	bool escapes; /* it is handed on, or called by who isn't seen */
};
struct script_project {
	struct arena arena;
	struct budget budget; /* of all expressions of its files */
	const char *root;
	struct pymodel model;
	struct knowledge code_know;
	const struct script_know *know;
	const struct vfs *fs;
	struct map callee;	  /* struct fn -> struct callee */
	struct map attributes;	  /* struct cls -> struct map: name -> struct variable, what methods set on `self` */
	struct map family;	  /* struct cls -> struct cls: those that inherit from one another share attributes */
	struct map open_family;	  /* of which attributes are set by computed names */
	struct map set_elsewhere; /* attribute names that are set on anything but `self`: `args.lr = 1` */
	struct map never_true;	  /* such names -> whether they are set to what is false only; script/never.c's */
	struct map changed;	  /* "FILE.NAME" of variables -> struct key_change of their containers */
	struct map tampered;	  /* names of variables of which attributes are set by computed names */
	struct call_sites known_calls; /* those that rules/script.yaml lists, by their names alone; `hands`: which */
	struct map names_called;       /* struct cfile -> the list of the names of those in it */
	struct map some_calls;	       /* name -> struct call_sites, of methods of objects that aren't followed */
	struct call_sites arguments;   /* calls of methods `add_argument`, `set_defaults` */
	struct map inlined[2];	       /* struct fn that some program walks into; [1]: a wide one */
	struct map answers;	       /* CALL, ATTR -> what it is worth, script/script_value.c's */
	struct map matters[2];	       /* struct fn -> whether it does, script/program.c's; [1]: to a wide program */
	struct map backward;	       /* struct variable -> itself: its file calls backward on it, by its name;
					  script/program.c's */
	size_t scanned;		       /* bytes, for that */
	struct map used_as; /* struct variable -> struct script_kind_of, by the methods that are called on it */
	bool uses_known;
	uint32_t nwide;	       /* operations in wide programs */
	struct value launched; /* flag -> tuple of what launch lines of the project give it; script/arguments.c's */
	struct map parsed;     /* parsers, and what they give: script/arguments.c's */
	struct map declares;   /* struct script_object of a parser -> its list of p->arguments: script/arguments.c's */
	bool declares_known;
	struct map named;    /* dicts that stand for functions, classes and attributes of modules */
	struct map called;   /* CALL -> the name of what it calls, script/script_value.c's */
	struct map tested;   /* expressions of conditions -> what they are worth, script/condition.c's */
	struct map object;   /* CALL -> what it makes, script/script_value.c's */
	struct map forwards; /* struct fn -> the call that it hands all its arguments to, script/script_value.c's */
	struct map ranges;   /* struct cfile -> which functions are its, script/rewritable.c's */
	struct batch_copies *copies;  /* script/batch.c's; NULL: not asked */
	struct data_changes *changes; /* script/changing.c's; NULL: not asked */
	bool *mentions;		      /* of each word, script/mention.c's; NULL: not asked */
	struct map versions;	      /* folder -> struct version_bounds, project/asked.c's */
	struct map gone_over;	      /* CALL -> the loops over what it makes, script/over.c's */
	struct map counts;	      /* struct fn -> struct map: how often each name is in it, script/origin.c's */
	struct script_handed *handed; /* script/task.c's; NULL: not asked, or none */
	bool handed_known;
	struct map training; /* loops in which gradients are made */
	bool loops_known;
};
/* Reads and parses the files below root (NULL: there are none or too many), but for those of projects within it;
 * without a root the file at path alone. Files' texts come into sources. */
struct script_project *script_project_new(const struct script_know *know, const struct vfs *fs, struct sources *sources,
					  const char *root, const char *path);
void script_project_free(struct script_project *p);
struct cfile *script_project_file(const struct script_project *p, const char *path); /* NULL: none of them */
struct variable *script_variable(struct fn *scope, const struct str *name);	     /* of that very scope; NULL */
/* What objects of the class, or of one that it inherits from or that inherits from it, have under that name; NULL:
 * nothing, or it may be set by who isn't followed. */
struct variable *script_attribute(struct script_project *p, struct cls *k, const struct str *name);
/* The same as what holds an object, whoever else may set it. */
struct variable *script_attribute_cell(struct script_project *p, struct cls *k, const struct str *name);
/* How a container that is the variable's value is changed after it was made: `x[k] = v`, `x.update(y)`. */
struct key_change {
	const struct str *key; /* that it is given; NULL: anything may be changed */
	struct key_change *next;
};
const struct key_change *script_changes(const struct script_project *p,
					const struct variable *v); /* NULL: not at all */
/* Dotted name of what a name or a chain of attributes stands for, through imports and aliases; NULL: it is none, or
 * may be two things. */
const struct str *script_refer(struct fn *scope, const struct node *n);
/* The same, and what script_callee says of n. */
const struct str *script_refer_to(struct fn *scope, const struct node *n, struct found *is);
/* The argument of a call that is such a parameter of it; NULL: not given. */
const struct node *script_argument(const struct script_call *known, const struct node *call, const struct str *param);
/* The function or class of the project that a callee means; F_NONE: none, or several. */
struct found script_callee(struct fn *scope, const struct node *callee);
#endif

// SPDX-License-Identifier: MIT
/* The Python files of one project, as scripts see them: where names are bound, and who calls which function. Nothing
 * is evaluated (script/values/script_value.h does that). One thread at a time. */
#ifndef SCRIPT_VALUES_SCRIPT_PROJECT_H
#define SCRIPT_VALUES_SCRIPT_PROJECT_H
#include "base/budget.h"
#include "base/vec.h"
#include "code/code_know.h"
#include "pymodel/inheritance.h"
#include "pymodel/pymodel.h"
#include "python/value/value.h"
#include "script/values/script_know.h"

struct binding { /* one binding of a variable */
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
	const struct node *block, *statement; /* its place; NULL: in none */
	struct binding *next;
	enum computing {
		NOT_COMPUTED,
		COMPUTING,
		COMPUTED
	} state; /* script/values/script_value.c's, like the following members */
	struct value val;
	const struct str *flag;
};
enum { KEYWORD_ONLY = UINT32_MAX };
struct variable { /* a name of a scope, or an attribute of `self` in a class */
	const struct str *name;
	struct fn *scope;
	struct binding *binding;
	uint32_t nbindings;
	enum computing state; /* script/values/script_value.c's, like the following members */
	struct value val;
	struct value thing;	/* its value when used as an object: None is ignored */
	const struct str *flag; /* val is the default of this command line argument, "--workers"; NULL */
	/* script/values/cell.c's: the kind of its objects, by how they are created; kinds_running: the computation is
	 * running
	 */
	bool kinds_known, kinds_running, foreign;
	bool built; /* ... by a function outside the project, which may return anything */
	const struct script_kind_of *kind;
};
struct call_site {
	struct fn *in;
	const struct node *node;	 /* CALL */
	const struct script_call *hands; /* it passes the function to one that calls it; NULL: it is the call */
};
VEC(call_sites, struct call_site);

struct callee { /* a function of the project */
	struct call_sites calls;
	bool handed;  /* it is passed as an argument */
	bool escapes; /* it is passed as an argument, or unseen code may call it */
};
struct script_project {
	struct arena arena;
	struct budget budget; /* of all expressions of its files */
	const char *root;
	struct pymodel model;
	struct knowledge code_know;
	const struct script_know *know;
	const struct vfs *fs;
	struct map callee; /* struct fn -> struct callee */
	/* struct cls -> struct map: name -> struct variable, the attributes that methods assign on `self` */
	struct map attributes;
	struct map family;	  /* struct cls -> struct cls: base classes and subclasses share attributes */
	struct map open_family;	  /* classes whose attributes are set by computed names */
	struct map set_elsewhere; /* attribute names that are assigned on other objects than `self`: `args.lr = 1` */
	struct map never_true;	  /* such names -> whether only false values are assigned; script/values/never.c's */
	struct map decided;  /* struct fn, struct variable -> what script/values/decided.h says whatever the call is */
	struct map changed;  /* "FILE.NAME" of variables -> struct key_change of their containers */
	struct map tampered; /* names of variables whose attributes are set by computed names */
	struct call_sites known_calls; /* calls that rules/script.yaml lists, by their names alone; `hands`: which */
	struct map names_called;       /* struct cfile -> the names of those in it */
	struct map some_calls;	       /* name -> struct call_sites, of methods of unknown objects */
	struct call_sites arguments;   /* calls of methods `add_argument`, `set_defaults` */
	struct map written;	       /* statement -> struct written (script/values/decided.c) */
	struct map inlined[2];	       /* struct fn that some program has inlined; [1]: a wide one */
	struct map answers;	       /* CALL, ATTR -> its value, script/values/script_value.c's */
	struct map entered;	       /* struct fn -> whether programs walk into it, script/values/matters.c's */
	struct map matters[2]; /* struct fn -> whether it matters, script/paths/program.c's; [1]: to a wide program */
	/* struct variable -> itself: its file calls backward on its name; script/paths/program.c's */
	struct map backward;
	size_t scanned;	    /* bytes, for that */
	struct map used_as; /* struct variable -> struct script_kind_of, by the methods called on it */
	bool uses_known;
	uint32_t nwide; /* operations in wide programs */
	struct value
		launched; /* flag -> tuple of its values in the project's launch lines; script/values/arguments.c's */
	const char *const *launch_scripts; /* of the project, NULL-terminated; NULL: none */
	struct map parsed;		   /* parsers, and their parsed arguments: script/values/arguments.c's */
	struct map declares;		   /* struct script_object of a parser -> its list of p->arguments:
					      script/values/arguments.c's */
	bool declares_known;
	struct map named;	      /* dicts that stand for functions, classes and attributes of modules */
	struct map called;	      /* CALL -> the name of its callee, script/values/script_value.c's */
	struct map tested;	      /* expressions of conditions -> their values, script/paths/condition.c's */
	struct map object;	      /* CALL -> the object that it creates, script/values/script_value.c's */
	struct map forwards;	      /* struct fn -> the call to which it passes all its arguments,
					 script/values/script_value.c's */
	struct map ranges;	      /* struct cfile -> its functions, script/rewritable.c's */
	struct batch_copies *copies;  /* script/values/batch.c's; NULL: not computed yet */
	struct data_changes *changes; /* script/values/changing.c's; NULL: not computed yet */
	uint64_t *mentions;	      /* a bit of each word, script/values/mention.c's; NULL: not computed yet */
	struct map mentioned;	      /* struct cfile -> the same of that file, script/values/mention.c's */
	struct file_imports *imports; /* script/values/program_files.c's; NULL: not computed yet */
	struct map versions;	      /* folder -> struct version_bounds, project/version_bounds.c's */
	struct map gone_over;	      /* CALL -> the loops over its result, script/paths/over.c's */
	struct map counts; /* struct fn -> struct map: the number of uses of each name, script/values/origin.c's */
	struct script_handed *handed; /* script/task.c's; NULL: not computed yet, or none */
	bool handed_known;
	struct map idle;     /* struct script_kind_of -> its search, script/idle.c's */
	struct map training; /* loops in which gradients are computed */
	struct map holding;  /* ... or in a loop in them */
	bool loops_known;
};
/* Reads and parses the files below root (NULL: there are none or too many), except those of nested projects; without
 * a root only the file at path. Of notebooks those count that are in the map (interned paths). Files' texts are added
 * to sources. */
struct script_project *script_project_new(const struct script_know *know, const struct vfs *fs, struct sources *sources,
					  const struct map *notebooks, const char *root, const char *path);
void script_project_free(struct script_project *p);
struct cfile *script_project_file(const struct script_project *p, const char *path); /* NULL: it is not one of them */
struct variable *script_variable(struct fn *scope, const struct str *name);	     /* of that scope itself; NULL */
/* The attribute of that name of objects of the class, its bases and subclasses; NULL: there is none, or unseen code
 * may assign it. */
struct variable *script_attribute(struct script_project *p, struct cls *k, const struct str *name);
/* The same as a cell, even if unseen code may assign it. */
struct variable *script_attribute_cell(struct script_project *p, struct cls *k, const struct str *name);
/* How a container that is the variable's value is changed after its creation: `x[k] = v`, `x.update(y)`. */
struct key_change {
	const struct str *key; /* the key that is assigned; NULL: anything may be changed */
	struct key_change *next;
};
const struct key_change *script_changes(const struct script_project *p,
					const struct variable *v); /* NULL: not at all */
/* Dotted name of what a name or a chain of attributes stands for, through imports and aliases; NULL: it has none, or
 * two candidates. */
const struct str *script_refer(struct fn *scope, const struct node *n);
/* The same, and script_callee's answer for n. */
const struct str *script_refer_to(struct fn *scope, const struct node *n, struct found *is);
/* The argument of a call for such a parameter of it; NULL: not given. */
const struct node *script_argument(const struct script_call *known, const struct node *call, const struct str *param);
/* The function or class of the project that a callee refers to; F_NONE: none, or several. */
struct found script_callee(struct fn *scope, const struct node *callee);
#endif

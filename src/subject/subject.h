// SPDX-License-Identifier: MIT
/* What rules are asked about: a config today, and whatever else leaves traces of a training run: its log, its script,
 * its launch line. Each is one frozen value tree whose parts know their places, so key paths, Unknown, `each`, `at:`,
 * messages and folding mean the same for all. A kind of subject is one row (struct subject_kind) and the folder that
 * fills it; judging, findings, reports and the command line know no kind by name.
 *
 * Immutable once loaded, and shared by threads without locks; a subject lives as long as its set. */
#ifndef SUBJECT_SUBJECT_H
#define SUBJECT_SUBJECT_H
#include "base/vec.h"
#include "python/syntax/parse.h"
#include "python/value/keypath.h"
#include "text/vfs.h"

struct pool;
struct dialects;
struct subject;
struct subject_set;
struct start;

enum missing_as {
	MISSING_FOLDER,
	MISSING_FILE,	 /* in a folder that stands */
	MISSING_CAME,	 /* likewise, and only configs name it that came with a framework and that nobody edited */
	MISSING_OUTSIDE, /* not looked for */
	MISSING_MOVED,	 /* likewise, by an absolute path whose end is a file of this project: the hint names it */
	MISSING_DEPTH	 /* a folder that stands at another depth: the hint says where */
};

/* Nothing was asked of the disk about it. */
static inline bool missing_is_outside(enum missing_as as)
{
	return as == MISSING_OUTSIDE || as == MISSING_MOVED;
}

struct note {		   /* what a kind's reader itself found: why its training code raises, or what it didn't read */
	const char *id;	   /* of a native rule */
	struct span at;	   /* may be {file,0,0}: the file as a whole */
	struct span other; /* related place, or zero */
	const char *other_text;
	const char *msg;
	const char *hint;    /* may be NULL */
	const char *missing; /* absolute: what is wrong is that this one isn't there; may be NULL */
	enum missing_as missing_as;
	bool of_bases; /* it depends on what is taken from others, though no place there shows it */
	unsigned kind; /* index of id in struct subject_kind.note_id */
};
VEC(notes, struct note);
VEC(note_list, const struct note *);

enum level {		      /* which of a subject's trees */
	     LEVEL_MERGED,    /* the whole: struct subject.tree */
	     LEVEL_OWN,	      /* what its own file says */
	     LEVEL_INHERITED, /* what it takes from others */
	     LEVEL_MACHINE    /* none of its own: what is known about the machine */
};

struct ynode;
struct subject_order {	/* `order:` of a rule */
	const char *id; /* the rule's */
	const struct ynode *spec;
};
struct subject_load {
	const struct subject_order *order; /* of all rules about the kind */
	uint32_t norders;
	const struct vfs *fs;
	struct pool *pool;
	const char *const *path; /* absolute, normalised */
	size_t n;
	const void *opts; /* struct graph_opts: how configs are loaded */
	/* For each path what its kind compares it with (a run: its config as it is now), or NULL; NULL: nothing. */
	const struct subject *const *beside;
	const struct dialects *dialects; /* what keys of configs mean, for kinds that hold some; NULL: nobody says */
};
struct subject_kind {
	const char *name;	/* `on:` of a rule: "config" */
	const char *one, *many; /* in messages: "config", "configs" */
	const char *tree;	/* what expressions of rules call the tree: "cfg" */
	bool dialects; /* a dialect says what its keys mean; without, all of them are complete and stand for themselves
			*/
	bool keys;     /* the paths of its tree are those of keys in its file: people know a value by them */
	/* "the loaders read .py, .json, .yaml and .yml": why a named file is none; NULL: linting never takes one, a
	 * command of its own does. */
	const char *reads;
	const char *hint;		 /* which files of a folder are taken, one clause; NULL: as above */
	bool (*named)(const char *path); /* whether a file that the user names may be one, by its name alone */
	/* Whether a file that was found by walking is one; top: folders above it say nothing about it. */
	bool (*found)(const struct vfs *fs, const char *top, const char *path);
	/* Whether a file that the user names is one, where found() only says that it may be; NULL: found() says. */
	bool (*meant)(const struct vfs *fs, const char *path);
	/* Reads them and what they take from. Never fails as a whole: troubles are in the subjects. free takes what
	 * load gave. */
	const struct subject_set *(*load)(const struct subject_load *l);
	void (*free)(const struct subject_set *set);
	/* What a comment beside a place speaks for: the statement, the line, around that offset of its own file. */
	struct span (*statement)(const struct subject *s, uint32_t offset);
	/* Whether an `order:` is one; false: e tells what is wrong. NULL: the kind has none. What breaks the order of a
	 * rule stands in the tree: a list under `order`, by the rule's id. */
	bool (*order)(const struct ynode *spec, struct err *e);
	const char *const *note_id; /* the rules of all notes there are; NULL-terminated; NULL: none */
	/* What its reader found wrong with it and with what it takes from, each once; NULL: nothing ever. */
	void (*notes)(const struct subject *s, struct note_list *out);
};

struct subject_base {		    /* what a subject takes from */
	const struct subject *from; /* NULL: it is not there */
	struct span at;		    /* where that is said */
};
struct subject {
	const struct subject_kind *kind;
	const struct subject_set *set;
	const char *path;	    /* absolute, normalised */
	const struct subject *same; /* the next one of that file, by another name, in a circle; NULL: nobody asks */
	const char *root;	    /* its project's folder; NULL: none */
	const char *home;	    /* whose code it is: the folder where that lies (project/home.h); NULL: nobody's */
	const char *const *lent;    /* packages outside home that belong to that code */
	const struct source *src;   /* NULL: unreadable */
	struct value tree;	    /* frozen; Unknown where it could not be read */
	struct value own; /* what its own file says of the tree, frozen; the tree itself where nothing is taken in */
	struct value inherited; /* what it takes from its bases, frozen */
	const struct subject_base *base;
	uint32_t nbases;
	const struct comment *comment; /* of its own file, those that speak to us (subject/comment.h) */
	uint32_t ncomments;
	bool readable;	       /* its text could be read and parsed */
	const struct err *err; /* not readable: what and where */
	bool good;	       /* it is what it should be: rules can be asked */
	struct span unread;    /* good, but what begins there could not be parsed and is left out; file 0: nothing */
	struct value missing;  /* Unknown with a cause: what it starts and isn't here, so that nothing is asked of it */
	bool spent; /* it, or what it takes from, takes more steps to evaluate than one may: its tree is not known */
	const char *trouble;	   /* not good: what is wrong, in one line */
	bool put_away;		   /* it lies in a folder of files that are kept and no longer used */
	bool requested;		   /* by the user, not only taken in because of another */
	bool through;		   /* requested, but only because it takes from one that is */
	const struct start *start; /* the launch line (launch/starts.h) that it is judged for; NULL: none is known */
	const struct note *raises; /* what its reader raises for what that line says; NULL: nothing */
	/* The same for other launch lines, that start it with other numbers of processes or other keys: their `start`,
	 * tree and raises differ, and the set doesn't hold them. */
	const struct subject *const *started;
	uint32_t nstarted;
	const void *of; /* the kind's own: struct module, ... */
};

struct subject_set { /* all subjects of one kind in one run */
	const struct subject_kind *kind;
	struct sources *sources;	 /* spans find their text here */
	const struct vfs *fs;		 /* what they were read through */
	const struct subject *const *at; /* sorted by path */
	size_t n;
	const struct subject *const *owner; /* by a source's id; NULL: of none */
	uint32_t nowners;
	void *of;		  /* the kind's own: struct graph, ... */
	struct subject_set *self; /* for who adds to it before others see it */
};
/* A set whose subjects are all there: at (n of them, the set's from now on) is sorted, and who owns which source is
 * noted on a. */
void subject_set_close(struct subject_set *set, struct arena *a, const struct subject **at, size_t n);
/* Subjects of its kind that nobody loaded, on a. */
void subject_set_add(struct subject_set *set, struct arena *a, const struct subject *const *more, size_t n);
/* These have sources now, each its own unless it is another's already. */
void subject_set_own(struct subject_set *set, struct arena *a, const struct subject *const *s, size_t n);
const struct subject *subject_owner(const struct subject_set *set, uint32_t file);   /* whose file has that id; NULL */
const struct subject *subject_find(const struct subject_set *set, const char *path); /* NULL: none */
/* Whether s takes from `from`, near or far, or is it; a link is the file that it leads to. */
bool subject_takes_from(const struct subject *s, const struct subject *from);
struct value subject_level(const struct subject *s, enum level level); /* not of LEVEL_MACHINE */

/* Kinds by name, for `on:`. list: NULL-terminated; NULL: there is none of that name. */
const struct subject_kind *subject_kind_find(const struct subject_kind *const *list, const char *name);
#endif

// SPDX-License-Identifier: MIT
/* A subject is what rules are evaluated on: a config, or another file of a training run: its log, script or launch
 * line. Each subject is one frozen value tree whose parts know their source positions, so key paths, Unknown,
 * `each`, `at:`, messages and folding mean the same for all. A kind of subject is one row (struct subject_kind) and
 * the folder that fills it; linting, findings, reports and the command line do not depend on a kind's name.
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
	MISSING_FILE,	 /* its folder exists */
	MISSING_CAME,	 /* its folder exists, and only unmodified configs of a framework refer to it */
	MISSING_OUTSIDE, /* not looked up */
	MISSING_MOVED,	 /* not looked up: an absolute path whose end is a file of this project; the hint names it */
	MISSING_DEPTH	 /* its folder exists at another depth; the hint says where */
};

/* true: the disk was not queried about it. */
static inline bool missing_is_outside(enum missing_as as)
{
	return as == MISSING_OUTSIDE || as == MISSING_MOVED;
}

struct note {		   /* a finding of a kind's reader: why its training code raises, or what it could not read */
	const char *id;	   /* rule id, of a native rule */
	struct span at;	   /* may be {file,0,0}: the whole file */
	struct span other; /* related place, or zero */
	const char *other_text;
	const char *msg;
	const char *hint;    /* may be NULL */
	const char *missing; /* absolute path of the missing file that causes it; may be NULL */
	enum missing_as missing_as;
	bool of_bases; /* it depends on inherited values, though no place in it shows that */
	unsigned kind; /* index of id in struct subject_kind.note_id */
};
VEC(notes, struct note);
VEC(note_list, const struct note *);

enum level {		      /* one of a subject's trees */
	     LEVEL_MERGED,    /* the merged tree: struct subject.tree */
	     LEVEL_OWN,	      /* what its own file sets */
	     LEVEL_INHERITED, /* what its bases set */
	     LEVEL_MACHINE    /* not of the subject: facts about the machine */
};

struct ynode;
struct subject_order {	/* `order:` of a rule */
	const char *id; /* rule id */
	const struct ynode *spec;
};
struct subject_load {
	const struct subject_order *order; /* from all rules of the kind */
	uint32_t norders;
	const struct vfs *fs;
	struct pool *pool;
	const char *const *path; /* absolute, normalised */
	size_t n;
	const void *opts; /* struct graph_opts: how configs are loaded */
	/* For each path the subject that its kind compares it with (for a run: its config as it is now), or NULL;
	 * NULL: none. */
	const struct subject *const *beside;
	const struct dialects *dialects; /* meanings of config keys, for kinds that contain configs; NULL: none */
};
struct subject_kind {
	const char *name;	/* `on:` of a rule: "config" */
	const char *one, *many; /* in messages: "config", "configs" */
	const char *tree;	/* what expressions of rules call the tree: "cfg" */
	bool dialects;		/* a dialect defines the meaning of its keys; false: all its keys are complete and mean
				 * themselves */
	bool keys;		/* the paths of its tree are key paths in its file: people know a value by them */
	/* "the loaders read .py, .json, .yaml and .yml": explains why a named file is not of this kind. NULL:
	 * linting never takes this kind; a separate command does. */
	const char *reads;
	const char *hint;		 /* which files of a folder are taken, one clause; NULL: see `reads` */
	bool (*named)(const char *path); /* whether a file that the user names may be of this kind, by its name alone
					  * */
	/* Whether a file found by walking is of this kind; top: folders above it are ignored. */
	bool (*found)(const struct vfs *fs, const char *top, const char *path);
	/* Whether a file that the user names is of this kind, if `named` says that it may be; NULL: `found` decides.
	 * */
	bool (*meant)(const struct vfs *fs, const char *path);
	/* Loads the files and their bases. Never fails as a whole: errors are in the subjects. `free` releases what
	 * `load` returned. */
	const struct subject_set *(*load)(const struct subject_load *l);
	void (*free)(const struct subject_set *set);
	/* The range that a comment near `offset` of its own file applies to: the statement or the line. */
	struct span (*statement)(const struct subject *s, uint32_t offset);
	/* Whether an `order:` is valid; false: e says why. NULL: the kind has none. Violations of a rule's order are
	 * in the tree: a list under `order`, by the rule's id. */
	bool (*order)(const struct ynode *spec, struct err *e);
	const char *const *note_id; /* ids of all rules that notes can have; NULL-terminated; NULL: none */
	/* Problems that its reader found in it and its bases, each once; NULL: it never finds any. */
	void (*notes)(const struct subject *s, struct note_list *out);
};

struct subject_base {		    /* a base of a subject */
	const struct subject *from; /* NULL: it is missing */
	struct span at;		    /* the place that names it */
};
struct subject {
	const struct subject_kind *kind;
	const struct subject_set *set;
	const char *path;	    /* absolute, normalised */
	const struct subject *same; /* next subject of the same file under another name, a circular list; NULL: not
				     * computed */
	const char *root;	    /* its project's folder; NULL: none */
	const char *home;	    /* folder of the code that it belongs to (project/home.h); NULL: none */
	const char *const *lent;    /* packages outside home that belong to that code too */
	const struct source *src;   /* NULL: unreadable */
	struct value tree;	    /* frozen; Unknown if it could not be read */
	struct value own;	/* the part of the tree that its own file sets, frozen; the tree itself if there are no
				 * bases */
	struct value inherited; /* the part that its bases set, frozen */
	const struct subject_base *base;
	uint32_t nbases;
	const struct comment *comment; /* the directive comments of its own file (subject/comment.h) */
	uint32_t ncomments;
	bool readable;		   /* its text could be read and parsed */
	const struct err *err;	   /* not readable: the error with its place */
	bool good;		   /* it is valid: rules can be evaluated on it */
	struct span unread;	   /* good, but the statement that starts here could not be parsed and is left out; file
				    * 0: none */
	struct value missing;	   /* Unknown with a cause: a file that it starts is missing, so no rule is evaluated on
				    * it */
	bool spent;		   /* evaluating it or a base exceeds the step budget: its tree is unknown */
	const char *trouble;	   /* not good: the error, in one line */
	bool put_away;		   /* it is in a folder of archived files */
	bool requested;		   /* named by the user, not only loaded because of another */
	bool through;		   /* requested, but only because it inherits from a requested one */
	const struct start *start; /* the launch line (launch/starts.h) that it is evaluated for; NULL: none is known
				    * */
	const struct note *raises; /* the error that its reader raises with that launch line; NULL: none */
	/* Variants for other launch lines, with other numbers of processes or other keys. They differ in `start`,
	 * tree and raises, and are not in the set. */
	const struct subject *const *started;
	uint32_t nstarted;
	const void *of; /* data of the kind: struct module, ... */
};

struct subject_set { /* all subjects of one kind in one run */
	const struct subject_kind *kind;
	struct sources *sources;	 /* holds the text of all spans */
	const struct vfs *fs;		 /* the file system that they were read through */
	const struct subject *const *at; /* sorted by path */
	size_t n;
	const struct subject *const *owner; /* by source id; NULL: no subject */
	uint32_t nowners;
	void *of;		  /* data of the kind: struct graph, ... */
	struct subject_set *self; /* writable pointer, for adding subjects before the set is shared */
};
/* Completes a set: sorts `at` (n subjects, owned by the set from now on) and records on a which subject owns which
 * source. */
void subject_set_close(struct subject_set *set, struct arena *a, const struct subject **at, size_t n);
/* Adds subjects that are already built, on a. */
void subject_set_add(struct subject_set *set, struct arena *a, const struct subject *const *more, size_t n);
/* Records that these subjects own their sources, unless another subject already does. */
void subject_set_own(struct subject_set *set, struct arena *a, const struct subject *const *s, size_t n);
const struct subject *subject_owner(const struct subject_set *set, uint32_t file);   /* the subject whose source has
										      * that id; NULL: none */
const struct subject *subject_find(const struct subject_set *set, const char *path); /* NULL: none */
/* Whether s inherits from `from`, directly or indirectly, or is it; a link counts as its target. */
bool subject_takes_from(const struct subject *s, const struct subject *from);
struct value subject_level(const struct subject *s, enum level level); /* not for LEVEL_MACHINE */

/* A kind by its name in `on:`. list: NULL-terminated; NULL: no kind has that name. */
const struct subject_kind *subject_kind_find(const struct subject_kind *const *list, const char *name);
#endif

// SPDX-License-Identifier: MIT
/* What launch scripts set for the configs and scripts that they start: number of processes, overridden config keys,
 * flags of the script. */
#ifndef LAUNCH_STARTS_H
#define LAUNCH_STARTS_H
#include "base/vec.h"
#include "launch/launch.h"

struct start_key { /* "optimizer.lr=0.01" */
	const char *text;
	struct span at; /* in the launch script */
	bool existing;	/* derived from a flag: it applies if the config has the key */
};
struct start {
	struct span at;		     /* the command, in a source of the sources */
	const char *place;	     /* "tools/run.sh:12", relative to the project */
	const struct subject *in;    /* the launch script as a subject for its comments only: kind, src, comment, of
				      * */
	const char *config, *script; /* absolute; NULL: none, or unknown */
	int64_t gpus, machines;	     /* processes on each machine; 0: unknown */
	const struct start_key *override;
	uint32_t noverrides;
	bool unclear;	    /* a flag or an unknown word may change the config in unknown ways */
	struct value flags; /* dict: name -> value, of the flags given */
	struct value keys;  /* dict: key -> value, of the file of arguments that it names (launch/line_overrides.h) */
	bool open;	    /* there may be more flags */
};
VEC(starts, struct start);
enum { STARTS_MAX = 1000 /* of one run */ };

/* Adds the trainings that the launch script at path starts; its text becomes a source of `sources`. root: its
 * project. An unreadable script has none. The result lives in a. */
void starts_add(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path, const char *root,
		struct starts *out);
struct started { /* what a launch starts, absolute; NULL: none, or unknown */
	const char *script, *config;
};
/* The brief form, computed once in a run: at, place, in, gpus, machines are zeroed. It lives as long as fs. */
struct starts_brief {
	const struct start *at;
	uint32_t n;
	const struct started *line; /* of all its launches, in their order; none of one that does not train */
	uint32_t nlines;
	/* It starts a training, or may: a Python script whose path has an unknown variable. */
	bool counts;
	bool trains; /* certainly, or by a launcher: its script need not be there */
};
const struct starts_brief *starts_of(const struct vfs *fs, const char *path, const char *root);
struct script_start {	 /* a launch that starts a script, or names a file as its config */
	const char *in;	 /* the launch script */
	uint32_t number; /* in its list of launches */
	bool config;
};
VEC(script_starts, struct script_start);
/* Adds the launches of the launch script that start the file or name it, but those that certainly train nothing. */
void script_starts_add(const struct vfs *fs, const char *script, const char *root, const char *path,
		       struct script_starts *out);
/* The starts of all scripts of the list (NULL-terminated; may be NULL) that lie in root, concatenated. */
void starts_below(const struct vfs *fs, const char *root, const char *const *scripts, struct starts *out);
/* Whether it is a notebook with a command that starts a training. */
bool starts_in_notebook(const struct vfs *fs, const char *path, const char *root);
/* Whether its name is that of a launch script. */
bool starts_named(const char *path);
#endif

// SPDX-License-Identifier: MIT
/* What launch scripts say of the configs and the scripts that they start: how many processes train, which keys of the
 * config get other values, which flags the script is given. */
#ifndef LAUNCH_STARTS_H
#define LAUNCH_STARTS_H
#include "base/vec.h"
#include "launch/launch.h"

struct start_key { /* "optimizer.lr=0.01" */
	const char *text;
	struct span at; /* in the launch script */
	bool existing;	/* a flag stands for it: it holds where the config has the key */
};
struct start {
	struct span at;		     /* the command, in a source of the sources */
	const char *place;	     /* "tools/run.sh:12", relative to the project */
	const struct subject *in;    /* the launch script, as far as its comments speak: kind, src, comment, of */
	const char *config, *script; /* absolute; NULL: none, or not known which */
	int64_t gpus, machines;	     /* processes on each machine; 0: not known */
	const struct start_key *override;
	uint32_t noverrides;
	bool unclear;	    /* a flag, or a word that isn't known, may change the config in ways that aren't told */
	struct value flags; /* dict: name -> value, of those that are given */
	bool open;	    /* there may be more of them */
};
VEC(starts, struct start);
enum { STARTS_MAX = 1000 /* of one run */ };

/* Adds the trainings that the launch script at path starts; its text becomes one of sources. root: its project. What
 * can't be read has none. All of it lives in a. */
void starts_add(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path, const char *root,
		struct starts *out);
/* The same worked out once in a run, but for places and how many processes there are: at, place, in, gpus, machines are
 * zeroed. All of it lives as long as fs. */
struct starts_brief {
	const struct start *at;
	uint32_t n;
	/* It starts a training, or it isn't known whether it does: a Python script whose path has an unknown variable
	 * may. */
	bool counts;
};
const struct starts_brief *starts_of(const struct vfs *fs, const char *path, const char *root);
/* Those of all scripts of the list (NULL-terminated; may be NULL) that lie in root, one after the other. */
void starts_below(const struct vfs *fs, const char *root, const char *const *scripts, struct starts *out);
/* Whether it is a launch script by its name. */
bool starts_named(const char *path);
#endif

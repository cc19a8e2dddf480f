// SPDX-License-Identifier: MIT
/* A project that reads its configs itself, `yaml.safe_load(open(args.config))`: who reads which files, and what becomes
 * of their keys. Where the values go is the code index's to say (code/index.h), what the paths are the scripts'
 * (script/script_value.h). rules/code.yaml names the functions. Immutable once it is made; one thread at a time. */
#ifndef PLAIN_PLAIN_PROJECT_H
#define PLAIN_PLAIN_PROJECT_H
#include "code/cnode.h"
#include "code/index.h"
#include "plain/nodes.h"
#include "script/script_project.h"

struct plain_path {
	const char *path;	/* absolute */
	const struct str *said; /* "configs/a.yaml" */
};
struct plain_reader {		  /* a call that reads configs */
	const struct str *name;	  /* "yaml.safe_load" */
	const char *place;	  /* "train.py:41", below the project */
	const struct cnode *root; /* what becomes of the dict that it gives; NULL: it is merged into nodes */
	const struct cfile *file;
	bool json;
	bool yaml_1_1; /* 1e-4 is a text for it */
	bool open;     /* some path of it isn't known */
	bool trains;   /* a program that trains has it (plain/trains.h) */
	bool writes;   /* it writes these files instead (plain/written.h) */
	VEC(, struct plain_path) path;
};
struct plain_project {
	struct arena arena;
	const char *root;
	struct knowledge know;
	struct index *index;
	struct script_project *script;
	struct plain_nodes nodes;
	VEC(, struct plain_reader) reader;
	VEC(, const char *) written; /* files that scripts write, as paths */
	struct map word;	     /* in its Python files, once plain_says is asked */
	bool words_known;
	bool asks_none; /* a text 'None' stands in its Python files */
};
/* NULL: nothing there reads a plain config, or a config loader of rules/code.yaml is used, or there is too much.
 * launch_scripts: NULL-terminated, or NULL. */
struct plain_project *plain_project_new(const struct script_know *know, const struct vfs *fs, struct sources *sources,
					const char *root, const char *const *launch_scripts);
void plain_project_free(struct plain_project *p);		  /* NULL: nothing */
bool plain_says(struct plain_project *p, const struct str *word); /* it stands in some Python file of the project */
#endif

// SPDX-License-Identifier: MIT
/* A project that reads its configs itself, `yaml.safe_load(open(args.config))`: which calls read which files, and
 * how their keys are used. The code index follows the values (code/index.h), the scripts' trees give the paths
 * (script/values/script_value.h). rules/code.yaml names the functions. Immutable once built; one thread at a time. */
#ifndef PLAIN_PLAIN_PROJECT_H
#define PLAIN_PLAIN_PROJECT_H
#include "code/cnode.h"
#include "code/index.h"
#include "arguments/schema.h"
#include "plain/nodes.h"
#include "script/values/script_project.h"

struct plain_path {
	const char *path;	/* absolute */
	const struct str *said; /* "configs/a.yaml" */
};
struct plain_reader {		  /* a call that reads configs */
	const struct str *name;	  /* "yaml.safe_load" */
	const char *place;	  /* "train.py:41", relative to the project */
	const struct cnode *root; /* the place of the dict that it returns; NULL: it is merged into nodes */
	const struct cfile *file;
	const char *ext; /* ".json", ".toml": of the files that it reads; NULL: any other */
	bool yaml_1_1;	 /* it reads 1e-4 as a text */
	bool open;	 /* some path of it is unknown */
	bool trains;	 /* it is in a program that trains (plain/trains.h) */
	bool writes;	 /* it writes these files instead (plain/written.h) */
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
	struct map word;	     /* words in its Python files, once plain_says is called */
	bool words_known;
	const struct schemas *schemas; /* what libraries read of arguments that they get whole */
	bool hands_all;		       /* its Python files hand all attributes of an object on, **vars(args) */
	bool asks_none;		       /* its Python files contain the text 'None' */
};
/* NULL: nothing there reads a plain config, or a config loader of rules/code.yaml is used, or the project is too
 * large. launch_scripts: NULL-terminated, or NULL. */
struct plain_project *plain_project_new(const struct script_know *know, const struct vfs *fs, struct sources *sources,
					const char *root, const char *const *launch_scripts);
/* The same for the configs that programs get from Hydra: its readers are decorators of functions, and calls that
 * compose. NULL: it has none, or is too large. */
struct plain_project *plain_project_composed(const struct vfs *fs, struct sources *sources, const char *root);
void plain_project_free(struct plain_project *p);		  /* NULL: nothing */
bool plain_says(struct plain_project *p, const struct str *word); /* some Python file of the project contains it */
#endif

// SPDX-License-Identifier: MIT
/* Where a project's Python code starts Hydra: `@hydra.main(config_path=..., config_name=...)`, `initialize(...)` with
 * `compose(config_name=...)`; and what it stores in Hydra's ConfigStore. Found by the syntax of all Python files that
 * mention Hydra; nothing is evaluated but constants. */
#ifndef HYDRA_HYDRA_ENTRY_H
#define HYDRA_HYDRA_ENTRY_H
#include "hydra/hydra_search.h"

struct hydra_entry {
	const char *script; /* absolute */
	const char *folder; /* of the configs, absolute; NULL: none, or not known */
	const char *name;   /* of the primary config, without its folder; NULL: none, or not known */
	unsigned base;	    /* version_base: see struct hydra_composer */
	bool main;	    /* @hydra.main; false: initialize and compose */
	bool unclear;	    /* an argument is not known */
	bool parses_rest;   /* the script changes sys.argv, or parses arguments itself */
	uint32_t line;	    /* from 1 */
};
enum { HYDRA_CODE_MAX = 3000 };
struct hydra_project {
	const char *root;
	const struct hydra_entry *entry;
	uint32_t nentries;
	const struct hydra_stored *stored;
	uint32_t nstored;
	const char *const *code; /* its Python files, the first HYDRA_CODE_MAX */
	uint32_t ncode;
	bool instantiates; /* some file calls instantiate() */
	bool by_hand;	   /* some file reads `_target_` itself, by get_class() or its name */
	bool open;	   /* configs may come from elsewhere: a plugin, a library, a store that is not followed */
};
/* Of all Python files below root; computed once in a run. It lives as long as fs. */
const struct hydra_project *hydra_project_of(const struct vfs *fs, const char *root);
/* Whether a Python file of the project has the word in quotes, or there are too many files to tell. */
bool hydra_code_quotes(struct arena *a, const struct vfs *fs, const struct hydra_project *p, const char *word);
/* The project's folder of a file: the nearest one with a mark, else the folder that holds all. Lives in a. */
const char *hydra_root(struct arena *a, const struct vfs *fs, const char *path);
/* The search path of an entry: its folder, and those that the primary config adds (hydra.searchpath). */
void hydra_search_of(struct hydra_files *files, const struct hydra_project *p, const struct hydra_entry *e,
		     struct hydra_search *out);
#endif

// SPDX-License-Identifier: MIT
/* The search path of one Hydra program: folders of configs, and what its code stores in Hydra's ConfigStore. A config
 * is found by its path, "model/resnet" (hydra/_internal/config_repository.py). */
#ifndef HYDRA_HYDRA_SEARCH_H
#define HYDRA_HYDRA_SEARCH_H
#include "base/map.h"
#include "base/vec.h"
#include "hydra/hydra_file.h"

enum { HYDRA_FOLDERS_MAX = 8, HYDRA_FILES_MAX = 4000 /* of one run of a kind that are read */ };
struct hydra_stored {	   /* ConfigStore.store(group=..., name=...) */
	const char *group; /* "": none */
	const char *name;
	const char *script; /* absolute */
	const char *node;   /* name of its class; NULL: it is something else */
};
struct hydra_files { /* files that are read, each once: shared by several search paths */
	struct arena *a;
	const struct vfs *fs;
	struct sources *sources;
	struct map by_path; /* interned path -> struct hydra_file */
};
/* NULL: there is no such file. */
const struct hydra_file *hydra_files_get(struct hydra_files *all, const char *path);
struct hydra_search {
	struct arena *a;
	const struct vfs *fs;
	struct hydra_files *files;
	const char *folder[HYDRA_FOLDERS_MAX]; /* absolute */
	uint32_t nfolders;
	bool open;	  /* there may be other folders or stored configs */
	const char *root; /* of the project */
	const struct hydra_stored *stored;
	uint32_t nstored;
	bool yml;   /* .yml counts, too: version_base is below 1.2 */
	bool spent; /* HYDRA_FILES_MAX is reached */
};
enum hydra_there { HYDRA_ABSENT, HYDRA_FILE, HYDRA_STORED /* its content is not known */, HYDRA_MAYBE };
/* *file is set for HYDRA_FILE, also for a stored dataclass that is followed (file->schema). */
enum hydra_there hydra_find(struct hydra_search *s, const char *config, const struct hydra_file **file);
enum hydra_there hydra_group(const struct hydra_search *s, const char *group); /* of a folder: HYDRA_FILE */
bool hydra_is_folder(const struct vfs *fs, const char *path);		       /* it has files */
/* Hydra's own groups and configs, such as hydra/launcher. */
bool hydra_is_own(const char *path);
VEC(hydra_names, const char *);
/* Opens the search path where its primary config extends it (hydra.searchpath). */
void hydra_search_primary(struct hydra_search *s, const char *config);
/* The options of a group, sorted by folder; release with vec_release. */
void hydra_options(struct hydra_search *s, const char *group, struct hydra_names *out);
/* The most similar option; NULL: none. */
const char *hydra_near_option(struct hydra_search *s, const char *group, const char *name);
#endif

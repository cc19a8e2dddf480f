// SPDX-License-Identifier: MIT
/* What loader.c (which loader reads a file) and home.c (whose code a config is) share: folders and what they say, each
 * looked at once. Under the finder's lock. */
#ifndef CONFIG_LOADER_PRIV_H
#define CONFIG_LOADER_PRIV_H
#include "base/vec.h"
#include "config/loader.h"
#include "project/signs.h"
#include <pthread.h>

struct folder { /* what a folder says about the files below it */
	const char *dir;
	const struct str *name;	 /* dir */
	struct folder *up;	 /* the folder around it; NULL: not looked up yet, or there is none */
	const char *project;	 /* project_root of files in it; NULL: not looked up yet */
	struct folder *home;	 /* project_home of files in it; NULL: not looked up yet */
	const char *const *lent; /* project_lent of files whose home it is; NULL: not looked up yet */
	const char *script;	 /* the training script that makes it a project; NULL: it has none */
	const char *real;	 /* its path with links followed; NULL: not looked up yet, or not on disk */
	bool is_root;		 /* of a repository, or so the user says */
	bool is_package;	 /* something is installed from here */
	bool own_loader;	 /* the script reads configs with something other than Config.fromfile */
	enum loader loader;
	const char *why;
	struct version *version; /* of packages in it, as they were asked for */
	struct mention *mention; /* likewise, in its scripts */
};
struct version {
	const char *package, *text;
	struct version *next;
};
struct mention {
	const char *by, *word;
	bool found;
	struct mention *next;
};
struct votes { /* for either world, by one file or, where it is silent, its bases */
	const char *path;
	int mmengine, mmcv1;
};
struct loader_finder {
	pthread_mutex_t lock;
	const struct vfs *fs;
	struct arena arena;
	struct folder **folder; /* open addressing by name */
	uint32_t nfolders, folders_cap;
	VEC(ballots, struct votes) ballots; /* open addressing over path; n used, cap slots */
	const char **mmengine, **mmcv1;
	uint32_t nmmengine, nmmcv1;
	const char *cwd;
	struct project_signs signs;
};

bool finder_has_file(struct loader_finder *f, const char *dir, const char *name);
struct folder *folder_get(struct loader_finder *f, const struct str *name);
struct folder *folder_of(struct loader_finder *f, const char *path); /* that the file lies in */
struct folder *folder_up(struct loader_finder *f, struct folder *d); /* around it; NULL: it is the last one */
#endif

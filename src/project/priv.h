// SPDX-License-Identifier: MIT
/* A folder and the cached facts about it. The caller of everything here must hold the lock. */
#ifndef PROJECT_PRIV_H
#define PROJECT_PRIV_H
#include "base/map.h"
#include "project/folders.h"
#include "project/signs.h"
#include "project/version_bounds.h"
#include <pthread.h>

struct package_text {
	const char *package, *version;
	struct package_text *next;
};
struct mention {
	const char *by, *word;
	bool found;
	struct mention *next;
};
struct required {
	const struct str *package;
	const char *version; /* the lowest; NULL: none is stated */
	struct required *next;
};
struct folder {
	const char *dir;
	const struct str *name; /* dir */
	uint32_t number;
	bool is_root;	 /* of a repository */
	bool is_package; /* it has a setup.py or similar: something is installed from here */
	bool is_marked;	 /* a root if there is no repository around it */
	bool has_settings;
	bool own_loader;    /* the script reads configs with something other than Config.fromfile */
	bool framework;	    /* it reads them with a framework's Config.fromfile */
	const char *script; /* the training script that makes it a project; NULL: none */
	/* Computed on demand; NULL: not yet. */
	struct folder *up;	   /* parent folder; NULL also if there is none */
	const char *root;	   /* project_root of files in it */
	struct folder *home;	   /* project_home of files in it */
	const char *const *lent;   /* project_lent of files with this home */
	const char *real;	   /* its path with links resolved; NULL also if it isn't on disk */
	struct package_text *text; /* cache of texts of packages in it */
	struct mention *mention;   /* cache of words searched in its scripts */
	struct required *required; /* cache of versions that files around it require */
};
struct folders {
	pthread_mutex_t lock;
	const struct vfs *fs;
	struct arena arena;
	struct folder **slot; /* open addressing by name */
	uint32_t n, nslots;
	const char *cwd;
	struct project_signs signs;
	const struct required_package *package; /* whose versions files require; NULL: not loaded yet */
	uint32_t npackages;
	struct map bounds; /* cache of project/version_bounds.h */
};

/* folders.c */
struct folder *folder_get(struct folders *f, const struct str *name);
struct folder *folder_of(struct folders *f, const char *path); /* the folder that contains the file */
struct folder *folder_up(struct folders *f, struct folder *d); /* parent folder; NULL: none */
bool folder_has(struct folders *f, const char *dir, const char *file);

/* root.c: NULL: neither it nor a folder above is a root */
const char *root_of(struct folders *f, struct folder *d);
/* home.c */
struct folder *home_of(struct folders *f, const char *path, const char *root);
const char *const *lent_to(struct folders *f, struct folder *home, const char *root);
#endif

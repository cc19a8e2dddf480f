// SPDX-License-Identifier: MIT
/* A folder and what was found out about it so far. Everything here is for who holds the lock. */
#ifndef PROJECT_PRIV_H
#define PROJECT_PRIV_H
#include "project/folders.h"
#include "project/signs.h"
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
struct folder {
	const char *dir;
	const struct str *name; /* dir */
	uint32_t number;
	bool is_root;	 /* of a repository */
	bool is_package; /* something is installed from here */
	bool is_marked;	 /* a root where there is no repository around it */
	bool has_settings;
	bool own_loader;    /* the script reads configs with something other than Config.fromfile */
	bool framework;	    /* it reads them with a framework's Config.fromfile */
	const char *script; /* the training script that makes it a project; NULL: it has none */
	/* Not asked yet: NULL. */
	struct folder *up;	   /* the folder around it; NULL too where there is none */
	const char *root;	   /* project_root of files in it */
	struct folder *home;	   /* project_home of files in it */
	const char *const *lent;   /* project_lent of files whose home it is */
	const char *real;	   /* its path with links followed; NULL too where it isn't on disk */
	struct package_text *text; /* of packages in it, as they were asked for */
	struct mention *mention;   /* likewise, in its scripts */
};
struct folders {
	pthread_mutex_t lock;
	const struct vfs *fs;
	struct arena arena;
	struct folder **slot; /* open addressing by name */
	uint32_t n, nslots;
	const char *cwd;
	struct project_signs signs;
};

/* folders.c */
struct folder *folder_get(struct folders *f, const struct str *name);
struct folder *folder_of(struct folders *f, const char *path); /* that the file lies in */
struct folder *folder_up(struct folders *f, struct folder *d); /* around it; NULL: it is the last one */
bool folder_has(struct folders *f, const char *dir, const char *file);

/* root.c: NULL: no folder on the way up is one */
const char *root_of(struct folders *f, struct folder *d);
/* home.c */
struct folder *home_of(struct folders *f, const char *path, const char *root);
const char *const *lent_to(struct folders *f, struct folder *home, const char *root);
#endif

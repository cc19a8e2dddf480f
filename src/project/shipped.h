// SPDX-License-Identifier: MIT
/* Configs that are a framework's own: texts that its repository has had, and of each file the entries (rules/shipped/,
 * made by tools/framework-configs.py). A fork has hundreds of them beside the few that it trains with. */
#ifndef PROJECT_SHIPPED_H
#define PROJECT_SHIPPED_H
#include "project/entries.h"
#include "text/vfs.h"
#include <stdint.h>

enum { SHIPPED_MAX = 64 /* tables */ };
struct shipped {
	struct shipped_table {
		const char *name; /* "mmdetection" */
		const char *row;  /* sorted; all of one width */
		size_t n;
		const char *entry; /* all of one width */
		size_t nentries;
		const char *files, *end; /* lines, sorted */
	} at[SHIPPED_MAX];
	uint32_t n;
};
/* dir: a folder of rules; NULL: those of the program, which are there at no cost. What it reads is a's. */
void shipped_load(struct shipped *s, struct arena *a, const struct vfs *fs, const char *dir);
/* Whose text this is, layout and comments aside; NULL: nobody's. */
const char *shipped_by(const struct shipped *s, const char *bytes, size_t n);
/* Whether a framework has had a file of that name in a folder of that name. */
bool shipped_names(const struct shipped *s, const char *path);
/* Whether the names of that framework's files are known at all. */
bool shipped_has_names(const struct shipped *s, const char *by);
/* The clone of a framework that the file is meant to lie in: a framework has had such a file, and a folder around it,
 * below top, is named like that framework ("mmdet", "mmdetection-2.25"). On a; NULL: none. */
struct shipped_clone {
	const char *name, *folder;
};
const struct shipped_clone *shipped_folder(const struct shipped *s, struct arena *a, const char *path, const char *top);
enum { LACKING_MAX = 32 };
struct lacking {		   /* keys that all versions of a file have, and this text has not */
	uint16_t key[LACKING_MAX]; /* KEY_BITS, each once; the first of n */
	uint32_t n;
};
/* Which entries of a text of that name are the framework's that knows most of them: marks these; returns its name,
 * NULL: none. */
const char *shipped_compare(const struct shipped *s, const char *path, struct text_entries *e, struct lacking *lacks);
#endif

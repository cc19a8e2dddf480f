// SPDX-License-Identifier: MIT
/* Each Python file of a folder, on disk or, in a rule's test, in memory. */
#ifndef TEXT_PROGRAMS_H
#define TEXT_PROGRAMS_H
#include "text/vfs.h"

struct programs {
	const struct vfs *fs;
	const char *folder;
	size_t budget;						    /* entries of folders that are looked at */
	bool notebooks;						    /* .ipynb, too */
	bool ignore_files;					    /* honour .gitignore and .ignore files */
	bool (*excluded)(void *ctx, const char *path, bool is_dir); /* may be NULL */
	void (*see)(void *ctx, const char *path);
	void *ctx;
};
/* false: the budget is spent, or something can't be read: there may be more. */
bool programs_each(const struct programs *p);
#endif

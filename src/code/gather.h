// SPDX-License-Identifier: MIT
/* Which files are training code. */
#ifndef CODE_GATHER_H
#define CODE_GATHER_H
#include "base/vec.h"
#include "pymodel/pyfile.h"

struct knowledge;
struct map;
struct files_left {		    /* what the walk skipped; texts are the model's. Release nested. */
	const char *types_open;	    /* why types may be missing: "x is a project of its own"; NULL: none is */
	bool classes_open;	    /* the project's own classes may be among them */
	VEC(, const char *) nested; /* folders of projects inside this one */
};
/* Adds the files to the model without reading them; false: there are none, or too many (*why). plain: includes
 * folders that hold the code of plain configs. more: packages beside the project, NULL-terminated; or NULL. notebooks:
 * interned paths, of which those are added that lie where Python files count; or NULL. */
bool files_gather(struct pymodel *m, const struct knowledge *know, bool plain, const char *const *more,
		  const struct map *notebooks, struct files_left *left, const char **why);
/* An identity of this program, from its file: another version or another build differs. false: it is unknown. */
enum { PROGRAM_ROOM = 256 };
bool files_program(char *out, size_t size);
/* What answers depend on, as a line for store_open: size, times and inode of every file and of this program, and
 * what was found while the files were listed (open: files_left.types_open). false: a file is so new that another
 * change to it might not be visible. */
bool files_stamp(const struct pymodel *m, const char *open, char *out, size_t size);
#endif

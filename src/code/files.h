// SPDX-License-Identifier: MIT
/* Which files are training code, their texts and syntax trees. */
#ifndef CODE_FILES_H
#define CODE_FILES_H
#include "code/code.h"
#include "base/map.h"
#include "python/syntax/parse.h"
#include "text/source.h"
#include <sys/stat.h>

struct index;
struct cfile {
	struct index *of;
	const char *path, *rel;	  /* rel: below the project or the folder that was given beside it */
	struct stat st;		  /* before it was read; zero in sealed tests */
	const struct source *src; /* NULL: not read yet */
	struct source unread;	  /* its path alone, for places in it until somebody looks at them */
	struct parsed tree;
	const struct str *dotted; /* "mmseg.apis.train" */
	bool package;		  /* __init__.py */
	bool broken;		  /* can't be read or parsed: whatever it defines is not known */
	bool script;		  /* runs itself: `if __name__ == '__main__'`, in no package */
	bool trains;		  /* "train" is in its name */
	bool apart;		  /* training imports it only where a config says so: code/apart.h */
	struct fn *top;		  /* its top level */
	struct map alias;	  /* name that a statement at its top binds -> struct name_alias */
	const struct str **star;  /* modules of `from m import *` */
	uint32_t nstars;
	struct cfile **through; /* files whose names these hand on, each once, in the order in which a name is sought */
	uint32_t nthrough;
	bool through_more; /* there are more of them than are listed */
	uint32_t seen_for; /* while they are listed: of which file it was the last of */
	struct map flag;   /* of a script: attribute of its parsed arguments -> struct str *: "--work-dir" */
};
/* The list of files, nothing read; false: none, or too many (*why). */
bool files_gather(struct index *c, const char *const *more, const char **why);
/* That file alone, with its folder as the project. */
void files_alone(struct index *c, const char *path);
/* Which program this is, by its file: one of another version, or built anew, is another. false: it can't be told. */
enum { PROGRAM_ROOM = 256 };
bool files_program(char *out, size_t size);
/* What answers depend on, as a line for store_open: size, times and inode of every file and of this program, and what
 * the list of files itself told. false: a file is so new that another change of it might not show. */
bool files_stamp(const struct index *c, char *out, size_t size);
void files_parse(struct index *c); /* in parallel */
/* The place in the file's text, read if it is not yet; nowhere: it is of no file of the list, or behind its end. Not
 * thread-safe, and neither is the other one. */
struct code_place files_place(struct index *c, struct code_place p);
void files_read(struct index *c);					   /* the texts of all */
struct code_place file_place(const struct cfile *f, const struct node *n); /* n NULL: the file's start */
#endif

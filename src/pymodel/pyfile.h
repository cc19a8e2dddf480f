// SPDX-License-Identifier: MIT
/* One Python file: its text, its syntax tree, what it imports, and the place in a text. */
#ifndef PYMODEL_PYFILE_H
#define PYMODEL_PYFILE_H
#include "base/map.h"
#include "base/vec.h"
#include "python/syntax/parse.h"
#include "text/source.h"
#include <sys/stat.h>

struct pymodel;
struct code_place { /* file NULL: nowhere */
	const struct source *file;
	uint32_t lo, hi;
};
struct import {			  /* `import module`, `from module import name`, wherever it stands */
	const struct str *module; /* absolute, dotted */
	const struct str *name;	  /* "*" for all; NULL: the module itself */
	bool relative;		  /* `from .x import y` */
};
struct cfile {
	struct pymodel *of;
	const char *path, *rel;	  /* rel: below the project or the folder that was given beside it */
	struct stat st;		  /* before it was read; zero in sealed tests */
	const struct source *src; /* NULL: not read yet */
	struct source unread;	  /* its path alone, for places in it until somebody looks at them */
	struct parsed tree;
	const struct str *dotted; /* "mmseg.apis.train" */
	bool package;		  /* __init__.py */
	bool broken;		  /* can't be read or parsed: whatever it defines is not known */
	struct fn *top;		  /* its top level */
	struct map alias;	  /* name that a statement at its top binds -> struct name_alias */
	struct import *import;	  /* in their order */
	uint32_t nimports;
	bool stars;		/* `from m import *` is among them */
	struct cfile **through; /* files whose names these hand on, each once, in the order in which a name is sought */
	uint32_t nthrough;
	bool through_more; /* there are more of them than are listed */
	uint32_t seen_for; /* while they are listed: of which file it was the last of */
	/* of who asks about training, code/apart.h */
	bool script;	 /* runs itself: `if __name__ == '__main__'`, in no package */
	bool trains;	 /* "train" is in its name */
	bool apart;	 /* training imports it only where a config says so */
	struct map flag; /* of a script: attribute of its parsed arguments -> struct str *: "--work-dir" */
};
void pyfile_read(struct cfile *f);					   /* its text; once */
void pyfile_parse(struct cfile *f);					   /* reads it, too */
struct code_place file_place(const struct cfile *f, const struct node *n); /* n NULL: the file's start */
/* "mmseg/apis/train.py" -> mmseg.apis.train */
const struct str *pyfile_dotted_name(const char *rel, bool *package);
#endif

// SPDX-License-Identifier: MIT
/* One Python file: its text, its syntax tree, its imports, and places in a text. */
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
struct import {			  /* `import module`, `from module import name`, at any depth */
	const struct str *module; /* absolute, dotted */
	const struct str *name;	  /* "*" for all; NULL: the module itself */
	bool relative;		  /* `from .x import y` */
};
struct cfile {
	struct pymodel *of;
	const char *path, *rel;	  /* rel: relative to the project, or to the folder that was added besides it */
	struct stat st;		  /* taken before the file was read; zero in sealed tests */
	const struct source *src; /* NULL: not read yet */
	struct source unread;	  /* a source with its path only, for places in it until its text is needed */
	struct parsed tree;
	const struct str *dotted; /* "mmseg.apis.train" */
	bool package;		  /* __init__.py */
	bool broken;		  /* it can't be read or parsed: its definitions are unknown */
	bool gaps; /* a notebook of which cells are no Python: they are blank in its text; gap: where the first one begins */
	uint32_t gap;
	struct fn *top;		  /* the scope of its top level */
	struct map alias;	  /* name that a top-level statement binds -> struct name_alias */
	struct import *import;	  /* in source order */
	uint32_t nimports;
	bool stars;		/* `from m import *` is among them */
	struct cfile **through; /* files whose names it re-exports, each once, in lookup order */
	uint32_t nthrough;
	bool through_more; /* the list is truncated */
	uint32_t seen_for; /* while the list is built: the last file that reached it */
	/* for code/apart.h: */
	bool script;	 /* a program: `if __name__ == '__main__'`, in no package */
	bool trains;	 /* "train" is in its name */
	bool apart;	 /* training imports it only if a config says so */
	struct map flag; /* of a script: attribute of its parsed arguments -> struct str *: "--work-dir" */
};
void pyfile_read(struct cfile *f);					   /* reads its text; once */
void pyfile_parse(struct cfile *f);					   /* parses it, after reading it */
struct code_place file_place(const struct cfile *f, const struct node *n); /* n NULL: the start of the file */
bool pyfile_has_errors(const struct cfile *f, const struct parsed *t); /* that Python, or IPython, would report */
/* "mmseg/apis/train.py" -> mmseg.apis.train */
const struct str *pyfile_dotted_name(const char *rel, bool *package);
#endif

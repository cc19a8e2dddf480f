// SPDX-License-Identifier: MIT
/* Files that no training script imports, neither by itself nor through others: a folder of examples (`projects/x`) that
 * only configs which name it bring in. What stands in them says nothing about the training of other configs. */
#ifndef CODE_APART_H
#define CODE_APART_H
#include "pymodel/pyfile.h"

struct index;

/* Fills in `script`, `trains` and `apart` of each file. Packages count as a whole: a registry imports modules by names
 * that it puts together. Where there is no training script, or one of those files imports what no config key names,
 * none is apart. */
void files_apart(struct index *c);
/* A file of another folder at the top, of those that take part in training, imports something of f's folder there, or
 * that can't be told. */
bool file_imported_outside(const struct index *c, const struct cfile *f);
#endif

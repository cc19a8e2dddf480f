// SPDX-License-Identifier: MIT
/* Who imports a file of the project, by the import statements of all of its files. Not found: code that imports by
 * names which it puts together. */
#ifndef CODE_IMPORTED_H
#define CODE_IMPORTED_H
#include "code/names.h"

/* Some file does, or it runs itself; or that can't be told. */
bool file_imported(struct index *c, const struct cfile *f);
/* A file of another folder at the top, of those that take part in training, imports something of f's folder there. */
bool file_imported_outside(const struct index *c, const struct cfile *f);
#endif

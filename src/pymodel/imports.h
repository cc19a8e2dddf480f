// SPDX-License-Identifier: MIT
/* Which files of the project others import, by the import statements of all of them. Not found: code that imports by
 * names which it puts together. */
#ifndef PYMODEL_IMPORTS_H
#define PYMODEL_IMPORTS_H
#include "pymodel/pyfile.h"

/* Some file imports it, or that can't be told. */
bool file_imported(struct pymodel *m, const struct cfile *f);
#endif

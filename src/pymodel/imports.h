// SPDX-License-Identifier: MIT
/* Which files of the project are imported, according to the import statements of all files. Imports of computed
 * names are not found. */
#ifndef PYMODEL_IMPORTS_H
#define PYMODEL_IMPORTS_H
#include "pymodel/pyfile.h"

/* Some file imports it, or that is unknown. */
bool file_imported(struct pymodel *m, const struct cfile *f);
#endif

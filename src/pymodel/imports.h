// SPDX-License-Identifier: MIT
/* Which files of the project are imported, according to the import statements of all files. Imports of computed
 * names are not found. */
#ifndef PYMODEL_IMPORTS_H
#define PYMODEL_IMPORTS_H
#include "pymodel/pyfile.h"

/* Some file imports it, or that is unknown. */
bool file_imported(struct pymodel *m, const struct cfile *f);
/* Some __init__.py in f's folder, or in one around it, imports a module of its package that is absent from the model:
 * generated, ignored by git or forgotten. What it would import is unknown. */
bool file_beside_absent(const struct pymodel *m, const struct cfile *f);
#endif

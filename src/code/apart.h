// SPDX-License-Identifier: MIT
/* Files that no training script imports, directly or through other files: a folder of examples (`projects/x`) that
 * only configs which name it import. Their content says nothing about the training of other configs. */
#ifndef CODE_APART_H
#define CODE_APART_H
#include "pymodel/pyfile.h"

struct index;

/* Fills in `script`, `trains` and `apart` of each file. A package counts as a whole, because a registry imports
 * modules by computed names. No file is apart if there is no training script, or if a training file imports a module
 * whose name is computed and is not a config key. */
void files_apart(struct index *c);
/* True if a file that takes part in training and lies in another top-level folder imports something from f's
 * top-level folder there, or if this can't be determined. */
bool file_imported_outside(const struct index *c, const struct cfile *f);
#endif

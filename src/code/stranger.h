// SPDX-License-Identifier: MIT
/* Packages outside the project that its code imports and that may read the runner's config wherever it is stored. */
#ifndef CODE_STRANGER_H
#define CODE_STRANGER_H
#include "pymodel/pyfile.h"

struct index;
void stranger_note(struct index *c, const struct cfile *f); /* those that this file imports */
void stranger_open(struct index *c); /* what the config of training holds is open to them, once that is followed */
#endif

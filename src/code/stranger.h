// SPDX-License-Identifier: MIT
/* Packages outside the project that its code imports and that may read the runner's config, wherever it is stored. */
#ifndef CODE_STRANGER_H
#define CODE_STRANGER_H
#include "pymodel/pyfile.h"

struct index;
void stranger_note(struct index *c, const struct cfile *f); /* notes those that this file imports */
void stranger_open(struct index *c); /* after flow analysis: opens to them the config places that are stored */
#endif

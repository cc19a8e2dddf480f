// SPDX-License-Identifier: MIT
/* Key paths in messages. Private to fix/. */
#ifndef FIX_WORDS_H
#define FIX_WORDS_H
#include "python/value/keypath.h"

const char *path_text(struct arena *a, struct keypath p);
#endif

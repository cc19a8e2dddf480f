// SPDX-License-Identifier: MIT
/* Files once edits are made, and what loads worse from them than before. */
#ifndef FIX_PROOF_AFTER_H
#define FIX_PROOF_AFTER_H
#include "fix/proof/verify.h"

/* Over vfs, with the edits of all in files of the sources; the caller frees it. */
struct vfs *after_overlay(const struct vfs *vfs, const struct sources *sources, const struct attempt_set *all);
/* Why the result loads worse; NULL: it doesn't. */
const char *after_state(struct arena *a, const struct module *before, const struct module *after);
/* What is wrong with it that wasn't; NULL: nothing. */
const char *after_note(struct arena *a, const struct module *before, const struct module *after);
#endif

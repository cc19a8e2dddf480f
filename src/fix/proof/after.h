// SPDX-License-Identifier: MIT
/* Files after edits, and which of them load worse than before. */
#ifndef FIX_PROOF_AFTER_H
#define FIX_PROOF_AFTER_H
#include "fix/proof/verify.h"

/* Over vfs, with the edits of all in files of the sources; the caller frees it. */
struct vfs *after_overlay(const struct vfs *vfs, const struct sources *sources, const struct attempt_set *all);
/* Appends the file of s with the edits. Of a notebook the file is read through vfs; false: it is another one by now. */
bool after_edits(struct buf *out, const struct vfs *vfs, const struct source *s, const struct edits *own);
/* Why the result loads worse; NULL: it doesn't. */
const char *after_state(struct arena *a, const struct module *before, const struct module *after);
/* The new error of it; NULL: none. */
const char *after_note(struct arena *a, const struct module *before, const struct module *after);
#endif

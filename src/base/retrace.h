// SPDX-License-Identifier: MIT
/* Whether the disk would answer a run as it did: its trail, followed again. */
#ifndef BASE_RETRACE_H
#define BASE_RETRACE_H
#include "base/arena.h"
#include "base/vec.h"

struct trail;
struct changed { /* own texts (TRAIL_OWN in base/stamp.h) that are not what they were, as the trail names them */
	struct arena arena;
	VEC(, const char *) path;
};
/* bytes: of trail_write (base/trail.h). Whatever else they are: false. True also where files of c have changed, and
 * nothing else. into (may be NULL): empty; gets all that holds. */
bool retrace(const char *bytes, size_t n, struct changed *c, struct trail *into);
void changed_release(struct changed *c);
#endif

// SPDX-License-Identifier: MIT
/* Whether a script's syntax and its tree (script/script_tree.h) differ in what was promised, and in nothing else. */
#ifndef FIX_SCRIPT_SCRIPT_CHANGED_H
#define FIX_SCRIPT_SCRIPT_CHANGED_H
#include "fix/proof/attempt.h"

/* `after` is s with the edits of all made, those of other scripts too. Places move with the edits. What has a promised
 * name may have it wherever the tree tells of it: an object of a renamed class, its methods. NULL: fine, else why not.
 */
judge_changed script_changed;
#endif

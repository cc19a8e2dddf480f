// SPDX-License-Identifier: MIT
/* Whether a script's syntax and its tree (script/script_tree.h) differ in the promised parts, and in nothing else. */
#ifndef FIX_SCRIPT_SCRIPT_CHANGED_H
#define FIX_SCRIPT_SCRIPT_CHANGED_H
#include "fix/proof/attempt.h"

/* `after` is s with all edits applied, those of other scripts too. Places move with the edits. A promised name may
 * appear everywhere in the tree: in objects of a renamed class, in its methods. NULL: verified, else the reason.
 */
judge_changed script_changed;
#endif

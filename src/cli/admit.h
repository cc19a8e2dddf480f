// SPDX-License-Identifier: MIT
/* What a run may touch: behind the fence of its file system (text/vfs.h) are the projects of what the user named, and
 * the folders that --allow or the user's own settings name. Somebody else's project may hold a link to what isn't its
 * own to show, or to have changed: naming that link is not naming where it leads. */
#ifndef CLI_ADMIT_H
#define CLI_ADMIT_H
#include "cli/session.h"

/* A file or folder that the user named, or a link that a walk found: its project is allowed from now on. false: a link
 * on the way to it leads out of the project that the link lies in. Asked before anything of it is read, its settings
 * too. path: absolute; it need not exist. */
bool admitted(struct session *s, const char *path);
bool admit(struct session *s, const char *path); /* the same; false: told */
#endif

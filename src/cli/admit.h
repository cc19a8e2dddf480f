// SPDX-License-Identifier: MIT
/* What a run may touch: the projects of the named paths, and the folders of --allow and of the user's own settings. The
 * file system (text/vfs.h) refuses all else. A project of another author may hold a link that leads out of it: if the
 * user names that link, the target of the link is not allowed by that. */
#ifndef CLI_ADMIT_H
#define CLI_ADMIT_H
#include "cli/session.h"

/* Allows the project of a file or folder that the user named, or of a link that a walk found. false: a link on the path
 * leads out of the project that holds the link. Call it before anything of the path is read, settings included. path:
 * absolute; it need not exist. */
bool admitted(struct session *s, const char *path);
bool admit(struct session *s, const char *path); /* the same; false: reported */
#endif

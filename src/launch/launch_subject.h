// SPDX-License-Identifier: MIT
/* Launch scripts as what rules are asked about: `on: launch`. */
#ifndef LAUNCH_LAUNCH_SUBJECT_H
#define LAUNCH_LAUNCH_SUBJECT_H
#include "launch/launch.h"
#include "subject/subject.h"

extern const struct subject_kind launch_kind;
/* What comments of a launch script speak for, without asking rules about it: kind, src, comment and of alone. */
struct subject *launch_speaks(struct arena *a, const struct vfs *fs, const struct source *src);
const struct launched *launch_subject(const struct subject *s); /* of one that is good */
#endif

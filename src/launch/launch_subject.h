// SPDX-License-Identifier: MIT
/* Launch scripts as subjects of rules: `on: launch`. */
#ifndef LAUNCH_LAUNCH_SUBJECT_H
#define LAUNCH_LAUNCH_SUBJECT_H
#include "launch/launch.h"
#include "subject/subject.h"

extern const struct subject_kind launch_kind;
/* A subject for the comments of a launch script, without rules: only kind, src, comment and of are set. */
struct subject *launch_speaks(struct arena *a, const struct vfs *fs, const struct source *src);
const struct launched *launch_subject(const struct subject *s); /* s must be good */
#endif

// SPDX-License-Identifier: MIT
/* Launch scripts as what rules are asked about: `on: launch`. */
#ifndef LAUNCH_SUBJECT_H
#define LAUNCH_SUBJECT_H
#include "subject/subject.h"

extern const struct subject_kind launch_kind;
#endif

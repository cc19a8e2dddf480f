// SPDX-License-Identifier: MIT
#ifndef PLAIN_HYDRA_SUBJECT_H
#define PLAIN_HYDRA_SUBJECT_H
#include "subject/subject.h"

/* The configs of Hydra programs: primary configs and the options of their groups. */
extern const struct subject_kind hydra_kind;
#endif

// SPDX-License-Identifier: MIT
/* A YAML or JSON file that scripts of its project read themselves, as a subject of rules (`on: plain`). */
#ifndef PLAIN_PLAIN_SUBJECT_H
#define PLAIN_PLAIN_SUBJECT_H
#include "subject/subject.h"

extern const struct subject_kind plain_kind;
#endif

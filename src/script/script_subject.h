// SPDX-License-Identifier: MIT
/* A Python script as what rules are asked about (`on: script`): a file that trains with torch, judged with what the
 * project's other files say of its names. */
#ifndef SCRIPT_SCRIPT_SUBJECT_H
#define SCRIPT_SCRIPT_SUBJECT_H
#include "subject/subject.h"

struct cfile;
struct script_project;

extern const struct subject_kind script_kind;

/* What a script of that kind lies in. Its answers are kept: one thread at a time. */
struct script_project *script_subject_project(const struct subject *s);
const struct cfile *script_subject_file(const struct subject *s);
#endif

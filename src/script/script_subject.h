// SPDX-License-Identifier: MIT
/* A Python script as a subject of rules (`on: script`): a file that trains with torch, analysed together with the
 * project's other files. */
#ifndef SCRIPT_SCRIPT_SUBJECT_H
#define SCRIPT_SCRIPT_SUBJECT_H
#include "subject/subject.h"

struct cfile;
struct script_project;

extern const struct subject_kind script_kind;

/* The project of a script of that kind. It caches answers: one thread at a time. */
struct script_project *script_subject_project(const struct subject *s);
const struct cfile *script_subject_file(const struct subject *s);
#endif

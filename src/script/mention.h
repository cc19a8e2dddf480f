// SPDX-License-Identifier: MIT
/* Whether a project's files have certain words: its Python files, and in its folders down to the second those that
 * start programs (shell scripts, Dockerfiles, YAML, Makefiles). */
#ifndef SCRIPT_MENTION_H
#define SCRIPT_MENTION_H
#include "script/script_project.h"

/* Dict: each word that rules ask of (rules/script.yaml: words) -> bool. */
struct value script_mentions(struct arena *a, struct script_project *p);
#endif

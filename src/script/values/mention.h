// SPDX-License-Identifier: MIT
/* Whether the programs that a script is part of contain certain words: their Python files and, in the project's
 * folders down to the second level, files that start programs (shell scripts, Dockerfiles, YAML, Makefiles). */
#ifndef SCRIPT_VALUES_MENTION_H
#define SCRIPT_VALUES_MENTION_H
#include "script/values/script_project.h"

/* Dict: each word that rules query (rules/script.yaml: words) -> bool. */
struct value script_mentions(struct arena *a, struct script_project *p, const struct cfile *f);
/* List of those words that the file itself has. */
struct value script_words(struct arena *a, struct script_project *p, const struct cfile *f);
#endif

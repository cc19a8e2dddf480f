// SPDX-License-Identifier: MIT
/* The files of the programs that a script is part of, by the imports of a project's files. */
#ifndef SCRIPT_VALUES_PROGRAM_FILES_H
#define SCRIPT_VALUES_PROGRAM_FILES_H
#include "script/values/script_project.h"

VEC(program_files, struct cfile *);
/* The script, what imports it, directly or not, and all that these import; every file of the project if one of them
 * imports modules by computed names or can't be parsed. Valid until the next call. */
const struct program_files *program_files_of(struct script_project *p, const struct cfile *f);
void program_files_release(struct script_project *p); /* for script_project_free */
#endif

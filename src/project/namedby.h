// SPDX-License-Identifier: MIT
/* Data files that a call in the project's Python files names by folder and name: `@hydra.main(config_path="conf",
 * config_name="a")` names conf/a.yaml, and all files below conf belong to it. The list of such calls is data
 * (rules/foreign.yaml, `calls`). */
#ifndef PROJECT_NAMEDBY_H
#define PROJECT_NAMEDBY_H
#include "spec/read.h"
#include "text/vfs.h"

/* calls: the row's map {in, folders, files, folder, file}; home: the folder whose Python files are searched. */
bool named_by_call(const struct vfs *fs, const struct ynode *calls, const char *home, const char *path);
#endif

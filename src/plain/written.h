// SPDX-License-Identifier: MIT
/* Files that scripts of the project write: results and data, which are not edited to change a training. */
#ifndef PLAIN_WRITTEN_H
#define PLAIN_WRITTEN_H
#include "plain/plain_project.h"
#include "launch/starts.h"

/* Fills p->written: `open(path, 'w')`, `path.open('w')`, `path.write_text(...)` with a path that plain_paths finds. */
void plain_written_find(struct plain_project *p, const struct starts *launched);
bool plain_is_written(const struct plain_project *p, const char *path);
#endif

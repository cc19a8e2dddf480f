// SPDX-License-Identifier: MIT
/* The text of a launch script; of a notebook, that of its commands (`!torchrun train.py`, `%%bash` cells). */
#ifndef LAUNCH_LAUNCH_SOURCE_H
#define LAUNCH_LAUNCH_SOURCE_H
#include "text/source.h"
#include "text/vfs.h"

/* Becomes a source of all. NULL: e says why it can't be read. */
const struct source *launch_source(const struct vfs *fs, struct sources *all, const char *path, struct err *e);
/* The shell that its first line asks for, `bash` of `#!/usr/bin/env bash`; `notebook`: it is one; NULL: none. */
const char *launch_shell(struct arena *a, const struct source *src);
#endif

// SPDX-License-Identifier: MIT
/* A plain config as values that rules ask (docs/writing-rules.md, "Rules about plain configs"): which of its keys code
 * reads, and what it takes there. */
#ifndef PLAIN_KEYS_H
#define PLAIN_KEYS_H
#include "plain/plain_project.h"

bool plain_named(struct arena *a, struct plain_project *p, const char *path); /* some call reads it by that path */
/* Whether the project reads the file, as far as its path and its keys tell; the tree, if it does. config: what the file
 * holds. */
bool plain_keys(struct arena *a, struct plain_project *p, const char *path, struct value config, struct value *out);
#endif

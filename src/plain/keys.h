// SPDX-License-Identifier: MIT
/* A plain config as values for rules (docs/writing-rules.md, "Rules about plain configs"): which of its keys code
 * reads, and which values it accepts there. */
#ifndef PLAIN_KEYS_H
#define PLAIN_KEYS_H
#include "plain/plain_project.h"

bool plain_named(struct arena *a, struct plain_project *p, const char *path); /* some call reads it by that path */
/* Whether the project reads the file, according to its path and its keys; out is the tree, if it does. config: the
 * file's content. */
bool plain_keys(struct arena *a, struct plain_project *p, const char *path, struct value config, struct value *out);
/* The same for a config that a library composes: which of its keys do the readers i of p read, n of them. `named` has
 * the texts of all interpolations that may name a key. */
void plain_keys_composed(struct arena *a, struct plain_project *p, const uint32_t *reader, uint32_t n,
			 struct value config, const char *named, struct value *out);
#endif

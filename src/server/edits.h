// SPDX-License-Identifier: MIT
/* Changed files as the protocol's edits. */
#ifndef SERVER_EDITS_H
#define SERVER_EDITS_H
#include "server/server.h"

/* A WorkspaceEdit is built file by file: edits_begin, edits_file ..., edits_end. */
json_t *edits_begin(void);
/* What makes `now` of `old` in that file, place by place. An open document must hold `old`. */
void edits_file(struct server *s, json_t *edit, const char *path, const char *old, size_t nold, const char *now,
		size_t nnow);
#endif

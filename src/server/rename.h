// SPDX-License-Identifier: MIT
/* Renaming a key, or a variable, in all configs of its family: those that set it and those that inherit from them.
 * Verified like a fix: with the edits every effective config differs only by the new name, or nothing is renamed. */
#ifndef SERVER_RENAME_H
#define SERVER_RENAME_H
#include "server/handlers.h"

json_t *rename_prepare(struct server *s, const json_t *params, struct refusal *why); /* textDocument/prepareRename */
json_t *rename_all(struct server *s, const json_t *params, struct refusal *why);     /* textDocument/rename */
#endif

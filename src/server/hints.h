// SPDX-License-Identifier: MIT
/* Inlay hints: behind a value that overrides a base's what it replaces, and where the bases are named what matters of
 * the whole (learning rate, batch, length) when it is set elsewhere. */
#ifndef SERVER_HINTS_H
#define SERVER_HINTS_H
#include "server/handlers.h"

json_t *hints(struct server *s, const json_t *params, struct refusal *why); /* textDocument/inlayHint */
#endif

// SPDX-License-Identifier: MIT
/* Completion in configs: keys that the class or the training code takes, with defaults and what they are now; names of
 * classes; files that a base may be. */
#ifndef SERVER_COMPLETE_H
#define SERVER_COMPLETE_H
#include "server/handlers.h"

json_t *complete(struct server *s, const json_t *params, struct refusal *why); /* textDocument/completion */
#endif

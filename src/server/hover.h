// SPDX-License-Identifier: MIT
/* The effective value of a key of a config, the file that set it, the values that it replaced, and the training code
 * that reads it. */
#ifndef SERVER_HOVER_H
#define SERVER_HOVER_H
#include "server/handlers.h"
#include "server/cursor_spot.h"

json_t *hover(struct server *s, const json_t *params, struct refusal *why); /* textDocument/hover */
/* The training code of a config; NULL: none is known. */
const struct code *analysis_code(struct server *s, const struct module *m);
const struct dialect *analysis_dialect(struct server *s, const struct module *m); /* NULL: likewise */
#endif

// SPDX-License-Identifier: MIT
/* What a key or value of a config is worth in the end, who set it, what that replaced, and which training code reads
 * it. */
#ifndef SERVER_HOVER_H
#define SERVER_HOVER_H
#include "server/handlers.h"
#include "server/cursor_spot.h"

json_t *hover(struct server *s, const json_t *params, struct refusal *why); /* textDocument/hover */
/* The training code of a config; NULL: none is known. */
const struct code *analysis_code(struct server *s, const struct module *m);
const struct dialect *analysis_dialect(struct server *s, const struct module *m); /* NULL: likewise */
#endif

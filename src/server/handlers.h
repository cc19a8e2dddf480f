// SPDX-License-Identifier: MIT
/* What the server answers beyond documents and diagnostics: a request is a row of handlers.c and a function in a file
 * of this folder. */
#ifndef SERVER_HANDLERS_H
#define SERVER_HANDLERS_H
#include "server/server.h"

/* The result; the caller owns the reference. NULL: null, or *why is the reason why there is none. */
typedef json_t *handler(struct server *s, const json_t *params, struct refusal *why);
handler *handlers_find(const char *method); /* NULL: none */
json_t *handlers_capabilities(enum column_unit u);
#endif

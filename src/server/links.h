// SPDX-License-Identifier: MIT
/* From a place of a config to others: the bases that it names, the source of a key and the other files that set or read
 * it, the definition of a class. */
#ifndef SERVER_LINKS_H
#define SERVER_LINKS_H
#include "server/handlers.h"

json_t *links_bases(struct server *s, const json_t *params, struct refusal *why);      /* textDocument/documentLink */
json_t *links_definition(struct server *s, const json_t *params, struct refusal *why); /* textDocument/definition */
json_t *links_references(struct server *s, const json_t *params, struct refusal *why); /* textDocument/references */
#endif

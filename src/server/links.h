// SPDX-License-Identifier: MIT
/* From a place of a config to others: the bases that it names, where a key comes from and who else sets or reads it,
 * where a class is defined. */
#ifndef SERVER_LINKS_H
#define SERVER_LINKS_H
#include "server/handlers.h"

json_t *links_bases(struct server *s, const json_t *params, struct refusal *why);      /* textDocument/documentLink */
json_t *links_definition(struct server *s, const json_t *params, struct refusal *why); /* textDocument/definition */
json_t *links_references(struct server *s, const json_t *params, struct refusal *why); /* textDocument/references */
#endif

// SPDX-License-Identifier: MIT
/* workspace/executeCommand: the output of `cfglint` on the command line, for the documents as they are in the editor.
 * Each command returns a text; a client that can show documents needs nothing else. */
#ifndef SERVER_SERVER_COMMAND_H
#define SERVER_SERVER_COMMAND_H
#include "server/handlers.h"

json_t *command_run_request(struct server *s, const json_t *params, struct refusal *why);
void command_put_rule(struct buf *b, const struct rule *r); /* its page, as Markdown */
json_t *command_names(void);				    /* "cfglint.explain", ... */
#endif

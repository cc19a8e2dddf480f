// SPDX-License-Identifier: MIT
/* Code actions: a finding's fix, all fixes of a rule or of the document, a comment that silences a finding, its rule's
 * page. Edits are verified like those of --fix; if the client can resolve them when an action is chosen, they are
 * computed only then. */
#ifndef SERVER_ACTION_H
#define SERVER_ACTION_H
#include "server/handlers.h"

json_t *action_list(struct server *s, const json_t *params, struct refusal *why);    /* textDocument/codeAction */
json_t *action_resolve(struct server *s, const json_t *params, struct refusal *why); /* codeAction/resolve */
#endif

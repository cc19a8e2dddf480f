// SPDX-License-Identifier: MIT
/* The keys of a config as a tree, and what of it can be folded: of its text as it is, as far as it parses. Of Python
 * configs, of YAML and JSON files that training reads, and of .cfglint.yaml. */
#ifndef SERVER_OUTLINE_H
#define SERVER_OUTLINE_H
#include "server/handlers.h"

/* textDocument/documentSymbol: DocumentSymbol[]; null to clients that only take flat lists. */
json_t *outline_symbols(struct server *s, const json_t *params, struct refusal *why);
json_t *outline_folds(struct server *s, const json_t *params, struct refusal *why); /* textDocument/foldingRange */
#endif

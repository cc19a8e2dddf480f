// SPDX-License-Identifier: MIT
/* Completion and hover in .cfglint.yaml: its keys, rules and their options, words that a key takes. */
#ifndef SERVER_SERVER_SETTINGS_H
#define SERVER_SERVER_SETTINGS_H
#include "server/handlers.h"

json_t *settings_complete(struct server *s, struct document *d, const json_t *params, struct refusal *why);
json_t *settings_hover(struct server *s, struct document *d, const json_t *params, struct refusal *why);
#endif

// SPDX-License-Identifier: MIT
/* Completion and hover for sets of arguments of known trainers: names in calls of scripts, keys of YAML and JSON files,
 * with type, default, choices and the versions that take them. */
#ifndef SERVER_SERVER_ARGUMENTS_H
#define SERVER_SERVER_ARGUMENTS_H
#include "server/handlers.h"

/* NULL: the cursor is in no set of arguments. */
json_t *arguments_complete(struct server *s, struct arena *a, const struct request_place *p);
json_t *arguments_hover(struct server *s, const struct request_place *p);
#endif

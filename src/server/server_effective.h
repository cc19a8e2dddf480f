// SPDX-License-Identifier: MIT
/* The effective config as a tree for programs: every key with its value, the place that set it, and what of the bases
 * it replaces. */
#ifndef SERVER_SERVER_EFFECTIVE_H
#define SERVER_SERVER_EFFECTIVE_H
#include "server/server.h"
#include "config/graph.h"

enum { EFFECTIVE_MAX = 20000 /* keys and elements; omitted ones are shown as "more" */ };
/* {config, more, kids: [{key, value or kids, brackets, file, line, at: {uri, range}, own, was}]} */
json_t *effective_tree(struct server *s, const struct module *m);
#endif

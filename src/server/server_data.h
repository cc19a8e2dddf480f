// SPDX-License-Identifier: MIT
/* Open YAML and JSON files that the server supports: configs, files that training reads, .cfglint.yaml. */
#ifndef SERVER_SERVER_DATA_H
#define SERVER_SERVER_DATA_H
#include "server/server.h"
#include "text/yaml.h"

struct data_document { /* zeroed if there is none */
	struct arena a;
	struct sources *sources;
	const struct source *src; /* the text as it is */
	const struct ynode *root; /* NULL: it does not parse */
};
bool data_is_settings(const struct document *d); /* its name is .cfglint.yaml */
/* false: it is no such file. Either way ended by data_end_of. */
bool data_begin(struct data_document *x, struct server *s, struct document *d);
void data_end_of(struct data_document *x);
uint32_t
data_end(const struct ynode *n); /* behind the last scalar or bracket of a node: blocks end at the next token */
#endif

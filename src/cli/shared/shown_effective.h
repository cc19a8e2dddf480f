// SPDX-License-Identifier: MIT
/* What the commands about effective configs share: the config of a target or why there is none, values and places on
 * one line. */
#ifndef CLI_SHARED_SHOWN_EFFECTIVE_H
#define CLI_SHARED_SHOWN_EFFECTIVE_H
#include "cli/targets.h"
#include "text/jwrite.h"

/* The refusal as one text, "TypeError: ..."; NULL: the config loads. m may be NULL: no such file. */
const char *effective_refusal(struct session *s, const struct module *m, const struct target *t);
/* The module of a target; NULL: it does not load; that is reported on stderr, and the status is 2. */
const struct module *effective_config(struct session *s, const struct graph *g, const struct target *t);
/* A value on one line, as Python where it has a source form; cut after `most` bytes, between characters. */
void value_line(struct buf *b, struct value v, size_t most);
bool json_wanted(const struct session *s); /* --output-format */
bool html_wanted(const struct session *s);
/* Prints to standard output, empties and releases. */
void print_out(struct buf *b);
void put_name(struct buf *b, struct session *s, const char *path); /* as users see it, escaped */
/* "filename", "line" and "column" of an object; without a path null three times. */
void point_json(struct jwrite *j, struct session *s, const char *path, struct point at);
void place_json(struct jwrite *j, struct session *s, const struct graph *g, struct span at);
#endif

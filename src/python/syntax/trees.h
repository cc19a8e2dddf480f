// SPDX-License-Identifier: MIT
/* Syntax trees kept from run to run, by the whole text that each is of: a text that has one isn't parsed again. Only of
 * texts without an error. Thread-safe. */
#ifndef PYTHON_SYNTAX_TREES_H
#define PYTHON_SYNTAX_TREES_H
#include "base/buf.h"
#include "python/syntax/parse.h"

struct trees;
/* line: the first one of what is written, without its end; the last byte is a line feed, too. */
struct trees *trees_new(const char *line);
void trees_free(struct trees *t); /* NULL: nothing */
/* bytes: of trees_write, t's own from now on. Once. What is damaged in them is as if it weren't there. */
void trees_read(struct trees *t, struct buf *bytes);
/* As parse_module gives it, with nodes on a. false: none is known. */
bool trees_find(struct trees *t, const char *text, uint32_t len, struct arena *a, struct parsed *out);
/* This text was parsed. */
void trees_keep(struct trees *t, const char *text, uint32_t len, const struct parsed *p);
/* Whether it is worth writing: many texts were parsed, compared with those that were known. */
bool trees_grew(const struct trees *t);
/* Those that were found and kept; rest: and the others, as long as all together are no more than TREES_BYTES. At last.
 */
enum { TREES_BYTES = 8 << 20 };
const struct buf *trees_write(struct trees *t, bool rest);
#endif

// SPDX-License-Identifier: MIT
/* The rule files that are compiled in, as the build loaded them (src/spec/build): a start takes 3 ms with them and 65
 * ms without. Rules, with all that they point to, are one part of the data; of the other files each document is one.
 *
 * The data is an array of words. It is not an array of C structs because of their pointers: a program that may lie at
 * any address has to set each pointer of its static data at every start, also where no rule is asked for. So pointers
 * are offsets here, and compiled_load makes them pointers in a copy. */
#ifndef SPEC_COMPILED_H
#define SPEC_COMPILED_H
#include "text/yaml.h"

struct compiled_part {	  /* some of the words: structs, the outermost one first */
	uint32_t from, n; /* n == 0: it isn't compiled */
};
struct compiled {
	const uint64_t *word;
	const uint32_t *own;		 /* a bit a word, lowest first: a pointer, so many bytes into the part */
	const uint32_t *text;		 /* likewise: so many bytes into str_static.words */
	const uint32_t *outside;	 /* pairs: a word of the rules that is another pointer, and its number */
	uint32_t noutside;		 /* pairs */
	struct compiled_part rules;	 /* struct compiled_rules (lint/rules/compiled_rules.h) */
	const struct compiled_part *doc; /* of each of embedded_files: its ynodes */
	const uint32_t *source;		 /* which of embedded_files the rules' sources are, in their order */
	uint32_t nsources;
	uint64_t host; /* whom the rules were loaded for: lint/rules/compiled_rules.h */
};
extern const struct compiled compiled; /* in the program; made by the build */

/* A copy of the part, with pointers; those to anything outside are NULL. Its first word is on the arena. */
uint64_t *compiled_load(struct arena *a, struct compiled_part part);
/* embedded_files[i] as a source. */
const struct source *embedded_source(struct sources *all, size_t i);
/* The document of embedded_files[i], whose source is s; parsed where it isn't compiled, else its spans have no source.
 * NULL + e as yaml_parse. */
const struct ynode *embedded_doc(struct arena *a, size_t i, const struct source *s, struct err *e);
/* That of rules/PATH, which is known to be right. */
const struct ynode *embedded_find(struct arena *a, const char *path);
#endif

// SPDX-License-Identifier: MIT
/* The rule files that are compiled in, as the build understood them (src/spec/build/keep.c): taking that takes a small
 * part of the time that reading takes. Rules with all that they name are kept as they lie in memory (struct
 * kept_image); of other files, and of those that go with rules of a folder, the documents: ynodes, where a scalar that
 * is an expression has its syntax tree with it. What stands under a document's key KEPT_NOT isn't there. */
#ifndef SPEC_KEPT_H
#define SPEC_KEPT_H
#include "python/syntax/ast.h"
#include "text/yaml.h"

/* words: numbers of 7 bits a byte, the lowest first, the top bit set where more follow.
 * A text is 0 (NULL) or its place in str_kept.words plus one. Where a node begins is told from where the one before it
 * did, twice what it lies behind that, or one less than twice what it lies before; where it ends from its beginning.
 * A document: how many nodes and how many pairs and items they have, then its node: kind | KEPT_PLAIN | KEPT_EXPR, lo,
 * hi, text, body (0, or from lo on), with KEPT_EXPR the place of its expression, children, then these; of a map key and
 * value by turns.
 * An expression: 1 for a message, else 0, how many nodes and kids it has, then its tree: kind + 1 (0: NULL) and flags
 * and op above that, lo, hi, text, kids, then these. */
#define KEPT_NOT "tests"
enum { KEPT_PLAIN = 4, KEPT_EXPR = 8, KEPT_NONE = UINT32_MAX, KEPT_KIND_BITS = 6, KEPT_FLAG_BITS = 3 };
struct kept_rules {
	const unsigned char *words;
	const uint32_t *file; /* where each of embedded_files begins; NULL: nothing is kept */
};
extern const struct kept_rules kept_rules; /* in the program; made by the build */

/* Memory that holds pointers, written down so that it can lie anywhere. */
struct kept_image {
	const char *bytes;
	uint32_t size;		 /* of it, a multiple of a pointer's; 0: nothing is kept */
	uint32_t root;		 /* where in it that lies which the image is for */
	const uint32_t *own;	 /* a bit a pointer's room, lowest first: it points into the image, it holds how far */
	const uint32_t *text;	 /* likewise: into str_kept.words */
	const uint32_t *outside; /* pairs: where a pointer to something else lies, and its number */
	const uint32_t *source;	 /* which of embedded_files the sources were, in their order */
	uint32_t npairs, nsources;
	uint64_t host; /* whom the rules were loaded for: lint/rules/kept.h */
};
extern const struct kept_image kept_image; /* of the rules; made by the build */

/* The image in memory of its own, which is free()d. outside: what its numbers mean. */
char *kept_image_new(const struct kept_image *image, const void *const *outside);
/* embedded_files[i] as a source. */
const struct source *kept_source(struct sources *all, size_t i);
/* The document of embedded_files[i], whose source is s; parsed where none is kept. NULL + e as yaml_parse. */
const struct ynode *kept_doc(struct arena *a, size_t i, const struct source *s, struct err *e);
/* That of rules/PATH, which is known to be right; its spans have no source. */
const struct ynode *kept_embedded(struct arena *a, const char *path);
/* The expression of a ynode; NULL: there is none of this kind. */
const struct node *kept_expr(struct arena *a, const struct ynode *n, bool message);
#endif

// SPDX-License-Identifier: MIT
/* Reads cfglint's own YAML (rules, dialects, settings) strictly: every error names file, line and, for misspelt
 * words, the nearest valid one. Also lists the rule files, embedded or of a folder. */
#ifndef SPEC_READ_H
#define SPEC_READ_H
#include "python/syntax/parse.h"
#include "text/vfs.h"
#include "text/yaml.h"

struct yread { /* the document that is being read */
	struct arena *a;
	const struct source *src;
	struct parser *parser; /* for expressions; may be NULL if there are none */
	struct err *e;
};

struct yfile {
	const char *path; /* relative to the rules folder: "data/workers.yaml" */
	const struct source *src;
	const struct ynode *doc;
};
struct yfiles {
	struct yfile *at; /* sorted by path */
	uint32_t n;
};

/* All *.yaml below dir whose path starts with prefix and with none of `not` (NULL-terminated, may be NULL). Their
 * names must satisfy yread_name. dir NULL: the embedded files. */
bool yfiles_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, const char *prefix,
		 const char *const * not, struct yfiles *out, struct err *e);

/* All of these return false / NULL after filling the error with "FILE:LINE: what". */
bool yread_fail(struct yread *y, const struct ynode *at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool yread_fail_at(struct yread *y, uint32_t offset, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
bool yread_unknown(struct yread *y, uint32_t offset, const char *what, const char *word, const char *const *known,
		   size_t n);
bool yread_keys(struct yread *y, const struct ynode *map, const char *const *allowed, size_t n, const char *what);
bool yread_map(struct yread *y, const struct ynode *n, const char *what); /* checks that n is a map */
const char *yread_text(struct yread *y, const struct ynode *n, const char *what);
/* A word that may be part of file names and terminal output: letters, digits and any of . _ - */
bool yread_name(struct yread *y, const struct ynode *at, const char *name, const char *what);
bool yread_bool(struct yread *y, const struct ynode *n, const char *what, bool *out);
/* A sequence of scalars, or one scalar; *out is NULL-terminated. n NULL: empty. */
bool yread_texts(struct yread *y, const struct ynode *n, const char *what, const char ***out, uint32_t *count);
/* Parses scalars as expressions and f-strings; keys of maps too. Offsets of the nodes are offsets in the file,
 * except where YAML's quoting changes the text. */
const struct node *yread_expr(struct yread *y, const struct ynode *n, const char *what);
const struct node *yread_message(struct yread *y, const struct ynode *n, const char *what);
/* Plain scalars as YAML's core types (int, float, true/false, null), quoted ones as text, sequences as lists. */
struct value;
bool yread_value(struct yread *y, const struct ynode *n, struct value *out);
#endif

// SPDX-License-Identifier: MIT
/* What the classes of frameworks take, by version: rules/signatures/, generated from their sources (the head of
 * tools/framework-signatures.py describes the format of a row). A package's table is read when one of its classes is
 * first queried; signature_names reads all of them. Not thread-safe. */
#ifndef CODE_SIGNATURES_H
#define CODE_SIGNATURES_H
#include "base/arena.h"
#include "base/str.h"
#include "base/map.h"

struct signatures { /* zeroed, except arena, which owns everything */
	struct arena *arena;
	struct map package; /* name -> its table */
	/* The text of rules/PATH, n bytes; NULL: there is none. If the member is NULL, the embedded files are used. */
	const char *(*text)(const char *path, size_t *n);
};
struct signature {
	const struct str *const *name; /* taken in every version that has the class */
	uint32_t n;
	bool swallows;	/* every version takes any other keyword and ignores it; else every version refuses others */
	const char *by; /* "BaseMetric of mmengine 0.1.0 to 0.10.7" */
};
/* false: the class is in no table, or a version takes unknown keywords, or versions differ in what they do with
 * other keywords. dotted: as it is imported, "mmengine.evaluator.BaseMetric". */
bool signature_find(struct signatures *s, const struct str *dotted, struct signature *out);
/* Calls for every class of a package that a version from `from` on (NULL: the oldest) and older than `before` (NULL:
 * none) has, with its file: "mmdet/models/backbones/resnet". A class may occur more than once. */
void signature_each(struct signatures *s, const struct str *package, const char *from, const char *before,
		    void (*see)(void *ctx, const char *file, const struct str *name), void *ctx);
/* Some package has classes of both names; skip_package is not searched. */
bool signature_names(struct signatures *s, const struct str *name, const struct str *other,
		     bool (*skip_package)(void *x, const struct str *package), void *x);
#endif

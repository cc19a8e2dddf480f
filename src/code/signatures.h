// SPDX-License-Identifier: MIT
/* What the classes of frameworks take, by version: rules/signatures/, made from their sources (tools/
 * framework-signatures.py says how a row reads). A package's table is read when the first of its classes is asked for;
 * all of them by signature_names. Not thread-safe. */
#ifndef CODE_SIGNATURES_H
#define CODE_SIGNATURES_H
#include "base/arena.h"
#include "base/str.h"
#include "base/map.h"

struct signatures { /* zeroed, but for arena; everything is the arena's */
	struct arena *arena;
	struct map package; /* name -> its table */
	/* The text of rules/PATH, n bytes; NULL: there is none. Itself NULL: those that are embedded. */
	const char *(*text)(const char *path, size_t *n);
};
struct signature {
	const struct str *const *name; /* taken in any version that has the class */
	uint32_t n;
	bool swallows;	/* every version takes any other keyword and does nothing with it; else every
			   version refuses them */
	const char *by; /* "BaseMetric of mmengine 0.1.0 to 0.10.7" */
};
/* false: the class is in no table, or a version takes keywords of which nothing is known, or versions differ in what
 * they do with the others. dotted: as it is imported, "mmengine.evaluator.BaseMetric". */
bool signature_find(struct signatures *s, const struct str *dotted, struct signature *out);
/* Every class of a package that a version from `from` on (NULL: the oldest) and older than `before` (NULL: none) has,
 * with its file: "mmdet/models/backbones/resnet". A class may come more than once. */
void signature_each(struct signatures *s, const struct str *package, const char *from, const char *before,
		    void (*see)(void *ctx, const char *file, const struct str *name), void *ctx);
/* Some package has classes of both names; skip_package: it doesn't count. */
bool signature_names(struct signatures *s, const struct str *name, const struct str *other,
		     bool (*skip_package)(void *x, const struct str *package), void *x);
#endif

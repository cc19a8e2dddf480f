// SPDX-License-Identifier: MIT
/* rules/builds.yaml: from which registries training looks up the `type` of the dict at a key, and which class gets
 * the keys of a dict that has no `type`. */
#ifndef CODE_BUILDS_H
#define CODE_BUILDS_H
#include "base/buf.h"
#include "code/known_classes.h"
#include "python/value/keypath.h"

struct builds; /* of one family of training code */
/* The embedded file, on a: all families. */
const struct builds *builds_load(struct arena *a);
/* NULL: the file says nothing about the family. */
const struct builds *builds_of(const struct builds *all, const char *family);
/* The i-th framework whose classes need no package before their name; NULL: there are no more. */
const char *builds_package(const struct builds *b, uint32_t i);
bool builds_scoped(const struct builds *b); /* classes of packages other than the default one need their package */
/* The versions of a package that belong to the family: this one and newer, older than that one; NULL: no limit. */
const char *builds_from(const struct builds *b, const char *package);
const char *builds_before(const struct builds *b, const char *package);
/* "data.train.pipeline" of data['train'].pipeline[2]: the part of a place that determines what is built there. */
void builds_print(struct buf *b, struct keypath key);
struct build {			 /* what is built from the dict at one key */
	const struct ynode *row; /* NULL: the file does not have the key */
	const char *name_key;	 /* the key that names the class, "type" mostly */
	const char *ends;	 /* what the class is called after that name; "" mostly */
};
struct build builds_at(const struct builds *b, struct keypath key); /* b may be NULL */
/* The i-th class whose parameters a dict without a type takes; NULL: there are no more. */
const char *build_class(const struct build *x, uint32_t i);
/* Whether training may find at this key what the project registers in `registry` ("mmdet.models.HEADS" or "HEADS";
 * "?": unknown registry): in one of the key's registries, or in a registry that the file does not know. */
enum build_fit {
	BUILD_OTHER,
	BUILD_UNSURE,
	BUILD_FITS
} builds_registry(const struct builds *b, const struct build *x, const char *registry);
/* The same of a class of rules/knowledge/. */
bool builds_known(const struct builds *b, const struct build *x, const struct known_class *k);
/* The same of the classes of a framework's file, "mmdet/models/backbones/resnet". */
bool build_file(const struct build *x, const char *file);
/* The i-th name in the key's registries that rules/knowledge/ does not have; NULL: there are no more. */
const char *builds_more(const struct builds *b, const struct build *x, uint32_t i);
#endif

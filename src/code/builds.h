// SPDX-License-Identifier: MIT
/* rules/builds.yaml: from which registries training looks up the `type` of the dict at a key, and which class gets the
 * keys of a dict without one. */
#ifndef CODE_BUILDS_H
#define CODE_BUILDS_H
#include "base/buf.h"
#include "code/known_classes.h"
#include "python/value/keypath.h"

struct builds; /* of one family of training code */
/* The embedded file, on a: all families. */
const struct builds *builds_load(struct arena *a);
/* NULL: it says nothing of the family. */
const struct builds *builds_of(const struct builds *all, const char *family);
/* Frameworks whose classes need no package before their name; the i-th; NULL: there are no more. */
const char *builds_package(const struct builds *b, uint32_t i);
bool builds_scoped(const struct builds *b); /* classes of packages that aren't the default one need it */
/* The versions of a package that are of the family: from this one on, older than that one; NULL: no limit. */
const char *builds_from(const struct builds *b, const char *package);
const char *builds_before(const struct builds *b, const char *package);
/* "data.train.pipeline" of data['train'].pipeline[2]: all of a place that tells what is built there. */
void builds_print(struct buf *b, struct keypath key);
struct build {			 /* what is built of the dict at one key */
	const struct ynode *row; /* NULL: the file does not have the key */
	const char *name_key;	 /* the key that names the class, "type" mostly */
	const char *ends;	 /* what the class is called behind that name; "" mostly */
};
struct build builds_at(const struct builds *b, struct keypath key); /* b may be NULL */
/* The i-th class whose parameters a dict without a name takes; NULL: there are no more. */
const char *build_class(const struct build *x, uint32_t i);
/* Whether training may find there what the project registers in `registry` ("mmdet.models.HEADS" or "HEADS"; "?": not
 * known in which): in one of its registries, or in one that the file does not know. */
enum build_fit {
	BUILD_OTHER,
	BUILD_UNSURE,
	BUILD_FITS
} builds_registry(const struct builds *b, const struct build *x, const char *registry);
/* The same of a class of rules/knowledge/. */
bool builds_known(const struct builds *b, const struct build *x, const struct known_class *k);
/* The same of the classes of a framework's file, "mmdet/models/backbones/resnet". */
bool build_file(const struct build *x, const char *file);
/* The i-th name in the registries that rules/knowledge/ does not have; NULL: there are no more. */
const char *builds_more(const struct builds *b, const struct build *x, uint32_t i);
#endif

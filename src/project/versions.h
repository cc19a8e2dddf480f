// SPDX-License-Identifier: MIT
/* Facts from the sources of packages beside a config: their version, and whether they know a config key. */
#ifndef PROJECT_VERSIONS_H
#define PROJECT_VERSIONS_H
#include "base/str.h"
#include "project/folders.h"

/* Version of a package whose source lies in the file's home, or in a package that the home uses (PKG/version.py or
 * PKG/__init__.py with __version__ = '...'), e.g. "0.18.0"; NULL: not found. Read as text, never executed. */
const char *package_version(struct folders *f, const char *path, const char *package);
/* The lowest version of the package (its name in rules) that the files of the nearest folder which state one allow;
 * NULL: none states one. */
const char *package_least(struct folders *f, const char *path, const struct str *package);
/* Whether the project's copy of the file in `by` ("mmdet/apis/train.py: train_detector"), or its training script,
 * contains the config key `word`: a fork that reads it. Read as text, not parsed. */
bool project_mentions(struct folders *f, const char *path, const char *by, const char *word);
/* "1.10.0" > "1.9", "1.0rc1" < "1.0"; < 0, 0, > 0. */
int version_order(const char *a, const char *b);
/* The newest version before "1.5.0" (n bytes of v): "1.4.999", on a. */
const char *version_before(struct arena *a, const char *v, size_t n);
#endif

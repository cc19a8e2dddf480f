// SPDX-License-Identifier: MIT
/* Files of a project with all that inherits from them, loaded for one question. */
#ifndef SERVER_FAMILY_H
#define SERVER_FAMILY_H
#include "server/world.h"

struct family {
	struct lint_ctx l;     /* nothing in it is linted; its targets are the files */
	const struct graph *g; /* NULL: none of them is a config */
};
/* The document's config, and those that it inherits from where they set the key. */
void family_setting(struct family *f, struct session *s, const struct module *m, struct keypath key);
void family_add(struct family *f, struct session *s, const char *path);
void family_load(
	struct family *f);	   /* once; through what the session reads through, as for what follows until the end */
void family_end(struct family *f); /* also of one that was not loaded */
#endif

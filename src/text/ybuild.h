// SPDX-License-Identifier: MIT
/* Builds ynodes from a reader's events, for yaml.c and json.c only: the stack of open collections, duplicate keys,
 * `<<` merges and the limits on depth and on alias expansion. The functions that return bool report through b->e. */
#ifndef TEXT_YBUILD_H
#define TEXT_YBUILD_H
#include "base/vec.h"
#include "text/yaml.h"

enum ydup { YDUP_REFUSE, YDUP_LAST }; /* LAST: the last value at the first place, as in a Python dict */

struct yframe {
	enum ykind kind;
	uint32_t lo;
	size_t first; /* its first item */
};
VEC(yframes, struct yframe);
VEC(yitems, const struct ynode *);

struct ybuild {
	struct arena *arena; /* holds the nodes */
	const struct source *src;
	struct err *e;
	enum ydup dup;
	bool merge; /* resolve `<<` */
	uint32_t maxdepth;
	uint32_t expanded; /* nodes added by aliases and merges so far */
	struct yframes open;
	struct yitems item; /* of all open collections; a map's alternate between key and value */
	const struct ynode *root;
	const struct ynode *twice, *first; /* LAST: the first key that its map had already, and where; NULL: none */
};

bool ybuild_fail(struct ybuild *b, int code, uint32_t byte, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* A node may change until it is added. */
struct ynode *ybuild_scalar(struct ybuild *b, struct span at, const struct str *text, bool plain, uint32_t body);
bool ybuild_open(struct ybuild *b, enum ykind kind, uint32_t lo);
/* The finished collection, not yet added anywhere, or NULL. hi 0: it ends where its last item ends. */
struct ynode *ybuild_close(struct ybuild *b, uint32_t hi);
void ybuild_tag(struct ynode *n, const char *tag); /* NULL: no tag */
bool ybuild_add(struct ybuild *b,
		const struct ynode *n); /* to the innermost open collection; without one n is the root */
bool ybuild_alias(struct ybuild *b, const struct ynode *n, uint32_t byte); /* as ybuild_add, for a node used again */
void ybuild_release(struct ybuild *b);					   /* frees everything except the nodes */
#endif

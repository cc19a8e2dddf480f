// SPDX-License-Identifier: MIT
/* What stands at a place of a config: a base's name, a key or value with its key path, a variable or a part of one that
 * code uses (`model.backbone`, `_base_.lr`), or the name of an imported class. */
#ifndef SERVER_CURSOR_SPOT_H
#define SERVER_CURSOR_SPOT_H
#include "config/graph.h"

struct config_spot {
	const struct base_ref *base; /* the place names this base; else NULL */
	const char *imported;	     /* it names what is imported from elsewhere, "torch.optim.SGD"; else NULL */
	const struct node *variable; /* it is the name of a variable of the config, wherever that is used; else NULL */
	struct keypath path;	     /* else of the key or value there; n == 0: the place is unknown */
	struct span at;		     /* the token */
	bool on_key;		     /* it is the key, not its value */
	struct value val;	     /* that the file itself gives it */
	struct keypath also[4];	     /* further paths with the same place: a variable's value is used elsewhere */
	uint32_t nalso;
};
/* false: none of these. */
bool spot_find(struct arena *a, const struct module *m, uint32_t offset, struct config_spot *out);
/* The key path that an expression stands for, `model.backbone['depth']`, `_base_.lr`; false: it stands for none. */
bool spot_path(struct arena *a, const struct module *m, const struct node *n, struct keypath *out);
/* Every scalar, and every key of a dict, that the file itself writes, in the order of the tree. */
struct written {
	struct keypath path;
	struct span key, use; /* key: nowhere for items of lists */
	struct value val;
};
void spot_each(struct arena *a, const struct module *m, void (*see)(void *ctx, const struct written *w), void *ctx);
#endif

// SPDX-License-Identifier: MIT
/* Classes of the frameworks that a config is made for, whose code the project need not hold (rules/signatures/). */
#ifndef SERVER_FRAMEWORKS_H
#define SERVER_FRAMEWORKS_H
#include "code/signatures.h"
#include "config/graph.h"
#include "facts/dialect.h"
#include "code/builds.h"

struct server;
struct code;
struct framework {
	const struct str *package;
	bool bare; /* its classes are found without a package prefix */
};
struct frameworks {
	struct signatures known;
	const struct builds *builds;
	struct framework *at;
	uint32_t n;
};
/* The packages of the config's dialect, and those of the family (builds.h). Everything is a's. */
void frameworks_of(struct frameworks *f, struct server *s, struct arena *a, const struct module *m,
		   const struct dialect *d, const struct code *c, const struct builds *b);
/* Every class that training may build at that key: "ResNet", or "mmdet.ResNet" where the package must be named. */
void frameworks_types(struct frameworks *f, const struct build *x,
		      void (*see)(void *ctx, const char *name, const char *package), void *ctx);
/* The parameters of the class of that name, in any version; false: it is none of theirs, or unknown. */
bool frameworks_takes(struct frameworks *f, const struct build *x, const char *name, struct signature *out);
#endif

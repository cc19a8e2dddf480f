// SPDX-License-Identifier: MIT
/* Batches that are copied to a device: loops over what rules/script.yaml calls `batches`, and where a part of a
 * batch is copied.
 *
 * 	for i, (x, y) in enumerate(loader):
 * 		x = x.cuda()                     a copy
 * 		y = y.to(device)                 another; `device` says whether to a GPU
 *
 * A batch that is first passed to a function of the project is not followed. */
#ifndef SCRIPT_VALUES_BATCH_H
#define SCRIPT_VALUES_BATCH_H
#include "script/values/script_value.h"

struct batch_copy {
	struct fn *in;
	const struct node *node; /* CALL */
	const struct script_object *loader;
	bool by_next; /* of `next(it)`: how often it begins anew is not known */
	enum { DEVICE_UNKNOWN, DEVICE_OTHER, DEVICE_NAMED /* it has one of the words */ } device;
};
VEC(batch_copies, struct batch_copy);
/* All of the project, by file and place; computed once. */
const struct batch_copies *script_copies(struct script_project *p);
/* All copies of the loader's batches stand in one loop, which certainly runs once: no loop around it, nor around the
 * calls that lead to it. false: there are none, or that is unknown. */
bool script_copied_once(struct script_project *p, const struct node *loader);
/* The place certainly runs again and again: a loop of its function, or around a call that leads there, is around it. */
bool script_repeated(struct script_project *p, const struct fn *in, const struct node *n);
#endif

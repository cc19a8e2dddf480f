// SPDX-License-Identifier: MIT
/* Batches on their way to a device: loops over what rules/script.yaml calls `batches`, and where a part of one is
 * copied.
 *
 *	for i, (x, y) in enumerate(loader):
 *		x = x.cuda()                     a copy
 *		y = y.to(device)                 one too, and `device` says whether to a GPU
 *
 * What goes into functions of the project first is not seen. */
#ifndef SCRIPT_BATCH_H
#define SCRIPT_BATCH_H
#include "script/script_value.h"

struct batch_copy {
	struct fn *in;
	const struct node *node; /* CALL */
	const struct script_object *loader;
	enum { DEVICE_UNKNOWN, DEVICE_OTHER, DEVICE_NAMED /* it has one of the words */ } device;
};
VEC(batch_copies, struct batch_copy);
/* All of the project, by file and place; found once. */
const struct batch_copies *script_copies(struct script_project *p);
#endif

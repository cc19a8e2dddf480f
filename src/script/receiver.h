// SPDX-License-Identifier: MIT
/* What an event is called on: the class of a method's object, the object that is called. */
#ifndef SCRIPT_RECEIVER_H
#define SCRIPT_RECEIVER_H
#include "script/paths/program.h"
#include "script/values/derive.h"

/* Of a method: `instance`, its object's class in the project; `own`: that class has such a method itself; `holder`,
 * the class of the object whose attribute the receiver is. Classes as texts that no other class has. */
void receiver_put_classes(struct arena *a, struct script_project *p, const struct op *op, struct dict *d);
/* Of an object that is called: `instance`, the name of what created it; `modal`, False where the file of its class in
 * the project has none of the words of layers that know training from evaluation. */
void receiver_put_called(struct arena *a, struct script_project *p, const struct op *op, struct dict *d);
#endif

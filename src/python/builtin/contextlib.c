// SPDX-License-Identifier: MIT
/* The managers of contextlib that configs use: objects of their type that store their arguments.
 * python/eval/exceptions.c evaluates `with`. */
#include "python/builtin/priv.h"

static struct value manager(struct eval *ev, const char *type, struct value args)
{
	const struct object o = { .type = str_lit(type), .args = args.as.list };
	return value_of_object(ev->arena, &o, args.at);
}

static struct value fn_contextlib_nullcontext(struct eval *ev, const struct call *c)
{
	struct value given = value_list(ev->arena, VALUE_TUPLE, 1, c->at);
	list_push(ev->arena, given.as.list, call_arg(c, 0, "enter_result", value_none(c->at)), c->at);
	return manager(ev, "nullcontext", given);
}

static struct value fn_contextlib_suppress(struct eval *ev, const struct call *c)
{
	struct value types = value_list(ev->arena, VALUE_TUPLE, c->n, c->at);
	for (uint32_t i = 0; i < c->n; i++)
		list_push(ev->arena, types.as.list, c->arg[i], c->use[i]);
	return manager(ev, "suppress", types);
}

const struct builtin rows_contextlib[] = {
	{ "contextlib.nullcontext", 0, 1, BF_TAKES_UNKNOWN, "enter_result", fn_contextlib_nullcontext, "does nothing" },
	{ "contextlib.suppress", 0, 255, 0, NULL, fn_contextlib_suppress, "swallows exceptions" },
	{ 0 },
};

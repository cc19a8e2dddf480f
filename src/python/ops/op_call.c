// SPDX-License-Identifier: MIT
/* Calls a builtin: arguments by position or name, and the checks of its row. */
#include "python/ops/op_call.h"
#include "python/ops/op_num.h"
#include "python/state/doubt.h"
#include "python/state/eval_limits.h"
#include "python/state/unknown.h"
#include <string.h>

/* Arguments. */
const struct kwarg *call_kw(const struct call *c, const char *name)
{
	for (uint32_t i = 0; i < c->nkw; i++)
		if (!strcmp(c->kw[i].name->s, name))
			return &c->kw[i];
	return NULL;
}

bool call_has(const struct call *c, uint32_t i, const char *name)
{
	return i < c->n || (name && call_kw(c, name));
}

struct value call_arg(const struct call *c, uint32_t i, const char *name, struct value otherwise)
{
	if (i < c->n)
		return c->arg[i];
	const struct kwarg *kw = name ? call_kw(c, name) : NULL;
	return kw ? kw->val : otherwise;
}

bool call_text(struct eval *ev, const struct call *c, struct value v, const char *expected, const struct str **out,
	       struct value *why)
{
	if (v.kind == VALUE_STR) {
		*out = v.as.s;
		return true;
	}
	if (v.kind == VALUE_UNKNOWN || v.kind == VALUE_REF || v.kind == VALUE_OBJECT)
		*why = v.kind == VALUE_UNKNOWN ? op_blame(v, c->at) : op_unknown(ev, WHY_TYPE, c->at);
	else
		*why = eval_raise(ev, "TypeError", c->at, "%s, not %s", expected, value_type_name(v));
	return false;
}

bool call_int(struct eval *ev, const struct call *c, struct value v, int64_t *out, struct value *why)
{
	return op_int_arg(ev, v, c->at, out, why);
}

/* Calls. */
static const char *short_name(const struct builtin *b)
{
	const char *dot = strrchr(b->name, '.');
	return dot ? dot + 1 : b->name;
}

static struct value wrong_count(struct eval *ev, const struct builtin *b, const struct call *c)
{
	if (b->max == 0)
		return eval_raise(ev, "TypeError", c->at, "%s() takes no arguments (%u given)", b->name, c->n);
	if (b->min == 1 && b->max == 1)
		return eval_raise(ev, "TypeError", c->at, "%s() takes exactly one argument (%u given)", b->name, c->n);
	unsigned want = c->n < b->min ? b->min : b->max;
	const char *bound = b->min == b->max ? "" : c->n < b->min ? "at least " : "at most ";
	return eval_raise(ev, "TypeError", c->at, "%s expected %s%u argument%s, got %u", short_name(b), bound, want,
			  plural(want), c->n);
}

static bool takes_keyword(const struct builtin *b, const struct str *name)
{
	if (!b->kw || !strcmp(b->kw, "*"))
		return b->kw;
	for (const char *p = b->kw; (p = strstr(p, name->s)); p++)
		if ((p == b->kw || p[-1] == ' ') && (p[name->len] == ' ' || !p[name->len]))
			return true;
	return false;
}

static bool wrong_keyword(struct eval *ev, const struct builtin *b, const struct call *c, struct value *out)
{
	for (uint32_t i = 0; i < c->nkw; i++) {
		if (takes_keyword(b, c->kw[i].name))
			continue;
		if (b->kw)
			*out = eval_raise(ev, "TypeError", c->kw[i].at, "'%s' is an invalid keyword argument for %s()",
					  c->kw[i].name->s, short_name(b));
		else
			*out = eval_raise(ev, "TypeError", c->at, "%s() takes no keyword arguments", b->name);
		return true;
	}
	return false;
}

void poison_self(struct eval *ev, const struct call *c, struct value why)
{
	eval_poison(ev, c->self, why.as.cause);
}

static void poison_after(struct eval *ev, const struct builtin *b, const struct call *c, struct value why)
{
	if (b->flags & BF_MUTATES)
		poison_self(ev, c, why);
	for (uint32_t i = 0; i < c->n && b->flags & BF_CALLS; i++)
		eval_poison(ev, c->arg[i], why.as.cause);
}

static const struct value *first_unknown_arg(const struct call *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->arg[i].kind == VALUE_UNKNOWN)
			return &c->arg[i];
	for (uint32_t i = 0; i < c->nkw; i++)
		if (c->kw[i].val.kind == VALUE_UNKNOWN)
			return &c->kw[i].val;
	return NULL;
}

/* Charges a builtin for its arguments, each read about once. */
static bool spend_on_call(struct eval *ev, const struct call *c)
{
	bool ok = op_spend_items(ev, c->n) && op_spend_on(ev, c->self);
	for (uint32_t i = 0; i < c->n && ok; i++)
		ok = op_spend_on(ev, c->arg[i]);
	for (uint32_t i = 0; i < c->nkw && ok; i++)
		ok = op_spend_on(ev, c->kw[i].val);
	return ok;
}

struct value builtin_call(struct eval *ev, const struct builtin *b, const struct call *c)
{
	struct value out;
	if (wrong_keyword(ev, b, c, &out))
		return out;
	if (c->n < b->min && c->nkw && b->kw && strcmp(b->kw, "*"))
		return op_unknown(ev, WHY_TYPE, c->at); /* a positional parameter passed by its name */
	if (c->n < b->min || (b->max != 255 && c->n > b->max))
		return wrong_count(ev, b, c);
	const struct value *unknown = b->flags & BF_TAKES_UNKNOWN ? NULL : first_unknown_arg(c);
	if (unknown) {
		poison_after(ev, b, c, *unknown);
		return op_blame(*unknown, c->at);
	}
	if (!(b->flags & BF_QUICK) && !spend_on_call(ev, c)) {
		out = op_unknown(ev, WHY_FUEL, c->at);
		poison_after(ev, b, c, out);
		return out;
	}
	return b->fn(ev, c);
}

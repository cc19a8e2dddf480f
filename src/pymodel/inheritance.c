// SPDX-License-Identifier: MIT
/* The method resolution order of a class, as in CPython: C3 linearization. */
#include "pymodel/inheritance.h"
#include "pymodel/pymodel.h"
#include <string.h>

static void open_bases(struct cls *k, const char *why)
{
	k->open_bases = true;
	if (!k->open_why)
		k->open_why = why;
}

static void add_abroad(struct pymodel *m, struct cls *k, const struct str *dotted)
{
	for (uint32_t i = 0; i < k->nabroad; i++)
		if (k->abroad[i] == dotted)
			return;
	const struct str **more = arena_array(&m->arena, const struct str *, k->nabroad + 1);
	if (k->nabroad)
		memcpy(more, k->abroad, k->nabroad * sizeof *more);
	more[k->nabroad++] = dotted;
	k->abroad = more;
}

/* C3 merge: repeatedly takes the first head that is in no tail. false: there is no consistent order, or it is too
 * long. */
static bool merge(struct cls **out, uint32_t *nout, struct cls ***list, uint32_t *len, uint32_t n)
{
	for (;;) {
		struct cls *pick = NULL;
		bool any = false;
		for (uint32_t i = 0; i < n && !pick; i++) {
			if (!len[i])
				continue;
			any = true;
			pick = list[i][0];
			for (uint32_t k = 0; k < n && pick; k++)
				for (uint32_t j = 1; j < len[k] && pick; j++)
					if (list[k][j] == pick)
						pick = NULL;
		}
		if (!pick)
			return !any;
		if (*nout >= MRO_MAX)
			return false;
		out[(*nout)++] = pick;
		for (uint32_t i = 0; i < n; i++)
			if (len[i] && list[i][0] == pick) {
				list[i]++;
				len[i]--;
			}
	}
}

static bool is_type_variable(const struct str *dotted)
{
	static const char *const names[] = { "typing.Generic", "typing.Protocol", "abc.ABC", "object", NULL };
	for (uint32_t i = 0; names[i]; i++)
		if (!strcmp(dotted->s, names[i]))
			return true;
	return false;
}

/* Resolves one argument of `class X(...)`. */
static void add_base(struct pymodel *m, struct cls *k, const struct node *arg, struct cls **base, uint32_t *n)
{
	if (arg->kind == NODE_KW)
		return; /* metaclass=ABCMeta */
	if (arg->kind == NODE_INDEX)
		arg = arg->kid[0]; /* Generic[T] */
	if (arg->kind == NODE_NAME && !strcmp(arg->text->s, "object"))
		return;
	struct found f = names_of(k->in, arg);
	if (f.kind == F_CLASS && f.cls != k && *n < BASES_MAX) {
		class_bases(m, f.cls);
		if (f.cls->bases_are == DONE) {
			base[(*n)++] = f.cls;
			if (f.sym && f.sym->also)
				open_bases(k, "a base is defined more than once");
			return;
		}
	}
	if (f.kind == F_EXT && is_type_variable(f.dotted))
		return;
	if (f.kind == F_EXT)
		add_abroad(m, k, f.dotted);
	else
		open_bases(k, "a base class is not found");
}

void class_bases(struct pymodel *m, struct cls *k)
{
	if (k->bases_are != NOT_YET)
		return;
	k->bases_are = UNDER_WAY;
	struct cls *base[BASES_MAX];
	uint32_t n = 0, len[BASES_MAX + 1], nout = 0;
	struct cls **list[BASES_MAX + 1], *out[MRO_MAX + 1];
	if (m->depth++ > NEST_MAX)
		open_bases(k, "its bases are nested too deeply");
	for (uint32_t i = 1; !k->open_bases && i + k->node->op < k->node->n; i++)
		add_base(m, k, k->node->kid[i], base, &n);
	m->depth--;
	for (uint32_t i = 0; i < n; i++) {
		list[i] = base[i]->mro;
		len[i] = base[i]->nmro;
		for (uint32_t j = 0; j < base[i]->nabroad; j++)
			add_abroad(m, k, base[i]->abroad[j]);
		if (base[i]->open_bases)
			open_bases(k, base[i]->open_why);
	}
	list[n] = base;
	len[n] = n;
	out[nout++] = k;
	if (!merge(out, &nout, list, len, n + 1))
		open_bases(k, "its bases have no consistent order");
	k->mro = arena_array(&m->arena, struct cls *, nout);
	memcpy(k->mro, out, nout * sizeof *out);
	k->nmro = nout;
	k->bases_are = DONE;
}

struct fn *class_method(struct pymodel *m, struct cls *k, const struct str *name, const struct cls *after)
{
	class_bases(m, k);
	bool on = !after;
	for (uint32_t i = 0; i < k->nmro; i++) {
		struct fn *method = on ? map_get(&k->mro[i]->method, name) : NULL;
		if (method)
			return method;
		on |= k->mro[i] == after;
	}
	return NULL;
}

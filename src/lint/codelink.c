// SPDX-License-Identifier: MIT
#include "lint/codelink.h"

struct link {
	struct code_hook hook;
	const struct graph *g;
	const struct module *m;
	const struct settings *st;
	const struct code *code;
	bool asked;
};

struct span codelink_span(const struct graph *g, struct code_place p)
{
	if (!p.file)
		return (struct span){ 0 };
	return (struct span){ graph_adopt(g, p.file->path, p.file->bytes, p.file->len), p.lo, p.hi };
}

static const struct code *code_of(struct link *l)
{
	if (!l->asked)
		l->code = settings_code(l->st, l->m->root, l->m->path, NULL);
	l->asked = true;
	return l->code;
}

static struct key_answer key(void *ctx, struct arena *a, struct keypath p)
{
	struct link *l = ctx;
	const struct code *c = code_of(l);
	struct key_answer out = { .fate = KEY_ASK_DIALECT };
	if (!c)
		return out;
	struct code_answer x = code_key(c, a, p);
	out.at = codelink_span(l->g, x.at);
	out.why = x.why;
	switch (x.fate) {
	case CODE_ABROAD: break;
	case CODE_NOT_KNOWN: out.fate = KEY_NOT_KNOWN; break;
	case CODE_READ: out.fate = KEY_READ; break;
	case CODE_UNREAD:
		out.fate = KEY_UNREAD;
		out.by = code_reader(c, a, (struct keypath){ p.part, p.n - 1 });
		break;
	case CODE_REJECTED:
		out.fate = KEY_REJECTED;
		out.by = x.why;
		break;
	}
	return out;
}

static const char *reader(void *ctx, struct arena *a, struct keypath container)
{
	const struct code *c = code_of(ctx);
	return c ? code_reader(c, a, container) : NULL;
}

static bool params(void *ctx, struct arena *a, const struct str *cls, const struct str *const **name, uint32_t *n, const char **open)
{
	const struct code *c = code_of(ctx);
	const struct code_params *p = c ? code_type(c, cls) : NULL;
	(void)a;
	if (!p)
		return false;
	*name = p->name;
	*n = p->n;
	*open = p->open || p->swallows ? p->why ? p->why : "it takes any keyword" : NULL;
	return true;
}

void codelink_attach(struct arena *a, struct facts *f, const struct graph *g, const struct module *m, const struct settings *st)
{
	struct link *l = arena_new(a, struct link);
	*l = (struct link){ .hook = { key, reader, params, l }, .g = g, .m = m, .st = st };
	facts_code(f, &l->hook);
}

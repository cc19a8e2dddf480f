// SPDX-License-Identifier: MIT
#include "lint/codelink.h"

struct link {
	struct code_hook hook;
	const struct graph *g;
	const struct code *code;
};

struct span codelink_span(const struct graph *g, struct code_place p)
{
	if (!p.file)
		return (struct span){ 0 };
	return (struct span){ graph_adopt(g, p.file->path, p.file->bytes, p.file->len), p.lo, p.hi };
}

static struct key_answer key(void *ctx, struct arena *a, struct keypath p)
{
	struct link *l = ctx;
	const struct code *c = l->code;
	struct key_answer out = { .fate = KEY_ASK_DIALECT };
	struct code_answer x = code_key(c, a, p);
	out.at = codelink_span(l->g, x.at);
	out.why = x.why;
	switch (x.fate) {
	case CODE_ABROAD:
		break;
	case CODE_NOT_KNOWN:
		out.fate = KEY_NOT_KNOWN;
		break;
	case CODE_READ:
		out.fate = KEY_READ;
		break;
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
	const struct link *l = ctx;
	return code_reader(l->code, a, container);
}

static bool params(void *ctx, struct arena *a, const struct str *cls, const struct str *const **name, uint32_t *n,
		   const char **open)
{
	const struct link *l = ctx;
	const struct code_params *p = code_type(l->code, cls);
	(void)a;
	if (!p)
		return false;
	*name = p->name;
	*n = p->n;
	*open = p->open || p->swallows ? p->why ? p->why : "it takes any keyword" : NULL;
	return true;
}

static int names(void *ctx, struct arena *a, const struct str *const *type, uint32_t n, const struct str *const *word,
		 uint32_t nwords, const char **why)
{
	const struct link *l = ctx;
	struct code_named x = code_named(l->code, a, type, n, word, nwords);
	*why = x.why;
	return x.is == CODE_NAMED_UNKNOWN ? -1 : x.is == CODE_NAMED;
}

static bool says(void *ctx, const struct str *word)
{
	const struct link *l = ctx;
	return code_says(l->code, word);
}

void codelink_attach(struct arena *a, struct facts *f, const struct graph *g, const struct code *code)
{
	if (!code)
		return;
	struct link *l = arena_new(a, struct link);
	*l = (struct link){ .hook = { key, reader, params, names, says, l }, .g = g, .code = code };
	facts_code(f, &l->hook);
}

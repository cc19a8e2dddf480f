// SPDX-License-Identifier: MIT
/* One place in code and one fix per finding. */
#include "lint/judge/code_finding.h"
#include "code/code_know.h"
#include "base/near.h"
#include "python/value/dict.h"
#include <string.h>

void code_related(struct native_ctx *c, struct diag *d, struct code_place at, const char *text)
{
	struct span s = code_span(c->g, at);
	if (s.file)
		native_related(c, d, s, text);
}

void code_promise(struct native_ctx *c, struct diag *d, struct keypath p, const struct str *name, enum safety safety)
{
	struct fixplan *fix = arena_new(c->a, struct fixplan);
	struct promise *want = arena_new(c->a, struct promise);
	struct value *part = arena_array(c->a, struct value, p.n);
	memcpy(part, p.part, p.n * sizeof *part);
	*want = (struct promise){ name ? PROMISE_RENAME : PROMISE_REMOVE, .path = { part, p.n }, .name = name };
	*fix = (struct fixplan){ .safety = safety, .promise = want, .n = 1 };
	fix->title = name ? arena_printf(c->a, "rename to %s", name->s)
			  : arena_printf(c->a, "remove %s", part[p.n - 1].as.s->s);
	d->fix = fix;
	d->nfixes = 1;
}

bool code_comes_along(const struct native_ctx *c)
{
	const struct code_habits *h = code_habits(c->code);
	for (uint32_t i = 0; i < h->import_keys.n; i++)
		if (c->subject->tree.kind == VALUE_DICT &&
		    dict_find_lit(c->subject->tree.as.dict, h->import_keys.at[i]))
			return true;
	return false;
}

bool code_sees_all_types(const struct native_ctx *c)
{
	return code_trains(c->code) && !code_types_open(c->code) && !code_foreign(c->code);
}

bool code_names_all_types(const struct native_ctx *c)
{
	return code_trains(c->code) && !code_types_open(c->code) && !code_stranger(c->code);
}

bool code_unregistered_type(const struct native_ctx *c, const struct str *type)
{
	return !code_knows_type(c->code, type) && !classes_has(&c->rs->dialects.vocab->classes, type->s) &&
	       !texts_have(&code_habits(c->code)->registered, type->s) && !code_is_framework_type(c->code, type, type);
}

bool code_scope_is_ours(const struct native_ctx *c)
{
	const struct code *code = c->code;
	const struct entry *e = c->subject->tree.kind == VALUE_DICT
					? dict_find_str(c->subject->tree.as.dict, code_habits(code)->scope_key)
					: NULL;
	return !e || e->val.kind == VALUE_NONE || (e->val.kind == VALUE_STR && code_has_package(code, e->val.as.s));
}

bool code_asks_nothing(struct value v)
{
	return v.kind == VALUE_NONE || (v.kind == VALUE_BOOL && !v.as.b) || (v.kind == VALUE_INT && v.as.i == -1) ||
	       (v.kind == VALUE_STR && !strcmp(v.as.s->s, "all"));
}

const struct str *code_nearest(struct native_ctx *c, const struct str *word, const struct code_params *p,
			       const struct dict *d)
{
	const char **text = arena_array(c->a, const char *, p->n + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->n; i++)
		if (!dict_find_str(d, p->name[i]))
			text[n++] = p->name[i]->s;
	const char *s = near_find(word->s, text, n);
	return s ? str_lit(s) : NULL;
}

const char *code_names_text(struct native_ctx *c, const struct code_params *p)
{
	enum { SHOWN = 8 };
	struct buf b = { 0 };
	for (uint32_t i = 0; i < p->n && i < SHOWN; i++)
		buf_printf(&b, "%s%s", i ? ", " : "", p->name[i]->s);
	if (p->n > SHOWN)
		buf_printf(&b, " and %u more", p->n - SHOWN);
	const char *s = arena_strdup(c->a, p->n ? buf_str(&b) : "no arguments");
	buf_release(&b);
	return s;
}

void code_relate_taken(struct native_ctx *c, struct diag *d, const struct code_params *p, const struct str *type)
{
	const char *by = p->by ? p->by : type->s;
	bool other = strncmp(by, type->s, type->len);
	code_related(c, d, code_params_at(c->code, p, false),
		     arena_printf(c->a, "%s takes %s%s%s%s", other ? type->s : by, code_names_text(c, p),
				  other ? "; " : "", other ? by : "", other ? " refuses others" : ""));
}

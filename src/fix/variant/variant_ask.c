// SPDX-License-Identifier: MIT
/* What a profile's expressions see: options, lets and the facts of the config; and what they answer, in words. */
#include "fix/variant/priv.h"
#include "base/near.h"
#include "base/path.h"
#include <string.h>

bool profile_refuse(struct variant_ctx *ap, const char *reason, const char *allow)
{
	if (!ap->refusal)
		ap->refusal = allow ? arena_printf(ap->a, "%s; %s", reason, allow) : reason;
	return false;
}

/* --- names and texts */

bool profile_lookup(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out)
{
	struct variant_ctx *ap = ctx;

	if (name == ap->each) {
		*out = ap->element;
		return true;
	}
	for (uint32_t i = 0; i < ap->pr->noptions; i++)
		if (ap->pr->option[i].name == name) {
			*out = ap->option[i];
			return true;
		}
	for (uint32_t i = 0; i < ap->pr->nlets; i++) {
		struct let_value *m = &ap->let[i];

		if (ap->pr->let[i].name != name)
			continue;
		if (!m->done && !m->running) {
			m->running = true;
			m->val = facts_eval_in(by, ap->pr->let[i].expr, &ap->names, NULL);
			m->running = false;
			m->done = true;
		}
		*out = m->val;
		return true;
	}
	return false;
}

const struct node *profile_let(void *ctx, const struct str *name)
{
	const struct variant_ctx *ap = ctx;

	for (uint32_t i = 0; i < ap->pr->nlets; i++)
		if (ap->pr->let[i].name == name)
			return ap->pr->let[i].expr;
	return NULL;
}

/* The key that holds a concept, or its name. */
static const char *key_of(struct variant_ctx *ap, const struct str *concept)
{
	struct node name = { .kind = NODE_NAME, .text = concept };
	struct keypath path;

	return facts_path(ap->facts, &name, NULL, &path) && path.n ? keypath_text(ap->a, path) : concept->s;
}

/* Why a value is not known, for people. */
const char *profile_cause(struct variant_ctx *ap, struct value v)
{
	const struct cause *c = v.kind == VALUE_UNKNOWN ? v.as.cause : NULL;
	const struct source *s = c && c->at.file ? graph_source(ap->g, c->at.file) : NULL;
	const char *detail = c && c->detail && c->detail->len ? c->detail->s : NULL;

	if (!c)
		return why_text(WHY_NONE);
	if (detail && c->why == WHY_ABSENT)
		return arena_printf(ap->a, "%s is not set", key_of(ap, c->detail));
	if (!detail && c->why == WHY_UNMAPPED)
		return arena_printf(ap->a, "cfglint has no information about dialect %s", ap->dialect->name);
	if (detail && c->why == WHY_UNMAPPED && !facts_get(ap->facts, c->detail))
		return arena_printf(ap->a, "it is unknown what dialect %s reads of %s", ap->dialect->name, detail);
	const char *hint = "", *option = machine_option(c);
	if (option)
		hint = arena_printf(ap->a, " (%s)", option);
	else if (s && c->why != WHY_UNMAPPED && c->why != WHY_ABSENT)
		hint = arena_printf(ap->a, " (%s:%u)", path_base(s->path), source_point(s, c->at.lo).line + 1);
	return arena_printf(ap->a, "%s %s%s", detail ? detail : "it", why_text(c->why), hint);
}

const char *profile_message(struct variant_ctx *ap, const struct node *n)
{
	struct value v = facts_eval(ap->facts, n, &ap->names, NULL);

	return v.kind == VALUE_STR ? arena_strndup(ap->a, v.as.s->s, v.as.s->len) : NULL;
}

enum profile_answer profile_ask(struct variant_ctx *ap, const struct node *when, struct value *v)
{
	*v = facts_eval(ap->facts, when, &ap->names, NULL);
	if (v->kind == VALUE_BOOL)
		return v->as.b ? PROFILE_YES : PROFILE_NO;
	return PROFILE_UNKNOWN;
}

/* --- options */

static int option_number(const struct profile *pr, const char *name, size_t n)
{
	for (uint32_t i = 0; i < pr->noptions; i++)
		if (pr->option[i].name->len == n && memcmp(pr->option[i].name->s, name, n) == 0)
			return (int)i;
	return -1;
}

static bool unknown_option(struct variant_ctx *ap, const char *name, struct err *e)
{
	const char **known = arena_array(ap->a, const char *, ap->pr->noptions + 1), *near;

	for (uint32_t i = 0; i < ap->pr->noptions; i++)
		known[i] = ap->pr->option[i].name->s;
	near = near_word(name, known, ap->pr->noptions);
	return err_set(e, ERR_USAGE, "profile %s has no option '%s'%s%s%s", ap->pr->name, name,
		       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static bool is_taken(const struct profile_option *o, struct value v)
{
	if (!o->takes)
		return true;
	for (const char *const *word = o->takes; *word; word++)
		if (v.kind == VALUE_STR && strcmp(v.as.s->s, *word) == 0)
			return true;
	return false;
}

static bool wrong_value(struct variant_ctx *ap, uint32_t i, const char *text, struct err *e)
{
	struct profile_choice c;

	profile_choice(ap->a, ap->pr, i, &c);
	if (c.takes)
		return err_set(e, ERR_USAGE, "--set %s: option '%s' of profile %s takes %s", text, c.name, ap->pr->name,
			       c.takes);
	return err_set(e, ERR_USAGE, "--set %s: not a value for option '%s' of profile %s (default %s)%s%s", text,
		       c.name, ap->pr->name, c.def, c.doc ? ": " : "", c.doc ? c.doc : "");
}

/* `budget=iters` means the text, because users don't quote twice for a shell. */
static bool set_option(struct variant_ctx *ap, struct parser *parser, const char *text, struct err *e)
{
	const char *eq = strchr(text, '=');
	const struct node *n;
	struct value v;
	int i;

	if (!eq)
		return err_set(e, ERR_USAGE, "an option is NAME=VALUE, not '%s'", text);
	i = option_number(ap->pr, text, (size_t)(eq - text));
	if (i < 0)
		return unknown_option(ap, arena_strndup(ap->a, text, (size_t)(eq - text)), e);
	n = parse_expr(parser, ap->a, eq + 1, (uint32_t)strlen(eq + 1), 0, e);
	if (!n)
		return false;
	v = n->kind == NODE_NAME && ap->option[i].kind == VALUE_STR ? value_str(n->text, (struct span){ 0 })
								    : facts_eval(ap->facts, n, NULL, NULL);
	if (!value_is_known(v) || !is_taken(&ap->pr->option[i], v))
		return wrong_value(ap, (uint32_t)i, text, e);
	ap->option[i] = v;
	return true;
}

bool profile_options(struct variant_ctx *ap, const char *const *options, struct err *e)
{
	struct parser *parser = parser_new();
	bool ok = true;

	ap->option = arena_array(ap->a, struct value, ap->pr->noptions + 1);
	for (uint32_t i = 0; i < ap->pr->noptions; i++)
		ap->option[i] = facts_eval(ap->facts, ap->pr->option[i].def, &ap->names, NULL);
	for (size_t i = 0; ok && options && options[i]; i++)
		ok = set_option(ap, parser, options[i], e);
	parser_free(parser);
	return ok;
}

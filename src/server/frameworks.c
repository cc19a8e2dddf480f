// SPDX-License-Identifier: MIT
#include "server/frameworks.h"
#include "facts/facts.h"
#include "lint/lint.h"
#include "server/server.h"
#include <string.h>

/* The concept's value; NULL: it isn't known. */
static const struct value *concept(struct facts *f, const char *name)
{
	const struct fact *x = facts_get(f, str_lit(name));

	return x && x->state == FACT_KNOWN ? &x->val : NULL;
}

static void add(struct frameworks *f, const char *package, bool bare)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (strcmp(f->at[i].package->s, package) == 0)
			return;
	f->at[f->n++] = (struct framework){ str_lit(package), bare };
}

void frameworks_of(struct frameworks *f, struct server *s, struct arena *a, const struct module *m,
		   const struct dialect *d, const struct code *c, const struct builds *b)
{
	struct session *session = &s->world.s;
	const struct settings *st = m ? settings_for(session->linter.settings, m->path, NULL) : NULL;
	const struct value *all, *own;
	struct machine hw;
	struct facts *facts;
	const char *name;

	*f = (struct frameworks){ { .arena = a }, b, NULL, 0 };
	if (!st || !b)
		return;
	hw = lint_machine(a, st, &m->subject);
	facts = facts_new(a, &m->subject, session->linter.rules->dialects.vocab, d, &hw);
	facts_code(facts, c);
	all = concept(facts, "packages");
	own = concept(facts, "default_package");
	if (all && !value_is_listlike(*all))
		all = NULL;
	f->at = arena_array(a, struct framework, (all ? all->as.list->n : 0) + 16);
	for (uint32_t i = 0; all && i < all->as.list->n; i++)
		if (all->as.list->at[i].val.kind == VALUE_STR)
			add(f, all->as.list->at[i].val.as.s->s,
			    !builds_scoped(b) ||
				    (own && own->kind == VALUE_STR ? own->as.s == all->as.list->at[i].val.as.s
								   : i == 0));
	for (uint32_t i = 0; i < 15 && (name = builds_package(b, i)); i++)
		add(f, name, true);
}

struct framework_search {
	struct frameworks *f;
	const struct build *x;
	const struct framework *of;
	void (*see)(void *ctx, const char *name, const char *package);
	void *ctx;
	const char *wanted; /* the class that is looked for; ctx: where it is defined */
};

static void each(const struct framework_search *s, void (*see)(void *, const char *, const struct str *))
{
	struct framework_search x = *s;

	for (uint32_t i = 0; i < s->f->n; i++) {
		const char *package = s->f->at[i].package->s;

		x.of = &s->f->at[i];
		signature_each(&s->f->known, s->f->at[i].package, builds_from(s->f->builds, package),
			       builds_before(s->f->builds, package), see, &x);
	}
}

static void type(void *seeing, const char *file, const struct str *name)
{
	struct framework_search *s = seeing;

	if (build_file(s->x, file))
		s->see(s->ctx,
		       s->of->bare ? name->s : arena_printf(s->f->known.arena, "%s.%s", s->of->package->s, name->s),
		       s->of->package->s);
}

void frameworks_types(struct frameworks *f, const struct build *x,
		      void (*see)(void *ctx, const char *name, const char *package), void *ctx)
{
	each(&(struct framework_search){ .f = f, .x = x, .see = see, .ctx = ctx }, type);
}

static void look(void *seeing, const char *file, const struct str *name)
{
	struct framework_search *s = seeing;
	char *dotted;

	if (strcmp(name->s, s->wanted) != 0 || !build_file(s->x, file))
		return;
	dotted = arena_printf(s->f->known.arena, "%s.%s", file, name->s);
	for (char *p = dotted; *p; p++)
		*p = *p == '/' ? '.' : *p;
	*(const char **)s->ctx = dotted;
}

bool frameworks_takes(struct frameworks *f, const struct build *x, const char *name, struct signature *out)
{
	const char *dotted = NULL, *dot = strrchr(name, '.');

	each(&(struct framework_search){ .f = f, .x = x, .wanted = dot ? dot + 1 : name, .ctx = &dotted }, look);
	return dotted && signature_find(&f->known, str_lit(dotted), out);
}

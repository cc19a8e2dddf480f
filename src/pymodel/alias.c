// SPDX-License-Identifier: MIT
#include "pymodel/alias.h"
#include "pymodel/names.h"

bool alias_is(const struct cfile *f, const struct str *name)
{
	const struct name_alias *a = map_get(&f->alias, name);

	return a && a->to && !f->stars; /* a star import may bind it too */
}

/* The alias in the file that `name` is; NULL: none, or an import, a function or a class also binds the name. */
static struct name_alias *leads_on(const struct cfile *f, const struct str *name)
{
	return alias_is(f, name) && !map_get(&f->top->inner, name) ? map_get(&f->alias, name) : NULL;
}

const struct str *alias_end(const struct cfile *f, struct name_alias *from)
{
	struct name_alias *a = from, *next;
	const struct str *end = NULL;

	while (a->state == ALIAS_NEW && (next = leads_on(f, a->to))) {
		a->state = ALIAS_RUNNING;
		a = next;
	}
	if (a->state == ALIAS_NEW)
		end = a->to;
	else if (a->state == ALIAS_KNOWN)
		end = a->end;
	for (a = from; a && a->state != ALIAS_KNOWN; a = leads_on(f, a->to)) {
		a->state = ALIAS_KNOWN;
		a->end = end;
	}
	return end;
}

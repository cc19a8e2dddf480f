// SPDX-License-Identifier: MIT
#include "pymodel/imports.h"
#include "pymodel/names.h"
#include "pymodel/pymodel.h"
#include <string.h>

/* An import of a.b.c imports a and a.b too. */
static void note_module(struct pymodel *m, const struct str *module)
{
	while (module && module->len && !map_get(&m->imported, module)) {
		map_put(&m->arena, &m->imported, module, m);
		const char *dot = strrchr(module->s, '.');
		module = dot ? str_of(module->s, (size_t)(dot - module->s)) : NULL;
	}
}

/* `from m import a` counts for m and m.a: a may be a module. */
static void list_imported(struct pymodel *m)
{
	for (uint32_t i = 0; i < m->nfiles && !m->imported_listed; i++) {
		const struct cfile *f = m->file[i];

		m->imported_more |= !f->tree.root || m->deep_in;
		for (uint32_t k = 0; k < f->nimports; k++) {
			const struct import *x = &f->import[k];

			note_module(m, x->module);
			if (x->name)
				note_module(m, names_joined(x->module, x->name));
		}
	}
	m->imported_listed = true;
}

bool file_imported(struct pymodel *m, const struct cfile *f)
{
	list_imported(m);
	if (m->imported_more)
		return true;
	/* "x.a.b" may mean `a.b`: the search path for packages may be below the project's root. */
	for (const char *s = f->dotted->s; s; s = strchr(s, '.') ? strchr(s, '.') + 1 : NULL)
		if (map_get(&m->imported, str_lit(s)))
			return true;
	return false;
}

/* No file has that dotted name, and none lies in a folder of that name. */
static bool is_absent(const struct pymodel *m, const struct str *module)
{
	if (map_get(&m->by_dotted, module))
		return false;
	for (uint32_t i = 0; i < m->nfiles; i++)
		if (!strncmp(m->file[i]->dotted->s, module->s, module->len) &&
		    m->file[i]->dotted->s[module->len] == '.')
			return false;
	return true;
}

static bool is_around(const struct cfile *package, const struct cfile *f)
{
	size_t n = package->dotted->len;

	return package->package && !strncmp(package->dotted->s, f->dotted->s, n) && f->dotted->s[n] == '.';
}

bool file_beside_absent(const struct pymodel *m, const struct cfile *f)
{
	for (uint32_t i = 0; i < m->nfiles; i++)
		for (uint32_t k = 0; is_around(m->file[i], f) && k < m->file[i]->nimports; k++) {
			const struct import *x = &m->file[i]->import[k];

			if (x->relative && x->module && is_absent(m, x->module))
				return true;
		}
	return false;
}

// SPDX-License-Identifier: MIT
#include "code/stranger.h"
#include "code/priv.h"
#include "project/stdlib.h"
#include <string.h>

/* Notes a package outside that may search for configs wherever they are stored. Imports of scripts other than
 * training, and of modules beside the file, don't count. */
static void note_foreign(struct index *c, const struct cfile *f, const struct str *module)
{
	if ((f->script && !f->trains) || names_module(&c->m, module, f).kind == F_MODULE)
		return;
	size_t n = strcspn(module->s, ".");
	const struct str *top = str_of(module->s, n);
	if ((c->foreign && c->prying && c->apart) || !n || map_get(&c->m.by_dotted, top) || stdlib_has(top->s) ||
	    texts_have(&c->know->neutral_package, top->s))
		return;
	if (!c->foreign)
		c->foreign = top;
	if (texts_have(&c->know->type_package, top->s))
		return;
	if (f->apart && !c->apart)
		c->apart = arena_printf(&c->m.arena, STRANGER, top->s);
	else if (!f->apart && !c->prying)
		c->prying = top;
}

void stranger_note(struct index *c, const struct cfile *f)
{
	for (uint32_t i = 0; i < f->nimports; i++)
		if (!f->import[i].relative)
			note_foreign(c, f, f->import[i].module);
}

/* The runner's config is stored where every package of a training process may find it. */
void stranger_open(struct index *c)
{
	struct cnode *n = c->training;
	if (!n || !n->stored || !c->prying || n->open)
		return;
	n->open = n->abroad = true;
	n->open_why = arena_printf(&c->m.arena, STRANGER, c->prying->s);
}

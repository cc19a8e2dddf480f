// SPDX-License-Identifier: MIT
#include "fix/proof/after.h"
#include "text/notebook_edit.h"

bool after_edits(struct buf *out, const struct vfs *vfs, const struct source *s, const struct edits *own)
{
	struct buf json = { 0 };
	bool good = true;

	if (s->cells)
		good = vfs_read(vfs, s->path, &json, NULL) && notebook_edit(out, buf_str(&json), json.n, s, own);
	else
		edits_apply(out, s, own);
	buf_release(&json);
	return good;
}

struct vfs *after_overlay(const struct vfs *vfs, const struct sources *sources, const struct attempt_set *all)
{
	struct vfs *over = vfs_new(vfs);
	struct edits edits = { 0 }, own;

	verify_edits(all, &edits);
	for (size_t i = 0; i < edits.n; i += own.n) {
		const struct source *s = sources_get(sources, edits.at[i].at.file);
		struct buf text = { 0 };

		own = verify_edits_of_file(&edits, i);
		if (after_edits(&text, vfs, s, &own))
			vfs_put(over, s->path, buf_str(&text), text.n);
		buf_release(&text);
	}
	vec_release(&edits);
	return over;
}

const char *after_state(struct arena *a, const struct module *before, const struct module *after)
{
	if (after->state == MODULE_SYNTAX && before->state != MODULE_SYNTAX)
		return arena_printf(a, "the result would have a syntax error: %s", after->err->msg);
	if (after->state == MODULE_REFUSED && before->state != MODULE_REFUSED)
		return arena_printf(a, "the result would not load: %s", after->refusal ? after->refusal : "refused");
	if (after->state == MODULE_UNREADABLE && before->state != MODULE_UNREADABLE)
		return "the result could not be read";
	return NULL;
}

static uint32_t count_notes(const struct module *m, unsigned kind)
{
	uint32_t n = 0;

	for (size_t i = 0; i < m->notes.n; i++)
		n += m->notes.at[i].kind == kind;
	return n;
}

const char *after_note(struct arena *a, const struct module *before, const struct module *after)
{
	for (size_t i = 0; i < after->notes.n; i++) {
		const struct note *n = &after->notes.at[i];

		if (count_notes(after, n->kind) > count_notes(before, n->kind))
			return arena_printf(a, "it would cause %s: %s", n->id, n->msg);
	}
	return NULL;
}

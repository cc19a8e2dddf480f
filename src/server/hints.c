// SPDX-License-Identifier: MIT
#include "server/hints.h"
#include "server/hover.h"
#include "cli/shared/shown_effective.h"
#include "facts/training.h"
#include "lint/lint.h"
#include <math.h>
#include <string.h>

enum { HINTS_MAX = 500, VALUE_SHOWN = 40 };

struct hint_ctx {
	struct server *s;
	struct arena a;
	const struct module *m;
	const struct source *src;
	uint32_t lo, hi; /* of the text that is shown */
	json_t *list;
};

static void add(struct hint_ctx *h, uint32_t at, json_t *text, const char *why)
{
	if (at >= h->lo && at <= h->hi && json_array_size(h->list) < HINTS_MAX)
		json_array_append_new(h->list, json_pack("{s:o, s:O, s:b, s:s}", "position",
							 place_position(h->s->docs.unit, h->src, at), "label", text,
							 "paddingLeft", 1, "tooltip", why));
	json_decref(text);
}

/* ---- what a value replaces ---- */

/* Items of lists have no names: a changed third item means nothing. */
static bool is_named(struct keypath p)
{
	for (uint32_t i = 0; i < p.n; i++)
		if (p.part[i].kind != VALUE_STR)
			return false;
	return true;
}

static void replaced(void *hinting, const struct written *w)
{
	struct hint_ctx *h = hinting;
	struct slot was;
	struct buf b = { 0 };

	if (w->use.file != h->src->id || !is_named(w->path) || value_container(w->val))
		return;
	was = keypath_get(&h->a, h->m->inherited, w->path);
	if (was.found != w->path.n || !value_is_known(was.val) || value_container(was.val) ||
	    value_same(was.val, w->val))
		return;
	value_line(&b, was.val, VALUE_SHOWN);
	add(h, source_offset(h->src, w->use.hi), wire_textf("was %s", buf_str(&b)), "what the bases give here");
	buf_release(&b);
}

/* ---- what matters of the whole ---- */

static bool is_own(struct hint_ctx *h, const struct fact *f)
{
	return f->slot.use.file == h->src->id;
}

static void put_number(struct buf *b, const char *lead, struct figure f, const char *unit)
{
	if (!isnan(f.value))
		buf_printf(b, "%s%s%.10g%s", b->n ? ", " : "", lead, f.value, unit);
}

static void put_lr(struct hint_ctx *h, struct buf *b, struct facts *f)
{
	const struct fact *lr = facts_get(f, str_lit("lr"));

	if (lr && lr->state == FACT_KNOWN && value_is_number(lr->val) && !is_own(h, lr))
		buf_printf(b, "lr %.10g", value_number(lr->val));
}

static void put_batch(struct buf *b, const struct run_size *size)
{
	struct figure all = figure_times(size->pass_samples, size->accumulate);

	put_number(b, "batch ", size->batch, "");
	if (!isnan(size->batch.value) && !isnan(size->world.value))
		buf_printf(b, " x %.10g GPU%s", size->world.value, size->world.value == 1 ? "" : "s");
	if (!isnan(size->batch.value) && size->accumulate.value > 1)
		buf_printf(b, " x %.10g passes", size->accumulate.value);
	if (!isnan(all.value) && all.value != size->batch.value)
		buf_printf(b, " = %.10g", all.value);
}

static void whole(struct hint_ctx *h)
{
	struct session *s = &h->s->world.s;
	const struct settings *st = settings_for(s->linter.settings, h->m->path, NULL);
	const struct base_ref *last = &h->m->base[h->m->nbases - 1];
	struct machine hw;
	struct facts *f;
	struct run_size size;
	struct buf b = { 0 };

	if (!st || last->at.file != h->src->id)
		return;
	hw = lint_machine(&h->a, st, &h->m->subject);
	f = facts_new(&h->a, &h->m->subject, s->linter.rules->dialects.vocab, analysis_dialect(h->s, h->m), &hw);
	facts_code(f, analysis_code(h->s, h->m));
	size = run_size_of(&h->a, f, NAN);
	put_lr(h, &b, f);
	put_batch(&b, &size);
	if (!isnan(size.epochs.value))
		put_number(&b, "", size.epochs, " epochs");
	else
		put_number(&b, "", size.iterations, " iterations");
	if (b.n)
		add(h, source_offset(h->src, last->at.hi), wire_text(buf_str(&b)), "of the effective config");
	buf_release(&b);
}

json_t *hints(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);
	struct analysis *a = d ? server_look(s, d, false) : NULL;
	const struct module *m = a ? analysis_config(a) : NULL;
	const json_t *range = json_object_get(params, "range");
	struct hint_ctx h = { .s = s, .m = m };

	if (!m || m->state != MODULE_OK)
		return NULL;
	h.src = m->src;
	if (!place_offset(s->docs.unit, h.src, json_object_get(range, "start"), &h.lo) ||
	    !place_offset(s->docs.unit, h.src, json_object_get(range, "end"), &h.hi)) {
		*why = (struct refusal){ WIRE_BAD_PARAMS, "no range" };
		return NULL;
	}
	h.list = json_array();
	if (m->nbases)
		whole(&h);
	spot_each(&h.a, m, replaced, &h);
	arena_release(&h.a);
	return h.list;
}

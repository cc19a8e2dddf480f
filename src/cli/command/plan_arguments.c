// SPDX-License-Identifier: MIT
/* From the sets of arguments of a file to the figures of their runs: each set with the values that are in effect, and,
 * with --was-gpus, once for either number of processes. */
#include "cli/command/plan_arguments.h"
#include "cli/command/plan_arguments_print.h"
#include "cli/shared/sheet_spec.h"
#include "arguments/global_batch.h"
#include "cli/command/priv.h"
#include "cli/load_configs.h"
#include "project/foreign.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <math.h>
#include <string.h>

enum { VALUE_SHOWN = 40 /* bytes */ };
static const struct span nowhere;

struct set_plan { /* of one set */
	struct session *s;
	const struct target *t;
	const struct plan_arguments *p;
	const struct subject *subject;
	const struct settings *st;
	struct effective_sources sources;
	struct effective_set effective;
	struct global_batch batch;
	struct value all;
};

/* ---- what expressions see ---- */

static const char *place_of(struct set_plan *x, struct span at)
{
	const struct source *src = at.file ? sources_get(x->subject->set->sources, at.file) : NULL;

	unsigned line = src ? source_point(src, at.lo).line + 1 : 0;

	if (src && !strcmp(src->path, x->subject->path))
		return arena_printf(&x->s->arena, "line %u", line);
	return src ? arena_printf(&x->s->arena, "%s:%u", session_name(x->s, src->path), line) : NULL;
}

/* "num_train_epochs 3 (sft.yaml:21)", "learning_rate 5e-05 (default of transformers)" */
static const char *origin_of(struct set_plan *x, const struct effective *e)
{
	struct arena *a = &x->s->arena;
	const char *place = e->by == EFFECTIVE_LIBRARY ? e->says : place_of(x, e->at);
	struct buf b = { 0 };

	buf_puts(&b, e->name->s);
	if (value_is_known(e->value)) {
		struct buf v = { 0 };

		if (e->value.kind == VALUE_FLOAT)
			buf_printf(&b, " %.10g", e->value.as.f);
		else if (op_repr(&v, e->value) && v.n <= VALUE_SHOWN)
			buf_printf(&b, " %s", buf_str(&v));
		buf_release(&v);
	}
	if (place)
		buf_printf(&b, " (%s)", place);
	const char *text = arena_strdup(a, buf_str(&b));

	buf_release(&b);
	return text;
}

/* Its reason is a clause: "learning_rate is by version: 5e-05 (transformers up to 5.15.0) or 2e-05 (trl 0.20.0)" */
static struct value unknown_for(struct set_plan *x, const struct effective *e)
{
	struct arena *a = &x->s->arena;
	const char *place = place_of(x, e->at);
	const char *why = e->says ? arena_printf(a, "%s is %s", e->name->s, e->says)
			  : place ? arena_printf(a, "%s is no constant (%s)", e->name->s, place)
				  : arena_printf(a, "%s may be given elsewhere", e->name->s);

	return value_unknown(a, WHY_LOG, nowhere, why);
}

static void put_values(struct set_plan *x, struct value values, struct value from)
{
	struct arena *a = &x->s->arena;

	for (uint32_t i = 0; i < x->effective.n; i++) {
		const struct effective *e = &x->effective.at[i];

		dict_put(a, values.as.dict, value_str(e->name, nowhere),
			 value_is_known(e->value) ? e->value : unknown_for(x, e), e->at);
		dict_put(a, from.as.dict, value_str(e->name, nowhere), value_text(origin_of(x, e), nowhere), nowhere);
	}
}

static struct facts *facts_for(struct set_plan *x, struct machine *hw)
{
	*hw = lint_machine(&x->s->arena, x->st, x->subject);
	return facts_new(&x->s->arena, x->subject, x->s->linter.rules->dialects.vocab, NULL, hw);
}

/* --gpus, else the launch, else the settings. */
static void put_processes(struct set_plan *x, const struct machine *hw, struct sheet_ask *ask)
{
	bool given = value_is_known(hw->gpus) && value_is_known(hw->nodes);
	bool first = given && (hw->gpus_given || !x->batch.processes.n);

	ask->processes = NAN;
	if (first) {
		ask->processes = value_number(hw->gpus) * value_number(hw->nodes);
		ask->processes_from = hw->gpus_why ? hw->gpus_why : "the settings";
	} else if (x->batch.processes.n) {
		ask->processes = (double)x->batch.processes.n;
		ask->processes_from = place_of(x, x->batch.processes.at);
	}
}

static void put_batch(struct set_plan *x, struct sheet_ask *ask)
{
	const struct effective *batch = x->batch.each, *sums = x->batch.accumulation;

	ask->batch = batch ? batch->value : (struct value){ 0 };
	ask->accumulation = sums ? sums->value : (struct value){ 0 };
	ask->batch_from = batch ? origin_of(x, batch) : NULL;
	ask->accumulation_from = sums ? origin_of(x, sums) : NULL;
}

static struct sheet_ask ask_of(struct set_plan *x, struct machine *hw)
{
	struct arena *a = &x->s->arena;
	struct sheet_ask ask = { .s = x->s,
				 .subject = x->subject,
				 .facts = facts_for(x, hw),
				 .all = x->all,
				 .set = x->effective.element,
				 .values = value_dict(a, nowhere),
				 .from = value_dict(a, nowhere),
				 .samples = x->p->samples,
				 .params = x->p->params,
				 .at = x->p->at,
				 .nat = x->p->nat };

	put_batch(x, &ask);
	ask.per_process = x->batch.per_process ? (double)x->batch.per_process : NAN;
	ask.per_process_why =
		x->batch.unsettled ? arena_printf(a, "%s changes the batch", origin_of(x, x->batch.unsettled)) : NULL;
	put_values(x, ask.values, ask.from);
	put_processes(x, hw, &ask);
	return ask;
}

/* ---- one set ---- */

static struct value launch_of(const struct subject *s, struct value element)
{
	struct value launches = dict_get(s->tree, "launches"), number = dict_get(element, "number");
	const char *form = dict_get_text(element, "form");

	if (form && !strcmp(form, "line") && value_is_listlike(launches) && number.kind == VALUE_INT &&
	    number.as.i < launches.as.list->n)
		return launches.as.list->at[number.as.i].val;
	return (struct value){ 0 };
}

static bool set_begin(struct set_plan *x, struct value element)
{
	const struct vfs *fs = x->subject->set->fs;

	x->sources = (struct effective_sources){ &x->s->arena, schemas_of(fs), meanings_of(fs) };
	effective_of(&x->sources, element, launch_of(x->subject, element), &x->effective);
	x->batch = effective_batch(&x->sources, &x->effective);
	return x->effective.class;
}

static void print_set(struct set_plan *x, const struct sheet *sheet, struct sheet_ask *ask)
{
	const struct source *src = x->subject->src;
	const char *form = dict_get_text(ask->set, "form");
	struct sheet_side today, then;
	const char *script = dict_get_text(x->effective.launch, "script");
	struct plan_set out = { .name = script ? script : dict_get_text(ask->set, "name"), .today = &today };

	if (form && strcmp(form, "file") != 0 && src && ask->set.at.file == src->id)
		out.line = source_point(src, ask->set.at.lo).line + 1;
	if (!isnan(x->p->was_gpus)) {
		struct sheet_ask was = *ask;

		was.processes = x->p->was_gpus;
		was.processes_from = "--was-gpus, --gpus";
		sheet_fill(sheet, &was, &today);
		sheet_fill(sheet, ask, &then);
		sheet_advise(sheet, ask, &today, &out.advice);
		out.then = &then;
		out.change = arena_printf(&x->s->arena, "--gpus %s", x->s->o->gpus);
	} else {
		sheet_fill(sheet, ask, &today);
	}
	if (x->p->list)
		plan_set_json(x->s, x->t, x->p, &out);
	else
		plan_set_text(x->s, x->t, x->p, &out);
	sheet_side_release(&today);
	if (out.then)
		sheet_side_release(&then);
	vec_release(&out.advice);
}

/* ---- all of a file ---- */

static const struct subject_set *load(struct session *s, const struct target *t, const struct subject_kind **kind)
{
	struct targets one = { 0 };
	const struct subject_set *set;

	*kind = t->path ? t->kind : NULL;
	if (!*kind || (*kind)->dialects)
		return NULL;
	vec_push(&one, *t);
	set = session_subjects(s, &one, *kind);
	vec_release(&one);
	return set;
}

bool plan_arguments_print(struct session *s, const struct target *t, struct plan_arguments *p)
{
	const struct subject_kind *kind;
	const struct subject_set *set = load(s, t, &kind);
	const struct subject *subject = set ? subject_find(set, t->path) : NULL;
	struct value all = subject && subject->good ? dict_get(subject->tree, "arguments") : (struct value){ 0 };
	bool any = false;
	struct err e = { 0 };
	const struct sheet *sheet = value_is_listlike(all) && all.as.list->n ? sheet_load(s, &e) : NULL;

	if (*e.msg)
		complain(s, "%s", e.msg);
	for (uint32_t i = 0; sheet && i < all.as.list->n; i++) {
		struct set_plan x = { .s = s,
				      .t = t,
				      .p = p,
				      .subject = subject,
				      .st = settings_for(s->linter.settings, t->path, NULL),
				      .all = all };
		struct machine hw;

		if (!set_begin(&x, all.as.list->at[i].val))
			continue;
		struct sheet_ask ask = ask_of(&x, &hw);

		if (!sheet_fits(sheet, &ask))
			continue;
		if (p->begun && !p->list)
			putchar('\n');
		print_set(&x, sheet, &ask);
		p->begun = any = true;
	}
	if (set)
		kind->free(set);
	return any;
}

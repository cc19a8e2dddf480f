// SPDX-License-Identifier: MIT
/* From the sets of arguments of a file to the figures of their runs: each set with the values that are in effect, and,
 * with --was-gpus, once for either number of processes. */
#include "cli/command/plan_arguments.h"
#include "cli/command/plan_arguments_print.h"
#include "cli/shared/sheet_spec.h"
#include "base/path.h"
#include "cli/command/priv.h"
#include "cli/foreign_counts.h"
#include "cli/shared/argument_option.h"
#include "cli/shared/argument_sets.h"
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
	const struct argument_sets *sets;
	const struct argument_set *set;
	struct effective_set effective; /* with what --set changes */
	struct global_batch batch;
	const char *refusal; /* why plan has no figures of it; NULL: nothing to tell */
};

/* ---- what expressions see ---- */

/* "line 3" of the file that the command is about ("line 3 of cell 2"), else "run.sh:3". NULL: nowhere. */
static const char *place_in(struct set_plan *x, const struct subject *of, struct span at)
{
	const struct source *src = of && at.file ? sources_get(of->set->sources, at.file) : NULL;

	if (src && !strcmp(src->path, x->t->path))
		return source_line_of(&x->s->arena, src, at.lo);
	return src ? arena_printf(&x->s->arena, "%s:%s", session_name(x->s, src->path),
				  source_line(&x->s->arena, src, at.lo))
		   : NULL;
}

static const char *place_of(struct set_plan *x, const struct effective *e)
{
	return e->at.file ? place_in(x, e->of_line ? x->set->line : x->set->subject, e->at) : e->says;
}

/* "num_train_epochs 3 (sft.yaml:21)", "learning_rate 5e-05 (default of transformers)" */
static const char *origin_of(struct set_plan *x, const struct effective *e)
{
	struct arena *a = &x->s->arena;
	const char *place = place_of(x, e);
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

/* "learning_rate is by version: 5e-05 (transformers up to 5.15.0) or 2e-05 (trl 0.20.0)" */
static const char *why_unknown(struct set_plan *x, const struct effective *e)
{
	struct arena *a = &x->s->arena;
	const char *place = e->at.file ? place_of(x, e) : NULL;
	const struct cause *c = e->value.as.cause;

	if (c && c->why == WHY_VERSION && c->detail)
		return arena_printf(a, "%s %s (%s %s)", c->detail->s, why_text(c->why), e->name->s, place ? place : "");
	if (e->says && !e->at.file && !x->effective.open)
		return arena_printf(a, "%s is %s", e->name->s, e->says);
	return place ? arena_printf(a, "%s is no constant (%s)", e->name->s, place)
		     : arena_printf(a, "%s may be given elsewhere", e->name->s);
}

/* "warmup_steps is the text '10' (line 3)": the table says that it is a number; NULL: it is what it should be. */
static const char *why_wrong(struct set_plan *x, const struct effective *e)
{
	const struct schema_class *c = x->effective.class;
	const struct schema_argument *row = c ? schema_argument(x->sets->from.schemas, c, e->name) : NULL;
	const char *type = row && row->type ? row->type : "", *place = place_of(x, e);
	struct buf b = { 0 };

	if (e->value.kind != VALUE_STR || (strcmp(type, "int") != 0 && strcmp(type, "float") != 0))
		return NULL;
	op_repr(&b, e->value);
	const char *text = arena_printf(&x->s->arena, "%s is the text %s%s%s%s", e->name->s, buf_str(&b),
					place ? " (" : "", place ? place : "", place ? ")" : "");

	buf_release(&b);
	return text;
}

/* e NULL: there is no such argument. */
static struct value value_of(struct set_plan *x, const struct effective *e)
{
	const char *wrong = e && value_is_known(e->value) ? why_wrong(x, e) : NULL;

	if (!e || (value_is_known(e->value) && !wrong))
		return e ? e->value : (struct value){ 0 };
	return value_unknown(&x->s->arena, WHY_LOG, nowhere, wrong ? wrong : why_unknown(x, e)); /* a whole clause */
}

static void put_values(struct set_plan *x, struct value values, struct value from)
{
	struct arena *a = &x->s->arena;

	for (uint32_t i = 0; i < x->effective.n; i++) {
		const struct effective *e = &x->effective.at[i];

		dict_put(a, values.as.dict, value_str(e->name, nowhere), value_of(x, e), e->at);
		dict_put(a, from.as.dict, value_str(e->name, nowhere), value_text(origin_of(x, e), nowhere), nowhere);
	}
}

static struct facts *facts_for(struct set_plan *x, struct machine *hw)
{
	const struct settings *st = settings_for(x->s->linter.settings, x->t->path, NULL);

	*hw = lint_machine(&x->s->arena, st, x->set->subject);
	return facts_new(&x->s->arena, x->set->subject, x->s->linter.rules->dialects.vocab, NULL, hw);
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
		ask->processes_from = place_in(x, x->set->line, x->batch.processes.at);
	}
}

/* What counts: 1 at least. */
static struct value count_of(struct set_plan *x, const struct effective *e)
{
	struct value v = value_of(x, e);
	bool wrong = value_is_known(v) && !(v.kind == VALUE_INT && v.as.i > 0);

	return wrong ? value_unknown(&x->s->arena, WHY_LOG, nowhere,
				     arena_printf(&x->s->arena, "%s must be 1 at least", origin_of(x, e)))
		     : v;
}

static void put_batch(struct set_plan *x, struct sheet_ask *ask)
{
	const struct effective *batch = x->batch.each, *sums = x->batch.accumulation;

	ask->batch = count_of(x, batch);
	ask->accumulation = count_of(x, sums);
	ask->batch_from = batch ? origin_of(x, batch) : NULL;
	ask->accumulation_from = sums ? origin_of(x, sums) : NULL;
}

static const char *why_no_count(struct set_plan *x, const struct effective *e)
{
	struct value v = count_of(x, e);

	return e && v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->detail ? v.as.cause->detail->s : NULL;
}

static const char *why_per_process(struct set_plan *x)
{
	const struct global_batch *b = &x->batch;

	if (b->unsettled)
		return arena_printf(&x->s->arena, "%s changes the batch", origin_of(x, b->unsettled));
	const char *why = why_no_count(x, b->each);

	return why ? why : why_no_count(x, b->accumulation);
}

/* "output_dir use_peft"; NULL: there are several lines, of which it is not known which one is meant. */
static const char *flags_of(struct set_plan *x)
{
	struct value flags = dict_get(x->effective.launch, "flag");
	struct buf b = { 0 };
	struct dict_iter it;

	if (x->set->nlines)
		return NULL;
	if (flags.kind == VALUE_DICT)
		dict_begin(&it, flags.as.dict);
	for (const struct entry *e; flags.kind == VALUE_DICT && (e = dict_next(&it));) {
		const char *name = e->key.as.s->s + strspn(e->key.as.s->s, "-");

		for (buf_putc(&b, ' '); *name; name++)
			buf_putc(&b, *name == '-' ? '_' : *name);
	}
	const char *text = arena_strdup(&x->s->arena, buf_str(&b));

	buf_release(&b);
	return text;
}

static struct sheet_ask ask_of(struct set_plan *x, struct machine *hw)
{
	struct arena *a = &x->s->arena;
	struct sheet_ask ask = { .s = x->s,
				 .subject = x->set->subject,
				 .facts = facts_for(x, hw),
				 .all = dict_get(x->set->subject->tree, "arguments"),
				 .set = x->effective.element,
				 .values = value_dict(a, nowhere),
				 .from = value_dict(a, nowhere),
				 .samples = x->p->samples,
				 .params = x->p->params,
				 .seconds = x->p->seconds,
				 .flags = flags_of(x),
				 .at = x->p->at,
				 .nat = x->p->nat };

	put_batch(x, &ask);
	ask.per_process = x->batch.per_process ? (double)x->batch.per_process : NAN;
	ask.per_process_why = why_per_process(x);
	put_values(x, ask.values, ask.from);
	put_processes(x, hw, &ask);
	return ask;
}

/* ---- what --set changes ---- */

/* false: the class takes no such argument, or no such value (reported). */
static bool change_one(struct set_plan *x, const char *name, const char *text)
{
	struct value v;

	for (uint32_t i = 0; i < x->effective.n; i++)
		if (!strcmp(x->effective.at[i].name->s, name)) {
			if (!argument_from_option(x->s, x->sets, x->set, name, text, &v))
				return false;
			x->effective.at[i] =
				(struct effective){ .name = x->effective.at[i].name, .value = v, .says = "--set" };
			return true;
		}
	argument_report_unknown(x->s, x->t->given, x->set, name);
	return false;
}

static bool change(struct set_plan *x)
{
	struct arena *a = &x->s->arena;
	struct effective *copy = arena_array(a, struct effective, x->effective.n + 1);

	memcpy(copy, x->effective.at, x->effective.n * sizeof *copy);
	x->effective.at = copy;
	for (size_t i = 0; i < x->s->o->set.n; i++) {
		const char *text = x->s->o->set.at[i], *equal = strchr(text, '=');

		if (equal && !change_one(x, arena_strndup(a, text, (size_t)(equal - text)), equal + 1))
			return false;
	}
	x->batch = effective_batch(&x->sets->from, &x->effective);
	return true;
}

/* ---- one set ---- */

static void put_head(struct set_plan *x, struct plan_set *out)
{
	const struct subject *of = x->set->subject;
	struct value element = x->effective.element;
	const char *form = dict_get_text(element, "form"), *script = dict_get_text(x->effective.launch, "script");
	bool line = form && !strcmp(form, "line");
	const struct source *src = form && strcmp(form, "file") != 0 && element.at.file
					   ? sources_get(of->set->sources, element.at.file)
					   : NULL;

	out->name = line && script ? script : argument_set_name(x->set);
	if (src)
		out->place = arena_printf(&x->s->arena, "%s:%s", session_name(x->s, src->path),
					  source_line(&x->s->arena, src, element.at.lo));
}

static const char *change_text(struct session *s)
{
	const char *text = s->o->was_gpus ? arena_printf(&s->arena, "--gpus %s", s->o->gpus) : NULL;

	for (size_t i = 0; i < s->o->set.n; i++)
		text = arena_printf(&s->arena, "%s%s--set %s", text ? text : "", text ? " " : "", s->o->set.at[i]);
	return text;
}

static void print(struct set_plan *x, struct plan_set *out)
{
	if (x->p->list)
		plan_set_json(x->s, x->t, x->p, out);
	else
		plan_set_text(x->s, x->t, x->p, out);
}

static void print_both(struct set_plan *x, const struct sheet *sheet, struct sheet_ask *ask)
{
	struct sheet_side today, then;
	struct plan_set out = { .today = &today, .then = &then, .change = change_text(x->s) };
	struct sheet_ask now = *ask;
	struct machine hw;

	if (x->s->o->set.n) {
		if (!change(x))
			return;
		now = ask_of(x, &hw);
	}
	if (!isnan(x->p->was_gpus)) {
		ask->processes = x->p->was_gpus;
		ask->processes_from = "--was-gpus";
	}
	put_head(x, &out);
	sheet_fill(sheet, ask, &today);
	sheet_fill(sheet, &now, &then);
	if (x->p->page)
		sheet_fill_picture(sheet, &now, &then);
	sheet_advise(sheet, &now, &today, &out.advice);
	print(x, &out);
	sheet_side_release(&today);
	sheet_side_release(&then);
	vec_release(&out.advice);
}

/* false: no rules/plan*.yaml has figures for it. */
static bool print_set(struct set_plan *x, const struct sheet_list *sheets)
{
	struct machine hw;
	struct sheet_ask ask;

	x->effective = x->set->x;
	x->batch = effective_batch(&x->sets->from, &x->effective);
	ask = ask_of(x, &hw);
	const struct sheet *sheet = x->effective.class ? sheet_for(sheets, &ask) : NULL;

	if (!sheet) {
		x->refusal = x->effective.class ? sheet_refusal(sheets, &ask) : NULL;
		return false;
	}
	if (x->p->begun && !x->p->list && !x->p->page)
		putchar('\n');
	if (x->s->o->set.n || !isnan(x->p->was_gpus)) {
		print_both(x, sheet, &ask);
		return true;
	}
	struct sheet_side today;
	struct plan_set out = { .today = &today };

	put_head(x, &out);
	sheet_fill(sheet, &ask, &today);
	if (x->p->page)
		sheet_fill_picture(sheet, &ask, &today);
	print(x, &out);
	sheet_side_release(&today);
	return true;
}

/* ---- all of a file ---- */

/* why: of the first set that has no figures; NULL: nothing to tell. */
static void report_none(struct session *s, const struct target *t, const struct argument_sets *sets, const char *why)
{
	const struct foreign *f = foreign_file(s, t->path);

	if (why)
		complain(s, "%s: plan has no figures of it: %s", t->given, why);
	else if (sets->n && !sets->at[0].x.class)
		complain(s, "%s: plan has no figures of it: what it starts has no arguments of a trainer that is known",
			 t->given);
	else if ((!f || !f->schema) && sets->n)
		complain(s, "%s: plan has no figures of %s: it counts otherwise, or trains nothing", t->given,
			 argument_set_name(&sets->at[0]));
	else if (!f || !f->schema)
		argument_sets_report_none(s, t->given);
	else
		complain(s, "%s: this is %s %s, and plan reads what says how long a run is; `cfglint %s` checks it",
			 t->given, strchr("aeiou", *f->one) ? "an" : "a", f->one, t->given);
}

void plan_arguments_print(struct session *s, const char *word, struct plan_arguments *p)
{
	const struct target t = { .given = word, .path = path_absolute(&s->arena, word) };
	struct argument_sets sets = { 0 };
	struct err e = { 0 };
	struct sheet_list sheets;
	const char *why = NULL;
	bool any = false;

	if (!sheets_load(s, &sheets, &e))
		complain(s, "%s", e.msg);
	argument_sets_of(s, t.path, &sets);
	for (size_t i = 0; i < sets.n; i++) {
		struct set_plan x = { .s = s, .t = &t, .p = p, .sets = &sets, .set = &sets.at[i] };
		bool printed = print_set(&x, &sheets);

		why = why ? why : x.refusal;
		p->begun |= printed;
		any |= printed;
	}
	if (!any && !*e.msg)
		report_none(s, &t, &sets, why);
	argument_sets_release(&sets);
}

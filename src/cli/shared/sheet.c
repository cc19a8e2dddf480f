// SPDX-License-Identifier: MIT
/* Evaluates rules/plan*.yaml. A let is computed once for a side, on demand; the shape of the learning rate once for
 * each step. */
#include "cli/shared/sheet_spec.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <math.h>
#include <string.h>

enum { SHOWN = 40 /* bytes of a value */ };
static const struct span nowhere;

struct let_value {
	bool done, running;
	struct value val;
};
struct sheet_run { /* one side */
	const struct sheet *sheet;
	const struct sheet_ask *ask;
	struct arena *a;
	struct let_value *let;
	struct value given[SHEET_COUNT];
	struct names names;
};

/* ---- names ---- */

static struct value let_value(struct sheet_run *r, const struct facts_ctx *by, uint32_t i)
{
	struct let_value *x = &r->let[i];

	if (!x->done && !x->running) {
		x->running = true;
		x->val = facts_eval_in(by, r->sheet->let[i].expr, &r->names, NULL);
		x->running = false;
		x->done = true;
	}
	return x->val;
}

static bool look_up(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out)
{
	struct sheet_run *r = ctx;

	for (int i = 0; i < SHEET_COUNT; i++)
		if (r->sheet->name[i] == name) {
			*out = r->given[i];
			return true;
		}
	for (uint32_t i = 0; i < r->sheet->nlets; i++)
		if (r->sheet->let[i].name == name) {
			*out = let_value(r, by, i);
			return true;
		}
	return false;
}

static void put_number(struct sheet_run *r, struct value to, const char *key, double x)
{
	struct value v = isnan(x)	 ? value_unknown(r->a, WHY_ABSENT, nowhere, key)
			 : x == floor(x) ? value_int((int64_t)x, nowhere)
					 : value_float(x, nowhere);

	dict_put(r->a, to.as.dict, value_text(key, nowhere), v, nowhere);
}

static void put_text(struct sheet_run *r, struct value to, const char *key, const char *text)
{
	struct value v = text ? value_text(text, nowhere) : value_unknown(r->a, WHY_ABSENT, nowhere, key);

	dict_put(r->a, to.as.dict, value_text(key, nowhere), v, nowhere);
}

static struct value options_of(struct sheet_run *r)
{
	struct value d = value_dict(r->a, nowhere);

	dict_put(r->a, d.as.dict, value_text("batch", nowhere), r->ask->batch, nowhere);
	dict_put(r->a, d.as.dict, value_text("accumulation", nowhere), r->ask->accumulation, nowhere);
	put_text(r, d, "batch_from", r->ask->batch_from);
	put_text(r, d, "accumulation_from", r->ask->accumulation_from);
	put_text(r, d, "flags", r->ask->flags);
	put_text(r, d, "processes_from", r->ask->processes_from);
	for (uint32_t i = 0; r->sheet->unknown && i < r->sheet->unknown->n; i++)
		put_number(r, d, r->sheet->unknown->key[i]->text->s, NAN);
	put_number(r, d, "seconds", r->ask->seconds);
	put_number(r, d, "samples", r->ask->samples);
	put_number(r, d, "params", r->ask->params);
	put_number(r, d, "per_process", r->ask->per_process);
	put_number(r, d, "processes", r->ask->processes);
	return d;
}

static struct value was_of(struct sheet_run *r, const struct sheet_side *was)
{
	struct value d = value_dict(r->a, nowhere);

	for (size_t i = 0; was && i < was->row.n; i++)
		put_number(r, d, was->row.at[i].key, was->row.at[i].value.value);
	return d;
}

static struct sheet_run *begin(const struct sheet *sheet, const struct sheet_ask *ask, const struct sheet_side *was)
{
	struct sheet_run *r = arena_new(&ask->s->arena, struct sheet_run);

	*r = (struct sheet_run){ .sheet = sheet, .ask = ask, .a = &ask->s->arena };
	r->let = arena_array(r->a, struct let_value, sheet->nlets + 1);
	r->names = (struct names){ .lookup = look_up, .ctx = r };
	r->given[SHEET_SET] = ask->set;
	r->given[SHEET_ALL] = ask->all;
	r->given[SHEET_VALUES] = ask->values;
	r->given[SHEET_FROM] = ask->from;
	r->given[SHEET_ASKED] = options_of(r);
	r->given[SHEET_CALLS] = dict_get(ask->subject->tree, "calls");
	r->given[SHEET_WAS] = was_of(r, was);
	r->given[SHEET_STEP] = value_unknown(r->a, WHY_ABSENT, nowhere, "step");
	return r;
}

/* ---- expressions ---- */

static struct value eval(struct sheet_run *r, const struct node *n)
{
	return facts_eval(r->ask->facts, n, &r->names, NULL);
}

static bool is(struct sheet_run *r, const struct node *n, bool what)
{
	struct value v = eval(r, n);

	return v.kind == VALUE_BOOL && v.as.b == what;
}

static const char *text_of(struct sheet_run *r, const struct node *n)
{
	struct value v = n ? eval(r, n) : (struct value){ 0 };

	return v.kind == VALUE_STR && v.as.s->len ? arena_strndup(r->a, v.as.s->s, v.as.s->len) : NULL;
}

static const char *no_number(struct sheet_run *r, struct value v)
{
	struct buf b = { 0 };
	const char *text =
		op_repr(&b, v) && b.n <= SHOWN ? arena_printf(r->a, "%s is no number", buf_str(&b)) : "it is no number";

	buf_release(&b);
	return text;
}

static const char *why_of(struct sheet_run *r, struct value v)
{
	const struct cause *c = v.kind == VALUE_UNKNOWN ? v.as.cause : NULL;
	const char *detail = c && c->detail && c->detail->len ? c->detail->s : NULL;
	const char *said = detail ? yaml_str(yaml_get(r->sheet->unknown, detail)) : NULL;
	const struct source *s = c && c->at.file ? sources_get(r->ask->subject->set->sources, c->at.file) : NULL;

	if (detail && !strcmp(detail, "per_process") && r->ask->per_process_why)
		return r->ask->per_process_why;
	if (said)
		return said;
	if (v.kind != VALUE_UNKNOWN)
		return no_number(r, v);
	if (c && (c->why == WHY_RAISED || c->why == WHY_TYPE)) /* of the expression, which is none of the user's */
		return "it can't be computed from these values";
	if (detail && c->why == WHY_LOG) /* a whole clause */
		return detail;
	if (detail && c->why == WHY_BASE)
		return arena_printf(r->a, "%s may be given elsewhere", detail);
	if (detail && c->why == WHY_ABSENT)
		return arena_printf(r->a, "%s is not given", detail);
	return arena_printf(r->a, "%s %s%s", detail ? detail : "it", why_text(c ? c->why : WHY_NONE),
			    s ? arena_printf(r->a, " (%s)", source_line_of(r->a, s, c->at.lo)) : "");
}

static struct figure figure_from(struct sheet_run *r, struct value v)
{
	if (value_is_number(v))
		return figure_known(value_number(v));
	return figure_unknown(why_of(r, v));
}

/* ---- rows, lines ---- */

static bool row_of(struct sheet_run *r, const struct sheet_spec_row *spec, struct sheet_row *out)
{
	if (spec->when && is(r, spec->when, false))
		return false;
	*out = (struct sheet_row){
		.key = spec->key, .label = text_of(r, spec->label), .unit = spec->unit, .from = text_of(r, spec->from)
	};
	out->label = out->label ? out->label : spec->key;
	out->value = spec->value ? figure_from(r, eval(r, spec->value)) : figure_unknown(NULL);
	out->text = text_of(r, out->value.why ? spec->each : spec->text);
	return spec->value || out->text;
}

static void put_lines(struct sheet_run *r, const struct sheet_lines *lines, struct strings *out)
{
	for (uint32_t i = 0; i < lines->n; i++) {
		const char *text = is(r, lines->at[i].when, true) ? text_of(r, lines->at[i].text) : NULL;

		if (text)
			vec_push(out, text);
	}
}

/* ---- the curve ---- */

static double rate_at(struct sheet_run *r, const struct node *factor, double rate, int64_t step, const char **why)
{
	struct value v;

	r->given[SHEET_STEP] = value_int(step, nowhere);
	v = eval(r, factor);
	if (value_is_number(v))
		return rate * value_number(v);
	*why = why_of(r, v);
	return NAN;
}

static void see(struct sheet_curve *c, double value, int64_t step)
{
	if (!isnan(value) && !(value <= c->highest)) {
		c->highest = value;
		c->highest_at = (double)step;
	}
}

static void draw(struct sheet_run *r, const struct node *factor, double rate, struct sheet_curve *c)
{
	struct figure warm = figure_from(r, eval(r, r->sheet->peak));
	int64_t last = (int64_t)c->length - 1;

	for (int i = 0; i < SHEET_CURVE_POINTS && !c->why; i++) {
		int64_t step = (int64_t)((double)i * (double)last / (SHEET_CURVE_POINTS - 1));

		c->point[i] = rate_at(r, factor, rate, step, &c->why);
		see(c, c->point[i], step);
	}
	if (!warm.why && warm.value <= (double)last)
		see(c, rate_at(r, factor, rate, (int64_t)warm.value, &c->why), (int64_t)warm.value);
	c->first = c->point[0];
	c->last = c->point[SHEET_CURVE_POINTS - 1];
	for (uint32_t i = 0; i < r->ask->nat; i++)
		c->at[i] = r->ask->at[i] <= last ? rate_at(r, factor, rate, r->ask->at[i], &c->why) : NAN;
}

static const struct node *factor_of(const struct sheet *sheet, struct value shape)
{
	for (uint32_t i = 0; shape.kind == VALUE_STR && i < sheet->nshapes; i++)
		if (sheet->shape[i].name == shape.as.s)
			return sheet->shape[i].factor;
	return NULL;
}

static void fill_curve(struct sheet_run *r, struct sheet_curve *c)
{
	const struct sheet *sheet = r->sheet;
	struct value shape = eval(r, sheet->shape_of);
	struct figure rate = figure_from(r, eval(r, sheet->rate)), length = figure_from(r, eval(r, sheet->length));
	const struct node *factor = factor_of(sheet, shape);

	*c = (struct sheet_curve){ .key = sheet->curve,
				   .from = text_of(r, sheet->rate_from),
				   .shape = text_of(r, sheet->shape_from),
				   .length = length.value,
				   .first = NAN,
				   .highest = NAN,
				   .last = NAN,
				   .at = arena_array(r->a, double, r->ask->nat + 1) };
	for (uint32_t i = 0; i < r->ask->nat; i++)
		c->at[i] = NAN;
	if (shape.kind != VALUE_STR)
		c->why = why_of(r, shape);
	else if (!factor)
		c->why = arena_printf(r->a, "how '%s' changes the learning rate is not known", shape.as.s->s);
	else
		c->why = rate.why ? rate.why : length.why;
	if (!c->why && length.value >= 1)
		draw(r, factor, rate.value, c);
}

/* ---- all ---- */

const struct sheet *sheet_for(const struct sheet_list *all, const struct sheet_ask *ask)
{
	const struct sheet *found = NULL;

	for (uint32_t i = 0; i < all->n && !found; i++)
		if (is(begin(&all->at[i], ask, NULL), all->at[i].fits, true))
			found = &all->at[i];
	return found;
}

const char *sheet_refusal(const struct sheet_list *all, const struct sheet_ask *ask)
{
	struct strings lines = { 0 };

	for (uint32_t i = 0; i < all->n && !lines.n; i++)
		put_lines(begin(&all->at[i], ask, NULL), &all->at[i].refusals, &lines);
	const char *first = lines.n ? lines.at[0] : NULL;

	vec_release(&lines);
	return first;
}

void sheet_fill(const struct sheet *sheet, const struct sheet_ask *ask, struct sheet_side *out)
{
	struct sheet_run *r = begin(sheet, ask, NULL);
	struct sheet_row row;

	*out = (struct sheet_side){ 0 };
	for (uint32_t i = 0; i < sheet->nrows; i++)
		if (row_of(r, &sheet->row[i], &row))
			vec_push(&out->row, row);
	put_lines(r, &sheet->notes, &out->note);
	if (sheet->curve)
		fill_curve(r, &out->curve);
}

/* ---- the picture ---- */

static double number_of(struct sheet_run *r, const struct node *n)
{
	struct value v = eval(r, n);

	return value_is_number(v) ? value_number(v) : NAN;
}

static uint32_t batches_of(struct value list, struct memory_batch *out)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < list.as.list->n; i++) {
		struct value one = list.as.list->at[i].val;
		double x[4];
		bool good = one.kind == VALUE_LIST && one.as.list->n == ARRAY_SIZE(x);

		for (uint32_t k = 0; good && k < ARRAY_SIZE(x); k++) {
			good = value_is_number(one.as.list->at[k].val);
			x[k] = good ? value_number(one.as.list->at[k].val) : NAN;
		}
		if (good)
			out[n++] = (struct memory_batch){ x[0], x[1], x[2], x[3] };
	}
	return n;
}

void sheet_fill_picture(const struct sheet *sheet, const struct sheet_ask *ask, struct sheet_side *out)
{
	struct sheet_run *r = begin(sheet, ask, NULL);
	struct memory_piece *piece = arena_array(r->a, struct memory_piece, sheet->nparts + 1);

	if (!sheet->picture || !is(r, sheet->picture_when, true))
		return;
	out->picture_title = sheet->picture;
	out->picture = (struct memory_picture){ .piece = piece, .gpu = number_of(r, sheet->card) };
	for (uint32_t i = 0; i < sheet->nparts; i++) {
		double bytes = number_of(r, sheet->part[i].bytes);

		if (bytes > 0)
			piece[out->picture.npieces++] = (struct memory_piece){ sheet->part[i].name, bytes };
	}
	struct value list = eval(r, sheet->batches);

	if (list.kind == VALUE_LIST) {
		struct memory_batch *at = arena_array(r->a, struct memory_batch, list.as.list->n + 1);

		out->picture.at = at;
		out->picture.nat = batches_of(list, at);
	}
}

void sheet_advise(const struct sheet *sheet, const struct sheet_ask *ask, const struct sheet_side *was,
		  struct strings *out)
{
	put_lines(begin(sheet, ask, was), &sheet->advice, out);
}

void sheet_side_release(struct sheet_side *side)
{
	vec_release(&side->row);
	vec_release(&side->note);
}

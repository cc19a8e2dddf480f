// SPDX-License-Identifier: MIT
/* Prints a table with a column for the present run and, if something changes, one for the changed run; the curve of the
 * learning rate; unknown figures, by reason. */
#include "cli/command/plan_print.h"
#include "cli/shared/memory_html.h"
#include "report/draw/html.h"
#include "cli/command/priv.h"
#include "report/draw/figure.h"
#include "report/draw/plot.h"
#include <math.h>
#include <string.h>

#define ITEM(id, key, label, unit) { key, label, unit },
static const struct {
	const char *key, *label, *unit;
} rows[PLAN_COUNT] = { PLAN_ROWS(ITEM) };
#undef ITEM
static const char *const quantity_labels[QUANTITIES] = { "learning rate", "momentum" };

static void put_figure(struct buf *b, enum plan_row row, struct figure f)
{
	if (f.why)
		buf_puts(b, "?");
	else if (row == PLAN_MEMORY)
		buf_printf(b, "%.1f GiB", f.value / (1 << 30));
	else if (!strcmp(rows[row].unit, "bytes"))
		buf_printf(b, "%.*f GB", f.value < 1e10 ? 2 : 0, f.value / 1e9);
	else if (!strcmp(rows[row].unit, "s"))
		figure_seconds(b, f.value);
	else
		figure_number(b, f.value);
}

/* ---- the table ---- */

enum { LABEL_WIDTH = 34, CELL_WIDTH = 16 };

static void put_line(struct buf *b, const char *label, const char *today, const char *then)
{
	buf_printf(b, "%-*s%*s", LABEL_WIDTH, label, CELL_WIDTH, today);
	if (then)
		buf_printf(b, "%*s", CELL_WIDTH, then);
	buf_putc(b, '\n');
}

static bool is_shown(const struct plan_sides *p, enum plan_row row)
{
	if (row > PLAN_SECONDS)
		return p->logged;
	return row != PLAN_EPOCHS || !p->today.row[row].why || (p->compared && !p->then.row[row].why);
}

static void put_rows(struct buf *b, const struct plan_sides *p)
{
	struct buf cell[2] = { 0 };

	for (int i = 0; i < PLAN_COUNT; i++) {
		if (!is_shown(p, (enum plan_row)i) || (p->today.row[i].why && (!p->compared || p->then.row[i].why)))
			continue;
		buf_clear(&cell[0]);
		buf_clear(&cell[1]);
		put_figure(&cell[0], (enum plan_row)i, p->today.row[i]);
		put_figure(&cell[1], (enum plan_row)i, p->then.row[i]);
		put_line(b, rows[i].label, buf_str(&cell[0]), p->compared ? buf_str(&cell[1]) : NULL);
	}
	buf_release(&cell[0]);
	buf_release(&cell[1]);
}

/* ---- the schedule ---- */

enum { LOOKED_AT = 1000000 }; /* iterations at most, spread evenly */

struct course { /* of a quantity over the run */
	bool known;
	int64_t length;
	double first, last, most;
	int64_t most_at, raises_at; /* -1: it doesn't */
	double column[PLOT_COLUMNS];
	double *rates; /* at plan_sides.at */
};

static void see(struct course *c, const int64_t *at, const double *value, uint32_t n)
{
	c->first = value[0];
	c->last = value[n - 1];
	c->most = value[0];
	for (uint32_t i = 0; i < n; i++) {
		if (value[i] > c->most) {
			c->most = value[i];
			c->most_at = at[i];
		}
		if (isnan(value[i]) && c->raises_at < 0)
			c->raises_at = at[i];
	}
	for (uint32_t i = 0; i < PLOT_COLUMNS; i++)
		c->column[i] = value[(uint64_t)i * (n - 1) / (PLOT_COLUMNS - 1)];
}

/* The requested iterations, up to the run's end. */
static void ask(struct course *c, struct schedule *s, enum quantity q, const struct plan_sides *sides)
{
	uint32_t n = 0;

	while (n < sides->nat && (!c->length || sides->at[n] < c->length))
		n++;
	if (!schedule_values(s, q, sides->at, n, c->rates))
		n = 0;
	for (; n < sides->nat; n++)
		c->rates[n] = NAN;
}

static struct course course_of(struct arena *a, const struct plan_sides *sides, const struct plan *p, enum quantity q)
{
	struct course c = { .length = schedule_length(p->schedule),
			    .first = NAN,
			    .last = NAN,
			    .most = NAN,
			    .raises_at = -1,
			    .rates = arena_array(a, double, sides->nat + 1) };
	uint32_t n = c.length > LOOKED_AT ? LOOKED_AT : (uint32_t)c.length;
	struct arena tmp = { 0 };
	int64_t *at = arena_array(&tmp, int64_t, n + 1);
	double *value = arena_array(&tmp, double, n + 1);

	for (uint32_t i = 0; i < n; i++)
		at[i] = n > 1 ? (int64_t)((double)i * (double)(c.length - 1) / (n - 1)) : 0;
	c.known = n && schedule_values(p->schedule, q, at, n, value);
	if (c.known)
		see(&c, at, value, n);
	ask(&c, p->schedule, q, sides);
	arena_release(&tmp);
	return c;
}

static const char *rate_text(struct arena *a, double d)
{
	return isnan(d) ? "?" : arena_printf(a, "%.4g", d);
}

static void put_rate_line(struct buf *b, struct arena *a, const struct plan_sides *p, const char *label, double today,
			  double then)
{
	put_line(b, label, rate_text(a, today), p->compared ? rate_text(a, then) : NULL);
}

enum { TODAY, THEN, SIDES };
struct courses {
	struct course of[SIDES][QUANTITIES];
};

static void courses_of(struct arena *a, const struct plan_sides *p, struct courses *out)
{
	for (int q = 0; q < QUANTITIES; q++) {
		out->of[TODAY][q] = course_of(a, p, &p->today, (enum quantity)q);
		out->of[THEN][q] = p->compared ? course_of(a, p, &p->then, (enum quantity)q) : (struct course){ 0 };
	}
}

static void put_requested(struct buf *b, struct arena *a, const struct plan_sides *p, const struct courses *c,
			  enum quantity q)
{
	const char *unit = schedule_in_epochs(p->today.schedule) ? "epoch" : "iteration";

	for (uint32_t i = 0; i < p->nat; i++) {
		const char *label =
			arena_printf(a, "%s, %s %s", quantity_labels[q], unit, figure_number_text(a, (double)p->at[i]));

		put_rate_line(b, a, p, label, c->of[TODAY][q].rates[i], p->compared ? c->of[THEN][q].rates[i] : NAN);
	}
}

static void put_rates(struct buf *b, struct arena *a, const struct plan_sides *p, const struct courses *c,
		      enum quantity q)
{
	const struct course *today = &c->of[TODAY][q], *then = &c->of[THEN][q];
	const char *name = quantity_labels[q];

	if (today->known || then->known) {
		put_rate_line(b, a, p, arena_printf(a, "%s, first", name), today->first, then->first);
		put_rate_line(b, a, p, arena_printf(a, "%s, highest", name), today->most, then->most);
		put_rate_line(b, a, p, arena_printf(a, "%s, last", name), today->last, then->last);
	}
	put_requested(b, a, p, c, q);
}

/* A schedule that is at its end before the run is. */
static void put_raises(struct buf *b, const struct plan *p, const struct course *c, const char *when)
{
	if (!c->known || c->raises_at < 0)
		return;
	buf_printf(b, "training raises%s: the schedule has no value in %s ", when,
		   schedule_in_epochs(p->schedule) ? "epoch" : "iteration");
	figure_number(b, (double)c->raises_at);
	buf_puts(b, c->length > LOOKED_AT ? ", or soon before\n" : "\n");
}

static void put_curve(struct buf *b, const struct plan *p, const struct course *c, const char *title)
{
	struct buf to = { 0 };

	if (!c->known)
		return;
	figure_number(&to, (double)c->length);
	buf_printf(&to, " %s", schedule_in_epochs(p->schedule) ? "epochs" : "iterations");
	buf_printf(b, "\n%s\n", title);
	plot_text(b, c->column, c->most, "0", buf_str(&to), plot_blocks());
	buf_release(&to);
}

static void put_curves(struct buf *b, const struct plan_sides *p, const struct courses *c)
{
	const struct course *today = &c->of[TODAY][LEARNING_RATE], *then = &c->of[THEN][LEARNING_RATE];
	bool same = today->known == then->known && today->length == then->length &&
		    !memcmp(today->column, then->column, sizeof then->column); /* the same numbers by the same way */
	bool both = p->compared && !same;

	put_curve(b, &p->today, today, both ? "learning rate today" : "learning rate");
	if (both)
		put_curve(b, &p->then, then, "learning rate then");
}

/* ---- what isn't known ---- */

static bool same_why(const char *x, const char *y)
{
	return x && y && !strcmp(x, y);
}

/* One line for all rows that lack what `row` lacks, printed at the first; but: the side that already reported it. */
static void put_why(struct buf *b, const struct plan_sides *p, const struct plan *side, const struct plan *but, int row)
{
	const char *why = side->row[row].why;
	bool begun = false;

	for (int k = 0; k < PLAN_COUNT; k++) {
		if (!same_why(side->row[k].why, why) || !is_shown(p, (enum plan_row)k) ||
		    (but && same_why(but->row[k].why, why)))
			continue;
		if (!begun && k != row)
			return;
		if (!begun)
			buf_printf(b, "not known%s, because %s:", but ? " then" : "", why);
		buf_printf(b, "%s %s", begun ? "," : "", rows[k].label);
		begun = true;
	}
	if (begun)
		buf_putc(b, '\n');
}

static void put_unknown(struct buf *b, const struct plan_sides *p, const struct plan *side, const struct plan *but)
{
	for (int i = 0; i < PLAN_COUNT; i++)
		if (side->row[i].why)
			put_why(b, p, side, but, i);
	for (int q = 0; q < QUANTITIES; q++) {
		const char *why = schedule_why(side->schedule, (enum quantity)q);

		if (why && (q == LEARNING_RATE || schedule_changes(side->schedule, (enum quantity)q)) &&
		    !(but && same_why(why, schedule_why(but->schedule, (enum quantity)q))))
			buf_printf(b, "not known%s, because %s: %s\n", but ? " then" : "", why, quantity_labels[q]);
	}
}

static void put_count(struct buf *b, const struct sample_count *c, const char *when)
{
	figure_number(b, c->samples);
	buf_printf(b, " samples%s: %s%s; --samples overrides it\n", when, c->says,
		   c->counted ? ", counted in that file"
			      : ", assumed from the class of the data set and what it reads");
}

static void put_samples(struct buf *b, const struct sample_count *today, const struct sample_count *then)
{
	bool other = then && then->says && (!today->says || then->samples != today->samples);

	if (today->why)
		buf_printf(b, "The size of the training set is unknown: %s; give it with --samples\n", today->why);
	if (today->says)
		put_count(b, today, other ? " today" : "");
	if (other)
		put_count(b, then, " then");
}

static void put_trial(struct buf *b, const struct plan_sides *p)
{
	if (!p->trial)
		return;
	buf_printf(b, "\nA config does not determine how fast a run is%s. ",
		   p->today.costs.why ? " or how much GPU memory it takes" : ", and the memory is an estimate");
	buf_puts(b, p->trial_epoch ? "The first 200 iterations of this run do; stop it then:\n"
				   : "This run of 200 iterations does:\n");
	buf_printf(b, "    %s\n", p->trial);
	buf_puts(b,
		 "(It writes to its own folder and does not evaluate. Its schedule is compressed, so its learning rate "
		 "differs.)\n");
}

/* What the memory of the run consists of; of the changed one, if there is one. */
static void put_memory(struct buf *b, const struct plan_sides *p)
{
	const struct plan *side = p->compared ? &p->then : &p->today;

	if (!side->costs.why)
		step_costs_text(b, &side->costs, side->gpu_mem);
	if (side->gpu && side->row[PLAN_SECONDS].why)
		step_costs_time(b, &side->costs, side->gpu,
				side->row[PLAN_ITERATIONS].why ? NAN : side->row[PLAN_ITERATIONS].value);
}

void plan_text(const struct target *t, const struct plan_sides *p, struct buf *page)
{
	struct buf b = { 0 };
	struct arena a = { 0 };
	struct courses c;
	size_t before;

	courses_of(&a, p, &c);
	buf_printf(&b, "%s: %s", t->given, p->today.dialect);
	if (p->today.gpus_why && !p->compared)
		buf_printf(&b, "; GPUs from %s", p->today.gpus_why);
	buf_puts(&b, p->compared ? "; then: " : "");
	buf_printf(&b, "%s\n", p->compared ? p->change : "");
	if (p->compared)
		put_line(&b, "", "today", "then");
	put_rows(&b, p);
	put_rates(&b, &a, p, &c, LEARNING_RATE);
	if (schedule_changes(p->today.schedule, MOMENTUM))
		put_rates(&b, &a, p, &c, MOMENTUM);
	put_curves(&b, p, &c);
	if (!page)
		put_memory(&b, p);
	buf_putc(&b, '\n');
	before = b.n;
	put_samples(&b, &p->today.counted, p->compared ? &p->then.counted : NULL);
	put_unknown(&b, p, &p->today, NULL);
	if (p->compared)
		put_unknown(&b, p, &p->then, &p->today);
	put_raises(&b, &p->today, &c.of[TODAY][LEARNING_RATE], p->compared ? " today" : "");
	if (p->compared)
		put_raises(&b, &p->then, &c.of[THEN][LEARNING_RATE], " then");
	if (b.n == before)
		b.n--; /* no part of blank lines */
	for (size_t i = 0; i < p->advice.n; i++)
		buf_printf(&b, "%s%s\n", i ? "" : "\n", p->advice.at[i]);
	put_trial(&b, p);
	if (page) {
		const struct plan *side = p->compared ? &p->then : &p->today;

		html_element(page, "pre", buf_str(&b));
		memory_html(page, &a, &side->costs, side->gpu_mem);
	} else {
		say("%s", buf_str(&b));
	}
	buf_release(&b);
	arena_release(&a);
}

/* ---- JSON ---- */

static void json_rates(struct jwrite *in, const struct plan_sides *p, const struct plan *side, enum quantity q)
{
	static const char *const keys[QUANTITIES] = { "learning_rate", "momentum" };
	struct arena a = { 0 };
	struct course c = course_of(&a, p, side, q);
	struct jwrite o = jwrite_object(in, keys[q], false), list;

	jwrite_text(&o, "why", schedule_why(side->schedule, q));
	jwrite_text(&o, "unit", schedule_in_epochs(side->schedule) ? "epochs" : "iterations");
	jwrite_number(&o, "length", c.length ? (double)c.length : NAN);
	jwrite_number(&o, "first", c.first);
	jwrite_number(&o, "highest", c.most);
	jwrite_number(&o, "highest_at", c.known ? (double)c.most_at : NAN);
	jwrite_number(&o, "last", c.last);
	jwrite_number(&o, "raises_at", c.raises_at < 0 ? NAN : (double)c.raises_at);
	list = jwrite_list(&o, "curve", false);
	for (int i = 0; c.known && i < PLOT_COLUMNS; i++)
		jwrite_number(&list, NULL, c.column[i]);
	jwrite_end(&list);
	list = jwrite_list(&o, "at", false);
	for (uint32_t i = 0; i < p->nat; i++) {
		struct jwrite one = jwrite_object(&list, NULL, false);

		jwrite_number(&one, "at", (double)p->at[i]);
		jwrite_number(&one, "value", c.rates[i]);
		jwrite_end(&one);
	}
	jwrite_end(&list);
	jwrite_end(&o);
	arena_release(&a);
}

static void json_side(struct jwrite *in, const char *key, const struct plan_sides *p, const struct plan *side)
{
	struct jwrite o = jwrite_object(in, key, true), samples = jwrite_object(&o, "samples", false);

	jwrite_number(&samples, "value", side->counted.says ? side->counted.samples : NAN);
	jwrite_text(&samples, "from", side->counted.says);
	jwrite_bool(&samples, "counted", side->counted.counted);
	jwrite_end(&samples);
	for (int i = 0; i < PLAN_COUNT; i++) {
		struct jwrite one = jwrite_object(&o, rows[i].key, false);

		jwrite_number(&one, "value", side->row[i].value);
		jwrite_text(&one, "unit", *rows[i].unit ? rows[i].unit : NULL);
		jwrite_text(&one, "why", side->row[i].why);
		jwrite_end(&one);
	}
	step_costs_json(&o, &side->costs);
	for (int q = 0; q < QUANTITIES; q++)
		json_rates(&o, p, side, (enum quantity)q);
	jwrite_end(&o);
}

void plan_json(struct jwrite *in, struct session *s, const struct target *t, const struct plan_sides *p)
{
	struct jwrite o = jwrite_object(in, NULL, true);

	jwrite_text(&o, "filename", session_name(s, t->path));
	jwrite_text(&o, "dialect", p->today.dialect);
	jwrite_text(&o, "gpus_from", p->today.gpus_why);
	json_side(&o, "today", p, &p->today);
	jwrite_text(&o, "change", p->compared ? p->change : NULL);
	if (p->compared)
		json_side(&o, "then", p, &p->then);
	else
		jwrite_null(&o, "then");
	jwrite_texts(&o, "advice", p->advice.at, p->advice.n);
	jwrite_text(&o, "trial", p->trial);
	jwrite_end(&o);
}

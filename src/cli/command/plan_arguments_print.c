// SPDX-License-Identifier: MIT
/* Prints the figures of a set of arguments: what is known with where it is from, the curve of the learning rate, then
 * what is not known, by reason, and what follows. */
#include "cli/command/plan_arguments_print.h"
#include "cli/command/priv.h"
#include "report/draw/figure.h"
#include "report/draw/html.h"
#include "report/draw/plot.h"
#include <math.h>
#include <string.h>

enum { LABEL_WIDTH = 34, CELL_WIDTH = 16 };

/* ---- the table ---- */

static const char *number_text(struct arena *a, const struct sheet_row *row)
{
	double x = row->value.value;

	if (row->unit && !strcmp(row->unit, "bytes"))
		return arena_printf(a, "%.*f GB", x < 1e10 ? 2 : 0, x / 1e9);
	if (row->unit && !strcmp(row->unit, "GiB"))
		return arena_printf(a, "%.1f GiB", x);
	return row->unit && !strcmp(row->unit, "s") ? figure_seconds_text(a, x) : figure_number_text(a, x);
}

static const char *cell(struct arena *a, const struct sheet_row *row)
{
	return !row ? "-" : row->text ? row->text : row->value.why ? "?" : number_text(a, row);
}

static void put_line(struct buf *b, const char *label, const char *today, const char *then, const char *from)
{
	buf_printf(b, "%-*s%*s", LABEL_WIDTH, label, CELL_WIDTH, today);
	if (then)
		buf_printf(b, "  %*s", CELL_WIDTH - 2, then);
	if (from)
		buf_printf(b, "  %s", from);
	buf_putc(b, '\n');
}

static const struct sheet_row *row_find(const struct sheet_side *side, const char *key)
{
	for (size_t i = 0; side && i < side->row.n; i++)
		if (!strcmp(side->row.at[i].key, key))
			return &side->row.at[i];
	return NULL;
}

static bool is_shown(const struct sheet_row *row)
{
	return row && (row->text || !row->value.why);
}

static const char *two_texts(struct arena *a, const char *today, const char *then)
{
	if (!today || !then || !strcmp(today, then))
		return today ? today : then;
	return arena_printf(a, "%s; then %s", today, then);
}

/* "learning_rate 2e-05 (line 11); then learning_rate 0.0001 (--set)" */
static const char *from_both(struct arena *a, const struct sheet_row *today, const struct sheet_row *then)
{
	return two_texts(a, is_shown(today) ? today->from : NULL, is_shown(then) ? then->from : NULL);
}

static void put_rows(struct buf *b, struct arena *a, const struct plan_set *x)
{
	for (size_t i = 0; i < x->today->row.n; i++) {
		const struct sheet_row *row = &x->today->row.at[i], *then = row_find(x->then, row->key);

		if (is_shown(row) || is_shown(then))
			put_line(b, row->label, cell(a, row), x->then ? cell(a, then) : NULL, from_both(a, row, then));
	}
}

/* ---- the learning rate ---- */

static const char *rate_text(struct arena *a, double d)
{
	return isnan(d) ? "?" : arena_printf(a, "%.4g", d);
}

static void put_rate(struct buf *b, struct arena *a, const struct plan_set *x, const char *label, double today,
		     double then, const char *from)
{
	put_line(b, label, rate_text(a, today), x->then ? rate_text(a, then) : NULL, from);
}

static void put_rates(struct buf *b, struct arena *a, const struct plan_arguments *p, const struct plan_set *x)
{
	static const struct sheet_curve none = { .first = NAN, .last = NAN, .highest = NAN, .why = "" };
	const struct sheet_curve *c = &x->today->curve, *d = x->then ? &x->then->curve : &none;

	if (!c->key)
		return;
	if (!c->why || !d->why) {
		put_rate(b, a, x, "learning rate, first step", c->first, d->first, NULL);
		put_rate(b, a, x, "learning rate, highest", c->highest, d->highest,
			 two_texts(a, c->why ? NULL : c->from, x->then && !d->why ? d->from : NULL));
		put_rate(b, a, x, "learning rate, last step", c->last, d->last,
			 two_texts(a, c->why ? NULL : c->shape, x->then && !d->why ? d->shape : NULL));
	}
	for (uint32_t i = 0; i < p->nat; i++)
		put_rate(b, a, x, arena_printf(a, "learning rate, step %s", figure_number_text(a, (double)p->at[i])),
			 c->at[i], x->then ? d->at[i] : NAN, NULL);
}

static void put_curve(struct buf *b, struct arena *a, const struct sheet_curve *c, const char *title)
{
	double column[PLOT_COLUMNS];

	if (!c->key || c->why || !(c->length >= 2))
		return;
	for (int i = 0; i < PLOT_COLUMNS; i++)
		column[i] = c->point[i * (SHEET_CURVE_POINTS - 1) / (PLOT_COLUMNS - 1)];
	buf_printf(b, "\n%s\n", title);
	plot_text(b, column, c->highest, "0", arena_printf(a, "%s steps", figure_number_text(a, c->length)),
		  plot_blocks());
}

static bool same_curve(const struct sheet_curve *x, const struct sheet_curve *y)
{
	return !x->why == !y->why && x->length == y->length && !memcmp(x->point, y->point, sizeof x->point);
}

static void put_curves(struct buf *b, struct arena *a, const struct plan_set *x)
{
	bool both = x->then && !same_curve(&x->today->curve, &x->then->curve);

	put_curve(b, a, &x->today->curve, both ? "learning rate today" : "learning rate");
	if (both)
		put_curve(b, a, &x->then->curve, "learning rate then");
}

/* ---- what is not known, what follows ---- */

static const char *why_of(const struct sheet_row *row)
{
	return is_shown(row) ? NULL : row->value.why;
}

static bool row_has_why(const struct sheet_side *side, const char *why)
{
	for (size_t i = 0; side && i < side->row.n; i++)
		if (why_of(&side->row.at[i]) && !strcmp(why_of(&side->row.at[i]), why))
			return true;
	return false;
}

/* A line for all rows that lack for one reason, at the first of them. */
static void put_why(struct buf *b, const struct sheet_side *side, size_t i, const char *when)
{
	const char *why = why_of(&side->row.at[i]);
	bool begun = false;

	for (size_t k = 0; k < side->row.n; k++) {
		const char *other = why_of(&side->row.at[k]);

		if (!other || strcmp(other, why) != 0)
			continue;
		if (!begun && k != i)
			return;
		if (begun)
			buf_printf(b, ", %s", side->row.at[k].label);
		else
			buf_printf(b, "not known%s, because %s: %s", when, why, side->row.at[k].label);
		begun = true;
	}
	if (side->curve.key && side->curve.why && !strcmp(side->curve.why, why))
		buf_puts(b, ", learning rate");
	buf_putc(b, '\n');
}

static bool side_has_why(const struct sheet_side *side, const char *why)
{
	return side && (row_has_why(side, why) || (side->curve.why && !strcmp(side->curve.why, why)));
}

/* other: the second column; NULL: there is one only. */
static void put_unknown(struct buf *b, const struct sheet_side *side, const struct sheet_side *other, bool then)
{
	const char *curve = side->curve.key ? side->curve.why : NULL;

	for (size_t i = 0; i < side->row.n; i++) {
		const char *why = why_of(&side->row.at[i]);
		bool both = why && side_has_why(other, why);

		if (why && !(then && both))
			put_why(b, side, i, then ? " then" : other && !both ? " today" : "");
	}
	if (curve && !row_has_why(side, curve) && !(then && side_has_why(other, curve)))
		buf_printf(b, "not known%s, because %s: learning rate\n",
			   then					  ? " then"
			   : other && !side_has_why(other, curve) ? " today"
								  : "",
			   curve);
}

static bool has_note(const struct sheet_side *side, const char *note)
{
	for (size_t i = 0; side && i < side->note.n; i++)
		if (!strcmp(side->note.at[i], note))
			return true;
	return false;
}

/* A note that is about one of two columns alone says so. */
static void put_notes(struct buf *b, const struct plan_set *x, size_t before)
{
	for (size_t i = 0; i < x->today->note.n; i++) {
		bool alone = x->then && !has_note(x->then, x->today->note.at[i]);

		buf_printf(b, "%s%s\n", alone ? "today: " : "", x->today->note.at[i]);
	}
	for (size_t i = 0; x->then && i < x->then->note.n; i++)
		if (!has_note(x->today, x->then->note.at[i]))
			buf_printf(b, "then: %s\n", x->then->note.at[i]);
	for (size_t i = 0; i < x->advice.n; i++)
		buf_printf(b, "%s%s\n", i || b->n == before ? "" : "\n", x->advice.at[i]);
}

static void put_title(struct buf *b, const struct target *t, const struct plan_set *x)
{
	buf_printf(b, "%s: %s%s%s", x->place ? x->place : t->given, x->name ? x->name : "arguments",
		   x->change ? "; then: " : "", x->change ? x->change : "");
}

/* The text of the set as a part of a page, and the picture of its memory: of what it changes to, if anything changes.
 */
static void put_page(struct buf *page, struct arena *a, const struct target *t, const struct plan_set *x,
		     const char *text)
{
	const struct sheet_side *side = x->then ? x->then : x->today;
	struct buf title = { 0 };

	put_title(&title, t, x);
	html_element(page, "h2", buf_str(&title));
	buf_release(&title);
	html_element(page, "pre", text);
	if (!side->picture_title)
		return;
	html_element(page, "h2", side->picture_title);
	memory_picture_html(page, a, &side->picture);
}

void plan_set_text(struct session *s, const struct target *t, const struct plan_arguments *p, const struct plan_set *x)
{
	struct buf b = { 0 };
	struct arena a = { 0 };
	size_t before;

	(void)s;
	if (!p->page) {
		put_title(&b, t, x);
		buf_putc(&b, '\n');
	}
	if (x->then)
		put_line(&b, "", "today", "then", NULL);
	put_rows(&b, &a, x);
	put_rates(&b, &a, p, x);
	put_curves(&b, &a, x);
	buf_putc(&b, '\n');
	before = b.n;
	put_unknown(&b, x->today, x->then, false);
	if (x->then)
		put_unknown(&b, x->then, x->today, true);
	put_notes(&b, x, before);
	if (b.n == before)
		b.n--; /* no part of blank lines */
	if (p->page)
		put_page(p->page, &a, t, x, buf_str(&b));
	else
		say("%s", buf_str(&b));
	buf_release(&b);
	arena_release(&a);
}

/* ---- JSON ---- */

static void json_curve(struct jwrite *in, const struct plan_arguments *p, const struct sheet_curve *c)
{
	struct jwrite o, list;

	if (!c->key)
		return;
	o = jwrite_object(in, c->key, false);
	jwrite_text(&o, "why", c->why);
	jwrite_text(&o, "unit", "steps");
	jwrite_number(&o, "length", c->length);
	jwrite_number(&o, "first", c->first);
	jwrite_number(&o, "highest", c->highest);
	jwrite_number(&o, "highest_at", c->why ? NAN : c->highest_at);
	jwrite_number(&o, "last", c->last);
	jwrite_text(&o, "from", c->from);
	jwrite_text(&o, "shape", c->shape);
	list = jwrite_list(&o, "curve", false);
	for (int i = 0; !c->why && c->length >= 1 && i < PLOT_COLUMNS; i++)
		jwrite_number(&list, NULL, c->point[i * (SHEET_CURVE_POINTS - 1) / (PLOT_COLUMNS - 1)]);
	jwrite_end(&list);
	list = jwrite_list(&o, "at", false);
	for (uint32_t i = 0; i < p->nat; i++) {
		struct jwrite one = jwrite_object(&list, NULL, false);

		jwrite_number(&one, "at", (double)p->at[i]);
		jwrite_number(&one, "value", c->at[i]);
		jwrite_end(&one);
	}
	jwrite_end(&list);
	jwrite_end(&o);
}

static void json_side(struct jwrite *in, const char *key, const struct plan_arguments *p, const struct sheet_side *side)
{
	struct jwrite o = jwrite_object(in, key, true);

	for (size_t i = 0; i < side->row.n; i++) {
		const struct sheet_row *row = &side->row.at[i];
		struct jwrite one = jwrite_object(&o, row->key, false);

		jwrite_number(&one, "value", row->value.value);
		jwrite_text(&one, "unit", row->unit);
		jwrite_text(&one, "why", row->value.why);
		jwrite_text(&one, "text", row->text);
		jwrite_text(&one, "from", row->from);
		jwrite_end(&one);
	}
	json_curve(&o, p, &side->curve);
	jwrite_texts(&o, "notes", side->note.at, side->note.n);
	jwrite_end(&o);
}

void plan_set_json(struct session *s, const struct target *t, const struct plan_arguments *p, const struct plan_set *x)
{
	struct jwrite o = jwrite_object(p->list, NULL, true);

	jwrite_text(&o, "filename", session_name(s, t->path));
	jwrite_text(&o, "place", x->place);
	jwrite_text(&o, "arguments", x->name);
	json_side(&o, "today", p, x->today);
	jwrite_text(&o, "change", x->change);
	if (x->then)
		json_side(&o, "then", p, x->then);
	else
		jwrite_null(&o, "then");
	jwrite_texts(&o, "advice", x->advice.at, x->advice.n);
	jwrite_end(&o);
}

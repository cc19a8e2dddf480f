// SPDX-License-Identifier: MIT
/* Fills two tables of texts, a row a run: speeds, and shares of the wall time. Both are built with all columns; then
 * columns without any known value are removed, in one pass from left to right.
 *
 * Invariant: a cell is never NULL. "" is nothing to show, "?" is unknown.
 *
 *	a share of 0.0831			"8.3 %"
 *	no run printed its memory		the column "memory" is missing
 *	no run spent time in evaluation		so is the column "evaluation" */
#include "cli/command/compare_table.h"
#include "cli/command/compare_words.h"
#include "report/draw/figure.h"
#include <math.h>
#include <string.h>

static const char *share(struct session *s, double d)
{
	return isnan(d)	   ? "?"
	       : d < 5e-4  ? "0 %"
	       : d < 0.095 ? arena_printf(&s->arena, "%.1f %%", 100 * d)
			   : arena_printf(&s->arena, "%.0f %%", 100 * d);
}

static const char *rate(struct session *s, double d)
{
	return isnan(d) ? "?" : arena_printf(&s->arena, d < 10 ? "%.2f" : d < 100 ? "%.1f" : "%.0f", d);
}

static const char *batch_text(struct session *s, const struct comparison *all, const struct compared *c)
{
	if (!c->batch)
		return "?";
	return c->world > 1 || all->per_gpu ? arena_printf(&s->arena, "%u x %s", c->batch,
							   c->world ? figure_number_text(&s->arena, c->world) : "?")
					    : arena_printf(&s->arena, "%u", c->batch);
}

/* "6,144 MiB (75 %)", of the card */
static const char *memory_text(struct session *s, const struct compared *c)
{
	const char *text =
		isnan(c->memory) ? "?" : arena_printf(&s->arena, "%s MiB", figure_number_text(&s->arena, c->memory));

	return !isnan(c->memory) && !c->figure && c->l.card.total > 0
		       ? arena_printf(&s->arena, "%s (%.0f %%)", text, 100 * c->memory / c->l.card.total)
		       : text;
}

/* Columns without any known value are removed. */
static void close_up(struct compare_table *t, unsigned columns)
{
	t->columns = 0;
	for (unsigned k = 0; k < columns; k++) {
		bool known = false;

		for (uint32_t i = 1; i < t->rows; i++)
			known |= t->cell[i][k][0] && strcmp(t->cell[i][k], "?") != 0;
		for (uint32_t i = 0; known && i < t->rows; i++)
			t->cell[i][t->columns] = t->cell[i][k];
		t->columns += known;
	}
}

static struct compare_table begin(struct session *s, uint32_t n, const char *const *title, unsigned columns)
{
	struct compare_table t = { arena_alloc(&s->arena, n + 1, sizeof *t.cell, _Alignof(const char *)), n + 1, 0 };

	for (unsigned k = 0; k < columns; k++)
		t.cell[0][k] = title[k];
	return t;
}

struct compare_table compare_speeds(struct session *s, const struct comparison *all)
{
	static const char *const title[] = { "run",	  "batch", "precision", "workers",  "iteration",
					     "samples/s", "data",  "memory",	"against 1" };
	struct compare_table t = begin(s, all->n, title, ARRAY_SIZE(title));

	if (all->per_gpu)
		t.cell[0][5] = "samples/s of a GPU";
	for (uint32_t i = 0; i < all->n; i++) {
		const struct compared *c = &all->at[i];
		const char **cell = t.cell[i + 1];

		cell[0] = arena_printf(&s->arena, "%u", i + 1);
		cell[1] = batch_text(s, all, c);
		cell[2] = c->precision ? c->precision : "?";
		cell[3] = c->workers_known ? arena_printf(&s->arena, "%u", c->workers) : "?";
		cell[4] = c->pace.silent ? "?" : figure_seconds_text(&s->arena, c->pace.seconds);
		cell[5] = rate(s, c->rate);
		cell[6] = share(s, c->data);
		cell[7] = memory_text(s, c);
		cell[8] = i && c->verdict >= VERDICT_NO_SPREAD ? compare_ratio(s, c->up.ratio) : "";
	}
	close_up(&t, ARRAY_SIZE(title));
	return t;
}

/* ---- where the time went */

static const struct {
	const char *title;
	enum ledger_kind from, to;
} part[] = {
	{ "training", LEDGER_COMPUTE, LEDGER_DATA },
	{ "stalls", LEDGER_STALL, LEDGER_STALL },
	{ "restarts", LEDGER_PASS, LEDGER_PASS },
	{ "checkpoints", LEDGER_CHECKPOINT, LEDGER_CHECKPOINT },
	{ "evaluation", LEDGER_EVALUATION, LEDGER_EVALUATION },
	{ "mixed", LEDGER_MIXED, LEDGER_MIXED },
	{ "other", LEDGER_PAUSE, LEDGER_END },
};
enum { PARTS = ARRAY_SIZE(part) };

static const char *part_text(struct session *s, const struct ledger *l, unsigned k)
{
	double d = 0;

	for (int i = part[k].from; i <= (int)part[k].to; i++)
		d += l->row[i].share;
	return share(s, d);
}

/* A column of zeros is removed, except that of training. */
static void leave_zeros(struct compare_table *t)
{
	for (unsigned k = 2; k <= PARTS; k++) {
		bool some = false;

		for (uint32_t i = 1; i < t->rows; i++)
			some |= strcmp(t->cell[i][k], "0 %") && strcmp(t->cell[i][k], "?");
		for (uint32_t i = 1; !some && i < t->rows; i++)
			t->cell[i][k] = "";
	}
}

struct compare_table compare_times(struct session *s, const struct comparison *all)
{
	static const char *const title[] = { "run", "", "", "", "", "", "", "", "samples/s", "whole run", "against 1" };
	struct compare_table t = begin(s, all->n, title, ARRAY_SIZE(title));
	bool any = false;

	for (unsigned k = 0; k < PARTS; k++)
		t.cell[0][k + 1] = part[k].title;
	for (uint32_t i = 0; i < all->n; i++) {
		const struct compared *c = &all->at[i];
		const struct ledger *l = compared_ledger(c);
		const char **cell = t.cell[i + 1];

		any |= l != NULL;
		cell[0] = arena_printf(&s->arena, "%u", i + 1);
		for (unsigned k = 0; k < PARTS; k++)
			cell[k + 1] = l ? part_text(s, l, k) : "?";
		cell[PARTS + 1] = rate(s, c->whole);
		cell[PARTS + 2] = isnan(c->total) ? "?" : figure_seconds_text(&s->arena, c->total);
		cell[PARTS + 3] = i && c->whole_verdict > VERDICT_NONE ? compare_ratio(s, c->whole_up.ratio) : "";
	}
	leave_zeros(&t);
	close_up(&t, ARRAY_SIZE(title));
	t.rows = any ? t.rows : 0;
	return t;
}

const char *compare_times_note(struct session *s, const struct compare_table *t)
{
	static const struct {
		const char *title, *means;
	} word[] = {
		{ "restarts", "restarts: of the loader, at the ends of passes over the data" },
		{ "mixed", "mixed: checkpoints, evaluation and restarts that the log can't separate" },
		{ "other", "other: start, end and pauses, which samples/s and whole run leave out" },
	};
	const char *text = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		for (unsigned k = 0; k < t->columns; k++)
			if (!strcmp(t->cell[0][k], word[i].title))
				text = arena_printf(&s->arena, "%s%s%s", text ? text : "", text ? "\n" : "",
						    word[i].means);
	return text;
}

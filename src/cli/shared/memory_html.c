// SPDX-License-Identifier: MIT
/* Pieces of the bar: the parts whose activations are largest, the others together, the state, the workspace. The chart
 * is the line fixed + batch * per_sample with the ends of the interval, up to twice the batch or what the card takes.
 */
#include "cli/shared/memory_html.h"
#include "report/draw/html.h"
#include "report/draw/svg.h"
#include <math.h>
#include <stdlib.h>

enum { PARTS_MAX = 6, PIECES_MAX = PARTS_MAX + 3, POINTS = 33 };
static const double gib = (double)(1 << 30);

struct piece {
	const char *name;
	double bytes;
};

static int by_activations(const void *x, const void *y)
{
	double a = (*(const struct step_part *const *)x)->activations,
	       b = (*(const struct step_part *const *)y)->activations;

	return a < b ? 1 : a > b ? -1 : 0;
}

static uint32_t pieces_of(struct arena *a, const struct step_costs *c, struct piece *out)
{
	const struct step_part **all = arena_array(a, const struct step_part *, c->nparts + 1);
	double rest = c->activations;
	uint32_t n = 0, nall = 0;

	for (uint32_t i = 0; i < c->nparts; i++)
		if (!isnan(c->part[i].activations))
			all[nall++] = &c->part[i];
	qsort(all, nall, sizeof *all, by_activations);
	for (; n < nall && n < PARTS_MAX && all[n]->activations > 0.01 * c->total; n++) {
		out[n] = (struct piece){ arena_printf(a, "activations of %s", all[n]->path), all[n]->activations };
		rest -= all[n]->activations;
	}
	out[n++] = (struct piece){ "other activations, the pictures", fmax(rest, 0) };
	out[n++] = (struct piece){ "weights, gradients, optimizer", c->weights + c->state };
	out[n++] = (struct piece){ "workspace", c->workspace };
	return n;
}

static const char *bar_in_words(struct arena *a, const struct piece *piece, uint32_t n)
{
	const char *text = "Parts of the GPU memory in GiB";

	for (uint32_t i = 0; i < n; i++)
		text = arena_printf(a, "%s%s %s %.2f", text, i ? "," : ":", piece[i].name, piece[i].bytes / gib);
	return text;
}

static void put_bar(struct buf *b, struct arena *a, const struct step_costs *c)
{
	struct piece piece[PIECES_MAX];
	struct svg_part part[PIECES_MAX];
	uint32_t n = pieces_of(a, c, piece);

	for (uint32_t i = 0; i < n; i++)
		part[i] = (struct svg_part){ (char)('A' + (int)i), i, piece[i].bytes / c->total };
	buf_puts(b, "<figure>\n");
	svg_bar(b, bar_in_words(a, piece, n), part, n);
	buf_putc(b, '\n');
	html_table(b, NULL);
	html_row(b, "th", (const char *[]){ "part", "GiB", "share" }, 3);
	for (uint32_t i = 0; i < n; i++)
		html_row(b, "td",
			 (const char *[]){ arena_printf(a, "%c: %s", part[i].letter, piece[i].name),
					   arena_printf(a, "%.2f", piece[i].bytes / gib),
					   arena_printf(a, "%.0f %%", 100 * piece[i].bytes / c->total) },
			 3);
	html_table_end(b, NULL);
	buf_puts(b, "</figure>\n");
}

/* The numbers behind the chart: so many batches up to the last. */
static void put_batches(struct buf *b, struct arena *a, const struct step_costs *c, double most)
{
	enum { ROWS = 6 };
	double last = 0;

	html_table(b, "numbers");
	html_row(b, "th", (const char *[]){ "batch", "GiB", "at least", "at most" }, 4);
	for (int i = 0; i < ROWS; i++) {
		double batch = round(1 + (most - 1) * i / (ROWS - 1)), total = (c->fixed + batch * c->per_sample) / gib;

		if (batch == last)
			continue;
		last = batch;
		html_row(b, "td",
			 (const char *[]){ arena_printf(a, "%.0f", batch), arena_printf(a, "%.1f", total),
					   arena_printf(a, "%.1f", total * c->low / c->total),
					   arena_printf(a, "%.1f", total * c->high / c->total) },
			 4);
	}
	html_table_end(b, "numbers");
}

static void put_growth(struct buf *b, struct arena *a, const struct step_costs *c, double gpu)
{
	double most = isnan(gpu) ? 2 * c->batch : fmax(2 * c->batch, 1.2 * (gpu * gib - c->fixed) / c->per_sample);
	double top = 0;
	struct svg_point at[4][POINTS];
	struct svg_line line[] = { { "estimate", "GiB", at[0], POINTS, 0, 0, "estimate" },
				   { "lower end", "GiB", at[1], POINTS, 0, 0, "lower end" },
				   { "upper end", "GiB", at[2], POINTS, 0, 0, "upper end" },
				   { "card", "GiB", at[3], POINTS, 0, 0, "card" } };
	struct svg_chart chart = { .alt = "GPU memory by batch per GPU",
				   .from = 1,
				   .to = most,
				   .unit = "GiB",
				   .line = line,
				   .nlines = isnan(gpu) ? 3 : 4 };

	if (!(c->per_sample > 0) || !(most > 1) || c->nunknown)
		return;
	for (uint32_t i = 0; i < POINTS; i++) {
		double batch = 1 + (most - 1) * i / (POINTS - 1), total = (c->fixed + batch * c->per_sample) / gib;

		at[0][i] = (struct svg_point){ batch, total };
		at[1][i] = (struct svg_point){ batch, total * c->low / c->total };
		at[2][i] = (struct svg_point){ batch, total * c->high / c->total };
		at[3][i] = (struct svg_point){ batch, gpu };
		top = fmax(top, at[2][i].y);
	}
	chart.high = isnan(gpu) ? top : fmax(top, gpu);
	html_element(b, "h3", "By batch per GPU");
	buf_puts(b, "<figure>\n");
	svg_chart(b, &chart);
	buf_putc(b, '\n');
	put_batches(b, a, c, most);
	buf_puts(b, "</figure>\n");
}

void memory_html(struct buf *b, struct arena *a, const struct step_costs *c, double gpu)
{
	struct buf text = { 0 };

	if (c->why)
		return;
	html_element(b, "h2", "GPU memory of a training step");
	step_costs_text(&text, c, gpu);
	html_element(b, "pre", buf_str(&text));
	buf_release(&text);
	put_bar(b, a, c);
	put_growth(b, a, c, gpu);
}

// SPDX-License-Identifier: MIT
/* Pieces of the bar: the parts whose activations are largest, the others together, the state, the workspace. The chart
 * is the line fixed + batch * per_sample with the ends of the interval, up to twice the batch or what the card takes.
 *
 *	batch 2, 0.6 GiB of state, 2.5 of activations	bar: 2.5 | 0.6 | workspace; line: 1.7 + 1.25 * batch */
#include "cli/shared/memory_html.h"
#include "report/draw/html.h"
#include "report/draw/svg.h"
#include <math.h>
#include <stdlib.h>

enum { PARTS_MAX = 6, PIECES_MAX = PARTS_MAX + 3, POINTS = 33 };
static const double gib = (double)(1 << 30);

static int by_activations(const void *x, const void *y)
{
	double a = (*(const struct step_part *const *)x)->activations,
	       b = (*(const struct step_part *const *)y)->activations;

	return a < b ? 1 : a > b ? -1 : 0;
}

static uint32_t pieces_of(struct arena *a, const struct step_costs *c, struct memory_piece *out)
{
	const struct step_part **all = arena_array(a, const struct step_part *, c->nparts + 1);
	double rest = c->activations;
	uint32_t n = 0, nall = 0;

	for (uint32_t i = 0; i < c->nparts; i++)
		if (!isnan(c->part[i].activations))
			all[nall++] = &c->part[i];
	qsort(all, nall, sizeof *all, by_activations);
	for (; n < nall && n < PARTS_MAX && all[n]->activations > 0.01 * c->total; n++) {
		out[n] = (struct memory_piece){ arena_printf(a, "activations of %s", all[n]->path),
						all[n]->activations };
		rest -= all[n]->activations;
	}
	out[n++] = (struct memory_piece){ "other activations, the pictures", fmax(rest, 0) };
	out[n++] = (struct memory_piece){ "weights, gradients, optimizer", c->weights + c->state };
	out[n++] = (struct memory_piece){ "workspace", c->workspace };
	return n;
}

static const char *bar_in_words(struct arena *a, const struct memory_piece *piece, uint32_t n)
{
	const char *text = "Parts of the GPU memory in GiB";

	for (uint32_t i = 0; i < n; i++)
		text = arena_printf(a, "%s%s %s %.2f", text, i ? "," : ":", piece[i].name, piece[i].bytes / gib);
	return text;
}

static void put_bar(struct buf *b, struct arena *a, const struct memory_piece *piece, uint32_t n)
{
	struct svg_part *part = arena_array(a, struct svg_part, n + 1);
	double total = 0;

	for (uint32_t i = 0; i < n; i++)
		total += piece[i].bytes;
	for (uint32_t i = 0; i < n; i++)
		part[i] = (struct svg_part){ (char)('A' + (int)i), i, piece[i].bytes / total };
	buf_puts(b, "<figure>\n");
	svg_bar(b, bar_in_words(a, piece, n), part, n);
	buf_putc(b, '\n');
	html_table(b, NULL);
	html_row(b, "th", (const char *[]){ "part", "GiB", "share" }, 3);
	for (uint32_t i = 0; i < n; i++)
		html_row(b, "td",
			 (const char *[]){ arena_printf(a, "%c: %s", part[i].letter, piece[i].name),
					   arena_printf(a, "%.2f", piece[i].bytes / gib),
					   arena_printf(a, "%.0f %%", 100 * piece[i].bytes / total) },
			 3);
	html_table_end(b, NULL);
	buf_puts(b, "</figure>\n");
}

/* The numbers behind the chart: at most ROWS of the batches. */
static void put_batches(struct buf *b, struct arena *a, const struct memory_batch *at, uint32_t n)
{
	enum { ROWS = 6 };
	double last = 0;

	html_table(b, "numbers");
	html_row(b, "th", (const char *[]){ "batch", "GiB", "at least", "at most" }, 4);
	for (uint32_t i = 0; i < ROWS; i++) {
		const struct memory_batch *x = &at[i * (n - 1) / (ROWS - 1)];

		if (round(x->batch) == last)
			continue;
		last = round(x->batch);
		html_row(b, "td",
			 (const char *[]){ arena_printf(a, "%.0f", x->batch), arena_printf(a, "%.1f", x->total / gib),
					   arena_printf(a, "%.1f", x->low / gib),
					   arena_printf(a, "%.1f", x->high / gib) },
			 4);
	}
	html_table_end(b, "numbers");
}

static void put_growth(struct buf *b, struct arena *a, const struct memory_batch *at, uint32_t n, double gpu)
{
	double top = isnan(gpu) ? 0 : gpu;
	struct svg_point *point[4];
	for (int k = 0; k < 4; k++)
		point[k] = arena_array(a, struct svg_point, n + 1);
	struct svg_line line[] = { { "estimate", "GiB", point[0], n, 0, 0, "estimate" },
				   { "lower end", "GiB", point[1], n, 0, 0, "lower end" },
				   { "upper end", "GiB", point[2], n, 0, 0, "upper end" },
				   { "card", "GiB", point[3], n, 0, 0, "card" } };
	struct svg_chart chart = { .alt = "GPU memory by batch per GPU",
				   .from = at[0].batch,
				   .to = at[n - 1].batch,
				   .along = "batch",
				   .unit = "GiB",
				   .line = line,
				   .nlines = isnan(gpu) ? 3 : 4 };

	for (uint32_t i = 0; i < n; i++) {
		point[0][i] = (struct svg_point){ at[i].batch, at[i].total / gib };
		point[1][i] = (struct svg_point){ at[i].batch, at[i].low / gib };
		point[2][i] = (struct svg_point){ at[i].batch, at[i].high / gib };
		point[3][i] = (struct svg_point){ at[i].batch, gpu };
		top = fmax(top, at[i].high / gib);
	}
	chart.high = top;
	html_element(b, "h3", "By batch per GPU");
	buf_puts(b, "<figure>\n");
	svg_chart(b, &chart);
	buf_putc(b, '\n');
	put_batches(b, a, at, n);
	buf_puts(b, "</figure>\n");
}

void memory_picture_html(struct buf *b, struct arena *a, const struct memory_picture *p)
{
	if (p->npieces)
		put_bar(b, a, p->piece, p->npieces);
	if (p->nat > 1)
		put_growth(b, a, p->at, p->nat, p->gpu);
}

/* Points of the line fixed + batch * per_sample; 0: there is no such line. */
static uint32_t batches_of(const struct step_costs *c, double gpu, struct memory_batch *out)
{
	double most = isnan(gpu) ? 2 * c->batch : fmax(2 * c->batch, 1.2 * (gpu * gib - c->fixed) / c->per_sample);

	if (!(c->per_sample > 0) || !(most > 1) || c->nunknown)
		return 0;
	for (uint32_t i = 0; i < POINTS; i++) {
		double batch = 1 + (most - 1) * i / (POINTS - 1), total = c->fixed + batch * c->per_sample;

		out[i] = (struct memory_batch){ batch, total, total * c->low / c->total, total * c->high / c->total };
	}
	return POINTS;
}

void memory_html(struct buf *b, struct arena *a, const struct step_costs *c, double gpu)
{
	struct buf text = { 0 };
	struct memory_piece piece[PIECES_MAX];
	struct memory_batch at[POINTS];

	if (c->why)
		return;
	html_element(b, "h2", "GPU memory of a training step");
	step_costs_text(&text, c, gpu);
	html_element(b, "pre", buf_str(&text));
	buf_release(&text);
	memory_picture_html(b, a,
			    &(struct memory_picture){ .piece = piece,
						      .npieces = pieces_of(a, c, piece),
						      .at = at,
						      .nat = batches_of(c, gpu, at),
						      .gpu = gpu });
}

// SPDX-License-Identifier: MIT
/* Bars, column by column; the axis is labelled with the maximum. */
#include "report/draw/plot.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LABEL = 10 };

bool plot_blocks(void)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const char *s = getenv(names[i]);

		if (s && *s)
			return strcasestr(s, "utf-8") || strcasestr(s, "utf8");
	}
	return false;
}

/* What stands in a row, 0 the lowest, of a bar that is `height` rows high. */
static const char *cell(double height, int row, bool blocks)
{
	static const char *const eighth[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	double part = height - row;
	int n = isnan(part) || part <= 0 ? 0 : part >= 1 ? 8 : (int)lround(part * 8);

	if (row == 0 && n == 0 && height > 0)
		n = 1; /* there is something */
	if (blocks)
		return eighth[n];
	return n >= 4 ? "#" : row == 0 && n ? "." : " ";
}

void plot_text(struct buf *b, const double *value, double most, const char *from, const char *to, bool blocks)
{
	for (int row = PLOT_ROWS - 1; row >= 0; row--) {
		size_t end;

		if (row == PLOT_ROWS - 1)
			buf_printf(b, "%*.4g %s", LABEL, most, blocks ? "┤" : "|");
		else
			buf_printf(b, "%*s %s", LABEL, "", blocks ? "│" : "|");
		end = b->n;
		for (int i = 0; i < PLOT_COLUMNS; i++) {
			const char *c = cell(most > 0 ? value[i] / most * PLOT_ROWS : NAN, row, blocks);

			buf_puts(b, c);
			if (*c != ' ')
				end = b->n;
		}
		b->n = end; /* no blanks at the end of a line */
		buf_putc(b, '\n');
	}
	buf_printf(b, "%*s %s", LABEL, "0", blocks ? "└" : "+");
	for (int i = 0; i < PLOT_COLUMNS; i++)
		buf_puts(b, blocks ? "─" : "-");
	buf_printf(b, "\n%*s  %s%*s\n", LABEL, "", from, PLOT_COLUMNS - (int)strlen(from), to);
}

void plot_row(struct buf *b, const double *value, unsigned columns, double most, bool blocks)
{
	static const char *const level[2][8] = { { "_", ".", "-", "=", "+", "*", "#", "@" },
						 { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" } };
	size_t end = b->n;

	for (unsigned i = 0; i < columns; i++) {
		int n = isnan(value[i]) || !(most > 0) ? 0 : (int)ceil(fmin(value[i] / most, 1) * 8);

		buf_puts(b, isnan(value[i]) ? " " : level[blocks][n > 0 ? n - 1 : 0]);
		if (!isnan(value[i]))
			end = b->n;
	}
	b->n = end;
}

// SPDX-License-Identifier: MIT
#include "report/draw/figure.h"
#include <math.h>
#include <string.h>

void figure_number(struct buf *b, double d)
{
	struct buf digits = { 0 };
	size_t whole;

	if (isnan(d)) {
		buf_puts(b, "nan");
		return;
	}
	if (d != floor(d) || fabs(d) >= 1e15) {
		buf_printf(b, fabs(d) >= 100 ? "%.1f" : "%.4g", d);
		return;
	}
	buf_printf(&digits, "%.0f", d);
	whole = strspn(buf_str(&digits), "-");
	buf_add(b, digits.s, whole);
	for (size_t i = whole; i < digits.n; i++) {
		if (i > whole && (digits.n - i) % 3 == 0)
			buf_putc(b, ',');
		buf_putc(b, digits.s[i]);
	}
	buf_release(&digits);
}

void figure_seconds(struct buf *b, double d)
{
	double n = round(d);

	if (fabs(d) < 1)
		buf_printf(b, "%.0f ms", 1000 * d);
	else if (d < 100)
		buf_printf(b, d < 10 ? "%.2f s" : "%.1f s", d);
	else if (n < 3600)
		buf_printf(b, "%.0f min %.0f s", floor(n / 60), fmod(n, 60));
	else if (n < 86400)
		buf_printf(b, "%.0f h %02.0f min", floor(n / 3600), floor(fmod(n, 3600) / 60));
	else
		buf_printf(b, "%.0f d %.0f h", floor(n / 86400), floor(fmod(n, 86400) / 3600));
}

static const char *text_of(struct arena *a, double d, void (*write)(struct buf *b, double d))
{
	struct buf b = { 0 };
	const char *text;

	write(&b, d);
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

const char *figure_number_text(struct arena *a, double d)
{
	return text_of(a, d, figure_number);
}

const char *figure_seconds_text(struct arena *a, double d)
{
	return text_of(a, d, figure_seconds);
}

double figure_rough(double d)
{
	double step = d > 0 ? pow(10, floor(log10(d)) - 1) : 1;

	return ceil(d / fmax(step, 1)) * fmax(step, 1);
}

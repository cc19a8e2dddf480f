// SPDX-License-Identifier: MIT
#include "run/formats/watch_reader.h"
#include "run/formats/clock.h"
#include "run/formats/priv.h"
#include <math.h>
#include <string.h>

/* ---- collecting */

struct watch_reader *watch_reader_new(struct arena *a)
{
	struct watch_reader *w = arena_new(a, struct watch_reader);

	*w = (struct watch_reader){ .a = a, .from = NAN, .to = NAN, .group = NAN, .index = NAN };
	w->w.card = arena_array(a, struct watch_card, WATCH_CARDS);
	w->w.first_clock = w->w.last_clock = w->w.host.memory = w->w.host.swap_total = NAN;
	return w;
}

struct watch_card *watch_reader_card(struct watch_reader *w, double index)
{
	struct watch *out = &w->w;
	uint32_t want;

	if (!(index >= 0 && index < 1e6))
		return NULL;
	want = (uint32_t)index;
	for (uint32_t i = 0; i < out->ncards; i++)
		if (out->card[i].index == want)
			return &out->card[i];
	if (out->ncards == WATCH_CARDS)
		return NULL;
	out->card[out->ncards] = (struct watch_card){ .index = want, .total = NAN };
	return &out->card[out->ncards++];
}

enum { FIRST = 64 /* initial capacity in samples */ };

void series_add(struct watch_reader *w, struct watch_series *s, double x)
{
	if (!isfinite(x) || fabs(x) > 1e12)
		return;
	if (!s->x)
		*s = (struct watch_series){ .x = arena_array(w->a, float, FIRST), .every = 1 };
	if (s->n == WATCH_SAMPLES) {
		for (uint32_t i = 0; i < s->n / 2; i++)
			s->x[i] = s->x[2 * i];
		s->n /= 2;
		s->every *= 2;
	}
	if (s->seen++ % s->every)
		return;
	if (s->n >= FIRST && !(s->n & (s->n - 1))) { /* the capacity, a power of 2, is used up */
		float *more = arena_array(w->a, float, (size_t)s->n * 2);

		memcpy(more, s->x, s->n * sizeof *more);
		s->x = more;
	}
	s->x[s->n++] = (float)x;
}

bool watch_reader_when(const struct watch_reader *w, double clock)
{
	return isnan(clock) ? !w->timed : isnan(w->from) || (clock >= w->from && clock <= w->to);
}

void watch_reader_clock(struct watch_reader *w, double clock)
{
	w->w.first_clock = fmin(w->w.first_clock, clock); /* of NaN and a number: the number */
	w->w.last_clock = fmax(w->w.last_clock, clock);
}

void watch_reader_file(struct watch_reader *w, const char *path)
{
	uint32_t n = 0;
	const char **list;

	while (w->w.file && w->w.file[n])
		n++;
	list = arena_array(w->a, const char *, n + 2);
	for (uint32_t i = 0; i < n; i++)
		list[i] = w->w.file[i];
	list[n] = arena_strdup(w->a, path);
	w->w.file = list;
}

bool watch_reader_line(struct watch_reader *w, const char *s, const char *end)
{
	return smi_line(w, s, end) || (!w->timed && host_line(w, s, end));
}

struct watch *watch_reader_end(struct watch_reader *w)
{
	const struct watch_host *h = &w->w.host;

	return w->w.ncards || w->w.unknown || h->cores || !isnan(h->memory) || h->swap.n || h->swapped.n ? &w->w : NULL;
}

/* ---- small pieces */

const char *watch_blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t' || *s == '\r'))
		s++;
	return s;
}

bool slice_is(struct slice s, const char *word)
{
	return s.n == strlen(word) && !memcmp(s.s, word, s.n);
}

/* At most that many digits, at least one. */
static const char *digits(const char *s, const char *end, unsigned most, uint32_t *out)
{
	const char *from = s;

	for (*out = 0; s < end && *s >= '0' && *s <= '9' && s - from < most; s++)
		*out = *out * 10 + (uint32_t)(*s - '0');
	return s > from ? s : NULL;
}

double stamp_read(const char *s, const char *end)
{
	uint32_t part[6];
	double rest = 0;

	for (unsigned i = 0; i < 6 && s; i++) {
		static const unsigned width[] = { 4, 2, 2, 2, 2, 2 };

		if (i && s < end && strchr("/-: T", *s) && *s)
			s = watch_blanks(s + 1, end);
		s = digits(s, end, width[i], &part[i]);
	}
	if (!s || part[1] < 1 || part[1] > 12 || part[2] < 1 || part[2] > 31 || part[0] < 1970)
		return NAN;
	if (s < end && *s == '.' && !number_read(s, end, &rest, NULL))
		rest = 0;
	return (double)clock_days(part[0], part[1], part[2]) * 86400 + part[3] * 3600 + part[4] * 60 + part[5] + rest;
}

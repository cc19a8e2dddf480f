// SPDX-License-Identifier: MIT
/* Parses nvidia-smi: csv of --query-gpu, with or without header and units; dmon; the table that it prints without
 * arguments. Repeated headers, truncated lines and figures that a card lacks ("[N/A]", "-") are accepted.
 *
 *	2024/04/20 18:49:00.120, 0, 97 %, 10240 MiB	a sample of card 0: 97 % in use, 10,240 MiB */
#include "run/formats/priv.h"
#include "run/formats/watch_reader.h"
#include <math.h>
#include <string.h>

/* ---- cells */

struct cells {
	struct slice at[WATCH_COLUMNS];
	uint32_t n;
	bool more; /* more than are stored */
};

static struct slice trimmed(const char *s, const char *end)
{
	s = watch_blanks(s, end);
	while (end > s && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
		end--;
	return (struct slice){ s, (uint32_t)(end - s) };
}

static void add_cell(struct cells *c, const char *s, const char *end)
{
	if (c->n < WATCH_COLUMNS)
		c->at[c->n++] = trimmed(s, end);
	else
		c->more = true;
}

static void split(struct cells *c, const char *s, const char *end, char by)
{
	c->n = 0;
	c->more = false;
	for (const char *stop;; s = stop + 1) {
		stop = memchr(s, by, (size_t)(end - s));
		add_cell(c, s, stop ? stop : end);
		if (!stop || c->more)
			break;
	}
}

static void split_words(struct cells *c, const char *s, const char *end)
{
	c->n = 0;
	c->more = false;
	while ((s = watch_blanks(s, end)) < end && !c->more) {
		const char *stop = s;

		while (stop < end && !strchr(" \t\r,", *stop))
			stop++;
		if (stop > s)
			add_cell(c, s, stop);
		s = stop + (stop < end);
	}
}

/* "92 %", "10752 MiB", "35": the unit goes into unit. NaN: no figure. */
static double figure(struct slice s, struct slice *unit)
{
	const char *end = s.s + s.n, *after;
	double x = NAN;

	*unit = (struct slice){ s.s, 0 };
	if (!s.n || !strchr("0123456789.-", *s.s) || !(after = number_read(s.s, end, &x, NULL)))
		return NAN;
	*unit = trimmed(after, end);
	return x;
}

/* Only units that nvidia-smi prints; in MiB. */
static double memory(struct slice s)
{
	struct slice unit;
	double x = figure(s, &unit);

	return slice_is(unit, "GiB")		  ? x * 1024
	       : slice_is(unit, "KiB")		  ? x / 1024
	       : unit.n && !slice_is(unit, "MiB") ? NAN
						  : x;
}

static double percent(struct slice s)
{
	struct slice unit;
	double x = figure(s, &unit);

	return x >= 0 && x <= 100 && (!unit.n || slice_is(unit, "%")) ? x : NAN;
}

/* ---- rows with known columns */

static void see_cell(struct watch_reader *w, struct watch_card *c, enum watch_column k, struct slice s)
{
	if (k == COLUMN_NAME && s.n && *s.s != '[' && !c->name)
		c->name = arena_strndup(w->a, s.s, s.n < 100 ? s.n : 100);
	else if (k == COLUMN_BUSY)
		series_add(w, &c->busy, percent(s));
	else if (k == COLUMN_READS)
		series_add(w, &c->reads, percent(s));
	else if (k == COLUMN_USED)
		series_add(w, &c->used, memory(s));
	else if (k == COLUMN_TOTAL && memory(s) > 0 && memory(s) < 1e9)
		c->total = memory(s);
}

static double clock_of(const struct watch_reader *w, const struct cells *c)
{
	double clock = NAN;

	for (uint32_t i = 0; i < c->n; i++)
		if (w->column[i] == COLUMN_DATE && i + 1 < c->n && w->column[i + 1] == COLUMN_TIME)
			clock = stamp_read(c->at[i].s, c->at[i + 1].s + c->at[i + 1].n);
		else if (w->column[i] == COLUMN_TIME && isnan(clock))
			clock = stamp_read(c->at[i].s, c->at[i].s + c->at[i].n);
	return clock;
}

/* Without an index, rows of one moment belong to consecutive cards. */
static double index_of(struct watch_reader *w, const struct cells *c, double clock)
{
	struct slice unit;

	for (uint32_t i = 0; i < c->n; i++)
		if (w->column[i] == COLUMN_INDEX)
			return figure(c->at[i], &unit);
	w->in_group = fabs(clock - w->group) < 0.1 ? w->in_group + 1 : 0;
	w->group = clock;
	return w->in_group;
}

static bool see_row(struct watch_reader *w, const struct cells *c)
{
	double clock = clock_of(w, c), index = index_of(w, c, clock);
	struct watch_card *card = index >= 0 && watch_reader_when(w, clock) ? watch_reader_card(w, index) : NULL;

	if (!card)
		return index >= 0;
	watch_reader_clock(w, clock);
	for (uint32_t i = 0; i < c->n; i++)
		see_cell(w, card, w->column[i], c->at[i]);
	w->rows++;
	w->w.tool = "nvidia-smi";
	return true;
}

/* ---- csv */

static enum watch_column column_of(struct slice s)
{
	static const struct {
		const char *word;
		enum watch_column is;
	} known[] = { { "timestamp", COLUMN_TIME },
		      { "index", COLUMN_INDEX },
		      { "name", COLUMN_NAME },
		      { "gpu_name", COLUMN_NAME },
		      { "utilization.gpu", COLUMN_BUSY },
		      { "utilization.memory", COLUMN_READS },
		      { "memory.used", COLUMN_USED },
		      { "memory.total", COLUMN_TOTAL } };
	const char *stop = memchr(s.s, '[', s.n);

	s = stop ? trimmed(s.s, stop) : s;
	for (unsigned i = 0; i < ARRAY_SIZE(known); i++)
		if (slice_is(s, known[i].word))
			return known[i].is;
	return COLUMN_OTHER;
}

static bool begin(struct watch_reader *w, enum watch_mode mode, const enum watch_column *column, uint32_t n)
{
	memcpy(w->column, column, n * sizeof *column);
	w->mode = mode;
	w->ncolumns = n;
	w->rows = 0;
	w->group = NAN;
	return true;
}

static bool csv_header(struct watch_reader *w, const struct cells *c)
{
	enum watch_column column[WATCH_COLUMNS];
	bool any = false;

	for (uint32_t i = 0; i < c->n; i++) {
		column[i] = column_of(c->at[i]);
		any = any || (column[i] >= COLUMN_BUSY && column[i] <= COLUMN_TOTAL);
	}
	return any && begin(w, WATCH_CSV, column, c->n);
}

/* A row without header, by its units: of one or two shares the first is utilization.gpu, of two sizes the larger is
 * the total. With more columns it is ambiguous. */
static bool csv_by_units(struct watch_reader *w, const struct cells *c)
{
	enum watch_column column[WATCH_COLUMNS] = { COLUMN_OTHER };
	uint32_t shares = 0, sizes = 0, size[2] = { 0 };
	struct slice unit;

	for (uint32_t i = 0; i < c->n; i++) {
		double x = figure(c->at[i], &unit);

		if (!isnan(stamp_read(c->at[i].s, c->at[i].s + c->at[i].n)) && c->at[i].n >= 19)
			column[i] = COLUMN_TIME;
		else if (!isnan(x) && slice_is(unit, "%"))
			column[i] = shares++ == 0 ? COLUMN_BUSY : COLUMN_READS;
		else if (!isnan(x) && slice_is(unit, "MiB"))
			size[sizes++ % 2] = i;
		else if (!isnan(x) && !unit.n && i == 0 && x < WATCH_CARDS)
			column[i] = COLUMN_INDEX;
		else if (isnan(x) && c->at[i].n > 5 && *c->at[i].s != '[')
			column[i] = COLUMN_NAME;
	}
	if (c->n < 2 || shares + sizes < 2)
		return false;
	w->w.by_units = true;
	if (sizes == 2) {
		bool first = memory(c->at[size[0]]) > memory(c->at[size[1]]);

		column[size[0]] = first ? COLUMN_TOTAL : COLUMN_USED;
		column[size[1]] = first ? COLUMN_USED : COLUMN_TOTAL;
	}
	if (shares > 2 || sizes > 2)
		w->w.unknown = "a csv without header and with many columns is ambiguous: record it "
			       "without `noheader`";
	for (uint32_t i = 0; shares > 2 && i < c->n; i++)
		column[i] = column[i] == COLUMN_BUSY || column[i] == COLUMN_READS ? COLUMN_OTHER : column[i];
	return begin(w, WATCH_CSV, column, c->n);
}

static bool csv_line(struct watch_reader *w, const char *s, const char *end)
{
	struct cells c;

	if (s == end || !memchr(s, ',', (size_t)(end - s)))
		return false;
	split(&c, s, end, ',');
	if (c.more)
		return false;
	if (w->mode == WATCH_CSV && c.n == w->ncolumns && column_of(c.at[0]) == COLUMN_OTHER)
		return csv_header(w, &c) || see_row(w, &c);
	if (csv_header(w, &c))
		return true;
	return (w->mode != WATCH_CSV || c.n != w->ncolumns) && csv_by_units(w, &c) && see_row(w, &c);
}

/* ---- dmon */

static enum watch_column dmon_column(struct slice s)
{
	static const struct {
		const char *word;
		enum watch_column is;
	} known[] = { { "Date", COLUMN_DATE }, { "Time", COLUMN_TIME }, { "gpu", COLUMN_INDEX },
		      { "sm", COLUMN_BUSY },   { "mem", COLUMN_READS }, { "fb", COLUMN_USED } };

	for (unsigned i = 0; i < ARRAY_SIZE(known); i++)
		if (slice_is(s, known[i].word))
			return known[i].is;
	return COLUMN_OTHER;
}

/* "# gpu   pwr gtemp mtemp    sm   mem", repeated after some rows; the line of units below it is consumed too. */
static bool dmon_header(struct watch_reader *w, const char *s, const char *end)
{
	enum watch_column column[WATCH_COLUMNS];
	bool gpu = false, any = false;
	struct cells c;

	split_words(&c, s + 1, end);
	for (uint32_t i = 0; i < c.n; i++) {
		column[i] = dmon_column(c.at[i]);
		gpu = gpu || (column[i] == COLUMN_INDEX && (!i || column[i - 1] == COLUMN_TIME));
		any = any || column[i] >= COLUMN_BUSY;
	}
	if (gpu && any && !c.more && c.n > 2)
		return begin(w, WATCH_DMON, column, c.n);
	return w->mode == WATCH_DMON;
}

static bool dmon_line(struct watch_reader *w, const char *s, const char *end)
{
	struct cells c;
	struct slice unit;

	if (s < end && *s == '#')
		return dmon_header(w, s, end);
	if (w->mode != WATCH_DMON)
		return false;
	split_words(&c, s, end);
	for (uint32_t i = 0; i < c.n && c.n == w->ncolumns; i++)
		if (!slice_is(c.at[i], "-") && isnan(figure(c.at[i], &unit)))
			return false;
	return c.n == w->ncolumns && see_row(w, &c);
}

/* ---- the table */

static const char *before(const char *s, const char *end, const char *word)
{
	return memmem(s, (size_t)(end - s), word, strlen(word));
}

/* "|   0  NVIDIA GeForce RTX 3090    On  | 00000000:01:00.0 Off |": the name ends before two blanks, or before a
 * short word. */
static bool table_name(struct watch_reader *w, struct slice cell)
{
	const char *end = cell.s + cell.n, *s, *stop;
	double index;

	if (!cell.n || *cell.s < '0' || *cell.s > '9' || !(s = number_read(cell.s, end, &index, NULL)) || s == end ||
	    (*s != ' ' && *s != '\t'))
		return false;
	s = watch_blanks(s, end);
	for (stop = s; stop + 1 < end && !(stop[0] == ' ' && stop[1] == ' ');)
		stop++;
	if (stop + 1 >= end || stop - s < 3 || stop - s > 100 || !((*s | 32) >= 'a' && (*s | 32) <= 'z') ||
	    !memcmp(s, "N/A", 3))
		return false;
	w->name = arena_strndup(w->a, s, (size_t)(stop - s));
	w->index = index;
	return true;
}

static bool table_line(struct watch_reader *w, const char *s, const char *end)
{
	struct watch_card *card;
	const char *slash, *stop;
	struct cells c;

	if (s == end || *s != '|' || w->timed)
		return false;
	split(&c, s + 1, end, '|');
	if (c.more || c.n < 3)
		return false;
	slash = before(c.at[1].s, c.at[1].s + c.at[1].n, "MiB / ");
	if (!slash)
		return table_name(w, c.at[0]);
	card = watch_reader_card(w, w->index);
	w->index = NAN;
	if (!card)
		return true;
	card->name = card->name ? card->name : w->name;
	see_cell(w, card, COLUMN_USED, trimmed(c.at[1].s, slash + 3));
	see_cell(w, card, COLUMN_TOTAL, trimmed(slash + strlen("MiB / "), c.at[1].s + c.at[1].n));
	stop = memchr(c.at[2].s, '%', c.at[2].n);
	if (stop)
		see_cell(w, card, COLUMN_BUSY, trimmed(c.at[2].s, stop));
	w->w.tool = "nvidia-smi";
	return true;
}

bool smi_line(struct watch_reader *w, const char *s, const char *end)
{
	s = watch_blanks(s, end);
	while (end > s && end[-1] == '\r')
		end--;
	return table_line(w, s, end) || dmon_line(w, s, end) || csv_line(w, s, end);
}

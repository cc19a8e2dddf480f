// SPDX-License-Identifier: MIT
/* Parses free, /proc/meminfo and vmstat, as pasted or recorded, and wandb-metadata.json. */
#include "run/formats/priv.h"
#include "run/formats/watch_reader.h"
#include "text/json.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The text after a word, without blanks; NULL: the line doesn't begin with it. */
static const char *behind(const char *s, const char *end, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(end - s) >= n && !memcmp(s, word, n) ? watch_blanks(s + n, end) : NULL;
}

/* ---- free */

/* A figure of free, in their common unit; it may have its own ("31Gi"). */
static const char *free_figure(const struct watch_reader *w, const char *s, const char *end, double *out)
{
	static const struct {
		char word;
		double mib;
	} unit[] = { { 'B', 1.0 / (1 << 20) }, { 'K', 1.0 / 1024 }, { 'M', 1 }, { 'G', 1024 }, { 'T', 1 << 20 } };

	s = watch_blanks(s, end);
	if (s == end || *s < '0' || *s > '9')
		return NULL;
	s = number_read(s, end, out, NULL);
	for (unsigned i = 0; s && s < end && i < ARRAY_SIZE(unit); i++)
		if (*s == unit[i].word) {
			*out *= unit[i].mib / w->unit;
			return s + 1 + (s + 1 < end && s[1] == 'i');
		}
	return s;
}

/* The unit of the output: no machine has less than 1 GiB, none more than 4 TiB. */
static double unit_of(double memory)
{
	return memory < 1024 ? 1024 : memory < 1.5e6 ? 1 : memory < 4.6e9 ? 1.0 / 1024 : 1.0 / (1 << 20);
}

static bool free_memory(struct watch_reader *w, const char *s, const char *end)
{
	double total;
	const char *after;

	w->unit = 1;
	after = free_figure(w, s, end, &total);
	if (after && !(after > s && (after[-1] | 32) > '9')) /* it has no unit */
		w->unit = unit_of(total);
	if (after)
		w->w.host.memory = total * w->unit;
	return after;
}

static bool free_swap(struct watch_reader *w, const char *s, const char *end)
{
	double total, used;

	if (w->unit <= 0 || !(s = free_figure(w, s, end, &total)) || !free_figure(w, s, end, &used))
		return false;
	w->w.host.swap_total = total * w->unit;
	series_add(w, &w->w.host.swap, used * w->unit);
	return true;
}

static bool free_line(struct watch_reader *w, const char *s, const char *end)
{
	const char *memory = behind(s, end, "Mem:"), *swap = behind(s, end, "Swap:");

	return memory ? free_memory(w, memory, end) : swap && free_swap(w, swap, end);
}

/* ---- /proc/meminfo */

static bool meminfo_line(struct watch_reader *w, const char *s, const char *end)
{
	struct watch_host *h = &w->w.host;
	const char *all = behind(s, end, "MemTotal:"), *swap = behind(s, end, "SwapTotal:");
	const char *left = behind(s, end, "SwapFree:"), *from = all ? all : swap ? swap : left;
	double kib;

	if (!from || !number_read(from, end, &kib, NULL) || !(kib >= 0))
		return false;
	if (all)
		h->memory = kib / 1024;
	else if (swap)
		h->swap_total = kib / 1024;
	else
		series_add(w, &h->swap, h->swap_total - kib / 1024);
	return true;
}

/* ---- vmstat */

static uint32_t words_of(const char *s, const char *end, struct slice *out)
{
	uint32_t n = 0;

	while ((s = watch_blanks(s, end)) < end && n < WATCH_COLUMNS) {
		out[n].s = s;
		while (s < end && *s != ' ' && *s != '\t' && *s != '\r')
			s++;
		out[n].n = (uint32_t)(s - out[n].s);
		n++;
	}
	return n;
}

static bool vmstat_header(struct watch_reader *w, const struct slice *word, uint32_t n)
{
	bool swap = false, moved = false;

	if (n < 6)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		swap = swap || slice_is(word[i], "swpd");
		moved = moved || slice_is(word[i], "so");
	}
	for (uint32_t i = 0; swap && moved && i < n; i++)
		w->column[i] = slice_is(word[i], "swpd")			    ? COLUMN_SWAP
			       : slice_is(word[i], "si") || slice_is(word[i], "so") ? COLUMN_MOVED
										    : COLUMN_OTHER;
	if (swap && moved) {
		w->rows = w->mode == WATCH_VMSTAT ? w->rows : 0;
		w->mode = WATCH_VMSTAT;
		w->ncolumns = n;
	}
	return swap && moved;
}

/* Memory in KiB; the first row is a mean since the machine booted. */
static bool vmstat_line(struct watch_reader *w, const char *s, const char *end)
{
	struct slice word[WATCH_COLUMNS];
	uint32_t n = words_of(s, end, word);
	double moved = 0, swap = NAN;

	if (vmstat_header(w, word, n))
		return true;
	if (w->mode != WATCH_VMSTAT || n < w->ncolumns)
		return false;
	for (uint32_t i = 0; i < w->ncolumns; i++) {
		double x;

		if (*word[i].s < '0' || *word[i].s > '9' || !number_read(word[i].s, word[i].s + word[i].n, &x, NULL))
			return false;
		moved += w->column[i] == COLUMN_MOVED ? x : 0;
		swap = w->column[i] == COLUMN_SWAP ? x : swap;
	}
	series_add(w, &w->w.host.swap, swap / 1024);
	if (w->rows++)
		series_add(w, &w->w.host.swapped, moved);
	if (!w->w.tool) /* the first tool that reports cards has precedence */
		w->w.tool = "vmstat";
	return true;
}

bool host_line(struct watch_reader *w, const char *s, const char *end)
{
	s = watch_blanks(s, end);
	return free_line(w, s, end) || meminfo_line(w, s, end) || vmstat_line(w, s, end);
}

/* ---- wandb-metadata.json */

static double json_number(const struct ynode *map, const char *key)
{
	const char *s = yaml_str(yaml_get(map, key));
	double x;

	return s && number_read(s, s + strlen(s), &x, NULL) ? x : NAN;
}

bool wandb_read(struct watch_reader *w, const char *text, size_t n)
{
	struct sources *all = sources_new();
	const struct source *src = sources_add(all, "wandb-metadata.json", text, n);
	const struct ynode *doc = json_parse_config(w->a, src, NULL), *cards = yaml_get(doc, "gpu_nvidia");
	double cores = json_number(doc, "cpu_count_logical"), memory = json_number(yaml_get(doc, "memory"), "total");
	bool any = cores >= 1 || memory > 0 || cards;

	w->w.host.cores = cores >= 1 && cores < 1e6 ? (uint32_t)cores : w->w.host.cores;
	w->w.host.memory = memory > 0 ? memory / (1 << 20) : w->w.host.memory;
	for (uint32_t i = 0; cards && cards->kind == Y_SEQ && i < cards->n && i < WATCH_CARDS; i++) {
		struct watch_card *c = watch_reader_card(w, i);
		double total = json_number(cards->kid[i], "memoryTotal");
		const char *name = yaml_str(yaml_get(cards->kid[i], "name"));

		if (c && total > 0)
			c->total = total / (1 << 20);
		if (c && name && !c->name)
			c->name = arena_strdup(w->a, name);
	}
	sources_free(all);
	if (any && !w->w.tool)
		w->w.tool = "wandb-metadata.json";
	return any;
}

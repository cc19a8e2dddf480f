// SPDX-License-Identifier: MIT
/* A log of a training, or what stands beside one (csv of nvidia-smi, a trace): as a file, and in a folder as text and
 * json of one start, as a tool's file and as wandb's. What is read holds together. */
#include "fuzz.h"
#include "run/pace.h"
#include "run/formats/read_log.h"
#include "run/rest.h"
#include "run/series.h"
#include "run/run_subject.h"
#include <math.h>

static void look_at_pace(const struct run *r, const struct ledger *l, struct arena *a)
{
	struct pace p;
	struct speedup up;

	pace_of(a, r, l, &p);
	if (p.silent)
		return;
	fuzz_expect(p.seconds > 0 && isfinite(p.seconds) && p.iterations >= 1, "an iteration of %g s", p.seconds);
	up = pace_compare(&p, &p, 1, PACE_FLOOR);
	fuzz_expect(up.low < 1 && up.high > 1, "a run isn't as fast as itself: %g to %g", up.low, up.high);
}

/* Points and marks of pictures rise. */
static void look_at_series(struct arena *a, const struct run *r, uint32_t pass)
{
	for (int k = 0; k < SERIES_COUNT; k++) {
		struct series s = series_of(a, r, (enum series_kind)k), thin = series_thin(a, &s, 16);
		double column[60];

		fuzz_expect(thin.n <= 16 || thin.n == s.n, "%u points", thin.n);
		for (uint32_t i = 1; i < thin.n; i++)
			fuzz_expect(thin.at[i].iter > thin.at[i - 1].iter, "points don't rise");
		if (s.n)
			series_columns(&s, s.from, s.at[s.n - 1].iter, column, 60);
		series_figures(a, &s);
	}
	for (int k = 0; k < MARK_COUNT; k++) {
		struct marks m = marks_of(a, r, (enum mark_kind)k, pass);

		for (uint32_t i = 1; i < m.n; i++)
			fuzz_expect(m.at[i] > m.at[i - 1], "marks don't rise");
	}
}

static void look_watched(struct arena *a, const struct runs *all, const struct vfs *v)
{
	const struct watch *w = all->watch;

	fuzz_expect(w->ncards <= WATCH_CARDS && w->file && w->file[0], "what was watched has no file");
	for (uint32_t i = 0; i < w->ncards; i++) {
		struct card_use use;

		watch_use(a, &w->card[i], &use);
		fuzz_expect(w->card[i].busy.n <= WATCH_SAMPLES, "too many samples");
		fuzz_expect(isnan(use.busy) || (use.busy >= 0 && use.busy <= 100), "busy for %g %%", use.busy);
	}
	if (!all->n)
		run_kind.free(run_set_of_one(&(struct measurements){ .watch = w }, v));
}

static void look(const struct runs *all, const struct vfs *v)
{
	struct arena a = { 0 };

	for (uint32_t i = 0; i < all->n; i++) {
		const struct run *r = &all->at[i];
		struct ledger l;
		struct rates rates;
		struct rest rest;
		uint32_t cards;

		run_gpu(r, &cards);
		run_fact(r, "seed");
		run_iterations(r);
		fuzz_expect(r->first_line <= r->last_line, "a run ends before it begins");
		for (size_t k = 1; k < r->train.n; k++)
			fuzz_expect(r->train.at[k].iter > r->train.at[k - 1].iter, "iterations don't rise");
		for (size_t k = 0; k < r->event.n; k++)
			fuzz_expect(r->event.at[k].after <= r->train.n, "an event beyond the records");
		for (size_t k = 0; k < r->val.n; k++)
			fuzz_expect(r->val.at[k].after <= r->train.n, "a validation beyond the records");
		ledger_of(&a, r, &l);
		look_at_pace(r, &l, &a);
		look_at_series(&a, r, l.silent ? 0 : l.pass);
		rates_of(&a, r, (struct value){ 0 }, NULL, &rates);
		rest_of(&a, r, &l, run_iterations(r), &rest);
		fuzz_expect(rest.silent || (rest.range.low <= rest.seconds && rest.seconds <= rest.range.high),
			    "what is left is out of its range");
		/* its config, all that rules ask */
		run_kind.free(run_set_of_one(
			&(struct measurements){ .run = r, .ledger = &l, .rates = &rates, .card = memory_card(&a, r) },
			v));
	}
	if (all->watch)
		look_watched(&a, all, v);
	if (all->trace)
		fuzz_expect(all->trace->steps + all->trace->kernels <= all->trace->events, "more steps than events");
	arena_release(&a);
}

/* As one part, and byte by byte. */
static void trace_in_parts(const char *text, size_t n)
{
	struct trace_reader *whole = trace_reader_new(), *single = trace_reader_new();
	struct trace x, y;

	trace_reader_part(whole, text, n);
	for (size_t i = 0; i < n; i++)
		trace_reader_part(single, text + i, 1);
	trace_reader_end(whole, &x);
	trace_reader_end(single, &y);
	fuzz_expect(x.events == y.events && x.steps == y.steps && x.kernels == y.kernels && x.cut == y.cut &&
			    (isnan(x.busy) || (x.busy >= 0 && x.busy <= x.span * 1.0001 && x.busy == y.busy)),
		    "a trace by bytes is another one");
}

void fuzz_input(const char *text, size_t n)
{
	static struct log_formats formats;
	static struct arena a;
	static struct sources *sources;
	struct vfs *v = vfs_new_sealed();
	struct err e = { 0 };
	struct runs all;

	if (!sources) {
		sources = sources_new();
		fuzz_expect(log_formats_load(&a, sources, NULL, NULL, &formats, &e), "%s", e.msg);
	}
	vfs_put(v, "/w/20240101_000000.log", text, n);
	vfs_put(v, "/w/20240101_000000.log.json", text, n);
	if (runs_read(&all, &formats, v, "/w/20240101_000000.log", NULL, &e)) {
		look(&all, v);
		runs_release(&all);
	}
	trace_in_parts(text, n);
	vfs_put(v, "/w/gpu.csv", text, n);
	vfs_put(v, "/w/wandb-metadata.json", text, n);
	if (runs_read(&all, &formats, v, "/w/wandb-metadata.json", NULL, &e)) {
		look(&all, v);
		runs_release(&all);
	}
	if (runs_read(&all, &formats, v, "/w", NULL, &e)) {
		look(&all, v);
		runs_release(&all);
	}
	vfs_free(v);
}

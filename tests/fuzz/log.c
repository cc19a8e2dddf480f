// SPDX-License-Identifier: MIT
/* A log of a training: as a file, and twice in a folder, as text and as json of one start. What is read holds together.
 */
#include "fuzz.h"
#include "run/pace.h"
#include "run/read.h"
#include "run/series.h"
#include "run/subject.h"
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

static void look(const struct runs *all, const struct vfs *v)
{
	struct arena a = { 0 };

	for (uint32_t i = 0; i < all->n; i++) {
		const struct run *r = &all->at[i];
		struct ledger l;
		struct rates rates;
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
		ledger_of(&a, r, &(struct ledger_due){ 0 }, &l);
		look_at_pace(r, &l, &a);
		look_at_series(&a, r, l.silent ? 0 : l.pass);
		rates_of(&a, r, (struct value){ 0 }, NULL, &rates);
		/* its config, all that rules ask */
		run_kind.free(run_subjects(
			&(struct measurements){ .run = r, .ledger = &l, .rates = &rates, .card = memory_card(&a, r) },
			1, v));
	}
	arena_release(&a);
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
	if (runs_read(&all, &formats, v, "/w", NULL, &e)) {
		look(&all, v);
		runs_release(&all);
	}
	vfs_free(v);
}

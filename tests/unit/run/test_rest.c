// SPDX-License-Identifier: MIT
/* What is left of a run, by logs whose every second is known. */
#include "run/formats.h"
#include "run/rest.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>

#define INFO " - mmseg - INFO - "

static struct buf text;
static double now;

static const char *clock_text(void)
{
	static char s[32];
	unsigned ms = (unsigned)lround(now * 1000);

	snprintf(s, sizeof s, "2021-04-16 1%u:%02u:%02u,%03u", ms / 3600000, ms / 60000 % 60, ms / 1000 % 60,
		 ms % 1000);
	return s;
}

struct plan { /* seconds of ten iterations, of an evaluation after each `every`, of a checkpoint after each `saves` */
	double ten, evaluation, checkpoint;
	uint32_t every, saves, last, end;
	double eta;
};

static void write_log(const struct plan *p)
{
	buf_clear(&text);
	now = 0;
	buf_printf(&text, "%s" INFO "Start running, host: a@b\n", clock_text());
	for (uint32_t i = 10; i <= p->last; i += 10) {
		now += p->ten;
		if (p->saves && i % p->saves == 0) {
			buf_printf(&text, "%s" INFO "Saving checkpoint at %u iterations\n", clock_text(), i);
			now += p->checkpoint;
		}
		buf_printf(&text,
			   "%s" INFO
			   "Iter [%u/%u]\tlr: 1.0e-02, eta: 0:%02u:%02u, time: %.3f, data_time: 0.001, loss: 1.0\n",
			   clock_text(), i, p->end, (unsigned)p->eta / 60, (unsigned)p->eta % 60, p->ten / 10);
		if (p->every && i % p->every == 0) {
			now += p->evaluation;
			buf_printf(&text, "%s" INFO "Iter(val) [20]\tmIoU: 0.4\n", clock_text());
		}
	}
}

static struct rest rest_by(const struct plan *p, uint32_t end)
{
	const struct run *r;
	struct ledger l;
	struct rest out;

	write_log(p);
	runs_release(&all);
	assert_true(runs_read_bytes(&all, &formats, "/r/x.log", buf_str(&text), text.n, NULL, &e) && all.n == 1);
	r = &all.at[0];
	ledger_of(&a, r, &l);
	rest_of(&a, r, &l, end, &out);
	return out;
}

static void iterations_alone(void **state)
{
	struct rest r = rest_by(&(struct plan){ .ten = 1, .last = 400, .end = 1000, .eta = 60 }, 1000);

	(void)state;
	assert_null(r.silent);
	assert_int_equal(r.iterations, 600);
	assert_true(near(r.seconds, 60) && r.range.low <= r.seconds && r.range.high >= r.seconds);
	assert_true(r.eta == 60 && !r.of[LEDGER_EVALUATION].n && !r.of[LEDGER_CHECKPOINT].n);
}

static void with_what_comes_between(void **state)
{
	struct plan p = { .ten = 1,
			  .evaluation = 5,
			  .checkpoint = 2,
			  .every = 50,
			  .saves = 100,
			  .last = 420,
			  .end = 1000,
			  .eta = 58 };
	struct rest r = rest_by(&p, 1000);

	(void)state;
	assert_int_equal(r.of[LEDGER_EVALUATION].n, 12); /* at 450 ... 1000 */
	assert_int_equal(r.of[LEDGER_CHECKPOINT].n, 6);
	assert_true(fabs(r.of[LEDGER_EVALUATION].seconds - 60) < 1 && fabs(r.of[LEDGER_CHECKPOINT].seconds - 12) < 1);
	assert_true(fabs(r.seconds - (58 + 60 + 12)) < 2);
	assert_true(r.of[LEDGER_EVALUATION].left_out && r.of[LEDGER_CHECKPOINT].left_out);
	p.eta = 118; /* knows the evaluations */
	r = rest_by(&p, 1000);
	assert_true(!r.of[LEDGER_EVALUATION].left_out && r.of[LEDGER_CHECKPOINT].left_out);
	p.eta = 130;
	r = rest_by(&p, 1000);
	assert_true(!r.of[LEDGER_EVALUATION].left_out && !r.of[LEDGER_CHECKPOINT].left_out);
}

static void one_tells_the_distance(void **state)
{
	struct plan p = { .ten = 1, .evaluation = 5, .every = 200, .last = 300, .end = 1000 };

	(void)state;
	assert_int_equal(rest_by(&p, 1000).of[LEDGER_EVALUATION].n, 4);
	p.every = 0; /* none came */
	assert_int_equal(rest_by(&p, 1000).of[LEDGER_EVALUATION].n, 0);
}

static void silent(void **state)
{
	struct plan p = { .ten = 1, .last = 300, .end = 1000 };

	(void)state;
	assert_string_equal(rest_by(&p, 300).silent, "the run reached its end");
	assert_non_null(rest_by(&p, 0).silent);
	p.last = 20;
	assert_non_null(rest_by(&p, 1000).silent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(iterations_alone),
		cmocka_unit_test(with_what_comes_between),
		cmocka_unit_test(one_tells_the_distance),
		cmocka_unit_test(silent),
	};
	int failed = cmocka_run_group_tests(tests, formats_begin, formats_end);

	buf_release(&text);
	return failed;
}

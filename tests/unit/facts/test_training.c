// SPDX-License-Identifier: MIT
/* What a run does, as numbers, under the dialects that come with the program. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "facts/training.h"
#include "python/syntax/parse.h"
#include "rules.h"
#include "run/run_subject.h"
#include "schedule/curves.h"
#include <math.h>

#define CONFIG "/project/configs/a.py"
#define EPOCHS \
	"train_cfg = dict(by_epoch=True, max_epochs=10)\n" \
	"train_dataloader = dict(batch_size=4, num_workers=2)\n" \
	"optim_wrapper = dict(optimizer=dict(type='SGD', lr=0.1, momentum=0.8), accumulative_counts=2)\n"

static struct project p;

static int begin(void **state)
{
	(void)state;
	p = (struct project){ .fs = vfs_new_sealed(), .pool = pool_new(2) };
	p.rs = ruleset_load(NULL, &(struct rule_host){ known_kinds, native_code_names() }, &p.err);
	return !p.rs;
}

static int end(void **state)
{
	(void)state;
	graph_free(p.g);
	ruleset_free(p.rs);
	vfs_free(p.fs);
	pool_free(p.pool);
	arena_release(&p.arena);
	return 0;
}

static struct facts *facts(const char *text, int gpus)
{
	struct graph_opts o = { .loader = LOADER_MMENGINE };
	const char *paths[] = { CONFIG };
	struct machine *hw = arena_new(&p.arena, struct machine);
	struct span nowhere = { 0 };

	if (p.g)
		graph_free(p.g);
	project_file(&p, CONFIG, text);
	p.g = graph_load(p.fs, paths, 1, &o, p.pool);
	machine_init(hw, &p.arena);
	if (gpus) {
		hw->gpus = value_int(gpus, nowhere);
		hw->nodes = value_int(1, nowhere);
	}
	return facts_new(&p.arena, &graph_find(p.g, CONFIG)->subject, p.rs->dialects.vocab,
			 dialect_by_name(&p.rs->dialects, "mmengine"), hw);
}

static void is(struct figure f, double want)
{
	assert_string_equal(f.why ? f.why : "known", "known");
	assert_true(f.value == want);
}

static void lacks(struct figure f, const char *why)
{
	assert_true(isnan(f.value));
	assert_string_equal(f.why ? f.why : "known", why);
}

static void test_epochs_become_iterations(void **state)
{
	struct run_size s = run_size_of(&p.arena, facts(EPOCHS, 2), 101);

	(void)state;
	is(s.pass_samples, 8);
	is(s.accumulate, 2);
	is(s.epoch_iterations, 13); /* 51 samples a GPU, the last batch has 3 */
	is(s.iterations, 130);
	s = run_size_of(&p.arena, facts(EPOCHS "train_dataloader.update(drop_last=True)\n", 2), 101);
	is(s.epoch_iterations, 12);
	s = run_size_of(&p.arena, facts(EPOCHS "train_dataloader.update(num_batch_per_epoch=7)\n", 2), 101);
	is(s.iterations, 70);
}

static void test_what_is_lacking(void **state)
{
	struct run_size s = run_size_of(&p.arena, facts(EPOCHS, 0), NAN);

	(void)state;
	lacks(s.world, "--gpus was not given");
	lacks(s.iterations, "--samples was not given");
	lacks(run_size_of(&p.arena, facts(EPOCHS, 0), 100).iterations, "--gpus was not given");
	s = run_size_of(&p.arena, facts(EPOCHS "train_cfg = dict(by_epoch=False, max_iters=open('x'))\n", 2), 100);
	lacks(s.iterations, "max_iters is the result of a call that is not evaluated");
	lacks(s.epochs, "the run counts iterations");
	s = run_size_of(&p.arena, facts(EPOCHS "train_cfg = dict(by_epoch=False, max_iters='many')\n", 2), 100);
	lacks(s.iterations, "max_iters is no number");
	s = run_size_of(&p.arena, facts(EPOCHS "train_dataloader.update(batch_size=1e308)\n", 200), 100);
	lacks(s.pass_samples, "it is no finite number");
	s = run_size_of(&p.arena, facts("train_cfg = dict(type='OurLoop', max_epochs=3)\n", 2), 100);
	lacks(s.iterations, "the config has no iter_based");
}

static void test_what_the_schedule_runs_in(void **state)
{
	const struct curves *known = curves_load(&p.arena);
	struct facts *f = facts(EPOCHS, 2);
	struct run_size s = run_size_of(&p.arena, f, 100);
	struct training t = training_of(f, known, &s);

	(void)state;
	assert_int_equal(t.counts, COUNTS_EPOCHS);
	assert_int_equal(t.length, 10);
	assert_int_equal(t.epoch, 13);
	assert_true(t.start[LEARNING_RATE] == 0.1 && t.start[MOMENTUM] == 0.8);
	f = facts(EPOCHS "auto_scale_lr = dict(enable=True, base_batch_size=16)\n", 2);
	s = run_size_of(&p.arena, f, 100);
	assert_true(training_of(f, known, &s).start[LEARNING_RATE] == 0.05);
	f = facts(EPOCHS "auto_scale_lr = dict(enable=True, base_batch_size=16)\n", 0);
	s = run_size_of(&p.arena, f, 100);
	assert_true(isnan(training_of(f, known, &s).start[LEARNING_RATE]));
}

static void test_how_often(void **state)
{
	struct run_size s = { .iterations = figure_known(100), .epochs = figure_unknown("e") };
	struct figure no = figure_known(0), yes = figure_known(1), ten = figure_known(10), w = figure_known(30);

	(void)state;
	is(times_in(&s, ten, no, ten, true), 10);
	is(times_in(&s, w, no, w, false), 3);
	is(times_in(&s, w, no, w, true), 4);
	is(times_in(&s, ten, no, figure_known(85), false), 2);
	is(times_in(&s, figure_known(500), no, figure_known(500), false), 0);
	is(times_in(&s, figure_known(500), no, figure_known(500), true), 1);
	is(times_in(&s, figure_known(-1), no, figure_known(-1), false), 0);
	lacks(times_in(&s, ten, yes, ten, true), "e");
	lacks(times_in(&s, figure_unknown("i"), no, ten, true), "i");
}

static struct value machine_reads(const char *text, int gpus)
{
	struct parser *parser = parser_new();
	const struct node *n = parse_expr(parser, &p.arena, text, (uint32_t)strlen(text), 0, &p.err);
	struct value v;

	assert_non_null(n);
	v = facts_eval(facts(EPOCHS, gpus), n, NULL, NULL);
	parser_free(parser);
	return v;
}

static void test_advice(void **state)
{
	static const struct {
		const char *text;
		int is;
	} all[] = {
		{ "fitting_workers(32, 1, 2)", 15 },
		{ "fitting_workers(4, 8, 1)", 1 },
		{ "advised_workers(2, fitting_workers(32, 1, 2), 0)", 8 },
		{ "advised_workers(2, 15, 12)", 12 },
		{ "advised_workers(40, 15, 0)", 15 },
		{ "advised_workers(0, 0, 0)", 4 },
		{ "enough_workers(4, 0.5)", 8 },
		{ "enough_workers(3, 0.5)", 6 },
		{ "enough_workers(4, 0.6)", 10 },
		{ "enough_workers(0, 0.75)", 3 },
		{ "advised_workers(6, 0, 0)", 6 },
		{ "even_evaluations(160000, 160, 2)", 20 },
		{ "even_evaluations(150, 150, 2)", 15 },
		{ "even_evaluations(12, 12, 2)", 6 },
		{ "even_evaluations(7, 7, 2)", 0 },
		{ "advised_eval_interval(160000, 160, 2)", 8000 },
		{ "advised_eval_interval(7, 7, 2)", 3 },
		{ "advised_ckpt_interval(160000, 500)", 4000 },
		{ "advised_ckpt_interval(12347, 500)", 515 },
		{ "fewer_evaluations(1, 2)", 1 },
		{ "fewer_checkpoints(160000, 500)", 40 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		struct value v = machine_reads(all[i].text, 1);

		assert_int_equal(v.kind, VALUE_INT);
		assert_int_equal(v.as.i, all[i].is);
	}
	assert_int_equal(machine_reads("fitting_workers(machine.cores, 1, 1)", 1).kind, VALUE_UNKNOWN);
	assert_int_equal(machine_reads("fitting_workers(17, machine.gpus, live_loaders)", 2).as.i, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_epochs_become_iterations),
		cmocka_unit_test(test_what_is_lacking),
		cmocka_unit_test(test_what_the_schedule_runs_in),
		cmocka_unit_test(test_how_often),
		cmocka_unit_test(test_advice),
	};

	return cmocka_run_group_tests(tests, begin, end);
}

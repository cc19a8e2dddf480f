// SPDX-License-Identifier: MIT
/* The simulator against the frameworks' own schedulers (fixtures/schedules.txt, tools/record-schedules.py), and what it
 * must not guess. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "schedule/curves.h"
#include "config/graph.h"
#include "base/pool.h"
#include "text/yaml.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 200, LINE = 1 << 16, SHOWN = 64 };

/* ---- a config from text ---- */

struct loaded {
	struct arena arena;
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
};

static void load(struct loaded *l, const char *const *text, uint32_t n)
{
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	const char **path;

	*l = (struct loaded){ .fs = vfs_new_sealed(), .pool = pool_new(2) };
	path = arena_array(&l->arena, const char *, n);
	for (uint32_t i = 0; i < n; i++) {
		path[i] = arena_printf(&l->arena, "/p/%u.py", i);
		vfs_put(l->fs, path[i], text[i], strlen(text[i]));
	}
	l->g = graph_load(l->fs, path, n, &o, l->pool);
}

static struct value config(struct loaded *l, uint32_t i)
{
	return graph_find(l->g, arena_printf(&l->arena, "/p/%u.py", i))->subject.tree;
}

static void unload(struct loaded *l)
{
	graph_free(l->g);
	vfs_free(l->fs);
	pool_free(l->pool);
	arena_release(&l->arena);
}

/* ---- the records ---- */

struct record {
	char family[16], counts[16], *config, *values[QUANTITIES];
	struct training t;
};

static char *rest_of(struct arena *a, const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) ? NULL : arena_strdup(a, line + strlen(word));
}

static uint32_t read_records(struct arena *a, struct record *out)
{
	static char line[LINE];
	FILE *f = fopen("fixtures/schedules.txt", "r");
	struct record *r = out;
	uint32_t n = 0;

	assert_non_null(f);
	while (fgets(line, LINE, f)) {
		struct record next = { 0 };
		char *end = strchr(line, '\n');
		long length, epoch;

		assert_non_null(end);
		*end = 0;
		if (line[0] == '#')
			continue;
		if (!strncmp(line, "lr ", 3)) {
			r->values[LEARNING_RATE] = rest_of(a, line, "lr ");
		} else if (!strncmp(line, "momentum ", 9)) {
			r->values[MOMENTUM] = rest_of(a, line, "momentum ");
		} else if (sscanf(line, "%15s %15s %ld %ld %lf %lf", next.family, next.counts, &length, &epoch,
				  &next.t.start[LEARNING_RATE], &next.t.start[MOMENTUM]) == 6) {
			assert_true(n < RECORDS);
			next.t.counts = next.counts[0] == 'e' ? COUNTS_EPOCHS : COUNTS_ITERATIONS;
			next.t.length = length;
			next.t.epoch = epoch;
			r = &out[n++];
			*r = next;
		} else {
			r->config = arena_strdup(a, line);
		}
	}
	fclose(f);
	return n;
}

/* "0:0.01 1 2:0.02" */
static uint32_t read_values(const char *s, int64_t *at, double *value)
{
	uint32_t n = 0;

	for (; *s; n++) {
		char *end;

		assert_true(n < SHOWN);
		at[n] = strtoll(s, &end, 10);
		value[n] = *end == ':' ? strtod(end + 1, &end) : value[n - 1];
		s = end + (*end == ' ');
	}
	return n;
}

static uint32_t differences(struct arena *a, const struct curves *known, const struct record *r, struct value cfg,
			    enum quantity q)
{
	struct schedule *s = schedule_new(a, known, r->family, cfg, &r->t);
	int64_t at[SHOWN];
	double want[SHOWN], got[SHOWN];
	uint32_t n = read_values(r->values[q], at, want), wrong = 0;
	const char *why = schedule_why(s, q);

	if (why || !schedule_values(s, q, at, n, got)) {
		fprintf(stderr, "%s\n  not known: %s\n", r->config, why);
		return 1;
	}
	for (uint32_t i = 0; i < n; i++)
		if (!(fabs(got[i] - want[i]) <= 5.1e-9 * fabs(want[i])) && !wrong++)
			fprintf(stderr, "%s %s %d %d: %s\n  iteration %d: %.9g, is %.9g\n", r->family, r->counts,
				(int)r->t.length, (int)r->t.epoch, r->config, (int)at[i], want[i], got[i]);
	return wrong;
}

static void test_values_are_those_of_the_frameworks(void **state)
{
	static struct record records[RECORDS];
	const char *text[RECORDS];
	struct arena a = { 0 };
	const struct curves *known = curves_load(&a);
	uint32_t n = read_records(&a, records), wrong = 0, compared = 0;
	struct loaded l;

	(void)state;
	assert_int_equal(n, RECORDS);
	for (uint32_t i = 0; i < n; i++)
		text[i] = records[i].config;
	load(&l, text, n);
	for (uint32_t i = 0; i < n; i++)
		for (int q = 0; q < QUANTITIES; q++)
			if (records[i].values[q]) {
				wrong += differences(&a, known, &records[i], config(&l, i), (enum quantity)q) > 0;
				compared++;
			}
	assert_true(compared > RECORDS);
	assert_int_equal(wrong, 0);
	unload(&l);
	arena_release(&a);
}

/* ---- what isn't known ---- */

static const struct training iterations = { COUNTS_ITERATIONS, 1000, 100, { 0.01, 0.9 } };
static const struct training epochs = { COUNTS_EPOCHS, 12, 100, { 0.01, 0.9 } };

struct one { /* the schedule of a config of one text */
	struct arena a;
	struct loaded l;
	struct schedule *s;
};

static struct schedule *one(struct one *o, const char *family, const char *text, const struct training *t)
{
	*o = (struct one){ 0 };
	load(&o->l, &text, 1);
	return o->s = schedule_new(&o->a, curves_load(&o->a), family, config(&o->l, 0), t);
}

static void no_more(struct one *o)
{
	unload(&o->l);
	arena_release(&o->a);
}

/* NULL: known */
static void why_is(const char *family, const char *text, const struct training *t, const char *want)
{
	struct one o;
	const char *why = schedule_why(one(&o, family, text, t), LEARNING_RATE);

	if (want)
		assert_string_equal(why ? why : "known", want);
	else
		assert_null(why);
	no_more(&o);
}

static void test_reasons(void **state)
{
	struct training no_epoch = epochs, no_loop = iterations, no_length = iterations, no_lr = iterations;

	(void)state;
	no_epoch.epoch = 0;
	no_loop.counts = COUNTS_UNKNOWN;
	no_length.length = 0;
	no_lr.start[LEARNING_RATE] = NAN;
	why_is("mmcv1", "x = 1\n", &iterations, NULL);
	why_is("mmcv1", "lr_config = None\n", &iterations, NULL);
	why_is("mmcv1", "lr_config = dict(policy='YOLOX')\n", &iterations, "what YOLOX does is not known");
	why_is("mmcv1", "lr_config = dict(policy='step', step=open('x'))\n", &iterations,
	       "step is the result of a call that is not evaluated");
	why_is("mmcv1", "lr_config = dict(policy='step', step=(8, 11))\n", &iterations,
	       "its argument step is of type tuple, which the class refuses");
	why_is("mmcv1", "lr_config = dict(policy='step')\n", &iterations,
	       "its argument step is missing, without which the class can't be made");
	why_is("mmcv1", "lr_config = dict(policy='poly', power=0.9, minlr=0)\n", &iterations,
	       "Poly takes no argument 'minlr'");
	why_is("mmcv1", "lr_config = dict(policy='CosineAnnealing')\n", &iterations,
	       "its argument min_lr and its ratio are missing, which the class refuses");
	why_is("mmcv1", "lr_config = dict(policy='fixed', warmup='exp')\n", &iterations,
	       "its argument warmup_iters is 0, which the class refuses");
	why_is("mmcv1", "lr_config = dict(policy='poly', warmup='linear', warmup_iters=5, warmup_by_epoch=True)\n",
	       &iterations, "training raises: a run of iterations has no epochs for the warm-up");
	why_is("mmcv1", "lr_config = dict(policy='poly')\n", &no_length, "the length of the run is not known");
	why_is("mmcv1", "lr_config = dict(policy='fixed')\n", &no_length, NULL);
	why_is("mmcv1", "lr_config = dict(policy='fixed')\n", &no_lr,
	       "the value that the optimizer begins with is not known");
	why_is("mmcv1", "lr_config = dict(policy='fixed')\n", &no_loop,
	       "whether the run counts iterations or epochs is not known");
	why_is("mmcv1", "lr_config = dict(policy='step', step=[8])\ncustom_hooks = [dict(type='MyLrUpdaterHook')]\n",
	       &epochs, "what MyLrUpdaterHook does is not known");
	why_is("mmcv1", "lr_config = dict(policy='step', step=[8], warmup='linear', warmup_iters=500)\n", &no_epoch,
	       "how many iterations an epoch has is not known");
	why_is("mmcv1", "lr_config = dict(policy='step', step=[8])\n", &no_epoch, NULL);
	why_is("mmengine", "param_scheduler = [dict(type='ReduceOnPlateauLR')]\n", &epochs,
	       "ReduceOnPlateauLR follows what is measured in training");
	why_is("mmengine", "param_scheduler = [dict(type='LinearLR', begin=5, end=5)]\n", &epochs,
	       "training raises: a scheduler ends before it begins");
	why_is("mmengine", "param_scheduler = dict(type='LinearLR', by_epoch=False, convert_to_iter_based=True)\n",
	       &epochs, "training raises: only a scheduler of epochs can be converted to iterations");
	why_is("mmengine",
	       "param_scheduler = [dict(type='CosineAnnealingParamScheduler', param_name='weight_decay', "
	       "eta_min=1e-5),\n"
	       "    dict(type='CosineAnnealingWeightDecay', eta_min=0.2), dict(type='ConstantLR')]\n",
	       &epochs, NULL);
	why_is("mmengine", "param_scheduler = dict(type='LinearParamScheduler', param_name='lr')\n", &epochs,
	       "what LinearParamScheduler does is not known");
	why_is("mmengine", "param_scheduler = dict(type='LinearParamScheduler')\n", &epochs,
	       "what LinearParamScheduler does is not known");
	why_is("mmengine", "default_hooks = dict(param_scheduler=dict(type='YOLOv5ParamSchedulerHook'))\n", &epochs,
	       "what YOLOv5ParamSchedulerHook does is not known");
	why_is("mmcv1", "lr_config = dict(policy='step', step=list(range(1, 2000)))\n", &iterations,
	       "its argument step has more than 1000 numbers");
	why_is("another", "x = 1\n", &epochs, "how this training code schedules is not known");
}

static double rate(const char *family, const char *text, const struct training *t, int64_t i)
{
	struct one o;
	double got = schedule_at(one(&o, family, text, t), LEARNING_RATE, i);

	no_more(&o);
	return got;
}

static void test_where_training_raises_nothing_is_said(void **state)
{
	static const char restart[] =
		"lr_config = dict(policy='CosineRestart', periods=[10], restart_weights=[1], min_lr=0)\n";
	static const char cycle[] =
		"param_scheduler = dict(type='OneCycleLR', eta_max=0.1, total_steps=50, by_epoch=False)\n";

	(void)state;
	assert_true(rate("mmcv1", restart, &iterations, 9) > 0);
	assert_true(isnan(rate("mmcv1", restart, &iterations, 10)));
	assert_true(isnan(
		rate("mmcv1", "lr_config = dict(policy='OneCycle', max_lr=0.1, total_steps=999)\n", &iterations, 0)));
	assert_true(rate("mmengine", cycle, &iterations, 50) > 0);
	assert_true(isnan(rate("mmengine", cycle, &iterations, 51)));
}

static void raises_at(const char *family, const char *text, int64_t length, int64_t want)
{
	struct training t = iterations;
	struct one o;

	t.length = length;
	assert_int_equal(schedule_raises_at(one(&o, family, text, &t), LEARNING_RATE), want);
	no_more(&o);
}

static void test_the_first_iteration_that_raises_is_found(void **state)
{
	static const char restart[] =
		"lr_config = dict(policy='CosineRestart', periods=[100000], restart_weights=[1], min_lr=0)\n";
	static const char cycle[] = "param_scheduler = dict(type='OneCycleLR', eta_max=0.1, total_steps=50000, "
				    "by_epoch=False, end=10**6)\n";

	(void)state;
	raises_at("mmcv1", restart, 100000, -1);
	raises_at("mmcv1", restart, 100001, 100000);
	raises_at("mmcv1", restart, 7654321, 100000);
	raises_at("mmcv1", "lr_config = dict(policy='OneCycle', max_lr=0.1, total_steps=999)\n", 1000, 0);
	raises_at("mmengine", cycle, 50000, -1);
	raises_at("mmengine", cycle, 50001, 50001); /* by the step behind the last iteration */
	raises_at("mmengine", cycle, 70000, 50001);
	raises_at("mmengine", "param_scheduler = dict(type='Ours')\n", 1000, -1); /* not known */
}

static void test_names_of_classes_may_have_a_package(void **state)
{
	(void)state;
	assert_true(rate("mmengine", "param_scheduler = dict(type='mmengine.ConstantLR', factor=0.5)\n", &epochs, 5) ==
		    0.005);
}

static void test_who_counts_epochs_never_steps_in_a_run_of_iterations(void **state)
{
	(void)state;
	assert_true(rate("mmcv1", "lr_config = dict(policy='step', step=[1], by_epoch=True)\n", &iterations, 900) ==
		    0.01);
	assert_true(rate("mmengine", "param_scheduler = dict(type='MultiStepLR', milestones=[1], end=9)\n", &iterations,
			 900) == 0.01);
}

static void test_epochs_stand_for_iterations_that_are_not_known(void **state)
{
	struct training t = epochs;
	struct schedule *s;
	struct one o;

	(void)state;
	t.epoch = 0;
	s = one(&o, "mmcv1", "lr_config = dict(policy='step', step=[8, 11])\n", &t);
	assert_true(schedule_in_epochs(s));
	assert_int_equal(schedule_length(s), 12);
	assert_true(schedule_at(s, LEARNING_RATE, 7) == 0.01);
	assert_true(fabs(schedule_at(s, LEARNING_RATE, 8) - 0.001) < 1e-12);
	no_more(&o);
}

/* One of both quantities needs an epoch's length: the other is not given by epochs then. */
static void test_epochs_of_no_length(void **state)
{
	static const char *const text[] = {
		"lr_config = dict(policy='step', step=[8])\nmomentum_config = dict(policy='cyclic')\n",
		"param_scheduler = [dict(type='MultiStepLR', milestones=[8]),\n"
		"    dict(type='LinearMomentum', by_epoch=False, end=50)]\n",
	};
	static const char *const family[] = { "mmcv1", "mmengine" };
	struct training t = epochs;

	(void)state;
	t.epoch = 0;
	for (uint32_t i = 0; i < 2; i++) {
		why_is(family[i], text[i], &t, "how many iterations an epoch has is not known");
		assert_true(isnan(rate(family[i], text[i], &t, 9)));
	}
}

static void test_steps_are_bounded(void **state)
{
	static const char *const text = "param_scheduler = [dict(type='ExponentialLR', gamma=0.99, by_epoch=False)]\n";
	struct training t = iterations;
	struct schedule *s;
	struct one o;

	(void)state;
	t.length = 4000000000;
	s = one(&o, "mmengine", text, &t);
	assert_null(schedule_why(s, LEARNING_RATE));
	assert_true(isnan(schedule_at(s, LEARNING_RATE, t.length - 1)));
	assert_non_null(strstr(schedule_why(s, LEARNING_RATE), "takes too long"));
	assert_true(schedule_at(s, MOMENTUM, t.length - 1) == 0.9); /* nothing schedules it */
	no_more(&o);
}

static void test_what_optimizers_begin_with(void **state)
{
	static const char *const text =
		"a = dict(type='SGD', lr=1)\nb = dict(type='SGD', momentum=0.8)\nc = dict(type='AdamW')\n"
		"d = dict(type='Adam', betas=(0.95, 0.99))\ne = dict(type='Mine')\n";
	static const struct {
		const char *name;
		double momentum, state;
	} want[] = { { "a", 0, 0 }, { "b", 0.8, 1 }, { "c", 0.9, 2 }, { "d", 0.95, 2 } };
	struct arena a = { 0 };
	const struct curves *known = curves_load(&a);
	struct loaded l;
	struct keypath p;

	(void)state;
	load(&l, &text, 1);
	for (size_t i = 0; i < ARRAY_SIZE(want); i++) {
		struct value v;

		assert_true(keypath_parse(&a, want[i].name, &p, NULL));
		v = keypath_get(&a, config(&l, 0), p).val;
		assert_true(schedule_momentum(known, v) == want[i].momentum);
		assert_true(schedule_state(known, v) == want[i].state);
	}
	assert_true(keypath_parse(&a, "e", &p, NULL));
	assert_true(isnan(schedule_momentum(known, keypath_get(&a, config(&l, 0), p).val)));
	unload(&l);
	arena_release(&a);
}

/* ---- the file ---- */

static void refused(const char *text, const char *want)
{
	struct sources *all = sources_new();
	const struct source *src = sources_add(all, "s.yaml", text, strlen(text));
	struct arena a = { 0 };
	struct err e = { 0 };
	struct yread y = { .a = &a, .src = src, .e = &e };
	struct curves out;

	assert_false(curves_read(&y, yaml_parse(&a, src, &e), &out));
	assert_string_equal(e.msg, want);
	arena_release(&a);
	sources_free(all);
}

static void test_the_file_is_read_strictly(void **state)
{
	(void)state;
	refused("f:\n  style: chaned\n", "s.yaml:2: unknown style 'chaned' (did you mean 'chained'?)");
	refused("f:\n  stile: anew\n", "s.yaml:2: unknown key in f: 'stile' (did you mean 'style'?)");
	refused("f:\n  style: anew\n  name: policy\n  words: {exp: exponental}\n",
		"s.yaml:4: unknown word 'exponental' (did you mean 'exponential'?)");
	refused("f:\n  style: anew\n  name: policy\n  words: {}\n  hooks: {}\n  learning_rate:\n    at: a\n"
		"    arguments: {}\n    classes:\n      Step: {curve: step, facter: {key: gamma}}\n",
		"s.yaml:10: unknown argument 'facter' (did you mean 'factor'?)");
	refused("optimizers: {SGD: {momentum: much}}\n", "s.yaml:1: momentum must be a number");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values_are_those_of_the_frameworks),
		cmocka_unit_test(test_reasons),
		cmocka_unit_test(test_where_training_raises_nothing_is_said),
		cmocka_unit_test(test_the_first_iteration_that_raises_is_found),
		cmocka_unit_test(test_names_of_classes_may_have_a_package),
		cmocka_unit_test(test_who_counts_epochs_never_steps_in_a_run_of_iterations),
		cmocka_unit_test(test_epochs_stand_for_iterations_that_are_not_known),
		cmocka_unit_test(test_epochs_of_no_length),
		cmocka_unit_test(test_steps_are_bounded),
		cmocka_unit_test(test_what_optimizers_begin_with),
		cmocka_unit_test(test_the_file_is_read_strictly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

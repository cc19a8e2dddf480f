// SPDX-License-Identifier: MIT
/* rules/layers evaluated: known counts of parameters and bytes, and what is not known or raises. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "layers/layer_costs.h"
#include "config/graph.h"
#include "base/pool.h"
#include "python/value/dict.h"
#include "spec/embedded.h"
#include <string.h>

/* `task` of a config that is only this task. */
static struct value cost_of(struct arena *a, const char *task)
{
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	struct vfs *fs = vfs_new_sealed();
	struct pool *pool = pool_new(1);
	const char *path = "/p/task.py", *text = arena_printf(a, "import os\ntask = %s\n", task);
	struct graph *g;
	struct value v;

	vfs_put(fs, path, text, strlen(text));
	g = graph_load(fs, &path, 1, &o, pool);
	v = graph_find(g, path)->subject.tree;
	v = layer_costs(a, "estimate", dict_find_str(v.as.dict, str_lit("task"))->val);
	graph_free(g);
	vfs_free(fs);
	pool_free(pool);
	return v;
}

static struct value member(struct value d, const char *key)
{
	assert_int_equal(d.kind, VALUE_DICT);
	assert_non_null(dict_find_str(d.as.dict, str_lit(key)));
	return dict_find_str(d.as.dict, str_lit(key))->val;
}

#define TASK(backbone, batch, more) \
	"{'packages': ['mmdet'], 'own': [], 'half': False, 'gpu': '', 'batch': " batch \
	", 'optimizer': {'type': 'SGD', 'momentum': 0.9}, " \
	"'data': {'type': 'D', 'pipeline': [{'type': 'Resize', 'scale': (224, 224)" more "}]}, " \
	"'model': {'type': 'SingleStageDetector', 'backbone': " backbone "}}"

/* torchvision's resnet50 has 25,557,032 parameters, of which 2,049,000 are its classifier's. */
static void resnet(void **state)
{
	struct arena a = { 0 };
	struct value v = cost_of(&a, TASK("{'type': 'ResNet', 'depth': 50}", "2", ", 'keep_ratio': False"));

	(void)state;
	assert_int_equal(member(v, "parameters").as.i, 25557032 - 2049000);
	assert_int_equal(member(v, "trained").as.i, 25557032 - 2049000);
	assert_int_equal(member(v, "weights").as.i, 4 * (25557032 - 2049000));
	arena_release(&a);
}

/* Each line at the left edge of rules/layers that defines names can be parsed by itself, and gives its names a value.
 */
static void definitions_stand_alone(void **state)
{
	struct arena a = { 0 };
	uint32_t n = 0;

	(void)state;
	for (size_t i = 0; i < embedded_count; i++) {
		const char *text = (const char *)embedded_files[i].bytes;

		if (strncmp(embedded_files[i].path, "layers/", 7) != 0)
			continue;
		for (const char *s = text; s && *s; s = strchr(s, '\n'), s += s ? 1 : 0) {
			size_t words = strcspn(s, " (,");
			const char *name = !strncmp(s, "def ", 4) ? arena_strndup(&a, s + 4, strcspn(s + 4, "("))
					   : (*s >= 'A' && *s <= 'Z') && (!strncmp(s + words, " = ", 3) ||
									  !strncmp(s + words, ", ", 2))
						   ? arena_strndup(&a, s, words)
						   : NULL;
			struct value v = name ? layer_costs(&a, name, value_none((struct span){ 0 }))
					      : value_none((struct span){ 0 });

			n += name != NULL;
			if (name && v.kind == VALUE_UNKNOWN && v.as.cause->why == WHY_CALL && *s != 'd')
				fail_msg("%s is no name of the library", name); /* else: it is no function */
			if (name && v.kind == VALUE_UNKNOWN && v.as.cause->why == WHY_RAISED &&
			    strstr(v.as.cause->detail->s, "NameError"))
				fail_msg("%s: %s", name, v.as.cause->detail->s);
		}
	}
	assert_true(n > 500);
	arena_release(&a);
}

static void grows_with_the_batch(void **state)
{
	struct arena a = { 0 };
	struct value one = cost_of(&a, TASK("{'type': 'ResNet', 'depth': 18}", "1", ", 'keep_ratio': False"));
	struct value four = cost_of(&a, TASK("{'type': 'ResNet', 'depth': 18}", "4", ", 'keep_ratio': False"));

	(void)state;
	assert_true(member(four, "activations").as.i > 3 * member(one, "activations").as.i);
	assert_int_equal(member(four, "parameters").as.i, member(one, "parameters").as.i);
	arena_release(&a);
}

static void all_frozen(void **state)
{
	struct arena a = { 0 };
	struct value v =
		cost_of(&a, TASK("{'type': 'ResNet', 'depth': 18, 'frozen_stages': 4}", "1", ", 'keep_ratio': False"));

	(void)state;
	assert_int_equal(member(v, "trained").as.i, 0);
	assert_int_equal(member(v, "activations").as.i, 3 * 224 * 224 * 4); /* the picture alone */
	arena_release(&a);
}

static void unknown_class(void **state)
{
	struct arena a = { 0 };
	struct value v = cost_of(&a, TASK("{'type': 'OwnNet', 'depth': 18}", "1", ", 'keep_ratio': False"));

	(void)state;
	assert_string_equal(member(v, "unknown").as.list->at[0].val.as.s->s, "OwnNet");
	arena_release(&a);
}

static void unknown_depth(void **state)
{
	struct arena a = { 0 };
	struct value v =
		cost_of(&a, TASK("{'type': 'ResNet', 'depth': int(os.environ['D'])}", "1", ", 'keep_ratio': False"));

	(void)state;
	assert_int_equal(v.kind, VALUE_UNKNOWN); /* and no sum without the layers that depend on it */
	arena_release(&a);
}

static void refused_depth(void **state)
{
	struct arena a = { 0 };
	struct value v = cost_of(&a, TASK("{'type': 'ResNet', 'depth': 19}", "1", ", 'keep_ratio': False"));

	(void)state;
	assert_int_equal(v.kind, VALUE_UNKNOWN);
	assert_int_equal(v.as.cause->why, WHY_RAISED);
	assert_non_null(strstr(v.as.cause->detail->s, "KeyError"));
	arena_release(&a);
}

/* A config may say anything: the budget ends it. */
static void too_long(void **state)
{
	struct arena a = { 0 };
	struct value v = cost_of(&a, TASK("{'type': 'SwinTransformer', 'depths': [100000000, 2, 2, 2]}", "1",
					  ", 'keep_ratio': False"));

	(void)state;
	assert_int_equal(v.kind, VALUE_UNKNOWN);
	arena_release(&a);
}

static void no_such_function(void **state)
{
	struct arena a = { 0 };

	(void)state;
	assert_int_equal(layer_costs(&a, "nothing", value_int(1, (struct span){ 0 })).kind, VALUE_UNKNOWN);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(resnet),
		cmocka_unit_test(definitions_stand_alone),
		cmocka_unit_test(grows_with_the_batch),
		cmocka_unit_test(all_frozen),
		cmocka_unit_test(unknown_class),
		cmocka_unit_test(unknown_depth),
		cmocka_unit_test(refused_depth),
		cmocka_unit_test(too_long),
		cmocka_unit_test(no_such_function),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

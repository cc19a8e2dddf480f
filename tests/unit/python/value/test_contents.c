// SPDX-License-Identifier: MIT
/* Containers have the same contents exactly when they hold the same over the same base; who wrote them where doesn't
 * count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "python/value/contents.h"
#include "python/value/dict.h"
#include "rules.h"
#include <pthread.h>

enum { FILES = 8 };
static const char *const text[FILES] = {
	"a = dict(type='A', k=[1, 2], d=dict(x=None))\n",
	"# elsewhere\n\na = dict(type='A', k=[1, 2], d={'x': None})\n",
	"a = dict(type='A', k=(1, 2), d=dict(x=None))\n",
	"a = dict(k=[1, 2], type='A', d=dict(x=None))\n",
	"a = dict(type='A', k=[1, 2.0], d=dict(x=None))\n",
	"a = dict(type='A', k=[1, 2], d=dict(x=None), **__import__('os').environ)\n",
	"_base_ = './c0.py'\na = dict(d=dict(x=True))\n",
	"_base_ = './c0.py'\na = dict(d=dict(x=True))\nb = 1\n",
};
static struct project p;
static struct value value[FILES]; /* of a */

static int begin(void **state)
{
	(void)state;
	const char *path[FILES];
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	if (!project_quiet(&p))
		return 1;
	for (size_t i = 0; i < FILES; i++) {
		path[i] = arena_printf(&p.arena, "/project/c%zu.py", i);
		project_file(&p, path[i], text[i]);
	}
	p.g = graph_load(p.fs, path, FILES, &o, p.pool);
	for (size_t i = 0; i < FILES; i++)
		value[i] = dict_find_lit(graph_find(p.g, path[i])->merged.as.dict, "a")->val;
	return 0;
}

static int end(void **state)
{
	(void)state;
	project_end(&p);
	return 0;
}

static void told_apart(void **state)
{
	(void)state;
	static const size_t alike[FILES] = { 0, 0, 2, 3, 4, 5, 6, 6 };
	struct contents_table *t = contents_new();
	for (size_t i = 0; i < FILES; i++)
		assert_non_null(contents_of(t, value[i]));
	for (size_t i = 0; i < FILES; i++)
		for (size_t k = 0; k < FILES; k++)
			if ((contents_of(t, value[i]) == contents_of(t, value[k])) != (alike[i] == alike[k]))
				fail_msg("c%zu and c%zu", i, k);
	contents_free(t);
}

static void only_what_stays_as_it_is(void **state)
{
	(void)state;
	struct contents_table *t = contents_new();
	assert_null(contents_of(t, value_int(1, (struct span){ 0 })));
	assert_null(contents_of(t, value_dict(&p.arena, (struct span){ 0 }))); /* may change */
	struct value v = value_list(&p.arena, VALUE_LIST, 0, (struct span){ 0 });
	for (int i = 0; i < 2000; i++) { /* too deep to be compared, and quickly so */
		struct value outer = value_list(&p.arena, VALUE_LIST, 1, (struct span){ 0 });
		v.as.list->frozen = true;
		list_push(&p.arena, outer.as.list, v, (struct span){ 0 });
		v = outer;
	}
	v.as.list->frozen = true;
	assert_null(contents_of(t, v));
	contents_free(t);
}

struct turn {
	struct contents_table *t;
	const struct contents *found[FILES];
};

static void *ask_all(void *arg)
{
	struct turn *x = arg;
	for (size_t i = 0; i < FILES; i++)
		x->found[i] = contents_of(x->t, value[i]);
	return NULL;
}

static void threads_agree(void **state)
{
	(void)state;
	for (int round = 0; round < 50; round++) {
		struct contents_table *t = contents_new();
		struct turn turn[4];
		pthread_t thread[4];
		for (int i = 0; i < 4; i++) {
			turn[i].t = t;
			assert_int_equal(pthread_create(&thread[i], NULL, ask_all, &turn[i]), 0);
		}
		for (int i = 0; i < 4; i++)
			pthread_join(thread[i], NULL);
		for (int i = 1; i < 4; i++)
			assert_memory_equal(turn[i].found, turn[0].found, sizeof turn[0].found);
		contents_free(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(told_apart), cmocka_unit_test(only_what_stays_as_it_is),
					    cmocka_unit_test(threads_agree) };
	return cmocka_run_group_tests(tests, begin, end);
}

// SPDX-License-Identifier: MIT
/* Where all tokens of an expression are the same in two configs, its value is; and they are the same where nothing
 * differs that counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "facts/search_cache.h"
#include "facts/dependence.h"
#include "rules.h"

static const char *const configs[] = {
	/* each inherits the base */
	"",
	"work_dir = 'x'\n",
	"optimizer = dict(lr=1)\n",
	"optimizer = dict(type='Adam')\n",
	"optimizer = dict(_delete_=True, type='SGD')\n",
	"data = dict(batch=4)\n",
	"data = dict(train=dict(type='B'))\n",
	"data = dict(batch=None)\n",
	"data = 3\n",
	"runner = dict(type='R')\n",
	"runner = 'R'\n",
	"lr = 5\n",
	"optimizer = dict(_delete_=True)\nlr = 0.1\n",
	"hooks = [dict(type='H', a=1), dict(type='I')]\n",
	"hooks = [dict(type='I')]\n",
	"hooks = []\n",
	"model = dict(type='M')\nwork_dir = ''\n",
	"x = __import__('os').environ['X']\n",
	"optimizer = __import__('os').environ['X']\n",
	"data = dict(batch=True)\n",
	"data = dict(batch=1)\n",
	"data = dict(batch=1.0)\n",
};
static const char base[] =
	"optimizer = dict(type='SGD', lr=0.1, weight=[1, 2])\ndata = dict(batch=2, train=dict(type='A', k=1))\n"
	"hooks = [dict(type='H', a=1)]\n";
static const struct { /* known: what the expression looks at is known */
	const char *text;
	bool told;
} expressions[] = {
	{ "lr", true },
	{ "two + 1", true },
	{ "batch", true },
	{ "missing", true },
	{ "cfg.optimizer.lr > 0.05", true },
	{ "cfg['data'].batch", true },
	{ "cfg.data.train", true },
	{ "keys(cfg.data)", true },
	{ "keys(cfg, 'runner', 'work_dir')", true },
	{ "has(cfg.hooks[0].a)", true },
	{ "has(cfg.hooks[-1].a)", true },
	{ "type_is(cfg.runner, 'R')", true },
	{ "type_name(cfg.data.train)", true },
	{ "type_name(cfg.hooks[1])", true },
	{ "own(cfg.data.batch)", true },
	{ "default(base(lr), 3)", true },
	{ "default(own(lr), 3)", true },
	{ "required_missing()", true },
	{ "cfg.data.train.get('k', 2) + 1", true },
	{ "[h.type for h in cfg.hooks if has(h.a)]", true },
	{ "len(cfg.hooks)", true },
	{ "dicts_with(cfg.data, 'type')", true },
	{ "first(dicts(cfg.hooks)).type", true },
	{ "reads('data', 'pin')", true },
	{ "params(cfg.optimizer)", true },
	{ "accepts(cfg.optimizer, 'lr')", true },
	{ "misfits(cfg.optimizer)", true },
	{ "dicts_not(cfg.hooks, 'H')", true },
	{ "dicts_of(cfg.hooks, 'H')", true },
	{ "world", true },
	{ "machine.gpus", true },
	{ "cfg.optimizer.lr if has(cfg.runner.type) else cfg.data.batch", true },
	{ "'runner' in cfg.data", true },
	{ "dialect.family", true },
	{ "known(machine.gpus)", true },
	{ "cfg['da' + 'ta'].batch", true }, /* the same in every config */
	{ "cfg.optimizer if dialect.family == 'mmcv1' else cfg", true },
	{ "dialect.family == 'mmcv1' or keys(cfg)", true },
	{ "type_name(base(cfg.optimizer))", true },
	{ "[x for x in ['a'] if loaded(x)]", false },
	{ "keys(cfg)", false },
	{ "cfg[cfg.runner]", false },
	{ "len(cfg)", false },
	{ "near_keys(cfg, 'optimiser')", false },
	{ "file.name", false },
	{ "at_level(lr, batch)", true },
	{ "imports()", true },
	{ "own(first(cfg.hooks)).type", false },
	{ "directive('x')", true },
};
enum { CONFIGS = ARRAY_SIZE(configs) };

static struct project p;
static struct parser *parser;
static struct spots places;
static struct facts *facts[CONFIGS];
static struct spots_seen tokens[CONFIGS];
static struct search_cache *search_cache;

static void load(void)
{
	const char *path[CONFIGS];
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	project_file(&p, "/project/base.py", base);
	for (size_t i = 0; i < CONFIGS; i++) {
		path[i] = arena_printf(&p.arena, "/project/c%02zu.py", i);
		project_file(&p, path[i], arena_printf(&p.arena, "_base_ = './base.py'\n%s", configs[i]));
	}
	p.g = graph_load(p.fs, path, CONFIGS, &o, p.pool);
	search_cache = search_cache_new();
	for (size_t i = 0; i < CONFIGS; i++) {
		facts[i] = facts_new(&p.arena, &graph_find(p.g, path[i])->subject, p.rs->dialects.vocab,
				     dialect_by_name(&p.rs->dialects, "plain"), NULL);
		facts_share(facts[i], search_cache);
	}
	places.a = &p.arena;
}

static struct stand *tokens_of(size_t i, const struct deps *d)
{
	struct stand *t = arena_array(&p.arena, struct stand, d->n + 1);
	return deps_seen(&tokens[i], facts[i], d, t) ? t : NULL;
}

/* Nothing that an expression can see differs: places in files don't count. */
static void must_be_same(size_t i, size_t k, struct value v, struct value w)
{
	bool frozen = v.kind != VALUE_LIST || v.as.list->frozen; /* else made by the expression: item by item */
	struct stand x, y;
	if (v.kind != w.kind)
		fail_msg("c%02zu and c%02zu: %s and %s", i, k, value_type_name(v), value_type_name(w));
	if (!frozen) {
		assert_int_equal(v.as.list->n, w.as.list->n);
		for (uint32_t n = 0; n < v.as.list->n; n++)
			must_be_same(i, k, v.as.list->at[n].val, w.as.list->at[n].val);
		return;
	}
	if (spot_value(facts[i], v, &x) && (!spot_value(facts[k], w, &y) || memcmp(&x, &y, sizeof x)))
		fail_msg("c%02zu and c%02zu differ", i, k);
}

static struct deps deps_under(const struct node *n)
{
	return deps_of(&(struct deps_of){ .all = &places, .f = facts[0] }, n);
}

/* How many pairs of configs have the same tokens. */
static uint32_t compare(const struct node *n, const struct deps *d)
{
	uint32_t same = 0;
	for (size_t i = 0; i < CONFIGS; i++)
		for (size_t k = 0; k < CONFIGS; k++) {
			const struct stand *x = tokens_of(i, d), *y = tokens_of(k, d);
			if (!x || !y || memcmp(x, y, d->n * sizeof *x))
				continue;
			struct value v = facts_eval(facts[i], n, NULL, NULL), w = facts_eval(facts[k], n, NULL, NULL);
			same += i != k;
			must_be_same(i, k, v, w);
		}
	return same;
}

static void same_tokens_same_value(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(expressions); i++) {
		const char *text = expressions[i].text;
		const struct node *n = parse_expr(parser, &p.arena, text, (uint32_t)strlen(text), 0, NULL);
		assert_non_null(n);
		struct deps d = deps_under(n);
		if (d.known != expressions[i].told)
			fail_msg("%s: told %d", text, d.known);
		print_message("# %s\n", text);
		if (d.known)
			assert_true(compare(n, &d) > 20); /* else nothing would be saved */
	}
}

static struct deps deps_of_text(const char *text)
{
	return deps_under(parse_expr(parser, &p.arena, text, (uint32_t)strlen(text), 0, NULL));
}

static bool equal(size_t i, size_t k, const char *text)
{
	struct deps d = deps_of_text(text);
	const struct stand *x = tokens_of(i, &d), *y = tokens_of(k, &d);
	return x && y && !memcmp(x, y, d.n * sizeof *x);
}

static void only_what_counts_differs(void **state)
{
	(void)state;
	assert_true(equal(0, 2, "cfg.optimizer.type")); /* another lr */
	assert_false(equal(0, 2, "lr"));
	assert_true(equal(0, 6, "cfg.data.batch"));
	assert_false(equal(0, 6, "type_name(cfg.data.train)"));
	assert_true(equal(0, 5, "cfg.data.train")); /* inherited as it is */
	assert_false(equal(0, 11, "own(lr)"));
	assert_false(equal(19, 20, "cfg.data.batch")); /* True, 1 and 1.0 are different */
	assert_false(equal(20, 21, "cfg.data.batch"));
	assert_false(equal(9, 10, "type_is(cfg.runner, 'R')"));
}

/* Whether something stands there is all that has() asks. */
static void presence_is_less_than_a_value(void **state)
{
	(void)state;
	assert_true(equal(0, 2, "has(cfg.optimizer)"));
	assert_false(equal(0, 2, "cfg.optimizer"));
	assert_true(equal(9, 10, "has(cfg.runner)"));
	assert_false(equal(0, 9, "has(cfg.runner)"));
	assert_true(equal(0, 4, "has(cfg.optimizer.type)"));
	assert_false(equal(0, 12, "has(cfg.optimizer.type)"));
	assert_false(equal(0, 18, "has(cfg.optimizer)")); /* one that is not known */
	assert_true(equal(2, 3, "has(own(cfg.optimizer))"));
	assert_false(equal(0, 3, "has(own(cfg.optimizer))"));
}

static int begin(void **state)
{
	(void)state;
	parser = parser_new();
	if (!project_quiet(&p))
		return 1;
	load();
	return 0;
}

static int end(void **state)
{
	(void)state;
	parser_free(parser);
	for (size_t i = 0; i < CONFIGS; i++)
		spots_release(&tokens[i]);
	search_cache_free(search_cache);
	project_end(&p);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(same_tokens_same_value),
					    cmocka_unit_test(only_what_counts_differs),
					    cmocka_unit_test(presence_is_less_than_a_value) };
	return cmocka_run_group_tests(tests, begin, end);
}

// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "trained.h"
#include <stdio.h>

/* What becomes of a key in a training script with this body. */
static void fate(const char *body, const char *key, enum code_fate want)
{
	assert_int_equal(trained_fate("", body, key), want);
}

static void fate_with(const char *helpers, const char *body, const char *key, enum code_fate want)
{
	assert_int_equal(trained_fate(helpers, body, key), want);
}

static void test_every_way_to_read_a_key(void **state)
{
	(void)state;
	static const char *const reads[] = {
		"    cfg.a\n",
		"    cfg['a']\n",
		"    cfg.get('a', 1)\n",
		"    cfg.pop('a')\n",
		"    'a' in cfg\n",
		"    hasattr(cfg, 'a')\n",
		"    getattr(cfg, 'a')\n",
		"    cfg.setdefault('a', 2)\n",
	};
	for (size_t i = 0; i < ARRAY_SIZE(reads); i++)
		fate(reads[i], "a", CODE_READ);
}

static void test_what_nobody_reads(void **state)
{
	(void)state;
	fate("    cfg.a\n", "b", CODE_UNREAD);
	fate("    cfg.a.b\n", "a.c", CODE_UNREAD);
}

static void test_setting_a_key_does_not_read_it(void **state)
{
	(void)state;
	fate("    cfg.a = 1\n    cfg.b\n", "a", CODE_UNREAD);
}

static void test_parameters_and_results_carry_it(void **state)
{
	(void)state;
	fate_with("def f(c):\n    return g(x=c)\ndef g(x):\n    x.a\n    return x\n", "    f(cfg).b\n", "a", CODE_READ);
	fate_with("def f(c):\n    return g(x=c)\ndef g(x):\n    x.a\n    return x\n", "    f(cfg).b\n", "b", CODE_READ);
}

static void test_a_container_of_the_module_carries_it(void **state)
{
	(void)state;
	static const char *const put[] = { "kept['c'] = c", "kept.update(c=c)" };
	for (size_t i = 0; i < ARRAY_SIZE(put); i++) {
		char helpers[200];
		snprintf(helpers, sizeof helpers, "kept = {}\ndef keep(c):\n    %s\ndef use():\n    kept['c'].a\n",
			 put[i]);
		fate_with(helpers, "    keep(cfg)\n    use()\n", "a", CODE_READ);
	}
}

/* Each function hands on what one puts there that is walked later, from the first to the last or from the last to the
 * first: what looked is computed again. */
static void test_it_comes_against_the_order_of_functions(void **state)
{
	(void)state;
	static const char *const chains[] = {
		"class T:\n    def one(self):\n        self.c.x\n    def two(self):\n        self.c = self.b.a\n"
		"    def three(self):\n        self.b = self.k\n    def __init__(self, k):\n        self.k = k\n",
		"def one():\n    two().x\ndef two():\n    return three().a\ndef three():\n    return four\n"
		"def T(k):\n    global four\n    four = k\n",
		"class T:\n    def __init__(self, k):\n        self.k = k\n    def three(self):\n        self.b = "
		"self.k\n"
		"    def two(self):\n        self.c = self.b.a\n    def one(self):\n        self.c.x\n",
		"def T(k):\n    global four\n    four = k\ndef three():\n    return four\n"
		"def two():\n    return three().a\ndef one():\n    two().x\n",
	};
	for (size_t i = 0; i < ARRAY_SIZE(chains); i++) {
		fate_with(chains[i], "    T(cfg)\n", "a.x", CODE_READ);
		fate_with(chains[i], "    T(cfg)\n", "a.y", CODE_UNREAD);
	}
}

/* What stands in the method is walked before any config came, in one order or the other, and looks at the attribute
 * that gets one. */
static void test_each_kind_of_statement_is_asked_again(void **state)
{
	(void)state;
	static const char *const looks[] = {
		"with self.c as d:\n            d.x",
		"if self.c.x:\n            pass",
		"if 0:\n            pass\n        elif self.c.x:\n            pass",
		"for e in self.b, self.c:\n            e.x",
		"while self.c.x:\n            pass",
		"try:\n            self.c.x\n        except E:\n            pass",
		"return self.c.x",
		"(lambda: self.c.x)()",
		"def f(a=self.c.x):\n            pass",
		"class K:\n            y = self.c\n        K.y.x",
		"a: int = self.c.x",
		"a += self.c.x",
	};
	for (size_t i = 0; i < 2 * ARRAY_SIZE(looks); i++) {
		char helpers[800], one[300];
		const char *two = "    def two(self):\n        self.c = self.b.a\n",
			   *init = "    def __init__(self, k):\n        self.b = k\n";
		bool first = i < ARRAY_SIZE(looks);
		snprintf(one, sizeof one, "    def one(self):\n        %s\n", looks[i % ARRAY_SIZE(looks)]);
		snprintf(helpers, sizeof helpers, "class T:\n%s%s%s", first ? one : init, two, first ? init : one);
		fate_with(helpers, "    T(cfg)\n", "a.x", CODE_READ);
	}
}

static void test_a_name_that_becomes_a_variable_is_asked_again(void **state)
{
	(void)state;
	fate_with("def f(c):\n    for i in 1, 2:\n        g(x)\n        x = c\ndef g(y):\n    y.a\n", "    f(cfg)\n",
		  "a", CODE_READ);
}

/* What comes through it late must get on from there: the last walk comes too late for what was walked before. */
static void test_a_statement_that_looks_at_very_much_is_asked_again(void **state)
{
	(void)state;
	static const char late[] = "    def two(self):\n        self.c = self.b.a\n    def __init__(self, k):\n"
				   "        self.b = k\n";
	for (unsigned last = 0; last < 2; last++) {
		struct buf b = { 0 };
		buf_printf(&b, "class T:\n%s    def zero(self):\n        self.d.x\n", last ? late : "");
		buf_puts(&b, "    def one(self):\n        self.d = ");
		for (unsigned i = 0; i < 200; i++)
			buf_printf(&b, "self.a%u or ", i);
		buf_printf(&b, "self.c\n%s", last ? "" : late);
		fate_with(buf_str(&b), "    T(cfg)\n", "a.x", CODE_READ);
		buf_release(&b);
	}
}

/* Whoever may be called gets the elements, not the first alone. */
static void test_elements_are_passed_to_each(void **state)
{
	(void)state;
	const char *helpers = "class A:\n    def m(self, c, d):\n        c.a\n        d.e\n"
			      "class B:\n    def m(self, *c):\n        for x in c:\n            x.b\n";
	fate_with(helpers, "    args.o.m(*[cfg])\n", "a", CODE_READ);
	fate_with(helpers, "    args.o.m(*[cfg])\n", "b", CODE_READ);
	fate_with(helpers, "    args.o.m(*[cfg])\n", "e", CODE_READ);
	fate_with(helpers, "    A().m(*[cfg])\n", "b", CODE_UNREAD);
}

static void test_attributes_carry_it(void **state)
{
	(void)state;
	fate_with("class T:\n    def __init__(self, cfg):\n        self.kept = cfg\n    def run(self):\n        "
		  "self.kept.a\n",
		  "    T(cfg).run()\n", "a", CODE_READ);
}

static void test_methods_of_derived_classes(void **state)
{
	(void)state;
	fate_with("class A:\n    def __init__(self, c):\n        self.m(c)\n    def m(self, c):\n        pass\n"
		  "class B(A):\n    def m(self, c):\n        c.a\n",
		  "    B(cfg)\n", "a", CODE_READ);
}

/* The reader stands before the code that brings the config there. */
static void test_order_does_not_count(void **state)
{
	(void)state;
	fate_with("def reads(h):\n    h.kept.a\ndef brings(h, c):\n    h.kept = c\n",
		  "    reads(args)\n    brings(args, cfg)\n", "a", CODE_READ);
	fate("    x.a\n    x = cfg\n    cfg.b\n", "a", CODE_READ);
}

static void test_copy_without_some_keys(void **state)
{
	(void)state;
	static const char f[] = "def f(**kw):\n    kw['x']\n    kw['a']\n";
	static const char without[] = "    d = {k: v for k, v in cfg.s.items() if k not in ['x', 'y']}\n    f(**d)\n";
	fate_with(f, without, "s.a", CODE_READ);
	fate_with(f, without, "s.x", CODE_UNREAD); /* it is not in the copy */
}

static void test_copy_of_some_keys(void **state)
{
	(void)state;
	static const char f[] = "def f(a=1):\n    pass\n";
	static const char only[] = "    f(**{k: v for k, v in cfg.s.items() if k == 'a'})\n";
	fate_with(f, only, "s.a", CODE_READ);
	fate_with(f, only, "s.b", CODE_UNREAD); /* f does not take it, but never gets it */
	fate_with(f, "    f(**cfg.s)\n", "s.b", CODE_REJECTED);
}

/* What is put into a copy is put into no config. */
static void test_changes_of_a_copy(void **state)
{
	(void)state;
	struct trained t;
	struct code_use *use;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/helpers.py", "");
	trained_script(&t, "/p/tools/train.py", "    d = cfg.s.copy()\n    d['a'] = 1\n    cfg.s.b = 2\n");
	struct value part[] = { value_str(str_lit("s"), (struct span){ 0 }),
				value_str(str_lit("a"), (struct span){ 0 }) };
	assert_int_equal(code_uses(trained_code(&t), &t.arena, (struct keypath){ part, 2 }, &use), 0);
	part[1] = value_str(str_lit("b"), (struct span){ 0 });
	assert_int_equal(code_uses(trained_code(&t), &t.arena, (struct keypath){ part, 2 }, &use), 1);
	assert_true(use[0].sets);
	trained_end(&t);
}

static void test_loops_over_named_keys(void **state)
{
	(void)state;
	static const char loop[] = "    for k in ['a', 'b']:\n        cfg[k]\n";
	fate(loop, "a", CODE_READ);
	fate(loop, "b", CODE_READ);
	fate(loop, "c", CODE_UNREAD);
}

static void test_loops_over_all_keys(void **state)
{
	(void)state;
	fate("    for k in cfg.s:\n        print(k)\n", "s.a", CODE_NOT_KNOWN);
	fate("    for k in cfg.s:\n        print(k)\n    cfg.t.a\n", "t.b", CODE_UNREAD);
}

static void test_computed_keys(void **state)
{
	(void)state;
	fate("    cfg[args.name]\n", "a", CODE_NOT_KNOWN);
}

static void test_elements_of_lists(void **state)
{
	(void)state;
	fate("    for x in cfg.list:\n        x.a\n", "list[0].a", CODE_READ);
	fate("    for x in cfg.list:\n        x.a\n", "list[0].b", CODE_NOT_KNOWN);
	fate("    [cfg.s][0].a\n", "s.a", CODE_READ);
}

static void test_a_config_that_leaves_the_project(void **state)
{
	(void)state;
	fate("    import foreign\n    foreign.run(cfg)\n", "a", CODE_ABROAD);
	fate("    import foreign\n    cfg.a\n    foreign.run(cfg)\n", "a", CODE_READ); /* whatever else reads it */
	fate("    import foreign\n    foreign.run(cfg.s)\n    cfg.t.a\n", "s.a", CODE_ABROAD);
	fate("    import foreign\n    foreign.run(cfg.s)\n    cfg.t.a\n", "t.b", CODE_UNREAD);
}

static void test_only_what_leaves_is_abroad(void **state)
{
	(void)state;
	fate("    import json\n    json.dumps(cfg)\n    cfg.a\n", "b", CODE_UNREAD); /* reads nothing of its own */
}

static void test_the_first_open_place_is_named(void **state)
{
	(void)state;
	struct trained t;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/helpers.py", "");
	trained_script(&t, "/p/tools/train.py", "    import foreign\n    foreign.run(cfg)\n");
	struct code_answer x = trained_key(&t, "a");
	assert_string_equal(x.why, "`foreign.run(...)` is not followed");
	assert_string_equal(x.at.file->path, "/p/tools/train.py");
	assert_memory_equal(x.at.file->bytes + x.at.lo, "cfg)", 4);
	trained_end(&t);
}

static void test_recursion_ends(void **state)
{
	(void)state;
	static const char walks[] = "def f(c):\n    c.a\n    f(c.next)\n";
	fate_with(walks, "    f(cfg)\n", "a", CODE_READ);
	fate_with(walks, "    f(cfg)\n", "next.next.a", CODE_READ);
	fate_with("def f(**kw):\n    f(**{k: v for k, v in kw.items() if k != 'b'})\n    kw['a']\n", "    f(**cfg)\n",
		  "a", CODE_READ);
	fate_with("def f(c):\n    return g(c)\ndef g(c):\n    c.a\n    return f(c)\n", "    f(cfg).b\n", "a",
		  CODE_READ);
}

/* The runner keeps the config where a package outside may find it, if a part of training imports that package. */
static enum code_fate fate_beside(const char *path, const char *text, bool *left_aside)
{
	struct trained t;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/helpers.py", "");
	trained_file(&t, path, text);
	trained_script(&t, "/p/tools/train.py",
		       "    from mmengine.runner import Runner\n    Runner.from_cfg(cfg).train()\n");
	enum code_fate found = trained_key(&t, "b").fate;
	*left_aside = code_left_aside(trained_code(&t)) != NULL;
	trained_end(&t);
	return found;
}

static void test_what_training_does_not_import_is_left_aside(void **state)
{
	(void)state;
	bool aside;
	enum code_fate alone = fate_beside("/p/pkg/x.py", "x = 1\n", &aside);
	assert_int_equal(alone, CODE_UNREAD);
	assert_false(aside);
	assert_int_equal(fate_beside("/p/pkg/x.py", "import strange\n", &aside), CODE_ABROAD);
	assert_int_equal(fate_beside("/p/projects/x.py", "def net(:\n", &aside), alone);
	assert_true(aside);
	assert_int_equal(fate_beside("/p/projects/x.py", "import strange\n", &aside), alone);
	assert_true(aside);
	assert_int_equal(fate_beside("/p/pkg/x.py", "def net(:\n", &aside), CODE_NOT_KNOWN);
	assert_false(aside);
}

/* What src/code/flow.c opens with. */
static void test_the_example(void **state)
{
	(void)state;
	static const char trainer[] = "import foreign\nclass Trainer:\n    def __init__(self, cfg, args):\n"
				      "        self.kept = cfg\n    def run(self):\n"
				      "        build(**self.kept.optimizer)\n        foreign.train(self.kept.model)\n"
				      "def build(lr, momentum=0):\n    pass\n";
	static const char script[] =
		"    cfg.work_dir = args.work_dir\n    runner = Trainer(cfg, args)\n    runner.run()\n";
	fate_with(trainer, script, "optimizer.lr", CODE_READ);
	fate_with(trainer, script, "optimizer.nesterov", CODE_REJECTED);
	fate_with(trainer, script, "model.depth", CODE_ABROAD);
	fate_with(trainer, script, "work_dir", CODE_UNREAD);
	fate_with(trainer, script, "workers", CODE_UNREAD);
}

/* The last walk comes to whatever has something to write down, and to nothing else. */
static void test_each_kind_of_note_is_written_down(void **state)
{
	(void)state;
	fate("    x = cfg.a\n    for k in x:\n        pass\n", "a.b", CODE_NOT_KNOWN);
	fate_with("def f():\n    pass\n", "    x = cfg.a\n    f(**x)\n", "a.b", CODE_REJECTED);
	fate("    x = cfg.a\n    elsewhere(x)\n", "a.b", CODE_ABROAD);
	fate("    x = cfg.a\n    x.b\n", "a.b", CODE_READ);
}

/* A flag of the script that a key is set from. rest: what follows on its parser's first line */
static void set_from(const char *rest, const char *key, const char *how)
{
	struct trained t;
	struct code_use *use;
	const struct value part = value_str(str_lit(key), (struct span){ 0 });
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/helpers.py", "");
	const char *head = "import argparse\nfrom mmcv import Config\np = argparse.ArgumentParser()\n";
	trained_file(&t, "/p/tools/train.py", arena_printf(&t.arena, "%s%s", head, rest));
	assert_int_equal(code_uses(trained_code(&t), &t.arena, (struct keypath){ &part, 1 }, &use), 1);
	assert_string_equal(use[0].how, how);
	trained_end(&t);
}

static void test_what_flags_may_set(void **state)
{
	(void)state;
	set_from("p.add_argument('--options')\nargs = p.parse_args()\n"
		 "if __name__ == '__main__':\n    cfg = Config.fromfile(args.config)\n"
		 "    cfg.merge_from_dict(args.options)\n",
		 "a", "may set it, from --options");
}

static void test_flags(void **state)
{
	(void)state;
	static const char rest[] =
		"p.add_argument('-w', '--work-dir')\np.add_argument('--amp')\n"
		"if __name__ == '__main__':\n    args = p.parse_args()\n    cfg = Config.fromfile(args.config)\n"
		"    cfg.a = args.work_dir\n    if args.amp:\n        cfg.b = 1\n";
	set_from(rest, "a", "sets it, from --work-dir");
	set_from(rest, "b", "sets it, with --amp");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_way_to_read_a_key),
		cmocka_unit_test(test_what_nobody_reads),
		cmocka_unit_test(test_setting_a_key_does_not_read_it),
		cmocka_unit_test(test_parameters_and_results_carry_it),
		cmocka_unit_test(test_elements_are_passed_to_each),
		cmocka_unit_test(test_attributes_carry_it),
		cmocka_unit_test(test_a_container_of_the_module_carries_it),
		cmocka_unit_test(test_methods_of_derived_classes),
		cmocka_unit_test(test_order_does_not_count),
		cmocka_unit_test(test_copy_without_some_keys),
		cmocka_unit_test(test_copy_of_some_keys),
		cmocka_unit_test(test_changes_of_a_copy),
		cmocka_unit_test(test_loops_over_named_keys),
		cmocka_unit_test(test_loops_over_all_keys),
		cmocka_unit_test(test_computed_keys),
		cmocka_unit_test(test_elements_of_lists),
		cmocka_unit_test(test_a_config_that_leaves_the_project),
		cmocka_unit_test(test_only_what_leaves_is_abroad),
		cmocka_unit_test(test_the_first_open_place_is_named),
		cmocka_unit_test(test_recursion_ends),
		cmocka_unit_test(test_what_training_does_not_import_is_left_aside),
		cmocka_unit_test(test_the_example),
		cmocka_unit_test(test_it_comes_against_the_order_of_functions),
		cmocka_unit_test(test_each_kind_of_statement_is_asked_again),
		cmocka_unit_test(test_a_name_that_becomes_a_variable_is_asked_again),
		cmocka_unit_test(test_a_statement_that_looks_at_very_much_is_asked_again),
		cmocka_unit_test(test_each_kind_of_note_is_written_down),
		cmocka_unit_test(test_what_flags_may_set),
		cmocka_unit_test(test_flags),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

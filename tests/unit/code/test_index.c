// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "trained.h"
#include <stdio.h>

static struct trained t;

static void project(const struct classes *known, const char *types, const char *body)
{
	trained_project(&t, known, types, body);
}

static int end(void **state)
{
	(void)state;
	trained_end(&t);
	return 0;
}

static const struct code_params *params(const char *type)
{
	return trained_params(&t, type);
}

/* ---- types ---- */

static bool knows(const char *type)
{
	return code_knows_type(trained_code(&t), str_lit(type));
}

static void test_types_registered_in_every_way(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY "@MODELS.register_module()\nclass A:\n    def __init__(self):\n        pass\n"
			 "@MODELS.register_module(name=['B1', 'B2'])\nclass B:\n    pass\n"
			 "class C:\n    pass\nMODELS.register_module(module=C, name='Cee')\n"
			 "@MODELS.register_module()\ndef make(x):\n    pass\n",
		"    cfg.a\n");
	assert_true(knows("A") && knows("B1") && knows("B2") && knows("Cee") && knows("make"));
	assert_false(knows("Dee"));
	assert_null(code_types_open(trained_code(&t)));
}

static const char *modules(const char *type)
{
	return code_modules(trained_code(&t), str_lit(type), NULL);
}

static void test_where_a_class_lies(void **state)
{
	(void)state;
	project(NULL, REGISTRY "@MODELS.register_module()\nclass A:\n    pass\nclass B:\n    pass\n", "    cfg.a\n");
	trained_file(&t, "/p/other/b.py", "from pkg.helpers import MODELS\nclass A:\n    pass\nclass B:\n    pass\n");
	for (char path[] = "/p/a/d.py"; path[3] <= 'z'; path[3]++)
		trained_file(&t, path, "class D:\n    pass\n");
	assert_string_equal(modules("A"), "pkg.helpers"); /* the other one is not registered */
	assert_string_equal(modules("B"), "pkg.helpers other.b");
	assert_null(modules("C"));
	assert_string_equal(modules("D") + strlen(modules("D")) - 4, ".d ?"); /* and more */
}

static void test_asserts_in_whose_condition_all_words_stand(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY "@MODELS.register_module()\nclass A:\n    def __init__(self, x=None, y=None):\n        assert "
			 "not (x and y), 'one'\n"
			 "@MODELS.register_module()\nclass B:\n    def __init__(self, x=None, y=None):\n        assert "
			 "x\n        assert 'k' in y\n",
		"    cfg.a\n");
	struct arena a = { 0 };
	const struct str *type[] = { str_lit("A"), str_lit("B") }, *both[] = { str_lit("x"), str_lit("y") },
			 *text[] = { str_lit("k") };
	struct code_words q = { .type = type, .word = both, .ntypes = 1, .nwords = 2, .asserts = ASSERTS_ABOUT };
	assert_string_equal(code_asserts(trained_code(&t), &a, &q), "helpers.py:6");
	q.type = type + 1;
	assert_null(code_asserts(trained_code(&t), &a, &q));
	q.word = text;
	q.nwords = 1;
	assert_string_equal(code_asserts(trained_code(&t), &a, &q), "helpers.py:11");
	arena_release(&a);
}

static const char *choices(const char *type)
{
	return code_choices(trained_code(&t), str_lit(type), "evaluate", str_lit("allowed"));
}

#define EVALUATE(name, base, body) \
	"@MODELS.register_module()\nclass " name base ":\n    def evaluate(self, results, metric='a'):\n" body
#define LIST "        allowed = ['a', 'b']\n"
#define RAISES "        for m in metrics:\n            if m not in allowed:\n                raise KeyError(m)\n"
#define AS_LIST "        metrics = metric if isinstance(metric, list) else [metric]\n"

static void test_what_a_method_raises_about(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY EVALUATE(
			"A", "",
			AS_LIST LIST
				RAISES) "@MODELS.register_module()\nclass Sub(A):\n    pass\n" EVALUATE("Subset", "",
													LIST
													"        if "
													"not "
													"set(metric)."
													"issubset(set("
													"allowed)):\n  "
													"          "
													"raise "
													"KeyError(1)\n")
			EVALUATE("Rest", "",
				 LIST "        odd = set(metric) - set(allowed)\n        if len(odd) != 0:\n           "
				      " raise KeyError(1)\n") EVALUATE("Ignores", "",
								       LIST
								       "        metrics = set(metric) & set(allowed)\n")
				EVALUATE("Removes", "", AS_LIST "        metrics.remove('c')\n" LIST RAISES) EVALUATE(
					"Filters", "",
					"        metrics = [m for m in metric if m != 'c']\n" LIST RAISES)
					EVALUATE("Spares", "",
						 "        metrics = []\n        if metric != 'c':\n            metrics "
						 "= [metric]\n" LIST
							 RAISES) EVALUATE("Drops", "",
									  "        metrics = [m for m in metric if m "
									  "in self.known]\n" LIST RAISES)
						EVALUATE("Asks", "",
							 AS_LIST
							 "        if metric == 'c':\n            return {}\n" LIST
								 RAISES)
							EVALUATE("Adds", "",
								 AS_LIST LIST "        allowed.append('c')\n" RAISES),
		"    cfg.a\n");
	assert_string_equal(choices("A"), "a b");
	assert_string_equal(choices("Sub"), "a b");
	assert_string_equal(choices("Subset"), "a b");
	assert_string_equal(choices("Rest"), "a b");
	assert_null(choices("Ignores"));
	assert_string_equal(choices("Removes"), "a b c");
	assert_string_equal(choices("Filters"), "a b c");
	assert_string_equal(choices("Spares"), "a b c");
	assert_null(choices("Drops"));
	assert_null(choices("Asks"));
	assert_null(choices("Adds"));
	assert_null(choices("Nobody"));
}

static void test_what_several_classes_of_a_name_raise_about(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY EVALUATE("A", "", AS_LIST LIST RAISES) EVALUATE("A", "", LIST AS_LIST RAISES)
			EVALUATE("B", "", AS_LIST LIST RAISES)
				EVALUATE("B", "", AS_LIST "        allowed = ['a']\n" RAISES)
					EVALUATE("C", "", AS_LIST LIST RAISES) EVALUATE("C", "", "        return {}\n"),
		"    cfg.a\n");
	assert_string_equal(choices("A"), "a b");
	assert_null(choices("B"));
	assert_null(choices("C"));
}

/* Where it depends on more than the list whether a text is refused, the list doesn't tell. */
static void test_what_a_method_may_raise_about(void **state)
{
	(void)state;
#define IF "        if metric not in allowed:\n            raise KeyError(metric)\n"
	static const char types[] = REGISTRY EVALUATE("Plain", "", LIST IF) EVALUATE(
		"Wrapped", "",
		LIST "        if True:\n            if metric not in allowed:\n                raise KeyError(1)\n")
		EVALUATE("Catches", "",
			 LIST
			 "        try:\n            if metric not in allowed:\n                raise KeyError(1)\n     "
			 "   except KeyError:\n            pass\n") EVALUATE("Inside", "",
									     LIST "        def check(metric):\n        "
										  "    if metric not in allowed:\n     "
										  "           raise KeyError(1)\n")
			EVALUATE("Returns", "", LIST "        if self.fast:\n            return {}\n" IF) EVALUATE(
				"Skips", "",
				AS_LIST LIST
				"        for m in metrics:\n            if m.startswith('c'):\n                "
				"continue\n            if m not in allowed:\n                raise KeyError(m)\n")
				EVALUATE("Renames", "", LIST "        metric = NAMES.get(metric, metric)\n" IF)
					EVALUATE("Lowers", "", LIST "        metric = metric.lower()\n" IF)
						EVALUATE("Sets", "", LIST "        metric = 'a'\n" IF) EVALUATE(
							"Splits", "",
							LIST "        metric, rest = self.parts(metric)\n" IF)
							EVALUATE("Hesitates", "",
								 LIST "        if metric not in allowed:\n          "
								      "  if self.lax:\n                return {}\n  "
								      "          raise KeyError(metric)\n")
								EVALUATE("First", "",
									 LIST
									 "        if not isinstance(metric, str):\n    "
									 "        assert len(metric) == 1\n            "
									 "metric = metric[0]\n" IF)
									EVALUATE("Logs", "",
										 LIST
										 "        if metric not in allowed:\n  "
										 "          text = 'no ' + metric\n    "
										 "        print(text)\n            "
										 "raise KeyError(text)\n");
	project(NULL, types, "    cfg.a\n");
	assert_string_equal(choices("Plain"), "a b");
	assert_string_equal(choices("Logs"), "a b");
	assert_string_equal(choices("First"), "a b");
	static const char *const open[] = { "Wrapped", "Catches", "Inside", "Returns", "Skips",
					    "Renames", "Lowers",  "Sets",   "Splits",  "Hesitates" };
	for (size_t i = 0; i < ARRAY_SIZE(open); i++)
		assert_null(choices(open[i]));
}

static void test_a_class_that_is_not_registered_is_known_by_name(void **state)
{
	(void)state;
	project(NULL, "class A:\n    pass\n", "    cfg.a\n");
	assert_true(knows("A"));
	assert_null(params("A")); /* but nothing builds it */
}

/* 3 to the power of HOPS_MAX ways lead through them. */
static void test_modules_that_import_all_of_one_another(void **state)
{
	(void)state;
	static const char *const path[] = { "/p/pkg/a.py", "/p/pkg/b.py", "/p/pkg/c.py", "/p/pkg/d.py" };
	project(NULL,
		REGISTRY "from .a import *\n" MODEL "class A(Nobody):\n    pass\n" MODEL
			 "class B(Top):\n    pass\n" MODEL "class C(X):\n    pass\n",
		"    cfg.a\n");
	for (size_t i = 0; i < ARRAY_SIZE(path); i++)
		trained_file(
			&t, path[i],
			"from .top import *\nfrom .a import *\nfrom .b import *\nfrom .c import *\nfrom .d import *\n"
			"X = Y\nY = X\n");
	trained_file(&t, "/p/pkg/top.py", "class Top:\n    def __init__(self, depth=1):\n        pass\n");
	assert_true(params("A")->open && params("C")->open);
	assert_true(takes(params("B"), "depth"));
}

static void test_computed_names_leave_types_open(void **state)
{
	(void)state;
	project(NULL, REGISTRY "def f(name):\n    @MODELS.register_module(name)\n    class A:\n        pass\n",
		"    cfg.a\n");
	assert_string_equal(code_types_open(trained_code(&t)), "pkg/helpers.py:4 registers computed names");
}

static void test_the_nearest_type(void **state)
{
	(void)state;
	project(NULL, REGISTRY "@MODELS.register_module()\nclass ResNet:\n    pass\n", "    cfg.a\n");
	assert_string_equal(code_near_type(trained_code(&t), str_lit("ResNett")), "ResNet");
	assert_null(code_near_type(trained_code(&t), str_lit("Swin")));
}

static void test_what_a_builder_makes_by_hand(void **state)
{
	(void)state;
	struct code_place at;
	project(NULL,
		"class A:\n    pass\ndef build(cfg):\n    if cfg['type'] == 'A':\n        return A(x=cfg['x'])\n"
		"    if cfg['type'] == 'B':\n        return B(**cfg)\n"
		"    if cfg['type'] == 'C':\n        return C(x=cfg['x'], cfg=cfg)\n",
		"    cfg.a\n");
	assert_true(code_special(trained_code(&t), str_lit("A"), &at));
	assert_memory_equal(at.file->bytes + at.lo, "A(x=", 4);
	assert_false(code_special(trained_code(&t), str_lit("B"), &at)); /* gets all keys */
	assert_false(code_special(trained_code(&t), str_lit("C"), &at)); /* and so does this one */
}

/* ---- parameters ---- */

static void test_params_through_kwargs(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY "class Top:\n    def __init__(self, depth=1):\n        pass\n"
			 "class Mid(Top):\n    def __init__(self, width, **kwargs):\n"
			 "        self.x = kwargs.pop('extra')\n        super().__init__(**kwargs)\n" MODEL
			 "class Low(Mid):\n    def __init__(self, a, **kwargs):\n        super().__init__(**kwargs)\n",
		"    cfg.a\n");
	const struct code_params *p = params("Low");
	assert_non_null(p);
	assert_true(takes(p, "a") && takes(p, "extra") && takes(p, "depth"));
	assert_false(takes(p, "self") || takes(p, "kwargs"));
	assert_false(p->open || p->swallows);
	assert_string_equal(p->by, "Top.__init__");
	assert_true(takes(p, "width"));
	assert_int_equal(p->ntwice, 0);
}

static void test_a_keyword_that_is_passed_twice(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY
		"class Top:\n    def __init__(self, depth=1, width=2):\n        pass\n" MODEL
		"class Low(Top):\n    def __init__(self, **kwargs):\n        super().__init__(depth=3, **kwargs)\n",
		"    cfg.a\n");
	const struct code_params *p = params("Low");
	assert_int_equal(p->ntwice, 1);
	assert_string_equal(p->twice[0]->s, "depth");
	struct code_place at = code_params_at(trained_code(&t), p, true);
	assert_memory_equal(at.file->bytes + at.lo, "super().__init__(depth", 22);
}

static void test_kwargs_that_nobody_looks_at(void **state)
{
	(void)state;
	project(NULL, REGISTRY MODEL "class A:\n    def __init__(self, a, **kwargs):\n        self.a = a\n",
		"    cfg.a\n");
	assert_true(params("A")->swallows);
	assert_false(params("A")->open);
}

static void test_kwargs_that_go_astray(void **state)
{
	(void)state;
	project(NULL, REGISTRY MODEL "class A:\n    def __init__(self, **kwargs):\n        self.all = kwargs\n",
		"    cfg.a\n");
	assert_true(params("A")->open);
	assert_string_equal(params("A")->why, "A.__init__ uses **kwargs in ways that are not followed");
}

static void test_the_order_of_bases(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY "class O:\n    def __init__(self, o):\n        pass\n"
			 "class A(O):\n    def __init__(self, a, **kw):\n        super().__init__(**kw)\n"
			 "class B(O):\n    def __init__(self, b, **kw):\n        super().__init__(**kw)\n" MODEL
			 "class C(A, B):\n    pass\n",
		"    cfg.a\n");
	const struct code_params *p = params("C"); /* A's super() is B */
	assert_true(takes(p, "a") && takes(p, "b") && takes(p, "o"));
	assert_false(p->open);
}

static void test_a_base_outside_is_open_unless_it_is_known(void **state)
{
	(void)state;
	static const char types[] = "from mmcv import Hook\nfrom elsewhere import Thing\n" REGISTRY MODEL
				    "class A(Hook):\n    pass\n" MODEL "class B(Thing):\n    pass\n";
	const struct str *param[] = { str_lit("interval") };
	struct known_class hook = { str_lit("mmcv1"), str_lit("Hook"), param, 1, false, "mmcv/runner/hooks/hook.py" };
	struct classes known = { &hook, 1 };
	project(&known, types, "    cfg.a\n");
	assert_false(params("A")->open);
	assert_true(takes(params("A"), "interval"));
	assert_true(params("B")->open);
	assert_string_equal(params("B")->why, "elsewhere.Thing lies outside the project");
}

static void test_bases_of_frameworks(void **state)
{
	(void)state;
	project(NULL,
		"from mmengine.evaluator import BaseMetric\nfrom torch.nn import Module\n" REGISTRY MODEL
		"class A(BaseMetric):\n    pass\n" MODEL
		"class B(BaseMetric):\n    def __init__(self, b, **kwargs):\n        super().__init__(**kwargs)\n" MODEL
		"class C(Module):\n    def __init__(self, c, **kwargs):\n        super().__init__()\n" MODEL
		"class D(A):\n    def __init__(self, **kwargs):\n        super(C, self).__init__(**kwargs)\n",
		"    cfg.a\n");
	assert_true(takes(params("A"), "prefix") && !params("A")->open && params("A")->at.file);
	assert_true(takes(params("B"), "b") && takes(params("B"), "prefix") && !params("B")->open);
	assert_true(takes(params("C"), "c") && params("C")->swallows);
	assert_true(params("D")->open); /* C is none of its bases */
}

static void test_two_classes_of_a_name_tell_nothing(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY MODEL "class A:\n    def __init__(self, a):\n        pass\n" MODEL
			       "class A:\n    def __init__(self, b):\n        pass\n",
		"    cfg.a\n");
	assert_null(params("A"));
}

static void test_a_class_of_two_registries_is_one(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY "OTHERS = Registry('others')\n@OTHERS.register_module()\n" MODEL
			 "class A:\n    def __init__(self, a):\n        pass\n",
		"    cfg.a\n");
	assert_true(params("A") && takes(params("A"), "a") && !params("A")->open);
}

static void test_methods(void **state)
{
	(void)state;
	bool empty;
	project(NULL,
		REGISTRY "class D:\n    def evaluate(self, results, metric='mAP'):\n        print(results)\n" MODEL
			 "class E(D):\n    pass\n",
		"    cfg.a\n");
	const struct code_params *p = code_method(trained_code(&t), str_lit("E"), "evaluate", &empty);
	assert_true(takes(p, "metric") && !takes(p, "self"));
	assert_true(empty);
	assert_true(code_method(trained_code(&t), str_lit("E"), "format", &empty)->open);
	assert_null(code_method(trained_code(&t), str_lit("F"), "evaluate", &empty));
}

/* ---- keys ---- */

static enum code_fate fate(const char *key)
{
	return trained_key(&t, key).fate;
}

static void test_fates_of_keys(void **state)
{
	(void)state;
	project(NULL, "def f(x, y=1):\n    pass\n", "    cfg.a.b\n    f(**cfg.args)\n    for k in cfg.all: pass\n");
	assert_int_equal(fate("a"), CODE_READ);
	assert_int_equal(fate("a.b"), CODE_READ);
	assert_int_equal(fate("a.c"), CODE_UNREAD);
	assert_int_equal(fate("args.x"), CODE_READ);
	assert_int_equal(fate("args.z"), CODE_REJECTED);
	assert_int_equal(fate("all.z"), CODE_NOT_KNOWN);
}

static void test_who_rejects(void **state)
{
	(void)state;
	project(NULL, "def f(x, y=1):\n    pass\n", "    f(**cfg.args)\n");
	struct code_answer x = trained_key(&t, "args.z");
	assert_string_equal(x.why, "f");
	assert_memory_equal(x.at.file->bytes + x.at.lo, "**cfg.args", 10);
}

static void test_one_of_many_copies_is_rejected(void **state)
{
	(void)state;
	static const char *const calls[] = { "elsewhere.load(**cfg.args)", "elsewhere.load(cfg.args)" };
	for (size_t i = 0; i < ARRAY_SIZE(calls); i++) {
		char body[200];
		snprintf(body, sizeof body, "    import elsewhere\n    %s\n    f(**cfg.args)\n", calls[i]);
		project(NULL, "def f(x, y=1):\n    pass\n", body);
		assert_int_equal(fate("args.z"),
				 i ? CODE_ABROAD : CODE_REJECTED); /* who gets it whole may take z out */
		assert_int_equal(fate("args.x"), CODE_READ);
		trained_end(&t);
	}
	trained_begin(&t, NULL);
}

static void test_unread_points_to_the_readers_of_others(void **state)
{
	(void)state;
	project(NULL, "def f(c):\n    c.x, c.y\n", "    cfg.z\n    f(cfg)\n");
	struct code_answer x = trained_key(&t, "w");
	assert_string_equal(x.at.file->path, "/p/pkg/helpers.py");
	assert_string_equal(code_reader(trained_code(&t), &t.arena, (struct keypath){ 0 }), "pkg/helpers.py: f");
}

static void test_without_a_training_script(void **state)
{
	(void)state;
	trained_begin(&t, NULL);
	trained_script(&t, "/p/tools/test.py", "    cfg.a\n");
	assert_false(code_trains(trained_code(&t)));
	assert_int_equal(fate("b"), CODE_ABROAD);
	struct value a = value_str(str_lit("a"), (struct span){ 0 }), b = value_str(str_lit("b"), (struct span){ 0 });
	assert_true(code_reads_elsewhere(t.code, (struct keypath){ &a, 1 }));
	assert_false(code_reads_elsewhere(t.code, (struct keypath){ &b, 1 }));
}

static void test_a_file_that_does_not_parse(void **state)
{
	(void)state;
	project(NULL, "def f(:\n", "    cfg.a\n");
	assert_int_equal(fate("a"), CODE_READ);
	assert_int_equal(fate("b"), CODE_NOT_KNOWN);
	assert_string_equal(trained_key(&t, "b").why, "a file of the project can't be parsed (pkg/helpers.py)");
}

/* Another script takes no part in training, whatever it would read. */
static void test_a_script_that_does_not_parse(void **state)
{
	(void)state;
	project(NULL, "", "    cfg.a\n");
	trained_file(&t, "/p/tools/demo.py", "x = [(1]\nif __name__ == '__main__':\n    main()\n");
	assert_int_equal(fate("b"), CODE_UNREAD);
	trained_end(&t);
	project(NULL, "", "    cfg.a\n");
	trained_file(&t, "/p/tools/train_more.py", "x = [(1]\nif __name__ == '__main__':\n    main()\n");
	assert_int_equal(fate("b"), CODE_NOT_KNOWN);
}

static void test_names_looked_up_in_what_is_not_followed(void **state)
{
	(void)state;
	project(NULL, "def f(cfg):\n    cfg.pop('seen')\n    cfg.get('peeked')\n", "    cfg.a\n");
	assert_true(code_mentions(trained_code(&t), str_lit("peeked")));
	assert_true(code_mentions(trained_code(&t), str_lit("seen")));
	assert_int_equal(fate("seen"), CODE_NOT_KNOWN);
	assert_int_equal(fate("other"), CODE_UNREAD);
}

static bool taken(const char *path)
{
	struct keypath p;
	assert_true(keypath_parse(&t.arena, path, &p, NULL));
	return code_takes(trained_code(&t), p);
}

static void test_who_takes_keywords(void **state)
{
	(void)state;
	project(NULL,
		REGISTRY MODEL
		"class Net:\n    def __init__(self, head, loss=None, policies=[], width=1):\n"
		"        self.loss = loss\n        self.policies = policies\n        head = head.copy()\n"
		"        head.pop('popped')\n        self.size = head['part']['inner']\n        width.pop('number')\n"
		"        self.kept = {k: v for k, v in loss.items() if k != 'left_out'}\n        del loss['deleted']\n"
		"    def forward(self, results):\n        results.pop('runtime')\n"
		"        if 'asked' in results or self.loss.get('scale'):\n            results['x'] = 1\n"
		"        for policy in random.choices(self.policies):\n            policy.pop('magnitude')\n"
		"def build(cfg, registry):\n    cfg.pop('everywhere')\n    cfg.get('looked_at')\n"
		"OTHERS = Registry('others', build_func=build)\n",
		"    cfg.a\n");
	assert_true(taken("model.head.popped") && taken("head[2].popped"));
	assert_false(taken("model.neck.popped") || taken("popped")); /* of heads only */
	assert_true(taken("model.head.part.inner") && taken("model.loss.scale"));
	assert_false(taken("model.loss.inner") || taken("width.number"));
	assert_true(taken("model.loss.left_out") && taken("model.loss.deleted"));
	assert_false(taken("model.runtime") || taken("results.runtime") || taken("model.asked"));
	assert_true(taken("data.policies[0][1].magnitude"));
	assert_true(taken("model.neck.everywhere")); /* by a builder of any dict */
	assert_false(taken("model.neck.looked_at")); /* the class gets it all the same */
}

static void test_keys_of_builders(void **state)
{
	(void)state;
	struct keypath p;
	project(NULL, "", "    cfg.a\n");
#define BUILDERS(path) (keypath_parse(&t.arena, path, &p, NULL) && code_is_builders(trained_code(&t), p))
	assert_true(BUILDERS("type") && BUILDERS("model.head.type"));
	assert_true(BUILDERS("model.train_cfg") && BUILDERS("data.train.samples_per_gpu") &&
		    BUILDERS("data.val[0].times"));
	assert_false(BUILDERS("train_cfg") || BUILDERS("model.head.samples_per_gpu") ||
		     BUILDERS("data.train.train_cfg"));
}

static void test_packages(void **state)
{
	(void)state;
	project(NULL, "import elsewhere\nimport os, torch\n", "    cfg.a\n");
	assert_true(code_has_package(trained_code(&t), str_lit("pkg")));
	assert_false(code_has_package(trained_code(&t), str_lit("tools")));
	assert_string_equal(code_foreign(trained_code(&t)), "elsewhere");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_teardown(f, end)
	const struct CMUnitTest tests[] = {
		TEST(test_types_registered_in_every_way),
		TEST(test_where_a_class_lies),
		TEST(test_what_a_method_raises_about),
		TEST(test_what_several_classes_of_a_name_raise_about),
		TEST(test_asserts_in_whose_condition_all_words_stand),
		TEST(test_a_class_that_is_not_registered_is_known_by_name),
		TEST(test_what_a_method_may_raise_about),
		TEST(test_modules_that_import_all_of_one_another),
		TEST(test_computed_names_leave_types_open),
		TEST(test_the_nearest_type),
		TEST(test_what_a_builder_makes_by_hand),
		TEST(test_params_through_kwargs),
		TEST(test_a_keyword_that_is_passed_twice),
		TEST(test_kwargs_that_nobody_looks_at),
		TEST(test_kwargs_that_go_astray),
		TEST(test_the_order_of_bases),
		TEST(test_a_base_outside_is_open_unless_it_is_known),
		TEST(test_bases_of_frameworks),
		TEST(test_two_classes_of_a_name_tell_nothing),
		TEST(test_a_class_of_two_registries_is_one),
		TEST(test_methods),
		TEST(test_fates_of_keys),
		TEST(test_who_rejects),
		TEST(test_one_of_many_copies_is_rejected),
		TEST(test_unread_points_to_the_readers_of_others),
		TEST(test_without_a_training_script),
		TEST(test_a_file_that_does_not_parse),
		TEST(test_a_script_that_does_not_parse),
		TEST(test_names_looked_up_in_what_is_not_followed),
		TEST(test_who_takes_keywords),
		TEST(test_keys_of_builders),
		TEST(test_packages),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

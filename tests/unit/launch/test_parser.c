// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "launch/parser.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

#define MAKE "import argparse\np = argparse.ArgumentParser()\n"

/* names: as Python prints them, "" where the text has no parser; then whether there may be more. */
static void expect(const char *text, const char *names, bool open)
{
	struct arena a = { 0 };
	struct result_cache *m = result_cache_new();
	struct parser_file file = { parse_once(m, "/p/train.py", text, (uint32_t)strlen(text)), text };
	struct value v = parser_flags(&a, &file, 1);
	struct buf b = { 0 };

	if (value_is_known(v)) {
		assert_true(op_str(&b, dict_find_lit(v.as.dict, "names")->val));
		assert_int_equal(dict_find_lit(v.as.dict, "open")->val.as.b, open);
	}
	assert_string_equal(buf_str(&b), names);
	buf_release(&b);
	arena_release(&a);
	result_cache_free(m);
}

static void flags_are_listed(void **state)
{
	(void)state;
	expect("x = 1\n", "", false);
	expect(MAKE "p.add_argument('config')\np.add_argument('--a', '-b', type=int)\np.parse_args()\n",
	       "['--a', '-b']", false);
	expect(MAKE "g = p.add_argument_group()\ng.add_argument('--a')\nargs = p.parse_args()\n", "['--a']", false);
	expect("from argparse import ArgumentParser\ndef get():\n    p = ArgumentParser()\n    p.add_argument('--a')\n "
	       "   return p\n"
	       "def main(args):\n    pass\nmain(get().parse_args())\n",
	       "['--a']", false);
	expect("import argparse\ndef get():\n    q = argparse.ArgumentParser(add_help=False)\n    "
	       "q.add_argument('--a')\n"
	       "    return q\np = argparse.ArgumentParser('x', parents=[get()])\np.parse_args()\n",
	       "['--a']", false);
}

static void positionals_tell_where_they_are_used(void **state)
{
	static const char text[] =
		MAKE "p.add_argument('config')\np.add_argument('checkpoint')\np.add_argument('--a')\n"
		     "args = p.parse_args()\nload(args.config)\n";
	struct arena a = { 0 };
	struct result_cache *m = result_cache_new();
	struct parser_file file = { parse_once(m, "/p/train.py", text, sizeof text - 1), text };
	struct value v = parser_flags(&a, &file, 1);
	struct buf b = { 0 };

	(void)state;
	assert_true(op_str(&b, dict_find_lit(v.as.dict, "positionals")->val));
	assert_string_equal(buf_str(&b), "{'config': {'takes': True, 'used': ['load(args.config)']}, "
					 "'checkpoint': {'takes': True, 'used': []}}");
	buf_release(&b);
	arena_release(&a);
	result_cache_free(m);
}

static void a_method_under_another_name_declares(void **state)
{
	(void)state;
	expect(MAKE "arg = p.add_argument\narg('config')\narg('--a', '-b')\np.parse_args()\n", "['--a', '-b']", false);
	expect(MAKE "arg = p.add_argument_group('x').add_argument\narg('--a')\np.parse_args()\n", "['--a']", false);
	expect(MAKE "arg = p.add_argument\nfor n in names:\n    arg('--' + n)\np.parse_args()\n", "[]", true);
	expect(MAKE
	       "from functools import partial\nflag = partial(p.add_argument, type=int)\nflag('--a')\np.parse_args()\n",
	       "[]", true);
	expect(MAKE "class A:\n    pass\na = A()\na.add = p.add_argument\na.add('--b')\np.parse_args()\n", "[]", true);
}

static void what_may_have_more_is_open(void **state)
{
	(void)state;
	expect(MAKE "p.parse_known_args()\n", "[]", true);
	expect(MAKE "add(p)\np.parse_args()\n", "[]", true);
	expect(MAKE "p = Trainer.add_argparse_args(p)\np.parse_args()\n", "[]", true);
	expect(MAKE "for n in names:\n    p.add_argument('--' + n)\np.parse_args()\n", "[]", true);
	expect(MAKE "p.add_argument('rest', nargs=argparse.REMAINDER)\np.parse_args()\n", "[]", true);
	expect(MAKE "p.add_argument(*names)\np.parse_args()\n", "[]", true);
	expect(MAKE "s = p.add_subparsers()\np.parse_args()\n", "[]", true);
	expect(MAKE "import sys\nsys.argv.remove('x')\np.parse_args()\n", "[]", true);
	expect("import argparse\nfrom x import base\np = argparse.ArgumentParser(parents=[base()])\np.parse_args()\n",
	       "[]", true);
	expect("from x import options\nimport argparse\np = argparse.ArgumentParser()\nargs = options.parse_args()\n",
	       "[]", true);
	expect("from transformers import HfArgumentParser\np = HfArgumentParser(A)\nimport "
	       "argparse\nargparse.ArgumentParser()\n",
	       "[]", true);
}

static void parsed_values_go_anywhere(void **state)
{
	(void)state;
	expect(MAKE "p.add_argument('--a')\nargs = p.parse_args()\nmain(args)\nprint(vars(args))\n", "['--a']", false);
	expect("import argparse\ndef get():\n    p = argparse.ArgumentParser()\n    p.add_argument('--a')\n"
	       "    return p.parse_args()\nargs = get()\nTrainer(args)\nmain(args)\n",
	       "['--a']", false);
	expect("import argparse\ndef get():\n    p = argparse.ArgumentParser()\n    p.add_argument('--a')\n"
	       "    args = p.parse_args()\n    return check(args)\nargs = get()\nTrainer(args)\n",
	       "['--a']", false);
	expect(MAKE "def add(q):\n    q.add_argument('--a')\n    return q\np = add(p)\nargs = p.parse_args()\n",
	       "['--a']", false);
	expect(MAKE "def add(q):\n    other.add(q)\nadd(p)\nargs = p.parse_args()\n", "[]", true);
	expect("import argparse\ndef get():\n    p = argparse.ArgumentParser()\n    return p, 1\nargs = "
	       "get()\nmain(args)\n",
	       "[]", true);
	expect("import argparse\ndef get():\n    p = argparse.ArgumentParser()\n    return p, 1\nq, n = "
	       "get()\nmain(q)\n",
	       "[]", true);
	expect("import argparse\nclass Options:\n    def __init__(self):\n        self.parser = "
	       "argparse.ArgumentParser()\n"
	       "        self.parser.add_argument('--a')\n    def parse(self):\n        return "
	       "self.parser.parse_args()\n"
	       "opt = Options().parse()\nTrainer(opt)\n",
	       "['--a']", false);
}

static void what_python_refuses_is_not_told(void **state)
{
	(void)state;
	expect(MAKE "p.add_argument('--a'\n", "", false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags_are_listed),
		cmocka_unit_test(positionals_tell_where_they_are_used),
		cmocka_unit_test(a_method_under_another_name_declares),
		cmocka_unit_test(what_may_have_more_is_open),
		cmocka_unit_test(parsed_values_go_anywhere),
		cmocka_unit_test(what_python_refuses_is_not_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

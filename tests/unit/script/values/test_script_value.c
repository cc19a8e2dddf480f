// SPDX-License-Identifier: MIT
/* What expressions of scripts are worth: each test asks for what `see(...)` is given. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "scripts.h"
#include "project/version_bounds.h"

#define ARGS "import argparse\nfrom probe import see\nparser = argparse.ArgumentParser()\n"

static int begin(void **state)
{
	static const struct str *param[1], *handed[3];
	static struct script_call see, spawn;

	project_begin(state);
	param[0] = str_lit("x");
	see = (struct script_call){ .name = str_lit("probe.see"), .param = param, .nparams = 1 };
	map_put(&a, &know.call, see.name, &see);
	handed[0] = str_lit("fn");
	handed[1] = str_lit("args");
	handed[2] = str_lit("rank");
	spawn = (struct script_call){
		.name = str_lit("probe.spawn"), .param = handed, .nparams = 2, .hands = handed, .nhands = 3
	};
	map_put(&a, &know.call, spawn.name, &spawn);
	return 0;
}

static bool raised; /* one of them: an exception without an effect */

/* Of all calls of see in /p/train.py, in their order: "8, ?". */
static const char *seen(const char *text)
{
	struct script_project *p;
	const struct entry *calls, *all;
	struct value tree;

	file("/p/train.py", text);
	p = script_project_new(&know, fs, sources, NULL, "/p", "/p/train.py");
	tree = script_tree(&a, p, script_project_file(p, "/p/train.py"), &(struct orders){ 0 }, &(struct courses){ 0 });
	calls = dict_find_lit(tree.as.dict, "calls");
	all = dict_find_lit(calls->val.as.dict, "probe.see");
	buf_clear(&out);
	for (uint32_t i = 0; all && i < all->val.as.list->n; i++) {
		const struct dict *call = all->val.as.list->at[i].val.as.dict;
		const struct entry *x = dict_find_lit(dict_find_lit(call, "args")->val.as.dict, "x");

		say(x ? &x->val : NULL, "-");
		raised |= x && x->val.kind == VALUE_UNKNOWN && x->val.as.cause && x->val.as.cause->why == WHY_RAISED;
	}
	script_project_free(p);
	return buf_str(&out);
}

#define SEES(want, text) assert_string_equal(seen("from probe import see, spawn\n" text), want)

/* ---- variables */

static void a_variable_of_one_or_of_equal_assignments(void **state)
{
	(void)state;
	SEES("4", "n = 4\nsee(n)\n");
	SEES("4", "try:\n    import x\n    n = 4\nexcept ImportError:\n    n = 4\nsee(n)\n");
	SEES("?", "if c:\n    n = 4\nelse:\n    n = 8\nsee(n)\n");
	SEES("?", "n = 4\nn += f()\nsee(n)\n");
	SEES("4, ?, {'name': 'lib.A'}",
	     "import lib\nsee(4 if c else 4)\nsee(4 if c else 8)\nsee(lib.A(1) if lib.ok() else lib.A(2))\n");
}

static void a_variable_that_is_given_anew_in_the_same_suite(void **state)
{
	(void)state;
	SEES("4, 8", "n = 4\nsee(n)\nn = n * 2\nsee(n)\n");
	SEES("?", "n = 4\nif c:\n    n = 8\nsee(n)\n");
	SEES("8", "n = 4\nfor i in range(3):\n    n = 8\n    see(n)\n");
	SEES("?", "n = 4\nfor i in range(3):\n    see(n)\n    n = 8\n");
	SEES("?", "n = 4\nn = 8\ndef f():\n    see(n)\n");
	SEES("?", "def g():\n    global n\n    n = 1\nn = 4\ng()\nsee(n)\nn = 5\n");
	SEES("?", "def f():\n    n = 4\n    def g():\n        nonlocal n\n        n = 8\n    g()\n    see(n)\n");
	SEES("?, ?", "n = 4\nwhile c:\n    see(n)\n    for n in range(2):\n        see(n)\n");
}

static void a_container_that_is_changed(void **state)
{
	(void)state;
	SEES("{'a': 1}", "d = {'a': 1}\nsee(d)\n");
	SEES("?, 1, ?", "d = {'a': 1}\nd['b'] = 2\nsee(len(d))\nsee(d['a'])\nsee(d['b'])\n");
	SEES("?", "d = {'a': 1}\nif c:\n    d.update(b=2)\nsee(d)\n");
	SEES("?", "d = []\nfor i in range(n):\n    d.append(i)\nsee(d)\n");
	SEES("?", "d = {'a': 1}\ndel d['a']\nsee(d)\n");
	SEES("?", "class T:\n    def __init__(self):\n        self.d = {}\n        self.d['a'] = 1\n        "
		  "see(len(self.d))\n");
	SEES("?", "def f(d):\n    d['b'] = 1\n    see(len(d))\nf({'a': 1})\n");
	SEES("4", "n = 4\nl[n] = 1\nsee(n)\n");
}

/* ---- parameters */

static void parameters_by_all_who_call(void **state)
{
	(void)state;
	SEES("4", "def f(n):\n    see(n)\nf(4)\nf(n=4)\n");
	SEES("?", "def f(n):\n    see(n)\nf(4)\nf(8)\n");
	SEES("2", "def f(n=2):\n    see(n)\nf()\n");
	SEES("?", "def f(n=2):\n    see(n)\n");
	SEES("1", "def f(a, *rest, k=1):\n    see(k)\nf(1, 2, 3)\n");
	SEES("?", "def f(n):\n    see(n)\nf(4)\ng(f)\n");
}

static void keyword_arguments_of_the_one_who_calls(void **state)
{
	(void)state;
	SEES("8", "class T:\n    def __init__(self, *args, **kwargs):\n        see(kwargs['n'])\nT(n=8)\n");
	SEES("?", "class T:\n    def __init__(self, *args, **kwargs):\n        see(kwargs['n'])\nT(**o)\n");
	SEES("8, ?", "class T:\n    def __init__(self, n):\n        see(n)\nclass B:\n    def __init__(self, n):\n"
		     "        see(n)\nclass U(B):\n    def __init__(self):\n        super().__init__(2)\nT(8)\nB(1)\n");
	SEES("?", "class B:\n    def __init__(self, n):\n        see(n)\nclass U(B):\n    def __init__(self):\n"
		  "        B.__init__(self, 2)\nB(1)\n");
}

static void functions_that_are_handed_on_with_their_arguments(void **state)
{
	(void)state;
	SEES("8", "def work(rank, n, args):\n    see(n)\nspawn(work, nprocs=8, args=(8, args))\n");
	SEES("?", "def work(rank, n):\n    see(rank)\nspawn(work, args=(8,))\n");
	SEES("?", "def work(rank, n):\n    see(n)\nspawn(work, args=given)\n");
}

/* ---- attributes */

static void attributes_of_self(void **state)
{
	(void)state;
	SEES("4", "class T:\n    def __init__(self):\n        self.n = 4\n    def f(self):\n        see(self.n)\n");
	SEES("4", "class T:\n    n = 4\n    def f(self):\n        see(self.n)\n");
	SEES("?", "class T:\n    n = 4\n    def f(self):\n        see(self.n)\nclass U(T):\n    def g(self):\n"
		  "        self.n = 8\n");
	SEES("4", "class T:\n    def __init__(self):\n        self.n = 4\nclass U(T):\n    def f(self):\n"
		  "        see(self.n)\n");
	SEES("?", "class T:\n    def __init__(self, d):\n        self.n = 4\n        self.__dict__.update(d)\n"
		  "    def f(self):\n        see(self.n)\n");
	SEES("?", "class T:\n    n = 4\n    def f(self):\n        see(self.n)\nt = T()\nt.n = 8\n");
}

static void attributes_of_objects(void **state)
{
	(void)state;
	SEES("4, 8, ?", "class C:\n    n = 4\n    def __init__(self, m, k):\n        self.m = m\n        self.k = k\nc "
			"= C(8, f())\n"
			"see(c.n)\nsee(c.m)\nsee(c.k)\n");
	SEES("2, 4, ?",
	     "from dataclasses import dataclass, field\n@dataclass\nclass C:\n    n: int = 2\n    m: int = 1\n"
	     "    k: list = field(default_factory=list)\nc = C(m=4)\nsee(c.n)\nsee(c.m)\nsee(c.k)\n");
	SEES("?", "from dataclasses import dataclass\n@dataclass\nclass C:\n    n: int = 2\nc = C(**d)\nsee(c.n)\n");
	SEES("?",
	     "from dataclasses import dataclass\n@dataclass\nclass C:\n    n: int = 2\nc = C()\nc.n = 5\nsee(c.n)\n");
	SEES("?", "class C:\n    n = 4\nc = C()\nsee(len(c))\n");
}

/* ---- command line arguments */

static void defaults_of_arguments(void **state)
{
	(void)state;
	SEES("4, False, ?, 8",
	     ARGS "parser.add_argument('--n', default=4, type=int)\nparser.add_argument('--amp', action='store_true')\n"
		  "parser.add_argument('data')\nparser.add_argument('--m', type=int)\nparser.set_defaults(m=8)\n"
		  "args = parser.parse_args()\nsee(args.n)\nsee(args.amp)\nsee(args.data)\nsee(args.m)\n");
	SEES("?", ARGS "parser.add_argument('--n', default=4)\nargs = parser.parse_args()\nargs.n = 8\nsee(args.n)\n");
	SEES("4", ARGS "parser.add_argument('--n', default=4)\ndef parse(known=False):\n"
		       "    return parser.parse_known_args()[0] if known else parser.parse_args()\n"
		       "args = parse(a)\nsee(args.n)\n");
	SEES("?", ARGS "parser.add_argument('--n', default=4)\nparser.set_defaults(**c)\nargs = parser.parse_args()\n"
		       "see(args.n)\n");
	SEES("4",
	     "import argparse\ndef parse():\n    p = argparse.ArgumentParser()\n    p.add_argument('--n', default=4)\n"
	     "    return p\nargs = parse()\nargs = args.parse_args()\ndef main(args):\n    see(args.n)\nmain(args)\n");
}

static void arguments_of_parents_and_of_given_words(void **state)
{
	(void)state;
	SEES("4, 2", "import argparse\ndef base():\n    p = argparse.ArgumentParser(add_help=False)\n"
		     "    p.add_argument('--n', default=4)\n    return p\n"
		     "parser = argparse.ArgumentParser('x', parents=[base()])\nparser.add_argument('--m', default=2)\n"
		     "args = parser.parse_args()\nsee(args.n)\nsee(args.m)\n");
	SEES("?", ARGS "parser.add_argument('--n', default=4)\nargs = parser.parse_args(['--n', '8'])\nsee(args.n)\n");
	SEES("?",
	     ARGS "parser.add_argument('--n', default=4)\nargs = parser.parse_args('--n 8'.split())\nsee(args.n)\n");
	SEES("4", ARGS "parser.add_argument('--n', default=4)\nargs = parser.parse_args(None)\nsee(args.n)\n");
}

/* ---- objects */

static void objects_by_their_names(void **state)
{
	(void)state;
	SEES("{'name': 'lib.A'}, ?",
	     "import lib\na = lib.A()\nsee(a)\nif c:\n    b = lib.A()\nelse:\n    b = lib.B()\nsee(b)\n");
	SEES("{'name': 'lib.A'}", "import lib\nif c:\n    b = lib.A(1)\nelse:\n    b = lib.A(2)\nsee(b)\n");
	SEES("?", "import lib\nb = None\nif c:\n    b = lib.A(1)\nsee(b)\n");
	SEES("{'name': 'Net', 'bases': ['lib.Module'], 'words': [], 'loads': [], 'indexed': True, 'samples': []}",
	     "import lib\nclass Net(lib.Module):\n    pass\nsee(Net())\n");
	SEES("?", "import lib\nsee(len(lib.A()))\n");
}

static void what_a_library_gives_is_not_known(void **state)
{
	(void)state;
	SEES("?", "import lib\nsee(lib.rank() == 0)\n");
	SEES("?", "import lib\nsee(1 if lib.is_available() else 2)\n");
	SEES("?", "import lib\nok = lib.is_available()\nsee(not ok)\n");
	SEES("?", "import os\nsee(os.name == 'nt')\n");
	SEES("?", "import os\nname = os.name\nsee(name == 'nt')\n");
	SEES("?", "import os\nsee(os.environ.get('X') is None)\n");
	SEES("False, {'name': 'lib.float16'}", "import lib\nsee(lib.Sampler() is None)\nsee(lib.float16)\n");
}

/* ---- versions */

/* The name is the comprehension's own, which isn't gone through. */
static void what_is_not_known_raises_nothing(void **state)
{
	(void)state;
	raised = false;
	SEES("?", "def f(cfg, sets):\n    return [see(d) for d in sets]\n");
	SEES("?", "from lib import *\nsee(name_of_lib + 1)\n");
	assert_false(raised);
}

static void versions_that_files_ask_for(void **state)
{
	static const struct {
		const char *text, *least, *most;
	} all[] = {
		{ "torch>=1.7,!=1.12.0\n", "1.7", NULL },
		{ "torch==1.13.1+cu117  # why\n", "1.13.1", "1.13.1" },
		{ "torch==1.4.*\n", "1.4", "1.4.999" },
		{ "torch>=1.8,<2\n", "1.8", "1.999" },
		{ "torch = \"^2.1\"\n", "2.1", "2.999" },
		{ "  - pytorch=1.7.1=py3.8_cuda\n", "1.7.1", "1.7.1" },
		{ "FROM pytorch/pytorch:2.5.1-cuda12.1\n", "2.5.1", "2.5.1" },
		{ "FROM nvcr.io/nvidia/pytorch:21.05-py3\n", NULL, NULL },
		{ "torchvision==0.9\n  - pytorch-cuda=11.7\ntorch\n", NULL, NULL },
		{ "    'torch>=2.0', 'torch>=1.9'\n", "1.9", NULL },
		{ "torch<2.3 ; platform_system == 'Darwin'\ntorch>=2.1\n", "2.1", NULL },
		{ "torch>=1.9,<=1.13.1;python_version<'3.8'\ntorch>=1.9,<=2.3; python_version >= '3.8'\n", "1.9",
		  "2.3" },
		{ "torch<2.3 ; platform_system == 'Darwin'\n", NULL, NULL },
		{ "RUN apt-get update; pip install torch==1.9.1\n", "1.9.1", "1.9.1" },
		{ "torch", NULL, NULL },
	};
	const struct str *names[] = { str_lit("torch"), str_lit("pytorch"), str_lit("pytorch/pytorch") };
	struct required_package torch = { str_lit("torch"), names, 3, .documents = false };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		struct version_bounds b = version_bounds_in(&a, all[i].text, &torch);

		assert_string_equal(b.least ? b.least : "none", all[i].least ? all[i].least : "none");
		assert_string_equal(b.most ? b.most : "none", all[i].most ? all[i].most : "none");
	}
}

static void places_of_versions(void **state)
{
	const struct str *names[] = { str_lit("torch") };
	struct required_package torch = { str_lit("torch"), names, 1, .documents = false };
	struct version_bounds b = version_bounds_in(&a, "# torch\ntorch>=1.9\nnumpy\ntorch<=2.1,>=1.8\n", &torch);

	(void)state;
	assert_string_equal(b.least_at, "4");
	assert_string_equal(b.open_at, "2");
	assert_null(b.most_at);
	b = version_bounds_in(&a, "numpy\n  - torch\n", &torch);
	assert_string_equal(b.any_at, "2");
	b = version_bounds_in(&a, "dependencies = [\n  \"torch[cpu]\",\n]\n", &torch);
	assert_string_equal(b.any_at, "2");
	b = version_bounds_in(&a, "name = \"torch\"\nlog(torch)\n", &torch);
	assert_null(b.any_at);
	b = version_bounds_locked(&a, "[[package]]\nname = \"torch\"\nversion = \"2.1.0+cpu\"\n", &torch);
	assert_string_equal(b.least, "2.1.0");
	assert_string_equal(b.most, "2.1.0");
	assert_string_equal(b.most_at, "3");
	b = version_bounds_locked(&a, "[[package]]\nname = \"torchvision\"\nversion = \"0.2\"\n", &torch);
	assert_null(b.least);
}

static void versions_of_the_interpreter(void **state)
{
	static const struct {
		const char *text, *least;
	} all[] = {
		{ "setup(python_requires='>=3.6')\n", "3.6" },
		{ "python_requires = >=3.7,<4\n", "3.7" },
		{ "requires-python = \">= 3.9\"\n", "3.9" },
		{ "python = \"^3.8\"\n", "3.8" },
		{ "  - python=3.8.5\n", "3.8.5" },
		{ "conda create -n lab python=3.7 -y\n", "3.7" },
		{ "FROM python:3.10-slim\n", "3.10" },
		{ "        'Programming Language :: Python :: 3.8',\n        'Programming Language :: Python :: "
		  "3.6',\n",
		  "3.6" },
		{ "        python-version: [3.8, '3.7', \"3.11\"]\n", "3.7" },
		{ "          python-version: 3.7\n", "3.7" },
		{ "          python-version: '3.10'\n", "3.10" },
		{ "python-version: ${{ matrix.python-version }}\n", NULL },
		{ "- Python 3.6+\n", "3.6" },
		{ "tested with Python>=3.8 and CUDA 10.1\n", "3.8" },
		{ "opencv-python==4.5.1.48\npython train.py --lr 3\n", NULL },
		{ "python3.6 -m venv x; # 3.6\n", NULL },
	};
	const struct str *names[] = { str_lit("python"), str_lit("Python"), str_lit("python_requires"),
				      str_lit("requires-python"), str_lit("python-version") };
	struct required_package python = { str_lit("python"), names, 5, .documents = true };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++) {
		struct version_bounds b = version_bounds_in(&a, all[i].text, &python);

		assert_string_equal(b.least ? b.least : "none", all[i].least ? all[i].least : "none");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_variable_of_one_or_of_equal_assignments, begin, project_end),
		cmocka_unit_test_setup_teardown(a_variable_that_is_given_anew_in_the_same_suite, begin, project_end),
		cmocka_unit_test_setup_teardown(a_container_that_is_changed, begin, project_end),
		cmocka_unit_test_setup_teardown(parameters_by_all_who_call, begin, project_end),
		cmocka_unit_test_setup_teardown(keyword_arguments_of_the_one_who_calls, begin, project_end),
		cmocka_unit_test_setup_teardown(functions_that_are_handed_on_with_their_arguments, begin, project_end),
		cmocka_unit_test_setup_teardown(attributes_of_self, begin, project_end),
		cmocka_unit_test_setup_teardown(attributes_of_objects, begin, project_end),
		cmocka_unit_test_setup_teardown(defaults_of_arguments, begin, project_end),
		cmocka_unit_test_setup_teardown(arguments_of_parents_and_of_given_words, begin, project_end),
		cmocka_unit_test_setup_teardown(objects_by_their_names, begin, project_end),
		cmocka_unit_test_setup_teardown(what_a_library_gives_is_not_known, begin, project_end),
		cmocka_unit_test_setup_teardown(what_is_not_known_raises_nothing, begin, project_end),
		cmocka_unit_test_setup_teardown(places_of_versions, begin, project_end),
		cmocka_unit_test_setup_teardown(versions_of_the_interpreter, begin, project_end),
		cmocka_unit_test_setup_teardown(versions_that_files_ask_for, begin, project_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

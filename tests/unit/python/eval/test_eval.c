// SPDX-License-Identifier: MIT
/* Modules run by the evaluator: scopes, aliasing, exceptions, what is unknown and why. Values are compared by repr. */
#include "base/buf.h"
#include "python/eval/eval.h"
#include "python/eval/eval_stmt.h"
#include "python/state/state.h"
#include "python/syntax/parse.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/value.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

struct run {
	struct arena a;
	struct eval ev;
};

static void start(struct run *r, const char *text)
{
	struct parser *p = parser_new();
	struct parsed tree;
	*r = (struct run){ 0 };
	parse_module(p, &r->a, text, (uint32_t)strlen(text), NULL, &tree);
	parser_free(p);
	assert_int_equal(tree.nerrors, 0);
	eval_init(&r->ev, &r->a, 1);
	eval_module(&r->ev, tree.root);
}

static void stop(struct run *r)
{
	eval_release(&r->ev);
	arena_release(&r->a);
}

static void gives(const char *text, const char *name, const char *want)
{
	struct run r;
	struct buf b = { 0 };
	start(&r, text);
	if (r.ev.exc)
		buf_printf(&b, "%s: %s", r.ev.exc->type, r.ev.exc->msg);
	else {
		const struct entry *e = dict_find_lit(r.ev.globals, name);
		assert_non_null(e);
		if (!op_repr(&b, e->val))
			buf_puts(&b, "?");
	}
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
	stop(&r);
}

static void aliasing(void **state)
{
	(void)state;
	gives("a = [1]\nb = a\nb += [2]\n", "a", "[1, 2]");
	gives("a = (1,)\nb = a\nb += (2,)\n", "a", "(1,)");
	gives("d = dict(p=[1])\ne = d['p']\ne.append(2)\n", "d", "{'p': [1, 2]}");
	gives("a = [[0]] * 2\na[0].append(1)\n", "a", "[[0, 1], [0, 1]]");
}

static void scopes(void **state)
{
	(void)state;
	gives("x = 1\nl = [x for x in range(3)]\n", "x", "1");
	gives("def f(n, k=2):\n    return n * k\nr = f(3) + f(3, k=4)\n", "r", "18");
	gives("def f():\n    global y\n    y = 5\nf()\n", "y", "5");
	gives("def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    g()\n    "
	      "return g()\nr = f()\n",
	      "r", "2");
	gives("x = 1\ndef f():\n    y = x\n    x = 2\n    return y\nf()\n", "",
	      "UnboundLocalError: cannot access local variable 'x' where it is not associated with a value");
	gives("class A:\n    k = 3\nv = A.k\n", "v", "3");
	gives("def f(*a, **k):\n    return [a, k]\nr = f(1, 2, z=3)\n", "r", "[(1, 2), {'z': 3}]");
}

static void control(void **state)
{
	(void)state;
	gives("r = []\nfor i in range(5):\n    if i == 3:\n        break\n    if i % 2:\n        continue\n    "
	      "r.append(i)\nelse:\n    r = None\n",
	      "r", "[0, 2]");
	gives("n = 0\nwhile n < 5:\n    n += 2\n", "n", "6");
	gives("try:\n    x = {}['k']\nexcept KeyError:\n    x = 7\nfinally:\n    y = 1\n", "x", "7");
	gives("a, *b, c = [1, 2, 3, 4]\n", "b", "[2, 3]");
	gives("l = [1, 2, 3, 4]\nl[1:3] = [9]\ndel l[0]\n", "l", "[9, 4]");
	gives("l = [1]\nfor x in l:\n    if len(l) < 4:\n        l.append(x + 1)\n", "l", "[1, 2, 3, 4]");
}

static void raises(void **state)
{
	(void)state;
	gives("x = y\n", "", "NameError: name 'y' is not defined");
	gives("d = dict(a=1)\nx = dict(**d, a=2)\n", "",
	      "TypeError: dict() got multiple values for keyword argument 'a'");
	gives("def f(a):\n    return a\nf()\n", "", "TypeError: f() missing 1 required positional argument: 'a'");
	gives("raise ValueError('no')\n", "", "ValueError: no");
	gives("assert 1 == 2, 'apart'\n", "", "AssertionError: apart");
	gives("a, b = [1]\n", "", "ValueError: not enough values to unpack (expected 2, got 1)");
}

static void kleene(void **state)
{
	(void)state;
	gives("import torch\nx = False and torch.a\n", "x", "False");
	gives("import torch\nx = torch.a in [1]\n", "x", "?");
}

static const struct entry *global(struct run *r, const char *name)
{
	const struct entry *e = dict_find_lit(r->ev.globals, name);
	assert_non_null(e);
	return e;
}

static void doubt_spreads(void **state)
{
	(void)state;
	struct run r;
	start(&r, "import torch\na = 1\nb = dict(x=[1])\nc = 2\nif torch.ok():\n    a = 2\n    b['x'].append(2)\n    "
		  "new = 1\n");
	assert_int_equal(global(&r, "a")->val.kind, VALUE_UNKNOWN);
	assert_int_equal(global(&r, "a")->flags & EF_MAYBE, 0);
	assert_int_equal(global(&r, "new")->flags & EF_MAYBE, EF_MAYBE);
	assert_true(global(&r, "b")->val.as.dict->open);
	assert_int_equal(global(&r, "c")->val.as.i, 2);
	stop(&r);
}

/* a and b are one list: what may have changed it through an Unknown makes it unknown, what only reads does not. */
static void aliased(const char *code, bool doubtful)
{
	char text[400];
	struct run r;
	snprintf(text, sizeof text, "import torch\na = [1]\nb = a\nd = dict(x=a, y=[2])\n%s", code);
	start(&r, text);
	assert_int_equal(global(&r, "b")->val.as.list->open, doubtful);
	stop(&r);
}

static void unknowns_may_be_known_containers(void **state)
{
	(void)state;
	aliased("if torch.ok():\n    a += [2]\n", true);
	aliased("if torch.ok():\n    a = [2]\n", false);
	aliased("if torch.ok():\n    a = [2]\na.clear()\n", true);
	aliased("if torch.ok():\n    a = [2]\na[0] = 3\n", true);
	aliased("if torch.ok():\n    a = [2]\na += [3]\n", true);
	aliased("if torch.ok():\n    a = [2]\ndel a[0]\n", true);
	aliased("if torch.ok():\n    a = [2]\nfor x in a:\n    a.append(x)\n", true);
	aliased("if torch.ok():\n    a = [2]\nx = len(a)\ny = dict(a=a)\n", false);
	aliased("d[torch.key].append(3)\n", true);
	aliased("d.get(torch.key).append(3)\n", true);
	aliased("x = d[torch.key]\ny = torch.z.lower()\n", false);
}

static void undecided_code_binds_all_targets(void **state)
{
	(void)state;
	struct run r;
	start(&r, "import torch\nif torch.ok():\n    a, (b, *rest) = 1, [2, 3]\n");
	assert_int_equal(global(&r, "rest")->flags & EF_MAYBE, EF_MAYBE);
	assert_int_equal(global(&r, "b")->val.kind, VALUE_UNKNOWN);
	stop(&r);
}

/* Of several functions that undecided code calls each counts, and those that they call. */
static void undecided_code_calls(void **state)
{
	(void)state;
	struct run r;
	start(&r, "import torch\na = [0]\nb = [0]\nc = [0]\nd = [0]\ndef f():\n    a[0] += 1\ndef g():\n    "
		  "b.append(1)\n    h()\n"
		  "def h():\n    c[0] = 2\nfor i in range(torch.n()):\n    f()\n    g()\n");
	assert_true(global(&r, "a")->val.as.list->open);
	assert_true(global(&r, "b")->val.as.list->open);
	assert_true(global(&r, "c")->val.as.list->open);
	assert_false(global(&r, "d")->val.as.list->open);
	stop(&r);
	start(&r, "import torch\na = [0]\nb = [0]\nc = [0]\nd = [0]\ndef f():\n    a[0] += 1\ndef g():\n    h()\ndef "
		  "h():\n    b.append(1)\n"
		  "def k():\n    for c[0] in [1]:\n        pass\ndef pure(x):\n    y = [x]\n    return y[0] + d[0]\n"
		  "z = [f() + g() + k() + pure(i) for i in range(torch.n())]\n");
	assert_true(global(&r, "a")->val.as.list->open);
	assert_true(global(&r, "b")->val.as.list->open);
	assert_true(global(&r, "c")->val.as.list->open);
	assert_false(global(&r, "d")->val.as.list->open);
	stop(&r);
}

/* a[0] is Unknown after the code, of which it is not known whether, or how often, it calls f. */
static void may_call(const char *code)
{
	char text[400];
	struct run r;
	snprintf(text, sizeof text,
		 "import torch\nn = torch.n()\na = [0]\ndef f(x=1):\n    a[0] += 1\n    return x\nd = dict(f=f)\np = "
		 "[f]\n%s",
		 code);
	start(&r, text);
	assert_true(global(&r, "a")->val.as.list->open);
	stop(&r);
}

static void functions_that_may_be_called(void **state)
{
	(void)state;
	may_call("list(map(f, range(n)))\n");
	may_call("sorted(range(n), key=f)\n");
	may_call("max(range(n), key=f, default=0)\n");
	may_call("if n:\n    d['f'](1)\n");
	may_call("if n:\n    p[0]()\n");
	may_call("x = d[n](1)\n");
	may_call("x = [d['f'](i) for i in range(n)]\n");
	may_call("x = [g() for g in [f] if n]\n");
	may_call("x = n.apply(f)\n");
	may_call("def g(c):\n    c()\nif n:\n    g(f)\n");
	may_call("def g():\n    return f\nif n:\n    g()()\n");
}

static void what_python_may_skip_does_not_raise(void **state)
{
	(void)state;
	gives("import torch\nx = torch.a <= 1 < [][-1]\n", "x", "?");
	gives("x = any(1 / k for k in [1, 0])\n", "x", "True");
	gives("x = list(k for k in 5)\n", "", "TypeError: 'int' object is not iterable");
	gives("l = [1, 2, 3, 4]\ndel l[1:3]\n", "l", "[1, 4]");
}

static void unknown_call_may_change_its_arguments(void **state)
{
	(void)state;
	struct run r;
	start(&r, "from mod import f\nd = dict(a=1)\ny = f(d)\n");
	assert_true(global(&r, "d")->val.as.dict->open);
	assert_int_equal(global(&r, "y")->val.kind, VALUE_UNKNOWN);
	stop(&r);
}

static void always_ends(void **state)
{
	(void)state;
	struct run r;
	start(&r, "x = 1\nwhile True:\n    x = x + 0\n");
	assert_true(r.ev.dead);
	assert_int_equal(global(&r, "x")->val.kind, VALUE_UNKNOWN);
	stop(&r);
	start(&r, "def f(n):\n    return f(n + 1)\ny = f(0)\nz = 3\n");
	assert_int_equal(global(&r, "y")->val.kind, VALUE_UNKNOWN);
	assert_int_equal(global(&r, "z")->val.as.i, 3);
	stop(&r);
}

static void places(void **state)
{
	(void)state;
	struct run r;
	start(&r, "lr = 1e-3\nopt = dict(lr=lr)\nl = [dict(a=i) for i in range(2)]\n");
	const struct entry *e = dict_find_lit(global(&r, "opt")->val.as.dict, "lr");
	assert_int_equal(e->val.at.lo, 5); /* the literal */
	assert_int_equal(e->use.lo, 24);   /* the use */
	assert_int_equal(e->key.at.lo, 21);
	assert_true(e->val.flags & VF_LITERAL);
	assert_true(global(&r, "l")->val.as.list->at[0].val.flags & VF_MANY);
	stop(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(aliasing),
		cmocka_unit_test(scopes),
		cmocka_unit_test(control),
		cmocka_unit_test(raises),
		cmocka_unit_test(kleene),
		cmocka_unit_test(doubt_spreads),
		cmocka_unit_test(unknowns_may_be_known_containers),
		cmocka_unit_test(unknown_call_may_change_its_arguments),
		cmocka_unit_test(undecided_code_binds_all_targets),
		cmocka_unit_test(undecided_code_calls),
		cmocka_unit_test(functions_that_may_be_called),
		cmocka_unit_test(what_python_may_skip_does_not_raise),
		cmocka_unit_test(always_ends),
		cmocka_unit_test(places),
	};
	return cmocka_run_group_tests_name("eval", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
/* What loops tell of what happens in them: each test asks for a field of the events of a name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "scripts.h"

static struct value loops_in(struct script_project **p, const char *text)
{
	struct courses courses;
	struct value tree;

	file("/p/train.py", text);
	*p = script_project_new(&know, fs, sources, NULL, "/p", "/p/train.py");
	loops_find(*p, &courses);
	tree = script_tree(&a, *p, script_project_file(*p, "/p/train.py"), &(struct orders){ 0 }, &courses);
	loops_release(&courses);
	buf_clear(&out);
	return dict_get(tree, "loops");
}

static void say_field(struct value d, const char *key)
{
	struct value v = dict_get(d, key);

	say(&v, "?");
}

/* That field of all loops; with an event's name: of all such events of all loops. */
static const char *told(const char *event, const char *key, const char *text)
{
	struct script_project *p;
	struct value loops = loops_in(&p, text);

	for (uint32_t i = 0; i < loops.as.list->n; i++) {
		struct value loop = loops.as.list->at[i].val, events = dict_get(loop, "events");

		if (!event)
			say_field(loop, key);
		for (uint32_t k = 0; event && k < events.as.list->n; k++)
			if (!strcmp(dict_get_text(events.as.list->at[k].val, "name"), event))
				say_field(events.as.list->at[k].val, key);
	}
	script_project_free(p);
	return buf_str(&out);
}

#define TELLS(want, event, key, text) assert_string_equal(told(event, key, "import torch\n" text), want)
#define LOOP "for x, y in loader:\n    loss = f(model(x), y)\n    loss.backward()\n"

static void which_loop_trains(void **state)
{
	(void)state;
	TELLS("False, True", NULL, "trains",
	      "for e in range(9):\n    for x in loader:\n        l = f(x)\n        l.backward()\n");
	TELLS("True, True", NULL, "holds",
	      "for e in range(9):\n    for x in loader:\n        l = f(x)\n        l.backward()\n");
	TELLS("True", NULL, "trains", "def step(l):\n    l.backward()\nfor x in loader:\n    step(f(x))\n");
	TELLS("False", NULL, "trains",
	      "def f(model, loader):\n    model.eval()\n    for x in loader:\n        model(x)\n");
}

static void under_which_tests_something_happens(void **state)
{
	(void)state;
	TELLS("True", "item", "always", LOOP "    t = loss.item()\n");
	TELLS("False", "item", "always", LOOP "    if c:\n        t = loss.item()\n");
	TELLS("True", "item", "every", LOOP "    if i % 10 == 0:\n        t = loss.item()\n");
	TELLS("10", "item", "period", LOOP "    if i % 10 == 0:\n        t = loss.item()\n");
	TELLS("True", "item", "every", LOOP "    if i % 10:\n        continue\n    t = loss.item()\n");
	TELLS("True", "item", "always", LOOP "    if bad(loss):\n        continue\n    t = loss.item()\n");
	TELLS("True", "item", "decides", LOOP "    t = loss.item()\n    if t > 9:\n        break\n");
	TELLS("False", "item", "decides", LOOP "    t = loss.item()\n    log(t)\n");
	TELLS("['not (c)']", "item", "tests", LOOP "    if c:\n        pass\n    else:\n        t = loss.item()\n");
}

static void what_the_loss_is_made_of(void **state)
{
	(void)state;
	TELLS("2", "item", "loss", LOOP "    t = loss.item()\n");
	TELLS("2", "item", "loss", LOOP "    t = loss.data.item()\n");
	TELLS("1", "item", "loss",
	      "for x, y in loader:\n    o = model(x)\n    loss = f(o, y)\n    loss.backward()\n    t = (o.argmax(1) == "
	      "y).sum().item()\n");
	TELLS("0", "item", "loss", LOOP "    t = other.item()\n");
	TELLS("0", "item", "loss", LOOP "    t = loss.size(0).item()\n");
	TELLS("2", "item", "loss",
	      "scaler = torch.cuda.amp.GradScaler()\nfor x in loader:\n    l = f(x)\n    scaler.scale(l).backward()\n  "
	      "  t = l.item()\n");
	TELLS("True", "add", "graph", "t = 0\n" LOOP "    t += loss\n");
	TELLS("False", "add", "graph", "t = 0\n" LOOP "    t += loss.detach()\n");
	TELLS("False", "add", "graph", "t = 0\n" LOOP "    loss = loss.item()\n    t += loss\n");
	TELLS("True", "add", "kept", "t = 0\n" LOOP "    t += loss\n");
	TELLS("False", "add", "kept", LOOP "    t = 0\n    t += loss\n");
	TELLS("True", "add", "lost", "t = 0\n" LOOP "    t += loss\nt.backward()\n");
}

static void what_is_a_batch(void **state)
{
	(void)state;
	TELLS("True", "move", "batch", "for x, y in loader:\n    x = x.cuda()\n    f(x).backward()\n");
	TELLS("True, True", "move", "batch",
	      "def step(b):\n    for k, v in b.items():\n        b[k] = v.cuda()\n    f(b).backward()\nfor b in "
	      "loader:\n    step(b)\n");
	TELLS("False", "move", "batch", "for x, y in loader:\n    z = w.cuda()\n    f(x).backward()\n");
	TELLS("True", "move", "element", "for b in loader:\n    x, y = b\n    x = x.cuda()\n    f(x).backward()\n");
	TELLS("True, True", "move", "batch",
	      "for b in one:\n    x, y = b\n    x = x.cuda()\n    f(x).backward()\nfor b in two:\n    x, y = b\n    "
	      "x = x.cuda()\n    f(x).backward()\n");
	TELLS("['cuda:0', 'cpu']", "move", "texts",
	      "d = torch.device('cuda:0' if ok() else 'cpu')\nfor x in loader:\n    f(x.to(d)).backward()\n");
}

static void values_by_what_they_mean(void **state)
{
	(void)state;
	TELLS("'args#1.epochs', ?", NULL, "bound",
	      "for e in range(0, args.epochs):\n    for x in l:\n        f(x).backward()\n");
	TELLS("'9', ?", NULL, "bound", "n = 9\nm = n\nfor e in range(m):\n    for x in l:\n        f(x).backward()\n");
	TELLS("['8']", "add", "divisors", "t = 0\nn = 8\n" LOOP "    t += loss.item()\nprint(t / n)\n");
	TELLS("['.item', '=.weight', 'torch.nn.CrossEntropyLoss']", "add", "sources",
	      "f = torch.nn.CrossEntropyLoss(weight=w)\nt = 0\nfor x, y in loader:\n    l = f(x, y)\n    "
	      "l.backward()\n    "
	      "t += l.item()\n");
	TELLS("['?']", "backward", "sources", "for x in loader:\n    l = g(x)\n    l.backward()\n");
}

/* Questions end, also in a circle. */
static void questions_have_an_end(void **state)
{
	struct buf text = { 0 };
	struct script_project *p;

	(void)state;
	buf_puts(&text, "import torch\nfor x in loader:\n");
	for (int i = 0; i < 300; i++)
		buf_printf(&text, "    v%d = v%d + v%d\n    v%d = v%d * v%d\n", i % 20, (i * 7) % 20, (i * 3) % 20,
			   i % 20, (i * 5) % 20, (i * 11) % 20);
	for (int i = 0; i < 20; i++)
		buf_printf(&text, "    v%d.backward()\n    t += v%d.item()\n    v%d.to(v%d)\n", i, i, i, i);
	assert_int_equal(loops_in(&p, buf_str(&text)).as.list->n, 1);
	script_project_free(p);
	buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(which_loop_trains, project_begin, project_end),
		cmocka_unit_test_setup_teardown(under_which_tests_something_happens, project_begin, project_end),
		cmocka_unit_test_setup_teardown(what_the_loss_is_made_of, project_begin, project_end),
		cmocka_unit_test_setup_teardown(what_is_a_batch, project_begin, project_end),
		cmocka_unit_test_setup_teardown(values_by_what_they_mean, project_begin, project_end),
		cmocka_unit_test_setup_teardown(questions_have_an_end, project_begin, project_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

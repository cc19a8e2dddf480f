// SPDX-License-Identifier: MIT
/* Which steps of training a file has, and why one of them is not rewritten. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "scripts.h"
#include "script/training_steps.h"

/* Of each step its trouble; `-`: it has none. */
static const char *troubles(const char *text)
{
	struct training_steps steps = { 0 };
	struct script_project *p;

	file("/p/train.py", text);
	p = script_project_new(&know, fs, sources, NULL, "/p", "/p/train.py");
	script_training(p, script_project_file(p, "/p/train.py"), &steps);
	buf_clear(&out);
	for (size_t i = 0; i < steps.n; i++)
		buf_printf(&out, "%s%s", i ? ", " : "", steps.at[i].trouble ? steps.at[i].trouble : "-");
	vec_release(&steps);
	script_project_free(p);
	return buf_str(&out);
}

#define BEGIN "import torch\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nfor x in loader:\n    loss = model(x)\n"
#define MODULE "import torch\nopt = torch.optim.SGD(model.parameters(), lr=0.1)\nloss = model(x)\n"
#define TROUBLES(want, text) assert_string_equal(troubles(BEGIN text), want)

static void a_plain_step_has_no_trouble(void **state)
{
	(void)state;
	TROUBLES("-", "    loss.backward()\n    opt.step()\n");
	TROUBLES("optimizers step in 2 places of one function",
		 "    loss.backward()\n    opt.step()\n    if x:\n        opt.step()\n");
	TROUBLES("line 6 reads gradients", "    loss.backward()\n    print(w.grad)\n    opt.step()\n");
}

static void each_call_must_be_a_statement_of_its_own(void **state)
{
	(void)state;
	TROUBLES("its backward is not a separate statement", "    y = loss.backward()\n    opt.step()\n");
	TROUBLES("the optimizer's step on line 6 is more than a call", "    loss.backward()\n    y = opt.step()\n");
}

/* A `match` is no statement that is analysed: what its head calls stands in none, unless the `match` does. */
static void what_the_head_of_a_match_calls_stands_in_no_statement(void **state)
{
	(void)state;
	assert_string_equal(troubles(MODULE "match loss.backward():\n    case 1:\n        opt.step()\n"),
			    "its backward is not a separate statement");
	assert_string_equal(troubles(MODULE "loss.backward()\nmatch opt.step():\n    case 1:\n        pass\n"),
			    "the optimizer's step on line 5 is more than a call");
	assert_string_equal(troubles(MODULE "loss.backward()\nmatch torch.nn.utils.clip_grad_norm_(p, 1):\n"
					    "    case 1:\n        pass\nopt.step()\n"),
			    "its clipping is not a separate statement");
	TROUBLES("its backward is not a separate statement",
		 "    match loss.backward():\n        case 1:\n            opt.step()\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_plain_step_has_no_trouble, project_begin, project_end),
		cmocka_unit_test_setup_teardown(each_call_must_be_a_statement_of_its_own, project_begin, project_end),
		cmocka_unit_test_setup_teardown(what_the_head_of_a_match_calls_stands_in_no_statement, project_begin,
						project_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

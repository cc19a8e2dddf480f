// SPDX-License-Identifier: MIT
/* show: effective configs as JSON and as Python text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/report.h"
#include "report/value_python.h"
#include "report/value_json.h"
#include <string.h>

struct fixture {
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
	const struct module *m;
};

static struct fixture load(const char *text)
{
	static const char *const path[] = { "/p/main.py" };
	struct graph_opts o = { .loader = LOADER_MMENGINE };
	struct fixture f = { .fs = vfs_new_sealed(), .pool = pool_new(1) };

	vfs_put(f.fs, path[0], text, strlen(text));
	f.g = graph_load(f.fs, path, 1, &o, f.pool);
	f.m = graph_find(f.g, path[0]);
	assert_non_null(f.m);
	assert_int_equal(f.m->state, MODULE_OK);
	return f;
}

static void drop(struct fixture *f)
{
	graph_free(f->g);
	pool_free(f->pool);
	vfs_free(f->fs);
}

static void assert_json(const char *text, const char *want)
{
	struct fixture f = load(text);
	struct buf b = { 0 };

	value_json_text(&b, f.m->merged, false);
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
	drop(&f);
}

static void assert_python(const char *text, bool provenance, bool complete, const char *want)
{
	struct fixture f = load(text);
	struct python_opts o = { .g = f.g, .cwd = "/p", .provenance = provenance };
	struct buf b = { 0 }, why = { 0 };

	assert_int_equal(value_python(&b, f.m->merged, &o, &why), complete);
	assert_string_equal(buf_str(&b), want);
	assert_int_equal(why.n == 0, complete);
	buf_release(&b);
	buf_release(&why);
	drop(&f);
}

static void json_keeps_order_and_spelling(void **state)
{
	(void)state;
	assert_json("b = 1e-5\na = [1, (2, 3), None, True]\nc = {}\n",
		    "{\"b\": 1e-05, \"a\": [1, [2, 3], null, true], \"c\": {}}");
}

static void json_marks_keys_that_only_python_tells_apart(void **state)
{
	(void)state;
	assert_json("d = {1: 'a', '1': 'b', None: 2}\n", "{\"d\": {\"1\": \"a\", \"1#dup\": \"b\", \"None\": 2}}");
}

static void json_sorts_sets(void **state)
{
	(void)state;
	assert_json("s = {3, 1, 2}\nt = {'b', 'a'}\n", "{\"s\": [1, 2, 3], \"t\": [\"a\", \"b\"]}");
}

static void json_has_no_numbers_that_json_lacks(void **state)
{
	(void)state;
	assert_json("a = float('inf')\nb = -float('inf')\nc = 123456789012345678901234567890\n",
		    "{\"a\": \"inf\", \"b\": \"-inf\", \"c\": 123456789012345678901234567890}");
}

static void json_names_objects_by_type(void **state)
{
	(void)state;
	assert_json("a = b'x'\nb = 1j\nc = range(3)\n",
		    "{\"a\": {\"__repr__\": \"bytes\", \"value\": \"b'x'\"}, \"b\": {\"__repr__\": \"complex\", "
		    "\"value\": \"1j\"}, "
		    "\"c\": {\"__repr__\": \"range\", \"value\": \"range(0, 3)\"}}");
}

static void json_says_what_is_unknown(void **state)
{
	struct fixture f = load("import os\na = os.getpid()\nb = 1\n");
	struct buf b = { 0 };

	(void)state;
	value_json_text(&b, f.m->merged, false);
	assert_non_null(strstr(buf_str(&b), "\"a\": {\"__unknown__\": \""));
	assert_non_null(strstr(buf_str(&b), "\"b\": 1"));
	buf_release(&b);
	drop(&f);
}

static void python_fits_short_values_on_a_line(void **state)
{
	(void)state;
	assert_python("a = {'x': 1, 'y': [1, 2]}\nb = 'it'\n", false, true, "a = dict(x=1, y=[1, 2])\nb = 'it'\n");
}

static void python_breaks_long_values(void **state)
{
	(void)state;
	assert_python("a = dict(first='aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', "
		      "second=dict(third='bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'))\n",
		      false, true,
		      "a = dict(\n"
		      "    first='aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',\n"
		      "    second=dict(third='bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'),\n"
		      ")\n");
}

static void python_quotes_keys_that_are_no_names(void **state)
{
	(void)state;
	assert_python("a = {'x-y': 1, 'b': 2}\n", false, true, "a = {'x-y': 1, 'b': 2}\n");
}

static void python_tells_where_values_come_from(void **state)
{
	(void)state;
	assert_python("lr = 2e-4\nopt = dict(\n    lr=lr,\n    betas=(1, 2))\n", true, true,
		      "lr = 0.0002  # main.py:1\n"
		      "opt = dict(\n"
		      "    lr=0.0002,  # main.py:3, value from main.py:1\n"
		      "    betas=(1, 2),  # main.py:4\n"
		      ")\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_keeps_order_and_spelling),
		cmocka_unit_test(json_marks_keys_that_only_python_tells_apart),
		cmocka_unit_test(json_sorts_sets),
		cmocka_unit_test(json_has_no_numbers_that_json_lacks),
		cmocka_unit_test(json_names_objects_by_type),
		cmocka_unit_test(json_says_what_is_unknown),
		cmocka_unit_test(python_fits_short_values_on_a_line),
		cmocka_unit_test(python_breaks_long_values),
		cmocka_unit_test(python_quotes_keys_that_are_no_names),
		cmocka_unit_test(python_tells_where_values_come_from),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

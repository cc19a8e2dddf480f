// SPDX-License-Identifier: MIT
/* What went wrong, by the tracebacks in a log. */
#include "run/formats.h"
#include "base/buf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define M "2021-04-16 14:30:22,123 - mmdet - INFO - "

static const struct run *read_text(const char *text)
{
	runs_release(&all);
	assert_true(runs_read_bytes(&all, &formats, "/r/x.log", text, strlen(text), NULL, &e));
	return all.n ? &all.at[all.n - 1] : NULL;
}

/* torch writes before each line of it which rank raised; lines of others stand between. */
static void the_exception_of_a_rank(void **state)
{
	static const char raised[] = "[rank0]: Traceback (most recent call last):\n[rank0]:   File \"t.py\", line 1\n"
				     "a line of another process\n[rank1]:   File \"t.py\", line 1\n"
				     "[rank0]: ValueError: no such class\n[rank0]: more of it\n";
	char text[600];

	(void)state;
	snprintf(text, sizeof text, "%s%s", M "Iter [10/90]\tlr: 1.000e-02, time: 0.1, data_time: 0.0, loss: 0.5\n",
		 raised);
	assert_string_equal(read_text(text)->exception, "ValueError: no such class");
	assert_int_equal(all.at[0].event.n, 1);
	assert_null(read_text(raised));
	assert_string_equal(all.trouble, "ValueError: no such class");
	assert_int_equal(all.trouble_line, 5);
	assert_null(read_text("3: Traceback (most recent call last):\n3:   File\n3: KeyError: 'img'\n"));
	assert_string_equal(all.trouble, "KeyError: 'img'");
}

/* Of a log of unknown format the last exception is reported, however many there are. */
static void the_last_one(void **state)
{
	struct buf b = { 0 };

	(void)state;
	for (int i = 0; i < 500; i++)
		buf_printf(&b, "Traceback (most recent call last):\nKeyError: %0900d\n", i);
	assert_null(read_text(buf_str(&b)));
	assert_int_equal(all.trouble_line, 1000);
	assert_non_null(strstr(all.trouble, "0499"));
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_exception_of_a_rank),
		cmocka_unit_test(the_last_one),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}

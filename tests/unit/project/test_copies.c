// SPDX-License-Identifier: MIT
/* Folders of copies, by name. */
#include "project/copies.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka needs the four above
#include <cmocka.h>

static void copies(void **state)
{
	(void)state;
	assert_true(project_is_copy("/p/build/lib"));
	assert_true(project_is_copy("/p/mmdet/.mim"));
	assert_true(project_is_copy("/p/configs/.ipynb_checkpoints"));
	assert_true(project_is_copy("/p/env/lib/python3.11/site-packages"));
	assert_true(project_is_copy("/usr/lib/python3/dist-packages"));
}

static void originals(void **state)
{
	(void)state;
	assert_false(project_is_copy("/p/build"));
	assert_false(project_is_copy("/p/lib"));
	assert_false(project_is_copy("/p/rebuild/lib"));
	assert_false(project_is_copy("/p/build/lib2"));
	assert_false(project_is_copy("/build/lib/configs"));
	assert_false(project_is_copy("/p/mim"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies),
		cmocka_unit_test(originals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

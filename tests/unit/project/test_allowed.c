// SPDX-License-Identifier: MIT
/* The bounds that projects write down, in the forms that they use. */
#include "project/allowed.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static void expect(const char *text, const char *want)
{
	struct vfs *fs = vfs_new_sealed();
	vfs_put(fs, "/p/.git/HEAD", "", 0);
	vfs_put(fs, "/p/setup.py", text, strlen(text));
	struct folders *f = folders_new(fs);
	struct arena a = { 0 };
	const char *got = package_limit(f, &a, "/p/configs/a.py", "mmcv", "setup.py");
	if (want)
		assert_string_equal(got, want);
	else
		assert_null(got);
	arena_release(&a);
	folders_free(f);
	vfs_free(fs);
}

static void each_form(void **state)
{
	(void)state;
	expect("MMCV_MIN = '1.1.4'\nMMCV_MAX = '1.4.0'\n", "1.4.0");
	expect("mmcv_maximum_version = \"1.3.0\"\n", "1.3.0");
	expect("assert (mmcv_version >= digit_version('1.2') and mmcv_version <= digit_version('1.4.0'))", "1.4.0");
	expect("install_requires=['mmcv-full>=1.3.1,<=1.4.0', 'torch']", "1.4.0");
	expect("mmcv-full >= 1.3.1, < 1.5.0\n", "1.4.999");
	expect("mmcv<2\n", "1.999");
	expect("pip install mmcv-full==1.3.9 -f https://example.com/cu111\n", "1.3.9");
	expect("pip install mmcv==1.2.7  # or\npip install mmcv-full==1.3.0\n", "1.3.0");
}

static void no_upper_bound(void **state)
{
	(void)state;
	expect("mmcv>=1.3.1\n", NULL);
	expect("Install [mmcv](https://example.com/mmcv/1.4.0)\n", NULL);
	expect("ommcv<=1.3\nmmcv_max_version = digit_version(MMCV_MAX)\n", NULL);
	expect("mmcv_version != '1.3.1'\nmmcv", NULL);
	expect("", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_form),
		cmocka_unit_test(no_upper_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

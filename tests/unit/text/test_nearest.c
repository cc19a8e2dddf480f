// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/path.h"
#include "text/nearest.h"
#include "text/vfs.h"

static struct vfs *folder(const char *const *name)
{
	struct vfs *v = vfs_new_sealed();
	struct arena a = { 0 };

	for (; *name; name++)
		vfs_put(v, path_join(&a, "/p", *name), "", 0);
	arena_release(&a);
	return v;
}

/* Names separated by NULL; want "": nothing is near. */
static void expect(const char *const *name, const char *path, const char *want)
{
	struct arena a = { 0 };
	struct vfs *v = folder(name);
	const char *found = nearest_file(&a, v, path_join(&a, "/p", path), NULL);

	assert_string_equal(found ? path_relative(&a, "/p", found) : "", want);
	vfs_free(v);
	arena_release(&a);
}
#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void words_weigh_more_than_figures(void **state)
{
	(void)state;
	expect(NAMES("net_coco_20k.py", "net_voc_40k.py"), "net_voc_20k.py", "net_voc_40k.py");
	expect(NAMES("net_coco_20k.py", "net_voc_160k.py"), "net_voc_20k.py", "net_voc_160k.py");
	expect(NAMES("net_voc_160k.py", "net_voc_40k.py"), "net_voc_20k.py", "net_voc_40k.py");
	expect(NAMES("ner_voc_20k.py", "net_voc_8x2_20k.py"), "net_voc_8x4_20k.py", "net_voc_8x2_20k.py");
	expect(NAMES("net_coc_20k.py", "net_coco_40k.py"), "net_coco_20k.py", "net_coco_40k.py");
}

static void a_slip_in_a_word_is_near(void **state)
{
	(void)state;
	expect(NAMES("net_coco_20k.py", "net_voc_20k.py"), "net_coc_20k.py", "net_coco_20k.py");
	expect(NAMES("net_voc_20k.py"), "net_coco_20k.py", "");
	expect(NAMES("other.py"), "net.py", "");
}

static void the_case_of_letters_is_found_in_folders_too(void **state)
{
	struct vfs *v = folder(NAMES("configs/_base_/Datasets/coco.py", "configs/net.py", "configs/Net.py"));
	struct arena a = { 0 };

	(void)state;
	assert_string_equal(nearest_cased(&a, v, "/p", "/p/configs/_Base_/datasets/COCO.py"),
			    "/p/configs/_base_/Datasets/coco.py");
	assert_null(nearest_cased(&a, v, "/p", "/p/configs/_base_/Datasets/coco.py"));
	assert_null(nearest_cased(&a, v, "/p", "/p/configs/NET.py"));
	assert_null(nearest_cased(&a, v, "/p", "/p/configs/_Base_/datasets/voc.py"));
	vfs_free(v);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_weigh_more_than_figures),
		cmocka_unit_test(a_slip_in_a_word_is_near),
		cmocka_unit_test(the_case_of_letters_is_found_in_folders_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

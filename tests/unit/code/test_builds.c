// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "code/builds.h"
#include <string.h>

static struct arena a;

static struct build at(const struct builds *b, const char *path)
{
	struct keypath p;

	assert_true(keypath_parse(&a, path, &p, NULL));
	return builds_at(b, p);
}

static void fits(const char *family, const char *path, const char *registry, enum build_fit want)
{
	const struct builds *b = builds_of(builds_load(&a), family);
	struct build x = at(b, path);

	if (builds_registry(b, &x, registry) != want)
		fail_msg("%s in %s of %s: %d", registry, path, family, (int)builds_registry(b, &x, registry));
}

static int end(void **state)
{
	(void)state;
	arena_release(&a);
	return 0;
}

static void registries_of_keys(void **state)
{
	(void)state;
	fits("mmcv1", "runner", "mmcv.runner.RUNNERS", BUILD_FITS);
	fits("mmcv1", "runner", "MY_RUNNERS", BUILD_FITS);
	fits("mmcv1", "runner", "mmdet.models.HEADS", BUILD_OTHER);
	fits("mmcv1", "runner", "THINGS", BUILD_UNSURE);
	fits("mmcv1", "runner", "?", BUILD_UNSURE);
	fits("mmcv1", "anything", "HEADS", BUILD_FITS);
	fits("mmcv1", "data.train.pipeline[3]", "PIPELINES", BUILD_FITS);
	fits("mmcv1", "train_pipeline[0].transforms[2]", "PIPELINES", BUILD_FITS);
	fits("mmcv1", "model.bbox_head", "SHARED_HEADS", BUILD_OTHER);
	fits("mmcv1", "model.roi_head.shared_head", "SHARED_HEADS", BUILD_FITS);
	fits("mmengine", "optim_wrapper.optimizer", "OPTIMIZERS", BUILD_FITS);
	fits("mmengine", "optim_wrapper", "OPTIMIZERS", BUILD_OTHER);
}

static void classes_without_a_type(void **state)
{
	const struct builds *b = builds_of(builds_load(&a), "mmcv1");
	struct build checkpoint = at(b, "checkpoint_config"), lr = at(b, "lr_config"), other = at(b, "model");

	(void)state;
	assert_string_equal(build_class(&checkpoint, 0), "CheckpointHook");
	assert_null(build_class(&checkpoint, 1));
	assert_null(build_class(&other, 0));
	assert_string_equal(lr.name_key, "policy");
	assert_string_equal(lr.ends, "LrUpdaterHook");
	assert_string_equal(other.name_key, "type");
	assert_null(builds_of(builds_load(&a), "no-such-family"));
}

static void files_and_versions(void **state)
{
	const struct builds *old = builds_of(builds_load(&a), "mmcv1"), *new = builds_of(builds_load(&a), "mmengine");
	struct build head = at(new, "model.roi_head.bbox_head"), data = at(old, "data.train");

	(void)state;
	assert_true(build_file(&head, "mmdet/models/roi_heads/bbox_heads/bbox_head"));
	assert_false(build_file(&head, "mmdet/models/roi_heads/roi_extractors/generic"));
	assert_true(build_file(&data, "mmdet/datasets/coco"));
	assert_false(build_file(&data, "mmdet/datasets/pipelines/loading"));
	assert_null(builds_from(old, "mmdet"));
	assert_string_equal(builds_before(old, "mmdet"), builds_from(new, "mmdet"));
	assert_null(builds_before(new, "mmdet"));
	assert_true(builds_scoped(new) && !builds_scoped(old));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(registries_of_keys, end),
		cmocka_unit_test_teardown(classes_without_a_type, end),
		cmocka_unit_test_teardown(files_and_versions, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
/* Texts in double braces: what stands there afterwards, and where it came from. */
#include "config/subst.h"
#include "python/value/repr.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static void substitution_keeps_places(void **state)
{
	(void)state;
	static const char text[] = "a = '{{ fileBasename }}'\nb = {{ _base_.x.y }}\nc = 3\n";
	struct arena a = { 0 };
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "/p/main.py", text, strlen(text));
	struct graph_opts o = { 0 };
	struct substituted sub;
	subst_text(&a, s, "/p/main.py", LOADER_MMCV1, &o, &sub);
	assert_non_null(strstr(sub.text, "a = 'main.py'\n"));
	assert_int_equal(sub.ntokens, 1);
	assert_string_equal(sub.token[0].path, "x.y");
	uint32_t c = (uint32_t)(strstr(sub.text, "c = 3") - sub.text);
	assert_int_equal(textmap_back(&sub.map, c, false), strstr(text, "c = 3") - text);
	assert_memory_equal(text + sub.token[0].at.lo, "{{ _base_.x.y }}", 16);
	sources_free(all);
	arena_release(&a);
}

static void environment(void **state)
{
	(void)state;
	static const char text[] = "a = '{{$PORT:80}}'\nb = '{{$HOST:}}'\n";
	struct arena a = { 0 };
	struct sources *all = sources_new();
	const struct source *s = sources_add(all, "/p/main.py", text, strlen(text));
	const char *const env[] = { "PORT=81", NULL };
	struct graph_opts o = { .env = env };
	struct substituted sub;
	subst_text(&a, s, "/p/main.py", LOADER_MMENGINE, &o, &sub);
	assert_null(sub.refusal);
	assert_non_null(strstr(sub.text, "a = '81'\n"));
	o.packages_none = true; /* as on a bare machine: HOST is certainly not set */
	subst_text(&a, s, "/p/main.py", LOADER_MMENGINE, &o, &sub);
	assert_non_null(strstr(sub.refusal, "KeyError"));
	sources_free(all);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(substitution_keeps_places),
		cmocka_unit_test(environment),
	};
	return cmocka_run_group_tests_name("subst", tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
/* Each reporter on one finding. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "report/report.h"
#include <stdlib.h>
#include <string.h>

struct fixture {
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
};
static const char text[] = "x = 1\nopt = dict(\n\tlr=\xe5\xad\xa6)\n";

static struct fixture load(void)
{
	static const char *const path[] = { "/p/a.py" };
	struct graph_opts o = { .loader = LOADER_MMCV1 };
	struct fixture f = { .fs = vfs_new_sealed(), .pool = pool_new(1) };

	vfs_put(f.fs, path[0], text, strlen(text));
	f.g = graph_load(f.fs, path, 1, &o, f.pool);
	return f;
}

/* What a reporter prints about a finding at the name behind lr=. */
static char *report(const char *format, bool color, const char *msg)
{
	static const struct rule rule = { .id = "ABC001", .name = "some-rule" };
	static const struct fixplan fix = { .safety = SAFETY_UNSAFE, .title = "set it" };
	struct fixture f = load();
	const struct subject *const seen = &graph_find(f.g, "/p/a.py")->subject;
	uint32_t file = seen->src->id;
	struct diag d = { .rule = &rule,
			  .severity = SEV_WARNING,
			  .at = { file, 22, 25 },
			  .path = "opt.lr",
			  .msg = msg,
			  .fix = &fix,
			  .nfixes = 1,
			  .seen_in = &seen,
			  .nseen = 1 };
	struct diags all = { .at = &d, .n = 1 };
	struct lint_stats stats = { .of = { { .kind = seen->kind, .files = 1 } }, .nkinds = 1 };
	char *s = NULL;
	size_t n;
	struct report r = { .o = { .to = open_memstream(&s, &n), .cwd = "/p", .color = color, .width = 80 },
			    .found = &all,
			    .stats = &stats };

	report_print(&r, reporter_find(format));
	fclose(r.o.to);
	graph_free(f.g);
	pool_free(f.pool);
	vfs_free(f.fs);
	return s;
}

static void assert_report(const char *format, bool color, const char *msg, const char *want)
{
	char *got = report(format, color, msg);

	assert_string_equal(got, want);
	free(got);
}

static void concise_is_one_line(void **state)
{
	(void)state;
	assert_report("concise", false, "odd\x1b",
		      "a.py:3:5: warning: odd\\x1b [ABC001 some-rule]\n"
		      "Found 1 finding (1 warning) in 1 config; 1 fixable with --fix --unsafe-fixes.\n");
}

static void full_points_at_wide_characters_behind_tabs(void **state)
{
	(void)state;
	assert_report("full", false, "odd",
		      "a.py:3:5: warning[ABC001] odd\n"
		      "3 |     lr=\xe5\xad\xa6)\n"
		      "  |        ^^\n"
		      "  = fix (unsafe): set it\n"
		      "\n"
		      "Found 1 finding (1 warning) in 1 config; 1 fixable with --fix --unsafe-fixes.\n");
}

static void colour_is_closed_again(void **state)
{
	char *got = report("concise", true, "odd");

	(void)state;
	assert_non_null(strstr(got, "\033[1;33mwarning\033[0m"));
	free(got);
}

static void json_has_places_in_code_points_and_bytes(void **state)
{
	char *got = report("json", false, "say \"x\"");

	(void)state;
	assert_non_null(strstr(got, "\"message\": \"say \\\"x\\\"\""));
	assert_non_null(
		strstr(got,
		       "\"location\": {\"row\": 3, \"column\": 5}, \"end_location\": {\"row\": 3, \"column\": 6}"));
	assert_non_null(strstr(got, "\"byte_range\": {\"start\": 22, \"end\": 25}"));
	assert_non_null(strstr(got, "\"effective\": {\"key\": \"opt.lr\"}"));
	free(got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(concise_is_one_line),
		cmocka_unit_test(full_points_at_wide_characters_behind_tabs),
		cmocka_unit_test(colour_is_closed_again),
		cmocka_unit_test(json_has_places_in_code_points_and_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

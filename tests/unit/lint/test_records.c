// SPDX-License-Identifier: MIT
/* What is known of subjects that have nothing to do with a change is told again; whoever has is judged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"
#include "config/subject.h"
#include "lint/lint.h"
#include "lint/records.h"

static struct project p;
static struct linter linter;
static VEC(, const char *) path;
static struct buf kept;
static const char *top = "/project/configs"; /* of configs */
static struct vfs *fs;			     /* that is run on */

/* printf %s "TEXT" | sha1sum, of _base_='./mid.py' and of _base_='./own.py' */
#define SHIPPED "# made\nblobs:\n- b13827527b\n- dfba099007\n"

static int begin(void **state)
{
	(void)state;
	project_rules_of_heirs(&p);
	project_rule(&p, "shipped/zoo.yaml", SHIPPED);
	project_rule(&p, "data/lacks.yaml",
		     "id: DAT002\nsummary: s\nscope: file\nwhen: not has(cfg.batch)\nat: cfg.batch\n"
		     "message: no batch\n");
	return project_ready(&p);
}

static int end(void **state)
{
	(void)state;
	vec_release(&path);
	buf_release(&kept);
	project_end(&p);
	return 0;
}

static const char *full(const char *name)
{
	return arena_printf(&p.arena, "%s/%s.py", top, name);
}

static void file(const char *name, const char *text)
{
	project_file(&p, full(name), text);
}

/* Paths of those that were loaded though asked for, without folder and ending. */
static const char *loaded_of(const struct subject_set *set)
{
	const char *text = "";

	for (size_t i = 0; i < set->n; i++) {
		const struct subject *s = set->at[i];
		const char *name = s->path + strlen(top) + 1;

		if (s->requested && !s->known)
			text = arena_printf(&p.arena, "%s%s%.*s", text, *text ? " " : "", (int)strlen(name) - 3, name);
	}
	return text;
}

/* Returns what is told; records NULL: nothing is known, or kept. */
static const char *run(struct records *records, const char **loaded)
{
	struct diags found = { 0 };
	struct lint_stats stats = { 0 };

	linter = (struct linter){
		.vfs = fs, .pool = p.pool, .rules = p.rs, .records = records, .graph = { .loader = LOADER_MMCV1 }
	};
	linter_open(&linter, NULL, NULL);

	const struct subject_set *set = linter_subjects(&linter, &config_kind, path.at, path.n, NULL);

	lint_run(&linter, &p.arena, set, &found, NULL, &stats);

	const char *text = project_told(&p, &found, &stats);

	*loaded = loaded_of(set);
	config_kind.free(set);
	linter_close(&linter);
	vec_release(&found);
	return text;
}

static void keep(struct records *r)
{
	buf_clear(&kept);
	records_write(r, &kept);
	records_free(r);
}

/* After this config has changed. Returns who was loaded; what is told is what is told anyhow, and so is what is kept,
 * of all but those that are always loaded. */
static const char *after(const char *a, const char *always)
{
	struct records *r = records_new(false);
	const char *loaded, *all;

	assert_true(records_read(r, kept.s, kept.n));
	assert_true(records_forget(r, full(a)));

	const char *text = run(r, &loaded);

	keep(r);
	assert_string_equal(text, run(NULL, &all));
	r = records_new(false);
	assert_true(records_read(r, kept.s, kept.n));
	assert_string_equal(text, run(r, &all));
	assert_string_equal(all, always ? always : "");
	keep(r);
	return loaded;
}

static void first_run(void)
{
	struct records *r = records_new(false);
	const char *loaded;

	path.n = 0;
	fs = p.fs;
	for (const char *const *name = (const char *const[]){ "a", "b", "base", "c", "other", "under", NULL }; *name;
	     name++)
		vec_push(&path, full(*name));
	file("base", "lr = 1\nused = 1\nidle = 2\nreplaced = 3\n");
	file("a", "_base_ = './base.py'\nreplaced = 4\n");
	file("b", "_base_ = './base.py'\nreplaced = 5\nlr = 3\n");
	file("c", "_base_ = './base.py'\nx = '{{_base_.used}}'\n");
	file("other", "lr = 4\n");
	file("under", "_base_ = './other.py'\n");
	run(r, &loaded);
	assert_string_equal(loaded, "a b base c other under");
	keep(r);
}

static void who_has_nothing_to_do_with_it_is_known(void **state)
{
	(void)state;
	first_run();
	file("b", "_base_ = './base.py'\nreplaced = 5\nlr = 4\n");
	assert_string_equal(after("b", NULL), "b"); /* it names `idle` as little as before, and replaces as much */
	file("b", "_base_ = './base.py'\nreplaced = 5\ny = '{{_base_.idle}}'\n");
	assert_string_equal(after("b", NULL), "a b base c"); /* base: of `idle` it is said that nobody names it */
	file("b", "_base_ = './base.py'\nlr = 3\n");
	assert_string_equal(after("b", NULL), "a b base c"); /* and of `replaced` that nobody keeps it */
	file("under", "_base_ = './other.py'\nlr = 0\n");
	assert_string_equal(after("under", NULL), "under");
}

static void heirs_of_a_changed_base_are_judged(void **state)
{
	(void)state;
	first_run();
	file("base", "lr = 5\nused = 1\nidle = 2\nreplaced = 3\n");
	assert_string_equal(after("base", NULL), "a b base c");
	file("other", "lr = 1\n");
	assert_string_equal(after("other", NULL), "other under");
}

/* base: everything but the last is named by c, or kept by a. */
static void quiet_base(void)
{
	first_run();
	file("base", "used = 1\nkept = 3\n");
	file("c", "_base_ = './base.py'\nx = '{{_base_.used}} {{_base_.kept}}'\nkept = 4\nused = 5\n");
	file("b", "_base_ = './base.py'\nkept = 4\nused = 6\n");
	file("a", "_base_ = './base.py'\n");
	after("base", NULL);
}

static void a_base_hangs_on_the_heir_that_keeps_it_quiet(void **state)
{
	(void)state;
	quiet_base();
	file("b", "_base_ = './base.py'\nkept = 5\nused = 7\n");
	assert_string_equal(after("b", NULL), "b");
	file("a", "_base_ = './base.py'\nkept = 9\nused = 9\n"); /* now all replace both */
	assert_string_equal(after("a", NULL), "a b base c");
	file("b", "_base_ = './base.py'\n");
	assert_string_equal(after("b", NULL), "a b base c"); /* and now b keeps them */
	file("c", "_base_ = './base.py'\n");
	assert_string_equal(after("c", NULL), "a b base c"); /* nobody names them any more */
}

static void a_new_heir_counts(void **state)
{
	(void)state;
	first_run(); /* nobody names `idle` of base */
	file("under", "_base_ = './base.py'\ny = '{{_base_.idle}}'\n");
	assert_string_equal(after("under", NULL), "a b base c other under");
	file("under", "_base_ = ['./other.py', './base.py']\n"); /* both set lr: it doesn't load */
	after("under", "under");
	file("a", "_base_ = './base.py'\nreplaced = 4\n\n");
	assert_string_equal(after("a", "under"), "a under");
	file("a", "seed = 1\n"); /* an heir less */
	assert_string_equal(after("a", "under"), "a b base c under");
	file("b", "_base_ = './c.py'\nreplaced = 5\n"); /* c is none of those that base asks what they keep any more */
	assert_string_equal(after("b", "under"), "b base c under");
}

static void file_on_disk(const char *name, const char *text)
{
	project_rule(&p, arena_printf(&p.arena, "configs/%s.py", name), text);
}

/* What a shipped config takes from somebody's own work is told again, and so is what its base takes from there. Files
 * in memory are nobody's but their editor's. */
static void whose_work_it_is_is_told_again(void **state)
{
	const char *before = top, *loaded, *told;
	struct records *r = records_new(false);

	(void)state;
	path.n = 0;
	fs = vfs_new(NULL);
	top = path_join(&p.arena, p.rules.dir, "configs");
	for (const char *const *name = (const char *const[]){ "heir", "mid", "own", "u", NULL }; *name; name++)
		vec_push(&path, full(*name));
	file_on_disk("own", "chain = 1\n");
	file_on_disk("mid", "_base_ = './own.py'\n");
	file_on_disk("heir", "_base_ = './mid.py'\n");
	file_on_disk("u", "lr = 1\n");
	told = run(r, &loaded);
	assert_non_null(strstr(told, "/configs/mid.py:0:0 no batch"));
	assert_non_null(strstr(told, "/configs/heir.py:0:0 no batch"));
	keep(r);
	file_on_disk("u", "lr = 2\n");
	assert_string_equal(after("u", NULL), "u");
	vfs_free(fs);
	top = before;
}

static void other_bytes_are_no_records(void **state)
{
	(void)state;
	first_run();

	struct records *r;

	for (size_t n = 0; n < kept.n; n++) {
		r = records_new(false);
		records_read(r, kept.s, n); /* whatever it answers */
		records_free(r);
	}
	r = records_new(false);
	assert_false(records_forget(r, full("a")));
	records_free(r);
	for (size_t i = 0; i < kept.n; i++) { /* one byte is another: no crash, whatever is told */
		const char *loaded;

		r = records_new(false);
		kept.s[i] ^= 0x55;
		if (records_read(r, kept.s, kept.n) && i % 7 == 0)
			run(r, &loaded);
		kept.s[i] ^= 0x55;
		records_free(r);
	}
}

static const char *words(const char *const *list)
{
	const char *text = "";

	for (const char *const *word = list; word && *word; word++)
		text = arena_printf(&p.arena, "%s%s%s", text, *text ? " " : "", *word);
	return list ? text : NULL;
}

/* The next run's, of what is kept. */
static struct records *again(void)
{
	struct records *r = records_new(false);

	assert_true(records_read(r, kept.s, kept.n));
	return r;
}

static void searches_are_known(void **state)
{
	static const char *const about[] = { "/p/a.py", "/p/b.py", NULL }, *const other[] = { "/p/a.py", NULL },
				 *const found[] = { "/p/c.py", "/p/a.py", NULL };
	struct records *r = records_new(false);

	(void)state;
	assert_null(records_found(r, "heirs", about)); /* nothing is known yet */
	records_keep_found(r, "heirs", about, found);
	records_keep_found(r, "scripts", about, NULL);
	assert_null(records_found(r, "heirs", about)); /* who searches knows what he found */
	keep(r);
	r = again();
	assert_string_equal(words(records_found(r, "heirs", about)), "/p/c.py /p/a.py");
	assert_string_equal(words(records_found(r, "scripts", about)), "");
	assert_null(records_found(r, "heirs", other));
	assert_null(records_found(r, "others", about));
	keep(r);
	r = again(); /* what was asked for again is kept again, and nothing else */
	assert_string_equal(words(records_found(r, "scripts", about)), "");
	keep(r);
	r = again();
	assert_null(records_found(r, "heirs", about));
	records_free(r);
	assert_null(records_found(NULL, "heirs", about));
	records_keep_found(NULL, "heirs", about, found);
}

static void words_hold_while_the_text_does(void **state)
{
	struct records *r = records_new(false);

	(void)state;
	assert_null(records_word(r, "kind", "/p/a.py"));
	records_keep_word(r, "kind", "/p/a.py", "config");
	records_keep_word(r, "kind", "/p/b.py", "");
	records_keep_word(r, "whose", "/p/a.py", "zoo");
	assert_string_equal(records_word(r, "kind", "/p/a.py"), "config");
	keep(r);
	r = again();
	assert_string_equal(records_word(r, "kind", "/p/a.py"), "config");
	assert_string_equal(records_word(r, "whose", "/p/a.py"), "zoo");
	assert_string_equal(records_word(r, "kind", "/p/b.py"), "");
	assert_null(records_word(r, "whose", "/p/b.py"));
	keep(r); /* whether somebody asked or not */
	r = again();
	records_forget(r, "/p/a.py");
	assert_null(records_word(r, "kind", "/p/a.py"));
	records_keep_word(r, "kind", "/p/a.py", "script");
	keep(r);
	r = again(); /* it may have been read before the change */
	assert_null(records_word(r, "kind", "/p/a.py"));
	assert_string_equal(records_word(r, "kind", "/p/b.py"), "");
	records_free(r);
	assert_null(records_word(NULL, "kind", "/p/b.py"));
	records_keep_word(NULL, "kind", "/p/b.py", "");
}

static void damaged_words_are_not_read(void **state)
{
	struct records *r = records_new(false);

	(void)state;
	records_keep_word(r, "kind", "/p/a.py", "config");
	keep(r);
	for (size_t n = 0; n < kept.n; n++) {
		r = records_new(false);
		assert_false(records_read(r, kept.s, n));
		assert_null(records_word(r, "kind", "/p/a.py"));
		records_free(r);
	}
	kept.s[kept.n - 4] = 99; /* a text that isn't there */
	r = records_new(false);
	assert_false(records_read(r, kept.s, kept.n));
	records_free(r);
}

static void damaged_searches_are_not_read(void **state)
{
	static const char *const about[] = { "/p/a.py", NULL };
	struct records *r = records_new(false);

	(void)state;
	records_keep_found(r, "heirs", about, about);
	keep(r);
	for (size_t n = 0; n < kept.n; n++) {
		r = records_new(false);
		assert_false(records_read(r, kept.s, n));
		assert_null(records_found(r, "heirs", about));
		records_free(r);
	}
	kept.s[kept.n - 8] = 99; /* a text that isn't there; how many words there are follows */
	r = records_new(false);
	assert_false(records_read(r, kept.s, kept.n));
	records_free(r);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(searches_are_known),
		cmocka_unit_test(words_hold_while_the_text_does),
		cmocka_unit_test(damaged_words_are_not_read),
		cmocka_unit_test(damaged_searches_are_not_read),
		cmocka_unit_test(who_has_nothing_to_do_with_it_is_known),
		cmocka_unit_test(heirs_of_a_changed_base_are_judged),
		cmocka_unit_test(a_base_hangs_on_the_heir_that_keeps_it_quiet),
		cmocka_unit_test(a_new_heir_counts),
		cmocka_unit_test(whose_work_it_is_is_told_again),
		cmocka_unit_test(other_bytes_are_no_records),
	};
	return cmocka_run_group_tests(tests, begin, end);
}

// SPDX-License-Identifier: MIT
/* Whole fixes on small projects in memory, with rules of their own: what is applied, what is refused and why, that a
 * second run finds nothing to do, and that bases and dependents are safe. */
#include "fix/fix.h"
#include "rules_folder.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

#define HEAD "summary: s\nwhy: w\ntests: []\n"

static const char *const rule_files[] = {
	"concepts.yaml",
	"size: {type: int, doc: d}\n",
	"dialects/any.yaml",
	"summary: s\nfamily: mmcv1\nloader: mmcv1\npriority: 0\ncomplete: \"True\"\nconcepts:\n  size: {paths: "
	"[data.size]}\n"
	"reads:\n  \"\": {keys: [data, opt, hooks], others: open}\n",
	"a/set.yaml",
	"id: TST001\nseverity: warning\n" HEAD "when: size > 4\nat: size\nmessage: \"size {size}\"\n"
	"fixes: [{safety: safe, title: t, set: {size: \"4\"}}]\n",
	"a/remove.yaml",
	"id: TST002\nseverity: warning\n" HEAD "when: has(cfg.data.useless)\nat: cfg.data.useless\nmessage: useless\n"
	"fixes: [{safety: safe, title: t, remove: [cfg.data.useless]}]\n",
	"a/rename.yaml",
	"id: TST003\nseverity: error\n" HEAD "when: has(cfg.data.wrong)\nat: cfg.data.wrong\nmessage: wrong\n"
	"fixes: [{safety: safe, title: t, rename: {cfg.data.wrong: \"'right'\"}}]\n",
	"a/add.yaml",
	"id: TST004\nseverity: warning\n" HEAD "when: cfg.hooks == ['a']\nat: cfg.hooks\nmessage: hooks\n"
	"fixes: [{safety: safe, title: t, add: {cfg.hooks: \"'b'\"}}]\n",
	"a/nested.yaml",
	"id: TST005\nseverity: warning\n" HEAD
	"when: cfg.opt.clip_me and not has(cfg.opt.clip)\nat: cfg.opt\nmessage: clip\n"
	"fixes: [{safety: safe, title: t, set: {cfg.opt.clip.norm: \"35\", cfg.opt.clip.kind: \"2\"}}]\n",
	"a/useless-fix.yaml",
	"id: TST006\nseverity: warning\n" HEAD "when: cfg.opt.stays == 1\nat: cfg.opt.stays\nmessage: stays\n"
	"fixes: [{safety: safe, title: t, set: {cfg.opt.other: \"2\"}}]\n",
	"a/move.yaml",
	"id: TST007\nseverity: warning\n" HEAD "when: has(cfg.data.old)\nat: cfg.data.old\nmessage: old\n"
	"fixes: [{safety: safe, title: t, move: {cfg.data.old: cfg.data.loader.new}}]\n",
	"a/pipeline.yaml",
	"id: TST008\nseverity: warning\n" HEAD
	"when: cfg.data.pipeline[0].k == 1\nat: cfg.data.pipeline[0].k\nmessage: pipeline\n"
	"fixes: [{safety: safe, title: t, set: {\"cfg.data.pipeline[0].k\": \"2\"}}]\n",
	"a/unsafe.yaml",
	"id: TST009\nseverity: warning\n" HEAD "when: cfg.opt.risky == 1\nat: cfg.opt.risky\nmessage: risky\n"
	"fixes: [{safety: unsafe, title: t, set: {cfg.opt.risky: \"0\"}}]\n",
	"a/brings.yaml",
	"id: TST010\nseverity: info\n" HEAD "when: cfg.opt.worse == 1\nat: cfg.opt.worse\nmessage: worse\n"
	"fixes: [{safety: safe, title: t, set: {cfg.opt.worse: \"0\", cfg.data.wrong: \"1\"}}]\n",
	"a/whole.yaml",
	"id: TST011\nseverity: warning\n" HEAD "when: cfg.opt.loss == 'bad'\nat: cfg.opt.loss\nmessage: loss\n"
	"fixes: [{safety: safe, title: t, set: {cfg.opt.loss: \"{'kind': 'good'}\"}}]\n",
	"a/other-value.yaml",
	"id: TST012\nseverity: warning\n" HEAD "when: cfg.data.twice == 1\nat: cfg.data.twice\nmessage: one\n"
	"fixes: [{safety: safe, title: t, set: {cfg.data.twice: \"2\"}}]\n",
	"a/another-value.yaml",
	"id: TST013\nseverity: warning\n" HEAD "when: cfg.data.twice == 1\nat: cfg.data.twice\nmessage: another\n"
	"fixes: [{safety: safe, title: t, set: {cfg.data.twice: \"3\"}}]\n",
	"a/whole-list.yaml",
	"id: TST014\nseverity: error\n" HEAD "when: cfg.data.parts[0] == 1\nat: cfg.data.parts\nmessage: whole\n"
	"fixes: [{safety: safe, title: t, set: {cfg.data.parts: \"5\"}}]\n",
	"a/one-of-a-list.yaml",
	"id: TST015\nseverity: warning\n" HEAD "when: cfg.data.parts[1] == 2\nat: cfg.data.parts\nmessage: part\n"
	"fixes: [{safety: safe, title: t, set: {\"cfg.data.parts[1]\": \"3\"}}]\n",
	"a/new-key.yaml",
	"id: TST016\nseverity: warning\n" HEAD
	"when: cfg.opt.wants_new and not has(cfg.opt.new)\nat: cfg.opt\nmessage: new\n"
	"fixes: [{safety: safe, title: t, set: {cfg.opt.new: \"1\"}}]\n",
	"a/new-key-too.yaml",
	"id: TST017\nseverity: warning\n" HEAD
	"when: cfg.opt.wants_new and not has(cfg.opt.new)\nat: cfg.opt\nmessage: new\n"
	"fixes: [{safety: safe, title: t, set: {cfg.opt.new: \"2\"}}]\n",
	NULL,
};

static struct rules_folder folder;
static struct ruleset *rules;

static int load_rules(void **state)
{
	(void)state;
	rules = rules_folder_good(&folder, rule_files);
	return 0;
}

static int free_rules(void **state)
{
	(void)state;
	ruleset_free(rules);
	rules_folder_end(&folder);
	return 0;
}

/* --- one run */

struct fixture {
	struct arena a;
	struct vfs *fs;
	struct pool *pool;
	struct graph *g;
	struct linter l;
	struct diags found;
	struct fix_result r;
};

#define MAIN "/p/configs/main.py"

static void fix_paths(struct fixture *f, const char *const *files, const char *const *path, size_t n, struct fix_opts o)
{
	struct overrides over = { .isolated = true, .loader = LOADER_MMCV1 };
	struct lint_stats stats = { 0 };
	struct err e = { 0 };

	memset(f, 0, sizeof *f);
	f->fs = vfs_new_sealed();
	f->pool = pool_new(1);
	vfs_put(f->fs, "/p/setup.py", "", 0);
	for (; *files; files += 2)
		vfs_put(f->fs, files[0], files[1], strlen(files[1]));
	over.sel.pedantic = true;
	f->l = (struct linter){ .vfs = f->fs, .pool = f->pool, .rules = rules, .graph = { .loader = LOADER_MMCV1 } };
	linter_open(&f->l, &over, NULL);
	f->g = linter_load(&f->l, path, n);
	lint_run(&f->l, &f->a, graph_subjects(f->g), &f->found, NULL, &stats);
	if (!fix_run(&f->l, &f->a, &(struct fix_input){ .g = f->g, .paths = path, .npaths = n, .found = &f->found }, &o,
		     &f->r, &e))
		fail_msg("%s", e.msg);
}

static void fix_with(struct fixture *f, const char *const *files, struct fix_opts o)
{
	fix_paths(f, files, (const char *const[]){ MAIN }, 1, o);
}

static void done(struct fixture *f)
{
	fix_result_release(&f->r);
	vec_release(&f->found);
	linter_close(&f->l);
	graph_free(f->g);
	pool_free(f->pool);
	vfs_free(f->fs);
	arena_release(&f->a);
}

static const char *new_text(const struct fixture *f, const char *path)
{
	for (uint32_t i = 0; i < f->r.nfiles; i++)
		if (strcmp(f->r.file[i].path, path) == 0)
			return f->r.file[i].new_bytes;
	return NULL;
}

static void expect_reason(const struct fixture *f, const char *reason)
{
	for (uint32_t i = 0; i < f->r.noutcomes; i++)
		if (f->r.outcome[i].what == FIX_REFUSED && strstr(f->r.outcome[i].reason, reason))
			return;
	for (uint32_t i = 0; i < f->r.noutcomes; i++)
		print_error("%s %d: %s\n", f->r.outcome[i].diag->rule->id, f->r.outcome[i].what,
			    f->r.outcome[i].reason ? f->r.outcome[i].reason : "-");
	fail_msg("no refusal because of: %s", reason);
}

static void show_refusals(const struct fixture *f)
{
	for (uint32_t i = 0; i < f->r.noutcomes; i++)
		if (f->r.outcome[i].what == FIX_REFUSED)
			print_error("%s: %s\n", f->r.outcome[i].diag->rule->id, f->r.outcome[i].reason);
}

/* Fixes text to result, and then finds nothing more. */
static void fixes_to(const char *text, const char *result)
{
	const char *files[] = { MAIN, text, NULL };
	struct fixture f;

	fix_with(&f, files, (struct fix_opts){ 0 });
	if (!new_text(&f, MAIN))
		show_refusals(&f);
	assert_non_null(new_text(&f, MAIN));
	assert_string_equal(new_text(&f, MAIN), result);
	assert_int_equal(f.r.refused, 0);
	assert_true(f.r.applied > 0);
	done(&f);
	files[1] = result;
	fix_with(&f, files, (struct fix_opts){ 0 });
	assert_int_equal(f.r.nfiles, 0);
	assert_int_equal(f.r.rounds, 0);
	assert_null(f.r.after);
	done(&f);
}

static void refuses(const char *text, const char *reason)
{
	const char *files[] = { MAIN, text, NULL };
	struct fixture f;

	fix_with(&f, files, (struct fix_opts){ 0 });
	assert_int_equal(f.r.nfiles, 0);
	expect_reason(&f, reason);
	done(&f);
}

/* --- claims */

static void each_verb_is_applied(void **state)
{
	(void)state;
	fixes_to("data = dict(size=8)\n", "data = dict(size=4)\n");
	fixes_to("data = dict(a=1, useless=2)\n", "data = dict(a=1)\n");
	fixes_to("data = dict(wrong=2)\n", "data = dict(right=2)\n");
	fixes_to("hooks = ['a']\n", "hooks = ['a', 'b']\n");
	fixes_to("opt = dict(clip_me=True)\n", "opt = dict(clip_me=True, clip=dict(norm=35, kind=2))\n");
	fixes_to("data = dict(a=1, old=2)\n", "data = dict(a=1, loader=dict(new=2))\n");
	fixes_to("opt = dict(loss='bad')\n", "opt = dict(loss=dict(kind='good'))\n");
}

static void several_findings_in_one_file(void **state)
{
	(void)state;
	fixes_to("data = dict(\n    size=8,  # n\n    useless=1,\n    wrong=2)\nhooks = ['a']\nopt = "
		 "dict(clip_me=True, loss='bad')\n",
		 "data = dict(\n    size=4,  # n\n    right=2)\nhooks = ['a', 'b']\n"
		 "opt = dict(clip_me=True, loss=dict(kind='good'), clip=dict(norm=35, kind=2))\n");
}

static void collisions_wait_for_the_next_round(void **state)
{
	(void)state;
	fixes_to("data = dict(wrong=1, useless=2)\n", "data = dict(right=1)\n");
	fixes_to("data = dict(useless=1, old=2)\n", "data = dict(loader=dict(new=2))\n");
}

/* One of them is made, and what is left of the other's finding then decides. */
static void of_edits_that_meet_one_is_made(void **state)
{
	(void)state;
	fixes_to("data = dict(twice=1)\n", "data = dict(twice=2)\n");
	fixes_to("data = dict(parts=[1, 2])\n", "data = dict(parts=5)\n");
	fixes_to("opt = dict(wants_new=True)\n", "opt = dict(wants_new=True, new=1)\n");
}

static void the_next_items_comment_stays(void **state)
{
	(void)state;
	fixes_to("data = dict(useless=1,  # gone\n    # about b\n    b=2)\n",
		 "data = dict(\n    # about b\n    b=2)\n");
	fixes_to("data = dict(\n    # about a\n    a=1,\n    useless=1,\n    # about b\n    b=2)\n",
		 "data = dict(\n    # about a\n    a=1,\n    # about b\n    b=2)\n");
}

static void bad_fixes_are_refused_and_good_ones_kept(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8)\nopt = dict(stays=1)\n", NULL };
	struct fixture f;

	(void)state;
	fix_with(&f, files, (struct fix_opts){ 0 });
	assert_string_equal(new_text(&f, MAIN), "data = dict(size=4)\nopt = dict(stays=1)\n");
	expect_reason(&f, "the finding would remain");
	assert_int_equal(f.r.applied, 1);
	assert_int_equal(f.r.refused, 1);
	done(&f);
}

static void collateral_changes_are_refused(void **state)
{
	(void)state;
	refuses("common = dict(size=8)\ndata = dict(**common)\nopt = dict(**common)\n", "it would also change");
	refuses("def make():\n    return dict(size=8)\ndata = make()\n", "several values at once");
	refuses("opt = dict(worse=1)\ndata = dict()\n", "it would cause TST003");
}

static void a_variable_that_only_carries_the_value_may_change(void **state)
{
	(void)state;
	fixes_to("pipe = [dict(k=1)]\ndata = dict(pipeline=pipe)\n",
		 "pipe = [dict(k=2)]\ndata = dict(pipeline=pipe)\n");
	refuses("hooks = [dict(k=1)]\ndata = dict(pipeline=hooks)\n", "it would also change hooks[0].k");
	refuses("pipe = [dict(k=1)]\ndata = dict(pipeline=pipe, val=dict(pipeline=pipe))\n", "it would also change");
}

static void a_variable_is_set_right_where_it_is_set(void **state)
{
	(void)state;
	fixes_to("n = 8\ndata = dict(size=n)\n", "n = 4\ndata = dict(size=n)\n");
	fixes_to("n = 8\nm = n\ndata = dict(size=m)\n", "n = 4\nm = n\ndata = dict(size=m)\n");
	/* used elsewhere too; a key of other code; set twice; not set here */
	fixes_to("n = 8\ndata = dict(size=n, other=n)\n", "n = 8\ndata = dict(size=4, other=n)\n");
	fixes_to("hooks = 8\ndata = dict(size=hooks)\n", "hooks = 8\ndata = dict(size=4)\n");
	fixes_to("n = 1\nn = 8\ndata = dict(size=n)\n", "n = 1\nn = 8\ndata = dict(size=4)\n");
	fixes_to("for n in [8]:\n    pass\ndata = dict(size=n)\n", "for n in [8]:\n    pass\ndata = dict(size=4)\n");
}

static void spread_dicts_and_lists_in_parts(void **state)
{
	(void)state;
	fixes_to("c = dict(size=8)\ndata = dict(**c)\n", "c = dict(size=4)\ndata = dict(**c)\n");
	refuses("c = dict(size=8)\ndata = dict(**c)\ntwin = dict(**c)\n", "it would also change twin.size");
	fixes_to("hooks = [] + ['a']\n", "hooks = [] + ['a', 'b']\n");
	fixes_to("data = 0\ndata = dict(size=8 // 1)\n", "data = 0\ndata = dict(size=4)\n");
	refuses("data = dict(size=4)\ndata['size'] += 4\n", "the value is computed in line 2");
}

static void what_moves_keeps_its_text(void **state)
{
	(void)state;
	fixes_to("data = dict(\n    old=dict(\n        a=2e-4,  # why\n        b=\"s\"),\n    c=1)\n",
		 "data = dict(\n    loader=dict(\n        new=dict(\n            a=2e-4,  # why\n            "
		 "b=\"s\")),\n    c=1)\n");
	fixes_to("v = 1\ndata = dict(old=v, loader=dict(x=v))\n", "v = 1\ndata = dict(loader=dict(x=v, new=v))\n");
}

static void unsafe_fixes_wait_for_permission(void **state)
{
	const char *files[] = { MAIN, "opt = dict(risky=1)\n", NULL };
	struct fixture f;

	(void)state;
	fix_with(&f, files, (struct fix_opts){ 0 });
	assert_int_equal(f.r.nfiles, 0);
	assert_int_equal(f.r.unsafe_left, 1);
	done(&f);
	fix_with(&f, files, (struct fix_opts){ .unsafe = true });
	assert_string_equal(new_text(&f, MAIN), "opt = dict(risky=0)\n");
	done(&f);
}

#define BASE "/p/configs/base.py"
#define INHERIT "_base_ = './base.py'\n"

static void a_bases_value_is_overridden_in_the_child(void **state)
{
	const char *files[] = { MAIN, INHERIT, BASE, "data = dict(size=8)\nopt = dict(loss='bad')\n", NULL };
	struct fixture f;

	(void)state;
	fix_with(&f, files, (struct fix_opts){ 0 });
	assert_string_equal(new_text(&f, MAIN),
			    INHERIT "data = dict(size=4)\nopt = dict(loss=dict(_delete_=True, kind='good'))\n");
	assert_null(new_text(&f, BASE));
	done(&f);
	files[3] = "data = dict(size=8)\nopt = dict(loss=dict(kind='bad', more=1))\n";
	fix_with(&f, files, (struct fix_opts){ 0 });
	assert_string_equal(new_text(&f, MAIN), INHERIT "data = dict(size=4)\n");
	done(&f);
}

static void a_bases_key_is_not_removed_from_a_child(void **state)
{
	const char *files[] = { MAIN, INHERIT, BASE, "data = dict(useless=8)\n", NULL };
	struct fixture f;

	(void)state;
	fix_with(&f, files, (struct fix_opts){ 0 });
	assert_int_equal(f.r.nfiles, 0);
	expect_reason(&f, "set in configs/base.py:1, inherited by 1 config; use --edit-bases");
	done(&f);
	fix_with(&f, files, (struct fix_opts){ .edit_bases = true });
	assert_string_equal(new_text(&f, BASE), "data = dict()\n");
	assert_null(new_text(&f, MAIN));
	done(&f);
}

static void a_bases_list_is_out_of_reach(void **state)
{
	const char *files[] = { MAIN, INHERIT, BASE, "data = dict(pipeline=[dict(k=1)])\n", NULL };
	struct fixture f;

	(void)state;
	fix_with(&f, files, (struct fix_opts){ 0 });
	expect_reason(&f, "data.pipeline is a list of configs/base.py:1, and lists don't merge");
	done(&f);
	fix_with(&f, files, (struct fix_opts){ .edit_bases = true });
	assert_string_equal(new_text(&f, BASE), "data = dict(pipeline=[dict(k=2)])\n");
	done(&f);
}

#define CHILD "/p/configs/child.py"

static const char *const both[] = { MAIN, CHILD };

static void dependents_are_not_changed_silently(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8)\n", CHILD, "_base_ = ['main.py']\n", NULL };
	struct fixture f;

	(void)state;
	fix_paths(&f, files, both, 2, (struct fix_opts){ 0 });
	assert_int_equal(f.found.n, 1);
	assert_int_equal(f.r.nfiles, 0);
	expect_reason(&f, "1 config inherits from configs/main.py and would change too; use --edit-bases");
	done(&f);
	fix_paths(&f, files, both, 2, (struct fix_opts){ .edit_bases = true });
	assert_string_equal(new_text(&f, MAIN), "data = dict(size=4)\n");
	assert_null(new_text(&f, CHILD));
	done(&f);
}

static void overriding_dependents_do_not_mind(void **state)
{
	const char *files[] = { MAIN, "data = dict(size=8)\n", CHILD, "_base_ = ['main.py']\ndata = dict(size=2)\n",
				NULL };
	struct fixture f;

	(void)state;
	fix_paths(&f, files, both, 2, (struct fix_opts){ 0 });
	assert_string_equal(new_text(&f, MAIN), "data = dict(size=4)\n");
	assert_null(new_text(&f, CHILD));
	done(&f);
}

static void a_child_that_needs_the_old_value_blocks_its_base(void **state)
{
	const char *files[] = { MAIN, "opt = dict(loss='bad')\n", CHILD,
				"_base_ = ['main.py']\nopt = dict(loss='mine')\n", NULL };
	struct fixture f;

	(void)state;
	fix_paths(&f, files, both, 2, (struct fix_opts){ 0 });
	assert_string_equal(new_text(&f, MAIN), "opt = dict(loss=dict(kind='good'))\n");
	done(&f);
	files[1] = "data = dict(useless=1)\n";
	files[3] = "_base_ = ['main.py']\ndata = dict(a={{_base_.data.useless}})\n";
	fix_paths(&f, files, both, 2, (struct fix_opts){ .edit_bases = true });
	assert_int_equal(f.r.nfiles, 0);
	expect_reason(&f, "the result would not load");
	done(&f);
}

static void one_finding_of_a_base_is_fixed_once_with_permission(void **state)
{
	const char *files[] = { MAIN, INHERIT, CHILD, INHERIT, BASE, "data = dict(size=8)\n", NULL };
	struct fixture f;

	(void)state;
	fix_paths(&f, files, both, 2, (struct fix_opts){ 0 });
	assert_string_equal(new_text(&f, MAIN), INHERIT "data = dict(size=4)\n");
	assert_string_equal(new_text(&f, CHILD), INHERIT "data = dict(size=4)\n");
	done(&f);
	fix_paths(&f, files, both, 2, (struct fix_opts){ .edit_bases = true });
	assert_int_equal(f.r.nfiles, 1);
	assert_string_equal(new_text(&f, BASE), "data = dict(size=4)\n");
	done(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_verb_is_applied),
		cmocka_unit_test(several_findings_in_one_file),
		cmocka_unit_test(collisions_wait_for_the_next_round),
		cmocka_unit_test(of_edits_that_meet_one_is_made),
		cmocka_unit_test(the_next_items_comment_stays),
		cmocka_unit_test(bad_fixes_are_refused_and_good_ones_kept),
		cmocka_unit_test(collateral_changes_are_refused),
		cmocka_unit_test(a_variable_that_only_carries_the_value_may_change),
		cmocka_unit_test(a_variable_is_set_right_where_it_is_set),
		cmocka_unit_test(spread_dicts_and_lists_in_parts),
		cmocka_unit_test(what_moves_keeps_its_text),
		cmocka_unit_test(unsafe_fixes_wait_for_permission),
		cmocka_unit_test(a_bases_value_is_overridden_in_the_child),
		cmocka_unit_test(a_bases_key_is_not_removed_from_a_child),
		cmocka_unit_test(a_bases_list_is_out_of_reach),
		cmocka_unit_test(dependents_are_not_changed_silently),
		cmocka_unit_test(overriding_dependents_do_not_mind),
		cmocka_unit_test(a_child_that_needs_the_old_value_blocks_its_base),
		cmocka_unit_test(one_finding_of_a_base_is_fixed_once_with_permission),
	};

	return cmocka_run_group_tests(tests, load_rules, free_rules);
}

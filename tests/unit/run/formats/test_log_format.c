// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "run/formats/read_log.h"
#include "rules_folder.h"
#include <string.h>

static void load(const char *text, const char *problem)
{
	struct rules_folder folder;
	struct sources *sources = sources_new();
	struct vfs *disk = vfs_new(NULL);
	struct log_formats f;
	struct arena a = { 0 };
	struct err e = { 0 };

	rules_folder_begin(&folder);
	rules_folder_put(&folder, "logs/own.yaml", text);
	assert_int_equal(log_formats_load(&a, sources, disk, folder.dir, &f, &e), !problem);
	if (problem && !strstr(e.msg, problem))
		fail_msg("%s: %s", problem, e.msg);
	rules_folder_end(&folder);
	vfs_free(disk);
	sources_free(sources);
	arena_release(&a);
}

static void mistakes_are_told_with_their_place(void **state)
{
	(void)state;
	load("name: x\nprefx: []\n", "own.yaml:2: unknown key in a format of logs: 'prefx'");
	load("train: 'Iter [{iter}]'\n", "own.yaml:1: a list of templates is wanted here");
	load("name: x\ntrain: ['Iter [{itre}]']\n", "own.yaml:2: '{itre}' is not a field");
	load("train: ['{iter} of']\n", "begins with a field");
	load("events: {savng: [x]}\n", "unknown key in events: 'savng'");
	load("keys: {lr: [lr], losss: [x]}\n", "unknown key in keys: 'losss'");
	load("window: ten\n", "window must be a whole number");
	load("json: {mode: x}\n", "unknown key in json");
	load("memory: {ranks: both}\n", "unknown ranks 'both'");
	load("lands: {epoch_loop: {by_epoch: {log: tim}}}\n", "unknown log 'tim' (did you mean 'time'?)");
	load("facts: {seed: seed}\n", "must be a list");
	load("- x\n", "must be a map");
	load("name: x\nprefix: '{year} '\n", NULL);
}

/* A new framework is read with its file alone. */
static void another_framework(void **state)
{
	struct rules_folder folder;
	struct sources *sources = sources_new();
	struct vfs *disk = vfs_new(NULL);
	struct log_formats f;
	struct runs all;
	struct arena a = { 0 };
	struct err e = { 0 };
	static const char log[] =
		"[11/22 10:00:00] run: args: a\n[11/22 10:00:05] run:   epoch: 1/3  step: 20/100  loss=1\n"
		"[11/22 10:00:05] run: step 20 of 100 total_loss: 1.5 lr: 0.02 time: 0.25 max_mem: 3000M\n";

	(void)state;
	rules_folder_begin(&folder);
	rules_folder_put(&folder, "logs/own.yaml",
			 "prefix: ['[{month}/{day} {hour}:{minute}:{second}] {logger}: ']\nbegin: ['args:']\n"
			 "train: ['step {iter} of {max_iters}']\n"
			 "keys: {loss: [total_loss], lr: [lr], time: [time], memory: [max_mem]}\n");
	assert_true(log_formats_load(&a, sources, disk, folder.dir, &f, &e));
	assert_true(runs_read_bytes(&all, &f, "/x.log", log, sizeof log - 1, NULL, &e));
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].train.n, 1);
	assert_int_equal(all.at[0].train.at[0].iter, 20);
	assert_true(all.at[0].train.at[0].memory == 3000 && all.at[0].train.at[0].loss == 1.5f);
	assert_true(all.at[0].train.at[0].clock - all.at[0].first_clock == 5);
	runs_release(&all);
	rules_folder_end(&folder);
	vfs_free(disk);
	sources_free(sources);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mistakes_are_told_with_their_place),
		cmocka_unit_test(another_framework),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

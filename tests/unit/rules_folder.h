// SPDX-License-Identifier: MIT
/* For tests: a folder of rules on disk, for as long as the test runs. */
#ifndef TESTS_RULES_FOLDER_H
#define TESTS_RULES_FOLDER_H
#include "run/run_subject.h"
#include "lint/judge/code_rules.h"
#include "lint/rules/ruleset.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct rules_folder {
	char dir[64];
};

static inline void rules_folder_begin(struct rules_folder *f)
{
	strcpy(f->dir, "/tmp/cfglint-rules-XXXXXX");
	if (!mkdtemp(f->dir))
		abort();
}

/* name: CATEGORY/NAME.yaml, or NAME.yaml */
static inline void rules_folder_put(const struct rules_folder *f, const char *name, const char *text)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", f->dir, name);
	char *slash = strrchr(path, '/');
	*slash = '\0';
	mkdir(path, 0777);
	*slash = '/';
	FILE *to = fopen(path, "w");
	if (!to || fputs(text, to) < 0 || fclose(to))
		abort();
}

static inline struct ruleset *rules_folder_load(const struct rules_folder *f, struct err *e)
{
	return ruleset_load(f->dir, &(struct rule_host){ known_kinds, native_code_names() }, e);
}

/* A new folder with these files: names and texts by turns, NULL at the end. */
static inline struct ruleset *rules_folder_of(struct rules_folder *f, const char *const *files, struct err *e)
{
	rules_folder_begin(f);
	for (size_t i = 0; files[i]; i += 2)
		rules_folder_put(f, files[i], files[i + 1]);
	return rules_folder_load(f, e);
}

/* The same of a file of tests, as its setup does it. */
static inline struct ruleset *rules_folder_good(struct rules_folder *f, const char *const *files)
{
	struct err e = { 0 };
	struct ruleset *rules = rules_folder_of(f, files, &e);

	if (!rules) {
		fprintf(stderr, "%s\n", e.msg);
		abort();
	}
	return rules;
}

static inline void rules_folder_end(const struct rules_folder *f)
{
	char command[96];
	snprintf(command, sizeof command, "rm -rf %s", f->dir);
	if (system(command))
		abort();
}
#endif

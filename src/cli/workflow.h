// SPDX-License-Identifier: MIT
/* Runners of GitHub Actions, Azure Pipelines and TeamCity take lines of a step's output as commands: `::set-output`,
 * `##[group]`, `##vso[task.setvariable]`, `##teamcity[publishArtifacts]`. Names and texts of an untrusted branch must
 * not become commands. */
#ifndef CLI_WORKFLOW_H
#define CLI_WORKFLOW_H
#include "base/util.h"
#include <stdio.h>

struct workflow_stream {
	FILE *was; /* NULL: it is no other one now */
	int fd;
	unsigned format, at, hashes; /* cli/workflow.c */
	bool letters;
};
struct workflow {
	struct workflow_stream out, err;
};
/* Where such a runner is at work, by GITHUB_ACTIONS, TF_BUILD or TEAMCITY_VERSION: from now on standard output and
 * standard error break up what it would take, `::` as `:\x3a`, `##vso[` as `##vso\x5b`. Not what `-o FILE` takes. */
void workflow_guard(struct workflow *w);
void workflow_end(struct workflow *w); /* the streams are what they were */
/* In a text for standard output that must stay unchanged: the first line, from 1, that would be a command; 0: none. */
uint32_t workflow_command_in(const char *text, size_t n);
/* Writes lines of GitHub's own commands to standard output. */
void workflow_say_own(const char *text, size_t n);
#endif

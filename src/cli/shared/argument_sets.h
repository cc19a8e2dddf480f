// SPDX-License-Identifier: MIT
/* The sets of arguments that a file is about, each as the trainer gets it, for commands that look at them.
 *
 * 	train.py		its calls of TrainingArguments; without any: the launch lines that start it
 * 	run.sh			its launch lines; where the script behind one makes the set itself, that set
 * 	sft.yaml, ds.json	the file
 * 	trl.yaml		the launch lines that name it, where it is of no known reader
 *
 * A set gets the launch line that brings it, if the project has exactly one. */
#ifndef CLI_SHARED_ARGUMENT_SETS_H
#define CLI_SHARED_ARGUMENT_SETS_H
#include "arguments/global_batch.h"
#include "base/vec.h"
#include "cli/session.h"

struct argument_set {
	const struct subject *subject; /* holds the element */
	const struct subject *line;    /* the launch script whose line brings it; NULL: none is known */
	uint32_t nlines;	       /* launch lines that may bring it, where it is not exactly one */
	struct value line_files;       /* files that the line names beside those of the element (form of `files`) */
	struct effective_set x;
};
struct argument_subjects {
	const struct subject_set *set;
	const char *lines; /* the launch scripts that counted */
};
struct argument_sets {
	struct session *s;
	struct effective_sources from;
	VEC(, struct argument_subjects) loaded;
	VEC(, struct argument_set);
};
/* The sets of the file: absolute path, admitted. Release it. Without any: n is 0. */
void argument_sets_of(struct session *s, const char *path, struct argument_sets *out);
/* The same as the revision has it; NULL: as the work tree has it. The revision stays open until these are released. */
struct revision;
void argument_sets_of_revision(struct session *s, struct revision *r, const char *path, struct argument_sets *out);
/* Why a file that argument_words takes has none. */
void argument_sets_report_none(struct session *s, const char *word);
void argument_sets_release(struct argument_sets *x);
/* Where an argument was given, or its project's default stands, in a source of that subject's set: "run.sh:3:12"; of a
 * default of the library what is said of it. */
void argument_place(struct buf *b, const struct session *s, const struct argument_set *x, const struct subject *of,
		    const struct effective *e);
/* A place in a source of the subject's set; at nowhere, or of NULL: nothing. */
void argument_span(struct buf *b, const struct session *s, const struct subject *of, struct span at);
/* Calls see for each file that the set names, and those that these name, with the argument that names it, the entry of
 * `files` (arguments/element.h), and the subject in whose sources it stands. */
typedef void argument_file_see(const void *ctx, const struct subject *of, const char *key, struct value file);
void argument_files_each(const struct argument_set *x, argument_file_see *see, const void *ctx);
/* "TrainingArguments", "LLaMA-Factory config" */
const char *argument_set_name(const struct argument_set *x);
/* It is given, and a text, a number or a switch. */
bool argument_says_something(const struct effective *e);
/* A call of a class that is given a set: of its own arguments only those that say something count. */
bool argument_set_is_trainer(const struct argument_sets *all, const struct effective_set *x);
/* Whether it says how a training runs: its table has a batch. */
bool argument_set_trains(const struct argument_sets *all, const struct argument_set *x);
/* The one that such commands compare or explain: the first that trains, else the first. NULL: there is none. */
const struct argument_set *argument_set_main(const struct argument_sets *all);
#endif

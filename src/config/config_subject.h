// SPDX-License-Identifier: MIT
/* Configs as subjects of rules: the row of their kind, and the way from one to the other. */
#ifndef CONFIG_CONFIG_SUBJECT_H
#define CONFIG_CONFIG_SUBJECT_H
#include "config/graph.h"

extern const struct subject_kind config_kind; /* its load takes struct graph_opts */

/* Fills m->subject; all of m's other fields are there, and m's bases stay where they are. */
void config_subject(struct module *m, const struct subject_set *set);
const struct module *subject_config(const struct subject *s); /* NULL: it is none */
/* Whether one of its folders below top is named as those of configs are. */
bool config_folder_above(const char *top, const char *path);
/* For walks: git is asked of what ignore files name in such folders (walk_opts.ignored); ctx: any. */
bool config_ignored(void *ctx, const char *path, bool is_dir);
const char *subject_file(const struct subject *s); /* its path; of a config behind links the file that they lead to */
const struct graph *subject_graph(const struct subject_set *set); /* of a set of configs */
#endif

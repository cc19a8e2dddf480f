// SPDX-License-Identifier: MIT
/* Configs as subjects of rules: the row of their kind, and conversions between module and subject. */
#ifndef CONFIG_CONFIG_SUBJECT_H
#define CONFIG_CONFIG_SUBJECT_H
#include "config/graph.h"

extern const struct subject_kind config_kind; /* its load takes struct graph_opts */

/* Fills m->subject. All other fields of m must be set, and m's bases must not move afterwards. */
void config_subject(struct module *m, const struct subject_set *set);
const struct module *subject_config(const struct subject *s); /* NULL: it is no config */
/* Whether one of its folders below top has a name that is usual for folders of configs. */
bool config_folder_above(const char *top, const char *path);
/* For walks (walk_opts.ignored): in such folders, ignored entries count if git tracks them; ctx: any. */
bool config_ignored(void *ctx, const char *path, bool is_dir);
const char *subject_file(const struct subject *s);		  /* its path; for a config behind links, the target */
const struct graph *subject_graph(const struct subject_set *set); /* of a set of configs */
#endif

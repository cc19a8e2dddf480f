// SPDX-License-Identifier: MIT
/* Loads the targets, and reports problems of loading. */
#ifndef CLI_LOAD_CONFIGS_H
#define CLI_LOAD_CONFIGS_H
#include "cli/targets.h"

/* Applies what the options and the settings of these targets say about loading: creates linter.graph. */
void session_set_loading(struct session *s, const struct targets *t);
/* Reports the warnings of these settings, each once. */
void session_warn(struct session *s, const struct settings *st);
/* Loads them under their settings, and creates linter.graph. To load them again call linter_load. */
struct graph *session_load(struct session *s, const struct targets *t);
/* The subjects of one kind among the targets; the kind frees them. NULL: there are none. */
const struct subject_set *session_subjects(struct session *s, const struct targets *t, const struct subject_kind *kind);
/* What of these, and of what they inherit from, could not be read or parsed, with status 2. */
void session_report_unreadable(struct session *s, const struct subject_set *set, const struct targets *t);
/* Loader and dialect of each target of a set of configs, on stderr (-v). */
void session_report_assumptions(struct session *s, const struct subject_set *set, const struct targets *t);
#endif

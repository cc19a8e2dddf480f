// SPDX-License-Identifier: MIT
/* From targets to what is loaded of them, and what there is to tell about that. */
#ifndef CLI_LOAD_CONFIGS_H
#define CLI_LOAD_CONFIGS_H
#include "cli/targets.h"

/* What the settings of these targets, and the options, say of loading: makes linter.graph. */
void session_set_loading(struct session *s, const struct targets *t);
/* Tells the warnings of these settings; each once. */
void session_warn(struct session *s, const struct settings *st);
/* Loads them under their settings, which make linter.graph. Who loads them again calls linter_load. */
struct graph *session_load(struct session *s, const struct targets *t);
/* The subjects of one kind among the targets; the kind frees them. NULL: there are none. */
const struct subject_set *session_subjects(struct session *s, const struct targets *t, const struct subject_kind *kind);
/* What of these, and of what they inherit from, could not be read or parsed, with status 2. */
void session_tell_unreadable(struct session *s, const struct subject_set *set, const struct targets *t);
/* Loader and dialect of each target of a set of configs, on stderr (-v). */
void session_tell_assumptions(struct session *s, const struct subject_set *set, const struct targets *t);
#endif

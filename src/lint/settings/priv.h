// SPDX-License-Identifier: MIT
/* Between settings.c (which file holds for whom) and read.c (its keys). */
#ifndef LINT_SETTINGS_PRIV_H
#define LINT_SETTINGS_PRIV_H
#include "spec/read.h"
#include "lint/settings/settings.h"

/* Fills s from the parsed file. false: e says where. */
bool settings_read(struct arena *a, const struct ruleset *rs, const struct source *src, struct settings *s,
		   struct err *e);
/* Command-line figures on top. */
bool settings_override(struct arena *a, const struct overrides *o, struct settings *s, struct err *e);
#endif

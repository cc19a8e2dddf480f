// SPDX-License-Identifier: MIT
/* Between settings.c (which file holds for whom), settings_read.c (its keys) and select.c (which rules run). */
#ifndef LINT_SETTINGS_PRIV_H
#define LINT_SETTINGS_PRIV_H
#include "spec/read.h"
#include "lint/settings/settings.h"
#include "lint/rules/ruleset.h"

/* Fills s from the parsed file. false: e says where. */
bool settings_read(struct arena *a, const struct ruleset *rs, const struct source *src, struct settings *s,
		   struct err *e);
/* Command-line figures on top. */
bool settings_override(struct arena *a, const struct overrides *o, struct settings *s, struct err *e);
bool settings_turns_off(const struct settings *s, const struct rule *r); /* rules: {ID: {severity: off}} */
#endif

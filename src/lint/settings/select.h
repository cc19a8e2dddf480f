// SPDX-License-Identifier: MIT
/* The settings of one rule: whether it runs, its severity, its options and its fixes. */
#ifndef LINT_SETTINGS_SELECT_H
#define LINT_SETTINGS_SELECT_H
#include "lint/settings/settings.h"

/* Whether a rule runs, and with which severity, under these settings. */
bool settings_selects(const struct settings *s, const struct rule *r, enum severity sev);
/* The word `perf` would select it, or `cfglint slow` reports it; and the run is not limited to certain rules, and it is
 * not excluded. */
bool settings_holds_back(const struct settings *s, const struct rule *r, enum severity sev);
bool settings_select_any(const struct settings *s, const struct ruleset *rs); /* some rule of these runs */
/* They name the rule by more than a level: what selects, or `rules:` with a severity that is not off. */
bool settings_ask_for(const struct settings *s, const struct rule *r);
enum severity settings_severity(const struct settings *s, const struct rule *r, enum severity sev);
/* Settings on the fixes of a rule: the more exact word wins, of equal ones `unfixable` and `extend-unsafe-fixes`. */
bool settings_fixes(const struct settings *s, const struct rule *r, enum severity sev);
enum safety settings_safety(const struct settings *s, const struct rule *r, enum severity sev, enum safety own);
/* An option of a rule from these settings; false: not set (its default applies). */
bool settings_option(const struct settings *s, const struct rule *r, const struct str *name, struct arena *a,
		     struct value *out);
#endif

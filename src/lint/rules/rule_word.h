// SPDX-License-Identifier: MIT
/* Words that stand for rules, wherever rules are listed (--select, settings, comments): an id or a name (one rule), the
 * beginning of ids (`BLR`, `KEY00`) or a category (`data`), and in some lists a level (`perf`, `all`). Capitals don't
 * count. */
#ifndef LINT_RULES_RULE_WORD_H
#define LINT_RULES_RULE_WORD_H
#include "lint/rules/ruleset.h"

/* How exactly a word names a rule: the larger the better. Between PREFIX and NAME the length of the beginning counts; a
 * category is as exact as its three letters. */
enum { WORD_NOT = 0, WORD_LEVEL = 1, WORD_PREFIX = 2, WORD_NAME = 16 };

/* The word is n bytes and no level. */
unsigned word_names(const char *word, size_t n, const struct rule *r);
/* *all: every level. false: it is no level. */
bool word_is_level(const char *word, enum severity *level, bool *all);
/* Some loaded rule has that id, name, beginning or category. */
bool word_is_rules(const struct ruleset *rs, const char *word);
/* The suggestion for an unknown word, or NULL. */
const char *word_nearest(const struct ruleset *rs, const char *word, bool levels);
#endif

// SPDX-License-Identifier: MIT
/* The commands: `int cmd_WORD(struct session *s)` each, which returns the exit status. */
#ifndef CLI_COMMAND_PRIV_H
#define CLI_COMMAND_PRIV_H
#include "cli/load.h"
#include "cli/tell.h"

#define DECLARE(bit, function, ...) int cmd_##function(struct session *s);
COMMANDS(DECLARE)
#undef DECLARE

/* Prints for each selected rule that finds nothing in the file why. x NULL: nothing. */
void explain_silence(struct session *s, const struct subject *x, const struct target *t);
void command_add_once(struct strings *all, const char *text); /* unless it is in the list */
struct graph;
struct module;
/* A path of the config that means what the absent p would mean: the same concept in its dialect, else what ends alike.
 * n == 0: there is none. */
struct keypath key_elsewhere(struct session *s, const struct graph *g, const struct module *m, struct keypath p);
/* Prints the profiles that there are for configs of the working directory, a line each. */
void variant_list_profiles(struct session *s);
struct rule;
/* As JSON (docs/json.md): a list of rules; one rule. */
void rules_json(struct rule *const *r, uint32_t n);
void rule_json(const struct rule *r);
#endif

// SPDX-License-Identifier: MIT
/* The commands: `int cmd_WORD(struct session *s)` each, which returns the exit status. */
#ifndef CLI_COMMAND_PRIV_H
#define CLI_COMMAND_PRIV_H
#include "cli/load_configs.h"
#include "cli/messages.h"

#define DECLARE(bit, function, ...) int cmd_##function(struct session *s);
COMMANDS(DECLARE)
#undef DECLARE

/* Prints for each selected rule without a finding in the file why. x NULL: prints nothing. */
void explain_silence(struct session *s, const struct subject *x, const struct target *t);
void command_add_once(struct strings *all, const char *text); /* unless it is in the list */
struct graph;
struct module;
/* A suggestion for the absent path p: a sibling key of similar spelling, else the same concept in the dialect of the
 * config, else a path with the same end; NULL: none. */
const char *key_meant(struct session *s, const struct graph *g, const struct module *m, struct keypath p);
/* Prints the profiles for configs of the working directory, one per line. */
void variant_list_profiles(struct session *s);
void variant_list_options(struct session *s); /* and the names of --set that each of them takes */
/* Prints the help of a command; NULL: of the program. */
int command_help(struct session *s, const struct command_row *c);
/* Prints the settings of the files and folders; none: of the working directory. */
void config_print(struct session *s, const struct strings *words);
struct rule;
/* As JSON (docs/json.md): a list of rules; one rule. */
void rules_list(struct rule *const *r, uint32_t n, bool quiet); /* as `cfglint rules` */
bool rules_word(const char *word, const struct rule *r); /* the word, of --select, means this rule among others */
void rules_json(struct rule *const *r, uint32_t n);
void rule_json(const struct rule *r);
#endif

// SPDX-License-Identifier: MIT
/* The commands: `int cmd_WORD(struct session *s)` each, which returns the exit status. */
#ifndef CLI_COMMAND_PRIV_H
#define CLI_COMMAND_PRIV_H
#include "cli/load_configs.h"
#include "cli/tell.h"

#define DECLARE(bit, function, ...) int cmd_##function(struct session *s);
COMMANDS(DECLARE)
#undef DECLARE

/* Prints for each selected rule that finds nothing in the file why. x NULL: nothing. */
void explain_silence(struct session *s, const struct subject *x, const struct target *t);
void command_add_once(struct strings *all, const char *text); /* unless it is in the list */
struct graph;
struct module;
/* The path of the config that was meant by p, which is absent: a key beside it is spelled nearly so, else the same
 * concept in its dialect, else what ends alike; NULL: there is none. */
const char *key_meant(struct session *s, const struct graph *g, const struct module *m, struct keypath p);
/* Prints the profiles that there are for configs of the working directory, a line each. */
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

// SPDX-License-Identifier: MIT
/* `cfglint show`, `where` and `diff` of Hydra programs and their configs (cli/shared/hydra_words.h). */
#ifndef CLI_COMMAND_SHOW_HYDRA_H
#define CLI_COMMAND_SHOW_HYDRA_H
#include "cli/shared/hydra_words.h"
#include "text/jwrite.h"

void show_hydra(struct session *s, const struct hydra_views *v);
/* all: the list that JSON goes into; NULL: text. */
void where_hydra(struct session *s, const char *key, const struct hydra_views *v, struct jwrite *all);
void diff_hydra(struct session *s, const struct hydra_view *a, const struct hydra_view *b);
#endif

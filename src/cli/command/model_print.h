// SPDX-License-Identifier: MIT
/* What a config builds (cli/command/model.h). As text for a terminal, in lines of its width. */
#ifndef CLI_COMMAND_MODEL_PRINT_H
#define CLI_COMMAND_MODEL_PRINT_H
#include "cli/command/model.h"

void model_print(struct session *s, struct buf *b, const struct model_view *v);
#endif

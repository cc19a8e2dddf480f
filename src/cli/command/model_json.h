// SPDX-License-Identifier: MIT
/* What a config builds (cli/command/model.h), as JSON; the format is in docs/json.md. */
#ifndef CLI_COMMAND_MODEL_JSON_H
#define CLI_COMMAND_MODEL_JSON_H
#include "cli/command/model.h"

void model_json(struct session *s, struct buf *b, const struct model_view *v);
#endif

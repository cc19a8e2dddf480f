// SPDX-License-Identifier: MIT
/* What a config builds (cli/command/model.h). As a page with a picture (report/draw/html.h). */
#ifndef CLI_COMMAND_MODEL_HTML_H
#define CLI_COMMAND_MODEL_HTML_H
#include "cli/command/model.h"

void model_html(struct session *s, struct buf *b, const struct model_view *v);
#endif

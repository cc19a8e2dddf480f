// SPDX-License-Identifier: MIT
/* Keys that a launch line sets behind the file of arguments that it names: `llamafactory-cli train x.yaml bf16=true`.
 * Which tables' lines do so is said by rules/launch.yaml (`file_overrides`). */
#ifndef LAUNCH_LINE_OVERRIDES_H
#define LAUNCH_LINE_OVERRIDES_H
#include "launch/words.h"
#include "python/value/value.h"

bool line_data_file(const char *name); /* by its ending: YAML or JSON */
/* {key: value, at its word}, in order; empty where the line names no file, or its reader takes no keys. A word that is
 * unknown, or sets a part of a key, opens it. launch: of launches_of. */
struct value line_overrides(struct arena *a, const struct launch_words *w, struct value launch);
/* What OmegaConf reads a text as. A list or dict is Unknown. */
struct value line_override_value(struct arena *a, const char *text, struct span at);
#endif

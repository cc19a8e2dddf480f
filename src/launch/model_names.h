// SPDX-License-Identifier: MIT
/* The names by which a started script loads models. */
#ifndef LAUNCH_MODEL_NAMES_H
#define LAUNCH_MODEL_NAMES_H
#include "launch/parser.h"
#include "launch/target.h"

/* A list of texts, each once; open: some name is none that stands in the file. Tokenizers are loaded by the same. */
struct value model_names(struct launch_targets *t, const struct parser_file *file);
#endif

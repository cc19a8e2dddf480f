// SPDX-License-Identifier: MIT
/* The config in a log, evaluated like any other: text, never run. */
#ifndef RUN_DUMPED_CONFIG_H
#define RUN_DUMPED_CONFIG_H
#include "python/value/value.h"
#include "run/measured.h"
#include "run/formats/run.h"

/* r->config, not NULL, as a frozen dict; open if it can't be read as one; Unknown if it takes more steps or memory
 * than an evaluation may. Its places are in the log, or in the file that contains it, which is added to all. */
struct value run_config(struct arena *a, const struct run *r, struct sources *all, const struct source *log);
/* Appends the config's lines in the log; r->config_line is not 0. */
void run_config_lines(const struct run *r, struct line_numbers *out);
#endif

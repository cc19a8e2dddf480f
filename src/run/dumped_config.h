// SPDX-License-Identifier: MIT
/* The config that a log holds, evaluated as any other: text, never run. */
#ifndef RUN_DUMPED_CONFIG_H
#define RUN_DUMPED_CONFIG_H
#include "python/value/value.h"
#include "run/measured.h"
#include "run/run.h"

/* r->config, not NULL, as a frozen dict; open where it can't be read as one; Unknown where that takes more steps or
 * memory than an evaluation may. Its places are those of the log, or of the file that it was found in, which is
 * added to all. */
struct value run_config(struct arena *a, const struct run *r, struct sources *all, const struct source *log);
/* The lines of the log that it is, r->config_line not 0; appends. */
void run_config_lines(const struct run *r, struct line_numbers *out);
#endif

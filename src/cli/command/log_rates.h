// SPDX-License-Identifier: MIT
/* The learning rates of a log beside those of its config, in words. */
#ifndef CLI_COMMAND_LOG_RATES_H
#define CLI_COMMAND_LOG_RATES_H
#include "base/arena.h"
#include "run/rates.h"

/* "follows the config on all 400 lines" */
const char *log_rates_text(struct arena *a, const struct rates *x);
#endif

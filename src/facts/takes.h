// SPDX-License-Identifier: MIT
/* Whether the project's code trains with a config, or takes parts of it and trains with something else. */
#ifndef FACTS_TAKES_H
#define FACTS_TAKES_H
#include "facts/facts.h"

/* The project's code reads at most a quarter of the top-level keys that the dialect's training code uses: it takes
 * parts, such as the data sets, and trains with something else. Returns a sentence without a full stop that says
 * which; NULL: it isn't so, or it is unknown. */
const char *facts_takes_parts(struct facts *f);
#endif

// SPDX-License-Identifier: MIT
/* How much a finding weighs, and whether a fix changes what training computes: words of rules, settings and reports. */
#ifndef LINT_RULES_SEVERITY_H
#define LINT_RULES_SEVERITY_H
#include "spec/read.h"

enum severity { SEV_INFO, SEV_PERFORMANCE, SEV_WARNING, SEV_ERROR }; /* by weight */
enum safety { SAFETY_SAFE, SAFETY_UNSAFE };

const char *severity_name(enum severity s);
/* The severity that a node names; false: it names none, y's error has the nearest. */
bool severity_read(struct yread *y, const struct ynode *n, enum severity *out);
#endif

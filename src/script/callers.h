// SPDX-License-Identifier: MIT
/* Who calls which function of a project, and whether anybody else may. */
#ifndef SCRIPT_CALLERS_H
#define SCRIPT_CALLERS_H
#include "script/project.h"

/* Fills p's callee, known_calls and some_calls. */
void callers_find(struct script_project *p);
#endif

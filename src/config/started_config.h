// SPDX-License-Identifier: MIT
/* Configs as launch lines start them: struct subject's start and started. */
#ifndef CONFIG_STARTED_CONFIG_H
#define CONFIG_STARTED_CONFIG_H

struct graph;
enum { STARTED_MAX = 16 /* different ones of one config */ };
void started_find(struct graph *g); /* once all is published, before threads read it */
#endif

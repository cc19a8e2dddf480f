// SPDX-License-Identifier: MIT
/* Configs as launch lines start them: fills `start` and `started` of struct subject. */
#ifndef CONFIG_STARTED_CONFIG_H
#define CONFIG_STARTED_CONFIG_H

struct graph;
enum { STARTED_MAX = 16 /* different starts of one config */ };
void started_find(struct graph *g); /* called after publishing, before threads read the graph */
#endif

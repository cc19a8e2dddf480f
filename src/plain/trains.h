// SPDX-License-Identifier: MIT
/* Which files are part of a program that trains. A JSON file that only a report or an evaluation reads holds
 * results, not the config of a training. */
#ifndef PLAIN_TRAINS_H
#define PLAIN_TRAINS_H
#include "plain/plain_project.h"

/* Sets `trains` of each reader: some program imports both its file and a file whose text or name says that it trains
 * (`plain_trains` of rules/code.yaml). If training code imports modules by computed names, every module counts. */
void plain_trains(struct plain_project *p);
#endif

// SPDX-License-Identifier: MIT
/* A bug in cfglint is reported in one line and ends with exit status 3, not with a signal's status. */
#ifndef CLI_CRASH_H
#define CLI_CRASH_H
void crash_handle(void); /* before the first thread starts */
#endif

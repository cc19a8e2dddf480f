// SPDX-License-Identifier: MIT
/* Facts written into names: `8xb4` (8 GPUs in total, 4 samples each) in a config's file name; version numbers. */
#ifndef FACTS_FILETAG_H
#define FACTS_FILETAG_H
#include "base/util.h"

struct filetag {
	int gpus, batch;
	bool plain;	  /* written 8x4, without the b: may mean something else */
	const char *text; /* its start in the path; len bytes */
	size_t len;
};
bool filetag_find(const char *path, struct filetag *out);
#endif

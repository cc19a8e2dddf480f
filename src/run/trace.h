// SPDX-License-Identifier: MIT
/* PyTorch's traces (*.pt.trace.json, packed or not): how much of its steps a training waited for data, and how much of
 * the time a kernel ran on the GPU. Read as the bytes come, whatever their number; of an event only its name, kind,
 * beginning and length are kept for a moment. */
#ifndef RUN_TRACE_H
#define RUN_TRACE_H
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trace { /* seconds */
	const char *file;
	uint64_t events;
	uint64_t steps, loads, kernels; /* how many */
	double step, load;		/* all steps together; what of them lies in the loader's `next` */
	double span; /* from the first step's beginning to the last one's end; without steps the kernels' */
	double busy; /* of span, in which a kernel ran on some GPU; NaN: there are none */
	bool cut;    /* the file ends within an event */
};

struct tracing;
bool trace_begins(const char *s, size_t n); /* by a file's first bytes */
struct tracing *tracing_new(void);
void tracing_part(struct tracing *t, const char *s, size_t n);
void tracing_end(struct tracing *t, struct trace *out); /* frees it */
#endif

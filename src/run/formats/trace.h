// SPDX-License-Identifier: MIT
/* PyTorch's traces (*.pt.trace.json, packed or not): the part of its steps in which a training waited for data, and
 * the part of the time in which a kernel ran on the GPU. It is read as a stream of any size; of an event only name,
 * kind, start and length are held for a moment. */
#ifndef RUN_FORMATS_TRACE_H
#define RUN_FORMATS_TRACE_H
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct trace { /* seconds */
	const char *file;
	uint64_t events;
	uint64_t steps, loads, kernels; /* how many */
	double step, load;		/* all steps together; the part of them in the loader's `next` */
	double span; /* from the start of the first step to the end of the last; without steps the kernels' */
	double busy; /* the part of span in which a kernel ran on some GPU; NaN: there are none */
	bool cut;    /* the file ends within an event */
};

struct trace_reader;
bool trace_begins(const char *s, size_t n); /* by a file's first bytes */
struct trace_reader *trace_reader_new(void);
void trace_reader_part(struct trace_reader *t, const char *s, size_t n);
void trace_reader_end(struct trace_reader *t, struct trace *out); /* frees it */
#endif

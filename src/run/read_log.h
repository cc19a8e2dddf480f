// SPDX-License-Identifier: MIT
/* Reading the logs of training runs. A file may hold several starts; a folder is asked for its newest one, whose parts
 * (text with the clock, json with more digits, the dumped config) are joined. Which framework wrote a file is told
 * from what it says, not from its name. Nothing is fatal that a log may hold: colours, CR LF, bytes that are no UTF-8,
 * progress bars between the lines, a last line that is cut. Files ending in gzip's format are unpacked. */
#ifndef RUN_READ_LOG_H
#define RUN_READ_LOG_H
#include "run/run.h"
#include "run/trace.h"
#include "run/watch.h"
#include "text/vfs.h"

struct run_limits {	   /* of one file */
	uint64_t bytes;	   /* as it lies there */
	uint64_t unpacked; /* of .gz */
	uint32_t line;	   /* bytes; what is longer is cut there */
	uint32_t records;  /* of all runs together */
};
#define RUN_LIMITS \
	(struct run_limits) \
	{ \
		.bytes = 4ull << 30, .unpacked = 4ull << 30, .line = 1u << 20, .records = 5000000 \
	}

struct runs {
	struct run *at; /* as they follow in the file; with or without train records */
	uint32_t n;
	uint64_t bytes;		   /* read */
	uint32_t lines;		   /* of the first file */
	bool full;		   /* more records than the limit: the rest was not kept */
	const char *unread, *why;  /* a part of the run that could not be joined, or a log beside it; NULL */
	const struct watch *watch; /* what monitoring tools wrote, in a file of theirs or before the runs; NULL */
	const struct trace *trace; /* the file is one of PyTorch's; NULL */
	const char *trouble;	   /* where no run is: the line of a known failure, else the last exception; NULL */
	uint32_t trouble_line;
	const struct log_formats *formats;
	const char *later; /* of a folder: the log of a later start, which trained nothing; NULL */
	struct arena arena;
};

/* Reads a file, or the newest run of a folder; path absolute. limits NULL: RUN_LIMITS. formats must live as long as the
 * runs. false: e says why nothing could be read. Without any run in it, a file that could be read gives true and n ==
 * 0. */
bool runs_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *path,
	       const struct run_limits *limits, struct err *e);
/* The same for bytes that are at hand; name stands for the file. */
bool runs_read_bytes(struct runs *out, const struct log_formats *formats, const char *name, const char *bytes, size_t n,
		     const struct run_limits *limits, struct err *e);
/* The text of a log, unpacked, part by part, of at most that many bytes, for as long as see says so. */
bool run_text(const struct vfs *fs, const char *path, uint64_t most,
	      bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx, struct err *e);
void runs_release(struct runs *r);
/* The run that was meant: the last one with train records, else NULL. */
const struct run *runs_last(const struct runs *r);
#endif

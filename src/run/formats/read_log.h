// SPDX-License-Identifier: MIT
/* Reads the logs of training runs. A file may hold several starts; of a folder the newest start is read, and its
 * parts (text with the clock, json with more digits, the dumped config) are joined. The framework is detected from a
 * file's content, not from its name. Nothing that a log may hold is fatal: colours, CR LF, bytes that are no UTF-8,
 * progress bars between the lines, a truncated last line. Files in gzip's format are unpacked. */
#ifndef RUN_FORMATS_READ_LOG_H
#define RUN_FORMATS_READ_LOG_H
#include "run/formats/run.h"
#include "run/formats/trace.h"
#include "run/formats/watch.h"
#include "text/vfs.h"

struct run_limits {	   /* of one file */
	uint64_t bytes;	   /* its size on disk */
	uint64_t unpacked; /* of .gz */
	uint32_t line;	   /* bytes; longer lines are truncated */
	uint32_t records;  /* of all runs together */
};
#define RUN_LIMITS \
	(struct run_limits) \
	{ \
		.bytes = 4ull << 30, .unpacked = 4ull << 30, .line = 1u << 20, .records = 5000000 \
	}

struct runs {
	struct run *at; /* in the order of the file; with or without train records */
	uint32_t n;
	uint64_t bytes;		   /* read */
	uint32_t lines;		   /* of the first file */
	bool full;		   /* more records than the limit: the rest was not stored */
	const char *unread, *why;  /* a part of the run that could not be joined, or a log beside it; NULL */
	const struct watch *watch; /* output of monitoring tools, in a separate file or before the runs; NULL */
	const struct trace *trace; /* the file is one of PyTorch's; NULL */
	const char *trouble;	   /* outside all runs: the line of a known failure, else the last exception; NULL */
	uint32_t trouble_line;
	const struct log_formats *formats;
	const char *later; /* of a folder: the log of a later start, which trained nothing; NULL */
	struct arena arena;
};

/* Reads a file, or the newest run of a folder; path absolute. limits NULL: RUN_LIMITS. formats must live as long as
 * the runs. false: e says why nothing could be read. For a readable file without a run the result is true and n ==
 * 0. */
bool runs_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *path,
	       const struct run_limits *limits, struct err *e);
/* The same for bytes in memory; name stands for the file. */
bool runs_read_bytes(struct runs *out, const struct log_formats *formats, const char *name, const char *bytes, size_t n,
		     const struct run_limits *limits, struct err *e);
/* The text of a log, unpacked, part by part, at most that many bytes, until see returns false. */
bool run_text(const struct vfs *fs, const char *path, uint64_t most,
	      bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx, struct err *e);
void runs_release(struct runs *r);
/* The relevant run: the last one with train records, else NULL. */
const struct run *runs_last(const struct runs *r);
#endif

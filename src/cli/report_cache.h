// SPDX-License-Identifier: MIT
/* The report of a lint, stored in the cache folder with the trail of its inputs (base/trail.h). The same call gets this
 * report while all inputs on disk are unchanged. The same: this program, these arguments, this folder, user, terminal
 * and environment. Runs that write, prompt or read anything but files are never cached, nor runs with messages.
 */
#ifndef CLI_REPORT_CACHE_H
#define CLI_REPORT_CACHE_H
#include "base/arena.h"
#include "base/buf.h"
#include "cli/opts.h"

struct trail;
struct report_cache {
	struct arena arena;
	const char *folder, *name, *stamp; /* NULL: this run is not cached */
	struct trail *trail;
	bool begun;		   /* it is written */
	bool found;		   /* an earlier report holds */
	struct buf text, messages; /* of standard output; of standard error, before it */
	int status;
	struct buf now; /* the report of this run */
	bool reported;
};
/* Whether an earlier report is still valid; it is then k->messages and k->text, with k->status. Never with
 * --verify-cache. Otherwise the trail of this run begins. Call report_cache_end in any case. */
bool report_cache_find(struct report_cache *k, const struct opts *o, int argc, char **argv);
/* Takes the report as it was printed. k NULL, or of a run that isn't cached: does nothing. */
void report_cache_take(struct report_cache *k, const char *text, size_t n);
/* Ends the trail and stores the report. With --verify-cache: false if an earlier report was valid and differs. */
bool report_cache_end(struct report_cache *k, int status);
/* The cache folder, on a; NULL: the options disable the cache. */
const char *report_cache_folder(struct arena *a, const struct opts *o);
#endif

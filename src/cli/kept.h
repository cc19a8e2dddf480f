// SPDX-License-Identifier: MIT
/* The report of a lint, stored in the cache folder with the trail of its inputs (base/trail.h). The same call gets this
 * report while all inputs on disk are unchanged. The same: this program, these arguments, this folder, user, terminal
 * and environment. Runs that write, prompt or read anything but files are never cached, nor runs with messages.
 */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H
#include "base/arena.h"
#include "base/buf.h"
#include "cli/opts.h"

struct trail;
struct kept {
	struct arena arena;
	const char *folder, *name, *stamp; /* NULL: this run is not cached */
	struct trail *trail;
	bool begun;	       /* it is written */
	bool found;	       /* an earlier report holds */
	struct buf text, told; /* of standard output; of standard error, before it */
	int status;
	struct buf now; /* the report of this run */
	bool reported;
};
/* Whether an earlier report is still valid; it is then k->told and k->text, with k->status. Never with --verify-cache.
 * Otherwise the trail of this run begins. Call kept_end in any case. */
bool kept_find(struct kept *k, const struct opts *o, int argc, char **argv);
/* Takes the report as it was printed. k NULL, or of a run that isn't cached: does nothing. */
void kept_report(struct kept *k, const char *text, size_t n);
/* Ends the trail and stores the report. With --verify-cache: false if an earlier report was valid and differs. */
bool kept_end(struct kept *k, int status);
/* The cache folder, on a; NULL: the options disable the cache. */
const char *kept_folder(struct arena *a, const struct opts *o);
#endif

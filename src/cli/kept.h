// SPDX-License-Identifier: MIT
/* The report of a lint, kept in the cache folder with the trail of what it was made from (base/trail.h): the same call
 * is answered by it as long as the disk answers as it did. The same: this program, these arguments, this folder, user,
 * terminal and environment. What writes, asks or reads anything but files is never kept, nor is a run that complained.
 */
#ifndef CLI_KEPT_H
#define CLI_KEPT_H
#include "base/arena.h"
#include "base/buf.h"
#include "cli/opts.h"

struct trail;
struct kept {
	struct arena arena;
	const char *folder, *name, *stamp; /* NULL: this run is none that is kept */
	struct trail *trail;
	bool begun;	       /* it is written */
	bool found;	       /* an earlier report holds */
	struct buf text, told; /* of standard output; of standard error, before it */
	int status;
	struct buf now; /* the report of this run */
	bool reported;
};
/* Whether an earlier report holds, which is k->told and k->text then, with k->status; never with --verify-cache. Else
 * this run's trail begins. kept_end in any case. */
bool kept_find(struct kept *k, const struct opts *o, int argc, char **argv);
/* The report as it was printed. k NULL, or of a run that isn't kept: nothing. */
void kept_report(struct kept *k, const char *text, size_t n);
/* The trail ends, and the report is kept. With --verify-cache: false when an earlier report held and isn't this one. */
bool kept_end(struct kept *k, int status);
/* Where answers are kept from run to run, on a; NULL: nowhere, as the options say. */
const char *kept_folder(struct arena *a, const struct opts *o);
#endif

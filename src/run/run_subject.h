// SPDX-License-Identifier: MIT
/* A run as a subject of rules (`on: run`): its measurements are the tree (run/measured.h), and its places are lines
 * of its log. Files of this kind are named to `cfglint log`; linting skips them. */
#ifndef RUN_RUN_SUBJECT_H
#define RUN_RUN_SUBJECT_H
#include "run/measured.h"
#include "subject/subject.h"

struct facts;
/* For struct measurements: 0 if unknown. */
double ahead_of_process(struct arena *a, struct facts *f);
extern const struct subject_kind run_kind;
/* All kinds; NULL-terminated, the first is the default kind of a file. */
extern const struct subject_kind *const known_kinds[];
/* A set to which runs are added one by one. Afterwards only `today` of the measurements is needed; the log is read
 * again, for the lines that findings show. run_kind.free frees closed ones. */
struct run_set;
struct run_set *run_set_new(void);
const struct subject *run_set_add(struct run_set *all, const struct measurements *of, const struct vfs *fs);
const struct subject_set *run_set_close(struct run_set *all);
const struct subject_set *run_set_of_one(const struct measurements *of, const struct vfs *fs);
#endif

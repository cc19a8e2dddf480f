// SPDX-License-Identifier: MIT
/* Which keys of a Hydra config no code of its project reads. */
#ifndef PLAIN_COMPOSED_KEYS_H
#define PLAIN_COMPOSED_KEYS_H
#include "base/vec.h"
#include "hydra/hydra_program.h"

struct composed_project;
VEC(composed_projects, struct composed_project *); /* those of a run so far; zeroed: none */

/* The keys of the file that are not certainly read, as `conf.keys` has them (docs/writing-rules.md): `fate` is
 * `unread`, or Unknown. An empty list where the file is no config of a program whose function is followed. */
struct value composed_keys(struct composed_projects *all, struct hydra_files *files, const struct hydra_project *p,
			   const struct hydra_file *f);
void composed_projects_release(struct composed_projects *all);
#endif

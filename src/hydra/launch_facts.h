// SPDX-License-Identifier: MIT
/* What rules see as `l.hydra` of a launch line that starts a Hydra program. */
#ifndef HYDRA_LAUNCH_FACTS_H
#define HYDRA_LAUNCH_FACTS_H
#include "hydra/hydra_program.h"

/* folder: where the program starts; NULL: not known. Unknown: the script at path is no Hydra program, or has several
 * entries. */
struct value hydra_launch_facts(struct hydra_files *files, const char *script, const char *folder,
				const struct hydra_word *w, uint32_t n);
#endif

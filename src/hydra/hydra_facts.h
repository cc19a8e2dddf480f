// SPDX-License-Identifier: MIT
/* What rules see of Hydra: the tree `hydra` of a config file (docs/writing-rules.md, "Rules about Hydra configs"), and
 * `l.hydra` of a launch line that starts a Hydra program. */
#ifndef HYDRA_HYDRA_FACTS_H
#define HYDRA_HYDRA_FACTS_H
#include "hydra/hydra_program.h"

/* The tree of the file at path, which is in the project (hydra_project_has). */
struct value hydra_config_facts(struct hydra_files *files, const struct hydra_project *p, const struct hydra_file *f);
/* Unknown: the script at path is no Hydra program, or has several entries. */
struct value hydra_launch_facts(struct hydra_files *files, const char *script, const struct hydra_word *w, uint32_t n);
#endif

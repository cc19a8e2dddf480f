// SPDX-License-Identifier: MIT
/* What rules see of a Hydra config file: the tree `hydra` (docs/writing-rules.md, "Rules about Hydra configs"). */
#ifndef HYDRA_HYDRA_FACTS_H
#define HYDRA_HYDRA_FACTS_H
#include "hydra/hydra_program.h"

/* The tree of the file at path, which is in the project (hydra_project_has). */
struct value hydra_config_facts(struct hydra_files *files, const struct hydra_project *p, const struct hydra_file *f);
#endif

// SPDX-License-Identifier: MIT
/* How the trees of facts about Hydra are built: shared by the facts of a file and those of a launch line. */
#ifndef HYDRA_PRIV_H
#define HYDRA_PRIV_H
#include "hydra/hydra_program.h"

struct hydra_facts {
	struct arena *a;
	struct hydra_files *files;
	const struct hydra_project *project;
	const struct hydra_file *file; /* NULL: of a launch */
	const char *config;	       /* of the file: "model/resnet" */
	struct value top, problems, dangling, targets, lost, refused;
	struct value own[5]; /* the same of one entry */
	uint32_t ncomposed;  /* entries that had the file */
	uint32_t nsearched;
};

void hydra_put(struct hydra_facts *f, struct value d, const char *key, struct value v, struct span use);
/* text NULL: nothing is put. */
void hydra_put_text(struct hydra_facts *f, struct value d, const char *key, const char *text, struct span at);
struct value hydra_new_list(struct hydra_facts *f);
/* Relative to the project, if it is inside. */
const char *hydra_shown_path(const struct hydra_facts *f, const char *path);
/* "conf/model/a.yaml:3"; NULL: the place is in no file. */
const char *hydra_shown_place(struct hydra_facts *f, struct span at);
/* Appends the element, unless one about the same thing at the same place is there. */
void hydra_put_element(struct hydra_facts *f, struct value list, struct value d, struct span at);
struct value hydra_problem_value(struct hydra_facts *f, struct hydra_search *s, const struct hydra_problem *p);
#endif

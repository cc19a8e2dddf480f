// SPDX-License-Identifier: MIT
/* How many samples a config's training set has: counted in its annotation file if that lies in the project, else by
 * rules/datasets.yaml; wrappers repeat and join. Nothing else is assumed. */
#ifndef CLI_SHARED_SAMPLES_H
#define CLI_SHARED_SAMPLES_H
#include "cli/shared/annotations.h"
#include "facts/training.h"
#include "text/vfs.h"

struct sample_count {
	double samples;	  /* NaN: not known */
	const char *says; /* "COCO train2017, assumed by instances_train2017.json"; NULL: not known */
	const char *why;  /* why it is unknown; NULL: nothing to report */
	bool counted;	  /* all of it in files */
};
/* dir: of the project, which relative paths are meant from; NULL: no file is looked at. Text is on a. */
struct sample_count samples_of(struct arena *a, struct facts *f, struct counted_files *files, const struct vfs *fs,
			       const char *dir);
#endif

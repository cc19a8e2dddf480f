// SPDX-License-Identifier: MIT
/* The scripts of a project that get their arguments by a parser of dataclasses, and which of them read a file with it:
 * its keys are fields.
 *
 * 	parser = TrlParser((ScriptArguments, SFTConfig))			sft.py, by its --config
 * 	HfArgumentParser(TrainingArguments).parse_json_file(name)		train.py */
#ifndef LAUNCH_DATACLASS_SCRIPTS_H
#define LAUNCH_DATACLASS_SCRIPTS_H
#include "python/value/value.h"
#include "text/vfs.h"

struct dataclass_script {
	const char *path;
	struct value
		dataclasses; /* of launch/dataclass_flags.h; its open: it passes over keys that no class has, too */
	bool reads;
};
struct dataclass_scripts {
	const struct dataclass_script *at;
	uint32_t n;
	bool python; /* the project has a Python file, or may have one */
	bool whole;  /* all files were read */
};
/* Of the folder root, in the order of their paths; without places. Computed once in a run; lives as long as fs. */
const struct dataclass_scripts *dataclass_scripts_of(const struct vfs *fs, const char *root);
/* What the parser of one of them takes, with the places of its defaults in `sources`; on a. Unknown: it has none. */
struct value dataclass_script_read(struct arena *a, const struct vfs *fs, struct sources *sources, const char *root,
				   const char *path);
#endif

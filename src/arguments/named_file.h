// SPDX-License-Identifier: MIT
/* Files that arguments name, such as `deepspeed="ds.json"` (rules/arguments.yaml, `files`). */
#ifndef ARGUMENTS_NAMED_FILE_H
#define ARGUMENTS_NAMED_FILE_H
#include "arguments/schema.h"
#include "python/value/value.h"

struct named_files {
	const struct schemas *schemas;
	const struct vfs *fs;
	struct sources *sources; /* get their texts */
	const char *from;	 /* the file that names them */
	const char *root;	 /* of its project; NULL: none */
};
/* {argument: {class, path, args, files}}: of each argument in `args`, or in one of its sections, that names a JSON or
 * YAML file which is there, seen from the folder of `from` or one above it, up to the root or the working directory,
 * and that is a dict. `files`: those that this file names. of: whose arguments these are; NULL: nothing has sections.
 */
struct value arguments_files(struct arena *a, const struct named_files *q, const struct schema_class *of,
			     struct value args);
/* What the JSON or YAML file of that name holds, sought likewise; Unknown: it is not there, or no dict. */
struct value named_file_read(struct arena *a, const struct named_files *q, const char *name);
/* The same without places: for a file that is looked at for a finding, which stands elsewhere. */
struct value named_file_content(struct arena *a, const struct vfs *fs, const char *from, const char *root,
				const char *name);
/* The file of that name, sought in the same folders; NULL: there is none. root may be NULL. */
const char *named_file_at(struct arena *a, const struct vfs *fs, const char *from, const char *root, const char *name);
#endif

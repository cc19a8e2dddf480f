// SPDX-License-Identifier: MIT
/* A Python script, beside a module of the same text that it may import and a file of requirements that it may be. */
#include "fuzz.h"
#include "python/value/copy.h"
#include "script/know.h"
#include "script/tree.h"
#include "script/version.h"

void fuzz_input(const char *text, size_t n)
{
	static const char *const path[] = { "/p/train.py", "/p/lib.py" };
	static struct script_know know;
	static struct arena all;
	struct vfs *v = vfs_new_sealed();
	struct sources *sources = sources_new();
	struct arena a = { 0 };
	struct script_project *p;

	if (!know.npackages)
		script_know_load(&all, &know);
	for (size_t i = 0; i < ARRAY_SIZE(path); i++)
		vfs_put(v, path[i], text, n);
	vfs_put(v, "/p/requirements.txt", text, n);
	p = script_project_new(&know, v, sources, "/p", path[0]);
	for (size_t i = 0; i < ARRAY_SIZE(path); i++) {
		const struct cfile *f = script_project_file(p, path[i]);

		fuzz_expect(f, "%s is none of the project's files", path[i]);
		if (!f->broken)
			value_freeze(&a, script_tree(&a, p, f));
	}
	script_project_free(p);
	arena_release(&a);
	sources_free(sources);
	vfs_free(v);
}

// SPDX-License-Identifier: MIT
/* A Python script, beside a module of the same text that it may import and a file of requirements that it may be. */
#include "fuzz.h"
#include "python/value/copy.h"
#include "script/values/script_know.h"
#include "script/script_tree.h"
#include "project/version_bounds.h"

/* An automaton that every event moves. */
static const struct subject_order *one_order(struct arena *a, struct sources *sources)
{
	static const char text[] = "track: {s: scaler, o: optimizer}\n"
				   "states:\n"
				   "  clean: {sbackward: scaled, autocast_in: scaled}\n"
				   "  scaled: {unscale: other, sstep: clean, zero: clean, clip: bad, loop_end: other}\n"
				   "  other: {step: bad, update: clean, backward: scaled}\n";
	static struct subject_order order = { .id = "FUZ001" };
	struct err e;

	if (!order.spec)
		order.spec = yaml_parse(a, sources_add(sources, "order.yaml", text, sizeof text - 1), &e);
	return &order;
}

void fuzz_input(const char *text, size_t n)
{
	static const char *const path[] = { "/p/train.py", "/p/lib.py" };
	static struct script_know know;
	static struct arena all;
	static struct sources *rules;
	struct vfs *v = vfs_new_sealed();
	struct sources *sources = sources_new();
	struct arena a = { 0 };
	struct script_project *p;
	struct orders orders;
	struct courses courses;

	if (!know.npackages) {
		script_know_load(&all, &know);
		rules = sources_new();
	}
	for (size_t i = 0; i < ARRAY_SIZE(path); i++)
		vfs_put(v, path[i], text, n);
	vfs_put(v, "/p/requirements.txt", text, n);
	p = script_project_new(&know, v, sources, NULL, "/p", path[0]);
	orders_find(p, one_order(&all, rules), 1, &orders);
	loops_find(p, &courses);
	for (size_t i = 0; i < ARRAY_SIZE(path); i++) {
		const struct cfile *f = script_project_file(p, path[i]);

		fuzz_expect(f, "%s is none of the project's files", path[i]);
		if (!f->broken)
			value_freeze(&a, script_tree(&a, p, f, &orders, &courses));
	}
	orders_release(&orders);
	loops_release(&courses);
	script_project_free(p);
	arena_release(&a);
	sources_free(sources);
	vfs_free(v);
}

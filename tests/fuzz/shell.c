// SPDX-License-Identifier: MIT
/* A launch script: parsed, walked, judged by all rules that are about one; beside it a script that it may call and the
 * one that it starts. */
#include "fuzz.h"
#include "launch/launch_subject.h"

void fuzz_input(const char *text, size_t n)
{
	static const char called[] = "python -m torch.distributed.launch --nproc_per_node=$2 train.py $1 ${@:3}\n";
	static const char train[] = "loss.backward()\n";
	static const char *const path = "/p/run.sh";
	struct fuzz f;
	const struct subject_set *set;

	fuzz_begin(&f);
	fuzz_put(&f, path, text, n);
	fuzz_put(&f, "/p/dist_train.sh", called, strlen(called));
	fuzz_put(&f, "/p/train.py", train, strlen(train));
	linter_open(&f.l, &(struct overrides){ .sel = { .pedantic = true } }, NULL);
	launch_kind.found(f.l.vfs, "/p", path);
	set = linter_subjects(&f.l, &launch_kind, &path, 1, NULL);
	lint_run(&f.l, &f.a, set, &f.found, NULL, &f.stats);
	for (size_t i = 0; i < f.found.n; i++)
		fuzz_expect(f.found.at[i].at.file, "a finding without a place");
	vec_release(&f.found);
	launch_kind.free(set);
	fuzz_end(&f);
}

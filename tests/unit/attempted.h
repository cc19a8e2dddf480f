// SPDX-License-Identifier: MIT
/* For tests: one fix of scripts in memory, planned and proved without a lint. */
#ifndef TESTS_ATTEMPTED_H
#define TESTS_ATTEMPTED_H
#include "fix/proof/others.h"
#include "rules_folder.h"

struct attempted {
	struct arena a;
	struct vfs *fs; /* /p, a project */
	struct linter l;
	const struct subject_set *set;
	struct diags found;
	struct verifier v;
	struct promise promise[4];
	struct fixplan plan;
	struct diag diag; /* of rule TST001 */
	struct attempt t;
};

/* Files are put next. */
static inline void attempted_begin(struct attempted *f, struct ruleset *rules)
{
	*f = (struct attempted){ .fs = vfs_new_sealed() };
	vfs_put(f->fs, "/p/setup.py", "", 0);
	f->l = (struct linter){ .vfs = f->fs, .pool = pool_new(1), .rules = rules };
}

/* path: those that are judged, which live on; `of` is the one that the fix is of. */
static inline void attempted_open(struct attempted *f, const struct subject_kind *kind, struct verifier v,
				  const char *const *path, size_t n, const char *of)
{
	struct overrides over = { .isolated = true };

	linter_open(&f->l, &over, NULL);
	f->set = linter_subjects(&f->l, kind, path, n, NULL);
	f->v = v;
	f->v.l = &f->l;
	f->v.a = &f->a;
	f->v.set = f->set;
	f->v.vfs = f->fs;
	f->v.paths = path;
	f->v.npaths = n;
	f->diag = (struct diag){ .rule = ruleset_find(f->l.rules, "TST001"), .msg = "m" };
	f->plan = (struct fixplan){ .promise = f->promise };
	f->t = (struct attempt){ .diag = &f->diag, .plan = &f->plan, .of = subject_find(f->set, of) };
	f->t.twin = &f->t;
}

static inline void attempted_close(struct attempted *f)
{
	vec_release(&f->t.edits);
	verify_forget(&f->v);
	f->set->kind->free(f->set);
	linter_close(&f->l);
	pool_free(f->l.pool);
	vfs_free(f->fs);
	arena_release(&f->a);
}

static inline struct promise *attempted_promise(struct attempted *f, enum promise_kind kind, const char *path)
{
	struct promise *p = &f->promise[f->plan.n++];
	struct err e = { 0 };

	*p = (struct promise){ .kind = kind };
	if (!keypath_parse(&f->a, path, &p->path, &e))
		fail_msg("%s: %s", path, e.msg);
	return p;
}

static inline bool attempted_proved(struct attempted *f)
{
	struct attempt *one[] = { &f->t };
	const struct attempt_set set = { one, 1 };

	return verify_others(&f->v, &set, &set);
}
#endif

// SPDX-License-Identifier: MIT
/* One finding: what, where, what it promises to set right, and in which subjects it was seen. */
#ifndef LINT_FINDING_DIAG_H
#define LINT_FINDING_DIAG_H
#include "lint/rules/rule.h"
#include "subject/subject.h"

/* BECOMES: SET without an edit of its own; states the effect of the fixplan's byte edits on the effective config.
 * BEFORE, AFTER, WRAP, in scripts: statements, or the head of a block, that are put around the code at the path */
enum promise_kind {
	PROMISE_SET,
	PROMISE_REMOVE,
	PROMISE_RENAME,
	PROMISE_ADD,
	PROMISE_BECOMES,
	PROMISE_BEFORE,
	PROMISE_AFTER,
	PROMISE_WRAP
};
struct promise { /* one condition on the effective config after the fix */
	enum promise_kind kind;
	struct keypath path;
	struct value want;	/* SET, BECOMES, ADD (element appended to the list at path); BEFORE ... WRAP: text */
	const struct str *name; /* RENAME: the last part's new name (the value moves along) */
	const char *comment;	/* variants: why, with numbers; may be NULL */
};
struct fixplan {
	enum safety safety;
	const char *title;
	const struct promise *promise;
	uint32_t n;
	/* Native rules that know the exact text edit (remove a statement that has no effect): byte edits, and the
	 * promises (DICT) that they fulfil. */
	const struct edit *edit;
	uint32_t nedits;
};
struct patchplan { /* training code is made to read a key of the config; fix/code does that on request */
	const struct patch *use;
	struct keypath key;
	const char *title;
};
struct related {
	struct span at;
	const char *text;
};
enum run_verdict { RUN_IS_SILENT, RUN_CONFIRMS, RUN_REFUTES };
struct evidence {
	enum run_verdict verdict;
	double cost, saves; /* as of a finding; NaN: unknown */
	const char *text;   /* what the run shows, or why it shows nothing; one line; NULL: the finding has it */
	const struct subject *run;
	const struct rule *by; /* the rule about runs */
};
struct diag {
	const struct rule *rule;
	enum severity severity;
	struct span at; /* never zero file for findings in files */
	/* For a key missing in a base's dict: the place in the subject itself. A finding of one subject is put there.
	 */
	struct span home;
	struct span from;  /* where it stood before it was sent home; nowhere: it was not */
	const char *path;  /* dotted key path concerned, or NULL */
	const char *msg;   /* one line */
	const char *hint;  /* what to do if there is no fix; may be NULL */
	const char *cause; /* the common cause of several findings, which one fix would remove; NULL: the message */
	/* Set if only configs of a framework have it: the place that the project edited, or added, in their bases. No
	 * place: otherwise. */
	struct span edited;
	uint32_t more; /* number of other findings of its cause that this one stands for, in text reports */
	double cost;   /* measured: seconds a day that it takes; 0: not known */
	double saves;  /* of these, the part that a fix certainly saves */
	const struct related *rel;
	uint32_t nrel;
	const struct span *rests; /* all values that its rule read: they decide the finding */
	uint32_t nrests;
	const struct fixplan *fix; /* first is preferred; none when n == 0 */
	uint32_t nfixes;
	const struct patchplan *patch;	      /* the patch that would make the project's own code read it; NULL: none */
	const struct subject *const *seen_in; /* sorted by path; at least one, after linting */
	uint32_t nseen;
	const char *missing; /* absolute: the missing path that causes it; NULL: another cause */
	enum missing_as missing_as;
	bool absent;			 /* it is about a missing key, or looked one up */
	const struct str *const *sought; /* the top-level keys below which it looked for those */
	uint32_t nsought;
	bool of_bases;	     /* it depends on inherited values, even if no place shows that */
	const char *dialect; /* assumed dialect, or NULL where it does not matter */
	/* The evidence of a run of the config; NULL: no run, or no rule about runs settles it. */
	const struct evidence *evidence;
};
VEC(diags, struct diag);
/* It rests on where it stands, and on the related places, alone. */
void diag_rest_on_place(struct arena *a, struct diag *d);
/* Sorts by (path, offset, rule id, message) and folds equal (rule, span, message) from several subjects into one. */
void diags_fold(struct arena *a, struct diags *d);
const struct source *diag_source(const struct diag *d, struct span at); /* NULL: at is nowhere */
/* The subjects that have one of these n findings (pointers to them), sorted by path, each once, on the arena. */
const struct subject **diags_seen_in(struct arena *a, const struct diag *const *of, size_t n, uint32_t *count);
struct of_rule { /* findings of one rule, in their order */
	const struct rule *rule;
	VEC(, const struct diag *) found;
	uint32_t seen; /* subjects, each as often as there are findings */
};
VEC(by_rule, struct of_rule);
struct by_rule diags_by_rule(const struct diags *d); /* the rules as they come */
void by_rule_release(struct by_rule *all);
/* Only dependents (subject.through) have it. */
bool diag_is_through(const struct diag *d);
void diags_drop(struct diags *d,
		const bool *gone); /* removes those that are marked, by index; the order of the others is unchanged */
/* Copies a finding whole into another arena, because findings outlive the job that created them. */
struct diag diag_copy(struct arena *a, const struct diag *d);
/* The same for one that is only counted: without its fixes, and with interned texts, because thousands may share them.
 */
struct diag diag_to_count(struct arena *a, const struct diag *d);
#endif

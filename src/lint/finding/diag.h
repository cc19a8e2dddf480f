// SPDX-License-Identifier: MIT
/* One finding: what, where, what it promises to set right, and in which subjects it was seen. */
#ifndef LINT_FINDING_DIAG_H
#define LINT_FINDING_DIAG_H
#include "lint/rules/rule.h"
#include "subject/subject.h"

/* BECOMES: SET without an edit of its own; says what the fixplan's byte edits do to the effective config. BEFORE,
 * AFTER, WRAP, of scripts: statements, or the head of a block, that come around what stands at the path */
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
struct promise { /* one thing that must hold in the effective config after the fix */
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
	 * promises (DICT) that they keep. */
	const struct edit *edit;
	uint32_t nedits;
};
struct patchplan { /* training code shall read a key of the config, as fix/code does it where it is asked to */
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
	double cost, saves; /* as a finding's; NaN: not told */
	const char *text;   /* what the run shows, or why it shows nothing; one line; NULL: the finding says it */
	const struct subject *run;
	const struct rule *by; /* the rule about runs */
};
struct diag {
	const struct rule *rule;
	enum severity severity;
	struct span at; /* never zero file for findings in files */
	/* Of a key that is missing in a base's dict: the place in the subject itself. A finding of one subject stands
	 * there. */
	struct span home;
	struct span from; /* where it stood before it was sent home; nowhere: it was not */
	const char *path; /* dotted key path concerned, or NULL */
	const char *msg;  /* one line */
	const char *hint; /* what to do where there is no fix; may be NULL */
	const char
		*cause; /* what several findings have in common that mending one thing would end; NULL: the message */
	/* Only configs that came with a framework have it, and here stands what the project edited, or added, in their
	 * bases; nowhere: else. */
	struct span edited;
	uint32_t more; /* so many others of its cause are told by this one, in a report that people read */
	double cost;   /* measured: seconds a day that it takes; 0: not known */
	double saves;  /* of these, what mending it gives back for sure */
	const struct related *rel;
	uint32_t nrel;
	const struct span *rests; /* the values that its rule read, told or not: what decides it */
	uint32_t nrests;
	const struct fixplan *fix; /* first is preferred; none when n == 0 */
	uint32_t nfixes;
	const struct patchplan *patch;	      /* the project's own code could be taught to; NULL: no */
	const struct subject *const *seen_in; /* sorted by path; one at least, once it is judged */
	uint32_t nseen;
	const char *missing; /* absolute: it is because this one is not there; NULL: because of something else */
	enum missing_as missing_as;
	bool absent;			 /* it is about a key that isn't there, or looked for one */
	const struct str *const *sought; /* the top-level keys below which it looked for those */
	uint32_t nsought;
	bool of_bases;	     /* it depends on what its subject takes from others, though no place there may show it */
	const char *dialect; /* assumed dialect, or NULL where it does not matter */
	/* What a run of the config says of it; NULL: none was asked, or no rule about runs settles it. */
	const struct evidence *evidence;
};
VEC(diags, struct diag);
/* It rests on where it stands, and on the related places, alone. */
void diag_rest_on_place(struct arena *a, struct diag *d);
/* Sorts by (path, offset, rule id, message) and folds equal (rule, span, message) from several subjects into one. */
void diags_fold(struct arena *a, struct diags *d);
const struct source *diag_source(const struct diag *d, struct span at); /* NULL: at is nowhere */
/* Who has one of these n findings (pointers to them), sorted by path, each once, on the arena. */
const struct subject **diags_seen_in(struct arena *a, const struct diag *const *of, size_t n, uint32_t *count);
struct of_rule { /* findings of one rule, in their order */
	const struct rule *rule;
	VEC(, const struct diag *) found;
	uint32_t seen; /* subjects, each as often as there are findings */
};
VEC(by_rule, struct of_rule);
struct by_rule diags_by_rule(const struct diags *d); /* the rules as they come */
void by_rule_release(struct by_rule *all);
/* Only subjects have it that are judged through others (subject.through). */
bool diag_is_through(const struct diag *d);
void diags_drop(struct diags *d, const bool *gone); /* those that are gone, by index; the others keep their order */
/* Findings outlive the job that made them: copied whole into another arena. */
struct diag diag_copy(struct arena *a, const struct diag *d);
/* The same for one that is only counted: nothing of what mends it, and its texts, which thousands may share, are
 * interned. */
struct diag diag_to_count(struct arena *a, const struct diag *d);
#endif

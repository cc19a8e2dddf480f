// SPDX-License-Identifier: MIT
/* What a run counts beside its findings. */
#ifndef LINT_FINDING_LINT_STATS_H
#define LINT_FINDING_LINT_STATS_H
#include "lint/finding/unchecked.h"
#include "project/foreign.h"
#include "subject/subject.h"

struct lint_count { /* of one kind of subject */
	const struct subject_kind *kind;
	uint32_t files, whole; /* linted; of these, not only fragments of others */
	uint32_t unloaded;     /* readable, but they do not load: no other rule ran on them */
	uint32_t away;	       /* likewise, in folders of unused files: they are counted nowhere else */
	uint32_t unselected;   /* of these, without a finding: its rule isn't selected */
	uint32_t through;      /* linted too because they inherit from named files (struct subject) */
	uint32_t through_lost; /* likewise, but they don't load: not linted */
	uint32_t unread; /* could not be read or parsed: not clean, regardless of findings; reported by the loader */
};
struct carried { /* hidden findings: lint/carried.h */
	uint32_t nfindings, nsubjects;
	uint32_t unloaded;	     /* of these subjects, those that do not load */
	const struct subject *first; /* of the first kind that has some, by path; NULL: none */
	const char *from;	     /* "mmdetection, mmpretrain"; NULL: none */
};
/* Of configs that a framework has; of programs that lie in a folder of another project's. */
enum { CARRIED_CONFIGS, CARRIED_PROGRAMS, CARRIED_KINDS };
struct silenced { /* a finding that a comment hides; the same one in many configs is one */
	const struct rule *rule;
	struct span at, by;
	struct silenced *next;
};
struct without_rules { /* a file that no rules are for */
	const struct foreign *is;
	const char *path;
	bool named; /* by the user; else it was found in a folder */
};
enum { KINDS_MAX = 8 };
struct lint_stats {
	struct lint_count of[KINDS_MAX]; /* one for each linted kind, in that order */
	uint32_t nkinds;
	struct silenced *silenced; /* of one set, once per config; lint_stats_settle counts them */
	struct silenced *through;  /* the same for dependents: not counted */
	uint32_t suppressed;	   /* these, each once */
	uint32_t unwalked;	   /* files and folders that could not be read; reported by the walk */
	uint32_t left_out;	   /* findings of dependents that have nothing to do with the named files */
	uint32_t events; /* findings, silenced or held back ones, checks that did not run: if equal before and after,
			    there is nothing to report */
	struct unchecked unchecked[UNCHECKED_WHYS];
	struct carried carried[CARRIED_KINDS];
	const struct without_rules *foreign; /* named ones first, the others by kind; set by the search for files */
	uint32_t nforeign;
	uint32_t nsettings; /* settings files that were named, and are good */
};
/* The entry of a kind, created if it is new. */
struct lint_count *lint_count(struct lint_stats *s, const struct subject_kind *kind);
void lint_stats_silence(struct arena *a, struct lint_stats *s, const struct silenced *x);
void lint_stats_settle(struct lint_stats *s); /* of places in one set of subjects, before those of another are added */
/* a: for what outlives s */
void lint_stats_add(struct arena *a, struct lint_stats *to, const struct lint_stats *s);
/* Fragments aside: they are parts of what inherits from them. */
bool lint_all_checked(const struct lint_stats *s);
bool lint_only_fragments(const struct lint_stats *s); /* only fragments were linted */
#endif

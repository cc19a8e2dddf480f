// SPDX-License-Identifier: MIT
/* Limits of code analysis. Beyond them answers are "not known": never a crash, never a long wait. */
#ifndef CODE_LIMITS_H
#define CODE_LIMITS_H

enum {
	/* of a project */
	FILES_MAX = 6000,     /* Python files */
	ENTRIES_MAX = 200000, /* files and folders visited to find them */
	BYTES_MAX = 96 << 20, /* of all files together */
	KWARGS_MAX = 60,      /* constructors that pass **kwargs on to the next */
	/* of flow: larger sets make walks slower and answers no better */
	NODES_MAX = 48,	      /* config places that one variable may stand for */
	PLAIN_NODES_MAX = 12, /* ... where plain configs are followed */
	TEXTS_MAX = 24,	      /* texts, likewise: keys of a loop */
	OTHERS_MAX = 6,	      /* functions, classes, modules, likewise */
	LEVELS_MAX = 7,	      /* of config places below the root: code that walks a tree would never end */
	FILTERS_MAX = 8,      /* copies of copies */
	ARGS_MAX = 40,	      /* of a call; on the stack of nested calls */
	ROUNDS_MAX = 40,      /* walks over all functions; the open projects need up to 9 */
	LOOKS_MAX = 1 << 19,  /* of statements that read sets, in total: those beyond are walked in every round */
	STEPS_MAX = 60000000  /* expressions visited, in all rounds together */
};
#endif

// SPDX-License-Identifier: MIT
/* A syntax tree of a bash script, for launch scripts. Nothing is evaluated here; a part whose value only bash can
 * know at run time is SHELL_UNKNOWN. Offsets are bytes of the text, half open. */
#ifndef SHELL_SHELL_AST_H
#define SHELL_SHELL_AST_H
#include <stdbool.h>
#include <stdint.h>

enum shell_part_kind {
	SHELL_TEXT,	/* text */
	SHELL_VARIABLE, /* text: its name: "GPUS", "1", "@", "#" */
	SHELL_FOLDER,	/* $(dirname "$0"): the folder of the script */
	SHELL_UNKNOWN	/* any other substitution, arithmetic, braces */
};
struct shell_part {
	uint8_t kind;
	bool quoted;	   /* not split into words, and no pattern */
	const char *text;  /* with quotes and escapes removed */
	const char *index; /* of ${v[index]}; NULL: none */
	/* ${v:-other}; "": none. "?" stands for all operators that are not distinguished. */
	char op[3];
	const struct shell_word *other;
	uint32_t from; /* of ${@:from}; UINT32_MAX: none */
};
struct shell_word {
	uint32_t lo, hi;
	const struct shell_part *part;
	uint32_t n;
};
struct shell_assign {
	const char *name;
	uint32_t lo, hi;
	struct shell_word value;
	const struct shell_word *item; /* of an array: a=(x y) */
	uint32_t nitems;
	bool array, append, element; /* element: a[i]=x; the index is not stored */
};
enum shell_kind {
	SHELL_COMMAND, /* assign: before its words, or alone; of export and declare: the variables they set */
	SHELL_TEST,    /* [ ... ], [[ ... ]], (( ... )); for [ X = Y ] its two words, and the operator as name */
	SHELL_PIPELINE,
	SHELL_AND,
	SHELL_OR,
	SHELL_BLOCK,	/* kids in sequence */
	SHELL_SUBSHELL, /* ( kid ) */
	SHELL_IF,	/* condition, then, condition, then ...; an odd number of kids ends with else */
	SHELL_FOR,	/* name, words, body; words NULL: unknown (for ((;;)), select) */
	SHELL_WHILE,	/* condition, body */
	SHELL_CASE,	/* one kid per arm */
	SHELL_FUNCTION	/* name, body */
};
struct shell_node {
	uint8_t kind;
	bool background; /* & */
	bool every;	 /* CASE: it has an arm *) */
	uint32_t lo, hi;
	const char *name;
	const char *arithmetic; /* TEST, FOR: "((N++))"; NULL: it has none */
	const struct shell_assign *assign;
	const struct shell_word *word;
	const struct shell_node *const *kid;
	uint32_t nassigns, nwords, n;
};
struct shell_comment {
	uint32_t lo, hi;
};
#endif

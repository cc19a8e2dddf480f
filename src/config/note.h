// SPDX-License-Identifier: MIT
/* The kinds of errors that the reader of configs reports: the rule of each, and for which files it counts. */
#ifndef CONFIG_NOTE_H
#define CONFIG_NOTE_H

enum note_counts {
	NOTE_COUNTS_ALWAYS,   /* no loader reads such a file, or this program can't read it */
	NOTE_COUNTS_LOADER,   /* mmcv's or MMEngine's loader raises; a loader of the project's own may not */
	NOTE_COUNTS_EXECUTING /* as LOADER, and only if the loader executes the file: not for a program that lies
			       * among configs */
};

enum note_depends {		  /* whether a change of a base may make it appear in a child */
		    NOTE_OF_FILE, /* it depends on its own file only */
		    NOTE_OF_BASES,
		    NOTE_OF_IMPORTS /* on the bases, if these are imported: else a file runs without them */
};

/* name, rule id in rules/config, where it counts, what it depends on */
#define CONFIG_NOTES(X) \
	X(NOTE_BASE, "CFG001", NOTE_COUNTS_LOADER, NOTE_OF_FILE) \
	X(NOTE_OUTSIDE, "CFG023", NOTE_COUNTS_LOADER, NOTE_OF_FILE) \
	X(NOTE_DUPLICATE_KEY, "CFG002", NOTE_COUNTS_LOADER, NOTE_OF_BASES) \
	X(NOTE_RESERVED_KEY, "CFG012", NOTE_COUNTS_LOADER, NOTE_OF_FILE) \
	X(NOTE_CIRCLE, "CFG015", NOTE_COUNTS_LOADER, NOTE_OF_BASES) \
	X(NOTE_MERGE, "CFG016", NOTE_COUNTS_LOADER, NOTE_OF_BASES) \
	X(NOTE_RAISES, "CFG017", NOTE_COUNTS_EXECUTING, NOTE_OF_IMPORTS) \
	X(NOTE_SYNTAX, "CFG018", NOTE_COUNTS_ALWAYS, NOTE_OF_FILE) \
	X(NOTE_ENCODING, "CFG019", NOTE_COUNTS_LOADER, NOTE_OF_FILE) \
	X(NOTE_PLACEHOLDER, "CFG020", NOTE_COUNTS_LOADER, NOTE_OF_BASES)

#define CONFIG_NOTE_NAME(name, id, counts, depends) name,
enum config_note { CONFIG_NOTES(CONFIG_NOTE_NAME) };
#undef CONFIG_NOTE_NAME

extern const char *const config_note_id[]; /* indexed by enum config_note; NULL at the end */
extern const enum note_counts config_note_counts[];
extern const enum note_depends config_note_depends[];
#endif

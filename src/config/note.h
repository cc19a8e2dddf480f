// SPDX-License-Identifier: MIT
/* What the reader of configs may find wrong: each note's rule, and where it counts. */
#ifndef CONFIG_NOTE_H
#define CONFIG_NOTE_H

enum note_counts {
	NOTE_COUNTS_ALWAYS,   /* no loader reads such a file; or this program doesn't read what the file asks for */
	NOTE_COUNTS_LOADER,   /* mmcv's or MMEngine's raises; a loader of the project's own need not */
	NOTE_COUNTS_EXECUTING /* so too when it runs the file, which nobody does to a program that lies among configs */
};

enum note_depends {		  /* whether an edit of a base may bring it up in a child */
		    NOTE_OF_FILE, /* it looks at its own file only */
		    NOTE_OF_BASES,
		    NOTE_OF_IMPORTS /* of bases where these are imported: else a file runs without them */
};

/* name, id of the rule in rules/config, where it counts, on what it depends */
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

extern const char *const config_note_id[]; /* by enum config_note, and NULL */
extern const enum note_counts config_note_counts[];
extern const enum note_depends config_note_depends[];
#endif

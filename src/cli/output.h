// SPDX-License-Identifier: MIT
/* `-o FILE`: what a command writes to standard output becomes a file, whole or not at all; and its format. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H
#include "cli/session.h"

struct output {
	const char *path; /* absolute; NULL: it is standard output after all */
	int was;	  /* standard output as it was */
};
/* false: reported. */
bool output_begin(struct session *s, struct output *o);
/* Restores standard output. keep: writes the file; an existing file is replaced, through links; a path that is no
 * regular file is written to. false: reported. */
bool output_end(struct session *s, struct output *o, bool keep);
/* Writes one more file, as output_begin and output_end would. false: reported. */
bool output_write(struct session *s, const char *name, const char *bytes, size_t n);
/* Which of these words --output-format is, the first by default; all that the command takes are among them. */
unsigned output_form(const struct session *s, const char *const *word);
#endif

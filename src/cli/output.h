// SPDX-License-Identifier: MIT
/* `-o FILE`: what a command writes to standard output becomes a file, whole or not at all; and its format. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H
#include "cli/session.h"

struct output {
	const char *path; /* absolute; NULL: it is standard output after all */
	int was;	  /* standard output as it was */
};
/* false: told. */
bool output_begin(struct session *s, struct output *o);
/* Standard output is what it was. keep: the file is written; what is there is replaced, through links, but for what is
 * no file. false: told. */
bool output_end(struct session *s, struct output *o, bool keep);
/* A file besides: as output_begin and output_end would. false: told. */
bool output_write(struct session *s, const char *name, const char *bytes, size_t n);
/* Which of these words --output-format is, the first by default; all that the command takes are among them. */
unsigned output_form(const struct session *s, const char *const *word);
#endif

// SPDX-License-Identifier: MIT
/* The rule files compiled into the program: all *.yaml and *.py below rules/, sorted by path (strcmp order). */
#ifndef SPEC_EMBEDDED_H
#define SPEC_EMBEDDED_H
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct embedded_file {
	const char *path;	    /* relative to rules/: "data/loader-knob-not-read.yaml" */
	const char *where;	    /* the same with the folder: "rules/data/loader-knob-not-read.yaml" */
	const unsigned char *bytes; /* n bytes and a NUL */
	size_t n;
	bool simple; /* all of it is ASCII without CR */
};
extern const struct embedded_file embedded_files[]; /* embedded_count of them; the array has at least one element */
extern const size_t embedded_count;
/* Is it a long table? Tables are read line by line, in place, as text. All other files are documents. */
static inline bool embedded_is_table(const struct embedded_file *f)
{
	return strncmp(f->path, "signatures/", strlen("signatures/")) == 0 ||
	       strncmp(f->path, "exports/", strlen("exports/")) == 0 ||
	       strncmp(f->path, "help/", strlen("help/")) == 0 || strncmp(f->path, "shipped/", strlen("shipped/")) == 0;
}
#endif

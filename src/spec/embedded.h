// SPDX-License-Identifier: MIT
/* The rule files compiled into the program: all *.yaml below rules/, sorted by path (strcmp order). */
#ifndef SPEC_EMBEDDED_H
#define SPEC_EMBEDDED_H
#include <stddef.h>

struct embedded_file {
	const char *path;	    /* relative to rules/: "data/loader-knob-not-read.yaml" */
	const unsigned char *bytes; /* n bytes and a NUL */
	size_t n;
};
extern const struct embedded_file embedded_files[]; /* embedded_count of them; always at least one element to look at */
extern const size_t embedded_count;
#endif

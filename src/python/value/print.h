// SPDX-License-Identifier: MIT
/* A value as Python source, in a file's own style. */
#ifndef PYTHON_VALUE_PRINT_H
#define PYTHON_VALUE_PRINT_H
#include "python/value/value.h"

struct pystyle {
	char quote;	 /* '\'' or '"' */
	bool dict_calls; /* dict(a=1) rather than {'a': 1} where all keys are identifiers and no keywords */
	unsigned indent; /* columns of the line that the value starts on */
	unsigned width;	 /* 0: one line; else break containers that don't fit */
};
/* One expression. false (nothing appended): it contains something without a source form (Unknown, function, object).
 * */
bool print_python(struct buf *out, struct value v, const struct pystyle *style);
/* A number in the spelling of an old literal: old "2e-4" and 0.0004 give "4e-4"; "0.010" and 0.02 give "0.02"; "512."
 * and 256.0 give "256."; int stays int. Falls back to float_repr. Always denotes exactly v. */
void print_number_like(struct buf *out, struct value v, const char *old, size_t nold);
bool print_is_identifier(const struct str *s); /* a Python identifier that is no keyword */
#endif

// SPDX-License-Identifier: MIT
/* Positive numbers, as settings and options give them. */
#include "base/path.h"
#include "lint/settings/priv.h"
#include <stdlib.h>

enum { FIGURE_MAX = 1000000 }; /* as on the command line */

bool figure_read(struct yread *y, const struct ynode *n, const char *what, bool whole, struct value *out)
{
	struct value v;
	if (!yread_value(y, n, &v))
		return false;
	if ((v.kind != VALUE_INT && (whole || v.kind != VALUE_FLOAT)) || value_number(v) <= 0 ||
	    value_number(v) > FIGURE_MAX)
		return yread_fail(y, n, "%s must be a positive %snumber, at most %d", what, whole ? "whole " : "",
				  FIGURE_MAX);
	*out = v;
	return true;
}

bool figures_read(struct yread *y, const struct ynode *map, const char *what, const char *const *known,
		  struct value *const *to, size_t n, size_t whole)
{
	if (!yread_keys(y, map, known, n, what))
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct ynode *f = yaml_get(map, known[i]);
		if (f && !figure_read(y, f, known[i], i < whole, to[i]))
			return false;
	}
	return true;
}

bool figure_given(const char *text, const char *flag, bool whole, struct value *out, struct err *e)
{
	char *end;
	double f = strtod(text, &end);
	if (end == text || *end || !(f > 0 && f < 1e9) || (whole && f != (double)(int64_t)f))
		return err_set(e, ERR_USAGE, "%s: '%.100s' is no positive %snumber", flag, text, whole ? "whole " : "");
	*out = f == (double)(int64_t)f ? value_int((int64_t)f, (struct span){ 0 }) : value_float(f, (struct span){ 0 });
	return true;
}

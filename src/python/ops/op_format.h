// SPDX-License-Identifier: MIT
/* format(v, spec), and the parts of it that % uses too. */
#ifndef PYTHON_OPS_OP_FORMAT_H
#define PYTHON_OPS_OP_FORMAT_H
#include "base/buf.h"
#include "python/state/state.h"

struct value op_format(struct eval *ev, struct value v, const struct str *spec, struct span at);

struct format_spec {
	const char *fill;
	unsigned nfill;
	char align, sign, group, type; /* 0 where absent */
	bool alt, zero, has_width, has_precision;
	size_t width, precision;
};
bool format_double(struct buf *out, double f, const struct format_spec *s);
void format_pad(struct buf *out, const char *body, size_t nbody, const struct format_spec *s, char align);
#endif

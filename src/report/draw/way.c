// SPDX-License-Identifier: MIT
/* The steps upwards are turned into a key path only if there is something to report. */
#include "report/draw/way.h"

struct way way_to(const struct way *up, struct value part)
{
	return (struct way){ up, part, up ? up->depth + 1 : 1 };
}

void way_report(const struct way *w, struct buf *to, const char *what)
{
	uint32_t n = w ? w->depth : 0;
	struct arena tmp = { 0 };
	struct value *part;

	if (!to)
		return;
	part = arena_array(&tmp, struct value, n + 1);
	for (; w; w = w->up)
		part[w->depth - 1] = w->part;
	if (n)
		keypath_print(to, (struct keypath){ .part = part, .n = n });
	else
		buf_puts(to, "(the config)");
	buf_printf(to, ": %s\n", what);
	arena_release(&tmp);
}

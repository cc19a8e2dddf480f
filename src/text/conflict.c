// SPDX-License-Identifier: MIT
#include "text/conflict.h"
#include <string.h>

enum { MARKER = 7 };

static bool marks(const char *line, size_t n, char c)
{
	for (size_t i = 0; i < MARKER; i++)
		if (i >= n || line[i] != c)
			return false;
	return n == MARKER || line[MARKER] == ' ' || line[MARKER] == '\r';
}

bool conflict_find(const char *text, size_t n, struct conflict *out)
{
	static const char order[] = "<=>";
	uint32_t line = 1;
	unsigned seen = 0;

	for (size_t at = 0; at < n; line++) {
		const char *end = memchr(text + at, '\n', n - at);
		size_t len = end ? (size_t)(end - text) - at : n - at;

		if (marks(text + at, len, '<')) {
			*out = (struct conflict){ (uint32_t)at, (uint32_t)(at + len), 0, line, line };
			seen = 1;
		} else if (seen && marks(text + at, len, order[seen])) {
			out->last = line;
			out->end = (uint32_t)(at + len);
			if (++seen == sizeof order - 1)
				return true;
		}
		at += len + 1;
	}
	return false;
}

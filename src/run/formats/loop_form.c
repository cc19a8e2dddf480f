// SPDX-License-Identifier: MIT
#include "run/formats/loop_form.h"
#include <string.h>

enum { COLUMNS_MIN = 3, NAME_MOST = 64 };

static const char *blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

uint32_t loop_table_header(struct loop_names *names, const char *s, const char *end, uint32_t column[LOOP_ITEMS])
{
	uint32_t n = 0;

	for (; s <= end && n < LOOP_ITEMS; n++) {
		const char *stop = memchr(s, ',', (size_t)(end - s)), *from = blanks(s, end), *after;
		double x;

		stop = stop ? stop : end;
		after = from < stop ? number_read(from, stop, &x, NULL) : NULL;
		if (stop - from > NAME_MOST || (after && after == stop) || memchr(from, ':', (size_t)(stop - from)) ||
		    memchr(from, '=', (size_t)(stop - from)))
			return 0;
		column[n] = from == stop ? 0 : loop_name_of(names, from, (size_t)(stop - from));
		s = stop + 1;
	}
	return n >= COLUMNS_MIN ? n : 0;
}

bool loop_table_row(uint32_t columns, const char *s, const char *end)
{
	uint32_t n = 0, numbers = 0;

	for (; s <= end && n <= LOOP_ITEMS; n++) {
		const char *stop = memchr(s, ',', (size_t)(end - s)), *from = blanks(s, end), *after;
		double x;

		stop = stop ? stop : end;
		after = from < stop ? number_read(from, stop, &x, NULL) : from;
		if (!after || blanks(after, stop) < stop)
			return false;
		numbers += from < stop;
		s = stop + 1;
	}
	return n == columns && numbers;
}

/* After the text that begins at s, a quote. */
static size_t text_end_of(const struct buf *b, size_t s)
{
	size_t i = s + 1;

	while (i < b->n && b->s[i] != '"')
		i += b->s[i] == '\\' ? 2 : 1;
	return i < b->n ? i + 1 : b->n;
}

void loop_document_figures(struct buf *b)
{
	size_t to = 0;

	for (size_t i = 0; i < b->n;) {
		size_t stop = i + 1, next;
		bool stays = true;

		if (b->s[i] == '"') {
			const char *s = b->s + i + 1, *end;
			double x;

			next = stop = text_end_of(b, i);
			while (next < b->n && (b->s[next] == ' ' || b->s[next] == '\t'))
				next++;
			end = b->s + stop - 1;
			stays = (next < b->n && b->s[next] == ':') || (s < end && number_read(s, end, &x, NULL) == end);
		}
		if (stays) {
			memmove(b->s + to, b->s + i, stop - i);
			to += stop - i;
		}
		i = stop;
	}
	b->n = to;
}

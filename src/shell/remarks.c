// SPDX-License-Identifier: MIT
#include "shell/remarks.h"
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Bytes of the remark that begins at `at` with its backquote, both of them included; 0: there is none. */
static uint32_t remark(const char *s, uint32_t at, uint32_t len)
{
	uint32_t to = at + 1;

	while (to < len && is_blank(s[to]))
		to++;
	if (to == len || s[to] != '#' || (at && !is_blank(s[at - 1]) && s[at - 1] != '\n'))
		return 0;
	while (to < len && s[to] != '`' && s[to] != '\n')
		to++;
	return to < len && s[to] == '`' ? to + 1 - at : 0;
}

/* Behind the quoted text that begins at `at`; len: it does not end. */
static uint32_t behind_quotes(const char *s, uint32_t at, uint32_t len)
{
	char quote = s[at++];

	while (at < len && s[at] != quote)
		at += quote == '"' && s[at] == '\\' ? 2 : 1;
	return at < len ? at + 1 : len;
}

static uint32_t behind_line(const char *s, uint32_t at, uint32_t len)
{
	const char *end = memchr(s + at, '\n', len - at);

	return end ? (uint32_t)(end - s) : len;
}

const char *shell_without_remarks(struct arena *a, const char *bytes, uint32_t len)
{
	char *copy = NULL;

	for (uint32_t at = 0; at < len;) {
		uint32_t n = bytes[at] == '`' ? remark(bytes, at, len) : 0;
		bool begins = !at || is_blank(bytes[at - 1]) || bytes[at - 1] == '\n';

		if (n) {
			if (!copy) {
				copy = arena_array(a, char, len + 1);
				memcpy(copy, bytes, len);
				copy[len] = '\0';
			}
			memset(copy + at, ' ', n);
		}
		at = n					     ? at + n
		     : bytes[at] == '\\'		     ? at + 2
		     : bytes[at] == '\'' || bytes[at] == '"' ? behind_quotes(bytes, at, len)
		     : bytes[at] == '#' && begins	     ? behind_line(bytes, at, len)
							     : at + 1;
	}
	return copy ? copy : bytes;
}

// SPDX-License-Identifier: MIT
#include "cli/stdin_data.h"
#include <string.h>

/* Behind blank lines and comments. */
static const char *first_line(const char *at)
{
	at += strspn(at, " \t\r\n");
	while (*at == '#') {
		at += strcspn(at, "\n");
		at += strspn(at, " \t\r\n");
	}
	return at;
}

const char *stdin_data(const char *text, size_t n)
{
	static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
	const char *line = n ? first_line(text) : "";
	size_t key = strspn(line, name), whole = strcspn(line, "\n");

	if (*line == '{')
		return "JSON";
	/* `x: int = 1`, `else:` and `try:` are Python */
	if (!key || line[key] != ':' || !strchr(" \r\n", line[key + 1]) || memchr(line, '=', whole) ||
	    !strncmp(line, "try:", 4))
		return NULL;
	return "YAML";
}

// SPDX-License-Identifier: MIT
/*
 * Fills in a struct err.  The message is one line of valid UTF-8: line ends become spaces, and a long message is cut
 * between characters, since it may quote a file's name or text.
 */
#include "base/err.h"
#include "base/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void cut_between_characters(char *msg, size_t size)
{
	size_t n = size - 1;

	while (n > 0 && !utf8_starts(msg[n - 1]))
		n--;
	if (n > 0 && utf8_len(msg + n - 1, size - n) == 0)
		msg[n - 1] = '\0';
}

bool err_set(struct err *e, int code, const char *fmt, ...)
{
	CHECK(code != ERR_NONE && fmt);

	va_list ap;

	if (!e)
		return false;
	*e = (struct err){ .code = code };
	va_start(ap, fmt);

	int n = vsnprintf(e->msg, sizeof e->msg, fmt, ap);

	va_end(ap);
	if (n >= (int)sizeof e->msg)
		cut_between_characters(e->msg, sizeof e->msg);
	for (char *p = e->msg; *p; p++)
		if (*p == '\n' || *p == '\r')
			*p = ' ';
	return false;
}

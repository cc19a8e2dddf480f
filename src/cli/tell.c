// SPDX-License-Identifier: MIT
/* One line a message; what stdout holds goes first, so that both read in order on one terminal. */
#include "cli/tell.h"
#include "report/terminal.h"
#include <stdarg.h>
#include <string.h>

static void tell(const char *fmt, va_list ap)
{
	struct arena tmp = { 0 };
	struct buf b = { 0 };
	const char *text = arena_vprintf(&tmp, fmt, ap);

	fflush(stdout);
	buf_puts(&b, "cfglint: ");
	terminal_escape(&b, text, strlen(text));
	buf_putc(&b, '\n');
	fputs(buf_str(&b), stderr);
	buf_release(&b);
	arena_release(&tmp);
}

void remark(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(fmt, ap);
	va_end(ap);
}

void complain(struct session *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell(fmt, ap);
	va_end(ap);
	session_raise(s, EXIT_USAGE);
}

void complain_at(struct session *s, const char *path, const struct err *e, const char *hint)
{
	const char *name = session_name(s, path);

	if (e->line)
		complain(s, "%s:%u:%u: %s", name, e->line, e->col ? e->col : 1, e->msg);
	else
		complain(s, "%s: %s", name, e->msg);
	if (hint)
		fprintf(stderr, "  hint: %s\n", hint);
}

// SPDX-License-Identifier: MIT
/* One line a message on stderr; what stdout holds goes first, so that both read in order on one terminal. */
#include "cli/messages.h"
#include "base/trail.h"
#include "report/draw/paragraphs.h"
#include "report/report.h"
#include "report/draw/terminal.h"
#include "cli/workflow.h"
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

static void print_line(const char *lead, const char *text, void (*note)(const char *line))
{
	struct buf b = { 0 };

	fflush(stdout);
	buf_puts(&b, lead);
	terminal_escape(&b, text, strlen(text));
	buf_putc(&b, '\n');
	fputs(buf_str(&b), stderr);
	note(buf_str(&b));
	buf_release(&b);
}

/* A run with messages is not cached: a file that it could not read may be readable the next time. A message caused by a
 * file's bytes is like a finding: it stays valid until they change. */
static void forget(const char *line)
{
	(void)line;
	trail_unsure();
}

void say(const char *fmt, ...)
{
	struct arena tmp = { 0 };
	struct buf b = { 0 };
	const char *text;
	va_list ap;

	va_start(ap, fmt);
	text = arena_vprintf(&tmp, fmt, ap);
	va_end(ap);
	terminal_lines(&b, text, strlen(text));
	fputs(buf_str(&b), stdout);
	buf_release(&b);
	arena_release(&tmp);
}

void say_line(unsigned indent, const char *fmt, ...)
{
	struct buf shown = { 0 }, out = { 0 };
	struct arena tmp = { 0 };
	const char *text;
	va_list ap;

	va_start(ap, fmt);
	text = arena_vprintf(&tmp, fmt, ap);
	va_end(ap);
	terminal_escape(&shown, text, strlen(text));
	flow_on(&out, buf_str(&shown), indent, session_wrap(stdout));
	puts(buf_str(&out));
	buf_release(&shown);
	buf_release(&out);
	arena_release(&tmp);
}

bool may_print(struct session *s, const char *text, size_t n)
{
	uint32_t line = workflow_command_in(text, n);

	if (line)
		complain(s,
			 "not printed: the CI runner would execute line %u as a command, because it starts with two "
			 "colons or has two # and a bracket; `-o FILE` writes it to a file",
			 line);
	return !line;
}

void say_bytes(struct session *s, const char *text, size_t n)
{
	struct buf b = { 0 };

	if (!may_print(s, text, n))
		return;

	if (isatty(STDOUT_FILENO) != 1)
		buf_add(&b, text, n);
	else
		terminal_lines(&b, text, n);
	fwrite(buf_str(&b), 1, b.n, stdout);
	buf_release(&b);
}

void remark(const char *fmt, ...)
{
	struct arena tmp = { 0 };
	va_list ap;

	va_start(ap, fmt);
	print_line("cfglint: ", arena_vprintf(&tmp, fmt, ap), trail_record);
	va_end(ap);
	arena_release(&tmp);
}

/* path: absolute; NULL: it is about no file */
static void complaint(struct session *s, const char *path, const char *text, void (*note)(const char *line))
{
	struct unreadable *one = arena_new(&s->arena, struct unreadable);

	*one = (struct unreadable){ .path = path ? arena_strdup(&s->arena, path) : NULL, .message = text };
	*(s->last_unreadable ? &s->last_unreadable->next : &s->unreadable) = one;
	s->last_unreadable = one;
	s->complaint = text;
	print_line("cfglint: ", text, note);
	session_raise(s, EXIT_USAGE);
}

void complain(struct session *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	complaint(s, NULL, arena_vprintf(&s->arena, fmt, ap), forget);
	va_end(ap);
}

void complain_as_reported(struct session *s, const char *text)
{
	complaint(s, NULL, text, trail_record);
}

void complain_at(struct session *s, const char *path, const struct err *e, const char *hint)
{
	const char *name = session_name(s, path), *place = "";
	bool by_bytes = e->code == ERR_ENCODING || e->code == ERR_SYNTAX || e->code == ERR_TOO_LARGE;
	void (*note)(const char *line) = by_bytes ? trail_record : forget;

	if (e->line)
		place = arena_printf(&s->arena, ":%u:%u", e->line, e->col ? e->col : 1);
	complaint(s, path, arena_printf(&s->arena, "%s%s: %s", name, place, e->msg), note);
	if (hint)
		print_line("  hint: ", hint, note);
}

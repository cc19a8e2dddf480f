// SPDX-License-Identifier: MIT
/*
 * A filter on the two streams, so that no command, format or message needs to know.
 *
 * GitHub's runner trims blanks of a line and takes `::`; it takes `##[` anywhere in a line, as Azure's takes `##vso[`.
 * Both compare as .NET does, by which invisible characters don't count: bytes above ASCII are passed over.  The last
 * byte that makes a command is written as an escape of the format: JSON's and XML's stay what they are.
 *
 *     "  ::add-mask::x"   ->   "  :\x3aadd-mask::x"
 *     "a ##vso[x]"        ->   "a ##vso\x5bx]"
 */
#include "cli/workflow.h"
#include "base/buf.h"
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_START, AT_COLON, INSIDE };  /* at: of a line */
enum { UNKNOWN, TEXT, JSON, MARKUP }; /* format */

/* Whether the byte makes a command of what stands before it in its line. */
static bool completes(struct workflow_stream *l, char c)
{
	bool start = l->at == AT_COLON && c == ':', hash = c == '[' && l->hashes >= 2;

	if (c == '\n' || c == '\r') {
		l->at = AT_START;
		l->hashes = 0;
		l->letters = false;
		return false;
	}
	if ((unsigned char)c >= 0x80 || !c)
		return false;
	if (l->at == AT_COLON || !isspace((unsigned char)c))
		l->at = l->at == AT_START && c == ':' ? AT_COLON : INSIDE;
	if (c == '#')
		l->hashes = l->letters ? 1 : l->hashes + 1;
	else if (!isalnum((unsigned char)c))
		l->hashes = 0;
	l->letters = l->hashes && c != '#';
	return start || hash;
}

static void take_format(struct workflow_stream *g, const char *s, size_t n)
{
	for (size_t i = 0; i < n && g->format == UNKNOWN; i++)
		if (s[i] == '{' || s[i] == '[')
			g->format = JSON;
		else if (s[i] == '<')
			g->format = MARKUP;
		else if (!isspace((unsigned char)s[i]))
			g->format = TEXT;
}

static void copy_harmless(struct workflow_stream *g, const char *s, size_t n, struct buf *out)
{
	for (size_t i = 0; i < n; i++)
		if (!completes(g, s[i]))
			buf_putc(out, s[i]);
		else if (g->format == JSON)
			buf_printf(out, "\\u%04x", (unsigned)s[i]);
		else if (g->format == MARKUP)
			buf_printf(out, "&#%u;", (unsigned)s[i]);
		else
			buf_printf(out, "\\x%02x", (unsigned)s[i]);
}

static bool write_all(int fd, const char *s, size_t n)
{
	while (n) {
		ssize_t done = write(fd, s, n);

		if (done < 0 && errno != EINTR)
			return false;
		s += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	return true;
}

/* The memory that stands for a file (cli/output.c). */
static bool is_memory(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && S_ISREG(st.st_mode) && !st.st_nlink;
}

static ssize_t write_guarded(void *cookie, const char *s, size_t n)
{
	struct workflow_stream *g = cookie;
	struct buf out = { 0 };
	bool good;

	if (is_memory(g->fd))
		return write_all(g->fd, s, n) ? (ssize_t)n : 0;
	take_format(g, s, n);
	copy_harmless(g, s, n, &out);
	good = write_all(g->fd, buf_str(&out), out.n);
	buf_release(&out);
	return good ? (ssize_t)n : 0;
}

static bool is_runner(void)
{
	const char *github = getenv("GITHUB_ACTIONS"), *azure = getenv("TF_BUILD"), *city = getenv("TEAMCITY_VERSION");

	return (github && *github) || (azure && *azure) || (city && *city);
}

static FILE *guarded(struct workflow_stream *g, FILE *was, int fd, unsigned format, int buffering)
{
	FILE *f = fopencookie(g, "w", (cookie_io_functions_t){ .write = write_guarded });

	if (!f)
		return was;
	*g = (struct workflow_stream){ .was = was, .fd = fd, .format = format };
	setvbuf(f, NULL, buffering, BUFSIZ);
	return f;
}

void workflow_guard(struct workflow *w)
{
	*w = (struct workflow){ 0 };
	if (!is_runner())
		return;
	stdout = guarded(&w->out, stdout, STDOUT_FILENO, UNKNOWN, _IOFBF);
	stderr = guarded(&w->err, stderr, STDERR_FILENO, TEXT, _IOLBF);
}

void workflow_end(struct workflow *w)
{
	FILE *out = stdout, *err = stderr;

	if (w->out.was) {
		stdout = w->out.was;
		fclose(out);
	}
	if (w->err.was) {
		stderr = w->err.was;
		fclose(err);
	}
}

uint32_t workflow_command_in(const char *text, size_t n)
{
	struct workflow_stream l = { 0 };
	uint32_t line = 1;

	if (!is_runner() || is_memory(STDOUT_FILENO))
		return 0;
	for (size_t i = 0; i < n; i++) {
		if (completes(&l, text[i]))
			return line;
		line += text[i] == '\n';
	}
	return 0;
}

static bool is_own(const char *line)
{
	return !strncmp(line, "::error ", 8) || !strncmp(line, "::warning ", 10) || !strncmp(line, "::notice ", 9);
}

void workflow_say_own(const char *text, size_t n)
{
	struct workflow_stream g = { .fd = STDOUT_FILENO, .format = TEXT };
	struct buf out = { 0 };

	if (!is_runner() || is_memory(STDOUT_FILENO)) {
		fwrite(text, 1, n, stdout);
		return;
	}
	fflush(stdout);
	for (const char *line = text, *end; line < text + n; line = end) {
		end = memchr(line, '\n', (size_t)(text + n - line));
		end = end ? end + 1 : text + n;
		g.at = is_own(line) ? INSIDE : AT_START;
		copy_harmless(&g, line, (size_t)(end - line), &out);
	}
	if (!write_all(STDOUT_FILENO, buf_str(&out), out.n))
		fputs("", stdout);
	buf_release(&out);
}

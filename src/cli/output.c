// SPDX-License-Identifier: MIT
/* Standard output is a buffer in memory meanwhile, so code that prints need not know. */
#include "cli/output.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/messages.h"
#include "text/replace.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* May be written. */
static bool take_name(struct session *s, struct output *o, const char *name)
{
	struct stat st;

	o->path = path_absolute(&s->arena, name);
	if (!admit(s, o->path))
		return false;
	if (!stat(o->path, &st) && S_ISDIR(st.st_mode)) {
		complain(s, "%s: a folder, and the name of a file is wanted", session_name(s, o->path));
		return false;
	}
	return true;
}

bool output_begin(struct session *s, struct output *o)
{
	const char *name = s->o->output_file;
	int memory;

	*o = (struct output){ .was = -1 };
	if (!name || !strcmp(name, "-"))
		return true;
	if (!take_name(s, o, name))
		return false;
	memory = memfd_create("output", MFD_CLOEXEC);
	o->was = dup(STDOUT_FILENO);
	if (memory >= 0 && o->was >= 0 && !fflush(stdout) && dup2(memory, STDOUT_FILENO) >= 0)
		return !close(memory);
	complain(s, "%s: %s", session_name(s, o->path), strerror(errno));
	if (memory >= 0)
		close(memory);
	if (o->was >= 0)
		close(o->was);
	return false;
}

static bool write_file(struct session *s, const struct output *o, const char *bytes, size_t n)
{
	struct err e = { 0 };
	struct stat st;
	bool there = !lstat(o->path, &st);

	if (file_replace(s->linter.vfs, o->path, bytes, n, there ? "" : NULL, 0, true, &e))
		return true;
	complain(s, "%s: %s", session_name(s, o->path), e.msg);
	return false;
}

bool output_write(struct session *s, const char *name, const char *bytes, size_t n)
{
	struct output o;

	return take_name(s, &o, name) && write_file(s, &o, bytes, n);
}

/* What has been written to standard output; false: errno. */
static bool read_back(struct buf *b)
{
	char part[1 << 16];
	ssize_t n;

	if (fflush(stdout))
		return false;
	while ((n = pread(STDOUT_FILENO, part, sizeof part, (off_t)b->n)) > 0)
		buf_add(b, part, (size_t)n);
	return n == 0;
}

bool output_end(struct session *s, struct output *o, bool keep)
{
	struct buf b = { 0 };
	bool done;

	if (!o->path)
		return true;
	done = read_back(&b);
	if (!done)
		complain(s, "%s: %s", session_name(s, o->path), strerror(errno));
	dup2(o->was, STDOUT_FILENO);
	close(o->was);
	if (done && keep)
		done = write_file(s, o, buf_str(&b), b.n);
	buf_release(&b);
	return done;
}

unsigned output_form(const struct session *s, const char *const *word)
{
	unsigned form = 0;

	while (s->o->output_format && word[form] && strcmp(s->o->output_format, word[form]) != 0)
		form++;
	CHECK(word[form]); /* opts_parse took no other */
	return form;
}

// SPDX-License-Identifier: MIT
/* Standard output is memory meanwhile, so that whoever writes need not know. */
#include "cli/output.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/tell.h"
#include "text/replace.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool output_begin(struct session *s, struct output *o)
{
	const char *name = s->o->output_file;
	struct stat st;
	int memory;

	*o = (struct output){ .was = -1 };
	if (!name || !strcmp(name, "-"))
		return true;
	o->path = path_absolute(&s->arena, name);
	if (!admit(s, o->path))
		return false;
	if (!stat(o->path, &st) && S_ISDIR(st.st_mode)) {
		complain(s, "%s: a folder; -o takes the name of a file", session_name(s, o->path));
		return false;
	}
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

bool output_end(struct session *s, struct output *o, bool keep)
{
	bool done = !fflush(stdout);
	struct stat st;
	void *bytes = NULL;

	if (!o->path)
		return done;
	done = done && !fstat(STDOUT_FILENO, &st);
	if (done && keep && st.st_size)
		bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, STDOUT_FILENO, 0);
	done = done && bytes != MAP_FAILED;
	if (!done)
		complain(s, "%s: %s", session_name(s, o->path), strerror(errno));
	dup2(o->was, STDOUT_FILENO);
	close(o->was);
	if (done && keep)
		done = write_file(s, o, bytes ? bytes : "", bytes ? (size_t)st.st_size : 0);
	if (bytes && bytes != MAP_FAILED)
		munmap(bytes, (size_t)st.st_size);
	return done;
}

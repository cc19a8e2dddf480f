// SPDX-License-Identifier: MIT
/* Reads the logs that a command names, and explains each failure: a missing path, a folder of many runs, a log
 * without a line of training. Standard input is laid over the disk as the file stdin.log of the working directory.
 *
 * Invariant: log_read and log_trained have reported why if they return false or NULL.
 *
 *	cfglint log work_dirs		"hint: each run has its own folder; there are a, b in this one"
 *	a log that ends in a traceback	"the run ended before its first line of training: ..."
 *	-o run.log, the input itself	refused, before anything is written */
#include "cli/shared/log_read.h"
#include "base/disk.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/messages.h"
#include "text/nearest.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* No known kind of run: messages of PyTorch and of the system at its end are reported all the same. */
static void report_no_training(struct session *s, const char *path, const struct runs *all)
{
	const char *none =
		arena_printf(&s->arena,
			     "%s: no training line in its %u line%s: neither in the format that %s prints, nor lines "
			     "of one shape with a step that rises and a loss, a learning rate or the seconds of "
			     "loading",
			     session_name(s, path), all->lines, plural(all->lines),
			     log_formats_names(&s->arena, all->formats));

	if (all->trouble)
		complain(s, "%s; line %u says: %s", none, all->trouble_line, all->trouble);
	else
		complain(s, "%s; name the file, or the folder (work_dir), that the training script writes its log to",
			 none);
}

/* What to do if there is no training line. */
static void nothing_found(struct session *s, const char *path, const struct runs *all)
{
	const struct run *r = all->n && !run_alone(&all->at[all->n - 1]) ? &all->at[all->n - 1] : NULL;

	if (r && r->exception)
		complain(s, "%s: the run ended before its first line of training: %s", session_name(s, path),
			 r->exception);
	else if (r && r->val.n)
		complain(s,
			 "%s: %zu validation line%s and no training line: the logging interval is not shorter than the "
			 "evaluation interval; log ten times between two evaluations",
			 session_name(s, path), r->val.n, plural(r->val.n));
	else if (r)
		complain(s,
			 "%s: no training line in %u line%s of %s: the run ended before its first one, or only tested",
			 session_name(s, path), all->lines, plural(all->lines), r->format->name);
	else
		report_no_training(s, path, all);
}

static bool report_rest(struct session *s, const struct runs *all)
{
	if (all->later)
		remark("%s started later and did not train; this is the newest run that did",
		       session_name(s, all->later));
	if (all->unread)
		remark("%s: %s", session_name(s, all->unread), all->why);
	return true;
}

/* Standard input as a file of the working directory, on an overlay. */
static const char *from_stdin(struct session *s)
{
	const char *path = path_join(&s->arena, s->cwd, "stdin.log");
	struct buf b = { 0 };
	char part[64 * 1024];
	size_t n;

	while ((n = fread(part, 1, sizeof part, stdin)))
		buf_add(&b, part, n);
	vfs_put(s->linter.vfs, path, buf_str(&b), b.n);
	buf_release(&b);
	return path;
}

struct below { /* folders in a folder, some of them by name */
	struct session *s;
	const char *dir, *text;
	uint32_t n;
};

static void see_below(void *ctx, const char *name, bool file)
{
	(void)file;
	enum { SHOWN = 3 };
	struct below *b = ctx;
	const char *path = path_join(&b->s->arena, b->dir, name);
	struct stat st;

	if (*name == '.' || disk_stat(path, &st) || !S_ISDIR(st.st_mode))
		return;
	if (b->n < SHOWN)
		b->text = arena_printf(&b->s->arena, "%s%s%s", b->text, b->n ? ", " : "", session_name(b->s, path));
	b->n++;
}

/* Suggestions for a path at which nothing can be read. */
static void hint(struct session *s, const char *path)
{
	struct below b = { .s = s, .dir = path, .text = "" };
	const char *near = vfs_stands(s->linter.vfs, path) ? NULL : nearest_file(&s->arena, s->linter.vfs, path, NULL);

	if (near)
		fprintf(stderr, "  hint: did you mean %s?\n", session_shown(s, session_name(s, near)));
	vfs_each_name(s->linter.vfs, path, see_below, &b, &(struct err){ 0 });
	if (b.n)
		fprintf(stderr, "  hint: each run has its own folder; there %s %s%s in this one\n",
			b.n == 1 ? "is" : "are", session_shown(s, b.text), b.n > 3 ? ", ..." : "");
}

bool log_read(struct session *s, const struct log_formats *formats, const char *word, struct runs *out)
{
	const char *path = !strcmp(word, "-") ? from_stdin(s) : *word ? path_absolute(&s->arena, word) : NULL;
	struct err e = { 0 };

	if (!path)
		complain(s, "an empty path");
	else if (admit(s, path)) {
		if (runs_read(out, formats, s->linter.vfs, path, NULL, &e))
			return report_rest(s, out);
		if (e.code == ERR_NOT_FOUND && !disk_mode(path))
			complain(s,
				 "%s: no such file or folder; looked for a log, or for the folder that a training "
				 "wrote its "
				 "log to (work_dir)",
				 session_name(s, path));
		else
			complain(s, "%s: %s", session_name(s, path), e.msg);
		hint(s, path);
	}
	return false;
}

const struct run *log_trained(struct session *s, const char *word, const struct runs *all)
{
	const struct run *r = runs_last(all);

	if (!r)
		nothing_found(s, path_absolute(&s->arena, word), all);
	return r;
}

bool log_is_read(struct session *s, const struct runs *all, const char *output)
{
	const char *real = output ? path_real(&s->arena, output) : NULL;
	bool found = false;

	for (uint32_t i = 0; real && i < all->n; i++) {
		for (const char *const *file = all->at[i].file; *file; file++)
			found |= !strcmp(path_real_new(&s->arena, *file), real);
		found |= all->at[i].config_file && !strcmp(path_real_new(&s->arena, all->at[i].config_file), real);
	}
	for (const char *const *file = all->watch ? all->watch->file : NULL; real && file && *file; file++)
		found |= !strcmp(path_real_new(&s->arena, *file), real);
	if (found)
		complain(s, "%s: this file is an input; name another file for the output", session_name(s, output));
	return found;
}

/* What is written here may hold lines of logs, but none as its first. */
bool log_is_log(struct session *s, const struct log_formats *formats, const char *path)
{
	struct runs all;
	bool is;

	if (!path || !runs_read(&all, formats, s->linter.vfs, path, NULL, &(struct err){ 0 }))
		return false;
	is = runs_last(&all) && all.at[0].first_line == 1;
	runs_release(&all);
	if (is)
		complain(s, "%s: this file is the log of a run; name another file for the output",
			 session_name(s, path));
	return is;
}

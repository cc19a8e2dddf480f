// SPDX-License-Identifier: MIT
/*
 * Walks a folder with ignore files.
 *
 * Open folders are a stack on the heap. Each stores its sorted names and the number of ignore rules before it, so
 * that leaving it removes its own rules.  Rules are tested from the last to the first, and the first match decides.
 * This is git's order: deeper files over higher ones, later lines over earlier, .ignore over .gitignore.
 *
 * Example: /r/.gitignore has `*.log`, /r/a/.gitignore has `!x.log`
 *          /r/a/x.log: the last rule matches first, so it is found
 *          /r/b/x.log: only `*.log` is on the stack, so it is ignored
 */
#include "base/path.h"
#include "base/disk.h"
#include "base/vec.h"
#include "text/walk.h"
#include "text/glob.h"
#include "text/tracked.h"
#include "text/vfs.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

struct ignore_rule {
	struct glob *glob;
	size_t base; /* length of the folder that its paths are relative to, the slash included */
	unsigned char tail;
	bool negated;
	bool rooted;	  /* a slash within the pattern: it names one place */
	const char *name; /* of the ignore file */
	uint32_t line;
};
VEC(ignore_rules, struct ignore_rule);
struct filename {
	char *s;
	bool file; /* the listing says that it is a regular file */
};
VEC(filenames, struct filename);

struct folder {
	char *path;
	struct filenames name;
	size_t next, nrules;
	ino_t id;
	bool linked;  /* a link leads here, or to a folder above */
	bool tracked; /* an ignore file names it: only files that git tracks count in it */
	bool ignores; /* it contains an ignore file */
};
VEC(folders, struct folder);

struct walk {
	const struct walk_opts *o;
	struct ignore_rules rule;
	struct folders open;
	dev_t disk_of_top;
	struct tracked *tracked; /* of the repository; NULL: not read yet, or there is none */
	bool index_read, known;	 /* known: whether the index could be read */
	const char *top;	 /* top folder of the walk */
};

/* --- ignore files */

/* Removes trailing spaces unless they are escaped. */
static size_t trimmed(const char *line, size_t n)
{
	while (n && line[n - 1] == '\r')
		n--;
	while (n && (line[n - 1] == ' ' || line[n - 1] == '\t') && !(n > 1 && line[n - 2] == '\\'))
		n--;
	return n;
}

/* r: has no pattern yet. */
static void add_rule(struct walk *w, const char *line, size_t n, struct ignore_rule r)
{
	n = trimmed(line, n);
	if (!n || line[0] == '#')
		return;

	bool negated = line[0] == '!';
	char *pattern = strndup(line + negated, n - negated);

	if (!pattern)
		die("out of memory");

	/* Like git, skip an invalid pattern. */
	r.glob = glob_new(pattern, NULL);
	r.rooted = strchr(pattern, '/') && strchr(pattern, '/')[1] && !strstr(pattern, "**");
	free(pattern);
	if (!r.glob)
		return;
	r.tail = glob_tail(r.glob);
	r.negated = negated;
	vec_push(&w->rule, r);
}

static char *entry_path(const char *dir, const char *name)
{
	size_t nd = strlen(dir), nn = strlen(name);
	char *path = xcalloc(nd + nn + 2, 1);

	memcpy(path, dir, nd);
	if (nd && dir[nd - 1] != '/')
		path[nd++] = '/';
	memcpy(path + nd, name, nn);
	return path;
}

static void read_ignore_file(struct walk *w, const char *dir, const char *name)
{
	char *path = entry_path(dir, name);
	struct ignore_rule r = { .base = strlen(path) - strlen(name), .name = name };
	struct buf text = { 0 };

	if (vfs_read(w->o->fs, path, &text, NULL))
		for (const char *p = buf_str(&text); *p;) {
			size_t n = strcspn(p, "\n");

			r.line++;
			add_rule(w, p, n, r);
			p += n + (p[n] == '\n');
		}
	buf_release(&text);
	free(path);
}

static void read_ignore_files(struct walk *w, const char *dir)
{
	if (!w->o->ignore_files)
		return;
	read_ignore_file(w, dir, ".gitignore");
	read_ignore_file(w, dir, ".ignore");
}

static void remove_rules(struct walk *w, size_t keep)
{
	while (w->rule.n > keep)
		glob_free(vec_pop(&w->rule).glob);
}

/* The rule that decides; NULL: the path is not ignored. */
static const struct ignore_rule *rule_of(const struct walk *w, const char *path, bool is_dir)
{
	const char *last = path_base(path);
	size_t n = strlen(last);
	unsigned char tail = n ? (unsigned char)last[n - 1] : 0;

	for (size_t i = w->rule.n; i > 0; i--) {
		const struct ignore_rule *r = &w->rule.at[i - 1];

		/* Most patterns end with one fixed byte, and most names with another one. */
		if (r->tail && r->tail != tail)
			continue;
		if (glob_match_named(r->glob, path + r->base, last, is_dir))
			return r->negated ? NULL : r;
	}
	return NULL;
}

static bool rules_ignore(const struct walk *w, const char *path, bool is_dir)
{
	return rule_of(w, path, is_dir) != NULL;
}

/* The nearest folder upwards that has a .git, or dir itself. */
static char *repository_top(struct arena *a, const char *dir)
{
	for (char *at = arena_strdup(a, dir);; at = path_dir(a, at)) {
		struct stat st;

		if (!disk_lstat(path_join(a, at, ".git"), &st))
			return at;
		if (!strcmp(at, "/") || !strcmp(at, "."))
			return arena_strdup(a, dir);
	}
}

static bool is_tracked(struct walk *w, const char *path, bool is_dir)
{
	struct arena a = { 0 };

	if (!w->index_read)
		w->tracked = tracked_open(w->o->fs, repository_top(&a, w->top), &w->known);
	w->index_read = true;
	arena_release(&a);
	return w->tracked && tracked_has(w->tracked, path, is_dir);
}

/* Ignore files do not apply to files that git tracks. PASSED: skipped, but it would count if it were tracked. */
enum entry { ENTRY_TAKEN, ENTRY_TRACKED, ENTRY_PASSED, ENTRY_IGNORED };
static enum entry entry_of(struct walk *w, const char *path, bool is_dir)
{
	bool inside = w->open.n && w->open.at[w->open.n - 1].tracked;

	if (!inside && !rules_ignore(w, path, is_dir))
		return ENTRY_TAKEN;
	if (!w->o->ignored || !w->o->ignored(w->o->ctx, path, is_dir))
		return ENTRY_IGNORED;
	return is_tracked(w, path, is_dir) ? ENTRY_TRACKED : ENTRY_PASSED;
}

/* Reads the rules of the folders above dir: from the repository's top down, without dir itself. */
static void read_rules_above(struct walk *w, const char *dir)
{
	struct arena a = { 0 };

	if (w->o->ignore_files) {
		const char *top = repository_top(&a, dir);
		size_t n = strlen(top);

		while (strcmp(top, dir)) {
			read_ignore_files(w, top);
			n += !strcmp(top, "/") ? 0 : 1;
			n += strcspn(dir + n, "/");
			top = arena_strndup(&a, dir, n);
		}
	}
	arena_release(&a);
}

/* --- folders */

static int by_bytes(const void *a, const void *b)
{
	return strcmp(((const struct filename *)a)->s, ((const struct filename *)b)->s);
}

static void report_error(const struct walk *w, const char *path, const struct err *e)
{
	if (w->o->failed)
		w->o->failed(w->o->ctx, path, e);
}

static void fail(const struct walk *w, const char *path)
{
	struct err e = { 0 };
	int no = errno;

	check_memory(no);
	err_set(&e,
		no == EACCES || no == EPERM ? ERR_DENIED
		: no == ENOENT		    ? ERR_NOT_FOUND
					    : ERR_IO,
		"%s", no == EINVAL ? "not a regular file" : strerror(no));
	report_error(w, path, &e);
}

static void see_name(void *ctx, const char *name, bool file)
{
	struct folder *f = ctx;

	f->ignores |= !strcmp(name, ".gitignore") || !strcmp(name, ".ignore");
	if (strcmp(name, ".git"))
		vec_push(&f->name, ((struct filename){ xstrdup(name), file }));
}

/* Takes ownership of path. */
static void open_folder(struct walk *w, char *path, ino_t id, bool linked)
{
	struct folder f = { .path = path, .nrules = w->rule.n, .id = id, .linked = linked };
	struct err e = { 0 };

	if (!vfs_each_name(w->o->fs, path, see_name, &f, &e))
		report_error(w, path, &e);
	if (f.name.n)
		qsort(f.name.at, f.name.n, sizeof *f.name.at, by_bytes);
	if (f.ignores || !vfs_is_disk(w->o->fs)) /* saves two system calls for a folder without ignore files */
		read_ignore_files(w, path);
	vec_push(&w->open, f);
}

static void close_folder(struct walk *w)
{
	struct folder *f = &vec_pop(&w->open);

	remove_rules(w, f->nrules);
	while (f->next < f->name.n)
		free(f->name.at[f->next++].s);
	vec_release(&f->name);
	free(f->path);
}

static bool below_link(const struct walk *w)
{
	return w->open.n && w->open.at[w->open.n - 1].linked;
}

/* Each query uses the whole path, so the cost is quadratic in the depth. */
static void report_deep(const struct walk *w, const char *path)
{
	struct err e = { 0 };

	err_set(&e, ERR_LIMIT, "folders nested deeper than %d are not looked into", WALK_DEEP_MAX);
	report_error(w, path, &e);
}

static void visit_folder(struct walk *w, char *path, const struct stat *st)
{
	if (st->st_dev == w->disk_of_top && w->open.n < WALK_DEEP_MAX) {
		open_folder(w, path, st->st_ino, below_link(w));
		return;
	}
	if (st->st_dev == w->disk_of_top) {
		report_deep(w, path);
	} else {
		struct stat unused;

		disk_lstat(path, &unused); /* mount points belong to the answer: the listing of the parent does not
					    * show them */
		if (w->o->mounted)
			w->o->mounted(w->o->ctx, path);
	}
	free(path);
}

/* A link that leads nowhere, or a pipe: reported only if a file of that name would be found. */
static void visit_file(struct walk *w, const char *path, bool there, struct stat *st)
{
	const struct walk_opts *o = w->o;
	const struct walked file = { path, there && S_ISLNK(st->st_mode), st };
	int no = 0;

	if (file.link) {
		there = !disk_stat(path, st);
		no = errno;
	}
	if (!there && !file.link)
		return; /* removed meanwhile, or already reported */
	if (there && S_ISDIR(st->st_mode)) {
		if (o->linked)
			o->linked(o->ctx, path);
	} else if (o->wanted && !o->wanted(o->ctx, &file)) {
		return;
	} else if (there && S_ISREG(st->st_mode)) {
		o->found(o->ctx, &file);
	} else {
		errno = there ? EINVAL : no;
		fail(w, path);
	}
}

/* Whether to follow a link to a folder, by the link's name. */
static bool follows(const struct walk *w, const char *path, const struct stat *link, struct stat *to)
{
	if (!w->o->linked_budget || w->open.n >= WALK_DEEP_MAX || !S_ISLNK(link->st_mode) || disk_stat(path, to) ||
	    !S_ISDIR(to->st_mode) || to->st_dev != w->disk_of_top)
		return false;
	for (size_t i = 0; i < w->open.n; i++)
		if (w->open.at[i].id == to->st_ino)
			return false;
	return true;
}

/* A symlink counts as its target if that is a file. */
static void visit(struct walk *w, char *path, bool file)
{
	const struct walk_opts *o = w->o;
	struct stat st = { .st_mode = S_IFREG }, to;
	bool there = (file && !o->stamps) || !disk_entry(path, &st);
	if (!there && errno != ENOENT)
		fail(w, path);
	bool is_dir = there && S_ISDIR(st.st_mode);
	enum entry is = entry_of(w, path, is_dir);

	if (is == ENTRY_IGNORED || (o->excluded && o->excluded(o->ctx, path, is_dir))) {
		free(path);
	} else if (is == ENTRY_PASSED) {
		if (o->passed)
			o->passed(o->ctx, path, is_dir, w->known);
		free(path);
	} else if (is_dir) {
		size_t depth = w->open.n;

		visit_folder(w, path, &st);
		if (w->open.n > depth)
			w->open.at[depth].tracked = is == ENTRY_TRACKED;
	} else if (there && follows(w, path, &st, &to)) {
		open_folder(w, path, to.st_ino, true);
	} else {
		visit_file(w, path, there, &st);
		free(path);
	}
}

static bool goes_on(const struct walk *w)
{
	size_t *left = w->o->budget, *linked = below_link(w) ? w->o->linked_budget : NULL;

	return (!left || (*left && --*left)) && (!linked || (*linked && --*linked));
}

void walk_folder(const char *abs_dir, const struct walk_opts *o)
{
	struct walk w = { .o = o, .top = abs_dir };
	struct stat top;

	w.disk_of_top = disk_stat(abs_dir, &top) ? 0 : top.st_dev;
	read_rules_above(&w, abs_dir);
	open_folder(&w, xstrdup(abs_dir), w.disk_of_top ? top.st_ino : 0, false);
	while (w.open.n) {
		struct folder *in = &w.open.at[w.open.n - 1];

		if (in->next == in->name.n || !goes_on(&w)) {
			close_folder(&w);
			continue;
		}

		struct filename name = in->name.at[in->next++];
		char *path = entry_path(in->path, name.s);

		free(name.s);
		visit(&w, path, name.file); /* may reallocate the stack */
	}
	remove_rules(&w, 0);
	tracked_free(w.tracked);
	vec_release(&w.rule);
	vec_release(&w.open);
}

/* --- one path */

struct walk_ignored walk_ignored_by(struct arena *a, const struct vfs *fs, const char *path, bool is_dir)
{
	const struct walk_opts o = { .fs = fs, .ignore_files = true };
	struct walk w = { .o = &o };
	struct walk_ignored found = { 0 };
	const char *top = repository_top(a, path_dir(a, path)), *at = top;

	for (size_t n = strlen(top); !found.by && strcmp(at, path) != 0;) {
		const struct ignore_rule *r;

		read_ignore_files(&w, at);
		n += n > 1;
		n += strcspn(path + n, "/");
		at = arena_strndup(a, path, n);
		r = rule_of(&w, at, is_dir || strcmp(at, path) != 0);
		if (r)
			found = (struct walk_ignored){
				arena_printf(a, "%s:%u",
					     path_relative(a, top,
							   path_join(a, arena_strndup(a, at, r->base), r->name)),
					     r->line),
				r->rooted
			};
	}
	remove_rules(&w, 0);
	vec_release(&w.rule);
	return found;
}

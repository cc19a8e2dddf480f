// SPDX-License-Identifier: MIT
/* Finds the bases of a file: `_base_` as each loader reads it, path resolution, and error notes with hints.
 *
 * Example: configs/a.py has _base_ = ['./b.py', '../missing.py']
 *          './b.py'        ->  unit of configs/b.py, queued for scanning
 *          '../missing.py' ->  note CFG001 with a hint: a similar name, a moved file, another depth, an ignored file
 * */
#include "base/path.h"
#include "config/data_config.h"
#include "config/package.h"
#include "config/priv.h"
#include "project/home.h"
#include "project/reader.h"
#include "project/root.h"
#include "project/shipped.h"
#include "project/submodule.h"
#include "python/value/dict.h"
#include "text/nearest.h"
#include "text/walk.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	NEAR_MAX = 100,	  /* missing bases of a file for which similar files are searched */
	BASES_MAX = 10000 /* bases of a file; a file with more has exceeded its budget */
};

static bool below_real(struct unit *u, const char *dir, const char *real)
{
	const char *top = path_real(u->a, dir);
	return top && path_inside(top, real);
}

static bool below_roots(struct unit *u, const char *path, bool (*below)(struct unit *, const char *, const char *))
{
	for (const char *const *r = u->g->opts.roots; r && *r; r++)
		if (below(u, *r, path))
			return true;
	return false;
}

static bool below_named(struct unit *u, const char *dir, const char *path)
{
	(void)u;
	return path_inside(dir, path);
}

/* A link must not lead out of the project. The project itself may be reached through a link. */
static bool leads_out(struct unit *u, const char *path)
{
	const char *real = folders_real(u->g->folders, u->a, path), *own;
	if (!real)
		return false; /* not on disk: another message applies, or it is in an overlay */
	if (!vfs_allows(u->g->fs, real))
		return true;
	if (!strcmp(real, path) || below_real(u, u->m.root, real) || below_roots(u, real, below_real))
		return false;
	own = folders_real(u->g->folders, u->a, u->m.path);
	return !own || !path_inside(project_root(u->g->folders, own), real);
}

bool unit_may_read(struct unit *u, const char *path)
{
	return package_allows(u, path) ||
	       ((path_inside(u->m.root, path) || below_roots(u, path, below_named)) && !leads_out(u, path));
}

static const char *behind_ups(const char *text)
{
	while (!strncmp(text, "../", 3) || !strncmp(text, "./", 2))
		text += strcspn(text, "/") + 1;
	return text;
}

/* The base at another depth: with more or fewer `../`; as it would be written, or NULL. */
static const char *at_other_depth(struct unit *u, const char *text)
{
	enum { DEPTHS = 8 };
	const char *dir = path_dir(u->a, u->m.path), *up = "";
	text = behind_ups(text);
	for (int i = 0; *text && *text != '/' && i < DEPTHS; i++, up = arena_printf(u->a, "%s../", up)) {
		const char *path = path_join(u->a, dir, arena_printf(u->a, "%s%s", up, text));
		if (unit_may_read(u, path) && vfs_exists(u->g->fs, path) && strcmp(path, u->m.path) != 0)
			return arena_printf(u->a, "%s%s", *up ? up : "./", text);
	}
	return NULL;
}

/* From the top down, so that a text with a thousand missing folders costs no more than another. */
void unit_missing(struct unit *u, const char *path, struct note *n)
{
	n->missing = path;
	n->missing_as = MISSING_FILE;
	for (const char *end = strchr(path + 1, '/'); end && n->missing == path; end = strchr(end + 1, '/')) {
		const char *dir = arena_strndup(u->a, path, (size_t)(end - path));
		if (vfs_stands(u->g->fs, dir))
			continue;
		n->missing = dir;
		n->missing_as = MISSING_FOLDER;
	}
}

/* The text after its leading `../` contains the missing folder, so the folder would lie where the file does. */
static bool folder_moved(const char *text, const char *path, const char *folder)
{
	text = behind_ups(text);
	size_t n = strlen(path), behind = strlen(text);
	return behind < n && !strcmp(path + n - behind, text) && strlen(folder) > n - behind;
}

static const void *work_ignored(struct arena *a, const void *fs, const char *path, const char *key)
{
	(void)key;
	struct walk_ignored *out = arena_new(a, struct walk_ignored);
	*out = walk_ignored_by(a, fs, path, *path_ext(path) == '\0');
	return out;
}

static const void *work_framework(struct arena *a, const void *fs, const char *base, const char *top)
{
	struct shipped s;
	(void)fs;
	shipped_load(&s, a, NULL, NULL);
	return shipped_folder(&s, a, base, top);
}

/* A base in a clone of a framework, which is usually not committed. */
static const char *clone_hint(struct unit *u, const char *base, const char *missing, const char *by)
{
	const char *top = path_dir(u->a, missing);
	const struct shipped_clone *c =
		result_cache_compute(vfs_file_results(u->g->fs), work_framework, u->g->fs, base, top);
	return c ? arena_printf(u->a, "a checkout of %s is missing, which %s makes git ignore: clone %s to %s", c->name,
				by, c->name, path_relative(u->a, u->m.root, c->folder))
		 : NULL;
}

static const struct walk_ignored *ignored_by(struct unit *u, const char *path)
{
	return result_cache_compute(vfs_file_results(u->g->fs), work_ignored, u->g->fs, path, "ignored by");
}

/* A path that git ignores was never committed: it exists only on the author's machine. NULL: no ignore file names
 * it. missing: the topmost missing folder, or the base; a pattern may name a file in it. */
static const char *ignored_hint(struct unit *u, const char *base, const char *missing)
{
	const struct walk_ignored *all = ignored_by(u, missing), *i = all->by ? all : ignored_by(u, base);
	const char *clone = i->by ? clone_hint(u, base, missing, i->by) : NULL;
	if (!i->by || clone)
		return clone;
	return arena_printf(u->a, "ignored by %s, so it was never committed: %s", i->by,
			    i->rooted ? "copy it here from where it exists, or take that line out and git add it there"
				      : "change that pattern (a leading / keeps it to one folder), then git add it "
					"where it exists");
}

/* MMEngine's pure-Python style, which `_base_ =` can't inherit from. */
static bool is_of_imports(struct unit *u, const char *path)
{
	struct buf text = { 0 };
	bool is = vfs_read(u->g->fs, path, &text, NULL) &&
		  (!strncmp(buf_str(&text), "from ", 5) || strstr(buf_str(&text), "\nfrom "));
	buf_release(&text);
	return is;
}

/* The same file in another folder of the project. */
static const char *elsewhere(struct unit *u, const struct base_ref *b)
{
	const char *found = nearest_elsewhere(u->a, u->g->fs, u->m.root, b->path, behind_ups(b->text));
	bool fits = found && strcmp(found, u->m.path) != 0 && unit_may_read(u, found) &&
		    (u->m.imported || !is_of_imports(u, found));
	return fits ? found : NULL;
}

/* A file that may be meant: of that name below its folder or, unless git ignores the one that is named, elsewhere; or
 * of a name like it. */
static const char *other_file(struct unit *u, const struct base_ref *b)
{
	const char *dir = path_dir(u->a, b->path), *found = NULL;
	bool stands = vfs_stands(u->g->fs, dir);
	if (b - u->ref >= NEAR_MAX)
		return NULL;
	if (stands)
		found = nearest_moved(u->a, u->g->fs, dir, b->path);
	if (!found && !ignored_by(u, b->path)->by) {
		found = elsewhere(u, b);
		if (!found && stands)
			found = nearest_file(u->a, u->g->fs, b->path, u->m.path);
	}
	return found;
}

/* The path in other upper and lower case, which other systems do not distinguish. false: none. */
static bool cased_hint(struct unit *u, const struct base_ref *b, struct note *n)
{
	const char *found = b - u->ref < NEAR_MAX && path_inside(u->m.root, b->path)
				    ? nearest_cased(u->a, u->g->fs, u->m.root, b->path)
				    : NULL,
		   *dir;
	if (!found || !strcmp(found, u->m.path))
		return false;
	dir = path_dir(u->a, u->m.path);
	n->hint = arena_printf(u->a, "'%s' is there as '%s': Linux is case-sensitive", b->text,
			       path_relative(u->a, dir, found));
	return true;
}

/* Adds the most likely hint. */
static void base_hint(struct unit *u, const struct base_ref *b, struct note *n)
{
	if (cased_hint(u, b, n)) {
		n->missing = b->path;
		n->missing_as = MISSING_FILE;
		return;
	}
	const char *text = at_other_depth(u, b->text), *near = text ? NULL : other_file(u, b);
	const char *submodule = text || near ? NULL : submodule_of(u->a, u->g->fs, u->m.root, b->path);
	if (near)
		text = path_relative(u->a, path_dir(u->a, u->m.path), near);
	unit_missing(u, b->path, n);
	if (text) {
		n->hint = arena_printf(u->a, "did you mean '%s'?", text);
		if (n->missing_as == MISSING_FOLDER && (near || folder_moved(text, b->path, n->missing))) {
			n->missing_as = MISSING_DEPTH;
			return;
		}
		n->missing = b->path;
	} else if (submodule) {
		n->hint =
			arena_printf(u->a, "%s is a git submodule that is not checked out: git submodule update --init",
				     submodule);
		n->missing = path_join(u->a, u->m.root, submodule);
	}
	n->missing_as = n->missing == b->path ? MISSING_FILE : MISSING_FOLDER;
	if (!n->hint)
		n->hint = ignored_hint(u, b->path, n->missing);
}

static void missing_base(struct unit *u, struct base_ref *b)
{
	static const struct around missing_data = { "FileNotFoundError: file \"", "\" does not exist" };
	struct around says = strcmp(path_ext(b->path), ".py") ? missing_data : u->style->missing_py;
	const char *msg = arena_printf(u->a, "%s%s%s", says.before, b->path, says.after);
	struct note *n = unit_refuse(u, NOTE_BASE, b->at, msg);
	bool folder = vfs_stands(u->g->fs, b->path) && vfs_missing(u->g->fs, b->path);
	n->msg = arena_printf(u->a, "the base '%s' %s: FileNotFoundError when the config is loaded", b->text,
			      folder ? "is a folder" : "does not exist");
	if (folder)
		n->hint = "a base is a file: name one in it";
	else
		base_hint(u, b, n);
}

/* The topmost folder on the path that does not contain the project; for a file above the project: its folder. */
static const char *folder_outside(struct unit *u, const char *path)
{
	const char *last = strrchr(path, '/'), *end = path;
	while ((end = strchr(end + 1, '/')) && end < last)
		if (!path_inside(arena_strndup(u->a, path, (size_t)(end - path)), u->m.root))
			break;
	return end && end > path ? arena_strndup(u->a, path, (size_t)(end - path)) : "/";
}

/* An absolute Windows path without its drive or `\\\\`, with slashes; NULL: it is none. */
static const char *of_windows(struct arena *a, const char *text)
{
	bool drive = isalpha((unsigned char)text[0]) && text[1] == ':' && (text[2] == '/' || text[2] == '\\');
	if (!drive && strncmp(text, "\\\\", 2) != 0)
		return NULL;
	char *path = arena_strdup(a, text + 2);
	for (char *p = path; *p; p++)
		if (*p == '\\')
			*p = '/';
	return path + strspn(path, "/");
}

/* The project's path on another machine: the end of the text, with at least one folder, may be a file here. */
static const char *end_inside(struct unit *u, const char *text)
{
	enum { FOLDERS_MAX = 8 }; /* configs are not nested deeper */
	const char *dir = path_dir(u->a, u->m.path), *found = at_other_depth(u, text + strspn(text, "/")),
		   *end[FOLDERS_MAX + 1];
	unsigned n = 0;
	if (found)
		return found;
	for (const char *at = text + strlen(text); at > text && n < ARRAY_SIZE(end); at--)
		if (at[-1] == '/')
			end[n++] = at;
	while (!found && n-- > 1)
		found = at_other_depth(u, end[n]);
	return found ? path_relative(u->a, dir, path_join(u->a, dir, found)) : NULL;
}

/* The folder to allow: the target of the project's own link, else the folder. The disk is not queried about paths
 * outside: a report must not reveal what exists there. */
static const char *to_allow(struct unit *u, const char *path, const char *folder)
{
	const char *top = folders_real(u->g->folders, u->a, u->m.root), *real;

	if (!path_inside(u->m.root, path))
		return strchr(folder + 1, '/') ? folder : path_dir(u->a, path); /* never proposes a whole /home */
	for (const char *end = path + strlen(u->m.root); (end = strchr(end + 1, '/'));) {
		real = folders_real(u->g->folders, u->a, arena_strndup(u->a, path, (size_t)(end - path)));
		if (real && top && !path_inside(top, real))
			return real;
	}
	real = folders_real(u->g->folders, u->a, path); /* the file itself is the link */
	return path_dir(u->a, real ? real : path);
}

static const char *outside_remedy(struct unit *u, const struct base_ref *b, const char *folder)
{
	const char *allow = to_allow(u, b->path, folder);

	if (b->text[0] == '/')
		return "an absolute path holds on one machine only: write it relative to this file; to read it all the "
		       "same, add `--allow DIR`, or write `roots: [DIR]` into your own ~/.config/cfglint/config.yaml";
	return arena_printf(u->a,
			    "to read it, where it exists, add `--allow %s`, or write `roots: [%s]` into your own "
			    "~/.config/cfglint/config.yaml",
			    allow, allow);
}

struct outside {
	const char *msg, *skip_reason; /* msg: of the finding; skip_reason: why the file was not checked */
	const char *missing;	       /* the topmost folder that may not be read */
	const char *inside;	       /* a file of the project that may be meant; NULL: none */
	const char *remedy;
};

/* A loader of the project's own may still read the base. */
static void not_read(struct unit *u, const struct base_ref *b, struct outside o)
{
	struct point pt = source_point(u->m.src, b->at.lo);
	struct err e = { .code = ERR_OUTSIDE, .line = pt.line + 1, .col = pt.col32 + 1 };
	bool own_loader = project_has_loader(u->g->folders, u->m.path);
	struct note *n =
		own_loader ? unit_refuse(u, NOTE_OUTSIDE, b->at, o.msg) : unit_note(u, NOTE_OUTSIDE, b->at, o.msg);

	n->missing = o.missing;
	n->missing_as = o.inside ? MISSING_MOVED : MISSING_OUTSIDE;
	n->hint = o.inside ? arena_printf(u->a, "did you mean '%s'?", o.inside) : o.remedy;
	u->m.bases_unknown = true;
	if (own_loader)
		return;
	snprintf(e.msg, sizeof e.msg, "%s; %s", o.skip_reason, o.remedy);
	unit_fail(u, MODULE_UNREADABLE, e);
}

/* Only checks whether the end of the path is a file of the project; the disk is not queried otherwise. */
static void unit_elsewhere(struct unit *u, const struct base_ref *b, const char *path)
{
	const char *msg =
		arena_printf(u->a, "the base '%s' is an absolute path of another machine and is not read", b->text);
	struct outside o = { .msg = msg,
			     .skip_reason = msg,
			     .missing = arena_strndup(u->a, b->text, strcspn(b->text + 3, "/\\") + 3),
			     .inside = end_inside(u, path),
			     .remedy = "an absolute path holds on one machine only: write it relative to this file" };
	not_read(u, b, o);
}

void unit_outside(struct unit *u, const struct base_ref *b)
{
	const char *folder = folder_outside(u, b->path);
	struct outside o = {
		.msg = arena_printf(u->a, "the base '%s' lies outside the project and is not read", b->text),
		.skip_reason = arena_printf(u->a, "the base '%s' lies outside the project (%s) and is not read",
					    b->text, u->m.root),
		.missing = folder,
		.inside = end_inside(u, b->text),
		.remedy = outside_remedy(u, b, folder)
	};
	not_read(u, b, o);
}

/* `pkg::path`: read if the package's folder is known, else its content is Unknown. */
static void package_base(struct unit *u, struct base_ref *b, struct unit **to)
{
	const char *error = package_error(u, b->text), *path;
	enum package_found found = error ? PACKAGE_ERROR : PACKAGE_ELSEWHERE;
	size_t n = strcspn(b->text, ":");
	if (!error && !u->g->opts.packages_none)
		found = package_base_file(u, b->text, &path, &error);
	else if (!error) {
		error = arena_printf(u->a, "ModuleNotFoundError: %.*s is not installed, please install %.*s manually",
				     (int)n, b->text, (int)n, b->text);
		found = PACKAGE_ERROR;
	}
	b->package = arena_strndup(u->a, b->text, n);
	if (found == PACKAGE_FILE) {
		b->path = path;
		*to = graph_unit(u->g, path, u->m.loader, false);
		return;
	}
	u->m.bases_unknown = true;
	if (error)
		unit_refuse(u, NOTE_BASE, b->at, error);
}

/* The target of a path without links is the same for all files of the project, so it is checked once. */
static void read_base(struct unit *u, const struct base_ref *b, struct unit **to)
{
	const char *real;
	*to = graph_unit(u->g, b->path, u->m.loader, false);
	real = path_inside(u->m.root, b->path) ? folders_real(u->g->folders, u->a, b->path) : NULL;
	if (real && !strcmp(real, b->path))
		(*to)->open_to = u->m.root;
}

/* The project's own code may open the path relative to the project's top. */
static void from_top(struct unit *u, struct base_ref *b)
{
	const char *path = path_join(u->a, u->m.home, b->text);
	if (unit_may_read(u, path) && !vfs_missing(u->g->fs, path) &&
	    project_reads_bases(u->g->fs, u->m.home) == BASES_FROM_TOP)
		b->path = path;
}

/* One text of `_base_`. *to: its unit if it can be read; else NULL, and a note says why. */
static void add_base(struct unit *u, struct value v, struct span at, struct base_ref *b, struct unit **to)
{
	const char *windows = of_windows(u->a, v.as.s->s);
	*b = (struct base_ref){ .text = v.as.s->s, .at = at };
	if (u->style->packages && strstr(b->text, "::")) {
		package_base(u, b, to);
		return;
	}
	b->path = path_join(u->a, path_dir(u->a, u->m.path), b->text);
	if (windows) {
		unit_elsewhere(u, b, windows);
		return;
	}
	if (vfs_missing(u->g->fs, b->path))
		from_top(u, b);
	*to = graph_open_base(u->g, b->path, u->m.loader, u->m.root);
	if (*to)
		return;
	bool inside = unit_may_read(u, b->path), missing = inside && vfs_missing(u->g->fs, b->path);
	if (!config_is_named(b->path) && *b->text && !missing) /* they check for the file first */
		unit_refuse(u, NOTE_BASE, b->at, "OSError: Only py/yml/yaml/json type are supported now!");
	else if (!inside)
		unit_outside(u, b);
	else if (missing)
		missing_base(u, b);
	else
		read_base(u, b, to);
}

/* An Unknown leaves the bases open; a value that is no text is refused with the error of os.path.join. */
void unit_set_bases(struct unit *u, struct value v)
{
	struct value one = value_list(u->a, VALUE_LIST, 1, v.at);
	u->has_bases = true;
	if (v.kind == VALUE_UNKNOWN) {
		u->m.bases_unknown = true;
		return;
	}
	if (v.kind != VALUE_LIST) {
		list_push(u->a, one.as.list, v, v.at);
		v = one;
	}
	const struct list *l = v.as.list;
	u->m.base = u->ref = arena_array(u->a, struct base_ref, l->n + 1);
	u->base = arena_array(u->a, struct unit *, l->n + 1);
	u->m.bases_unknown = l->open;
	if (l->n > BASES_MAX) {
		u->m.bases_unknown = true;
		u->budget.steps = 0;
	}
	for (uint32_t i = 0; i < l->n && i < BASES_MAX; i++) {
		struct value s = l->at[i].val;
		if (s.kind == VALUE_UNKNOWN) {
			u->m.bases_unknown = true;
			continue;
		}
		struct span at = l->at[i].use.file ? l->at[i].use : s.at;
		if (s.kind != VALUE_STR) {
			unit_refuse(u, NOTE_BASE, at,
				    arena_printf(u->a,
						 "TypeError: join() argument must be str, bytes, or os.PathLike "
						 "object, not '%s'",
						 value_type_name(s)));
			continue;
		}
		add_base(u, s, at, &u->ref[u->m.nbases], &u->base[u->m.nbases]);
		u->m.nbases++;
	}
}

/* Nothing to execute: the file's content is its own keys, `_base_` among them. */
void unit_scan_data(struct unit *u)
{
	struct err e = { 0 };
	subst_text(u->a, u->m.src, u->m.loader, &u->g->opts, &u->sub);
	if (u->sub.refusal) {
		unit_refuse(u, NOTE_PLACEHOLDER, u->sub.refusal_at, u->sub.refusal);
		return;
	}
	if (!data_load(u->a, u->m.src, &u->sub, &u->executed, &e)) {
		u->m.refusal =
			arena_printf(u->a, "%s: %s",
				     !strcmp(path_ext(u->m.path), ".json") ? "JSONDecodeError" : "YAMLError", e.msg);
		unit_fail(u, MODULE_SYNTAX, e);
		unit_note(u, NOTE_SYNTAX, unit_at(u, &e), u->m.refusal);
		return;
	}
	if (u->executed.kind != VALUE_DICT) {
		unit_refuse(u, NOTE_RAISES, u->executed.at,
			    arena_printf(u->a, "%s%s%s", u->style->no_dict.before, value_type_name(u->executed),
					 u->style->no_dict.after));
		return;
	}
	const struct entry *b = dict_find_lit(u->executed.as.dict, "_base_");
	if (b)
		unit_set_bases(u, b->val);
	dict_delete(u->a, u->executed.as.dict, value_text("_base_", unit_whole(u)));
}

// SPDX-License-Identifier: MIT
/*
 * A trail has two hash tables: folders by path, and places (names in folders). Both are filled under one lock and
 * written as bytes (base/stamp.h).
 *
 * A path depends on each folder along it. A folder is identified by device and inode (link not followed), or, if it
 * is a link, by its target. Missing names are recorded while there are few in a folder, so that changes of a busy
 * folder above the project (/tmp) do not matter. Where there are many, the folder's times count instead.
 *
 * Example: stat("/r/a.py") fails  ->  folder /r, place a.py MISSING
 *          open("/r/b.py")        ->  place b.py FILE with its stamp
 *          readdir("/r")          ->  folder /r is `timed`: its names count
 */
#include "base/trail.h"
#include "base/arena.h"
#include "base/hash.h"
#include "base/stamp.h"
#include "base/vec.h"
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MISSING_NAMES = 16 /* of one folder */ };
#define NO_FOLDER UINT32_MAX

struct place {
	const char *name, *real; /* real: for LED the target */
	uint32_t folder, next;	 /* next: in the same folder */
	uint8_t kind;
	struct trail_stamp stamp;
};
struct trail_folder {
	const char *path, *real; /* real: NULL: it is no link */
	uint32_t leads, first;	 /* leads: the folder that a link points to; first: of its places */
	uint32_t nmissing;
	bool there, timed; /* timed: its times count */
	struct trail_stamp stamp;
};
struct table { /* a set of indices, by hash; stores index plus one, 0: free */
	uint32_t *slot;
	uint32_t n, cap;
};
struct trail {
	pthread_mutex_t lock;
	struct arena arena;
	struct timespec began;
	bool unsure;
	VEC(, struct trail_folder) folder;
	VEC(, struct place) place;
	struct table folders, places;
	struct buf lines;
};

static _Atomic(struct trail *) current;

/* ---- tables ---- */

static uint64_t folder_hash(const char *path, size_t n)
{
	return hash_word(hash_bytes(HASH_BYTES, path, n), n);
}

/* FILE and THERE of one name are one place. */
static bool is_file(enum trail_kind kind)
{
	return kind <= TRAIL_THERE;
}

static uint64_t place_hash(uint32_t folder, enum trail_kind kind, const char *name)
{
	kind = is_file(kind) ? TRAIL_FILE : kind;
	return hash_word(hash_bytes(HASH_BYTES, name, strlen(name)), (uint64_t)folder << 3 | kind);
}

static uint64_t hash_of(const struct trail *t, const struct table *of, uint32_t i)
{
	const struct place *p = &t->place.at[i];

	if (of == &t->places)
		return place_hash(p->folder, p->kind, p->name);
	return folder_hash(t->folder.at[i].path, strlen(t->folder.at[i].path));
}

static uint32_t *slot_from(const struct table *of, uint64_t hash)
{
	return &of->slot[hash >> 32 & (of->cap - 1)];
}

static uint32_t *slot_after(const struct table *of, uint32_t *slot)
{
	return ++slot == of->slot + of->cap ? of->slot : slot;
}

static void table_add(const struct trail *t, struct table *to, uint32_t i, uint64_t hash)
{
	struct table old = *to;

	if ((to->n + 1) * 4 > to->cap * 3) {
		to->cap = old.cap ? old.cap * 2 : 1024;
		to->slot = xcalloc(to->cap, sizeof *to->slot);
		to->n = 0;
		for (uint32_t k = 0; k < old.cap; k++)
			if (old.slot[k])
				table_add(t, to, old.slot[k] - 1, hash_of(t, to, old.slot[k] - 1));
		free(old.slot);
	}

	uint32_t *slot = slot_from(to, hash);

	while (*slot)
		slot = slot_after(to, slot);
	*slot = i + 1;
	to->n++;
}

/* ---- recording ---- */

static uint32_t place_find(const struct trail *t, uint32_t folder, enum trail_kind kind, const char *name)
{
	uint32_t *slot = t->places.cap ? slot_from(&t->places, place_hash(folder, kind, name)) : NULL;

	for (; slot && *slot; slot = slot_after(&t->places, slot)) {
		const struct place *p = &t->place.at[*slot - 1];

		bool same = is_file(kind) ? is_file(p->kind) : p->kind == kind;

		if (p->folder == folder && same && !strcmp(p->name, name))
			return *slot - 1;
	}
	return NO_FOLDER;
}

/* A second query must see what the first one saw, as far as both looked. */
static void place_again(struct trail *t, struct place *p, const struct place *new)
{
	bool there = p->kind == TRAIL_THERE || new->kind == TRAIL_THERE;

	t->unsure |= there ? p->stamp.mode != new->stamp.mode : !same_stamp(&p->stamp, &new->stamp);
	t->unsure |= p->real && strcmp(p->real, new->real) != 0;
	if (p->kind == TRAIL_THERE)
		p->stamp = new->stamp;
	if (new->kind < p->kind)
		p->kind = new->kind;
}

static void place_add(struct trail *t, const struct place *new)
{
	uint32_t found = place_find(t, new->folder, new->kind, new->name);
	struct place *p;

	if (found != NO_FOLDER) {
		place_again(t, &t->place.at[found], new);
		return;
	}
	p = vec_add(&t->place);
	*p = *new;
	p->name = arena_strdup(&t->arena, new->name);
	p->real = new->real ? arena_strdup(&t->arena, new->real) : NULL;
	p->next = t->folder.at[new->folder].first;
	t->folder.at[new->folder].first = (uint32_t)t->place.n - 1;
	table_add(t, &t->places, (uint32_t)t->place.n - 1, place_hash(p->folder, p->kind, p->name));
}

static void add_missing(struct trail *t, uint32_t folder, const char *name)
{
	struct trail_folder *f = &t->folder.at[folder];

	if (f->timed || place_find(t, folder, TRAIL_MISSING, name) != NO_FOLDER)
		return;
	if (f->nmissing == MISSING_NAMES) {
		f->timed = true;
		return;
	}
	f->nmissing++;
	place_add(t, &(struct place){ .name = name, .folder = folder, .kind = TRAIL_MISSING });
}

/* ---- folders ---- */

static uint32_t folder_find(const struct trail *t, const char *path, size_t n)
{
	uint32_t *slot = t->folders.cap ? slot_from(&t->folders, folder_hash(path, n)) : NULL;

	for (; slot && *slot; slot = slot_after(&t->folders, slot)) {
		const char *own = t->folder.at[*slot - 1].path;

		if (!strncmp(own, path, n) && !own[n])
			return *slot - 1;
	}
	return NO_FOLDER;
}

static size_t parent_length(const char *path, size_t n)
{
	while (n > 1 && path[n - 1] != '/')
		n--;
	return n > 1 ? n - 1 : 1;
}

static const char *name_in(const char *path)
{
	return strrchr(path, '/') + 1;
}

static uint32_t folder_of(struct trail *t, const char *path, size_t n);

/* Records what stands in a folder's place, in its parent folder: a link with its target, if any, or a file. */
static void note_no_folder(struct trail *t, uint32_t around, const struct trail_folder *f, const struct stat *st)
{
	bool link = S_ISLNK(st->st_mode);
	struct place p = { .name = name_in(f->path), .folder = around, .kind = link ? TRAIL_LED : TRAIL_THERE };

	if (link)
		p.real = f->real ? f->real : TRAIL_NOWHERE;
	else
		p.stamp = stamp_of(st);
	if (around != NO_FOLDER) /* else the recursion recorded it */
		place_add(t, &p);
}

static void look_at_folder(struct trail *t, struct trail_folder *f, uint32_t around)
{
	char real[PATH_MAX];
	struct stat st;

	if (lstat(f->path, &st)) {
		t->unsure |= !is_missing(errno);
		if (around != NO_FOLDER)
			add_missing(t, around, name_in(f->path));
	} else if (S_ISLNK(st.st_mode)) {
		f->stamp = stamp_of(&st);
		f->real = realpath(f->path, real) ? arena_strdup(&t->arena, real) : NULL;
		t->unsure |= !f->real && !is_missing(errno);
		f->leads = f->real ? folder_of(t, f->real, strlen(f->real)) : NO_FOLDER;
		f->there = f->leads != NO_FOLDER;
		if (!f->there)
			note_no_folder(t, around, f, &st);
	} else if (S_ISDIR(st.st_mode)) {
		f->stamp = stamp_of(&st);
		f->there = true;
	} else {
		note_no_folder(t, around, f, &st);
	}
}

/* The index of the folder, links followed; NO_FOLDER: there is none, which is recorded. */
static uint32_t folder_of(struct trail *t, const char *path, size_t n)
{
	uint32_t i = folder_find(t, path, n);

	if (i == NO_FOLDER) {
		uint32_t around = n > 1 ? folder_of(t, path, parent_length(path, n)) : NO_FOLDER;
		struct trail_folder f = { .path = arena_strndup(&t->arena, path, n),
					  .leads = NO_FOLDER,
					  .first = NO_FOLDER };

		if (n == 1 || around != NO_FOLDER)
			look_at_folder(t, &f, around);
		i = (uint32_t)t->folder.n;
		vec_push(&t->folder, f);
		table_add(t, &t->folders, i, folder_hash(path, n));
	}

	const struct trail_folder *f = &t->folder.at[i];

	return !f->there ? NO_FOLDER : f->leads != NO_FOLDER ? f->leads : i;
}

/* ---- called with each query ---- */

/* Absolute, and without `.`, `..` or empty parts that change its folders. */
static bool is_plain(const char *path)
{
	const char *last = path + strlen(path);

	return path[0] == '/' && path[1] && last[-1] != '/' && !strstr(path, "//") && !strstr(path, "/./") &&
	       !strstr(path, "/../") && strcmp(name_in(path), "..") != 0 && strcmp(name_in(path), ".") != 0;
}

/* Locks and returns the current trail. NULL: no trail is recorded, or it is already unreliable. */
static struct trail *enter(const char *path)
{
	struct trail *t = atomic_load_explicit(&current, memory_order_acquire);

	if (!t)
		return NULL;
	pthread_mutex_lock(&t->lock);
	t->unsure |= t->place.n + t->folder.n > TRAIL_MOST || (strcmp(path, "/") != 0 && !is_plain(path));
	if (!t->unsure)
		return t;
	pthread_mutex_unlock(&t->lock);
	return NULL;
}

static void leave(struct trail *t, int no)
{
	pthread_mutex_unlock(&t->lock);
	errno = no;
}

static uint32_t folder_around(struct trail *t, const char *path)
{
	return folder_of(t, path, parent_length(path, strlen(path)));
}

void trail_before(const char *path)
{
	int no = errno;
	struct trail *t = enter(path);

	if (!t)
		return;
	folder_around(t, path);
	leave(t, no);
}

static void add_found(struct trail *t, const char *path, enum trail_kind kind, const struct stat *st)
{
	uint32_t folder = S_ISDIR(st->st_mode) ? folder_of(t, path, strlen(path)) : folder_around(t, path);

	t->unsure |= folder == NO_FOLDER; /* it appeared in between */
	if (folder != NO_FOLDER && !S_ISDIR(st->st_mode))
		place_add(t, &(struct place){
				     .name = name_in(path), .folder = folder, .kind = kind, .stamp = stamp_of(st) });
}

static void note_found(const char *path, enum trail_kind kind, const struct stat *st)
{
	int no = errno;
	struct trail *t = enter(path);

	if (!t)
		return;
	add_found(t, path, kind, st);
	leave(t, no);
}

void trail_file(const char *path, const struct stat *st)
{
	note_found(path, TRAIL_FILE, st);
}

void trail_there(const char *path, const struct stat *st)
{
	note_found(path, TRAIL_THERE, st);
}

void trail_link(const char *path, const struct stat *st)
{
	note_found(path, TRAIL_LINK, st);
}

void trail_listed(const char *path)
{
	int no = errno;
	struct trail *t = enter(path);
	uint32_t folder = t ? folder_of(t, path, strlen(path)) : NO_FOLDER;

	if (!t)
		return;
	t->unsure |= folder == NO_FOLDER;
	if (folder != NO_FOLDER)
		t->folder.at[folder].timed = true;
	leave(t, no);
}

void trail_missing(const char *path)
{
	int no = errno;
	struct trail *t = enter(path);
	uint32_t folder = t ? folder_around(t, path) : NO_FOLDER;

	if (!t)
		return;
	if (folder != NO_FOLDER)
		add_missing(t, folder, name_in(path));
	leave(t, no);
}

/* A path that is its own target is recorded by what stands there. */
static void add_led(struct trail *t, const char *path, uint32_t folder, const char *real)
{
	const char *around = t->folder.at[folder].path, *name = name_in(path);
	size_t n = strcmp(around, "/") ? strlen(around) : 0;
	struct stat st;

	if (strncmp(real, around, n) || real[n] != '/' || strcmp(real + n + 1, name) != 0) {
		place_add(t, &(struct place){ .name = name, .folder = folder, .kind = TRAIL_LED, .real = real });
	} else if (folder_find(t, path, strlen(path)) == NO_FOLDER &&
		   place_find(t, folder, TRAIL_THERE, name) == NO_FOLDER) {
		if (lstat(path, &st))
			t->unsure = true;
		else
			add_found(t, path, TRAIL_THERE, &st);
	}
}

void trail_led(const char *path, const char *real)
{
	int no = errno;
	struct trail *t = enter(path);
	uint32_t folder = t && path[1] ? folder_around(t, path) : NO_FOLDER;

	if (!t)
		return;
	if (folder != NO_FOLDER)
		add_led(t, path, folder, real);
	t->unsure |= path[1] && folder == NO_FOLDER;
	leave(t, no);
}

void trail_unsure(void)
{
	int no = errno;
	struct trail *t = enter("/");

	if (!t)
		return;
	t->unsure = true;
	leave(t, no);
}

void trail_record(const char *line)
{
	struct trail *t = enter("/");

	if (!t)
		return;
	buf_puts(&t->lines, line);
	leave(t, errno);
}

const char *trail_recorded_lines(struct trail *t)
{
	return buf_str(&t->lines);
}

/* ---- beginning and end ---- */

struct trail *trail_new(void)
{
	struct trail *t = xcalloc(1, sizeof *t);

	pthread_mutex_init(&t->lock, NULL);
	clock_gettime(CLOCK_REALTIME, &t->began);
	return t;
}

void trail_begin(struct trail *t)
{
	struct trail *before = atomic_exchange(&current, t);

	CHECK(!before);
	(void)before;
}

void trail_end(struct trail *t)
{
	struct trail *ended = atomic_exchange(&current, NULL);

	CHECK(ended == t);
	(void)ended, (void)t;
}

void trail_free(struct trail *t)
{
	if (!t)
		return;
	vec_release(&t->folder);
	vec_release(&t->place);
	free(t->folders.slot);
	free(t->places.slot);
	buf_release(&t->lines);
	arena_release(&t->arena);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

/* ---- as bytes: base/stamp.h ---- */

static bool is_young(const struct trail *t, const struct trail_stamp *s)
{
	int64_t limit = (t->began.tv_sec - TRAIL_YOUNG) * INT64_C(1000000000) + t->began.tv_nsec;

	return s->modified >= limit || s->changed >= limit;
}

static void put_text(struct buf *out, const char *text)
{
	buf_add(out, text, strlen(text) + 1);
}

static bool put_place(const struct trail *t, struct buf *out, const struct place *p)
{
	buf_add(out, &p->kind, 1);
	put_text(out, p->name);
	if (p->kind == TRAIL_LED)
		put_text(out, p->real);
	if (p->kind <= TRAIL_LINK)
		buf_add(out, &p->stamp, sizeof p->stamp);
	return p->kind > TRAIL_LINK || p->kind == TRAIL_THERE || !is_young(t, &p->stamp);
}

/* Files come first, so that a reader knows whether to open the folder. */
static bool put_places(const struct trail *t, struct buf *out, const struct trail_folder *f)
{
	uint32_t n = 0, files = 0;
	bool good = true;

	for (uint32_t i = f->first; i != NO_FOLDER; i = t->place.at[i].next) {
		n += !(f->timed && t->place.at[i].kind == TRAIL_MISSING);
		files += is_file(t->place.at[i].kind);
	}
	buf_add(out, &n, sizeof n);
	buf_add(out, &files, sizeof files);
	for (uint32_t i = f->first; i != NO_FOLDER && good; i = t->place.at[i].next)
		if (!(f->timed && t->place.at[i].kind == TRAIL_MISSING))
			good = put_place(t, out, &t->place.at[i]);
	return good;
}

/* Reads the names now: they are those that were seen if the folder has not changed since. */
static bool put_names(const struct trail *t, struct buf *out, const struct trail_folder *f)
{
	struct trail_names names;
	struct trail_stamp now;
	bool good = !is_young(t, &f->stamp) && trail_names_of(f->path, &names, &now) && same_folder(&f->stamp, &now) &&
		    same_times(&f->stamp, &now);

	if (good)
		buf_add(out, &names, sizeof names);
	return good;
}

bool trail_write(const struct trail *t, struct buf *out)
{
	bool good = !t->unsure;

	for (size_t i = 0; i < t->folder.n && good; i++) {
		const struct trail_folder *f = &t->folder.at[i];
		char kind = f->real ? 'l' : f->timed ? 't' : 'f';

		if (!f->there)
			continue;
		buf_putc(out, kind);
		put_text(out, f->path);
		put_text(out, f->real ? f->real : "");
		buf_add(out, &f->stamp, sizeof f->stamp);
		good = (kind != 't' || put_names(t, out, f)) && put_places(t, out, f);
	}
	buf_putc(out, '.');
	return good;
}

// SPDX-License-Identifier: MIT
/* Splits bytes into lines and lines into runs. Parts of a file arrive as they are read or unpacked; a line is parsed
 * in place, and copied only if it crosses the end of a part. */
#include "run/formats/priv.h"
#include "base/disk.h"
#include "base/path.h"
#include "run/formats/loop_log.h"
#include "run/formats/trace.h"
#include "run/formats/watch_reader.h"
#include "text/gunzip.h"
#include <string.h>
#include <sys/stat.h>

struct lines {
	struct log_reader reading;
	const struct run_limits *limits;
	struct gunzip *gunzip;
	struct watch_reader *watch;
	struct loop_log *loop;	    /* takes all lines; NULL */
	struct trace_reader *trace; /* NULL: it is no trace */
	bool looked;
	struct buf rest;  /* of an incomplete line */
	bool known, json; /* the kind of file, from its first byte that is no blank */
	bool skip;	  /* the line exceeds the limit: up to its end */
	bool began;
	enum { BYTES, UTF16_LE, UTF16_BE } units; /* Windows' shell redirects as UTF-16 */
	bool events;				  /* TensorBoard's: read whole, from rest */
	struct buf half;			  /* of a unit, at the end of the previous part */
	struct buf text;			  /* a part as UTF-8 */
};

static bool trains(const struct log_reader *r)
{
	return r->cur && r->cur->train.n;
}

/* `{"lr": ...`; a dict as Python prints it, {'loss': ...}, is text. */
static bool begins_object(const char *s, size_t n)
{
	size_t i = 1;

	while (i < n && (s[i] == ' ' || s[i] == '\t' || s[i] == '\r'))
		i++;
	return n && *s == '{' && (i == n || s[i] == '"');
}

static void one_line(struct lines *l, char *s, size_t n)
{
	size_t lead = 0;

	l->reading.line++;
	if (!l->known) {
		if (n >= 3 && !memcmp(s, "\xEF\xBB\xBF", 3))
			s += 3, n -= 3;
		while (lead < n && (s[lead] == ' ' || s[lead] == '\t' || s[lead] == '\r'))
			lead++;
		l->known = lead < n;
		l->json = l->known && begins_object(s + lead, n - lead);
	}
	if (l->json)
		json_line(&l->reading, s, n);
	else if (!trains(&l->reading) && watch_reader_line(l->watch, s, s + n))
		; /* output of a tool about the machine: before training, or in a separate file */
	else
		text_line(&l->reading, s, n);
}

/* Stores the beginning of a line, up to the limit. */
static void store_bytes(struct lines *l, const char *s, size_t n)
{
	size_t room = l->limits->line > l->rest.n ? l->limits->line - l->rest.n : 0;

	buf_add(&l->rest, s, n < room ? n : room);
}

static bool see_text(void *ctx, char *s, size_t n, struct err *e)
{
	struct lines *l = ctx;

	(void)e;
	l->reading.out->bytes += n;
	if (l->loop) {
		loop_log_part(l->loop, s, n);
		return true;
	}
	if (!l->looked && trace_begins(s, n))
		l->trace = trace_reader_new();
	l->looked = true;
	if (l->trace) {
		trace_reader_part(l->trace, s, n);
		return true;
	}
	for (char *end = s + n, *stop; s < end; s = stop + 1) {
		stop = memchr(s, '\n', (size_t)(end - s));
		if (!stop) {
			store_bytes(l, s, (size_t)(end - s));
			break;
		}
		if (l->rest.n) {
			store_bytes(l, s, (size_t)(stop - s));
			one_line(l, l->rest.s, l->rest.n);
			buf_clear(&l->rest);
		} else {
			one_line(l, s, (size_t)(stop - s) < l->limits->line ? (size_t)(stop - s) : l->limits->line);
		}
	}
	return true;
}

/* Characters beyond the first plane aren't needed: '?'. */
static void put_unit(struct buf *b, unsigned u)
{
	if (u < 0x80) {
		buf_putc(b, (char)u);
	} else if (u < 0x800) {
		buf_putc(b, (char)(0xC0 | u >> 6));
		buf_putc(b, (char)(0x80 | (u & 0x3F)));
	} else if (u >= 0xD800 && u < 0xE000) {
		buf_putc(b, '?');
	} else {
		buf_putc(b, (char)(0xE0 | u >> 12));
		buf_putc(b, (char)(0x80 | (u >> 6 & 0x3F)));
		buf_putc(b, (char)(0x80 | (u & 0x3F)));
	}
}

static bool see_utf16(struct lines *l, const char *s, size_t n, struct err *e)
{
	buf_clear(&l->text);
	buf_add(&l->half, s, n);
	for (size_t i = 0; i + 1 < l->half.n; i += 2) {
		unsigned a = (unsigned char)l->half.s[i], b = (unsigned char)l->half.s[i + 1];

		put_unit(&l->text, l->units == UTF16_LE ? a | b << 8 : b | a << 8);
	}
	if (l->half.n % 2)
		l->half.s[0] = l->half.s[l->half.n - 1];
	l->half.n %= 2;
	return !l->text.n || see_text(l, l->text.s, l->text.n, e);
}

static bool see_bytes(void *ctx, char *s, size_t n, struct err *e)
{
	struct lines *l = ctx;

	if (!l->began && gunzip_begins(s, n))
		l->gunzip = gunzip_new(l->limits->unpacked, see_text, l);
	if (!l->began && n >= 2 && (!memcmp(s, "\xFF\xFE", 2) || !memcmp(s, "\xFE\xFF", 2)))
		l->units = *s == '\xFF' ? UTF16_LE : UTF16_BE;
	l->events |= !l->began && tfevents_begins(s, n);
	l->began = true;
	if (l->events) {
		buf_add(&l->rest, s, n);
		return true;
	}
	if (l->units != BYTES)
		return see_utf16(l, s, n, e);
	return l->gunzip ? gunzip_part(l->gunzip, s, n, e) : see_text(l, s, n, e);
}

static void lines_begin(struct lines *l, struct runs *out, const struct log_formats *formats, const char *path,
			const struct run_limits *limits)
{
	static const struct run_limits usual = RUN_LIMITS;

	*out = (struct runs){ .formats = formats };
	*l = (struct lines){ .limits = limits ? limits : &usual };
	l->reading = (struct log_reader){
		.out = out, .formats = formats, .limits = l->limits, .file = arena_strdup(&out->arena, path)
	};
	l->watch = watch_reader_new(&out->arena);
	text_begin(&l->reading);
}

static void store_watch(struct lines *l)
{
	struct runs *out = l->reading.out;

	out->watch = watch_reader_end(l->watch);
	if (out->watch && !l->watch->w.file)
		watch_reader_file(l->watch, l->reading.file);
	for (uint32_t i = 0; i < out->n; i++)
		out->at[i].watch = out->watch;
}

static void store_trace(struct lines *l)
{
	struct trace *t = arena_new(&l->reading.out->arena, struct trace);

	trace_reader_end(l->trace, t);
	t->file = l->reading.file;
	l->reading.out->trace = t;
}

/* The part before the cut of an archive is valid; so is a log that is still being written. */
static bool lines_end(struct lines *l, bool ok)
{
	struct runs *out = l->reading.out;

	if (l->trace)
		store_trace(l);
	else if (l->events)
		tfevents_read(&l->reading, l->rest.s, l->rest.n);
	else if (l->rest.n)
		one_line(l, l->rest.s, l->rest.n);
	text_end(&l->reading);
	if (l->json)
		json_end(&l->reading);
	out->lines = l->reading.line;
	log_reader_end(&l->reading);
	store_watch(l);
	buf_release(&l->rest);
	buf_release(&l->half);
	buf_release(&l->text);
	gunzip_free(l->gunzip);
	if (!ok)
		runs_release(out);
	return ok;
}

/* ---- logs whose form is learnt */

/* How a pass reads the bytes again: from the file, or from memory. */
struct again {
	const struct vfs *fs;
	const char *path, *bytes;
	size_t n;
};

static bool pass(struct lines *l, const struct again *from, struct err *e)
{
	struct buf copy = { 0 };
	bool ok;

	if (from->fs)
		return vfs_read_parts(from->fs, from->path, l->limits->bytes, see_bytes, l, e);
	buf_add(&copy, from->bytes, from->n);
	ok = !from->n || see_bytes(l, copy.s, copy.n, e);
	buf_release(&copy);
	return ok;
}

static void pass_end(struct lines *l)
{
	text_end(&l->reading);
	l->reading.out->lines = l->reading.line;
	log_reader_end(&l->reading);
	watch_reader_end(l->watch);
	buf_release(&l->half);
	buf_release(&l->text);
	gunzip_free(l->gunzip);
}

/* Replaces *out if the file is a training loop's log. */
static void learn(struct runs *out, const struct again *from, const struct run_limits *limits)
{
	struct loop_log *loop = loop_log_new(out->formats);
	struct err e = { 0 };
	struct runs next;
	struct lines l;
	bool good;

	if (!loop)
		return;
	lines_begin(&l, &next, out->formats, from->path, limits);
	l.loop = loop;
	good = pass(&l, from, &e);
	pass_end(&l);
	runs_release(&next);
	lines_begin(&l, &next, out->formats, from->path, limits);
	l.loop = loop;
	good = good && loop_log_learnt(loop, &l.reading) && pass(&l, from, &e);
	if (good)
		loop_log_end(loop);
	pass_end(&l);
	if (good && runs_last(&next)) {
		next.lines = out->lines;
		runs_release(out);
		*out = next;
	} else {
		runs_release(&next);
	}
	loop_log_free(loop);
}

static bool is_unknown(const struct runs *out)
{
	return !out->trace && (!out->n || run_alone(&out->at[0]));
}

static void see_wandb(struct lines *l, const struct vfs *fs, const char *path)
{
	struct buf b = { 0 };

	if (vfs_read(fs, path, &b, NULL))
		wandb_read(l->watch, buf_str(&b), b.n);
	buf_release(&b);
}

bool file_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *path,
	       const struct run_limits *limits, struct err *e)
{
	struct lines l;

	lines_begin(&l, out, formats, path, limits);
	if (!strcmp(path_base(path), WANDB_FILE))
		see_wandb(&l, fs, path);
	if (!lines_end(&l, vfs_read_parts(fs, path, l.limits->bytes, see_bytes, &l, e)))
		return false;
	if (is_unknown(out) && !l.events)
		learn(out, &(struct again){ .fs = fs, .path = path }, limits);
	return true;
}

bool watch_read(struct watch_reader *w, const struct log_formats *formats, const struct vfs *fs, const char *path,
		const struct run_limits *limits, struct err *e)
{
	struct runs none;
	struct lines l;
	bool ok;

	lines_begin(&l, &none, formats, path, limits);
	l.watch = w;
	w->mode = WATCH_NOTHING;
	watch_reader_file(w, path);
	ok = lines_end(&l, vfs_read_parts(fs, path, l.limits->bytes, see_bytes, &l, e));
	if (ok)
		runs_release(&none);
	return ok;
}

bool runs_read_bytes(struct runs *out, const struct log_formats *formats, const char *name, const char *bytes, size_t n,
		     const struct run_limits *limits, struct err *e)
{
	struct lines l;
	struct buf copy = { 0 };
	bool ok;

	lines_begin(&l, out, formats, name, limits);
	buf_add(&copy, bytes, n);
	ok = n <= l.limits->bytes ? !n || see_bytes(&l, copy.s, copy.n, e)
				  : err_set(e, ERR_TOO_LARGE, "larger than the limit");
	buf_release(&copy);
	if (!lines_end(&l, ok))
		return false;
	if (is_unknown(out) && !l.events)
		learn(out, &(struct again){ .path = name, .bytes = bytes, .n = n }, limits);
	return true;
}

bool runs_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *path,
	       const struct run_limits *limits, struct err *e)
{
	char **name;
	size_t n = vfs_list(fs, path, &name, NULL);

	for (size_t i = 0; i < n; i++)
		free(name[i]);
	free(name);
	if (n)
		return folder_read(out, formats, fs, path, limits, e);
	return S_ISDIR(disk_mode(path)) ? folder_empty(e) : file_read(out, formats, fs, path, limits, e);
}

struct text_reader {
	bool (*see)(void *ctx, char *part, size_t n, struct err *e);
	void *ctx;
	struct gunzip *gunzip;
	uint64_t most;
	bool began;
};

static bool text_part(void *ctx, char *s, size_t n, struct err *e)
{
	struct text_reader *t = ctx;

	if (!t->began && gunzip_begins(s, n))
		t->gunzip = gunzip_new(t->most, t->see, t->ctx);
	t->began = true;
	return t->gunzip ? gunzip_part(t->gunzip, s, n, e) : t->see(t->ctx, s, n, e);
}

bool run_text(const struct vfs *fs, const char *path, uint64_t most,
	      bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx, struct err *e)
{
	struct text_reader t = { .see = see, .ctx = ctx, .most = most };
	bool ok = vfs_read_parts(fs, path, most, text_part, &t, e);

	gunzip_free(t.gunzip);
	return ok;
}

void runs_release(struct runs *r)
{
	for (uint32_t i = 0; i < r->n; i++) {
		struct run *run = &r->at[i];

		vec_release(&run->environment);
		vec_release(&run->hooks);
		vec_release(&run->train);
		vec_release(&run->val);
		vec_release(&run->event);
	}
	free(r->at);
	arena_release(&r->arena);
	*r = (struct runs){ 0 };
}

const struct run *runs_last(const struct runs *r)
{
	for (uint32_t i = r->n; i > 0; i--)
		if (r->at[i - 1].train.n)
			return &r->at[i - 1];
	return NULL;
}

// SPDX-License-Identifier: MIT
/*
 * Sources, their registry and the conversion from byte offsets to columns.
 *
 * The registry is a list of chunks whose sizes double, so a source never moves: adding takes a lock, lookup takes
 * none (an id is returned only after its slot is filled).  A line ends with LF, CRLF or a lone CR, as in Python.
 *
 * Example: s = sources_add(all, "a.py", "x = 1\ny = 2\n", 12)
 *          source_point(s, 6) has line 1, col8 0
 *          sources_get(all, s->id) == s
 */
#include "text/source.h"
#include "base/utf8.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNKS = 27, FIRST_CHUNK_BITS = 5 }; /* 32 + 64 + ... covers all of uint32_t */

struct computed_lines {
	uint32_t n, at[];
};
struct source_index {
	_Atomic(struct computed_lines *) lines; /* NULL: not computed yet */
};
struct owned { /* a source with its memory */
	struct source s;
	struct source_index index;
	char *path, *bytes;
	uint32_t *origin;
	struct source_cells cells;
};
struct sources {
	pthread_mutex_t lock;
	_Atomic uint32_t n;
	struct owned **chunk[CHUNKS];
};

/* Chunk k holds places from 2^(k + 5) - 32 on, 2^(k + 5) of them; id 0 means nowhere, so id i has place i - 1. */
static struct owned **slot_of(struct owned **const *chunk, uint32_t id, unsigned *which)
{
	uint64_t at = (uint64_t)id - 1 + (1u << FIRST_CHUNK_BITS);
	unsigned bits = 63 - (unsigned)__builtin_clzll(at);

	*which = bits - FIRST_CHUNK_BITS;
	return chunk[*which] ? &chunk[*which][at - (1ull << bits)] : NULL;
}

struct sources *sources_new(void)
{
	struct sources *all = xcalloc(1, sizeof *all);

	pthread_mutex_init(&all->lock, NULL);
	return all;
}

static void owned_free(struct owned *o)
{
	if (!o)
		return;
	free(o->path);
	free(o->bytes);
	free(o->index.lines);
	free(o->origin);
	free(o->cells.piece);
	free(o->cells.cell);
	free(o);
}

void sources_free(struct sources *all)
{
	if (!all)
		return;
	for (uint32_t id = 1; id <= all->n; id++) {
		unsigned which;
		struct owned *o = *slot_of(all->chunk, id, &which);

		owned_free(o);
	}
	for (unsigned k = 0; k < CHUNKS; k++)
		free(all->chunk[k]);
	pthread_mutex_destroy(&all->lock);
	free(all);
}

static bool ends_line(const char *s, size_t n, size_t i)
{
	return s[i] == '\n' || (s[i] == '\r' && !(i + 1 < n && s[i + 1] == '\n'));
}

/* The end of the first line at or after i; len: there is none. */
static uint32_t next_end(const struct source *s, bool cr, uint32_t i)
{
	if (!cr) {
		const char *nl = memchr(s->bytes + i, '\n', s->len - i);
		return nl ? (uint32_t)(nl - s->bytes) : s->len;
	}
	while (i < s->len && !ends_line(s->bytes, s->len, i))
		i++;
	return i;
}

static struct computed_lines *lines_of(const struct source *s)
{
	bool cr = memchr(s->bytes, '\r', s->len);
	uint32_t n = 1;

	for (uint32_t i = 0; (i = next_end(s, cr, i)) < s->len; i++)
		n++;

	struct computed_lines *lines = xcalloc(1, sizeof *lines + n * sizeof *lines->at);

	for (uint32_t i = 0; (i = next_end(s, cr, i)) < s->len; i++)
		lines->at[++lines->n] = i + 1;
	lines->n = n;
	return lines;
}

/* Several threads may compute them at once: the first result is stored. */
struct line_starts source_lines(const struct source *s)
{
	static const uint32_t first_line = 0;

	if (!s->index)
		return (struct line_starts){ &first_line, 1 };

	struct computed_lines *known = atomic_load_explicit(&s->index->lines, memory_order_acquire), *none = NULL;

	if (!known) {
		known = lines_of(s);
		if (!atomic_compare_exchange_strong(&s->index->lines, &none, known)) {
			free(known);
			known = none;
		}
	}
	return (struct line_starts){ known->at, known->n };
}

static bool starts_crlf(const struct source *s)
{
	uint32_t end = next_end(s, memchr(s->bytes, '\r', s->len), 0);

	return end && end < s->len && s->bytes[end] == '\n' && s->bytes[end - 1] == '\r';
}

static bool all_ascii(const char *s, size_t n)
{
	uint64_t bits = 0;

	for (; n >= sizeof bits; s += sizeof bits, n -= sizeof bits) {
		uint64_t part;

		memcpy(&part, s, sizeof part);
		bits |= part;
	}
	for (; n; s++, n--)
		bits |= (unsigned char)*s;
	return !(bits & 0x8080808080808080u);
}

static char *copy_of(const char *bytes, size_t n)
{
	char *copy = xrealloc(NULL, n + 1, 1);

	if (n)
		memcpy(copy, bytes, n);
	copy[n] = '\0';
	return copy;
}

/* Path and bytes are not copied. simple: as for sources_add_static. */
static struct owned *source_new(const char *path, const char *bytes, size_t n, bool simple)
{
	struct owned *o = xcalloc(1, sizeof *o);
	struct source *s = &o->s;

	s->path = path;
	s->bytes = bytes;
	s->len = (uint32_t)n;
	s->ascii = simple || all_ascii(bytes, n);
	s->bom = !simple && n >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3);
	s->crlf = !simple && starts_crlf(s);
	s->index = &o->index;
	return o;
}

static void set_origin(struct owned *o, const uint32_t *origin)
{
	uint32_t lines = source_lines(&o->s).n;

	o->s.origin = o->origin = xcalloc(lines, sizeof *o->origin);
	memcpy(o->origin, origin, lines * sizeof *o->origin);
}

static const struct source *add(struct sources *all, struct owned *o)
{
	unsigned which;

	pthread_mutex_lock(&all->lock);
	o->s.id = all->n + 1;

	struct owned **slot = slot_of(all->chunk, o->s.id, &which);

	if (!slot) {
		all->chunk[which] = xcalloc(1ull << (which + FIRST_CHUNK_BITS), sizeof(struct owned *));
		slot = slot_of(all->chunk, o->s.id, &which);
	}
	*slot = o;
	atomic_store_explicit(&all->n, o->s.id, memory_order_release);
	pthread_mutex_unlock(&all->lock);
	return &o->s;
}

const struct source *sources_add(struct sources *all, const char *path, const char *bytes, size_t n)
{
	return sources_add_part(all, path, bytes, n, NULL);
}

static struct owned *copied(const char *path, const char *bytes, size_t n)
{
	if (n >= UINT32_MAX)
		BUG("a source of 4 GiB");

	char *copy = copy_of(bytes, n), *copy_of_path = xstrdup(path);
	struct owned *o = source_new(copy_of_path, copy, n, false);

	o->bytes = copy;
	o->path = copy_of_path;
	return o;
}

const struct source *sources_add_part(struct sources *all, const char *path, const char *bytes, size_t n,
				      const uint32_t *origin)
{
	struct owned *o = copied(path, bytes, n);

	if (origin)
		set_origin(o, origin);
	return add(all, o);
}

const struct source *sources_add_program(struct sources *all, const char *path, const char *bytes, size_t n,
					 const struct source_cells *cells)
{
	struct owned *o = copied(path, bytes, n);

	o->cells = *cells;
	o->cells.piece = xcalloc(cells->npieces + 1, sizeof *cells->piece);
	o->cells.cell = xcalloc(cells->ncells + 1, sizeof *cells->cell);
	if (cells->npieces)
		memcpy(o->cells.piece, cells->piece, cells->npieces * sizeof *cells->piece);
	if (cells->ncells)
		memcpy(o->cells.cell, cells->cell, cells->ncells * sizeof *cells->cell);
	o->s.cells = &o->cells;
	return add(all, o);
}

const struct source *sources_add_static(struct sources *all, const char *path, const char *bytes, size_t n, bool simple)
{
	return add(all, source_new(path, bytes, n, simple));
}

const struct source *sources_get(const struct sources *all, uint32_t id)
{
	unsigned which;

	if (!id || id > atomic_load_explicit(&all->n, memory_order_acquire))
		return NULL;
	const struct owned *o = *slot_of(all->chunk, id, &which);

	return o ? &o->s : NULL;
}

static uint32_t line_of(struct line_starts l, uint32_t byte)
{
	uint32_t lo = 0, hi = l.n;

	while (hi - lo > 1) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (l.at[mid] <= byte)
			lo = mid;
		else
			hi = mid;
	}
	return lo;
}

/* NULL: no piece begins at or before the byte. */
static const struct source_piece *piece_of(const struct source_cells *c, uint32_t byte)
{
	uint32_t lo = 0, hi = c->npieces;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (c->piece[mid].at <= byte)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? &c->piece[lo - 1] : NULL;
}

static uint32_t offset_in_notebook(const struct source *s, uint32_t byte)
{
	const struct source_piece *p = piece_of(s->cells, byte);

	return !p ? 0 : p->kind == PIECE_SAME ? p->in_file + (byte - p->at) : p->in_file;
}

uint32_t source_offset(const struct source *s, uint32_t byte)
{
	if (s->cells)
		return offset_in_notebook(s, byte);
	if (!s->origin)
		return byte;

	struct line_starts l = source_lines(s);
	uint32_t line = line_of(l, byte);

	return s->origin[line] + (byte - l.at[line]);
}

/* A four-byte sequence is a surrogate pair, so two units; a continuation byte is none. */
static uint32_t units16(char c)
{
	return !utf8_starts(c) ? 0 : (unsigned char)c >= 0xF0 ? 2 : 1;
}

struct point source_point(const struct source *s, uint32_t byte)
{
	CHECK(s);

	if (byte > s->len)
		byte = s->len;

	struct line_starts l = source_lines(s);
	struct point p = { .line = line_of(l, byte) };
	const char *start = s->bytes + l.at[p.line];

	p.col8 = byte - l.at[p.line];
	p.col16 = p.col32 = s->ascii ? p.col8 : 0;
	for (uint32_t i = 0; !s->ascii && i < p.col8; i++) {
		p.col16 += units16(start[i]);
		p.col32 += utf8_starts(start[i]);
	}
	return p;
}

struct point source_shown(const struct source *s, uint32_t byte)
{
	struct point p = source_point(s, byte);
	const struct source_cell *in = NULL;
	uint32_t lo = 0, hi = s->cells ? s->cells->ncells : 0;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (s->cells->cell[mid].line <= p.line) {
			in = &s->cells->cell[mid];
			lo = mid + 1;
		} else {
			hi = mid;
		}
	}
	if (in) {
		p.cell = in->number;
		p.line -= in->line;
	}
	return p;
}

bool source_ends_cell(const struct source *s, uint32_t byte)
{
	uint32_t end = s->len;

	for (uint32_t lo = 0, hi = s->cells ? s->cells->ncells : 0; lo < hi;) { /* the next cell */
		uint32_t mid = lo + (hi - lo) / 2;

		if (s->cells->cell[mid].at > byte)
			end = s->cells->cell[hi = mid].at;
		else
			lo = mid + 1;
	}
	while (byte < end && strchr(" \t\r\n#;", s->bytes[byte]))
		byte = s->bytes[byte] == '#' ? source_line_end(s, source_point(s, byte).line) : byte + 1;
	return s->cells && byte >= end;
}

const char *source_line(struct arena *a, const struct source *s, uint32_t byte)
{
	struct point p = source_shown(s, byte);

	return p.cell ? arena_printf(a, "cell %u:%u", p.cell, p.line + 1) : arena_printf(a, "%u", p.line + 1);
}

const char *source_line_of(struct arena *a, const struct source *s, uint32_t byte)
{
	struct point p = source_shown(s, byte);

	return p.cell ? arena_printf(a, "line %u of cell %u", p.line + 1, p.cell)
		      : arena_printf(a, "line %u", p.line + 1);
}

struct point source_in_file(const struct source *s, uint32_t byte)
{
	const struct source_piece *at = s->cells ? piece_of(s->cells, byte) : NULL;

	if (!at)
		return s->cells ? (struct point){ 0 } : source_point(s, byte);

	struct point p = { .line = at->row, .col8 = at->in_file - at->row_at, .col16 = at->col16, .col32 = at->col32 };

	for (uint32_t i = at->at; i < byte && i < s->len && at->kind == PIECE_SAME; i++) {
		p.col8++;
		p.col16 += units16(s->bytes[i]);
		p.col32 += utf8_starts(s->bytes[i]);
	}
	return p;
}

uint32_t source_line_start(const struct source *s, uint32_t byte)
{
	struct line_starts l = source_lines(s);

	return l.at[line_of(l, byte)];
}

uint32_t source_line_end(const struct source *s, uint32_t line)
{
	struct line_starts l = source_lines(s);
	uint32_t end = line + 1 < l.n ? l.at[line + 1] : s->len;

	while (end > l.at[line] && (s->bytes[end - 1] == '\n' || s->bytes[end - 1] == '\r'))
		end--;
	return end;
}

uint32_t source_offset32(const struct source *s, uint32_t line, uint32_t col32)
{
	struct line_starts l = source_lines(s);

	if (line >= l.n)
		return s->len;

	uint32_t at = l.at[line], end = source_line_end(s, line);

	for (; at < end && col32; col32--)
		for (at++; at < end && !utf8_starts(s->bytes[at]);)
			at++;
	return at;
}

uint32_t source_offset16(const struct source *s, uint32_t line, uint32_t col16)
{
	CHECK(s);

	struct line_starts l = source_lines(s);

	if (line >= l.n)
		return s->len;

	uint32_t at = l.at[line], end = source_line_end(s, line), units = 0;

	while (at < end && units < col16) {
		uint32_t next = at + 1;

		while (next < end && !utf8_starts(s->bytes[next]))
			next++;
		units += units16(s->bytes[at]);
		if (units > col16)
			break; /* inside a surrogate pair: before the character */
		at = next;
	}
	return at;
}

static bool refuse_at(const struct source *s, uint32_t byte, const char *why, struct err *e)
{
	struct point p = source_point(s, byte);

	err_set(e, ERR_ENCODING, "%s", why);
	if (e) {
		e->line = p.line + 1;
		e->col = p.col32 + 1;
	}
	return false;
}

static bool refuse_byte(const struct source *s, uint32_t byte, struct err *e)
{
	char why[64];

	snprintf(why, sizeof why, "byte 0x%02x at offset %u is not UTF-8", (unsigned char)s->bytes[byte], byte);
	return refuse_at(s, byte, why, e);
}

bool source_check(const struct source *s, struct err *e)
{
	if (s->bom)
		return refuse_at(s, 0, "the file starts with a byte order mark (BOM)", e);
	return source_check_program(s, e);
}

bool source_check_program(const struct source *s, struct err *e)
{
	uint32_t valid = (uint32_t)utf8_valid(s->bytes, s->len);
	const char *nul = memchr(s->bytes, 0, valid);

	if (nul)
		return refuse_at(s, (uint32_t)(nul - s->bytes), "the file holds a NUL byte", e);
	if (valid < s->len)
		return refuse_byte(s, valid, e);
	return true;
}

// SPDX-License-Identifier: MIT
/* Counts what an annotation file lists, part by part, without a tree of it: COCO's own files have hundreds of MB.
 *
 *	{"images": [{...}, {...}], "annotations": [{...}]}	2 images, 1 annotation */
#include "cli/shared/annotations.h"
#include "base/vec.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_MAX = 16, FILE_MIB = 64, ALL_MIB = 256 };

struct counted_file {
	struct counted_file *before;
	const char *path;
	bool good;
	struct annotations n;
};

struct counter {
	bool json, quoted, escaped, blank;
	uint32_t depth;
	char key[KEY_MAX], text[KEY_MAX]; /* of the object that is open at depth 1; the last text */
	uint32_t ntext;
	bool inner_key; /* the number that comes is an image_id */
	bool odd;	/* an image_id is no whole number, or too large a one */
	bool binary;	/* lines with a NUL byte */
	uint64_t bytes;
	bool expects; /* an element of a list at depth 2 may begin */
	double images, lines;
	bool saw_images, saw_annotations;
	VEC(, int64_t) id; /* image_id of each annotation */
};

static void see_value(struct counter *c)
{
	if (c->depth != 2 || !c->expects)
		return;
	c->expects = false;
	c->images += !strcmp(c->key, "images");
}

static void see_number(struct counter *c, char x)
{
	int64_t *last = &c->id.at[c->id.n - 1];

	c->odd |= *last > (INT64_MAX - 9) / 10;
	if (!c->odd)
		*last = *last * 10 + (x - '0');
}

static void see_colon(struct counter *c)
{
	if (c->depth == 1)
		memcpy(c->key, c->text, sizeof c->key);
	c->inner_key = c->depth == 3 && !strcmp(c->text, "image_id") && !strcmp(c->key, "annotations");
	if (c->inner_key)
		vec_push(&c->id, 0);
}

static void see_mark(struct counter *c, char x)
{
	if (x == '{' || x == '[') {
		see_value(c);
		c->odd |= c->inner_key;
		c->depth++;
		c->expects = c->depth == 2 && x == '[';
		c->saw_images |= c->expects && !strcmp(c->key, "images");
		c->saw_annotations |= c->expects && !strcmp(c->key, "annotations");
	} else if (x == '}' || x == ']') {
		c->depth -= c->depth > 0;
		c->inner_key = false;
		c->expects = false;
	} else if (x == ',') {
		c->inner_key = false;
		c->expects = c->depth == 2;
	} else if (x == ':') {
		see_colon(c);
	} else if (c->inner_key && x >= '0' && x <= '9') {
		see_number(c, x);
	} else if (c->inner_key && !strchr(" \t\r\n", x)) {
		c->odd = true;
	}
}

static void see_quoted(struct counter *c, char x)
{
	if (c->escaped)
		c->escaped = false;
	else if (x == '\\')
		c->escaped = true;
	else if (x == '"')
		c->quoted = false;
	else if (c->ntext + 1 < KEY_MAX)
		c->text[c->ntext++] = x;
	c->text[c->ntext] = 0;
}

static bool see_json(void *ctx, char *part, size_t n, struct err *e)
{
	struct counter *c = ctx;

	(void)e;
	c->bytes += n;
	for (size_t i = 0; i < n; i++) {
		if (c->quoted) {
			see_quoted(c, part[i]);
		} else if (part[i] == '"') {
			see_value(c);
			c->odd |= c->inner_key;
			c->quoted = true;
			c->ntext = 0;
			c->text[0] = 0;
		} else {
			see_mark(c, part[i]);
		}
	}
	return true;
}

static bool see_lines(void *ctx, char *part, size_t n, struct err *e)
{
	struct counter *c = ctx;

	(void)e;
	c->bytes += n;
	c->binary |= memchr(part, 0, n) != NULL;
	for (size_t i = 0; i < n; i++) {
		bool space = strchr(" \t\r\n", part[i]) != NULL;

		c->lines += c->blank && !space;
		c->blank = part[i] == '\n' || (c->blank && space);
	}
	return true;
}

static int by_id(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return a < b ? -1 : a > b;
}

static double different(struct counter *c)
{
	double n = 0;

	if (c->id.n)
		qsort(c->id.at, c->id.n, sizeof *c->id.at, by_id);
	for (size_t i = 0; i < c->id.n; i++)
		n += !i || c->id.at[i] != c->id.at[i - 1];
	return n;
}

static bool ends_in(const char *path, const char *end)
{
	size_t n = strlen(path), k = strlen(end);

	return n > k && !strcmp(path + n - k, end);
}

bool annotations_are_json(const char *path)
{
	return ends_in(path, ".json");
}

static uint64_t may_read(const struct counted_files *f)
{
	uint64_t file = (uint64_t)FILE_MIB << 20, all = (uint64_t)ALL_MIB << 20, left;

	left = f->bytes < all ? all - f->bytes : 0;
	return left < file ? left : file;
}

static bool count(struct counted_files *f, const struct vfs *fs, const char *path, struct annotations *out)
{
	struct counter c = { .json = annotations_are_json(path), .blank = true };
	bool good = c.json || ends_in(path, ".txt");

	good = good && vfs_read_parts(fs, path, may_read(f), c.json ? see_json : see_lines, &c, &(struct err){ 0 });
	good = good && (c.json ? c.saw_images && c.depth == 0 : !c.binary);
	f->bytes += c.bytes;
	out->all = c.json ? c.images : c.lines;
	out->annotated = c.json && c.saw_annotations && !c.odd ? fmin(different(&c), c.images) : NAN;
	vec_release(&c.id);
	return good;
}

bool annotations_count(struct arena *a, struct counted_files *f, const struct vfs *fs, const char *path,
		       struct annotations *out)
{
	struct counted_file *one = f->last;

	while (one && strcmp(one->path, path))
		one = one->before;
	if (!one) {
		one = arena_new(a, struct counted_file);
		*one = (struct counted_file){ .before = f->last, .path = arena_strdup(a, path) };
		one->good = count(f, fs, path, &one->n);
		f->last = one;
	}
	*out = one->n;
	return one->good;
}

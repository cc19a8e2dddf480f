// SPDX-License-Identifier: MIT
/* os.path as on POSIX: results that follow from the text alone. Results that depend on the working directory, the
 * user or links are Unknown.
 *
 * Example: osp.join('a', '../b')    'a/../b'
 *          osp.normpath('a/../b')   'b'
 *          osp.abspath('a')         Unknown */
#include "python/builtin/priv.h"
#include "python/ops/seq.h"
#include <string.h>

static bool path_text(struct eval *ev, const struct call *c, uint32_t i, const struct str **s, struct value *why)
{
	return call_text(ev, c, c->arg[i], "expected str, bytes or os.PathLike object", s, why);
}

static bool join_text(struct eval *ev, const struct call *c, uint32_t i, const struct str **s, struct value *why)
{
	struct value v = c->arg[i];
	if (v.kind == VALUE_STR || v.kind == VALUE_REF || v.kind == VALUE_OBJECT)
		return call_text(ev, c, v, "", s, why);
	*why = eval_raise(ev, "TypeError", c->at, "join() argument must be str, bytes, or os.PathLike object, not '%s'",
			  value_type_name(v));
	return false;
}

static struct value fn_path_join(struct eval *ev, const struct call *c)
{
	struct buf b = { 0 };
	const struct str *s;
	struct value why;
	for (uint32_t i = 0; i < c->n; i++) {
		bool text = i ? join_text(ev, c, i, &s, &why) : path_text(ev, c, i, &s, &why);
		if (!text) {
			buf_release(&b);
			return why;
		}
		if (s->s[0] == '/')
			buf_clear(&b);
		else if (b.n && b.s[b.n - 1] != '/')
			buf_putc(&b, '/');
		buf_add(&b, s->s, s->len);
	}
	return op_buf(ev, &b, c->at);
}

static size_t base_start(const struct str *s)
{
	size_t i = s->len;
	while (i && s->s[i - 1] != '/')
		i--;
	return i;
}

/* The part before the last component, without the slashes unless there is nothing else. */
static size_t head_length(const struct str *s)
{
	size_t n = base_start(s), i = n;
	while (i && s->s[i - 1] == '/')
		i--;
	return i ? i : n;
}

static struct value fn_path_basename(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	if (!path_text(ev, c, 0, &s, &why))
		return why;
	size_t i = base_start(s);
	return op_text(ev, s->s + i, s->len - i, c->at);
}

static struct value fn_path_dirname(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	return path_text(ev, c, 0, &s, &why) ? op_text(ev, s->s, head_length(s), c->at) : why;
}

static struct value fn_path_split(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	if (!path_text(ev, c, 0, &s, &why))
		return why;
	size_t i = base_start(s);
	return tuple_of2(ev, op_text(ev, s->s, head_length(s), c->at), op_text(ev, s->s + i, s->len - i, c->at), c->at);
}

static struct value fn_path_splitext(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	if (!path_text(ev, c, 0, &s, &why))
		return why;
	size_t start = base_start(s), dot = s->len;
	while (start < s->len && s->s[start] == '.')
		start++; /* leading dots are no extension */
	for (size_t i = start; i < s->len; i++)
		if (s->s[i] == '.')
			dot = i;
	return tuple_of2(ev, op_text(ev, s->s, dot, c->at), op_text(ev, s->s + dot, s->len - dot, c->at), c->at);
}

static struct value fn_path_isabs(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	return path_text(ev, c, 0, &s, &why) ? value_bool(s->s[0] == '/', c->at) : why;
}

/* ---- normal form ---- */

/* Adds the components of s to b, whose first `root` bytes are fixed: "a/./b/../c" is "a/c". */
static void add_components(struct buf *b, size_t root, const struct str *s)
{
	for (const char *p = s->s; *p;) {
		size_t n = strcspn(p, "/");
		const char *last = b->n > root ? memrchr(b->s + root, '/', b->n - root) : NULL;
		size_t tail = last ? (size_t)(last - b->s) + 1 : root;
		bool up = n == 2 && p[0] == '.' && p[1] == '.';
		bool stuck = b->n == root ? root == 0 : b->n - tail == 2 && b->s[tail] == '.' && b->s[tail + 1] == '.';
		if (up && !stuck)
			b->n = last ? tail - 1 : root;
		else if (n && !(n == 1 && *p == '.')) {
			if (b->n > root)
				buf_putc(b, '/');
			buf_add(b, p, n);
		}
		p += n + (p[n] == '/');
	}
}

/* Two slashes at the start stay two, three become one. */
static void normal_form(struct buf *b, const struct str *s)
{
	size_t root = strspn(s->s, "/");
	root = root > 2 ? 1 : root;
	buf_add(b, "//", root);
	add_components(b, root, s);
	if (!b->n)
		buf_putc(b, '.');
}

static struct value fn_path_normpath(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	struct buf b = { 0 };
	if (!path_text(ev, c, 0, &s, &why))
		return why;
	normal_form(&b, s);
	return op_buf(ev, &b, c->at);
}

static struct value fn_path_abspath(struct eval *ev, const struct call *c)
{
	struct value v = c->arg[0];
	bool relative = v.kind == VALUE_STR && v.as.s->s[0] != '/';
	return relative ? op_unknown(ev, WHY_ENV, c->at) : fn_path_normpath(ev, c);
}

static struct value fn_path_expanduser(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	if (!path_text(ev, c, 0, &s, &why))
		return why;
	return s->s[0] == '~' ? op_unknown(ev, WHY_ENV, c->at) : op_text(ev, s->s, s->len, c->at);
}

static struct value fn_path_normcase(struct eval *ev, const struct call *c)
{
	const struct str *s;
	struct value why;
	return path_text(ev, c, 0, &s, &why) ? op_text(ev, s->s, s->len, c->at) : why;
}

/* Normal forms that mean the same wherever the process runs: "../a" may be its own folder. */
static bool placeless(const struct buf *b)
{
	return b->s[0] != '/' && !(b->s[0] == '.' && b->s[1] == '.' && (!b->s[2] || b->s[2] == '/'));
}

/* Offsets of the first component that differs. Both paths in normal form, "." as the empty path. */
static void common(const char *a, const char *b, size_t *at_a, size_t *at_b)
{
	size_t i = 0, start = 0;
	for (; a[i] && a[i] == b[i]; i++)
		if (a[i] == '/')
			start = i + 1;
	if ((!a[i] || a[i] == '/') && (!b[i] || b[i] == '/')) {
		*at_a = i + (a[i] == '/');
		*at_b = i + (b[i] == '/');
		return;
	}
	*at_a = *at_b = start;
}

static struct value relative(struct eval *ev, const char *path, const char *start, struct span at)
{
	struct buf out = { 0 };
	size_t p, s;
	path = !strcmp(path, ".") ? "" : path + strspn(path, "/");
	start = !strcmp(start, ".") ? "" : start + strspn(start, "/");
	if (*path && *start)
		common(path, start, &p, &s);
	else
		p = s = 0;
	for (const char *q = start + s; *q; q += strcspn(q, "/"), q += *q == '/')
		buf_add(&out, out.n ? "/.." : "..", out.n ? 3 : 2);
	if (path[p] && out.n)
		buf_putc(&out, '/');
	buf_add(&out, path + p, strlen(path + p));
	if (!out.n)
		buf_putc(&out, '.');
	return op_buf(ev, &out, at);
}

static struct value fn_path_relpath(struct eval *ev, const struct call *c)
{
	struct call with = *c;
	struct value args[2] = { c->arg[0], call_arg(c, 1, "start", value_none(c->at)) }, why, v;
	const struct str *s, *from;
	if (args[1].kind == VALUE_NONE)
		args[1] = value_text(".", c->at);
	with.arg = args;
	with.n = 2;
	if (!path_text(ev, &with, 0, &s, &why) || (s->len && !path_text(ev, &with, 1, &from, &why)))
		return why;
	if (!s->len)
		return eval_raise(ev, "ValueError", c->at, "no path specified");
	struct buf path = { 0 }, start = { 0 };
	normal_form(&path, s);
	normal_form(&start, from);
	buf_str(&path), buf_str(&start);
	if ((s->s[0] == '/' && from->s[0] == '/') || (placeless(&path) && placeless(&start)))
		v = relative(ev, path.s, start.s, c->at);
	else
		v = op_unknown(ev, WHY_ENV, c->at);
	buf_release(&path);
	buf_release(&start);
	return v;
}

const struct builtin rows_path[] = {
	{ "os.path.abspath", 1, 1, 0, "path", fn_path_abspath, "of an absolute path" },
	{ "os.path.basename", 1, 1, 0, "p", fn_path_basename, "after the last /" },
	{ "os.path.dirname", 1, 1, 0, "p", fn_path_dirname, "before the last /" },
	{ "os.path.expanduser", 1, 1, 0, "path", fn_path_expanduser, "of a path without ~" },
	{ "os.path.isabs", 1, 1, 0, "s", fn_path_isabs, "starts with /" },
	{ "os.path.join", 1, 255, 0, NULL, fn_path_join, "joins paths" },
	{ "os.path.normcase", 1, 1, 0, "s", fn_path_normcase, "the same" },
	{ "os.path.normpath", 1, 1, 0, "path", fn_path_normpath, "without . and .." },
	{ "os.path.relpath", 1, 2, 0, "path start", fn_path_relpath, "from one path to another" },
	{ "os.path.split", 1, 1, 0, "p", fn_path_split, "(head, tail)" },
	{ "os.path.splitext", 1, 1, 0, "p", fn_path_splitext, "(root, extension)" },
	{ 0 },
};

// SPDX-License-Identifier: MIT
/* Effective configs as Python: one statement a top-level key, dict(...) where the keys allow it, a line an item where a
 * value doesn't fit on one. What has no source form is written as a call of __unknown__, which no loader takes for a
 * value.
 *
 *	{'model': {'type': 'Net', 'a-b': 1}}	model = {'type': 'Net', 'a-b': 1} */
#include "report/value_python.h"
#include "report/draw/way.h"
#include "base/path.h"
#include "python/value/dict.h"
#include "python/value/print.h"
#include "report/report.h"
#include "report/draw/terminal.h"
#include <string.h>

/* CPython's tokenizer takes 200 brackets, one in the other; a number may need two: complex(float('inf'), 1.0). */
enum { WIDTH = 100, INDENT = 4, BRACKETS = 198 };

struct py {
	struct buf *b, *why;
	const struct python_opts *o;
	struct arena tmp;
	bool complete;
	bool calls; /* dict(a=1); not where the config has a key `dict`, which hides Python's */
};
struct spot {
	const struct way *way;
	unsigned indent, open; /* columns, brackets */
	struct span use;
};

static void put(struct py *p, struct value v, const struct spot *at);

/* Records that the text lacks the value: key path and reason. */
static void incomplete(struct py *p, const struct spot *at, const char *why)
{
	p->complete = false;
	way_report(at->way, p->why, why);
}

static void put_string(struct py *p, const char *s, size_t n)
{
	static const struct pystyle one_line = { .quote = '\'' };
	struct value v = value_str(str_of(s, n), (struct span){ 0 });

	if (!print_python(p->b, v, &one_line))
		buf_puts(p->b, "''");
}

static void put_sourceless(struct py *p, const char *why, const struct spot *at)
{
	incomplete(p, at, why);
	buf_puts(p->b, "__unknown__(");
	put_string(p, why, strlen(why));
	buf_putc(p->b, ')');
}

static void put_unknown(struct py *p, struct value v, const struct spot *at)
{
	struct buf why = { 0 };

	if (v.kind == VALUE_UNKNOWN) {
		const struct cause *c = v.as.cause;

		buf_puts(&why, why_text(c ? c->why : WHY_NONE));
		if (c && c->detail)
			buf_printf(&why, ": %s", c->detail->s);
	} else {
		buf_printf(&why, "an object of type %s has no source form", value_type_name(v));
	}
	put_sourceless(p, buf_str(&why), at);
	buf_release(&why);
}

/* Lazily imported objects are named by text, which the registries take as well. */
static void put_ref(struct py *p, const struct ref *r)
{
	const struct str *last = r->name ? r->name : r->module;
	char *text = arena_printf(&p->tmp, "%s.%s", r->module->s, last->s);

	put_string(p, text, strlen(text));
}

/* Whether it fits on one line: nothing in it is unknown or imported. */
static bool is_plain(struct value v)
{
	struct dict_iter it;
	const struct entry *e;

	if (v.kind == VALUE_REF || v.kind == VALUE_UNKNOWN)
		return false;
	if (value_is_listlike(v)) {
		for (uint32_t i = 0; i < v.as.list->n; i++)
			if ((v.as.list->at[i].flags & EF_MAYBE) || !is_plain(v.as.list->at[i].val))
				return false;
		return !v.as.list->open;
	}
	if (v.kind != VALUE_DICT)
		return true;
	dict_begin(&it, v.as.dict);
	while ((e = dict_next(&it)))
		if ((e->flags & EF_MAYBE) || !is_plain(e->val))
			return false;
	return !v.as.dict->open;
}

static bool is_container(struct value v)
{
	return v.kind == VALUE_DICT || value_is_listlike(v);
}

static bool holds_containers(struct value v)
{
	if (v.kind == VALUE_DICT)
		return v.as.dict->count > 0;
	for (uint32_t i = 0; value_is_listlike(v) && i < v.as.list->n; i++)
		if (is_container(v.as.list->at[i].val))
			return true;
	return false;
}

/* An empty container stays on its line: broken up, a set would be a dict. */
static uint32_t items(struct value v)
{
	return v.kind == VALUE_DICT ? v.as.dict->count : value_is_listlike(v) ? v.as.list->n : 0;
}

static unsigned brackets(struct value v)
{
	return v.kind == VALUE_FROZENSET ? 2 : is_container(v);
}

/* false, nothing written: it doesn't fit, or must be broken up for other reasons. */
static bool put_one_line(struct py *p, struct value v, const struct spot *at)
{
	struct pystyle style = { .quote = '\'', .dict_calls = p->calls };
	struct buf line = { 0 };
	bool fits;

	if ((p->o->provenance && holds_containers(v)) || !is_plain(v))
		return false;
	fits = print_python(&line, v, &style) && (!items(v) || at->indent + line.n <= WIDTH);
	if (fits)
		buf_add(p->b, line.s, line.n);
	buf_release(&line);
	return fits;
}

static void line_break(struct py *p, unsigned indent)
{
	buf_putc(p->b, '\n');
	for (unsigned i = 0; i < indent; i++)
		buf_putc(p->b, ' ');
}

static void put_place(struct py *p, struct span at)
{
	const struct source *s = graph_source(p->o->g, at.file);

	if (!s)
		return;
	const char *name = path_shown(&p->tmp, p->o->cwd, s->path);

	terminal_escape(p->b, name, strlen(name));
	buf_printf(p->b, ":%u", source_point(s, at.lo).line + 1);
}

/* Where a leaf was put under its key, and where its text stands when that is another line. */
static void put_provenance(struct py *p, struct value v, struct span use)
{
	const struct source *s = graph_source(p->o->g, v.at.file);
	struct span first = use.file ? use : v.at;

	if (!p->o->provenance || !first.file || holds_containers(v))
		return;
	buf_puts(p->b, "  # ");
	put_place(p, first);
	if (!s || first.file != v.at.file || source_point(s, first.lo).line != source_point(s, v.at.lo).line) {
		if (v.at.file) {
			buf_puts(p->b, ", value from ");
			put_place(p, v.at);
		}
	}
}

static bool keys_are_names(const struct dict *d)
{
	struct dict_iter it;
	const struct entry *e;

	dict_begin(&it, d);
	while ((e = dict_next(&it)))
		if (e->key.kind != VALUE_STR || !print_is_identifier(e->key.as.s))
			return false;
	return true;
}

static void put_key(struct py *p, struct value key, bool as_name, const struct spot *at)
{
	static const struct pystyle one_line = { .quote = '\'' };

	if (as_name) {
		buf_puts(p->b, key.as.s->s);
		buf_putc(p->b, '=');
		return;
	}
	if (!print_python(p->b, key, &one_line))
		put_unknown(p, key, at);
	buf_puts(p->b, ": ");
}

static void put_item(struct py *p, struct value v, const struct spot *at, uint32_t flags)
{
	put(p, v, at);
	buf_putc(p->b, ',');
	put_provenance(p, v, at->use);
	if (flags & EF_MAYBE) {
		incomplete(p, at, "may or may not exist");
		buf_puts(p->b, "  # may or may not exist");
	}
}

static void put_open_end(struct py *p, const struct spot *at, bool open)
{
	if (!open)
		return;
	line_break(p, at->indent + INDENT);
	buf_puts(p->b, "# and possibly more");
	incomplete(p, at, "may have more, unknown items");
}

static void put_dict(struct py *p, const struct dict *d, const struct spot *at)
{
	bool names = p->calls && keys_are_names(d);
	struct dict_iter it;
	const struct entry *e;

	buf_puts(p->b, names ? "dict(" : "{");
	dict_begin(&it, d);
	while ((e = dict_next(&it))) {
		struct way way = way_to(at->way, e->key);
		struct spot inner = { &way, at->indent + INDENT, at->open + 1, e->use };

		line_break(p, inner.indent);
		put_key(p, e->key, names, &inner);
		put_item(p, e->val, &inner, e->flags);
	}
	put_open_end(p, at, d->open);
	line_break(p, at->indent);
	buf_puts(p->b, names ? ")" : "}");
}

static void put_list(struct py *p, struct value v, const struct spot *at)
{
	static const char *const open[] = {
		[VALUE_LIST] = "[", [VALUE_TUPLE] = "(", [VALUE_SET] = "{", [VALUE_FROZENSET] = "frozenset(["
	};
	static const char *const end[] = {
		[VALUE_LIST] = "]", [VALUE_TUPLE] = ")", [VALUE_SET] = "}", [VALUE_FROZENSET] = "])"
	};
	const struct list *l = v.as.list;

	buf_puts(p->b, open[v.kind]);
	for (uint32_t i = 0; i < l->n; i++) {
		struct way way = way_to(at->way, value_int(i, (struct span){ 0 }));
		struct spot inner = { &way, at->indent + INDENT, at->open + brackets(v), l->at[i].use };

		line_break(p, inner.indent);
		put_item(p, l->at[i].val, &inner, l->at[i].flags);
	}
	put_open_end(p, at, l->open);
	line_break(p, at->indent);
	buf_puts(p->b, end[v.kind]);
}

static void put(struct py *p, struct value v, const struct spot *at)
{
	if (put_one_line(p, v, at))
		return;
	if (at->open + brackets(v) > BRACKETS) {
		put_sourceless(p, "is nested too deeply for Python's parser", at);
		return;
	}
	switch (v.kind) {
	case VALUE_DICT:
		put_dict(p, v.as.dict, at);
		return;
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
		put_list(p, v, at);
		return;
	case VALUE_REF:
		put_ref(p, v.as.ref);
		return;
	default:
		put_unknown(p, v, at);
	}
}

static void put_statement(struct py *p, const struct entry *e)
{
	struct way way = way_to(NULL, e->key);
	struct spot at = { &way, 0, 0, e->use };

	if (e->key.kind != VALUE_STR || !print_is_identifier(e->key.as.s)) {
		incomplete(p, &at, "this top-level key is no Python name");
		buf_puts(p->b, "# not a name: ");
		put_key(p, e->key, false, &at);
		buf_putc(p->b, '\n');
		return;
	}
	buf_printf(p->b, "%s = ", e->key.as.s->s);
	put(p, e->val, &at);
	put_provenance(p, e->val, e->use);
	if (e->flags & EF_MAYBE) {
		incomplete(p, &at, "may or may not exist");
		buf_puts(p->b, "  # may or may not exist");
	}
	buf_putc(p->b, '\n');
}

bool value_python(struct buf *b, struct value config, const struct python_opts *o, struct buf *why)
{
	struct py p = { .b = b, .why = why, .o = o, .complete = true, .calls = true };
	struct spot root = { 0 };
	struct dict_iter it;
	const struct entry *e;

	if (config.kind != VALUE_DICT) {
		put(&p, config, &root);
		buf_putc(b, '\n');
	} else {
		p.calls = !dict_find_lit(config.as.dict, "dict");
		dict_begin(&it, config.as.dict);
		while ((e = dict_next(&it)))
			put_statement(&p, e);
		put_open_end(&p, &root, config.as.dict->open);
		if (config.as.dict->open)
			buf_putc(b, '\n');
	}
	arena_release(&p.tmp);
	return p.complete;
}

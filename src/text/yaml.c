// SPDX-License-Identifier: MIT
/*
 * YAML through libyaml's event parser. Only this file uses libyaml.
 *
 * Depth is checked at each event, because libyaml 0.2.5 needs quadratic time for deep flow nesting: parsing stops
 * before that matters.  libyaml counts code points, and its lines also end at NEL, LS or PS, unlike anywhere else in
 * cfglint; so its marks are converted to bytes by counting code points, not lines.
 *
 * Example: a: [1, &x 2]
 *          events: map start, scalar a, seq start, scalars 1 and 2 (anchor x), seq end, map end
 *          node: map with key "a" and a seq of two scalars, each with its byte span
 */
#include "text/yaml.h"
#include "base/utf8.h"
#include "text/ybuild.h"
#include <string.h>
#include <yaml.h>

enum { STRICT_DEPTH = 64, CONFIG_DEPTH = 256, MARK_STEP = 128 };

struct anchor {
	const struct str *name;
	const struct ynode *node; /* NULL while its collection is open */
};
VEC(anchors, struct anchor);
struct level {				/* an open collection */
	const struct str *anchor, *tag; /* or NULL */
	bool flow;
};
VEC(levels, struct level);

struct reader {
	yaml_parser_t parser;
	struct ybuild b;
	bool strict;
	uint32_t *step; /* byte of each MARK_STEP-th code point; NULL when the source is ASCII */
	uint32_t nsteps, documents;
	struct anchors anchor;
	struct levels level;
};

/* --- places */

static void index_marks(struct reader *r)
{
	const struct source *s = r->b.src;
	uint32_t points = 0;

	if (s->ascii)
		return;
	r->step = xcalloc(s->len / MARK_STEP + 1, sizeof *r->step);
	for (uint32_t i = 0; i < s->len; i++)
		if (utf8_starts(s->bytes[i]) && points++ % MARK_STEP == 0)
			r->step[r->nsteps++] = i;
}

static uint32_t byte_of(const struct reader *r, yaml_mark_t mark)
{
	const struct source *s = r->b.src;

	if (s->ascii)
		return mark.index < s->len ? (uint32_t)mark.index : s->len;
	if (mark.index / MARK_STEP >= r->nsteps)
		return s->len;

	uint32_t at = r->step[mark.index / MARK_STEP];

	for (size_t left = mark.index % MARK_STEP; left && at < s->len; left--)
		do
			at++;
		while (at < s->len && !utf8_starts(s->bytes[at]));
	return at;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static struct span event_span(const struct reader *r, const yaml_event_t *ev)
{
	return (struct span){ r->b.src->id, byte_of(r, ev->start_mark), byte_of(r, ev->end_mark) };
}

/* Where a block scalar's text starts: the text's own leading spaces belong to it, further spaces of the line do not.
 * */
static uint32_t body_of(const struct source *s, struct span at, const char *text)
{
	uint32_t i = at.lo, first = at.lo;
	uint32_t own_spaces = (uint32_t)strspn(text, " ");

	while (i < at.hi && s->bytes[i] != '\n' && s->bytes[i] != '\r')
		i++;
	i += i < at.hi && s->bytes[i] == '\r' && s->bytes[i + 1] == '\n' ? 2 : 1;
	first = i;
	while (i < at.hi && s->bytes[i] == ' ')
		i++;
	if (i - first >= own_spaces)
		i -= own_spaces;
	return i < s->len ? i : s->len;
}

/* --- events */

static bool refuse(struct reader *r, const yaml_event_t *ev, const char *what)
{
	return ybuild_fail(&r->b, ERR_SYNTAX, byte_of(r, ev->start_mark), "%s", what);
}

static struct anchor *find_anchor(const struct reader *r, const struct str *name)
{
	for (size_t i = 0; i < r->anchor.n; i++)
		if (r->anchor.at[i].name == name)
			return &r->anchor.at[i];
	return NULL;
}

/* Declares the event's anchor, if any; *name is NULL if there is none. */
static bool declare_anchor(struct reader *r, const yaml_event_t *ev, const yaml_char_t *anchor, const struct str **name)
{
	enum { MOST_ANCHORS = 1000 }; /* the search is linear */

	*name = NULL;
	if (!anchor)
		return true;
	if (r->strict)
		return refuse(r, ev, "anchors are not allowed here");
	*name = str_lit((const char *)anchor);
	if (find_anchor(r, *name))
		return refuse(r, ev, "duplicate anchor");
	if (r->anchor.n == MOST_ANCHORS)
		return ybuild_fail(&r->b, ERR_LIMIT, byte_of(r, ev->start_mark), "more than %d anchors", MOST_ANCHORS);
	vec_push(&r->anchor, ((struct anchor){ .name = *name }));
	return true;
}

static void bind_anchor(struct reader *r, const struct str *name, const struct ynode *node)
{
	if (name)
		find_anchor(r, name)->node = node;
}

static bool on_alias(struct reader *r, const yaml_event_t *ev)
{
	if (r->strict)
		return refuse(r, ev, "aliases are not allowed here");

	const struct anchor *a = find_anchor(r, str_lit((const char *)ev->data.alias.anchor));

	if (!a)
		return refuse(r, ev, "undefined alias");
	if (!a->node)
		return refuse(r, ev, "an alias inside of what it stands for");
	return ybuild_alias(&r->b, a->node, byte_of(r, ev->start_mark));
}

static bool on_scalar(struct reader *r, const yaml_event_t *ev)
{
	yaml_scalar_style_t style = ev->data.scalar.style;
	bool block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
	bool plain = style == YAML_PLAIN_SCALAR_STYLE && !ev->data.scalar.tag;
	const struct source *s = r->b.src;
	struct span at = event_span(r, ev);
	const struct str *name, *text;
	uint32_t body = 0;

	if (r->strict && ev->data.scalar.tag)
		return refuse(r, ev, "tags are not allowed here");
	if (!declare_anchor(r, ev, ev->data.scalar.anchor, &name))
		return false;
	text = str_of((const char *)ev->data.scalar.value, ev->data.scalar.length);
	if (block) {
		body = body_of(s, at, text->s);
		while (at.hi > at.lo && is_space(s->bytes[at.hi - 1]))
			at.hi--;
	}

	struct ynode *n = ybuild_scalar(&r->b, at, text, plain, body);

	ybuild_tag(n, (const char *)ev->data.scalar.tag);
	bind_anchor(r, name, n);
	return ybuild_add(&r->b, n);
}

static bool open_collection(struct reader *r, const yaml_event_t *ev, enum ykind kind, const yaml_char_t *anchor,
			    const yaml_char_t *tag, bool flow)
{
	const struct str *name;

	if (!declare_anchor(r, ev, anchor, &name) || !ybuild_open(&r->b, kind, byte_of(r, ev->start_mark)))
		return false;
	vec_push(&r->level,
		 ((struct level){ .anchor = name, .tag = tag ? str_lit((const char *)tag) : NULL, .flow = flow }));
	return true;
}

static bool on_sequence(struct reader *r, const yaml_event_t *ev)
{
	if (r->strict && ev->data.sequence_start.tag)
		return refuse(r, ev, "tags are not allowed here");
	return open_collection(r, ev, Y_SEQ, ev->data.sequence_start.anchor, ev->data.sequence_start.tag,
			       ev->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
}

static bool on_mapping(struct reader *r, const yaml_event_t *ev)
{
	if (r->strict && ev->data.mapping_start.tag)
		return refuse(r, ev, "tags are not allowed here");
	return open_collection(r, ev, Y_MAP, ev->data.mapping_start.anchor, ev->data.mapping_start.tag,
			       ev->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
}

static bool on_close(struct reader *r, const yaml_event_t *ev)
{
	struct level l = vec_pop(&r->level);
	/* A flow collection ends with its bracket. For a block collection libyaml gives the start of the next token,
	 * so 0. */
	struct ynode *n = ybuild_close(&r->b, l.flow ? byte_of(r, ev->end_mark) : 0);

	if (!n)
		return false;
	ybuild_tag(n, l.tag ? l.tag->s : NULL);
	bind_anchor(r, l.anchor, n);
	return ybuild_add(&r->b, n);
}

static bool on_event(struct reader *r, const yaml_event_t *ev)
{
	switch (ev->type) {
	case YAML_DOCUMENT_START_EVENT:
		return r->documents++ == 0 || refuse(r, ev, "expected a single document, found another one");
	case YAML_ALIAS_EVENT:
		return on_alias(r, ev);
	case YAML_SCALAR_EVENT:
		return on_scalar(r, ev);
	case YAML_SEQUENCE_START_EVENT:
		return on_sequence(r, ev);
	case YAML_MAPPING_START_EVENT:
		return on_mapping(r, ev);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return on_close(r, ev);
	default:
		return true;
	}
}

static bool fail_parser(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	const char *problem = p->problem ? p->problem : "not YAML";

	if (p->error == YAML_MEMORY_ERROR)
		die("out of memory");
	if (p->error == YAML_READER_ERROR)
		return ybuild_fail(&r->b, ERR_ENCODING, (uint32_t)p->problem_offset, "%s", problem);
	return ybuild_fail(&r->b, ERR_SYNTAX, byte_of(r, p->problem_mark), "%s%s%s", p->context ? p->context : "",
			   p->context ? ", " : "", problem);
}

static bool read_events(struct reader *r)
{
	for (bool more = true; more;) {
		yaml_event_t ev;

		if (!yaml_parser_parse(&r->parser, &ev))
			return fail_parser(r);

		bool ok = on_event(r, &ev);

		more = ev.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&ev);
		if (!ok)
			return false;
	}
	return true;
}

/* The root of a file without a document: strict files mean an empty map, YAML means null. */
static const struct ynode *empty_root(struct reader *r)
{
	struct span at = { r->b.src->id, 0, 0 };

	if (!r->strict)
		return ybuild_scalar(&r->b, at, str_lit(""), true, 0);
	ybuild_open(&r->b, Y_MAP, 0);
	return ybuild_close(&r->b, 0);
}

static const struct ynode *finish(struct reader *r)
{
	const struct ynode *root = r->b.root;

	if (!root || (r->strict && root->kind == Y_SCALAR && root->plain && !root->text->len))
		return empty_root(r);
	return root;
}

static const struct ynode *read_source(struct reader *r)
{
	const struct ynode *root = NULL;

	if (!yaml_parser_initialize(&r->parser))
		die("out of memory");
	yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r->parser, (const unsigned char *)r->b.src->bytes, r->b.src->len);
	index_marks(r);
	if (read_events(r))
		root = finish(r);
	yaml_parser_delete(&r->parser);
	ybuild_release(&r->b);
	vec_release(&r->anchor);
	vec_release(&r->level);
	free(r->step);
	return root;
}

const struct ynode *yaml_parse(struct arena *a, const struct source *s, struct err *e)
{
	struct reader r = {
		.strict = true,
		.b = { .arena = a, .src = s, .e = e, .dup = YDUP_REFUSE, .maxdepth = STRICT_DEPTH },
	};

	return source_check(s, e) ? read_source(&r) : NULL;
}

const struct ynode *yaml_parse_config(struct arena *a, const struct source *s, struct err *e)
{
	const struct ynode *twice[2];

	return yaml_parse_twice(a, s, e, twice);
}

const struct ynode *yaml_parse_twice(struct arena *a, const struct source *s, struct err *e,
				     const struct ynode *twice[2])
{
	struct reader r = {
		.b = { .arena = a, .src = s, .e = e, .dup = YDUP_LAST, .merge = true, .maxdepth = CONFIG_DEPTH },
	};

	/* PyYAML accepts a byte order mark; libyaml reports bad UTF-8 after it. */
	const struct ynode *root = s->bom || source_check(s, e) ? read_source(&r) : NULL;

	twice[0] = r.b.twice;
	twice[1] = r.b.first;
	return root;
}

/* --- access */

const struct ynode *yaml_get(const struct ynode *map, const char *key)
{
	if (!map || map->kind != Y_MAP)
		return NULL;
	for (uint32_t i = 0; i < map->n; i++) {
		const char *is = map->key[i]->text->s;
		if (*is == *key && !strcmp(is, key))
			return map->kid[i];
	}
	return NULL;
}

const char *yaml_str(const struct ynode *n)
{
	return n && n->kind == Y_SCALAR ? n->text->s : NULL;
}

static const struct ynode *const *copy_list(struct arena *a, const struct ynode *const *list, uint32_t n)
{
	const struct ynode **copy = arena_array(a, const struct ynode *, n);

	for (uint32_t i = 0; i < n; i++)
		copy[i] = yaml_copy(a, list[i]);
	return copy;
}

const struct ynode *yaml_copy(struct arena *a, const struct ynode *n)
{
	struct ynode *copy = arena_new(a, struct ynode);

	*copy = *n;
	copy->kid = n->n ? copy_list(a, n->kid, n->n) : NULL;
	copy->key = n->n && n->key ? copy_list(a, n->key, n->n) : NULL;
	return copy;
}

// SPDX-License-Identifier: MIT
/* Fields of dataclass-like classes. They are collected along the method resolution order, from the last class to the
 * class itself. A redeclared field stays in its position and gets the new value, as in dataclasses. A hand-written
 * __init__ takes precedence over the generated one, for the class and its subclasses.
 *
 * Example: class A: x: int; y: int = 1
 *          class B(A): x: int = 5
 *          fields of B: x (5), y (1) */
#include "pymodel/fields.h"
#include "pymodel/inheritance.h"
#include "pymodel/pymodel.h"
#include <string.h>

struct field_search {
	struct pymodel *m;
	const struct field_words *words;
	struct class_field *at;
	uint32_t n, room;
	const char *why; /* why something is unknown; NULL: everything is known */
};

static bool is_among(const struct name_list *l, const struct str *dotted)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!strcmp(l->at[i], dotted->s))
			return true;
	return false;
}

/* The dotted name of a thing outside the project; NULL: it is inside, or unknown. */
static const struct str *outside(struct fn *scope, const struct node *n)
{
	struct found f = names_of(scope, n);

	return f.kind == F_EXT ? f.dotted : NULL;
}

static const struct node *keyword(const struct node *call, const char *name)
{
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_KW && !strcmp(call->kid[i]->text->s, name))
			return call->kid[i]->kid[0];
	return NULL;
}

static bool says_false(const struct node *n)
{
	return n && n->kind == NODE_CONST && n->op == CONST_FALSE;
}

static bool says_true(const struct node *n)
{
	return n && n->kind == NODE_CONST && n->op == CONST_TRUE;
}

/* ---- which classes ---- */

/* The decorator that generates the constructor; NULL: none. *more: other decorators may change it. */
static const struct node *decorator_of(const struct field_search *s, const struct cls *k, bool *more)
{
	const struct node *found = NULL;

	for (uint32_t i = k->node->n - k->node->op; i < k->node->n; i++) {
		const struct node *d = k->node->kid[i], *callee = d->kind == NODE_CALL ? d->kid[0] : d;
		const struct str *dotted = outside(k->in, callee);

		if (dotted && is_among(&s->words->decorators, dotted))
			found = d;
		else
			*more = true;
	}
	return found;
}

static bool has_base(const struct field_search *s, const struct cls *k)
{
	for (uint32_t i = 0; i < k->nabroad; i++)
		if (is_among(&s->words->bases, k->abroad[i]))
			return true;
	return false;
}

/* ---- one field ---- */

/* The last name in `ClassVar[int]`, `typing.ClassVar`, "ClassVar[int]". */
static const char *annotation_name(const struct node *n)
{
	if (n->kind == NODE_INDEX)
		n = n->kid[0];
	if (n->kind == NODE_STR && n->text) {
		const char *end = n->text->s + strcspn(n->text->s, "["), *dot = NULL;

		for (const char *c = n->text->s; c < end; c++)
			dot = *c == '.' ? c : dot;
		return dot ? dot + 1 : n->text->s;
	}
	return n->kind == NODE_NAME || n->kind == NODE_ATTR ? n->text->s : "";
}

static bool is_annotated(const struct node *n, const char *name)
{
	const char *text = annotation_name(n);
	size_t len = strlen(name);

	return !strncmp(text, name, len) && (!text[len] || text[len] == '[');
}

/* field(default=..., default_factory=..., init=..., kw_only=...), Field(default, ...) */
static void describe(struct field_search *s, struct class_field *f, const struct node *call)
{
	const struct node *factory = keyword(call, "default_factory"), *value = keyword(call, "default");
	const struct node *first = call->n > 1 && call->kid[1]->kind != NODE_KW ? call->kid[1] : NULL;

	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_STAR || call->kid[i]->kind == NODE_DSTAR)
			s->why = "what describes a field is unpacked";
	if (first && first->kind == NODE_CONST && first->op == CONST_ELLIPSIS)
		first = NULL; /* Field(...): required */
	f->value = factory ? factory : value ? value : first;
	f->factory = factory;
	f->init = !says_false(keyword(call, "init"));
	f->keyword_only |= says_true(keyword(call, "kw_only"));
}

static void put(struct field_search *s, struct class_field f)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->at[i].name == f.name) {
			s->at[i] = f;
			return;
		}
	if (s->n == s->room) {
		uint32_t room = s->room ? 2 * s->room : 8;
		struct class_field *more = arena_array(&s->m->arena, struct class_field, room);

		if (s->n)
			memcpy(more, s->at, s->n * sizeof *more);
		s->at = more;
		s->room = room;
	}
	s->at[s->n++] = f;
}

static void see_fields(struct field_search *s, struct cls *k, bool keyword_only)
{
	const struct node *body = k->node->kid[0];

	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *n = body->kid[i], *value = n->kind == NODE_ANNASSIGN ? n->kid[2] : NULL;
		struct class_field f = { .in = k, .value = value, .init = true };

		if (n->kind == NODE_IF || n->kind == NODE_TRY)
			s->why = "fields stand under a condition";
		if (n->kind != NODE_ANNASSIGN || n->kid[0]->kind != NODE_NAME || is_annotated(n->kid[1], "ClassVar"))
			continue;
		if (is_annotated(n->kid[1], "KW_ONLY")) {
			keyword_only = true;
			continue;
		}
		f.name = n->kid[0]->text;
		f.annotation = n->kid[1];
		f.keyword_only = keyword_only;

		const struct str *callee = value && value->kind == NODE_CALL ? outside(k->in, value->kid[0]) : NULL;

		if (callee && is_among(&s->words->calls, callee))
			describe(s, &f, value);
		put(s, f);
	}
}

/* ---- the class ---- */

/* Collects the fields that the class declares; returns whether its constructor is generated from them. */
static bool see_class(struct field_search *s, struct cls *k)
{
	bool more = false;
	const struct node *d = decorator_of(s, k, &more);
	const struct node *init = d && d->kind == NODE_CALL ? keyword(d, "init") : NULL;

	if (!d && !has_base(s, k))
		return false;
	if (more)
		s->why = "a decorator may change what it takes";
	if (k->chosen)
		s->why = "it is defined under a condition";
	if (init && !says_true(init) && !says_false(init))
		s->why = "whether it gets a constructor isn't known";
	see_fields(s, k, d && d->kind == NODE_CALL && says_true(keyword(d, "kw_only")));
	return !says_false(init);
}

struct class_fields class_fields(struct pymodel *m, struct cls *k, const struct field_words *words)
{
	struct field_search s = { .m = m, .words = words };
	bool generated = false;

	class_bases(m, k);
	for (uint32_t i = k->nmro; i-- > 0;) {
		bool makes = see_class(&s, k->mro[i]), own = map_get(&k->mro[i]->method, str_lit("__init__"));

		generated = !own && (makes || generated);
	}
	if (!generated)
		return (struct class_fields){ .are = FIELDS_NONE };
	if (k->open_bases)
		s.why = k->open_why;
	return (struct class_fields){ s.why ? FIELDS_OPEN : FIELDS_KNOWN, s.why, s.at, s.n };
}

// SPDX-License-Identifier: MIT
/* The library of rules/layers is evaluated lazily: only definitions that a model needs are parsed.
 *
 * Algorithm: the texts are scanned once for the names that lines at their left edge define (`def NAME(`, `A = B, C =
 * ...`); a definition ends before the next line with a word at its left edge. An evaluation begins with no names. A
 * name that is not bound asks the host, which evaluates its definition at module level. `row_named(TEXT)` is the same
 * for a name that is computed: the function of a class, or None. Invariant: a definition is evaluated at most once in
 * an evaluation, so its state (NOW in ops.py) is one. Example: estimate(task) is in model.py; its `begin` leads to one
 * of ops.py, row_named('FPN') to one of necks.py; nothing of swin.py is parsed. */
#include "layers/layer_costs.h"
#include "base/map.h"
#include "python/eval/eval.h"
#include "python/eval/eval_stmt.h"
#include "python/syntax/parse.h"
#include "python/state/eval_limits.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "spec/embedded.h"
#include <ctype.h>
#include <string.h>

#define FOLDER "layers/"

enum { SPAN_FILE = 1 /* of all these files: no finding points into them */ };
struct definition {
	const struct embedded_file *file;
	const char *text;
	uint32_t n;
	bool loaded;
};
struct library {
	struct arena *arena;
	struct map definition; /* of each name */
	struct parser *parser;
};

static const struct span nowhere;

static size_t word_length(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) || s[n] == '_')
		n++;
	return n;
}

static void define(struct library *l, const char *name, size_t n, struct definition *d)
{
	map_put(l->arena, &l->definition, str_of(name, n), d);
}

/* The names of `A, B = ` at s; where the value begins then. NULL: no such target stands there. */
static const char *define_target(struct library *l, const char *s, struct definition *d)
{
	const char *at = s;
	size_t n;

	while ((n = word_length(at)) && !strncmp(at + n, ", ", 2))
		at += n + 2;
	if (!n || strncmp(at + n, " = ", 3) != 0)
		return NULL;
	for (at = s; (n = word_length(at)) && at[n] == ','; at += n + 2)
		define(l, at, n, d);
	define(l, at, n, d);
	return at + n + 3;
}

/* The names of its first line: of `def NAME(`, and all targets of `A = B, C = value`. */
static void define_names(struct library *l, struct definition *d)
{
	if (!strncmp(d->text, "def ", 4))
		define(l, d->text + 4, word_length(d->text + 4), d);
	for (const char *s = d->text; s;)
		s = define_target(l, s, d);
}

static const char *next_line(const char *s)
{
	const char *end = strchr(s, '\n');

	return end ? end + 1 : s + strlen(s);
}

static void define_all(struct library *l, const struct embedded_file *file)
{
	for (const char *s = (const char *)file->bytes, *end; s && *s; s = end) {
		struct definition *d = arena_new(l->arena, struct definition);

		for (end = next_line(s); *end && !word_length(end);)
			end = next_line(end);
		*d = (struct definition){ .file = file, .text = s, .n = (uint32_t)(end - s) };
		define_names(l, d);
	}
}

static bool is_library(const struct embedded_file *f)
{
	return !strncmp(f->path, FOLDER, strlen(FOLDER)) && f->n > 3 && !strcmp(f->path + strlen(f->path) - 3, ".py");
}

/* Evaluates it at module level, whatever runs now. */
static void load(struct eval *ev, struct library *l, struct definition *d)
{
	struct parsed parsed = { 0 };
	struct frame *frame = ev->frame;
	uint32_t many = ev->many;

	d->loaded = true;
	parse_module(l->parser, l->arena, arena_strndup(l->arena, d->text, d->n), d->n, NULL, &parsed);
	if (parsed.nerrors)
		BUG("%s, %.40s: %s", d->file->where, d->text, parsed.error[0].msg);
	ev->frame = NULL;
	ev->many = 0;
	eval_module(ev, parsed.root);
	ev->frame = frame;
	ev->many = many;
}

/* What the library's name stands for; false: it has no such name. */
static bool name_of(struct eval *ev, struct library *l, const struct str *name, struct value *out)
{
	struct definition *d = map_get(&l->definition, name);
	const struct entry *e;

	if (!d)
		return false;
	if (!d->loaded)
		load(ev, l, d);
	e = dict_find_str(ev->globals, name);
	if (e)
		*out = e->val;
	return e != NULL;
}

static bool host_name(struct eval *ev, const struct node *n, struct value *out)
{
	return name_of(ev, ev->host->ctx, n->text, out);
}

static bool host_call(struct eval *ev, const struct node *call, struct value *out)
{
	const struct node *callee = call->kid[0];
	struct value name;

	if (callee->kind != NODE_NAME || strcmp(callee->text->s, "row_named") || call->n != 2)
		return false;
	name = eval_expr(ev, call->kid[1]);
	if (name.kind != VALUE_STR)
		*out = value_unknown(ev->arena, WHY_CLASS, nowhere, "type");
	else if (!name_of(ev, ev->host->ctx, name.as.s, out))
		*out = value_none(nowhere);
	return true;
}

/* Where anything that was met is Unknown, calls may have been left out, whose sums would lack: then all is. */
static struct value result_of(struct eval *ev, struct library *l, const char *function, struct value task)
{
	struct value f, v = value_unknown(ev->arena, WHY_CALL, nowhere, function);

	if (name_of(ev, l, str_lit(function), &f))
		v = eval_call(ev, f, &task, 1, nowhere);
	if (ev->exc)
		v = value_unknown(ev->arena, WHY_RAISED, nowhere,
				  arena_printf(ev->arena, "%s: %s", ev->exc->type, ev->exc->msg));
	else if (ev->dead)
		v = value_unknown(ev->arena, WHY_FUEL, nowhere, function);
	else if (ev->doubts)
		v = value_unknown(ev->arena, WHY_BRANCH, nowhere, "what the model costs");
	return v;
}

typedef void visit_fn(struct arena *a, struct value *v);

/* Causes of Unknown lie on the arena of the evaluation. */
static void copy_cause(struct arena *a, struct value *v)
{
	if (v->kind == VALUE_UNKNOWN && v->as.cause)
		v->as.cause = arena_copy(a, v->as.cause, 1, sizeof *v->as.cause, alignof(struct cause));
}

/* An imported class becomes its name, as configs of texts have it. */
static void name_class(struct arena *a, struct value *v)
{
	const char *dot;

	(void)a;
	if (v->kind != VALUE_REF || !v->as.ref->name)
		return;
	dot = strrchr(v->as.ref->name->s, '.');
	*v = value_str(str_lit(dot ? dot + 1 : v->as.ref->name->s), v->at);
}

/* All of an unfrozen copy. */
static void visit_all(struct arena *a, struct value *v, visit_fn *visit)
{
	struct dict_iter it;
	const struct entry *e;

	visit(a, v);
	for (uint32_t i = 0; value_is_listlike(*v) && i < v->as.list->n; i++)
		visit_all(a, &v->as.list->at[i].val, visit);
	if (v->kind != VALUE_DICT)
		return;
	for (dict_begin(&it, v->as.dict); (e = dict_next(&it));) {
		struct value val = e->val;

		visit_all(a, &val, visit);
		dict_put(a, v->as.dict, e->key, val, e->use);
	}
}

/* The task is frozen, so that nothing that the evaluation does, or might do, changes what the caller's values share. */
struct value layer_costs(struct arena *a, const char *function, struct value task)
{
	struct arena scratch = { 0 };
	struct library l = { .arena = &scratch, .parser = parser_new() };
	struct eval_host host = { .ctx = &l, .name = host_name, .call = host_call };
	struct eval ev;
	struct value v, given = value_copy(&scratch, task);

	for (size_t i = 0; i < embedded_count; i++)
		if (is_library(&embedded_files[i]))
			define_all(&l, &embedded_files[i]);
	eval_init(&ev, &scratch, SPAN_FILE);
	ev.host = &host;
	visit_all(&scratch, &given, name_class);
	v = value_copy(a, result_of(&ev, &l, function, value_freeze(&scratch, given)));
	visit_all(a, &v, copy_cause);
	v = value_freeze(a, v);
	eval_release(&ev);
	parser_free(l.parser);
	arena_release(&scratch);
	return v;
}

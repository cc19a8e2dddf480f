// SPDX-License-Identifier: MIT
/* Reads dataclasses by their syntax: decorator, bases of the project, annotated fields. Names are looked up in the
 *file, then in the module that it imports them from.
 *
 * Invariant: a class with a base, a decorator or a statement that is not followed is NULL as a whole.
 *
 *	@dataclass
 *	class Config:
 *	    lr: float = 0.1		{"lr", FLOAT, 0.1}
 *	    db: DB = field(default_factory=DB)	{"db", INNER, DB's fields}
 *	    root: str = MISSING		{"root", STR, "???"} */
#include "hydra/struct_config.h"
#include "base/path.h"
#include "hydra/config_reads.h"
#include "hydra/path_value.h"
#include "python/syntax/parse.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "spec/compiled.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEEP = 8, FIELDS_MAX = 200, CLASSES_MAX = 500 };
struct struct_reader {
	struct arena *a;
	const struct vfs *fs;
	const char *project;
	const struct ynode *words; /* rules/hydra-entries.yaml, `structs` */
	uint32_t *classes;	   /* looked at so far */
};
struct module {
	const struct node *root;
	const char *path, *text;
};

static bool read_module(const struct struct_reader *r, const char *path, struct module *m)
{
	struct buf b = { 0 };
	bool good = path && vfs_read(r->fs, path, &b, NULL);

	if (good) {
		const struct parsed *p = parse_once(vfs_results(r->fs), path, buf_str(&b), (uint32_t)b.n);

		*m = (struct module){ p->root, path, arena_strndup(r->a, buf_str(&b), b.n) };
		good = !p->nerrors;
	}
	buf_release(&b);
	return good;
}

static const struct node *class_in(const struct module *m, const struct str *name)
{
	const struct node *found = NULL;

	for (uint32_t i = 0; i < m->root->n; i++) {
		const struct node *n = m->root->kid[i];

		if (n->kind == NODE_CLASS && n->text == name) {
			if (found)
				return NULL;
			found = n;
		}
	}
	return found;
}

/* Moves *m to the module that has the class; NULL: it is not found. */
static const struct node *find_class(const struct struct_reader *r, struct module *m, const struct str *name,
				     unsigned depth)
{
	const struct node *found = class_in(m, name);

	for (uint32_t i = 0; !found && i < m->root->n && depth < DEEP; i++) {
		const struct node *n = m->root->kid[i];

		for (uint32_t k = 0; n->kind == NODE_FROM && k < n->n; k++) {
			const struct node *alias = n->kid[k];
			const struct str *as = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
			struct module other;

			if (as != name ||
			    !read_module(r, path_value_module(r->a, r->fs, r->project, m->path, n->text->s, n->op),
					 &other))
				continue;
			*m = other;
			return find_class(r, m, alias->text, depth + 1);
		}
	}
	return found;
}

static bool is_word(const struct struct_reader *r, const char *list, const struct node *n)
{
	const struct ynode *words = yaml_get(r->words, list);
	const char *name = n && (n->kind == NODE_NAME || n->kind == NODE_ATTR) ? n->text->s : NULL;

	for (uint32_t i = 0; name && words && i < words->n; i++)
		if (!strcmp(yaml_str(words->kid[i]), name))
			return true;
	return false;
}

/* ---- a field ---- */

static const struct hydra_struct *read_struct(const struct struct_reader *r, struct module m, const struct str *name,
					      unsigned depth);

static const struct node *keyword(const struct node *call, const char *name)
{
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_KW && !strcmp(call->kid[i]->text->s, name))
			return call->kid[i]->kid[0];
	return NULL;
}

static void read_type(const struct struct_reader *r, const struct module *m, const struct node *n,
		      struct hydra_field *f, unsigned depth)
{
	static const struct {
		const char *name;
		enum hydra_type type;
	} known[] = { { "int", HYDRA_INT }, { "float", HYDRA_FLOAT }, { "bool", HYDRA_BOOL }, { "str", HYDRA_STR } };

	if (n->kind == NODE_INDEX && n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "Optional")) {
		f->optional = true;
		n = n->kid[1];
	} else if (n->kind == NODE_BINARY && node_is_none(n->kid[1])) {
		f->optional = true;
		n = n->kid[0];
	}
	for (size_t i = 0; n->kind == NODE_NAME && i < ARRAY_SIZE(known); i++)
		if (!strcmp(n->text->s, known[i].name))
			f->type = known[i].type;
	if (n->kind == NODE_NAME && f->type == HYDRA_ANY)
		f->inner = read_struct(r, *m, n->text, depth + 1);
	if (f->inner)
		f->type = HYDRA_INNER;
}

static struct value constant(struct arena *a, const struct node *n)
{
	struct span at = { 0 };
	bool minus = n->kind == NODE_UNARY && n->op == OP_NEG;
	const struct node *x = minus ? n->kid[0] : n;

	(void)a;
	if (x->kind == NODE_INT && strlen(x->text->s) < 18 && !strpbrk(x->text->s, "xXoObB_"))
		return value_int(minus ? -strtoll(x->text->s, NULL, 10) : strtoll(x->text->s, NULL, 10), at);
	if (x->kind == NODE_FLOAT && !strchr(x->text->s, '_'))
		return value_float(minus ? -strtod(x->text->s, NULL) : strtod(x->text->s, NULL), at);
	if (n->kind == NODE_STR && !(n->flags & NF_BYTES))
		return value_str(n->text, at);
	if (n->kind == NODE_CONST && (n->op == CONST_TRUE || n->op == CONST_FALSE))
		return value_bool(n->op == CONST_TRUE, at);
	return n->kind == NODE_CONST && n->op == CONST_NONE ? value_none(at) : (struct value){ 0 };
}

/* `DB()`, field(default_factory=DB), field(default_factory=lambda: DB()) */
static bool makes_inner(const struct hydra_field *f, const struct node *n)
{
	if (n->kind == NODE_LAMBDA)
		n = n->kid[1];
	if (n->kind == NODE_CALL && n->n == 1)
		n = n->kid[0];
	return f->inner && n->kind == NODE_NAME && !strcmp(n->text->s, f->inner->name);
}

/* field(default_factory=dict), field(default_factory=lambda: {}) */
static bool makes_empty(const struct node *n, const char *name, enum node_kind kind)
{
	const struct node *x = n->kind == NODE_LAMBDA ? n->kid[1] : n;

	return (x->kind == kind && !x->n) || (n->kind == NODE_NAME && !strcmp(n->text->s, name));
}

static void read_value(const struct struct_reader *r, struct hydra_field *f, const struct node *n)
{
	if (n && n->kind == NODE_CALL && is_word(r, "calls", n->kid[0])) {
		const struct node *factory = keyword(n, "default_factory"), *given = keyword(n, "default");

		n = factory ? factory : given;
	}
	if (!n || is_word(r, "missing", n))
		f->value = value_text("???", (struct span){ 0 });
	else if (makes_inner(f, n))
		f->value = hydra_struct_value(r->a, f->inner);
	else if (makes_empty(n, "dict", NODE_DICT))
		f->value = value_dict(r->a, (struct span){ 0 });
	else if (makes_empty(n, "list", NODE_LIST))
		f->value = value_list(r->a, VALUE_LIST, 1, (struct span){ 0 });
	else
		f->value = constant(r->a, n);
}

/* ---- a class ---- */

struct fields {
	struct hydra_field at[FIELDS_MAX];
	uint32_t n;
};

static bool is_dataclass(const struct struct_reader *r, const struct node *k)
{
	const struct node *d = k->op == 1 ? k->kid[k->n - 1] : NULL;

	return d && is_word(r, "decorators", d->kind == NODE_CALL ? d->kid[0] : d);
}

static bool add_field(struct fields *all, struct hydra_field f)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].name == f.name) {
			all->at[i] = f;
			return true;
		}
	if (all->n == FIELDS_MAX)
		return false;
	all->at[all->n++] = f;
	return true;
}

static bool read_class(const struct struct_reader *r, struct module m, const struct node *k, struct fields *all,
		       unsigned depth)
{
	const struct node *body = k->kid[0];
	bool good = depth < DEEP && (*r->classes)++ < CLASSES_MAX && is_dataclass(r, k);

	for (uint32_t i = 1; good && i + k->op < k->n; i++) {
		struct module in = m;
		const struct node *base = k->kid[i]->kind == NODE_NAME ? find_class(r, &in, k->kid[i]->text, 0) : NULL;

		good = base && read_class(r, in, base, all, depth + 1);
	}
	for (uint32_t i = 0; good && i < body->n; i++) {
		const struct node *n = body->kid[i];
		struct hydra_field f = { 0 };

		good = n->kind != NODE_IF && n->kind != NODE_TRY;
		if (n->kind != NODE_ANNASSIGN || n->kid[0]->kind != NODE_NAME)
			continue;
		f.name = n->kid[0]->text;
		read_type(r, &m, n->kid[1], &f, depth);
		read_value(r, &f, n->kid[2]);
		good &= strcmp(f.name->s, "defaults") != 0 && add_field(all, f);
	}
	return good;
}

static const struct hydra_struct *read_struct(const struct struct_reader *r, struct module m, const struct str *name,
					      unsigned depth)
{
	const struct node *k = depth < DEEP ? find_class(r, &m, name, 0) : NULL;
	struct fields *all = k ? xcalloc(1, sizeof *all) : NULL;
	struct hydra_struct *s = NULL;

	if (k && read_class(r, m, k, all, depth)) {
		s = arena_new(r->a, struct hydra_struct);
		*s = (struct hydra_struct){ .name = k->text->s,
					    .place = arena_printf(r->a, "%s:%u",
								  path_inside(r->project, m.path)
									  ? path_relative(r->a, r->project, m.path)
									  : m.path,
								  hydra_line_of(m.text, k->lo)),
					    .field = all->n ? arena_copy(r->a, all->at, all->n, sizeof *all->at,
									 alignof(struct hydra_field))
							    : NULL,
					    .n = all->n };
	}
	free(all);
	return s;
}

const struct hydra_struct *hydra_struct_of(struct arena *a, const struct vfs *fs, const char *project,
					   const char *script, const char *name)
{
	uint32_t classes = 0;
	struct struct_reader r = { a, fs, project, yaml_get(embedded_find(a, "hydra-entries.yaml"), "structs"),
				   &classes };
	struct module m;

	return read_module(&r, script, &m) ? read_struct(&r, m, str_lit(name), 0) : NULL;
}

struct value hydra_struct_value(struct arena *a, const struct hydra_struct *s)
{
	struct value v = value_dict(a, (struct span){ 0 });

	for (uint32_t i = 0; i < s->n; i++)
		dict_put(a, v.as.dict, value_str(s->field[i].name, v.at), s->field[i].value, v.at);
	return v;
}

const struct hydra_field *hydra_struct_field(const struct hydra_struct *s, const struct str *name)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->field[i].name == name)
			return &s->field[i];
	return NULL;
}

/* ---- types ---- */

static bool is_number(const char *s, bool whole)
{
	char *end;

	if (whole)
		strtoll(s, &end, 10);
	else
		strtod(s, &end);
	return *s && !*end;
}

static bool is_bool(const char *s)
{
	static const char *const all[] = { "yes", "y", "on", "true", "no", "n", "off", "false" };

	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (!strcasecmp(s, all[i]))
			return true;
	return is_number(s, true);
}

const char *hydra_type_refuses(struct arena *a, const struct hydra_field *f, struct value v)
{
	static const char *const an[] = { [HYDRA_INT] = "an int", [HYDRA_FLOAT] = "a float", [HYDRA_BOOL] = "a bool" };
	const char *s = v.kind == VALUE_STR ? v.as.s->s : NULL;
	bool refused = false;

	if (f->type == HYDRA_ANY || f->type == HYDRA_INNER || (s && (strstr(s, "${") || !strcmp(s, "???"))))
		return NULL;
	if (v.kind == VALUE_NONE)
		return f->optional ? NULL : "null for a field that is not Optional";
	if (v.kind != VALUE_BOOL && v.kind != VALUE_INT && v.kind != VALUE_FLOAT && v.kind != VALUE_STR)
		return NULL;
	if (f->type == HYDRA_INT)
		refused = v.kind == VALUE_BOOL || v.kind == VALUE_FLOAT || (s && !is_number(s, true));
	else if (f->type == HYDRA_FLOAT)
		refused = v.kind == VALUE_BOOL || (s && !is_number(s, false));
	else if (f->type == HYDRA_BOOL)
		refused = v.kind == VALUE_FLOAT || (s && !is_bool(s));
	return refused ? arena_printf(a, "%s for %s",
				      s			     ? "a text"
				      : v.kind == VALUE_BOOL ? "a bool"
							     : "a float",
				      an[f->type])
		       : NULL;
}

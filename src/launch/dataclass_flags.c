// SPDX-License-Identifier: MIT
/* Follows the classes that a parser of dataclasses is made of: their fields are flags, those of their bases, too. A
 * class is sought in the file, then in the module of the project that it is imported from; one of another package is
 * listed by its dotted name, and its fields are a table's matter. A script that makes no such parser gets that of a
 * function which it imports and calls.
 *
 * Invariant: a class that isn't found opens the answer: there may be more flags.
 *
 *	@dataclass
 *	class Arguments(TrainingArguments):	fields: lora_r; classes: transformers.TrainingArguments
 *	    lora_r: int = 8
 *	HfArgumentParser((Arguments, Data))	and those of Data */
#include "launch/dataclass_flags.h"
#include "launch/parser_home.h"
#include "python/eval/eval.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { DEEP = 8, CLASSES_MAX = 64 };
static const struct span nowhere;

struct class_search {
	struct launch_targets *t;
	struct value classes, fields, defaults;
	uint32_t nclasses;
	bool open;
	const struct source *src; /* the file that was looked at last, for places */
};

static void see_class(struct class_search *s, const char *path, const struct node *root, const struct node *named,
		      unsigned depth);

static const struct node *class_in(const struct node *root, const struct str *name)
{
	for (uint32_t i = 0; i < root->n; i++)
		if (root->kid[i]->kind == NODE_CLASS && root->kid[i]->text == name)
			return root->kid[i];
	return NULL;
}

/* Zero where the file can't be read. */
static uint32_t file_of(struct class_search *s, const char *path)
{
	struct buf text = { 0 };
	struct err e = { 0 };

	if (s->src && !strcmp(s->src->path, path))
		return s->src->id;
	s->src = vfs_read(s->t->e->fs, path, &text, &e) ? sources_add(s->t->e->sources, path, buf_str(&text), text.n)
							: NULL;
	buf_release(&text);
	return s->src ? s->src->id : 0;
}

/* `8`, or the 8 of `field(default=8, ...)`; NULL: no expression says it. */
static const struct node *default_of(const struct node *value)
{
	if (!value || value->kind != NODE_CALL)
		return value;
	for (uint32_t i = 1; i < value->n; i++)
		if (value->kid[i]->kind == NODE_KW && !strcmp(value->kid[i]->text->s, "default"))
			return value->kid[i]->kid[0];
	return NULL;
}

/* The class that is seen first comes first in the order of bases. */
static void add_default(struct class_search *s, const char *path, const struct node *field)
{
	const struct node *n = default_of(field->kid[2]), *shown = n ? n : field->kid[0];
	struct value v = { 0 };
	struct eval ev;

	if (dict_find_str(s->defaults.as.dict, field->kid[0]->text))
		return;
	uint32_t file = file_of(s, path);
	if (n) {
		eval_init(&ev, s->t->a, file);
		v = eval_expr(&ev, n);
		eval_release(&ev);
	}
	v.at = (struct span){ file, shown->lo, shown->hi };
	dict_put(s->t->a, s->defaults.as.dict, value_str(field->kid[0]->text, v.at), v, v.at);
}

static void see_fields(struct class_search *s, const char *path, const struct node *root, const struct node *class,
		       unsigned depth)
{
	const struct node *body = class->kid[0];
	uint32_t bases = class->n - class->op;

	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *n = body->kid[i];

		if (n->kind != NODE_ANNASSIGN || n->kid[0]->kind != NODE_NAME)
			continue;
		list_push(s->t->a, s->fields.as.list, value_str(n->kid[0]->text, nowhere), nowhere);
		add_default(s, path, n);
	}
	for (uint32_t i = 1; i < bases; i++)
		if (class->kid[i]->kind != NODE_KW)
			see_class(s, path, root, class->kid[i], depth + 1);
}

static void add_outside(struct class_search *s, const char *dotted)
{
	list_push(s->t->a, s->classes.as.list, value_text(dotted, nowhere), nowhere);
}

/* `from module import Name`, at any depth of the file. false: no import gives the name. */
static bool see_imported(struct class_search *s, const char *path, const struct node *root, const struct str *name,
			 unsigned depth)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));)
		for (uint32_t i = 0; n->kind == NODE_FROM && i < n->n; i++) {
			const struct node *alias = n->kid[i];
			const struct str *as = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
			const char *file;
			const struct node *there;

			if (as != name)
				continue;
			there = parser_module(s->t, path, n->op, n->text->s, &file);
			if (there && class_in(there, alias->text))
				see_fields(s, file, there, class_in(there, alias->text), depth + 1);
			else if (there)
				s->open |= !see_imported(s, file, there, alias->text, depth + 1);
			else if (n->op)
				s->open = true;
			else
				add_outside(s, arena_printf(s->t->a, "%s.%s", n->text->s, alias->text->s));
			return true;
		}
	return false;
}

/* "transformers.TrainingArguments" of `transformers.TrainingArguments`; NULL: it is no chain of names. */
static const char *dotted_of(struct arena *a, const struct node *n)
{
	const char *of = n->kind == NODE_ATTR ? dotted_of(a, n->kid[0]) : NULL;

	if (n->kind == NODE_NAME)
		return n->text->s;
	return of ? arena_printf(a, "%s.%s", of, n->text->s) : NULL;
}

/* The module that the import gives the name `as`: "transformers" of `import transformers as tf`, "package.args" of
 * `from package import args`. NULL: it gives another name. */
static const char *module_given(struct arena *a, const struct node *import, const char *as)
{
	for (uint32_t i = 0; i < import->n; i++) {
		const struct node *alias = import->kid[i];
		bool renamed = alias->n && alias->kid[0];

		if (strcmp(renamed ? alias->kid[0]->text->s : alias->text->s, as) != 0)
			continue;
		return import->kind == NODE_IMPORT ? alias->text->s
						   : arena_printf(a, "%s%s%s", import->text->s,
								  *import->text->s ? "." : "", alias->text->s);
	}
	return NULL;
}

/* The module that `of` stands for in a file; level: the dots before it. */
static const char *module_of_name(struct arena *a, const struct node *root, const char *of, unsigned *level)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));) {
		bool import = n->kind == NODE_FROM || n->kind == NODE_IMPORT;
		const char *module = import ? module_given(a, n, of) : NULL;

		if (module) {
			*level = n->kind == NODE_FROM ? n->op : 0;
			return module;
		}
	}
	return of;
}

/* `module.Class` */
static void see_attribute(struct class_search *s, const char *path, const struct node *root, const struct node *named,
			  unsigned depth)
{
	const char *of = dotted_of(s->t->a, named->kid[0]), *module, *file;
	unsigned level = 0;

	if (!of) {
		s->open = true;
		return;
	}
	module = module_of_name(s->t->a, root, of, &level);
	const struct node *there = parser_module(s->t, path, level, module, &file);

	if (there && class_in(there, named->text))
		see_fields(s, file, there, class_in(there, named->text), depth);
	else if (there)
		s->open |= !see_imported(s, file, there, named->text, depth + 1);
	else
		add_outside(s, arena_printf(s->t->a, "%s.%s", module, named->text->s));
}

static void see_class(struct class_search *s, const char *path, const struct node *root, const struct node *named,
		      unsigned depth)
{
	const struct node *own = named->kind == NODE_NAME ? class_in(root, named->text) : NULL;

	if (depth > DEEP || s->nclasses++ >= CLASSES_MAX)
		s->open = true;
	else if (own)
		see_fields(s, path, root, own, depth);
	else if (named->kind == NODE_ATTR)
		see_attribute(s, path, root, named, depth);
	else if (named->kind != NODE_NAME || !see_imported(s, path, root, named->text, depth))
		s->open = true;
}

/* The first argument of the call, which names the classes. */
static const struct node *classes_of(const struct node *call)
{
	const struct node *of = call->n > 1 ? call->kid[1] : NULL;

	return of && of->kind == NODE_KW ? of->kid[0] : of;
}

/* Some call of the file has the keyword with which flags that no class has are given back. */
static bool is_lenient(const struct launch_targets *t, const struct node *root)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_KW && words_have(&t->e->words->lenient, n->text->s))
			return true;
	return false;
}

static bool has_keyword(const struct launch_targets *t, const struct node *call)
{
	bool has = false;

	for (uint32_t i = 1; i < call->n; i++)
		has |= call->kid[i]->kind == NODE_KW && words_have(&t->e->words->lenient, call->kid[i]->text->s);
	return has;
}

static bool is_named_twice(const struct node *root, const struct node *name)
{
	struct walk w;
	uint32_t n = 0;

	walk_begin(&w, root);
	for (const struct node *one; (one = walk_next(&w));)
		n += one->kind == NODE_NAME && one->text == name->text;
	return n > 1;
}

/* What these calls give back, last, goes on to something: the script may read it itself. */
static bool reads_the_rest(const struct launch_targets *t, const struct node *root)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *to =
			n->kind == NODE_ASSIGN && n->n == 2 && n->kid[0]->kind == NODE_CALL && has_keyword(t, n->kid[0])
				? n->kid[1]
				: NULL;

		if (to && (to->kind == NODE_TUPLE || to->kind == NODE_LIST) && to->n)
			to = to->kid[to->n - 1];
		if (to && (to->kind != NODE_NAME || is_named_twice(root, to)))
			return true;
	}
	return false;
}

struct parser_call { /* a call that makes a parser of dataclasses, and its file */
	const char *path;
	const struct node *root, *call;
};

static const struct node *parser_call(const struct launch_targets *t, const struct node *in)
{
	struct walk w;

	walk_begin(&w, in);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_CALL && (n->kid[0]->kind == NODE_NAME || n->kid[0]->kind == NODE_ATTR) &&
		    words_match(&t->e->words->dataclass_parser, n->kid[0]->text->s) && classes_of(n))
			return n;
	return NULL;
}

static bool is_called(const struct node *root, const struct str *name)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_CALL && node_is_name(n->kid[0], name))
			return true;
	return false;
}

static const struct node *function_in(const struct node *root, const struct str *name)
{
	for (uint32_t i = 0; root && i < root->n; i++)
		if (root->kid[i]->kind == NODE_DEF && root->kid[i]->text == name)
			return root->kid[i];
	return NULL;
}

/* `from llava.train.train import train` and `train()`, which makes it. false: none, or two such functions. */
static bool imported_parsing(struct launch_targets *t, const char *path, const struct node *root,
			     struct parser_call *out)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));)
		for (uint32_t i = 0; n->kind == NODE_FROM && i < n->n; i++) {
			const struct node *alias = n->kid[i], *there, *def, *call;
			const struct str *as = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;
			const char *file;

			there = is_called(root, as) ? parser_module(t, path, n->op, n->text->s, &file) : NULL;
			def = function_in(there, alias->text);
			call = def ? parser_call(t, def) : NULL;
			if (call && out->call && out->call != call)
				return false;
			if (call)
				*out = (struct parser_call){ file, there, call };
		}
	return out->call;
}

struct value dataclass_flags(struct launch_targets *t, const char *path, const struct parser_file *file)
{
	struct class_search s = { .t = t };
	struct parser_call p = { path, file->parsed->root, parser_call(t, file->parsed->root) };
	struct value d;

	if (!p.call && !imported_parsing(t, path, file->parsed->root, &p))
		return (struct value){ 0 };
	s.classes = value_list(t->a, VALUE_LIST, 2, nowhere);
	s.fields = value_list(t->a, VALUE_LIST, 8, nowhere);
	s.defaults = value_dict(t->a, nowhere);
	const struct node *of = classes_of(p.call);
	bool several = of->kind == NODE_TUPLE || of->kind == NODE_LIST;

	for (uint32_t i = 0; i < (several ? of->n : 1); i++)
		see_class(&s, p.path, p.root, several ? of->kid[i] : of, 0);
	d = value_dict(t->a, nowhere);
	dict_put(t->a, d.as.dict, value_text("classes", nowhere), s.classes, nowhere);
	dict_put(t->a, d.as.dict, value_text("fields", nowhere), s.fields, nowhere);
	dict_put(t->a, d.as.dict, value_text("defaults", nowhere), s.defaults, nowhere);
	dict_put(t->a, d.as.dict, value_text("open", nowhere), value_bool(s.open || reads_the_rest(t, p.root), nowhere),
		 nowhere);
	dict_put(t->a, d.as.dict, value_text("lenient", nowhere), value_bool(is_lenient(t, p.root), nowhere), nowhere);
	dict_put(t->a, d.as.dict, value_text("reads_file", nowhere),
		 value_bool(words_have(&t->e->words->file_parser, p.call->kid[0]->text->s), nowhere), nowhere);
	return d;
}

static struct value words_value(struct arena *a, const struct word_list *words)
{
	struct value list = value_list(a, VALUE_LIST, words->n, nowhere);

	for (uint32_t i = 0; i < words->n; i++)
		list_push(a, list.as.list, value_text(words->at[i], nowhere), nowhere);
	return list;
}

struct value command_dataclasses(struct arena *a, const struct launch_row *command)
{
	struct value d = value_dict(a, nowhere);

	dict_put(a, d.as.dict, value_text("classes", nowhere), words_value(a, &command->classes), nowhere);
	dict_put(a, d.as.dict, value_text("beside", nowhere), words_value(a, &command->beside), nowhere);
	dict_put(a, d.as.dict, value_text("fields", nowhere), words_value(a, &command->takes), nowhere);
	dict_put(a, d.as.dict, value_text("defaults", nowhere), value_dict(a, nowhere), nowhere);
	dict_put(a, d.as.dict, value_text("open", nowhere), value_bool(false, nowhere), nowhere);
	dict_put(a, d.as.dict, value_text("reads_file", nowhere), value_bool(true, nowhere), nowhere);
	return d;
}

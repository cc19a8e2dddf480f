// SPDX-License-Identifier: MIT
/* The argparse arguments of a program: for each parser a dict from the argument's name to a pair (default, flag),
 * filled on first use. The calls of `add_argument` and `set_defaults` are grouped by their parser. A parser takes
 * its parents' arguments first, then its own, then `set_defaults`.
 *
 * Invariant: only a default that is certain is known. It is unknown if the argument is required, if `type` converts
 * a text, or if a launch line of the project gives another value. An entry that is not a pair is unknown as a whole:
 * the argument is declared twice, or before `set_defaults(**kwargs)`.
 *
 * 	p.add_argument('--lr', type=float, default=0.1)		lr: (0.1, "--lr")
 * 	p.add_argument('--fp16', action='store_true')		fp16: (False, "--fp16")
 * 	p.add_argument('config')				config: (unknown, "config") */
#include "script/values/arguments.h"
#include "base/path.h"
#include "launch/starts.h"
#include "python/syntax/treewalk.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

enum { LAUNCHED_MAX = 16 /* values of one flag */ };

bool arguments_parsed(const struct str *name)
{
	return !strcmp(name->s, "argparse.ArgumentParser.parse_args") ||
	       !strcmp(name->s, "argparse.ArgumentParser.parse_known_args");
}

/* ---- one declaration */

const struct node *arguments_keyword(const struct node *call, const char *name)
{
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_KW && !strcmp(call->kid[i]->text->s, name))
			return call->kid[i]->kid[0];
	return NULL;
}

/* The flag for messages: the first long one, else the first. NULL: computed, or none. */
static const struct str *flag_of(const struct node *call)
{
	const struct str *first = NULL;

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *x = call->kid[i];

		if (x->kind != NODE_STR)
			break;
		if (!strncmp(x->text->s, "--", 2))
			return x->text;
		first = first ? first : x->text;
	}
	return first;
}

const struct str *arguments_dest(const struct node *call)
{
	const struct node *dest = arguments_keyword(call, "dest");
	const struct str *flag = flag_of(call);
	char text[128];
	size_t n = 0;

	if (dest)
		return dest->kind == NODE_STR ? dest->text : NULL;
	for (const char *c = flag ? flag->s + strspn(flag->s, "-") : ""; *c && n + 1 < sizeof text; c++)
		text[n++] = *c == '-' ? '_' : *c;
	return n ? str_of(text, n) : NULL;
}

static bool says(const struct node *call, const char *key, const char *word)
{
	const struct node *x = arguments_keyword(call, key);

	return x && (x->kind == NODE_STR || x->kind == NODE_NAME) && !strcmp(x->text->s, word);
}

/* It is in the function's own suite, so it certainly runs. */
static bool is_certain(const struct call_site *c)
{
	const struct node *body = node_body(c->in->node);

	for (uint32_t i = 0; i < body->n; i++)
		if (body->kid[i]->kind == NODE_EXPR && body->kid[i]->kid[0] == c->node)
			return true;
	return false;
}

static bool is_open(const struct node *call)
{
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_DSTAR || call->kid[i]->kind == NODE_STAR)
			return true;
	return false;
}

/* A text default is converted by `type`. */
static struct value default_of(struct script_project *p, const struct call_site *c)
{
	const struct node *given = arguments_keyword(c->node, "default"),
			  *required = arguments_keyword(c->node, "required"),
			  *type = arguments_keyword(c->node, "type");
	const struct str *flag = flag_of(c->node);
	struct span at = { c->in->file->src->id, c->node->lo, c->node->hi };
	struct value v;

	if (is_open(c->node) || !flag || flag->s[0] != '-' || (required && required->op != CONST_FALSE))
		return (struct value){ .at = at };
	if (!given)
		return says(c->node, "action", "store_true")	? value_bool(false, at)
		       : says(c->node, "action", "store_false") ? value_bool(true, at)
								: value_none(at);
	v = script_value(p, c->in, given, NULL);
	return v.kind == VALUE_STR && type && !says(c->node, "type", "str") ? (struct value){ .at = v.at } : v;
}

/* `parser.set_defaults(n=4)` replaces declared defaults. */
static void set_defaults(struct script_project *p, struct dict *all, const struct call_site *c)
{
	struct span nowhere = { 0 };
	struct dict_iter it;

	for (uint32_t i = 1; i < c->node->n; i++) {
		const struct node *x = c->node->kid[i];
		const struct entry *e = x->kind == NODE_KW ? dict_find_str(all, x->text) : NULL;
		struct value v = x->kind == NODE_KW && is_certain(c) ? script_value(p, c->in, x->kid[0], NULL)
								     : (struct value){ 0 };

		if (e && e->val.kind == VALUE_TUPLE)
			e->val.as.list->at[0].val = v.kind == VALUE_STR ? (struct value){ .at = v.at } : v;
		if (x->kind != NODE_DSTAR)
			continue;
		dict_begin(&it, all);
		for (const struct entry *one; (one = dict_next(&it));)
			dict_put(&p->arena, all, one->key, (struct value){ 0 }, nowhere);
	}
}

/* ---- values in launch lines */

static void note_launch(struct script_project *p, const struct start *by)
{
	struct dict_iter it;

	dict_begin(&it, by->flags.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		const struct entry *all = dict_find(p->launched.as.dict, e->key);
		struct value list = all ? all->val : value_list(&p->arena, VALUE_TUPLE, 1, (struct span){ 0 });

		if (list.as.list->n < LAUNCHED_MAX)
			list_push(&p->arena, list.as.list, e->val, e->use);
		else
			list.as.list->at[LAUNCHED_MAX - 1].val = (struct value){ 0 }; /* any value */
		if (!all)
			dict_put(&p->arena, p->launched.as.dict, e->key, list, e->use);
	}
}

void arguments_launched(struct script_project *p, const char *const *launch_scripts)
{
	struct starts all = { 0 };

	p->launched = value_dict(&p->arena, (struct span){ 0 });
	p->launch_scripts = launch_scripts;
	starts_below(p->fs, p->root, launch_scripts, &all);
	for (size_t i = 0; i < all.n; i++)
		if (all.at[i].script)
			note_launch(p, &all.at[i]);
	vec_release(&all);
}

/* A word of a launch line has that value: 8 and "8", True and a flag without a word. */
static bool means(struct value word, struct value v)
{
	struct buf b = { 0 };
	bool same = word.kind == VALUE_BOOL
			    ? v.kind == VALUE_BOOL && v.as.b == word.as.b
			    : word.kind == VALUE_STR && op_str(&b, v) && !strcmp(buf_str(&b), word.as.s->s);

	buf_release(&b);
	return same;
}

bool arguments_launch_differs(const struct script_project *p, const struct str *flag, struct value v)
{
	const struct entry *given = p->launched.kind == VALUE_DICT ? dict_find_str(p->launched.as.dict, flag) : NULL;

	for (uint32_t k = 0; given && k < given->val.as.list->n; k++)
		if (!means(given->val.as.list->at[k].val, v))
			return true;
	return false;
}

/* Some launch line gives one of its flags another value than its default. */
static bool launched_otherwise(const struct script_project *p, const struct node *call, struct value v)
{
	for (uint32_t i = 1; i < call->n && call->kid[i]->kind == NODE_STR; i++)
		if (arguments_launch_differs(p, call->kid[i]->text, v))
			return true;
	return false;
}

/* ---- all arguments of a parser */

static struct dict *declared(struct script_project *p, struct script_object *parser);

/* `ArgumentParser(parents=[base])` */
static void declared_by_parents(struct script_project *p, const struct script_object *parser)
{
	const struct node *parents = arguments_keyword(parser->site.node, "parents");
	struct dict_iter it;

	for (uint32_t i = 0; parents && parents->kind == NODE_LIST && i < parents->n; i++) {
		struct value v = script_value(p, parser->site.in, parents->kid[i], NULL);

		if (!script_object_of(p, v))
			continue;
		dict_begin(&it, declared(p, map_get(&p->object, v.as.dict)));
		for (const struct entry *e; (e = dict_next(&it));)
			dict_put(&p->arena, parser->arguments, e->key, value_copy(&p->arena, e->val), e->use);
	}
}

static bool adds_one(const struct call_site *c)
{
	return !strcmp(c->node->kid[0]->text->s, "add_argument");
}

/* Any parser of the project may declare it: this one may inherit it from a parent. */
static void void_launched(struct script_project *p, const struct script_object *parser)
{
	bool any = p->launched.kind == VALUE_DICT && p->launched.as.dict->count && parser->arguments->count;
	bool all = any && !budget_steps(&p->budget, p->arguments.n / 10);

	for (size_t i = 0; any && i < p->arguments.n; i++) {
		const struct node *call = p->arguments.at[i].node;
		const struct str *dest = adds_one(&p->arguments.at[i]) ? arguments_dest(call) : NULL;
		const struct entry *e = dest ? dict_find_str(parser->arguments, dest) : NULL;
		struct value *v = e && e->val.kind == VALUE_TUPLE ? &e->val.as.list->at[0].val : NULL;

		if (v && (all || launched_otherwise(p, call, *v)))
			*v = (struct value){ .at = v->at };
	}
}

/* Calls of `add_argument` and `set_defaults` by their parser, in their order. */
struct declaration {
	const struct call_site *site;
	struct declaration *next;
};
struct declarations {
	struct declaration *first, *last;
};

static void group_declarations(struct script_project *p)
{
	p->declares_known = true; /* queries during the computation see no declarations */
	for (size_t i = 0; i < p->arguments.n; i++) {
		const struct call_site *c = &p->arguments.at[i];
		const struct script_object *of =
			script_object_of(p, script_value(p, c->in, c->node->kid[0]->kid[0], NULL));
		struct declarations *all = of ? map_get(&p->declares, of) : NULL;
		struct declaration *d = arena_new(&p->arena, struct declaration);

		if (!of)
			continue;
		if (!all) {
			all = arena_new(&p->arena, struct declarations);
			*all = (struct declarations){ 0 };
			map_put(&p->arena, &p->declares, of, all);
		}
		*d = (struct declaration){ c, NULL };
		if (all->last)
			all->last->next = d;
		else
			all->first = d;
		all->last = d;
	}
}

static void declare(struct script_project *p, struct dict *all, const struct call_site *c)
{
	const struct str *dest = arguments_dest(c->node), *flag = flag_of(c->node);
	struct span nowhere = { 0 };
	struct value pair;

	if (!dest)
		return;
	pair = value_list(&p->arena, VALUE_TUPLE, 2, nowhere);
	list_push(&p->arena, pair.as.list, default_of(p, c), nowhere);
	list_push(&p->arena, pair.as.list, value_str(flag ? flag : dest, nowhere), nowhere);
	if (dict_find_str(all, dest)) /* declared twice */
		pair = (struct value){ 0 };
	dict_put(&p->arena, all, value_str(dest, nowhere), pair, nowhere);
}

static struct dict *declared(struct script_project *p, struct script_object *parser)
{
	const struct declarations *all;

	if (parser->arguments)
		return parser->arguments;
	parser->arguments = value_dict(&p->arena, (struct span){ 0 }).as.dict;
	if (!budget_down(&p->budget)) /* cyclic parents: nothing is known of them */
		return parser->arguments;
	if (!p->declares_known)
		group_declarations(p);
	all = map_get(&p->declares, parser);
	declared_by_parents(p, parser);
	for (const struct declaration *d = all ? all->first : NULL; d; d = d->next)
		if (adds_one(d->site))
			declare(p, parser->arguments, d->site);
	for (const struct declaration *d = all ? all->first : NULL; d; d = d->next)
		if (!adds_one(d->site))
			set_defaults(p, parser->arguments, d->site);
	void_launched(p, parser);
	budget_up(&p->budget);
	return parser->arguments;
}

struct value arguments_of(struct script_project *p, const struct script_object *parser, const struct str *method,
			  const struct node *call)
{
	struct value v = { 0 }, pair;
	const struct node *given = call->n > 1 ? call->kid[1] : NULL;
	bool words = given && (given->kind == NODE_CALL || (given->kind == NODE_LIST && given->n));

	if (words || !parser || strcmp(parser->name->s, "argparse.ArgumentParser") != 0)
		return v;
	if (!map_get(&p->parsed, parser)) {
		v = value_dict(&p->arena, (struct span){ 0 });
		map_put(&p->arena, &p->parsed, parser, v.as.dict);
		map_put(&p->arena, &p->parsed, v.as.dict, map_get(&p->object, parser->dict));
	}
	v = (struct value){ .kind = VALUE_DICT, .at = parser->dict->at->val.at };
	v.as.dict = map_get(&p->parsed, parser);
	if (!strstr(method->s, "known"))
		return v;
	pair = value_list(&p->arena, VALUE_TUPLE, 2, v.at);
	list_push(&p->arena, pair.as.list, v, v.at);
	list_push(&p->arena, pair.as.list, (struct value){ 0 }, v.at);
	return pair;
}

bool arguments_is(const struct script_project *p, struct value v)
{
	return v.kind == VALUE_DICT && map_get(&p->parsed, v.as.dict);
}

struct value arguments_get(struct script_project *p, struct value parsed, const struct str *name,
			   const struct str **flag)
{
	struct dict *all = declared(p, map_get(&p->parsed, parsed.as.dict));
	const struct entry *e = dict_find_str(all, name);

	if (!e || e->val.kind != VALUE_TUPLE)
		return (struct value){ 0 };
	*flag = e->val.as.list->at[1].val.as.s;
	return e->val.as.list->at[0].val;
}

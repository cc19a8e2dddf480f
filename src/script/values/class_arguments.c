// SPDX-License-Identifier: MIT
/* Parsers of dataclasses (rules/script.yaml, `dataclass_parsers`). For each class of the project the fields of its
 * bases and its own become arguments, as script/values/arguments.h has them: a pair of the default and the flag.
 *
 * Invariant: only a default that is certain is known. It is unknown if a factory makes it, or if a launch line of the
 * project gives another value.
 *
 * 	@dataclass
 * 	class Options:
 * 	    beta: float = field(default=0.1)
 * 	(o,) = HfArgumentParser(Options).parse_args_into_dataclasses()
 * 	o.beta						(0.1, "--beta") */
#include "script/values/class_arguments.h"
#include "pymodel/fields.h"
#include "python/value/dict.h"
#include "script/values/arguments.h"
#include <string.h>

bool class_arguments_parsed(const struct script_project *p, const struct str *name)
{
	return map_get(&p->know->dataclass_parser, name) != NULL;
}

bool class_arguments_is(const struct script_project *p, struct value v)
{
	const struct script_object *o = v.kind == VALUE_DICT ? map_get(&p->parsed, v.as.dict) : NULL;

	return o && o->cls;
}

static const struct str *flag_of(const struct str *field)
{
	char text[128];
	size_t n = 2;

	memcpy(text, "--", 2);
	for (const char *c = field->s; *c && n + 1 < sizeof text; c++)
		text[n++] = *c;
	return str_of(text, n);
}

static void declare(struct script_project *p, struct dict *all, const struct class_field *f)
{
	struct span at = { f->in->file->src->id, f->in->node->lo, f->in->node->hi }, nowhere = { 0 };
	const struct str *flag = flag_of(f->name);
	struct value v = f->value && !f->factory ? script_value(p, f->in->file->top, f->value, NULL)
						 : (struct value){ .at = at };
	struct value pair = value_list(&p->arena, VALUE_TUPLE, 2, nowhere);

	if (arguments_launch_differs(p, flag, v))
		v = (struct value){ .at = v.at };
	list_push(&p->arena, pair.as.list, v, nowhere);
	list_push(&p->arena, pair.as.list, value_str(flag, nowhere), nowhere);
	dict_put(&p->arena, all, value_str(f->name, nowhere), pair, nowhere);
}

static struct value parsed_as(struct script_project *p, struct cls *k, const struct script_object *parser)
{
	struct class_fields f = class_fields(&p->model, k, &p->know->fields);
	struct span at = { k->file->src->id, k->node->lo, k->node->hi };
	struct script_object *o = arena_new(&p->arena, struct script_object);
	struct value v = value_dict(&p->arena, at);

	if (f.are == FIELDS_NONE)
		return (struct value){ .at = at };
	*o = (struct script_object){ .name = parser->name, .cls = k, .site = parser->site, .dict = v.as.dict };
	o->arguments = value_dict(&p->arena, at).as.dict;
	for (uint32_t i = 0; i < f.n; i++)
		declare(p, o->arguments, &f.at[i]);
	map_put(&p->arena, &p->parsed, v.as.dict, o);
	return v;
}

/* The classes that the parser is made of: a name, or a tuple or list of names. NULL: something else. */
static const struct node *classes_of(const struct script_object *parser)
{
	const struct node *call = parser->site.node, *named = arguments_keyword(call, "dataclass_types");
	const struct node *x = named ? named : call->n == 2 && call->kid[1]->kind != NODE_KW ? call->kid[1] : NULL;

	return x && x->kind != NODE_STAR && x->kind != NODE_DSTAR ? x : NULL;
}

struct value class_arguments_of(struct script_project *p, const struct script_object *parser, const struct node *call)
{
	struct span at = { 0 };
	struct value v = { 0 };
	const struct node *all = parser && !parser->several && !parser->cls ? classes_of(parser) : NULL;
	bool one = all && all->kind != NODE_TUPLE && all->kind != NODE_LIST;
	struct list *cached = all ? map_get(&p->parsed, call) : NULL;

	if (!all)
		return v;
	v = value_list(&p->arena, VALUE_TUPLE, 4, at);
	if (cached) {
		v.as.list = cached;
		return v;
	}
	map_put(&p->arena, &p->parsed, call, v.as.list);
	for (uint32_t i = 0; i < (one ? 1 : all->n); i++) {
		const struct node *x = one ? all : all->kid[i];
		struct found f = script_callee(parser->site.in, x);

		v.as.list->open |= x->kind == NODE_STAR;
		list_push(&p->arena, v.as.list,
			  f.kind == F_CLASS ? parsed_as(p, f.cls, parser) : (struct value){ .at = at }, at);
	}
	return v;
}

// SPDX-License-Identifier: MIT
/*
 * Reads the argparse flags of a Python script from its syntax tree. First all names that are parsers, functions that
 * return a parser or parsed values, and aliases of add_argument are collected, until no more are found; then each call
 * adds its flags. If a use of a parser can't be followed, the result is `open`. Parsed values may go anywhere.
 *
 * Example: parser.add_argument('--lr', type=float, default=0.1)
 *          flags: {'--lr': {takes, type, default, used}}: `used` lists the lines with .lr
 *          parser.parse_known_args()  ->  open
 *          def get(): return parser.parse_args()
 *          args = get(); main(args)   ->  not open: get() returns no parser
 */
#include "launch/parser.h"
#include "base/map.h"
#include "base/vec.h"
#include "python/syntax/parse.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { USES_MAX = 8, USE_MAX = 200 };
static const struct span nowhere;
VEC(parser_names, const struct str *);

struct use { /* an attribute, and the text of its file */
	const struct node *node;
	const char *text;
};
struct parser_reader {
	struct arena *a;
	struct value flags, names, positionals;
	struct parser_names parser, parsed, declarer; /* declarer: `arg` of arg = parser.add_argument */
	VEC(, const struct node *) function;	      /* DEF, at any depth */
	struct parser_names maker, reader;	      /* functions that return a parser; parsed values */
	size_t declarers, accounted;		      /* uses of add_argument: all; those that are called or aliased */
	VEC(, struct use) attribute;
	struct parser_names rest, refused; /* of `args, rest = p.parse_known_args()`; what `q.parse_args(rest)` gets */
	int lenient;			   /* uses of parse_known_args that leave nothing */
	bool open, abbrev, found, given;   /* given: parsed values are passed to functions that aren't analysed */
};

static bool in(const struct parser_names *all, const struct str *name)
{
	return all->n && str_among(name, all->at, (uint32_t)all->n);
}

static void note(struct parser_names *all, const struct str *name)
{
	if (!in(all, name))
		vec_push(all, name);
}

static bool is_call_of(const struct node *n, const char *name)
{
	return n->kind == NODE_CALL && (n->kid[0]->kind == NODE_NAME || n->kid[0]->kind == NODE_ATTR) &&
	       !strcmp(n->kid[0]->text->s, name);
}

static void put(struct parser_reader *r, struct value d, const char *key, struct value v)
{
	dict_put(r->a, d.as.dict, value_text(key, nowhere), v, nowhere);
}

/* ---- add_argument(...) */

/* Texts and names, as of type=int and nargs=argparse.REMAINDER; anything else is "". */
static struct value plain(const struct node *n)
{
	if (n->kind == NODE_STR || n->kind == NODE_NAME || n->kind == NODE_ATTR)
		return value_str(n->text, nowhere);
	return value_text("", nowhere);
}

static bool takes_none(const char *action)
{
	static const char *const word[] = { "store_true", "store_false", "store_const", "append_const",
					    "count",	  "help",	 "version",	"BooleanOptionalAction" };

	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (!strcmp(action, word[i]))
			return true;
	return false;
}

static struct value described(struct parser_reader *r, const struct node *call)
{
	struct value d = value_dict(r->a, nowhere), takes = value_bool(true, nowhere);

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *k = call->kid[i];
		struct value v;

		r->open |= k->kind == NODE_DSTAR || k->kind == NODE_STAR;
		if (k->kind != NODE_KW)
			continue;
		v = plain(k->kid[0]);
		if (!strcmp(k->text->s, "action"))
			takes = value_bool(!takes_none(v.as.s->s), nowhere);
		if (!strcmp(k->text->s, "nargs")) {
			takes = value_unknown(r->a, WHY_SHELL, nowhere, NULL);
			r->open |= !strcmp(v.as.s->s, "REMAINDER") || !strcmp(v.as.s->s, "...");
		}
		if (!strcmp(k->text->s, "type") || !strcmp(k->text->s, "default") || !strcmp(k->text->s, "action"))
			put(r, d, k->text->s, v);
	}
	put(r, d, "takes", takes);
	return d;
}

static void declare_flag(struct parser_reader *r, const struct str *flag, struct value d)
{
	put(r, r->flags, flag->s, d);
	list_push(r->a, r->names.as.list, value_str(flag, nowhere), nowhere);
}

/* argparse.BooleanOptionalAction makes --no-x beside --x. */
static void declare_negative(struct parser_reader *r, const struct str *flag, struct value d)
{
	const char *action = dict_get_text(d, "action");

	if (action && !strcmp(action, "BooleanOptionalAction") && !strncmp(flag->s, "--", 2))
		declare_flag(r, str_lit(arena_printf(r->a, "--no-%s", flag->s + 2)), d);
}

static void declare(struct parser_reader *r, const struct node *call)
{
	struct value d = described(r, call);
	bool any = false;

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *k = call->kid[i];

		if (k->kind == NODE_KW)
			continue;
		any = true;
		if (k->kind != NODE_STR) {
			r->open = true;
		} else if (k->text->s[0] == '-') {
			declare_flag(r, k->text, d);
			declare_negative(r, k->text, d);
		} else {
			put(r, r->positionals, k->text->s, d);
		}
	}
	r->open |= !any;
}

/* ---- parsers */

static bool ends_with(const struct str *s, const char *end)
{
	size_t n = strlen(end);

	return s->len >= n && !strcmp(s->s + s->len - n, end);
}

/* The function of these files that is called by its name; NULL: it is none. */
static const struct node *function_of(const struct parser_reader *r, const struct node *callee)
{
	for (size_t i = 0; callee->kind == NODE_NAME && i < r->function.n; i++)
		if (r->function.at[i]->text == callee->text)
			return r->function.at[i];
	return NULL;
}

static bool is_parser(const struct parser_reader *r, const struct node *n)
{
	return (n->kind == NODE_NAME || n->kind == NODE_ATTR) && in(&r->parser, n->text);
}

static bool makes_parser(const struct parser_reader *r, const struct node *value)
{
	return is_call_of(value, "ArgumentParser") ||
	       (value->kind == NODE_CALL && value->kid[0]->kind == NODE_NAME && in(&r->maker, value->kid[0]->text));
}

static bool makes_parsed(const struct parser_reader *r, const struct node *value)
{
	return is_call_of(value, "parse_args") ||
	       (value->kind == NODE_CALL && value->kid[0]->kind == NODE_NAME && in(&r->reader, value->kid[0]->text));
}

/* At any depth; functions first, since they may be used before their definition. */
static void see_functions(struct parser_reader *r, const struct node *n)
{
	if (n->kind == NODE_DEF && n->text)
		vec_push(&r->function, n);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			see_functions(r, n->kid[i]);
}

/* What a function returns, also as an item of a tuple. */
static void see_returned(struct parser_reader *r, const struct node *def, const struct node *n)
{
	if (n->kind == NODE_TUPLE || n->kind == NODE_LIST || n->kind == NODE_COND)
		for (uint32_t i = 0; i < n->n; i++)
			see_returned(r, def, n->kid[i]);
	if (is_parser(r, n) || makes_parser(r, n))
		note(&r->maker, def->text);
	if (makes_parsed(r, n) || (n->kind == NODE_NAME && in(&r->parsed, n->text)))
		note(&r->reader, def->text);
}

static void see_returns(struct parser_reader *r, const struct node *def, const struct node *n)
{
	if (n->kind == NODE_RETURN && n->n && n->kid[0])
		see_returned(r, def, n->kid[0]);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && !node_is_scope(n->kid[i]))
			see_returns(r, def, n->kid[i]);
}

static bool is_declarer(const struct node *n)
{
	return n->kind == NODE_ATTR && !strcmp(n->text->s, "add_argument");
}

/* `arg = parser.add_argument`: flags declared by arg(...) count too. */
static void see_declarer(struct parser_reader *r, const struct node *n)
{
	if (n->kind != NODE_ASSIGN || !is_declarer(n->kid[0]))
		return;
	r->accounted++;
	for (uint32_t i = 1; i < n->n; i++) {
		r->open |= n->kid[i]->kind != NODE_NAME;
		if (n->kid[i]->kind == NODE_NAME)
			vec_push(&r->declarer, n->kid[i]->text);
	}
}

static void see_declarers(struct parser_reader *r, const struct node *n)
{
	see_declarer(r, n);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			see_declarers(r, n->kid[i]);
}

/* A parameter of a function of these files that gets a parser is one. */
static void see_passed(struct parser_reader *r, const struct node *call)
{
	const struct node *def = function_of(r, call->kid[0]), *params = def ? def->kid[0] : NULL;

	for (uint32_t i = 1; def && i < call->n; i++) {
		const struct node *k = call->kid[i];

		if (k->kind == NODE_KW && is_parser(r, k->kid[0]))
			note(&r->parser, k->text);
		else if (is_parser(r, k) && i <= params->n && params->kid[i - 1]->text)
			note(&r->parser, params->kid[i - 1]->text);
	}
}

static void see_target(struct parser_reader *r, const struct node *to, const struct node *value)
{
	for (uint32_t i = 0; to->kind == NODE_TUPLE && i < to->n; i++)
		see_target(r, to->kid[i], value);
	if (to->kind != NODE_NAME && to->kind != NODE_ATTR)
		return;
	if (makes_parser(r, value))
		note(&r->parser, to->text);
	if (makes_parsed(r, value))
		note(&r->parsed, to->text);
}

static void see_names(struct parser_reader *r, const struct node *n)
{
	for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
		see_target(r, n->kid[i], n->kid[0]);
	if (n->kind == NODE_CALL)
		see_passed(r, n);
	if (n->kind == NODE_DEF && n->text)
		see_returns(r, n, n->kid[1]);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			see_names(r, n->kid[i]);
}

static void parser_made(struct parser_reader *r, const struct node *call)
{
	r->found = true;
	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *k = call->kid[i], *list;

		if (k->kind != NODE_KW)
			continue;
		if (!strcmp(k->text->s, "allow_abbrev"))
			r->abbrev = false;
		if (!strcmp(k->text->s, "fromfile_prefix_chars") || !strcmp(k->text->s, "prefix_chars"))
			r->open = true;
		if (strcmp(k->text->s, "parents") != 0)
			continue;
		list = k->kid[0]; /* of this file, where their flags are collected too */
		r->open |= list->kind != NODE_LIST;
		for (uint32_t p = 0; p < list->n; p++)
			r->open |= !is_parser(r, list->kid[p]) && !makes_parser(r, list->kid[p]);
	}
}

/* A call that only prints, reads one name, or parses the words: args = parser.parse_args(args). */
static bool only_looks(const struct str *callee)
{
	static const char *const word[] = { "print",   "str",  "repr",	"hasattr", "getattr", "setattr",
					    "pformat", "info", "debug", "format",  "pprint",  "parse_args" };

	for (size_t i = 0; i < ARRAY_SIZE(word); i++)
		if (!strcmp(callee->s, word[i]))
			return true;
	return false;
}

static void see_given(struct parser_reader *r, const struct node *n)
{
	const struct node *callee = n->kid[0];

	if (function_of(r, callee) ||
	    ((callee->kind == NODE_NAME || callee->kind == NODE_ATTR) && only_looks(callee->text)))
		return;
	for (uint32_t i = 1; i < n->n; i++) {
		const struct node *k = n->kid[i]->kind == NODE_KW ? n->kid[i]->kid[0] : n->kid[i];

		r->given |= k->kind == NODE_NAME && in(&r->parsed, k->text);
	}
}

static void see_call(struct parser_reader *r, const struct node *n)
{
	const struct node *callee = n->kid[0];
	bool named = callee->kind == NODE_NAME || callee->kind == NODE_ATTR;

	see_given(r, n);
	r->accounted += is_declarer(callee);
	if (named && !strcmp(callee->text->s, "ArgumentParser"))
		parser_made(r, n);
	else if (named && ends_with(callee->text, "ArgumentParser"))
		r->open = true;
	else if (is_declarer(callee) || (callee->kind == NODE_NAME && in(&r->declarer, callee->text)))
		declare(r, n);
	else if (callee->kind == NODE_ATTR && !strcmp(callee->text->s, "parse_args"))
		r->open |= !is_parser(r, callee->kid[0]) && !is_call_of(callee->kid[0], "ArgumentParser") &&
			   !makes_parser(r, callee->kid[0]);
	if (callee->kind == NODE_ATTR && !strcmp(callee->text->s, "parse_args") && n->n == 2 &&
	    n->kid[1]->kind == NODE_NAME)
		note(&r->refused, n->kid[1]->text);
	for (uint32_t i = 1; !function_of(r, callee) && i < n->n; i++)
		r->open |= is_parser(r, n->kid[i]) || (n->kid[i]->kind == NODE_KW && is_parser(r, n->kid[i]->kid[0]));
}

/* What another parser gets is refused there: timm's train.py reads --config first, and parses what is left. */
static void see_rest(struct parser_reader *r, const struct node *n)
{
	const struct node *to = n->kind == NODE_ASSIGN && n->n == 2 ? n->kid[1] : NULL;

	if (n->kind == NODE_ATTR && !strcmp(n->text->s, "parse_known_args"))
		r->lenient++;
	if (!to || !is_call_of(n->kid[0], "parse_known_args") || to->kind != NODE_TUPLE || to->n != 2 ||
	    to->kid[1]->kind != NODE_NAME)
		return;
	note(&r->rest, to->kid[1]->text);
	r->lenient--;
}

static bool is_lenient(const struct parser_reader *r)
{
	for (size_t i = 0; i < r->rest.n; i++)
		if (!in(&r->refused, r->rest.at[i]))
			return true;
	return r->lenient > 0;
}

static void see(struct parser_reader *r, const struct node *n, const char *text)
{
	static const char *const opens[] = { "parse_known_intermixed_args", "add_subparsers", "argv" };

	if (n->kind == NODE_CALL)
		see_call(r, n);
	see_rest(r, n);
	r->declarers += is_declarer(n);
	if (n->kind == NODE_ATTR)
		vec_push(&r->attribute, ((struct use){ n, text }));
	for (size_t i = 0; n->kind == NODE_ATTR && i < ARRAY_SIZE(opens); i++)
		r->open |= !strcmp(n->text->s, opens[i]);
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i])
			see(r, n->kid[i], text);
}

/* ---- uses of a flag's value */

/* --local-rank is args.local_rank */
static const struct str *attribute_of(const char *flag)
{
	char name[64];
	size_t n;

	flag += strspn(flag, "-");
	n = strlen(flag);
	if (n >= sizeof name)
		return NULL;
	for (size_t i = 0; i <= n; i++)
		name[i] = flag[i] == '-' ? '_' : flag[i];
	return str_of(name, n);
}

static void add_line(struct parser_reader *r, const char *text, uint32_t at, struct value list)
{
	uint32_t lo = at, hi = at + (uint32_t)strcspn(text + at, "\r\n");

	while (lo && text[lo - 1] != '\n')
		lo--;
	lo += (uint32_t)strspn(text + lo, " \t");
	if (list.as.list->n < USES_MAX)
		list_push(r->a, list.as.list, value_str(str_of(text + lo, hi - lo < USE_MAX ? hi - lo : 0), nowhere),
			  nowhere);
	else
		list.as.list->open = true;
}

/* Each argument of `all` gets a list of its own, under its attribute name. */
static void use_lists(struct parser_reader *r, struct arena *tmp, struct map *of, struct value all)
{
	struct dict_iter it;

	dict_begin(&it, all.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		const struct str *name = attribute_of(e->key.as.s->s);
		struct value *list = arena_new(tmp, struct value);

		*list = value_list(r->a, VALUE_LIST, 1, nowhere);
		list->as.list->open = r->given;
		put(r, e->val, "used", *list);
		if (name)
			map_put(tmp, of, name, list);
	}
}

/* Finds the lines that contain `.flag`, for each flag and positional. */
static void put_uses(struct parser_reader *r)
{
	struct map of = { 0 };
	struct arena tmp = { 0 };

	use_lists(r, &tmp, &of, r->flags);
	use_lists(r, &tmp, &of, r->positionals);
	for (size_t i = 0; i < r->attribute.n; i++) {
		const struct use *use = &r->attribute.at[i];
		const struct value *list = map_get(&of, use->node->text);

		if (list)
			add_line(r, use->text, use->node->lo, *list);
	}
	arena_release(&tmp);
}

static void see_files(struct parser_reader *r, const struct parser_file *file, size_t n)
{
	size_t known;

	for (size_t i = 0; i < n; i++) {
		see_functions(r, file[i].parsed->root);
		see_declarers(r, file[i].parsed->root);
	}
	do {
		known = r->parser.n + r->parsed.n + r->maker.n + r->reader.n;
		for (size_t i = 0; i < n; i++)
			see_names(r, file[i].parsed->root);
	} while (known < r->parser.n + r->parsed.n + r->maker.n + r->reader.n);
	for (size_t i = 0; i < n; i++)
		see(r, file[i].parsed->root, file[i].text);
	r->open |= is_lenient(r);
	r->open |= r->declarers != r->accounted; /* the method is passed on: partial(parser.add_argument, ...) */
}

struct value parser_flags(struct arena *a, const struct parser_file *file, size_t n)
{
	struct parser_reader r = { .a = a, .abbrev = true };
	struct value d = { 0 };
	bool broken = false;

	r.flags = value_dict(a, nowhere);
	r.positionals = value_dict(a, nowhere);
	r.names = value_list(a, VALUE_LIST, 16, nowhere);
	see_files(&r, file, n);
	put_uses(&r);
	for (size_t i = 0; i < n; i++)
		broken |= file[i].parsed->nerrors != 0;
	if (r.found && !broken) {
		d = value_dict(a, nowhere);
		put(&r, d, "flags", r.flags);
		put(&r, d, "positionals", r.positionals);
		put(&r, d, "names", r.names);
		put(&r, d, "open", value_bool(r.open, nowhere));
		put(&r, d, "abbrev", value_bool(r.abbrev, nowhere));
	}
	vec_release(&r.attribute);
	vec_release(&r.parser);
	vec_release(&r.function);
	vec_release(&r.maker);
	vec_release(&r.reader);
	vec_release(&r.parsed);
	vec_release(&r.declarer);
	vec_release(&r.rest);
	vec_release(&r.refused);
	return d;
}

// SPDX-License-Identifier: MIT
/* Completion finds the cursor's set of arguments in the text (server/cursor/argument_spot.h): of a file by its family,
 *of a call by the imports of the script. Hover asks the subject's tree, whose entries know their places.
 *
 *	TrainingArguments('out', ev|	eval_strategy	no, steps or epoch, default no; transformers since 4.41.0
 *	evaluation_strategy: steps	gone after transformers 4.50.3; now eval_strategy */
#include "server/server_arguments.h"
#include "arguments/argument_help.h"
#include "arguments/schema.h"
#include "base/path.h"
#include "plain/arguments_subject.h"
#include "python/syntax/parse.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "server/cursor/argument_spot.h"
#include "server/offer.h"
#include <string.h>

enum { DEEP = 4, DEPTH_MAX = 6, RANK_OLD = 3 };

/* ---- what is known of an argument */

/* "steps, epoch or no" of steps|epoch|no */
static const char *choices_text(struct arena *a, const char *type)
{
	struct buf b = { 0 };
	const char *text;

	for (const char *p = type; *p;) {
		size_t n = strcspn(p, "|");
		const char *rest = p[n] ? p + n + 1 : p + n;

		buf_printf(&b, "%s%.*s", p == type ? "" : *rest ? ", " : " or ", (int)n, p);
		p = rest;
	}
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

static const char *kind_text(struct arena *a, const struct schema_argument *x)
{
	const char *type = strchr(x->type, '|') ? choices_text(a, x->type) : x->type;

	if (!strcmp(x->value, "-"))
		return arena_printf(a, "%s, no default", type);
	return !strcmp(x->value, "?") ? type : arena_printf(a, "%s, default %s", type, x->value);
}

static const char *versions_text(struct arena *a, const struct schema_argument *x)
{
	const char *known = arena_printf(a, "known up to %s", x->newest);

	if (x->until)
		return arena_printf(a, "gone after %s %s%s%s (%s)", x->package->s, x->until, x->becomes ? "; now " : "",
				    x->becomes ? x->becomes->s : "", known);
	return x->since ? arena_printf(a, "%s since %s (%s)", x->package->s, x->since, known)
			: arena_printf(a, "%s, all versions (%s)", x->package->s, known);
}

/* ---- completion: the class of a call */

static const char *resolved(struct arena *a, const struct node *root, const char *name, unsigned depth);

/* "transformers.TrainingArguments" of `transformers.TrainingArguments`; NULL: it is no chain of names. */
static const char *dotted_of(struct arena *a, const struct node *n)
{
	const char *of = n->kind == NODE_ATTR ? dotted_of(a, n->kid[0]) : NULL;

	if (n->kind == NODE_NAME)
		return n->text->s;
	return of ? arena_printf(a, "%s.%s", of, n->text->s) : NULL;
}

/* What an import gives that name. */
static const char *import_of(struct arena *a, const struct node *root, const struct str *name)
{
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));)
		for (uint32_t i = 0; (n->kind == NODE_FROM || n->kind == NODE_IMPORT) && i < n->n; i++) {
			const struct node *alias = n->kid[i];
			const struct str *as = alias->n && alias->kid[0] ? alias->kid[0]->text : alias->text;

			if (as == name)
				return n->kind == NODE_IMPORT ? alias->text->s
							      : arena_printf(a, "%s.%s", n->text->s, alias->text->s);
		}
	return NULL;
}

/* The first base of a class of the file that is known elsewhere. */
static const char *base_of(struct arena *a, const struct node *root, const struct str *name, unsigned depth)
{
	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *class = root->kid[i];

		if (class->kind != NODE_CLASS || class->text != name)
			continue;
		for (uint32_t k = 1; k < class->n - class->op; k++) {
			const char *dotted = class->kid[k]->kind != NODE_KW ? dotted_of(a, class->kid[k]) : NULL;

			dotted = dotted ? resolved(a, root, dotted, depth + 1) : NULL;
			if (dotted)
				return dotted;
		}
	}
	return NULL;
}

/* A name as scripts elsewhere import it; NULL: nothing says what it is. */
static const char *resolved(struct arena *a, const struct node *root, const char *name, unsigned depth)
{
	size_t n = strcspn(name, ".");
	const struct str *first = str_of(name, n);
	const char *module = import_of(a, root, first);

	if (depth > DEEP)
		return NULL;
	return module ? arena_printf(a, "%s%s", module, name + n) : name[n] ? NULL : base_of(a, root, first, depth);
}

static const struct schema_class *class_of_call(struct arena *a, const struct schemas *all, const struct source *src,
						const char *callee)
{
	struct parser *parser = parser_new();
	struct parsed parsed = { 0 };
	const char *dotted;

	parse_module(parser, a, src->bytes, src->len, NULL, &parsed);
	dotted = parsed.root ? resolved(a, parsed.root, callee, 0) : NULL;
	parser_free(parser);
	return dotted ? schema_class(all, str_lit(dotted)) : NULL;
}

/* ---- completion */

struct argument_offers {
	struct arena *a;
	const struct schemas *schemas;
	const struct schema_class *class;
	struct argument_spot at;
	struct offers o;
};

/* What the library says of it, and its versions. */
static const char *documentation(const struct argument_offers *c, const struct schema_argument *x)
{
	const char *help = argument_help(c->a, c->schemas, c->class, x), *versions = versions_text(c->a, x);

	return help ? arena_printf(c->a, "%s\n\n%s", help, versions) : versions;
}

static void offer_name(struct argument_offers *c, const struct schema_argument *x, const char *name)
{
	if (!offer_is_new(&c->o, name))
		return;
	json_t *item = offer_item(&c->o, KIND_FIELD, name, arena_printf(c->a, "%s%s", name, c->at.lead),
				  kind_text(c->a, x), x->until ? RANK_OLD : 1);

	json_object_set_new(item, "documentation", wire_text(documentation(c, x)));
	if (x->until)
		json_object_set_new(item, "tags", json_pack("[i]", 1));
	json_array_append_new(c->o.list, item);
}

static void offer_names(struct argument_offers *c)
{
	size_t n = strlen(c->at.section);
	uint32_t count;
	const struct str **all = schema_names(c->a, c->schemas, c->class, &count);

	for (uint32_t i = 0; i < count; i++)
		if (!strncmp(all[i]->s, c->at.section, n) && all[i]->s[n] && !strchr(all[i]->s + n, '.'))
			offer_name(c, schema_argument(c->schemas, c->class, all[i]), all[i]->s + n);
}

/* Choices, and true and false where no quotes are. */
static void offer_values(struct argument_offers *c)
{
	const struct str *name = str_lit(arena_printf(c->a, "%s%s", c->at.section, c->at.key));
	const struct schema_argument *x = schema_argument(c->schemas, c->class, name);

	if (x && !c->at.quoted && !strcmp(x->type, "bool")) {
		offer(&c->o, KIND_VALUE, "true", "true", "", 1);
		offer(&c->o, KIND_VALUE, "false", "false", "", 1);
	}
	for (const char *p = x && strchr(x->type, '|') ? x->type : ""; *p;) {
		size_t n = strcspn(p, "|");
		const char *one = arena_strndup(c->a, p, n);
		bool word = !strcmp(one, "no") || !strcmp(one, "off"); /* YAML reads it as False */

		offer(&c->o, KIND_VALUE, one, word && !c->at.quoted ? arena_printf(c->a, "'%s'", one) : one, "", 1);
		p += n + (p[n] == '|');
	}
}

static bool find_spot(const struct request_place *p, struct argument_offers *c)
{
	const char *ext = path_ext(p->d->path), *s = p->src->bytes;
	uint32_t n = p->src->len;

	if (!strcmp(ext, ".py")) {
		if (argument_in_call(c->a, s, n, p->offset, &c->at))
			c->class = class_of_call(c->a, c->schemas, p->src, c->at.callee);
		return c->class;
	}
	c->class = arguments_file_class(p->a->vfs, p->d->path);
	return c->class && (!strcmp(ext, ".json") ? argument_in_json(c->a, s, n, p->offset, &c->at)
						  : argument_in_yaml(c->a, s, n, p->offset, &c->at));
}

json_t *arguments_complete(struct server *s, struct arena *a, const struct request_place *p)
{
	struct argument_offers c = { .a = a, .schemas = schemas_of(p->a->vfs) };

	if (!find_spot(p, &c))
		return NULL;
	c.o = (struct offers){ s->docs.unit, a,		  p->src, c.at.from, p->offset, c.at.key ? NULL : c.at.given,
			       { 0 },	     json_array() };
	if (c.at.key)
		offer_values(&c);
	else
		offer_names(&c);
	return offers_answer(&c.o);
}

/* ---- hover */

struct met { /* an argument whose name stands at the cursor */
	const char *name;
	struct span at;
};

/* Below a dict of arguments; names of sections come before those in them. */
static bool find_key(struct arena *a, struct value in, const struct source *src, uint32_t offset, const char *section,
		     unsigned depth, struct met *out)
{
	struct dict_iter it;

	if (in.kind != VALUE_DICT || depth > DEPTH_MAX)
		return false;
	dict_begin(&it, in.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		const char *name;

		if (e->key.kind != VALUE_STR)
			continue;
		name = arena_printf(a, "%s%s", section, e->key.as.s->s);
		if (e->key.at.file == src->id && e->key.at.lo <= offset && offset <= e->key.at.hi) {
			*out = (struct met){ name, e->key.at };
			return true;
		}
		if (find_key(a, e->val, src, offset, arena_printf(a, "%s.", name), depth + 1, out))
			return true;
	}
	return false;
}

/* help: what the library says of it; NULL: nothing */
static void put_argument(struct arena *a, struct buf *b, const struct schema_argument *x, const char *name,
			 const char *help)
{
	buf_printf(b, "`%s`: %s\n\n", name, kind_text(a, x));
	if (help)
		buf_printf(b, "%s\n\n", help);
	buf_puts(b, versions_text(a, x));
}

json_t *arguments_hover(struct server *s, const struct request_place *p)
{
	const struct subject *of = p->a->subject;
	struct value all = of && of->good ? dict_get(of->tree, "arguments") : (struct value){ 0 };
	const struct schemas *schemas = schemas_of(p->a->vfs);
	struct arena a = { 0 };
	struct buf b = { 0 };
	json_t *result = NULL;

	for (uint32_t i = 0; !result && value_is_listlike(all) && i < all.as.list->n; i++) {
		struct value e = all.as.list->at[i].val;
		const char *class = dict_get_text(e, "class");
		const struct schema_class *c = class ? schema_class(schemas, str_lit(class)) : NULL;
		struct met met;

		if (!c || !find_key(&a, dict_get(e, "args"), of->src, p->offset, "", 0, &met))
			continue;
		const struct schema_argument *x = schema_argument(schemas, c, str_lit(met.name));

		if (!x)
			break;
		put_argument(&a, &b, x, met.name, argument_help(&a, schemas, c, x));
		result = json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
				   wire_textn(buf_str(&b), b.n), "range",
				   place_range(s->docs.unit, p->src, source_offset(p->src, met.at.lo),
					       source_offset(p->src, met.at.hi)));
	}
	buf_release(&b);
	arena_release(&a);
	return result;
}

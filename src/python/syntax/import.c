// SPDX-License-Identifier: MIT
/* Import statements. */
#include "python/syntax/priv.h"
#include <string.h>

static struct node *alias_node(struct lower *l, const struct kids *k, const struct str *text, const struct node *as)
{
	struct node *n = parse_node(l, NODE_ALIAS, k->lo, k->hi, 1);

	n->text = text;
	node_set(n, 0, as);
	return n;
}

static struct node *lower_dotted(struct lower *l, const struct kids *k)
{
	struct buf name = { 0 };

	for (uint32_t i = 0; i < k->n; i++) {
		const struct node *part = k->at[i].node;

		if (!part || !part->text)
			continue;
		if (name.n)
			buf_putc(&name, '.');
		buf_add(&name, part->text->s, part->text->len);
	}

	struct node *n = alias_node(l, k, str_of(name.s, name.n), NULL);

	buf_release(&name);
	return n;
}

static struct node *lower_aliased(struct lower *l, const struct kids *k)
{
	const struct node *name = kid_find(k, S_dotted_name), *as = kid_find(k, S_identifier);

	return alias_node(l, k, name ? name->text : str_lit(""), as);
}

/* A temporary ALIAS whose op is the level. */
static struct node *lower_relative(struct lower *l, const struct kids *k)
{
	const struct node *name = kid_find(k, S_dotted_name);
	struct node *n = alias_node(l, k, name ? name->text : str_lit(""), NULL);

	for (uint32_t i = 0; i < k->n; i++)
		for (uint32_t at = k->at[i].lo; k->at[i].sym == S_import_prefix && at < k->at[i].hi; at++)
			n->op += l->s[at] == '.';
	return n;
}

static struct node *import_node(struct lower *l, enum node_kind kind, const struct kids *k, uint32_t from)
{
	uint32_t n = 0;
	struct node *made = parse_node(l, kind, k->lo, k->hi, k->n);

	for (uint32_t i = from; i < k->n; i++) {
		struct kids own = kids_slice(k, i, i + 1);

		if (k->at[i].sym == S_wildcard_import) {
			if (k->ctx & (IN_FUNCTION | IN_CLASS) && !l->broken)
				parse_error(l, k->lo, k->hi, "import * only allowed at module level");
			node_set(made, n++, alias_node(l, &own, str_lit("*"), NULL));
		} else if (k->at[i].node && k->at[i].node->kind == NODE_ALIAS) {
			node_set(made, n++, k->at[i].node);
		}
	}
	made->n = n;
	if (k->n && k->at[k->n - 1].sym == T_COMMA && !l->broken)
		parse_error(l, k->lo, k->hi,
			    kind == NODE_FROM ? "trailing comma not allowed without surrounding parentheses"
					      : "invalid syntax");
	return made;
}

static void check_from_names(struct lower *l, const struct node *from)
{
	for (uint32_t i = 0; i < from->n; i++)
		if (strchr(from->kid[i]->text->s, '.'))
			parse_error_at(l, from->kid[i], "invalid syntax");
}

static struct node *lower_from(struct lower *l, const struct kids *k)
{
	uint32_t import = kid_token(k, T_IMPORT, 0);
	struct node *n = import_node(l, NODE_FROM, k, import);
	const struct node *module = NULL;

	for (uint32_t i = 0; i < import && i < k->n && !module; i++)
		if (k->at[i].node && k->at[i].node->kind == NODE_ALIAS)
			module = k->at[i].node;
	n->text = module ? module->text : str_lit("");
	n->op = module ? module->op : 0;
	check_from_names(l, n);
	return n;
}

static struct node *lower_future(struct lower *l, const struct kids *k)
{
	static const char known[] = " nested_scopes generators division absolute_import with_statement print_function "
				    "unicode_literals barry_as_FLUFL generator_stop annotations ";
	struct node *n = import_node(l, NODE_FROM, k, kid_token(k, T_IMPORT, 0));

	n->text = str_lit("__future__");
	for (uint32_t i = 0; i < n->n; i++) {
		const char *name = n->kid[i]->text->s;
		const char *found = *name ? strstr(known, name) : NULL;

		if (!found || found[-1] != ' ' || found[strlen(name)] != ' ')
			parse_error_at(l, n->kid[i], "future feature %s is not defined", name);
	}
	return n;
}

struct node *lower_import(struct lower *l, enum sym sym, const struct kids *k)
{
	switch (sym) {
	case S_import_statement:
		return import_node(l, NODE_IMPORT, k, 0);
	case S_import_from_statement:
		return lower_from(l, k);
	case S_future_import_statement:
		return lower_future(l, k);
	case S_relative_import:
		return lower_relative(l, k);
	case S_aliased_import:
		return lower_aliased(l, k);
	default:
		return lower_dotted(l, k);
	}
}

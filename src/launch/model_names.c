// SPDX-License-Identifier: MIT
/* Lists the first arguments of calls such as AutoModel.from_pretrained(NAME): texts, and variables that the file's top
 * gives one text and nothing else in the file assigns.
 *
 *	MODEL = 'bert-base-cased'
 *	model = AutoModel.from_pretrained(MODEL)	['bert-base-cased']
 *	model = AutoModel.from_pretrained(args.model)	open */
#include "launch/model_names.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

static const struct span nowhere;

/* The text that is all the file ever gives the variable; NULL: there is none such. */
static const struct str *constant_of(const struct node *root, const struct str *name)
{
	const struct str *text = NULL;
	uint32_t times = 0;
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_PARAM && n->text == name)
			return NULL;
		if (n->kind != NODE_NAME || n->text != name)
			continue;
		uint32_t kid = 0;
		const struct node *in = walk_parent(&w, &kid);
		bool assigned = in && in->kind == NODE_ASSIGN && kid > 0;

		times += assigned || (in &&
				      (in->kind == NODE_FOR || in->kind == NODE_TUPLE || in->kind == NODE_AUGASSIGN ||
				       in->kind == NODE_ANNASSIGN) &&
				      kid == 0);
		text = assigned && in->kid[0]->kind == NODE_STR ? in->kid[0]->text : assigned ? NULL : text;
	}
	return times == 1 ? text : NULL;
}

static bool is_listed(struct value all, const struct str *name)
{
	for (uint32_t i = 0; i < all.as.list->n; i++)
		if (all.as.list->at[i].val.as.s == name)
			return true;
	return false;
}

struct value model_names(struct launch_targets *t, const struct parser_file *file)
{
	struct value all = value_list(t->a, VALUE_LIST, 2, nowhere);
	const struct node *root = file->parsed->root;
	struct walk w;

	walk_begin(&w, root);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind != NODE_CALL || n->kid[0]->kind != NODE_ATTR ||
		    !words_have(&t->e->words->model_loader, n->kid[0]->text->s))
			continue;
		const struct node *of = n->n > 1 ? n->kid[1] : NULL;
		const struct str *name = !of			 ? NULL
					 : of->kind == NODE_STR	 ? of->text
					 : of->kind == NODE_NAME ? constant_of(root, of->text)
								 : NULL;

		all.as.list->open |= !name;
		if (name && !is_listed(all, name))
			list_push(t->a, all.as.list, value_str(name, nowhere), nowhere);
	}
	all.as.list->open |= w.too_deep;
	return all;
}

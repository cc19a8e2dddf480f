// SPDX-License-Identifier: MIT
/* By the syntax of the call, `runner.register_hook(eval_hook(loader, **cfg))`. A variable stands for what its file
 * assigns to it. */
#include "code/early.h"
#include "code/priv.h"
#include <string.h>

VEC(node_list, const struct node *);
struct hook_search {
	struct index *c;
	struct cfile *f;
	struct node_list todo;
	struct arena arena;  /* of the current file */
	struct map assigned; /* names that stand for a hook -> anything */
	struct code_place at;
	bool ordered; /* some call gives a priority */
};

static bool is_from(const char *dotted, const char *package)
{
	size_t n = strlen(package);
	return !strncmp(dotted, package, n) && dotted[n] == '.';
}

/* The library's hook, or a project class that inherits the library's method that runs after each step. */
static bool is_librarys(struct index *c, struct found x)
{
	const struct code_habits *h = &c->know->habits;
	if (x.kind == F_EXT)
		return is_from(x.dotted->s, h->hooks_from);
	if (x.kind != F_CLASS)
		return false;
	class_bases(&c->m, x.cls);
	if (x.cls->open_bases || class_method(&c->m, x.cls, str_lit(h->hook_step), NULL))
		return false;
	for (uint32_t i = 0; i < x.cls->nabroad; i++)
		if (is_from(x.cls->abroad[i]->s, h->hooks_from))
			return true;
	return false;
}

static bool is_hook(struct hook_search *l, const struct node *n)
{
	if (n->kind == NODE_COND)
		return is_hook(l, n->kid[0]) && is_hook(l, n->kid[2]);
	return n->kind == NODE_NAME && texts_have(&l->c->know->habits.hooks, n->text->s) &&
	       is_librarys(l->c, names_find(l->f->top, n->text));
}

/* `name = X if distributed else Y`, anywhere in the file. */
static void see_assignment(struct hook_search *l, const struct node *n)
{
	if (n->n == 2 && n->kid[1]->kind == NODE_NAME && is_hook(l, n->kid[0]))
		map_put(&l->arena, &l->assigned, n->kid[1]->text, l);
}

static void see_call(struct hook_search *l, const struct node *n)
{
	const struct node *callee = n->kid[0], *hook = n->n > 1 ? n->kid[1] : NULL;
	if (!hook || callee->kind != NODE_ATTR || strcmp(callee->text->s, l->c->know->habits.hook_register) != 0 ||
	    hook->kind != NODE_CALL)
		return;
	const struct node *made = hook->kid[0];
	if (!is_hook(l, made) && !(made->kind == NODE_NAME && map_get(&l->assigned, made->text)))
		return;
	if (n->n > 2)
		l->ordered = true;
	else
		l->at = file_place(l->f, n);
}

static void look_through(struct hook_search *l, enum node_kind kind,
			 void (*see)(struct hook_search *l, const struct node *n))
{
	vec_push(&l->todo, l->f->tree.root);
	while (l->todo.n) {
		const struct node *n = vec_pop(&l->todo);
		if (n->kind == kind)
			see(l, n);
		for (uint32_t i = n->n; i-- > 0;)
			if (n->kid[i])
				vec_push(&l->todo, n->kid[i]);
	}
}

static void look_at_file(struct hook_search *l)
{
	l->assigned = (struct map){ 0 };
	look_through(l, NODE_ASSIGN, see_assignment);
	look_through(l, NODE_CALL, see_call);
	arena_release(&l->arena);
}

struct code_place early_hook(struct index *c)
{
	struct hook_search l = { .c = c };
	for (uint32_t i = 0; i < c->m.nfiles; i++) {
		l.f = c->m.file[i];
		if (l.f->tree.root && l.f->src &&
		    memmem(l.f->src->bytes, l.f->src->len, c->know->habits.hook_register,
			   strlen(c->know->habits.hook_register)))
			look_at_file(&l);
	}
	vec_release(&l.todo);
	return l.ordered ? (struct code_place){ 0 } : l.at;
}

// SPDX-License-Identifier: MIT
/* Which files a reader reads: its argument is followed backwards, through variables, `with`, open() and the parameters
 * of functions, to texts and to flags of the command line. Flags have the values of launch lines and their default.
 *
 * Invariant: a reader is open where some way ends in what isn't known, and where people choose the file by a flag.
 *
 * 	with open(args.config) as f:		--config of launch lines, default='a.yaml'; open
 * 		cfg = yaml.safe_load(f) */
#include "plain/paths.h"
#include "base/path.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/script_value.h"
#include <string.h>

enum {
	STEPS = 8,  /* variables, calls and parameters between a call and a path */
	WAYS = 1000 /* of all ways of one reader together */
};

struct way {
	struct plain_project *p;
	struct plain_reader *r;
	const struct starts *launched;
	unsigned spent;
};

static void add(struct way *w, const char *dir, const struct str *said)
{
	struct arena *a = &w->p->arena;
	vec_push(&w->r->path, ((struct plain_path){ path_join(a, dir, said->s), said }));
}

/* Relative to the working directory of the script: the project's folder, or its own. */
static void add_text(struct way *w, const struct str *said, const char *dir)
{
	add(w, w->p->root, said);
	add(w, path_dir(&w->p->arena, w->r->file->path), said);
	if (dir)
		add(w, dir, said);
}

/* The values of the flag in launch lines. For files that are read: of any script of the project; for files that are
 * written: of that script alone, because `--config` may be another script's input. */
static void add_launched(struct way *w, const struct str *flag)
{
	for (size_t i = 0; i < w->launched->n; i++) {
		const struct start *s = &w->launched->at[i];
		const struct entry *e = s->flags.kind == VALUE_DICT ? dict_find_str(s->flags.as.dict, flag) : NULL;
		bool own = s->script && !strcmp(s->script, w->r->file->path);
		if (e && e->val.kind == VALUE_STR && (own || !w->r->writes))
			add_text(w, e->val.as.s, s->script ? path_dir(&w->p->arena, s->script) : NULL);
	}
}

static void add_value(struct way *w, struct fn *in, const struct node *n)
{
	const struct str *flag = NULL;
	struct value v = script_value(w->p->script, in, n, &flag);
	if (v.kind == VALUE_STR && v.as.s->len)
		add_text(w, v.as.s, NULL);
	else
		w->r->open = true;
	if (!flag)
		return;
	/* people give it another file */
	w->r->open = true;
	add_launched(w, flag);
}

/* The k-th X of `with X as name` and `name = X` in the function; NULL: there are no more. */
static const struct node *value_given(const struct fn *in, const struct str *name, unsigned k)
{
	struct walk w;
	walk_begin(&w, node_body(in->node));
	for (const struct node *n; (n = walk_next(&w));) {
		bool gives = n->kind == NODE_WITHITEM || (n->kind == NODE_ASSIGN && n->n == 2);
		const struct node *to = gives ? n->kid[1] : NULL;
		if (node_is_scope(n))
			walk_skip(&w);
		if (to && to->kind == NODE_NAME && to->text == name && !k--)
			return n->kid[0];
	}
	return NULL;
}

static void follow(struct way *w, struct fn *in, const struct node *n, unsigned steps);

/* false: the function doesn't assign the name. */
static bool given(struct way *w, struct fn *in, const struct str *name, unsigned steps)
{
	const struct node *value;
	unsigned k = 0;
	for (; w->spent <= WAYS + 1 && (value = value_given(in, name, k)); k++)
		follow(w, in, value, steps);
	return k > 0;
}

/* The argument that each call of the function passes for its parameter. false: it is no parameter. */
static bool passed(struct way *w, struct fn *in, const struct str *name, unsigned steps)
{
	const struct node *params = in->node->kind == NODE_DEF ? in->node->kid[0] : NULL;
	const struct callee *c = map_get(&w->p->script->callee, in);
	uint32_t at = 0;
	while (params && at < params->n && params->kid[at]->text != name)
		at++;
	if (!params || at == params->n)
		return false;
	w->r->open |= !c || c->escapes;
	for (size_t i = 0; c && i < c->calls.n; i++) {
		const struct call_site *s = &c->calls.at[i];
		uint32_t position = at - (in->cls && !in->method_static) + 1;
		const struct node *arg = NULL;
		for (uint32_t k = 1; k < s->node->n; k++)
			if (s->node->kid[k]->kind == NODE_KW ? s->node->kid[k]->text == name : k == position)
				arg = s->node->kid[k]->kind == NODE_KW ? s->node->kid[k]->kid[0] : s->node->kid[k];
		if (arg && !s->hands)
			follow(w, s->in, arg, steps);
		else
			w->r->open = true;
	}
	return true;
}

/* open(x), Path(x), x.read() */
static const struct node *inside(const struct node *call)
{
	static const char *const outer[] = { "open", "Path", "str", "abspath", "expanduser", "realpath" },
				 *const method[] = { "read", "read_text", "open", "resolve", "readlines" };
	const struct node *f = call->kid[0];
	const struct str *name = f->kind == NODE_NAME || f->kind == NODE_ATTR ? f->text : NULL;
	for (size_t i = 0; name && f->kind == NODE_ATTR && i < ARRAY_SIZE(method); i++)
		if (!strcmp(name->s, method[i]) &&
		    (call->n == 1 || call->kid[1]->kind == NODE_KW || call->kid[1]->kind == NODE_STR))
			return f->kid[0];
	for (size_t i = 0; name && call->n > 1 && i < ARRAY_SIZE(outer); i++)
		if (!strcmp(name->s, outer[i]) && call->kid[1]->kind != NODE_KW)
			return call->kid[1];
	return NULL;
}

static void follow(struct way *w, struct fn *in, const struct node *n, unsigned steps)
{
	const struct node *x = n->kind == NODE_CALL ? inside(n) : NULL;
	if (steps > STEPS || w->spent++ > WAYS)
		w->r->open = true;
	else if (x)
		follow(w, in, x, steps + 1);
	else if (n->kind != NODE_NAME || in->node->kind == NODE_LAMBDA ||
		 (!given(w, in, n->text, steps + 1) && !passed(w, in, n->text, steps + 1)))
		add_value(w, in, n);
}

void plain_paths(struct plain_project *p, struct plain_reader *r, struct fn *in, const struct node *from,
		 const struct starts *launched)
{
	struct way w = { .p = p, .r = r, .launched = launched };
	follow(&w, in, from, 0);
	r->open |= !r->path.n;
}

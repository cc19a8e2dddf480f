// SPDX-License-Identifier: MIT
/* What may run less often than its loop. In a loop that contains training: ranges of statements, from one that
 * evaluates to the last one that needs its results, which is a forward closure over the names that they bind. A
 * range has trouble if training could differ without it. In a loop over batches: sums, and where they are read.
 *
 * Invariant: a range consists of whole statements of the loop's body; one with trouble is a single statement.
 *
 * 	for e in range(9):
 * 		train()				(calls backward)
 * 		acc = validate()		rounds: [{called: "validate", statements: 2, ...}]
 * 		print(acc) */
#include "script/rounds.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/values/origin.h"
#include "script/training_steps.h"
#include <ctype.h>
#include <string.h>

enum { NAMES_MAX = 32, ROUNDS_LISTED_MAX = 8, WORD_MAX = 40 };

static struct span span_of(const struct rounds_ctx *w, uint32_t lo, uint32_t hi)
{
	return (struct span){ w->loop->is.op->in->file->src->id, lo, hi };
}

static void put(const struct rounds_ctx *w, struct dict *d, const char *key, struct value v)
{
	dict_put(w->a, d, value_text(key, v.at), v, v.at);
}

static struct value text_of(const struct rounds_ctx *w, uint32_t lo, uint32_t hi)
{
	return value_str(str_of(w->loop->is.op->in->file->src->bytes + lo, hi - lo), span_of(w, lo, hi));
}

/* The text that edits refer to. */
static struct value place(const struct rounds_ctx *w, uint32_t lo, uint32_t hi)
{
	struct value d = value_dict(w->a, span_of(w, lo, hi));

	put(w, d.as.dict, "text", text_of(w, lo, hi));
	return d;
}

static const struct source *source_in(const struct rounds_ctx *w)
{
	return w->loop->is.op->in->file->src;
}

/* ---- names */

struct names {
	const struct str *at[NAMES_MAX];
	uint32_t n;
	bool more; /* attributes too, or too many */
};

static bool has_name(const struct names *all, const struct str *name)
{
	return str_among(name, all->at, all->n);
}

static void add_target(struct names *to, const struct node *target)
{
	struct walk w;

	walk_begin(&w, target);
	for (const struct node *n; (n = walk_next_target(&w));)
		if (n->kind == NODE_NAME && to->n < NAMES_MAX)
			to->at[to->n++] = n->text;
		else
			to->more = true;
}

/* Names that the statement and its inner statements bind. */
static void add_bound(struct names *to, const struct node *statement)
{
	struct walk w;

	walk_begin(&w, statement);
	for (const struct node *n; (n = walk_next(&w));) {
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			add_target(to, n->kid[i]);
		if (n->kind == NODE_AUGASSIGN || n->kind == NODE_ANNASSIGN || n->kind == NODE_FOR)
			add_target(to, n->kid[0]);
		else if (n->kind == NODE_WITHITEM && n->kid[1])
			add_target(to, n->kid[1]);
		else if (node_is_scope(n))
			walk_skip(&w);
	}
}

static bool mentions(const struct node *of, const struct names *any)
{
	struct walk w;

	walk_begin(&w, of);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_NAME && has_name(any, n->text))
			return true;
	return false;
}

/* ---- evaluation, by its name */

/* The next word of run_validation, runValidation; 0: there are no more. */
static size_t next_word(const char **name, char *word)
{
	size_t n = 0;

	while (**name == '_')
		++*name;
	for (; **name && **name != '_' && !(n && isupper((unsigned char)**name) && islower((unsigned char)(*name)[-1]));
	     ++*name)
		if (n < WORD_MAX - 1)
			word[n++] = (char)tolower((unsigned char)**name);
	word[n] = '\0';
	return n;
}

static bool is_word(const char *word, const struct str *const *of, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!strcmp(word, of[i]->s))
			return true;
	return false;
}

static bool evaluates(const struct rounds_ctx *w, const struct node *call)
{
	const struct script_know *k = w->p->know;
	const char *name = call->kid[0]->text ? call->kid[0]->text->s : "";
	char word[WORD_MAX];
	bool found = false;

	if (!strcmp(name, "eval")) /* of a model, or of Python's own */
		return false;
	while (next_word(&name, word)) {
		if (is_word(word, k->but, k->nbut))
			return false;
		found |= is_word(word, k->evaluate, k->nevaluate);
	}
	return found;
}

/* The name of the first call that evaluates; NULL: none does. */
static const struct str *evaluation_in(const struct rounds_ctx *w, const struct node *statement)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_CALL && evaluates(w, n))
			return n->kid[0]->text;
		else if (node_is_scope(n))
			walk_skip(&walk);
	return NULL;
}

/* ---- training in it */

/* Where in the loop's own function it happens: directly, or in a callee. */
static const struct node *seen_at(const struct rounds_ctx *w, const struct op *op)
{
	const struct call_frame *f = op->frame;
	const struct node *n = op->node;

	for (; f && f != w->loop->is.op->frame; f = f->up)
		n = f->call;
	return f ? n : NULL;
}

static bool calls_step(const struct node *statement)
{
	struct walk w;

	walk_begin(&w, statement);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && !strcmp(n->kid[0]->text->s, "step"))
			return true;
		else if (node_is_scope(n))
			walk_skip(&w);
	return false;
}

/* It calls backward, or something steps. */
static bool is_training(const struct rounds_ctx *w, const struct node *n)
{
	for (uint32_t i = w->loop->first; i < w->loop->end; i++) {
		const struct op *op = w->in->event.at[i].op;
		const struct node *at = seen_at(w, op);

		if (at && node_holds(n, at) &&
		    (op->event->loss || str_among(str_lit("step"), op->event->method, op->event->nmethods)))
			return true;
	}
	return calls_step(n);
}

/* ---- rounds */

static bool is_modulus(const struct node *n)
{
	return n->kind == NODE_BINARY && n->op == OP_MOD;
}

/* `if epoch % 5 == 0:`, `if epoch > 10:` */
static bool has_own_rhythm(const struct rounds_ctx *w, const struct node *n)
{
	struct names target = { 0 };

	add_target(&target, w->loop->is.op->node->kid[0]);
	return n->kind == NODE_IF && (node_find(n->kid[0], is_modulus) || mentions(n->kid[0], &target));
}

/* It had a value before the loop, which stays in iterations that skip the statement. */
static bool is_carried(const struct rounds_ctx *w, const struct str *name)
{
	const struct op *loop = w->loop->is.op;
	struct found f = names_find(loop->in, name);
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;

	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next)
		if (b->how == BIND_PARAM || (b->statement && b->statement->hi <= loop->node->lo))
			return true;
	return false;
}

/* Up to the last statement that needs its results. */
static uint32_t stretch_end(const struct rounds_ctx *w, const struct node *body, uint32_t first, struct names *made)
{
	uint32_t end = first + 1;

	add_bound(made, body->kid[first]);
	for (uint32_t i = first + 1; i < body->n; i++) {
		struct names more = { 0 };

		if (!mentions(body->kid[i], made))
			continue;
		for (; end <= i; end++)
			add_bound(&more, body->kid[end]);
		for (uint32_t k = 0; k < more.n && made->n < NAMES_MAX; k++)
			if (!has_name(made, more.at[k]) && !is_carried(w, more.at[k]))
				made->at[made->n++] = more.at[k];
	}
	return end;
}

/* Reads one of the names that no earlier statement reassigned; *anew: names that are reassigned here. */
static bool reads(const struct node *n, const struct names *made, struct names *anew)
{
	struct names old = { .more = made->more };

	for (uint32_t i = 0; i < made->n; i++)
		if (!has_name(anew, made->at[i]))
			old.at[old.n++] = made->at[i];
	if (n->kind != NODE_ASSIGN)
		return mentions(n, &old);
	for (uint32_t i = 1; i < n->n; i++)
		add_target(anew, n->kid[i]);
	return mentions(n->kid[0], &old);
}

/* An exit from the loop before its last iteration, except in statements first to end. */
static const struct node *leaves(const struct node *body, uint32_t first, uint32_t end)
{
	struct walk w;
	uint32_t i = 0;

	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		bool within = walk_parent(&w, &i) == body && i >= first && i < end;

		if (!within && (n->kind == NODE_BREAK || n->kind == NODE_RETURN))
			return n;
		if (within || node_is_loop(n) || node_is_scope(n)) /* an inner loop has its own `break` */
			walk_skip(&w);
	}
	return NULL;
}

/* A call that only logs or stores earlier results of the same iteration, and none of the evaluation: results of
 * training are logged as before, however rarely it evaluates. */
static const struct node *serves_training(const struct node *statement, const struct names *before,
					  const struct names *within)
{
	struct walk w;

	walk_begin(&w, statement);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_EXPR && !mentions(n, within) && mentions(n, before))
			return n;
		if (n->kind == NODE_EXPR || node_is_scope(n) || (n->kind == NODE_IF && mentions(n->kid[0], within)))
			walk_skip(&w);
	}
	return NULL;
}

static const struct node *training_within(const struct rounds_ctx *w, const struct node *body, uint32_t first,
					  uint32_t end)
{
	struct names before = { 0 }, within = { 0 };
	const struct node *found = NULL;

	for (uint32_t i = 0; i < end; i++)
		add_bound(i < first ? &before : &within, body->kid[i]);
	for (uint32_t i = first; i < end && !found; i++)
		if (body->kid[i]->kind != NODE_EXPR || !evaluation_in(w, body->kid[i]))
			found = serves_training(body->kid[i], &before, &within);
	return found && !evaluation_in(w, found) ? found : NULL;
}

/* It assigns what the iterations carry on, and needs no result of the evaluation: `seconds += time.time() - begin`. */
static bool carries_on(const struct rounds_ctx *w, const struct node *n, const struct names *made)
{
	struct names target = { 0 };

	if (n->kind != NODE_AUGASSIGN && n->kind != NODE_ASSIGN)
		return false;
	for (uint32_t i = n->kind == NODE_ASSIGN ? 1 : 0; i < (n->kind == NODE_ASSIGN ? n->n : 1); i++)
		add_target(&target, n->kid[i]);
	for (uint32_t i = 0; i < target.n; i++)
		if (is_carried(w, target.at[i]))
			return !mentions(n, made);
	return false;
}

static const struct node *counting_within(const struct rounds_ctx *w, const struct node *body, uint32_t first,
					  uint32_t end, const struct names *made)
{
	for (uint32_t i = first + 1; i < end; i++) {
		struct walk walk;

		if (mentions(body->kid[i], made) && body->kid[i]->kind != NODE_AUGASSIGN)
			continue;
		walk_begin(&walk, body->kid[i]);
		for (const struct node *n; (n = walk_next(&walk));)
			if (node_is_scope(n))
				walk_skip(&walk);
			else if (carries_on(w, n, made))
				return n;
	}
	return NULL;
}

static const char *trouble(const struct rounds_ctx *w, const struct node *body, uint32_t first, uint32_t end,
			   const struct names *made)
{
	const struct node *out = leaves(body, first, end);
	struct names anew = { 0 };

	for (uint32_t i = first; i < end; i++)
		if (is_training(w, body->kid[i]))
			return arena_printf(
				w->a, "%s trains or steps, between the evaluation and the code that needs its results",
				source_line_of(w->a, source_in(w), body->kid[i]->lo));
	if (out)
		return arena_printf(w->a, "%s may end the loop after an iteration without evaluation",
				    source_line_of(w->a, source_in(w), out->lo));
	if ((out = training_within(w, body, first, end)))
		return arena_printf(w->a, "%s logs results of training, among code that needs the evaluation",
				    source_line_of(w->a, source_in(w), out->lo));
	if ((out = counting_within(w, body, first, end, made)))
		return arena_printf(w->a,
				    "%s counts on from iteration to iteration, among code that needs the evaluation",
				    source_line_of(w->a, source_in(w), out->lo));
	if (made->more)
		return "its result is stored in an attribute";
	for (uint32_t i = 0; i < first; i++)
		if (reads(body->kid[i], made, &anew))
			return arena_printf(w->a, "%s of the next iteration reads its result",
					    source_line_of(w->a, source_in(w), body->kid[i]->lo));
	return NULL;
}

static struct value round_value(const struct rounds_ctx *w, const struct node *body, uint32_t first, uint32_t *end,
				const struct str *called)
{
	struct names made = { 0 };
	struct value d;
	const char *why;
	uint32_t from = source_shown(source_in(w), body->kid[first]->lo).line + 1, to;

	*end = stretch_end(w, body, first, &made);
	why = trouble(w, body, first, *end, &made);
	if (why)
		*end = first + 1;
	to = source_shown(source_in(w), body->kid[*end - 1]->hi).line + 1;
	d = place(w, body->kid[first]->lo, body->kid[*end - 1]->hi);
	put(w, d.as.dict, "called", value_str(called, d.at));
	put(w, d.as.dict, "statements", value_int(*end - first, d.at));
	put(w, d.as.dict, "lines", value_text(arena_printf(w->a, to > from ? "%u to %u" : "%u", from, to), d.at));
	if (why)
		put(w, d.as.dict, "trouble", value_text(why, d.at));
	return d;
}

static struct value rounds_of(const struct rounds_ctx *w, const struct node *body)
{
	struct value list = value_list(w->a, VALUE_LIST, 1, span_of(w, body->lo, body->hi));

	for (uint32_t i = 0, end; i < body->n && list.as.list->n < ROUNDS_LISTED_MAX; i = end) {
		const struct node *n = body->kid[i];
		const struct str *called = has_own_rhythm(w, n) || node_is_scope(n) ? NULL : evaluation_in(w, n);

		end = i + 1;
		if (called && !is_training(w, n)) {
			struct value one = round_value(w, body, i, &end, called);

			list_push(w->a, list.as.list, one, one.at);
		}
	}
	return list;
}

/* range(n), range(a, n) as the loop writes it. */
static void put_range(const struct rounds_ctx *w, struct dict *d, const struct node *n)
{
	const struct op *op = w->loop->is.op;
	struct placed x = derive_iterated(w->p, (struct placed){ op->frame, n });
	bool is = x.frame == op->frame && x.node->kind == NODE_CALL && x.node->kid[0]->kind == NODE_NAME &&
		  !strcmp(x.node->kid[0]->text->s, "range") && (x.node->n == 2 || x.node->n == 3);
	const struct node *until = is ? x.node->kid[x.node->n - 1] : NULL;
	const struct str *flag = NULL;
	struct value from, end;

	if (!is || until->kind == NODE_STAR || until->kind == NODE_KW)
		return;
	from = x.node->n == 3 ? script_value(w->p, op->in, x.node->kid[1], NULL)
			      : value_int(0, span_of(w, n->lo, n->hi));
	put(w, d, "until", text_of(w, until->lo, until->hi));
	end = script_value(w->p, op->in, until, &flag);
	put(w, d, "end", end.kind == VALUE_INT ? end : (struct value){ .at = end.at });
	if (flag)
		put(w, d, "end_flag", value_str(flag, span_of(w, until->lo, until->hi)));
	put(w, d, "start", from);
}

/* `i` of `for i, x in enumerate(y)`. */
static const struct node *counter_of(const struct node *loop)
{
	const struct node *target = loop->kid[0], *of = loop->kid[1];

	while (of->kind == NODE_CALL && of->n > 1 && of->kid[0]->text &&
	       strcmp(of->kid[0]->text->s, "enumerate") != 0 && of->kid[1]->kind == NODE_CALL)
		of = of->kid[1];
	if (of->kind != NODE_CALL || of->kid[0]->kind != NODE_NAME)
		return NULL;
	if (!strcmp(of->kid[0]->text->s, "enumerate") && target->kind == NODE_TUPLE && target->n == 2)
		return target->kid[0]->kind == NODE_NAME ? target->kid[0] : NULL;
	return !strcmp(of->kid[0]->text->s, "range") && target->kind == NODE_NAME ? target : NULL;
}

void rounds_put_loop(const struct rounds_ctx *w, struct dict *d)
{
	const struct op *op = w->loop->is.op;
	const struct node *body = op->node->kid[2], *target = op->node->kid[0], *counter = NULL;
	const struct str *args;

	if (op->node->kind != NODE_FOR || !body->n)
		return;
	args = script_arguments_name(w->p, op->in, body->lo);
	counter = counter_of(op->node);
	put(w, d, "function",
	    op->in->name ? value_str(op->in->name, span_of(w, body->lo, body->lo))
			 : value_none(span_of(w, body->lo, body->lo)));
	put(w, d, "begin", place(w, body->kid[0]->lo, body->kid[0]->hi));
	if (target->kind == NODE_NAME)
		put(w, d, "target", text_of(w, target->lo, target->hi));
	if (counter)
		put(w, d, "counter", text_of(w, counter->lo, counter->hi));
	if (args)
		put(w, d, "arguments", value_str(args, span_of(w, body->lo, body->lo)));
	if (w->loop->holds || w->loop->trains)
		put_range(w, d, op->node->kid[1]);
	if (!w->loop->holds)
		return;
	put(w, d, "rounds", rounds_of(w, body));
}

/* ---- what waits for the GPU */

/* The innermost simple statement around it. */
static const struct node *statement_of(const struct node *body, const struct node *what)
{
	const struct node *found = NULL;

	for (const struct node *n = body; n; n = node_kid_with(n, what, NULL))
		if (n->kind == NODE_EXPR || n->kind == NODE_ASSIGN || n->kind == NODE_AUGASSIGN)
			found = n;
	return found;
}

struct sum_reads {		  /* reads of a sum's variable */
	const struct node *block; /* in which the loop reads it; NULL: it doesn't */
	bool after, bad;	  /* it is read elsewhere; the loop reads it in each iteration, or in two blocks */
};

/* The place of the name at the walk's position: in the loop, then the block below `if i % 10 == 0`; in a function. */
static void add_read(struct sum_reads *r, const struct walk *w, const struct node *name, const struct node *loop)
{
	const struct node *every = NULL;
	bool inside = false, scope = false;

	for (uint32_t up = w->depth; up-- > 0;) {
		const struct node *n = walk_around(w, up), *next = up ? walk_around(w, up - 1) : name;

		if (inside && !every && n->kind == NODE_IF && next == n->kid[1] && node_find(n->kid[0], is_modulus))
			every = next;
		inside |= n == loop;
		scope |= node_is_scope(n) && n->kind != NODE_CLASS && up + 1 < w->depth;
	}
	r->after |= !inside;
	r->bad |= scope || (inside && (!every || (r->block && r->block != every)));
	r->block = inside ? every : r->block;
}

static struct sum_reads find_reads(const struct node *scope, const struct str *name, const struct node *loop)
{
	struct sum_reads r = { 0 };
	struct walk w;
	uint32_t i = 0;

	walk_begin(&w, scope);
	for (const struct node *n; (n = walk_next(&w));) {
		const struct node *up = walk_parent(&w, &i);
		bool target = up && ((up->kind == NODE_ASSIGN && i > 0) || (up->kind == NODE_AUGASSIGN && !i));

		if (n->kind == NODE_NAME && n->text == name && !target)
			add_read(&r, &w, n, loop);
	}
	return r;
}

static bool is_number(const struct node *n)
{
	return n && (n->kind == NODE_INT || n->kind == NODE_FLOAT);
}

/* x starts as a number wherever it is assigned, and is only added to. */
static bool is_running(const struct variable *v, const struct op *op)
{
	bool made = false;

	for (const struct binding *b = v->binding; b; b = b->next) {
		if (b->how == BIND_CHANGE ? b->item != OP_ADD : b->how != BIND_VALUE || !is_number(b->value))
			return false;
		made |= b->how == BIND_VALUE && b->statement && b->statement->hi <= op->node->lo;
	}
	return made && v->scope == op->in;
}

/* The call is the added value, or a factor of it. */
static bool is_added(const struct node *n, const struct node *call)
{
	while (n->kind == NODE_BINARY && n->op == OP_MUL)
		n = node_holds(n->kid[0], call) ? n->kid[0] : n->kid[1];
	return n == call;
}

static void put_sum(const struct rounds_ctx *w, const struct op *op, const struct node *s, struct dict *d)
{
	const struct node *to = s->kid[0];
	struct found f = to->kind == NODE_NAME ? names_find(op->in, to->text) : (struct found){ .kind = F_NONE };
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	struct sum_reads r;
	struct value sum;

	if (s->op != OP_ADD || !v || !is_running(v, op) || !is_added(s->kid[1], op->node))
		return;
	r = find_reads(op->in->node, to->text, w->loop->is.op->node);
	sum = place(w, s->lo, s->hi);
	put(w, sum.as.dict, "into", value_str(to->text, sum.at));
	put(w, sum.as.dict, "read", value_bool(r.bad, sum.at));
	put(w, sum.as.dict, "after", value_bool(r.after, sum.at));
	if (r.block && !r.bad)
		put(w, sum.as.dict, "block", place(w, r.block->kid[0]->lo, r.block->kid[0]->hi));
	put(w, d, "sum", sum);
}

void rounds_put_event(const struct rounds_ctx *w, const struct op *op, struct dict *d)
{
	const struct node *body = w->loop->is.op->node->kid[w->loop->is.op->node->kind == NODE_FOR ? 2 : 1];
	const struct node *s = op->frame == w->loop->is.op->frame ? statement_of(body, op->node) : NULL;
	struct value one;

	if (!s || !w->loop->trains)
		return;
	if (s->kind == NODE_AUGASSIGN)
		put_sum(w, op, s, d);
	if (s->kind != NODE_EXPR)
		return;
	one = place(w, s->lo, s->hi);
	put(w, one.as.dict, "called", script_called_in(w->a, s, one.at));
	put(w, d, "statement", one);
}

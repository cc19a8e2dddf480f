// SPDX-License-Identifier: MIT
/* Runs tree-sitter within a budget, and works around errors of its Python grammar.
 *
 * Example: hostile text  ->  stopped after about a second, gave_up
 *          "(a.\nb)"     ->  broken tree; the second parse, of a copy on one line, is right */
#include "base/trail.h"
#include "python/syntax/syntax_memory.h"
#include "python/syntax/priv.h"
#include <string.h>
#include <time.h>

/* tree-sitter calls back every 100 steps. Valid code takes about one step per byte, so the count stops only hostile
 * text, and the same text on every machine. If single steps are slow (its recovery can be quadratic), time decides:
 * PATIENCE, plus for each 100 steps about twice their usual time. */
#ifdef __SANITIZE_ADDRESS__
enum { SLOW_STEPS = 400000 };
#else
enum { SLOW_STEPS = 50000 };
#endif
enum { ASKS = 20000, BYTES_PER_ASK = 20, PATIENCE = 1000000000 };

/* A list of 400,000 literals needs this. The converted tree comes on top. */
enum { TREE_BYTES = 160 << 20, COMMENTS_MANY = 300 };

struct text {
	const char *s;
	uint32_t len;
};

static const char *read_text(void *payload, uint32_t byte, TSPoint point, uint32_t *n)
{
	const struct text *t = payload;

	(void)point;
	*n = byte < t->len ? t->len - byte : 0;
	return *n ? t->s + byte : "";
}

static uint64_t now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void budget_start(struct parser *p, uint32_t len)
{
	p->budget = (struct parse_budget){ .most = ASKS + len / BYTES_PER_ASK,
					   .start = now(CLOCK_THREAD_CPUTIME_ID),
					   .began = now(CLOCK_MONOTONIC_COARSE),
					   .patience = PATIENCE };
}

void budget_cut(struct parser *p)
{
	p->budget.most /= 4;
	p->budget.patience /= 4;
}

static bool out_of_budget(TSParseState *state)
{
	struct parse_budget *b = &((struct parser *)state->payload)->budget;

	if (++b->callbacks > b->most)
		return true;
	if (memory_taken() > TREE_BYTES)
		return b->too_large = true;

	/* A thread's CPU time is at most the wall clock time, which needs no system call. */
	uint64_t allowed = b->patience + (uint64_t)b->callbacks * SLOW_STEPS;

	if (now(CLOCK_MONOTONIC_COARSE) - b->began <= allowed || now(CLOCK_THREAD_CPUTIME_ID) - b->start <= allowed)
		return false;
	trail_unsure(); /* another run may be quick enough, so the result must not be stored */
	return true;
}

/* The grammar's scanner reads all following comments when it meets one: quadratic for a long run of them. */
static bool too_many_comments(const struct lower *l)
{
	return l->remarks.n > COMMENTS_MANY;
}

/* A copy for tree-sitter: the names in l->soft are replaced, many comments are blanked. Nodes take their texts from
 * the original. */
static char *disguise(const struct lower *l)
{
	char *copy = xcalloc((size_t)l->len + 1, 1);

	memcpy(copy, l->s, l->len);
	for (size_t i = 0; i < l->soft.n; i++)
		copy[l->soft.at[i]] = '_';
	for (size_t i = 0; too_many_comments(l) && i < l->remarks.n; i++)
		memset(copy + l->remarks.at[i].lo, ' ', l->remarks.at[i].hi - l->remarks.at[i].lo);
	return copy;
}

static TSTree *parse_bytes(struct parser *p, const char *s, uint32_t len)
{
	struct text text = { s, len };
	TSInput input = { .payload = &text, .read = read_text, .encoding = TSInputEncodingUTF8 };
	TSParseOptions options = { .payload = p, .progress_callback = out_of_budget };
	TSTree *tree = ts_parser_parse_with_options(p->ts, NULL, input, options);

	if (!tree)
		ts_parser_reset(p->ts);
	return tree;
}

static bool are_expressions(const struct lower *l, const struct pieces *all)
{
	struct syntax_errors errors = { 0 };
	struct lower quiet = *l;
	bool good = true;

	quiet.errors = &errors;
	for (size_t i = 0; good && i < all->n; i++) {
		const struct node *n = parse_inner(&quiet, all->at[i].lo, all->at[i].hi);

		good = n && n->kind != NODE_TUPLE; /* none starts with a parenthesis */
	}
	vec_release(&errors);
	return good;
}

/* The grammar's scanner may read a newline inside brackets as a block's end ("(a.\nb)", indented), and its rules
 * lack some of Python. So a broken text is parsed a second time without those; the better tree is used. */
static TSTree *parse_again(struct lower *l, TSTree *first)
{
	char *copy = disguise(l);
	struct pieces notes = { 0 };
	TSTree *second = NULL;

	if (parse_ease(l, copy, &notes)) {
		budget_cut(l->p);
		second = parse_bytes(l->p, copy, l->len);
	}

	bool better = second && !ts_node_has_error(ts_tree_root_node(second)) && are_expressions(l, &notes);

	vec_release(&notes);
	free(copy);
	if (!better && second)
		ts_tree_delete(second);
	if (!better)
		return first;
	ts_tree_delete(first);
	return second;
}

TSTree *parse_tree(struct lower *l)
{
	char *copy = l->soft.n || too_many_comments(l) ? disguise(l) : NULL;
	TSTree *tree = parse_bytes(l->p, copy ? copy : l->s, l->len);

	free(copy);
	l->gave_up = !tree && !l->broken;
	if (l->gave_up)
		parse_error(l, 0, 0,
			    l->p->budget.too_large ? "takes too much memory to parse" : "takes too long to parse");
	if (tree && !l->broken && ts_node_has_error(ts_tree_root_node(tree)))
		tree = parse_again(l, tree);
	return tree;
}

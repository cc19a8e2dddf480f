// SPDX-License-Identifier: MIT
/* Converts tree-sitter's tree of a bash script to shell_ast.h. It recurses once per level of nesting, which has a
 * limit; siblings are walked with one cursor.
 *
 * Example: GPUS=4 bash train.sh a.py &
 *          command: assign GPUS=4, words bash, train.sh, a.py, background
 *          `a | | b` is an ERROR node: left out, skipped 1 */
#include "shell/shell_parse.h"
#include "shell/shell_unclosed.h"
#include "python/syntax/syntax_memory.h"
#include "shell/priv.h"
#include "shell/remarks.h"
#include <string.h>

const TSLanguage *tree_sitter_bash(void);

/* As in python/syntax/sitter_tree.c: valid text takes about one step per byte; tree-sitter calls back every 100 steps.
 */
enum { ASKS = 20000, BYTES_PER_ASK = 20, TREE_BYTES = 160 << 20 };
/* Between two steps the grammar's scanner may read all the rest of the text, once for each here document.  So it
 * gets the text in pieces, which are counted too: each is read about three times. */
enum { PIECE = 512, READS = 100000, BYTES_PER_READ = 4 };

struct patience {
	const char *s;
	uint32_t len, queries, most, reads;
};

static bool reads_too_much(const struct patience *p)
{
	return p->reads > READS + p->len / BYTES_PER_READ;
}

static const char *read_text(void *payload, uint32_t byte, TSPoint point, uint32_t *n)
{
	struct patience *p = payload;

	(void)point;
	p->reads++;
	*n = byte < p->len && !reads_too_much(p) ? p->len - byte : 0;
	*n = *n > PIECE ? PIECE : *n;
	return *n ? p->s + byte : "";
}

static bool out_of_patience(TSParseState *state)
{
	struct patience *p = state->payload;

	return ++p->queries > p->most || reads_too_much(p) || memory_taken() > TREE_BYTES;
}

/* ---- the cursor ---- */

static TSNode here(struct shell_builder *l)
{
	return ts_tree_cursor_current_node(&l->at);
}

const char *here_type(struct shell_builder *l)
{
	return ts_node_type(here(l));
}

bool here_is(struct shell_builder *l, const char *type)
{
	return !strcmp(here_type(l), type);
}

bool here_named(struct shell_builder *l)
{
	return ts_node_is_named(here(l));
}

uint32_t here_lo(struct shell_builder *l)
{
	return ts_node_start_byte(here(l));
}

uint32_t here_hi(struct shell_builder *l)
{
	return ts_node_end_byte(here(l));
}

const char *here_text(struct shell_builder *l)
{
	return arena_strndup(l->a, l->s + here_lo(l), here_hi(l) - here_lo(l));
}

const char *here_field(struct shell_builder *l)
{
	const char *name = ts_tree_cursor_current_field_name(&l->at);

	return name ? name : "";
}

bool kids_begin(struct shell_builder *l)
{
	if (l->depth >= SHELL_DEPTH_MAX || !ts_tree_cursor_goto_first_child(&l->at))
		return false;
	l->depth++;
	return true;
}

bool kids_next(struct shell_builder *l)
{
	if (ts_tree_cursor_goto_next_sibling(&l->at))
		return true;
	ts_tree_cursor_goto_parent(&l->at);
	l->depth--;
	return false;
}

/* ---- statements ---- */

static void lower_statement(struct shell_builder *l, struct shell_nodes *to);

static struct shell_node *node_new(struct shell_builder *l, enum shell_kind kind)
{
	struct shell_node *n = arena_new(l->a, struct shell_node);

	*n = (struct shell_node){ .kind = kind, .lo = here_lo(l), .hi = here_hi(l) };
	return n;
}

static void set_kids(struct shell_builder *l, struct shell_node *n, struct shell_nodes *from)
{
	const struct shell_node **kid = (const struct shell_node **)arena_array(l->a, void *, from->n + 1);

	for (size_t i = 0; i < from->n; i++)
		kid[i] = from->at[i];
	n->kid = kid;
	n->n = (uint32_t)from->n;
	vec_release(from);
}

static void set_assigns(struct shell_builder *l, struct shell_node *n, struct shell_assigns *from)
{
	struct shell_assign *copy = arena_array(l->a, struct shell_assign, from->n + 1);

	for (size_t i = 0; i < from->n; i++)
		copy[i] = from->at[i];
	n->assign = copy;
	n->nassigns = (uint32_t)from->n;
	vec_release(from);
}

/* `&` after a statement is a token of the enclosing block. */
static void set_background(struct shell_builder *l, struct shell_nodes *of)
{
	struct shell_node *copy;

	if (!of->n)
		return;
	copy = arena_new(l->a, struct shell_node);
	*copy = *of->at[of->n - 1];
	copy->background = true;
	of->at[of->n - 1] = copy;
}

/* A kid of a block: a statement, or a token between statements. */
static void lower_among(struct shell_builder *l, struct shell_nodes *to)
{
	if (here_named(l))
		lower_statement(l, to);
	else if (here_is(l, "&"))
		set_background(l, to);
}

static const struct shell_node *block_of(struct shell_builder *l, struct shell_nodes *kids, uint32_t lo, uint32_t hi)
{
	struct shell_node *n = arena_new(l->a, struct shell_node);

	*n = (struct shell_node){ .kind = SHELL_BLOCK, .lo = lo, .hi = hi };
	set_kids(l, n, kids);
	*kids = (struct shell_nodes){ 0 };
	return n;
}

static const struct shell_node *lower_block(struct shell_builder *l)
{
	struct shell_nodes kids = { 0 };
	uint32_t lo = here_lo(l), hi = here_hi(l);

	for (bool in = kids_begin(l); in; in = kids_next(l))
		lower_among(l, &kids);
	return block_of(l, &kids, lo, hi);
}

/* A command: `name` is one word; all other kids are words, assignments or redirects. */
static void lower_command(struct shell_builder *l, struct shell_node *n)
{
	struct shell_words words = { 0 };
	struct shell_assigns assigns = { 0 };

	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		const char *type = here_type(l);

		if (!strcmp(type, "variable_assignment"))
			lower_assign(l, &assigns);
		else if (!strcmp(type, "command_name"))
			for (bool name = kids_begin(l); name; name = kids_next(l))
				lower_word(l, &words);
		else if (!strstr(type, "redirect") && strcmp(type, "comment") && strcmp(type, "subshell"))
			lower_word(l, &words);
	}
	n->word = words_keep(l, &words, &n->nwords);
	set_assigns(l, n, &assigns);
}

/* [condition, then]... [else]: of `if`, and of `elif`, which is its kid. */
static void lower_if(struct shell_builder *l, struct shell_nodes *arms)
{
	struct shell_nodes part = { 0 };
	uint32_t lo = here_lo(l), hi = here_hi(l);
	bool then = false;

	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		const char *type = here_type(l);

		if (!strcmp(type, "then")) {
			vec_push(arms, block_of(l, &part, lo, hi));
			then = true;
		} else if (!strcmp(type, "elif_clause") || !strcmp(type, "else_clause")) {
			if (then)
				vec_push(arms, block_of(l, &part, lo, hi));
			then = false;
			if (!strcmp(type, "elif_clause"))
				lower_if(l, arms);
			else
				vec_push(arms, lower_block(l));
		} else {
			lower_among(l, &part);
		}
	}
	if (then)
		vec_push(arms, block_of(l, &part, lo, hi));
	vec_release(&part);
}

/* The "((N++))" that starts at lo. */
static const char *arithmetic_at(struct shell_builder *l, uint32_t lo)
{
	const char *end = !strncmp(l->s + lo, "((", 2) ? strstr(l->s + lo, "))") : NULL;

	return end ? arena_strndup(l->a, l->s + lo, (size_t)(end - l->s) + 2 - lo) : NULL;
}

/* [ X = Y ]: stores both words and the operator as name. Longer tests store nothing. */
static void lower_comparison(struct shell_builder *l, struct shell_node *n)
{
	struct shell_words words = { 0 };
	const char *by = NULL;
	uint32_t kids = 0;

	for (bool in = kids_begin(l); in; in = kids_next(l), kids++) {
		if (kids == 1)
			by = here_text(l);
		else if (!strstr(here_type(l), "_expression"))
			lower_word(l, &words);
	}
	n->word = words_keep(l, &words, &n->nwords);
	n->name = kids == 3 && n->nwords == 2 ? by : NULL;
	n->nwords = n->name ? 2 : 0;
}

static void lower_test(struct shell_builder *l, struct shell_node *n)
{
	n->arithmetic = arithmetic_at(l, here_lo(l));
	for (bool in = kids_begin(l); in; in = kids_next(l))
		if (!n->arithmetic && here_is(l, "binary_expression"))
			lower_comparison(l, n);
}

static void lower_for(struct shell_builder *l, struct shell_node *n, struct shell_nodes *kids)
{
	struct shell_words words = { 0 };
	bool select = !strncmp(l->s + here_lo(l), "select", 6);

	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		const char *field = here_field(l);

		if (!strcmp(field, "variable"))
			n->name = here_text(l);
		else if (!strcmp(field, "value"))
			lower_word(l, &words);
		else if (!strcmp(field, "body"))
			vec_push(kids, lower_block(l));
		else if (here_is(l, "(("))
			n->arithmetic = arithmetic_at(l, here_lo(l));
	}
	n->word = words_keep(l, &words, &n->nwords);
	if (!n->nwords || select)
		n->word = NULL;
}

static void lower_while(struct shell_builder *l, struct shell_nodes *kids)
{
	struct shell_nodes condition = { 0 };
	uint32_t lo = here_lo(l), hi = here_hi(l);

	for (bool in = kids_begin(l); in; in = kids_next(l))
		if (!strcmp(here_field(l), "body")) {
			vec_push(kids, block_of(l, &condition, lo, hi));
			vec_push(kids, lower_block(l));
		} else {
			lower_among(l, &condition);
		}
	vec_release(&condition);
}

static void lower_case(struct shell_builder *l, struct shell_node *n, struct shell_nodes *kids)
{
	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		struct shell_nodes arm = { 0 };
		uint32_t lo = here_lo(l), hi = here_hi(l);

		if (!here_is(l, "case_item"))
			continue;
		for (bool item = kids_begin(l); item; item = kids_next(l))
			if (!strcmp(here_field(l), "value"))
				n->every |= here_hi(l) - here_lo(l) == 1 && l->s[here_lo(l)] == '*';
			else
				lower_among(l, &arm);
		vec_push(kids, block_of(l, &arm, lo, hi));
	}
}

static void lower_function(struct shell_builder *l, struct shell_node *n, struct shell_nodes *kids)
{
	for (bool in = kids_begin(l); in; in = kids_next(l))
		if (!strcmp(here_field(l), "name"))
			n->name = here_text(l);
		else if (!strcmp(here_field(l), "body"))
			vec_push(kids, lower_block(l));
}

/* a && b, a || b */
static enum shell_kind lower_list(struct shell_builder *l, struct shell_nodes *kids)
{
	enum shell_kind kind = SHELL_BLOCK;

	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		if (here_is(l, "&&"))
			kind = SHELL_AND;
		else if (here_is(l, "||"))
			kind = SHELL_OR;
		else
			lower_among(l, kids);
	}
	return kind;
}

static void lower_assigns(struct shell_builder *l, struct shell_node *n)
{
	struct shell_assigns assigns = { 0 };

	if (here_is(l, "variable_assignment"))
		lower_assign(l, &assigns);
	else
		for (bool in = kids_begin(l); in; in = kids_next(l))
			if (here_is(l, "variable_assignment"))
				lower_assign(l, &assigns);
	set_assigns(l, n, &assigns);
}

/* `cmd > x`: the statement without the redirect. */
static void lower_redirected(struct shell_builder *l, struct shell_nodes *to)
{
	for (bool in = kids_begin(l); in; in = kids_next(l))
		if (!strcmp(here_field(l), "body"))
			lower_statement(l, to);
}

static void skip_here(struct shell_builder *l)
{
	if (!l->out->skipped++)
		l->out->skipped_at = here_lo(l);
}

/* An ERROR node may be inside any other node: a node with an ERROR kid is left out; one with a deeper ERROR is
 * walked. */
static bool is_broken(struct shell_builder *l)
{
	if (here_is(l, "ERROR") || ts_node_is_missing(here(l)))
		return true;
	if (!ts_node_has_error(here(l)))
		return false;
	bool broken = false;
	for (bool in = kids_begin(l); in; in = kids_next(l))
		broken |= here_is(l, "ERROR") || ts_node_is_missing(here(l));
	return broken;
}

static const struct shell_kind_of {
	const char *type;
	enum shell_kind kind;
} kind_of[] = {
	{ "command", SHELL_COMMAND },
	{ "declaration_command", SHELL_COMMAND },
	{ "unset_command", SHELL_COMMAND },
	{ "variable_assignment", SHELL_COMMAND },
	{ "variable_assignments", SHELL_COMMAND },
	{ "test_command", SHELL_TEST },
	{ "pipeline", SHELL_PIPELINE },
	{ "list", SHELL_AND },
	{ "compound_statement", SHELL_BLOCK },
	{ "subshell", SHELL_SUBSHELL },
	{ "if_statement", SHELL_IF },
	{ "for_statement", SHELL_FOR },
	{ "c_style_for_statement", SHELL_FOR },
	{ "while_statement", SHELL_WHILE },
	{ "case_statement", SHELL_CASE },
	{ "function_definition", SHELL_FUNCTION },
};

/* a | b 2>&1 | c is parsed as (a | b) 2>&1 | c. */
static void lower_pipeline(struct shell_builder *l, struct shell_nodes *kids)
{
	for (bool in = kids_begin(l); in; in = kids_next(l)) {
		struct shell_nodes one = { 0 };

		lower_among(l, &one);
		for (size_t i = 0; i < one.n; i++)
			if (one.at[i]->kind == SHELL_PIPELINE)
				for (uint32_t k = 0; k < one.at[i]->n; k++)
					vec_push(kids, one.at[i]->kid[k]);
			else
				vec_push(kids, one.at[i]);
		vec_release(&one);
	}
}

static void lower_kids(struct shell_builder *l, struct shell_node *n)
{
	struct shell_nodes kids = { 0 };

	switch (n->kind) {
	case SHELL_COMMAND:
		if (here_is(l, "variable_assignment") || here_is(l, "variable_assignments"))
			lower_assigns(l, n);
		else
			lower_command(l, n);
		break;
	case SHELL_AND:
		n->kind = (uint8_t)lower_list(l, &kids);
		break;
	case SHELL_IF:
		lower_if(l, &kids);
		break;
	case SHELL_FOR:
		lower_for(l, n, &kids);
		break;
	case SHELL_WHILE:
		lower_while(l, &kids);
		break;
	case SHELL_CASE:
		lower_case(l, n, &kids);
		break;
	case SHELL_FUNCTION:
		lower_function(l, n, &kids);
		break;
	case SHELL_TEST:
		lower_test(l, n);
		break;
	case SHELL_PIPELINE:
		lower_pipeline(l, &kids);
		break;
	default:
		n->arithmetic = arithmetic_at(l, here_lo(l));
		if (n->arithmetic) { /* the grammar parses { ... } like this */
			n->kind = SHELL_TEST;
			break;
		}
		for (bool in = kids_begin(l); in; in = kids_next(l))
			lower_among(l, &kids);
	}
	set_kids(l, n, &kids);
}

static void lower_statement(struct shell_builder *l, struct shell_nodes *to)
{
	if (here_is(l, "comment")) {
		vec_push(&l->comments, ((struct shell_comment){ here_lo(l), here_hi(l) }));
		return;
	}
	if (l->depth + 2 >= SHELL_DEPTH_MAX || is_broken(l)) {
		skip_here(l);
		return;
	}
	if (here_is(l, "redirected_statement") || here_is(l, "negated_command")) {
		if (here_is(l, "redirected_statement"))
			lower_redirected(l, to);
		else
			vec_push(to, lower_block(l));
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(kind_of); i++)
		if (here_is(l, kind_of[i].type)) {
			struct shell_node *n = node_new(l, kind_of[i].kind);

			lower_kids(l, n);
			vec_push(to, n);
			return;
		}
}

/* ---- entry points ---- */

static TSTree *parse_tree(const char *bytes, uint32_t len)
{
	struct patience p = { .s = bytes, .len = len, .most = ASKS + len / BYTES_PER_ASK };
	TSInput input = { .payload = &p, .read = read_text, .encoding = TSInputEncodingUTF8 };
	TSParseOptions options = { .payload = &p, .progress_callback = out_of_patience };
	TSParser *ts = ts_parser_new();
	TSTree *tree;

	if (!ts || !ts_parser_set_language(ts, tree_sitter_bash()))
		BUG("tree-sitter refuses its bash grammar");
	tree = ts_parser_parse_with_options(ts, NULL, input, options);
	ts_parser_delete(ts);
	if (tree && reads_too_much(&p)) {
		ts_tree_delete(tree);
		tree = NULL;
	}
	return tree;
}

/* Removes a final backslash with nothing after it: bash ignores it, the grammar rejects the command. */
static uint32_t without_last(const char *bytes, uint32_t len)
{
	uint32_t n = len, slashes = 0;

	while (n && strchr(" \t\r\n", bytes[n - 1]))
		n--;
	while (slashes < n && bytes[n - 1 - slashes] == '\\')
		slashes++;
	return slashes % 2 && (n == len || strchr("\r\n", bytes[n])) ? n - 1 : len;
}

void shell_parse(struct arena *a, const char *bytes, uint32_t len, struct shell_script *out)
{
	bytes = shell_without_remarks(a, bytes, len);

	struct shell_builder l = { .a = a, .s = bytes, .out = out };
	struct shell_nodes kids = { 0 };
	TSTree *tree;

	*out = (struct shell_script){ 0 };
	memory_count(true);
	tree = parse_tree(bytes, without_last(bytes, len));
	memory_count(false);
	out->gave_up = !tree;
	if (tree) {
		l.at = ts_tree_cursor_new(ts_tree_root_node(tree));
		for (bool in = kids_begin(&l); in; in = kids_next(&l))
			lower_among(&l, &kids);
		ts_tree_cursor_delete(&l.at);
		if (!out->skipped)
			out->skipped = shell_unclosed(ts_tree_root_node(tree), &out->skipped_at);
		ts_tree_delete(tree);
	}
	out->root = block_of(&l, &kids, 0, len);
	out->ncomments = (uint32_t)l.comments.n;
	struct shell_comment *comment = arena_array(a, struct shell_comment, l.comments.n + 1);
	if (l.comments.n)
		memcpy(comment, l.comments.at, l.comments.n * sizeof *comment);
	out->comment = comment;
	vec_release(&l.comments);
}

static const void *make_script(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	struct shell_script *out = arena_new(a, struct shell_script);

	(void)m;
	shell_parse(a, text, len, out);
	return out;
}

const struct shell_script *shell_parse_once(struct result_cache *m, const char *path, const char *text, uint32_t len)
{
	return result_cache_get(m, make_script, path, text, len);
}

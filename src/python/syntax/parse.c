// SPDX-License-Identifier: MIT
/* The parser's main loop: from bytes through tree-sitter's tree to a root node. One walk visits the tree; open nodes
 * are frames on an explicit stack with their finished children, so deep input costs heap, never stack.
 *
 * Example: x = 1
 *          frames: module; assignment; leaf x -> NAME, leaf 1 -> INT
 *          assignment closes: ASSIGN(INT, NAME); module closes: MODULE(ASSIGN) */
#include "python/syntax/syntax_memory.h"
#include "python/syntax/priv.h"
#include "text/conflict.h"
#include <pthread.h>
#include <string.h>

enum { MAX_DEPTH = 2900 };

/* The tree of tree-sitter takes up to 200 times its text. So large texts are parsed one at a time, and their memory
 * returns to the process: a thread's free lists would hold it. */
enum { LARGE_TEXT = 64 << 10, LARGE_TEXTS = 1 << 20 /* bytes of texts that parse_shared() stores in a run */ };
static pthread_mutex_t large_text = PTHREAD_MUTEX_INITIALIZER;

const TSLanguage *tree_sitter_python(void);

struct parser *parser_new(void)
{
	struct parser *p = xcalloc(1, sizeof *p);

	p->ts = ts_parser_new();
	if (!p->ts || !ts_parser_set_language(p->ts, tree_sitter_python()))
		BUG("tree-sitter refuses its Python grammar");
	p->sym = symbols_of_python(&p->nsym);
	return p;
}

void parser_free(struct parser *p)
{
	if (!p)
		return;
	ts_parser_delete(p->ts);
	vec_release(&p->items);
	vec_release(&p->frames);
	vec_release(&p->levels);
	free(p);
}

/* --- nodes */

struct node *parse_node(struct lower *l, enum node_kind kind, uint32_t lo, uint32_t hi, uint32_t nkids)
{
	size_t bytes = sizeof(struct node) + nkids * sizeof(struct node *);
	struct node *n = arena_alloc(l->a, 1, bytes, alignof(struct node));

	n->kind = (uint8_t)kind;
	n->lo = parse_place(l, lo, false);
	n->hi = parse_place(l, hi, lo != hi);
	n->n = nkids;
	return n;
}

/* --- the walk */

static bool is_leaf(enum sym sym)
{
	switch (sym) {
	case S_string:
	case S_identifier:
	case S_integer:
	case S_float:
	case S_true:
	case S_false:
	case S_none:
	case S_ellipsis:
	case S_comment:
	case S_line_continuation:
	case S_import_prefix:
	case S_wildcard_import:
	case S_pass_statement:
	case S_break_statement:
	case S_continue_statement:
	case S_keyword_separator:
	case S_positional_separator:
	case S_token:
		return true;
	default:
		return sym >= T_PLUS;
	}
}

/* Their children belong to the surrounding node. */
static bool is_transparent(enum sym sym, enum sym parent)
{
	return sym == S_argument_list || sym == S_with_clause || sym == S_error ||
	       (sym == S_assignment && parent == S_assignment);
}

static uint8_t context_of(const struct lower *l, const struct open_node *parent, enum sym sym)
{
	uint8_t ctx = parent->ctx;

	if (parent->sym == S_lambda && sym != S_lambda_parameters)
		return (ctx | IN_FUNCTION) & (uint8_t) ~(IN_ASYNC | IN_LOOP | IN_CLASS);
	if (sym != S_block)
		return ctx;
	switch (parent->sym) {
	case S_for_statement:
	case S_while_statement:
		return ctx | IN_LOOP;
	case S_class_definition:
		return IN_CLASS;
	case S_function_definition:
		return parent->first < l->items->n && l->items->at[parent->first].sym == T_ASYNC
			       ? IN_FUNCTION | IN_ASYNC
			       : IN_FUNCTION;
	default:
		return ctx;
	}
}

static uint8_t context_here(const struct lower *l, enum sym sym)
{
	return l->frames->n ? context_of(l, &l->frames->at[l->frames->n - 1], sym) : 0;
}

static enum sym symbol_of(const struct lower *l, TSSymbol id)
{
	return id < l->p->nsym ? (enum sym)l->p->sym[id] : S_error;
}

static void push_item(struct lower *l, struct node *n, enum sym sym, uint32_t lo, uint32_t hi, uint32_t depth)
{
	vec_push(l->items, ((struct lowered){ .node = n,
					      .lo = lo,
					      .hi = hi,
					      .depth = depth,
					      .sym = (uint8_t)sym,
					      .ctx = context_here(l, sym) }));
	if (depth > l->depth)
		l->depth = depth;
}

static void visit_leaf(struct lower *l, enum sym sym, uint32_t lo, uint32_t hi)
{
	if (sym == S_comment || sym == S_line_continuation)
		return;

	/* The pieces of a concatenation are decoded together. */
	bool piece = sym == S_string && l->frames->at[l->frames->n - 1].sym == S_concatenated_string;

	push_item(l, piece || sym >= T_PLUS || sym == S_token ? NULL : parse_leaf(l, sym, lo, hi), sym, lo, hi, 1);
}

static void open_frame(struct lower *l, enum sym sym, uint32_t lo, uint32_t hi)
{
	uint8_t ctx = context_here(l, sym);

	vec_push(l->frames,
		 ((struct open_node){
			 .first = (uint32_t)l->items->n, .lo = lo, .hi = hi, .sym = (uint8_t)sym, .ctx = ctx }));
}

static uint32_t deepest(const struct lowered *at, size_t n)
{
	uint32_t depth = 0;

	for (size_t i = 0; i < n; i++)
		if (at[i].depth > depth)
			depth = at[i].depth;
	return depth;
}

/* The grammar may read "*a.b()" as "(*a).b()". */
static struct node *hoist_star(struct lower *l, struct node *n)
{
	if (!n || !n->n || !n->kid[0] || n->kid[0]->kind != NODE_STAR || n->kid[0]->flags & NF_PAREN)
		return n;
	switch (n->kind) {
	case NODE_CALL:
	case NODE_ATTR:
	case NODE_INDEX:
	case NODE_BINARY:
	case NODE_BOOL:
	case NODE_COMPARE:
	case NODE_COND:
		break;
	default:
		return n;
	}

	const struct node *star = n->kid[0], *inner = star->kid[0];
	struct node *made = parse_node(l, NODE_STAR, 0, 0, 1);

	made->lo = star->lo;
	made->hi = n->hi;
	n->lo = inner->flags & NF_PAREN ? star->lo + 1 : inner->lo;
	node_set(n, 0, inner);
	node_set(made, 0, n);
	return made;
}

static void close_frame(struct lower *l)
{
	struct open_node f = l->frames->at[--l->frames->n];
	enum sym parent = l->frames->n ? (enum sym)l->frames->at[l->frames->n - 1].sym : S_other;

	if (f.sym == S_error)
		report_assignment(l, &f);
	if (is_transparent(f.sym, parent))
		return;

	struct kids k = { .n = (uint32_t)l->items->n - f.first, .lo = f.lo, .hi = f.hi, .ctx = f.ctx };
	if (k.n) /* else there may be no items */
		k.at = l->items->at + f.first;
	uint32_t depth = deepest(k.at, k.n) + (f.sym == S_if_statement ? 1 + k.n / 2 : 1); /* each elif nests */

	if (!l->broken) {
		check_walrus(l, &k, f.sym);
		check_line(l, f.sym, &k);
	}

	struct node *n = hoist_star(l, lower_expr(l, f.sym, &k));

	l->items->n = f.first;
	push_item(l, n, f.sym, f.lo, f.hi, depth);
}

static void enter(struct lower *l, struct visit *v, const struct visited *at)
{
	enum sym sym = symbol_of(l, at->symbol);

	bool whole = is_leaf(sym) && sym != S_string; /* children of an ERROR are not visited */

	if (l->broken && (sym == S_error || visited_is_missing(at) || (whole && visited_has_error(at))))
		report_broken(l, at->lo, at->hi, sym == S_error ? NULL : visited_type(v, at));
	if (is_leaf(sym)) {
		visit_leaf(l, sym, at->lo, at->hi);
		return;
	}
	open_frame(l, sym, at->lo, at->hi);
	visit_children(v, at);
}

static void walk(struct lower *l, const TSTree *tree)
{
	struct visit v;
	struct visited at = visit_root(tree, &v, &l->p->levels);
	size_t top = l->frames->n;

	do {
		enter(l, &v, &at);
		while (l->frames->n > top && !visit_next(&v, &at))
			close_frame(l);
	} while (l->frames->n > top);
}

/* --- one text */

/* tree-sitter says that the text is broken: the cause may be an f-string, which has a better message. */
static bool report_formats(struct lower *l)
{
	size_t before = l->errors->n;

	for (size_t i = 0; i < l->formats.n && l->errors->n == before; i++)
		parse_strings(l, &l->formats.at[i], 1);
	return l->errors->n > before;
}

static struct node *walk_tree(struct lower *l, TSTree *tree)
{
	TSNode root = ts_tree_root_node(tree);
	size_t first = l->items->n;
	struct node *n = NULL;

	if (ts_node_has_error(root) && !l->broken)
		l->known = report_formats(l);
	l->known |= l->broken; /* the scan has reported */
	l->broken |= ts_node_has_error(root);

	size_t nerrors = l->errors->n;

	walk(l, tree);
	if (l->broken && l->errors->n == nerrors && !l->known)
		parse_error(l, 0, 0, "invalid syntax"); /* at an unknown place */
	if (l->known)					/* one error is enough, and CPython's own */
		l->errors->n = nerrors;
	for (size_t i = first; i < l->items->n && !n; i++)
		n = l->items->at[i].node;
	l->items->n = first;
	if (l->depth > MAX_DEPTH)
		parse_error(l, 0, 0, "too deeply nested (Python's recursion limit)");
	return n;
}

/* Scans, parses and walks. NULL: no tree. */
static struct node *read_nodes(struct lower *l)
{
	enum scan_result scanned = parse_scan(l);
	TSTree *tree = NULL;
	struct node *n = NULL;

	l->broken = scanned != SCAN_OK;
	if (l->broken)
		budget_cut(l->p);
	if (scanned != SCAN_HOPELESS)
		tree = parse_tree(l);
	if (tree) {
		n = walk_tree(l, tree);
		ts_tree_delete(tree);
	}
	vec_release(&l->soft);
	vec_release(&l->remarks);
	vec_release(&l->formats);
	vec_release(&l->lines);
	return n;
}

static struct node *read_alone(struct lower *l)
{
	pthread_mutex_lock(&large_text);

	memory_count(true);

	struct node *n = read_nodes(l);

	memory_count(false);
	vec_release(l->items);
	pthread_mutex_unlock(&large_text);
	return n;
}

/* Python reads a lone CR as a newline, tree-sitter as a blank. Returns a NUL-terminated copy (NULL: not needed). */
static char *copy_text(const char *s, uint32_t len)
{
	char *copy = xcalloc((size_t)len + 3, 1);

	memcpy(copy, s, len);
	for (char *cr = memchr(copy, '\r', len); cr; cr = memchr(cr + 1, '\r', (size_t)(copy + len - cr - 1)))
		if (cr[1] != '\n')
			*cr = '\n';
	return copy;
}

static int error_order(const void *a, const void *b)
{
	const struct syntax_error *x = a, *y = b;

	return x->lo != y->lo ? (x->lo < y->lo ? -1 : 1) : 0;
}

/* Conflict markers of a merge are the error, whatever Python reports for them. In a text that is valid, or has its
 * first error after them, they are inside a string. */
static void report_conflict(struct lower *l)
{
	struct conflict c;
	bool here = false;

	if (!l->errors->n || l->gave_up || !conflict_find(l->s, l->len, &c))
		return;
	for (size_t i = 0; i < l->errors->n && !here; i++)
		here = l->errors->at[i].lo <= parse_place(l, c.end, true);
	if (!here)
		return;
	l->errors->n = 0;
	parse_error(l, c.lo, c.hi, "a merge is unresolved: conflict markers from line %u to %u", c.first, c.last);
}

/* Copies the lists to the arena. */
static void finish(struct lower *l, struct parsed *out)
{
	report_conflict(l);
	if (l->errors->n) {
		struct syntax_error *e = arena_array(l->a, struct syntax_error, l->errors->n);

		memcpy(e, l->errors->at, l->errors->n * sizeof *e);
		qsort(e, l->errors->n, sizeof *e, error_order);
		out->error = e;
	}
	if (l->comments->n) {
		struct comment *c = arena_array(l->a, struct comment, l->comments->n);

		memcpy(c, l->comments->at, l->comments->n * sizeof *c);
		out->comment = c;
	}
	out->nerrors = (uint32_t)l->errors->n;
	out->ncomments = (uint32_t)l->comments->n;
}

void parse_module(struct parser *p, struct arena *a, const char *bytes, uint32_t len, const struct textmap *map,
		  struct parsed *out)
{
	char *copy = copy_text(bytes, len);
	struct syntax_errors errors = { 0 };
	struct comments comments = { 0 };
	struct lower l = { .p = p,
			   .a = a,
			   .s = copy,
			   .len = len,
			   .map = map,
			   .errors = &errors,
			   .comments = &comments,
			   .items = &p->items,
			   .frames = &p->frames };

	*out = (struct parsed){ 0 };
	p->newer = (struct syntax_error){ 0 };
	budget_start(p, len);

	struct node *root = len < LARGE_TEXT ? read_nodes(&l) : read_alone(&l);

	if (!root || root->kind != NODE_MODULE) {
		struct kids k = { .at = root ? &(struct lowered){ .node = root } : NULL, .n = root ? 1 : 0, .hi = len };

		root = lower_stmt(&l, S_module, &k);
	}
	out->root = root;
	out->gave_up = l.gave_up;
	out->newer = p->newer;
	finish(&l, out);
	vec_release(&errors);
	vec_release(&comments);
	free(copy);
}

static const void *make_parsed(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	struct parser *p = parser_new();
	struct parsed *out = arena_new(a, struct parsed);

	(void)m;
	parse_module(p, a, text, len, NULL, out);
	parser_free(p);
	return out;
}

const struct parsed *parse_once(struct result_cache *m, const char *path, const char *text, uint32_t len)
{
	return result_cache_get(m, make_parsed, path, text, len);
}

void parse_shared(struct parser *p, struct result_cache *m, struct arena *a, const char *path, const char *text,
		  uint32_t len, struct parsed *out)
{
	if (len >= LARGE_TEXT && result_cache_reserve(m, len, LARGE_TEXTS))
		*out = *parse_once(m, path, text, len);
	else
		parse_module(p, a, text, len, NULL, out);
}

/* --- expressions */

/* The content of the added parentheses: a bare tuple has taken them as its own. */
static struct node *unwrap(struct lower *l, struct node *module)
{
	struct node *n = NULL;

	if (module && module->kind == NODE_MODULE && module->n == 1 && module->kid[0]->kind == NODE_EXPR)
		n = node_copy(l->a, module->kid[0]->kid[0]);
	if (!n || l->broken)
		return NULL;
	if (n->kind == NODE_GENEXP && n->lo == parse_place(l, 0, false)) {
		parse_error(l, 1, l->len - 2, "Generator expression must be parenthesized");
		return NULL;
	}
	if (n->kind == NODE_TUPLE && n->lo == parse_place(l, 0, false)) {
		if (!n->n)
			return NULL;
		n->lo = parse_place(l, 1, false);
		n->hi = parse_place(l, l->len - 2, true);
	}
	return n;
}

/* The newline ends a comment before the parenthesis. */
static char *wrap(const char *s, uint32_t len)
{
	char *text = xcalloc((size_t)len + 6, 1);

	text[0] = '(';
	memcpy(text + 1, s, len);
	memcpy(text + 1 + len, "\n)", 2);
	return text;
}

static struct node *parse_wrapped(struct lower *l, const char *s, uint32_t n)
{
	char *text = wrap(s, n);
	size_t before = l->errors->n;

	l->s = text;
	l->len = n + 3;
	l->wrapped = true;

	struct node *found = unwrap(l, read_nodes(l));

	if (!found && l->errors->n == before)
		parse_error(l, 1, 1, "invalid syntax");
	free(text);
	return l->errors->n == before ? found : NULL;
}

struct node *parse_inner(struct lower *outer, uint32_t lo, uint32_t hi)
{
	struct lower l = *outer;

	l.base = outer->base + lo - 1;
	l.comments = NULL;
	l.nest = outer->nest + 1;
	l.broken = false;
	l.known = false;
	l.soft = (struct offsets){ 0 };
	l.remarks = (struct pieces){ 0 };
	l.formats = (struct pieces){ 0 };
	l.lines = (struct offsets){ 0 };

	size_t before = l.errors->n;
	struct node *n = parse_wrapped(&l, outer->s + lo, hi - lo);

	for (size_t i = before; i < l.errors->n; i++)
		if (strncmp(l.errors->at[i].msg, "f-string", 8))
			l.errors->at[i].msg = arena_printf(l.a, "f-string: %s", l.errors->at[i].msg);

	outer->depth = l.depth;
	return n;
}

/* For rules: the first error goes to e. */
static bool start_text(struct lower *l, struct parser *p, uint32_t len, struct err *e)
{
	budget_start(p, len);
	l->p = p;
	l->items = &p->items;
	l->frames = &p->frames;
	return len < UINT32_MAX - 8 || err_set(e, ERR_LIMIT, "the expression is too long");
}

static void take_error(const struct lower *l, const char *s, uint32_t base, struct err *e)
{
	if (!e || !l->errors->n)
		return;

	const struct syntax_error *first = &l->errors->at[0];
	uint32_t lo = first->lo < base ? 0 : first->lo - base;

	err_set(e, ERR_SYNTAX, "%s", first->msg);
	e->line = 1;
	e->col = 1;
	for (uint32_t i = 0; i < lo && s[i]; i++) {
		e->line += s[i] == '\n';
		e->col = s[i] == '\n' ? 1 : e->col + 1;
	}
}

const struct node *parse_expr(struct parser *p, struct arena *a, const char *bytes, uint32_t len, uint32_t base,
			      struct err *e)
{
	struct syntax_errors errors = { 0 };
	struct lower l = { .a = a, .base = base - 1, .errors = &errors };

	if (!start_text(&l, p, len, e))
		return NULL;

	char *copy = copy_text(bytes, len);
	struct lower plain = l; /* unwrapped, so that "a) + (b" is no expression */

	plain.s = copy;
	plain.len = len;
	plain.base = base;
	plain.wrapped = true;

	const struct node *n = NULL;
	if (strspn(copy, " \t\n\f\r") == len)
		parse_error(&plain, 0, 0, "an expression is missing");
	else if (parse_scan_inner(&plain))
		n = parse_wrapped(&l, copy, len);
	vec_release(&plain.soft);
	vec_release(&plain.formats);
	vec_release(&plain.lines);
	take_error(&l, copy, base, e);
	free(copy);
	vec_release(&errors);
	return n;
}

const struct node *parse_message(struct parser *p, struct arena *a, const char *bytes, uint32_t len, uint32_t base,
				 struct err *e)
{
	struct syntax_errors errors = { 0 };
	char *copy = copy_text(bytes, len);
	struct lower l = { .a = a, .base = base, .errors = &errors, .s = copy, .len = len };
	const struct node *n = start_text(&l, p, len, e) ? parse_fstring_body(&l) : NULL;

	take_error(&l, copy, base, e);
	free(copy);
	vec_release(&errors);
	return n;
}

// SPDX-License-Identifier: MIT
/* Walks a script forwards: which commands run with which variables (see priv.h).
 *
 * Example: if [ $# -gt 1 ]; then GPUS=$2; else GPUS=8; fi
 *          both arms are walked; after the join GPUS is unknown
 *          python train.py --gpus $GPUS is a launch with an unknown value */
#include "launch/priv.h"
#include "base/path.h"
#include <ctype.h>
#include <string.h>

struct state state_keep(struct evaluation *e)
{
	budget_steps(&e->budget, e->state.n / 4);
	return state_copy(e->a, &e->state);
}

struct span evaluation_span(const struct evaluation *e, uint32_t lo, uint32_t hi)
{
	return e->file == e->main ? (struct span){ e->main->src->id, lo, hi } : e->outer;
}

/* ---- scripts */

const struct script *script_open(struct evaluation *e, const char *path)
{
	struct buf text = { 0 };
	struct err why = { 0 };
	struct script *s = NULL;

	for (size_t i = 0; i < e->script.n; i++)
		if (!strcmp(e->script.at[i]->path, path))
			return e->script.at[i];
	if (e->script.n < SCRIPTS_MAX && path_inside(e->root, path) && vfs_read(e->fs, path, &text, &why)) {
		s = arena_new(e->a, struct script);
		s->path = arena_strdup(e->a, path);
		s->src = sources_add(e->sources, path, buf_str(&text), text.n);
		if (source_check(s->src, &why))
			s->tree = *shell_parse_once(vfs_results(e->fs), s->src->path, s->src->bytes, s->src->len);
		else
			s = NULL;
	}
	buf_release(&text);
	if (s)
		vec_push(&e->script, s);
	return s;
}

const struct script *script_of_text(struct evaluation *e, const char *text)
{
	struct script *s = arena_new(e->a, struct script);
	size_t n = strlen(text);

	if (!budget_steps(&e->budget, 100 + n / 4))
		return NULL;
	s->path = e->file->path;
	shell_parse(e->a, text, (uint32_t)n, &s->tree);
	return s;
}

struct positionals positionals_of(struct evaluation *e, const struct shell_fields *args)
{
	struct expanded *items = arena_array(e->a, struct expanded, args->n + 1);
	uint32_t n = 0;
	bool known = true;

	for (size_t i = 0; i < args->n; i++) {
		known &= !args->at[i].open;
		if (!args->at[i].gone)
			items[n++] = args->at[i];
	}
	return (struct positionals){ items, n, known };
}

/* Another text or body that is walked at the current position. */
struct place {
	const struct script *file;
	struct span outer;
	struct positionals args;
	uint32_t narms;
};

static struct place place_enter(struct evaluation *e, const struct script *file, const struct shell_fields *args,
				struct span at)
{
	struct place was = { e->file, e->outer, e->args, e->narms };

	if (e->file == e->main)
		e->outer = at;
	e->file = file;
	if (args)
		e->args = positionals_of(e, args);
	e->depth++;
	return was;
}

static void place_leave(struct evaluation *e, const struct place *was)
{
	e->depth--;
	e->file = was->file;
	e->outer = was->outer;
	e->args = was->args;
	e->narms = was->narms;
}

void walk_script(struct evaluation *e, const struct script *s, const struct shell_fields *args, const struct span *at,
		 bool own_state)
{
	struct state before = state_keep(e);
	struct place was;

	if (e->depth >= CALLS_MAX)
		return;
	was = place_enter(e, s, args, *at);
	if (own_state) /* a child process sees exported variables only */
		for (uint32_t i = e->state.n; i-- > 0;)
			if (!e->state.at[i].exported)
				e->state.at[i] = e->state.at[--e->state.n];
	if (own_state)
		e->state.errexit = e->state.pipefail = false;
	walk_node(e, s->tree.root);
	if (!args && !own_state) /* its shift changes the arguments of the sourcing script */
		was.args = e->args;
	place_leave(e, &was);
	if (own_state)
		e->state = before;
	else if (e->state.dead) /* `return` of a sourced text */
		e->state.dead = false;
}

static void call_function(struct evaluation *e, const struct shell_function *f, const struct shell_fields *words,
			  struct span at)
{
	struct shell_fields args = { .at = words->at + 1, .n = words->n - 1 };
	struct place was;

	if (e->depth >= CALLS_MAX)
		return;
	was = place_enter(e, f->of, &args, at);
	walk_node(e, f->body);
	place_leave(e, &was);
	e->state.dead = false;
}

/* ---- commands */

static const struct shell_function *function_find(const struct evaluation *e, const char *name)
{
	const struct str *text = str_lit(name);

	for (size_t i = e->function.n; i-- > 0;)
		if (e->function.at[i].name == text)
			return &e->function.at[i];
	return NULL;
}

/* Only one line end, and comment lines, stand between. */
static bool is_next_line(const char *text, uint32_t lo, uint32_t hi)
{
	bool ended = false, comment = false;

	for (; lo < hi; lo++) {
		if (text[lo] == '\\' && text[lo + 1] == '\n') {
			lo++;
		} else if (text[lo] == '#') {
			comment = true;
			lo += (uint32_t)strcspn(text + lo, "\n") - 1;
		} else if (text[lo] == '\n') {
			if (ended && !comment)
				return false;
			ended = true;
			comment = false;
		} else if (!strchr(" \t\r", text[lo])) {
			return false;
		}
	}
	return ended;
}

/* --work-dir x as a command after a launch: it was meant as an argument of the launch. */
static void note_lost(struct evaluation *e, const struct shell_node *n, const char *name)
{
	struct launch *l = e->launch.n ? e->launch.at[e->launch.n - 1] : NULL;

	if (!l || strncmp(name, "--", 2) || !name[2] || e->file != e->main || l->lost || l->at.hi > n->lo ||
	    !is_next_line(e->main->src->bytes, l->at.hi, n->lo))
		return;
	l->lost = name;
	l->lost_at = evaluation_span(e, n->lo, n->lo + (uint32_t)strcspn(e->main->src->bytes + n->lo, " \t\r\n"));
}

static void walk_words(struct evaluation *e, const struct shell_node *n, struct shell_fields *w)
{
	const struct shell_function *f;
	size_t first = 0;

	while (first < w->n && w->at[first].gone)
		first++;
	if (first == w->n)
		return;
	struct shell_fields rest = { .at = w->at + first, .n = w->n - first };
	e->brought |= rest.at[0].text && words_have(&e->words->brings, path_base(rest.at[0].text));
	if (rest.at[0].text)
		note_lost(e, n, rest.at[0].text);
	if (rest.at[0].text && builtin_run(e, n, &rest))
		return;
	f = rest.at[0].text ? function_find(e, rest.at[0].text) : NULL;
	if (f)
		call_function(e, f, &rest, evaluation_span(e, n->lo, n->hi));
	else
		launch_find(e, n, &rest);
}

static bool declares(const struct shell_node *n)
{
	const struct shell_word *w = n->nwords ? &n->word[0] : NULL;

	return w && w->n == 1 && w->part[0].kind == SHELL_TEXT &&
	       (!strcmp(w->part[0].text, "export") || !strcmp(w->part[0].text, "declare") ||
		!strcmp(w->part[0].text, "local") || !strcmp(w->part[0].text, "typeset") ||
		!strcmp(w->part[0].text, "readonly"));
}

/* A=1 command: for this command only; such a variable counts as exported. */
static void walk_command(struct evaluation *e, const struct shell_node *n)
{
	struct shell_fields words = { 0 };
	struct state before;
	bool prefix = n->nassigns && n->nwords && !declares(n);

	expand_words(e, n->word, n->nwords, &words);
	if (prefix)
		before = state_keep(e);
	if (!declares(n))
		for (uint32_t i = 0; i < n->nassigns; i++)
			variable_assign(e, &n->assign[i], prefix);
	if (words.n)
		walk_words(e, n, &words);
	if (prefix) {
		bool dead = e->state.dead;

		e->state = before;
		e->state.dead = dead;
	}
	vec_release(&words);
}

/* ---- compound commands */

static void arm_push(struct evaluation *e, uint32_t of, uint32_t arm)
{
	if (e->narms < ARMS_MAX)
		e->arm[e->narms++] = (struct arm){ of, arm };
}

/* Walks one of several branches from the state `from`, and joins the result into *all. */
static void walk_arm(struct evaluation *e, const struct shell_node *n, uint32_t of, uint32_t arm, struct state *all,
		     bool *any_dead)
{
	uint32_t narms = e->narms;
	struct state from = state_keep(e);

	arm_push(e, of, arm);
	walk_node(e, n);
	e->narms = narms;
	*any_dead |= e->state.dead;
	*all = state_join(e->a, all, &e->state);
	e->state = from;
}

static void arms_end(struct evaluation *e, uint32_t of, const struct state *all, bool any_dead)
{
	e->state = *all;
	if (any_dead && !all->dead) /* the code after it excludes the arms that end the script */
		arm_push(e, of, UINT32_MAX);
}

static void walk_condition(struct evaluation *e, const struct shell_node *n)
{
	bool relied = e->relied, tail = e->tail;

	e->relied = true;
	e->tail = false;
	walk_node(e, n);
	e->relied = relied;
	e->tail = tail;
}

static void walk_if(struct evaluation *e, const struct shell_node *n)
{
	struct state all = { .dead = true };
	uint32_t of = ++e->nifs, i = 0;
	bool any_dead = false;
	enum decided is = TEST_OPEN;

	for (; i + 1 < n->n && is != TEST_TRUE; i += 2) {
		walk_condition(e, n->kid[i]);
		is = test_decide(e, n->kid[i]);
		if (is != TEST_FALSE)
			walk_arm(e, n->kid[i + 1], of, i, &all, &any_dead);
	}
	if (is != TEST_TRUE && i < n->n)
		walk_arm(e, n->kid[i], of, i, &all, &any_dead);
	else if (is != TEST_TRUE)
		all = state_join(e->a, &all, &e->state);
	arms_end(e, of, &all, any_dead);
}

static void walk_case(struct evaluation *e, const struct shell_node *n)
{
	struct state all = { .dead = true };
	uint32_t of = ++e->nifs;
	bool any_dead = false;

	for (uint32_t i = 0; i < n->n; i++)
		walk_arm(e, n->kid[i], of, i, &all, &any_dead);
	if (!n->every)
		all = state_join(e->a, &all, &e->state);
	arms_end(e, of, &all, any_dead);
}

/* Forgets all variables that are set below n: before a loop that may run again. */
static void forget_set(struct evaluation *e, const struct shell_node *n, uint32_t depth)
{
	for (uint32_t i = 0; i < n->nassigns; i++)
		variable_forget(e, str_lit(n->assign[i].name));
	if (n->arithmetic)
		arithmetic_run(e, n->arithmetic);
	if (n->kind == SHELL_COMMAND && n->nwords && n->word[0].n == 1 && n->word[0].part[0].kind == SHELL_TEXT &&
	    !strcmp(n->word[0].part[0].text, "shift"))
		e->args = (struct positionals){ 0 };
	for (uint32_t i = 0; i < n->n && depth < SHELL_DEPTH_MAX && evaluation_step(e); i++)
		forget_set(e, n->kid[i], depth + 1);
}

static void walk_once(struct evaluation *e, const struct shell_node *body)
{
	struct state before;
	bool looped = e->looped, tail = e->tail;

	before = state_keep(e);
	forget_set(e, body, 0);
	e->looped = true;
	e->tail = false;
	walk_node(e, body);
	e->looped = looped;
	e->tail = tail;
	e->state.dead = false;
	e->state = state_join(e->a, &before, &e->state);
}

static void set_loop(struct evaluation *e, const struct shell_node *n, const struct expanded *f)
{
	struct shell_variable *v = n->name ? state_put(e->a, &e->state, str_lit(n->name)) : NULL;

	if (v)
		*v = (struct shell_variable){ .name = v->name,
					      .text = f ? f->text : NULL,
					      .exported = v->exported,
					      .at = f ? f->origin : evaluation_span(e, n->lo, n->lo) };
}

static void walk_for(struct evaluation *e, const struct shell_node *n)
{
	struct shell_fields all = { 0 };
	bool known = n->word, looped = e->looped, tail = e->tail;

	if (!n->n)
		return;
	expand_words(e, n->word, n->word ? n->nwords : 0, &all);
	for (size_t i = 0; i < all.n; i++)
		known &= !all.at[i].open && !all.at[i].gone && !all.at[i].glob;
	if (!known || all.n > UNROLL_MAX) {
		if (n->arithmetic)
			arithmetic_run(e, n->arithmetic);
		set_loop(e, n, NULL);
		walk_once(e, n->kid[0]);
	}
	for (size_t i = 0; known && all.n <= UNROLL_MAX && i < all.n; i++) {
		set_loop(e, n, &all.at[i]);
		e->looped = looped || all.n > 1;
		e->tail = tail && i + 1 == all.n;
		walk_node(e, n->kid[0]);
		e->state.dead = false;
	}
	e->looped = looped;
	e->tail = tail;
	vec_release(&all);
}

/* "tee" of `tee log`; "" if unknown */
static const char *command_name(const struct shell_node *n)
{
	const struct shell_word *w = n->kind == SHELL_COMMAND && n->nwords ? &n->word[0] : NULL;

	return w && w->n == 1 && w->part[0].kind == SHELL_TEXT ? path_base(w->part[0].text) : "";
}

static void walk_pipeline(struct evaluation *e, const struct shell_node *n)
{
	const char **pipe = e->pipe, **names = arena_array(e->a, const char *, n->n + 1);
	uint32_t npipe = e->npipe;
	struct state before = state_keep(e);
	bool relied = e->relied, tail = e->tail;

	for (uint32_t i = 0; i < n->n; i++)
		names[i] = command_name(n->kid[i]);
	for (uint32_t i = 0; i < n->n && evaluation_step(e); i++) {
		bool last = i + 1 == n->n;

		if (!last) {
			e->pipe = names + i + 1;
			e->npipe = n->n - i - 1;
		} else {
			e->pipe = pipe;
			e->npipe = npipe;
		}
		e->relied = relied;
		e->tail = tail;
		walk_node(e, n->kid[i]);
		e->state = state_copy(e->a, &before);
	}
	e->pipe = pipe;
	e->npipe = npipe;
	e->tail = tail;
	e->relied = relied;
}

/* a && b && c: each runs after those before it, any of which may end the list. */
static void walk_and(struct evaluation *e, const struct shell_node *n, bool outermost)
{
	struct state early;
	bool tail = e->tail;

	if (n->n != 2)
		return;
	e->tail = false;
	bool relied = e->relied;
	e->relied = true;
	if (n->kid[0]->kind == SHELL_AND && !n->kid[0]->background)
		walk_and(e, n->kid[0], false);
	else
		walk_node(e, n->kid[0]);
	e->relied = relied;
	e->tail = tail;
	early = state_keep(e);
	walk_node(e, n->kid[1]);
	if (outermost)
		e->state = state_join(e->a, &early, &e->state);
}

static void walk_or(struct evaluation *e, const struct shell_node *n)
{
	struct state first;

	if (n->n != 2)
		return;
	walk_condition(e, n->kid[0]);
	first = state_keep(e);
	walk_node(e, n->kid[1]);
	e->state = state_join(e->a, &first, &e->state);
}

static void walk_block(struct evaluation *e, const struct shell_node *n)
{
	bool tail = e->tail, relied = e->relied;

	for (uint32_t i = 0; i < n->n && !e->state.dead; i++) {
		bool last = i + 1 == n->n;

		e->tail = tail && last;
		e->relied = relied && last;
		walk_node(e, n->kid[i]);
	}
	e->tail = tail;
	e->relied = relied;
}

static void define(struct evaluation *e, const struct shell_node *n)
{
	if (n->name && n->n)
		vec_push(&e->function, ((struct shell_function){ str_lit(n->name), n->kid[0], e->file }));
}

static void walk_kind(struct evaluation *e, const struct shell_node *n)
{
	switch (n->kind) {
	case SHELL_COMMAND:
		walk_command(e, n);
		break;
	case SHELL_PIPELINE:
		walk_pipeline(e, n);
		break;
	case SHELL_AND:
		walk_and(e, n, true);
		break;
	case SHELL_OR:
		walk_or(e, n);
		break;
	case SHELL_IF:
		walk_if(e, n);
		break;
	case SHELL_CASE:
		walk_case(e, n);
		break;
	case SHELL_FOR:
		walk_for(e, n);
		break;
	case SHELL_WHILE:
		if (n->n == 2) {
			walk_condition(e, n->kid[0]);
			walk_once(e, n->kid[1]);
		}
		break;
	case SHELL_FUNCTION:
		define(e, n);
		break;
	case SHELL_TEST:
		if (n->arithmetic)
			arithmetic_run(e, n->arithmetic);
		break;
	default:
		walk_block(e, n);
	}
}

/* A subprocess leaves no variables behind. */
static void walk_apart(struct evaluation *e, const struct shell_node *n)
{
	struct state before = state_keep(e);
	uint32_t strand = e->strand, narms = e->narms;
	bool relied = e->relied, tail = e->tail;

	if (n->background) {
		e->strand = ++e->nstrands;
		e->relied = e->tail = false;
	}
	walk_kind(e, n);
	e->strand = strand;
	e->relied = relied;
	e->tail = tail;
	e->narms = narms;
	e->state = before;
}

void walk_node(struct evaluation *e, const struct shell_node *n)
{
	if (e->state.dead || !evaluation_step(e))
		return;
	if (n->background || n->kind == SHELL_SUBSHELL)
		walk_apart(e, n);
	else
		walk_kind(e, n);
}

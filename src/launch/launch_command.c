// SPDX-License-Identifier: MIT
/* Is a command a launch? Wrappers are removed one after the other, until a Python script is left, or a script of the
 * project, which is walked instead.
 *
 * Example: CUDA_VISIBLE_DEVICES=0,1 srun -n 2 python -m torch.distributed.launch tools/train.py a.py
 *          row srun takes `-n 2`; row python takes `-m`, row torchrun the module
 *          script tools/train.py, arg a.py, env CUDA_VISIBLE_DEVICES=0,1 */
#include "launch/priv.h"
#include "base/path.h"
#include <ctype.h>
#include <string.h>

/* ---- which row */

static bool row_is(const struct launch_row *r, const char *name)
{
	return words_match(&r->name, name);
}

const struct launch_row *launch_row_find(const struct launch_words *w, const char *name)
{
	for (uint32_t i = 0; i < w->nrows; i++)
		if (row_is(&w->row[i], name))
			return &w->row[i];
	return NULL;
}

static const struct launch_row *row_of_module(const struct launch_words *w, const char *module)
{
	for (uint32_t i = 0; i < w->nrows; i++)
		if (words_have(&w->row[i].as_module, module))
			return &w->row[i];
	return NULL;
}

/* ---- options */

static const struct launch_option *option_find(const struct launch_row *r, const char *word, size_t n)
{
	for (uint32_t i = 0; i < r->noptions; i++)
		for (uint32_t k = 0; k < r->option[i].word.n; k++)
			if (strlen(r->option[i].word.at[k]) == n && !strncmp(r->option[i].word.at[k], word, n))
				return &r->option[i];
	return NULL;
}

/* What is known of a word: `:/data` of $HOME:/data. */
static const char *known_part(const struct expanded *f)
{
	return f->text ? f->text : f->ends ? f->ends : f->begins ? f->begins : "";
}

/* An option of a container may stand there several times, each for another thing: `-v a:b -v c:d`. */
static void say(struct evaluation *e, struct launch *l, const struct launch_row *r, const struct launch_option *o,
		struct expanded value)
{
	if (r->elsewhere)
		value.text = known_part(&value);
	for (uint32_t i = 0; i < l->nvalues; i++)
		if (!strcmp(l->value[i].field, o->field) && !l->value[i].into == !r->into) {
			if (r->elsewhere)
				value.text =
					arena_printf(e->a, "%s %s", known_part(&l->value[i].value), known_part(&value));
			l->value[i].value = value;
			return;
		}
	if (l->nvalues < VALUES_MAX)
		l->value[l->nvalues++] = (struct launch_value){ o->field, r->into, value, o->flag };
}

/* A word's text, or for `--n=$N` the known part before the value. */
static const char *known_text(const struct expanded *f)
{
	return f->text ? f->text : f->begins && strchr(f->begins, '=') ? f->begins : NULL;
}

/* The part of a word after its first `n` bytes. */
static struct expanded field_from(const struct expanded *f, size_t n)
{
	struct expanded out = *f;

	out.begins = out.ends = NULL;
	if (!f->text)
		return out;
	out.text = f->text + n;
	out.glob = false;
	if (f->from == n && f->to == strlen(f->text) && n < f->to) {
		out.origin = f->last;
	} else if (out.at.hi - out.at.lo == strlen(f->text) && out.at.lo == out.origin.lo) {
		out.at.lo += (uint32_t)n;
		out.origin = out.at;
	}
	return out;
}

static void set_env(struct evaluation *e, struct launch *l, const struct expanded *f)
{
	const char *text = known_text(f), *eq = text ? strchr(text, '=') : NULL;
	struct expanded value;

	if (!eq || l->nenv == ENV_MAX)
		return;
	value = field_from(f, (size_t)(eq + 1 - text));
	l->env[l->nenv++] = (struct shell_variable){ .name = str_of(text, (size_t)(eq - text)),
						     .text = value.text,
						     .at = value.at,
						     .name_at = f->at,
						     .exported = true,
						     .set_here = e->file == e->main };
}

/* Parses one option at w[i]; returns the number of words that it takes. */
static size_t take_option(struct evaluation *e, const struct launch_row *r, const struct shell_fields *w, size_t i,
			  struct launch *l)
{
	const struct expanded *f = &w->at[i];
	const char *text = known_text(f), *eq = strchr(text, '=');
	const struct launch_option *o = f->text ? option_find(r, text, strlen(text)) : NULL;
	bool two = i + 1 < w->n;

	if (o && o->flag) {
		say(e, l, r, o, *f);
		return 1;
	}
	if (o) {
		say(e, l, r, o, two ? w->at[i + 1] : (struct expanded){ .at = f->at, .origin = f->at });
		return 2;
	}
	if (words_have(&r->env, text)) {
		if (two)
			set_env(e, l, &w->at[i + 1]);
		return 2;
	}
	if (words_have(&r->two, text))
		return 3;
	if (words_have(&r->valued, text))
		return 2;
	if (eq && (o = option_find(r, text, (size_t)(eq - text))))
		say(e, l, r, o, field_from(f, (size_t)(eq + 1 - text)));
	else if (text[1] != '-' && strlen(text) > 2 && (o = option_find(r, text, 2)) && !o->flag)
		say(e, l, r, o, field_from(f, 2)); /* -n4 */
	return 1;
}

void launch_options(struct evaluation *e, const struct launch_row *row, const struct shell_fields *words,
		    struct launch *out)
{
	for (size_t i = 0; i < words->n && evaluation_step(e);) {
		const char *text = known_text(&words->at[i]);

		i += text && *text == '-' ? take_option(e, row, words, i, out) : 1;
	}
}

/* ---- removing wrappers */

static void peel(struct evaluation *e, struct shell_fields w, struct launch *l, uint32_t depth);

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), k = strlen(end);

	return n > k && !strcmp(text + n - k, end);
}

static struct shell_fields behind(const struct shell_fields *w, size_t i)
{
	return i < w->n ? (struct shell_fields){ .at = w->at + i, .n = w->n - i } : (struct shell_fields){ 0 };
}

/* The environment of the command; variables set by its own wrappers come last. */
static void take_env(struct evaluation *e, struct launch *l)
{
	struct shell_variable own[ENV_MAX];
	uint32_t nown = l->nenv;

	memcpy(own, l->env, nown * sizeof *own);
	l->nenv = 0;
	for (uint32_t i = 0; i < e->state.n && l->nenv < ENV_MAX; i++)
		if (e->state.at[i].exported && !e->state.at[i].array)
			l->env[l->nenv++] = e->state.at[i];
	for (uint32_t i = 0; i < nown; i++) {
		uint32_t at = 0;

		while (at < l->nenv && l->env[at].name != own[i].name)
			at++;
		if (at == l->nenv && at < ENV_MAX)
			l->nenv++;
		if (at < ENV_MAX)
			l->env[at] = own[i];
	}
	l->env_open = l->nenv == ENV_MAX || e->state.n == VARIABLES_MAX;
}

static void note_settings(struct evaluation *e, const struct launch *l)
{
	for (uint32_t i = 0; i < l->nenv; i++) {
		const struct shell_variable *v = &l->env[i];
		bool seen = !v->name_at.file;

		for (size_t k = 0; k < e->setting.n && !seen; k++)
			seen = e->setting.at[k].name == v->name && e->setting.at[k].at.lo == v->at.lo;
		if (!seen && evaluation_step(e))
			vec_push(&e->setting,
				 ((struct env_setting){ v->name, v->text, v->at, v->name_at, v->set_here }));
	}
}

static void found(struct evaluation *e, const struct launch *like, const struct expanded *script, bool module,
		  const struct shell_fields *args)
{
	struct launch *l;
	struct expanded *copy;

	if (e->launch.n >= LAUNCHES_MAX) {
		budget_spend_all(&e->budget);
		return;
	}
	l = arena_new(e->a, struct launch);
	*l = *like;
	l->script = *script;
	l->module = module;
	copy = arena_array(e->a, struct expanded, args->n + 1);
	if (args->n)
		memcpy(copy, args->at, args->n * sizeof *copy);
	l->arg = copy;
	l->nargs = (uint32_t)args->n;
	take_env(e, l);
	note_settings(e, l);
	vec_push(&e->launch, l);
}

/* The script of the project that a word calls. */
static const struct script *script_named(struct evaluation *e, const char *word)
{
	const char *dir = path_dir(e->a, e->file->path);
	const struct script *s = NULL;

	word = state_name(e->a, e->state.folder, word);
	if (!word)
		return NULL;
	if (*word == '/')
		return script_open(e, path_normal(e->a, word));
	for (int up = 0; up < 3 && !s && path_inside(e->root, dir); up++, dir = path_dir(e->a, dir))
		s = script_open(e, path_join(e->a, dir, word));
	return s ? s : script_open(e, path_join(e->a, e->root, word));
}

/* bash x.sh a b, ./x.sh a b */
static void call_script(struct evaluation *e, const struct shell_fields *w, struct launch *l)
{
	const struct script *s;
	const struct launch *around = e->around;
	const char *via = e->via;
	struct shell_fields args = behind(w, 1);

	if (!w->n || !w->at[0].text || !*w->at[0].text || !(s = script_named(e, w->at[0].text)) || s == e->file)
		return;
	e->around = l;
	e->via = via ? via : path_relative(e->a, e->root, s->path);
	walk_script(e, s, &args, &l->at, true);
	e->around = around;
	e->via = via;
}

/* bash -c 'text' */
static void call_text(struct evaluation *e, const struct shell_fields *w, struct launch *l)
{
	const struct launch *around = e->around;
	const struct script *s = w->n && w->at[0].text ? script_of_text(e, w->at[0].text) : NULL;
	struct shell_fields args = behind(w, 2);

	if (!s)
		return;
	e->around = l;
	walk_script(e, s, &args, &l->at, true);
	e->around = around;
}

static void take_launcher(struct launch *l, const struct launch_row *r, const char *by, struct span at)
{
	if (r->launcher) {
		l->launcher = r->launcher;
		l->by = by;
		l->by_at = at;
		l->port = r->port;
		l->total = r->total;
	}
	l->omp |= r->omp;
	l->elsewhere |= r->elsewhere;
	if (r->elsewhere)
		l->container = by;
	l->copies |= r->copies;
	l->slurm |= r->into != NULL;
	if (r->profiler)
		l->profiler = by;
}

static void peel_row(struct evaluation *e, const struct launch_row *r, const char *by, struct span by_at,
		     struct shell_fields w, struct launch *l, uint32_t depth);

/* The option at w[i] starts a text or a module, which is the rest of the command. */
static bool peel_last(struct evaluation *e, const struct launch_row *r, const struct shell_fields *w, size_t i,
		      struct launch *l, uint32_t depth)
{
	const char *option = known_text(&w->at[i]);
	struct shell_fields next = behind(w, i + 1), rest = behind(w, i + 2);
	const struct launch_row *of;

	if (words_have(&r->text, option)) {
		if (r->then == THEN_SHELL)
			call_text(e, &next, l);
		else
			e->brought = true; /* python -c '...' */
		return true;
	}
	if (!words_have(&r->module, option))
		return false;
	of = next.n && next.at[0].text ? row_of_module(e->words, next.at[0].text) : NULL;
	if (of)
		peel_row(e, of, next.at[0].text, next.at[0].at, rest, l, depth + 1);
	else if (next.n)
		found(e, l, &next.at[0], true, &rest);
	return true;
}

/* Unknown options may stand here, if the command's operand follows them. */
static bool may_be_options(const struct launch_row *r, const struct shell_fields *w, size_t i)
{
	const char *next = w->at[i].open && i + 1 < w->n ? w->at[i + 1].text : NULL, *ends = w->at[i].ends;
	bool script = r->then == THEN_SCRIPT && ends && ends_with(ends, ".py"); /* $CODE_DIR/run.py */

	return next && !script && (r->then != THEN_SCRIPT || ends_with(next, ".py") || *next == '-');
}

/* *n: the number of words from `w` on that are the command's own; false: nothing follows them, or it is done. */
static bool peel_options(struct evaluation *e, const struct launch_row *r, const struct shell_fields *w,
			 struct launch *l, uint32_t depth, size_t *n)
{
	size_t i = 0;

	while (i < w->n) {
		const char *t = known_text(&w->at[i]);

		if (w->at[i].gone || (!t && may_be_options(r, w, i))) {
			l->container = r->elsewhere ? NULL : l->container; /* unknown options */
			i++;
		} else if (t && r->assigns && isalpha((unsigned char)*t) && strchr(t, '=')) {
			set_env(e, l, &w->at[i++]);
		} else if (!t || *t != '-' || !t[1]) {
			break;
		} else if (!evaluation_step(e) || peel_last(e, r, w, i, l, depth)) {
			return false;
		} else if (!strcmp(t, "--")) {
			i++;
			break;
		} else {
			i += take_option(e, r, w, i, l);
		}
	}
	*n = i + r->skip;
	return *n < w->n;
}

/* Parses the words after the name of row's command, whose place is by_at. */
static void peel_row(struct evaluation *e, const struct launch_row *r, const char *by, struct span by_at,
		     struct shell_fields w, struct launch *l, uint32_t depth)
{
	struct shell_fields rest, args;
	size_t n;

	take_launcher(l, r, by, by_at);
	if (r->then == THEN_ARGUMENTS) {
		bool trains = !r->training.n;

		for (size_t i = 0; i < w.n && !trains; i++)
			trains = w.at[i].text && words_have(&r->training, w.at[i].text);
		const struct expanded program = { .text = by, .at = by_at, .origin = by_at };

		l->table = r->arguments;
		l->command = r;
		l->uses = r->uses || !trains;
		l->pairs = r->pairs;
		found(e, l, &program, true, &w);
		return;
	}
	if (!peel_options(e, r, &w, l, depth, &n))
		return;
	rest = behind(&w, n);
	args = behind(&w, n + 1);
	if (r->then == THEN_SCRIPT)
		found(e, l, &rest.at[0], false, &args);
	else if (r->then == THEN_COMMAND)
		peel(e, rest, l, depth + 1);
	else if (r->then == THEN_SHELL)
		call_script(e, &rest, l);
}

/* The interpreter of scripts, which is no launcher. */
static const struct launch_row *interpreter(const struct launch_words *w)
{
	for (uint32_t i = 0; i < w->nrows; i++)
		if (w->row[i].then == THEN_SCRIPT && w->row[i].module.n && !w->row[i].launcher)
			return &w->row[i];
	return NULL;
}

/* The last component of a command's path; NULL: unknown. */
static const char *word_name(const struct expanded *f)
{
	return f->text ? path_base(f->text) : f->ends && strchr(f->ends, '/') ? path_base(f->ends) : NULL;
}

static void peel(struct evaluation *e, struct shell_fields w, struct launch *l, uint32_t depth)
{
	const struct launch_row *r;
	const char *name;

	while (w.n && w.at[0].gone)
		w = behind(&w, 1);
	if (!w.n || depth > PEEL_MAX || !evaluation_step(e))
		return;
	struct shell_fields rest = behind(&w, 1);

	name = word_name(&w.at[0]);
	if (!name) { /* $PYTHON train.py, $PYTHON -m x */
		r = interpreter(e->words);
		if (r && rest.n && rest.at[0].text &&
		    (ends_with(rest.at[0].text, ".py") || words_have(&r->module, rest.at[0].text)))
			peel_row(e, r, NULL, w.at[0].at, rest, l, depth);
		return;
	}
	r = launch_row_find(e->words, name);
	if (r) {
		if (r->then == THEN_SCRIPT && !r->launcher) {
			l->program = name;
			l->program_at = w.at[0].at;
		}
		peel_row(e, r, name, w.at[0].at, rest, l, depth);
		return;
	}
	if (rest.n && rest.at[0].text) {
		r = launch_row_find(e->words, arena_printf(e->a, "%s %s", name, rest.at[0].text));
		if (r) {
			struct span both = w.at[0].at;

			both.hi = rest.at[0].at.hi;
			peel_row(e, r, arena_printf(e->a, "%s %s", name, rest.at[0].text), both, behind(&rest, 1), l,
				 depth);
			return;
		}
	}
	if (ends_with(name, ".py")) {
		l->program = "";
		found(e, l, &w.at[0], false, &rest);
	} else if (w.at[0].text && (ends_with(name, ".sh") || strchr(w.at[0].text, '/'))) {
		call_script(e, &w, l);
	}
}

void launch_find(struct evaluation *e, const struct shell_node *n, struct shell_fields *words)
{
	struct launch *l = arena_new(e->a, struct launch);

	budget_steps(&e->budget, sizeof *l / 256);
	if (e->around)
		*l = *e->around;
	l->at = evaluation_span(e, n->lo, n->hi);
	l->via = e->via;
	l->background = e->strand != 0;
	l->strand = e->strand;
	l->round = e->round;
	l->relied = e->relied;
	l->last = e->tail;
	l->errexit = e->state.errexit;
	l->pipefail = e->state.pipefail;
	l->files = e->state.files;
	l->folder = e->state.folder;
	l->repeated = e->looped;
	l->brought = e->brought;
	l->narms = e->narms;
	memcpy(l->arm, e->arm, e->narms * sizeof *l->arm);
	l->pipe = e->pipe;
	l->npipe = e->npipe;
	peel(e, *words, l, 0);
}

// SPDX-License-Identifier: MIT
/* Builds the value tree of the launches that the walk over a script found (docs/writing-rules.md lists its fields). The
 * words of a command are read in one pass: words before the first flag are positional, a flag takes those behind it.
 *
 * Invariant: each value has the span of the word that gives it. A word with an unknown variable is Unknown, not a text.
 *
 *	torchrun --nproc_per_node=4 train.py c.py --lr 1e-3
 *	{launcher: "torchrun", nproc: 4, script: "train.py", config: "c.py", flag: {"--lr": "1e-3"}} */
#include "launch/launch.h"
#include "base/path.h"
#include "launch/absent.h"
#include "launch/branches.h"
#include "launch/dataclass_flags.h"
#include "launch/hydra_launch.h"
#include "launch/job_variables.h"
#include "launch/priv.h"
#include "launch/processes.h"
#include "launch/target.h"
#include "launch/launch_source.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include "text/nearest.h"
#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

struct launch_ctx {
	struct evaluation *e;
	struct arena *a;
	bool brief;
	struct launch_targets targets;
	struct hydra_files hydra;
};

static void put(struct launch_ctx *m, struct value d, const char *key, struct value v, struct span use)
{
	dict_put(m->a, d.as.dict, value_text(key, v.at), v, use);
}

static void put_flag(struct launch_ctx *m, struct value d, const char *key, bool is)
{
	put(m, d, key, value_bool(is, nowhere), nowhere);
}

static void put_count(struct launch_ctx *m, struct value d, const char *key, uint32_t n)
{
	put(m, d, key, value_int(n, nowhere), nowhere);
}

static void put_text(struct launch_ctx *m, struct value d, const char *key, const char *text, struct span at)
{
	if (text)
		put(m, d, key, value_text(text, at), at);
}

static struct value text_value(struct launch_ctx *m, const char *text, struct span at)
{
	return text ? value_text(text, at) : value_unknown(m->a, WHY_SHELL, at, NULL);
}

/* Digits as a number; all else as text. */
static struct value number_value(struct launch_ctx *m, const struct expanded *f)
{
	const char *s = f->text;

	if (s && *s && strlen(s) < 10 && !s[strspn(s, "0123456789")])
		return value_int(atoi(s), f->origin);
	return text_value(m, s, f->origin);
}

enum trains { TRAINS_NOT, TRAINS, TRAINS_UNKNOWN };

static enum trains trains_by_name(const struct launch_words *w, const char *name)
{
	for (uint32_t i = 0; i < w->train_not.n; i++)
		if (!fnmatch(w->train_not.at[i], name, FNM_CASEFOLD))
			return TRAINS_NOT;
	for (uint32_t i = 0; i < w->train_name.n; i++)
		if (!fnmatch(w->train_name.at[i], name, FNM_CASEFOLD))
			return TRAINS;
	return TRAINS_UNKNOWN;
}

static enum trains trains(struct launch_ctx *m, const struct launch *l, const char *path)
{
	const struct launch_words *w = m->e->words;
	const char *text = l->script.text ? l->script.text : l->script.ends, *name;
	struct launch_target *t;
	enum trains by_name;

	for (uint32_t i = 0; i < l->nargs; i++)
		if (l->arg[i].text && words_have(&w->not_training, l->arg[i].text))
			return TRAINS_NOT;
	if (!text || !*text)
		return TRAINS_UNKNOWN;
	name = l->module && strrchr(text, '.') ? strrchr(text, '.') + 1 : path_base(text);
	by_name = trains_by_name(w, name);
	t = path ? target_of(&m->targets, path) : NULL;
	if (by_name != TRAINS_UNKNOWN)
		return by_name;
	return t && target_trains(&m->targets, t) ? TRAINS : TRAINS_UNKNOWN;
}

/* ---- words of a launch */

static bool is_flag(const char *s)
{
	return s[0] == '-' && s[1] && !isdigit((unsigned char)s[1]) && s[1] != '.';
}

struct words {
	struct launch_ctx *m;
	struct value flags, by_name, positionals;
	struct value now, values, globs; /* the flag whose values are collected; now.kind UNKNOWN: none */
	bool open, pairs;		 /* pairs: NAME=VALUE is a flag */
};

/* epochs=100 */
static bool is_pair(const char *s)
{
	size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyz_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");

	return n && s[n] == '=' && s[n + 1];
}

static void flag_end(struct words *w)
{
	struct launch_ctx *m = w->m;
	struct value first;
	const struct entry *name;

	if (!value_is_known(w->now))
		return;
	first = w->values.as.list->n ? w->values.as.list->at[0].val : value_bool(true, nowhere);
	name = dict_find_lit(w->now.as.dict, "name");
	put(m, w->now, "value", first, w->values.as.list->n ? w->values.as.list->at[0].use : name->use);
	put(m, w->now, "values", w->values, nowhere);
	put(m, w->now, "globs", w->globs, nowhere);
	put(m, w->by_name, name->val.as.s->s, first, first.at);
	list_push(m->a, w->flags.as.list, w->now, name->use);
	w->now = (struct value){ 0 };
}

static void flag_value(struct words *w, const struct expanded *f, struct value v)
{
	list_push(w->m->a, w->values.as.list, v, f->at);
	if (f->glob)
		list_push(w->m->a, w->globs.as.list, v, f->at);
}

static void flag_begin(struct words *w, const struct expanded *f, const char *text)
{
	struct launch_ctx *m = w->m;
	const char *eq = strchr(text, '=');
	const char *name = eq ? arena_strndup(m->a, text, (size_t)(eq - text)) : text;

	flag_end(w);
	w->now = value_dict(m->a, f->at);
	w->values = value_list(m->a, VALUE_LIST, 2, nowhere);
	w->globs = value_list(m->a, VALUE_LIST, 0, nowhere);
	put(m, w->now, "name", value_text(name, f->at), f->at);
	put_flag(m, w->now, "attached", eq);
	if (eq)
		flag_value(w, f, text_value(m, f->text ? eq + 1 : NULL, f->at));
}

static void word_add(struct words *w, const struct expanded *f)
{
	const char *text = f->text ? f->text : f->begins && strchr(f->begins, '=') ? f->begins : NULL;

	w->open |= f->open;
	if (f->gone) {
		if (f->missing && value_is_known(w->now) && !w->values.as.list->n)
			put(w->m, w->now, "vanished", value_text(f->gone, f->at), f->at);
	} else if (text && (is_flag(text) || (w->pairs && is_pair(text)))) {
		flag_begin(w, f, text);
	} else if (w->pairs) {
		flag_end(w);
		list_push(w->m->a, w->positionals.as.list, text_value(w->m, f->text, f->origin), f->at);
	} else if (value_is_known(w->now)) {
		flag_value(w, f, text_value(w->m, f->text, f->origin));
	} else {
		list_push(w->m->a, w->positionals.as.list, text_value(w->m, f->text, f->origin), f->at);
	}
}

/* The config or folder of a launch: the value of a flag, else the first positional with a config's extension. */
static void put_named(struct words *w, struct value d, const char *key, const struct word_list *flags,
		      const struct word_list *ends)
{
	const struct list *pos = w->positionals.as.list;

	for (uint32_t i = 0; i < flags->n; i++) {
		const struct entry *e = dict_find_lit(w->by_name.as.dict, flags->at[i]);

		if (e) {
			put(w->m, d, key, e->val, e->use);
			return;
		}
	}
	for (uint32_t i = 0; ends && i < pos->n; i++) {
		struct value v = pos->at[i].val;
		bool is = v.kind != VALUE_STR;

		for (uint32_t k = 0; k < ends->n && !is; k++)
			is = !fnmatch(arena_printf(w->m->e->a, "*%s", ends->at[k]), v.as.s->s, 0);
		if (is) {
			put(w->m, d, key, v, pos->at[i].use);
			return;
		}
	}
}

static void put_words(struct launch_ctx *m, struct value d, const struct launch *l)
{
	struct words w = { .m = m, .pairs = l->pairs };

	w.flags = value_list(m->a, VALUE_LIST, 8, nowhere);
	w.positionals = value_list(m->a, VALUE_LIST, 2, nowhere);
	w.by_name = value_dict(m->a, nowhere);
	for (uint32_t i = 0; i < l->nargs; i++)
		if (evaluation_step(m->e))
			word_add(&w, &l->arg[i]);
	w.open |= m->e->budget.spent;
	flag_end(&w);
	put_named(&w, d, "config", &m->e->words->config_flag, &m->e->words->config_end);
	put_named(&w, d, "work_dir", &m->e->words->work_dir, NULL);
	put(m, d, "flags", w.flags, nowhere);
	put(m, d, "flag", w.by_name, nowhere);
	put(m, d, "positionals", w.positionals, nowhere);
	put_flag(m, d, "open", w.open);
	put_flag(m, d, "pairs", l->pairs);
}

/* ---- a launch */

static struct value values_into(struct launch_ctx *m, const struct launch *l, const char *into, struct value d)
{
	for (uint32_t i = 0; i < l->nvalues; i++) {
		const struct launch_value *v = &l->value[i];

		if (!v->into == !into && v->flag)
			put(m, d, v->field, value_bool(true, v->value.at), v->value.at);
		else if (!v->into == !into)
			put(m, d, v->field, number_value(m, &v->value), v->value.at);
	}
	return d;
}

static void put_env(struct launch_ctx *m, struct value d, const struct launch *l)
{
	struct value env = value_dict(m->a, nowhere);

	for (uint32_t i = 0; i < l->nenv; i++)
		put(m, env, l->env[i].name->s, text_value(m, l->env[i].text, l->env[i].at), l->env[i].at);
	env.as.dict->open = l->env_open;
	put(m, d, "env", env, nowhere);
}

static void put_pipe(struct launch_ctx *m, struct value d, const struct launch *l)
{
	struct value pipe = value_list(m->a, VALUE_LIST, l->npipe, nowhere);

	for (uint32_t i = 0; i < l->npipe; i++)
		list_push(m->a, pipe.as.list, value_text(l->pipe[i], nowhere), nowhere);
	put(m, d, "pipe", pipe, nowhere);
}

/* beside: earlier launches that still run; before: earlier ones of the same run of the script. */
static void put_others(struct launch_ctx *m, struct value d, uint32_t index)
{
	struct value beside = value_list(m->a, VALUE_LIST, 0, nowhere),
		     before = value_list(m->a, VALUE_LIST, 0, nowhere);
	const struct launch *l = m->e->launch.at[index];

	for (uint32_t i = 0; i < index; i++) {
		const struct launch *o = m->e->launch.at[i];

		if (launch_excludes(o, l))
			continue;
		list_push(m->a, before.as.list, value_int(i, nowhere), nowhere);
		if (o->background && o->strand != l->strand && o->round == l->round)
			list_push(m->a, beside.as.list, value_int(i, nowhere), nowhere);
	}
	put(m, d, "beside", beside, nowhere);
	put(m, d, "before", before, nowhere);
}

/* Facts from the text of the started script. */
static void put_target(struct launch_ctx *m, struct value d, const char *path)
{
	struct launch_target *t = path ? target_of(&m->targets, path) : NULL;

	if (t)
		target_put(&m->targets, t, d);
}

static void put_config_path(struct launch_ctx *m, struct value d, const struct launch *l)
{
	const char *path = target_path(&m->targets, l, dict_get_text(d, "config"), false);
	struct value absent = path || m->brief || m->e->main->src->cells
				      ? (struct value){ 0 }
				      : config_absent(&m->targets, l, dict_get(d, "config"));

	put_text(m, d, "config_path", path ? path_relative(m->a, m->e->root, path) : NULL, nowhere);
	if (value_is_known(absent))
		put(m, d, "config_absent", absent, nowhere);
}

static void put_processes(struct launch_ctx *m, struct value d)
{
	struct processes p = launch_processes(m->e->words, d);

	if (p.each) {
		put_count(m, d, "gpus", (uint32_t)p.each);
		put_count(m, d, "machines", (uint32_t)p.machines);
	}
}

static void put_script_path(struct launch_ctx *m, struct value d, const char *path)
{
	put_text(m, d, "script_path", path ? path_relative(m->a, m->e->root, path) : NULL, nowhere);
}

static void put_trains(struct launch_ctx *m, struct value d, enum trains t)
{
	put(m, d, "trains",
	    t == TRAINS_UNKNOWN ? value_unknown(m->a, WHY_SHELL, nowhere, NULL) : value_bool(t == TRAINS, nowhere),
	    nowhere);
}

static struct value brief_value(struct launch_ctx *m, const struct launch *l, const char *path, enum trains t,
				struct value d)
{
	put_script_path(m, d, path);
	put_trains(m, d, t);
	put_text(m, d, "table", target_table(&m->targets, l, path), nowhere);
	put_words(m, d, l);
	put_config_path(m, d, l);
	return d;
}

/* "tools/a.py (did you mean tools/train/a.py?)" */
static const char *missing_named(struct launch_ctx *m, const char *script)
{
	bool inside = path_inside(m->e->root, script);
	const char *name = inside ? path_relative(m->a, m->e->root, script) : script,
		   *moved = nearest_moved(m->a, m->e->fs, m->e->root, script);

	return moved ? arena_printf(m->a, "%s (did you mean %s?)", name, path_relative(m->a, m->e->root, moved)) : name;
}

/* Why the script is unknown; `text` is the known part of its path. Quotes its word as written if it has a variable.
 * */
static struct value missing_why(struct launch_ctx *m, const struct launch *l, const char *text)
{
	const struct source *src = m->e->main->src;
	struct span at = l->script.at;

	if (!l->script.text)
		return value_unknown(m->a, WHY_VARIABLE, at,
				     at.file == src->id ? arena_strndup(m->a, src->bytes + at.lo, at.hi - at.lo)
							: text);
	if (!state_name(m->a, l->folder, text))
		return value_unknown(m->a, WHY_PLACE, l->script.origin, text);
	if (m->targets.several)
		return value_unknown(m->a, WHY_SEVERAL, l->script.origin, text);
	return value_unknown(m->a, WHY_STARTED, l->script.origin, missing_named(m, text));
}

/* No rule uses the facts of such a script, so the note belongs to the launch script as a whole. */
static void note_missing(struct launch_ctx *m, const struct launch *l, enum trains t, struct launched *out)
{
	const char *text = l->script.text ? l->script.text : l->script.ends;
	struct value why;

	if (t == TRAINS_NOT || l->module || !text || strcmp(path_ext(text), ".py") != 0)
		return;
	why = missing_why(m, l, text);
	out->unplaced |= why.as.cause->why == WHY_VARIABLE || why.as.cause->why == WHY_PLACE;
	if (!out->missing.as.cause)
		out->missing = why;
}

static struct value launch_value(struct launch_ctx *m, uint32_t index, struct value slurm, struct launched *out)
{
	const struct launch *l = m->e->launch.at[index];
	struct value d = value_dict(m->a, l->at);
	const char *path = target_path(&m->targets, l, l->script.text, l->module);
	enum trains t = l->uses ? TRAINS_NOT : l->command ? TRAINS : trains(m, l, path);

	if (!path && !target_table(&m->targets, l, NULL))
		note_missing(m, l, t, out);
	out->trains += t == TRAINS || l->uses || (t == TRAINS_UNKNOWN && l->launcher);
	if (m->brief)
		return brief_value(m, l, path, t, d);
	values_into(m, l, NULL, d);
	put(m, d, "at", value_int(source_shown(m->e->main->src, l->at.lo).line + 1, l->at), l->at);
	put_count(m, d, "index", index);
	put(m, d, "script", text_value(m, l->script.text, l->script.origin), l->script.at);
	put_script_path(m, d, path);
	put_text(m, d, "program", l->program, l->program_at);
	put_text(m, d, "launcher", l->launcher, nowhere);
	put_text(m, d, "by", l->by, l->by_at);
	put_text(m, d, "profiler", l->profiler, nowhere);
	put_text(m, d, "container", l->container, nowhere);
	put_text(m, d, "via", l->via, nowhere);
	put_text(m, d, "lost", l->lost, l->lost_at);
	put_flag(m, d, "module", l->module);
	put_trains(m, d, t);
	if (l->port)
		put_count(m, d, "default_port", l->port);
	put_target(m, d, path);
	if (l->command && l->command->classes.n)
		put(m, d, "dataclasses", command_dataclasses(m->a, l->command), nowhere);
	put_text(m, d, "table", target_table(&m->targets, l, path), nowhere);
	put_flag(m, d, "total", l->total);
	put_flag(m, d, "omp", l->omp);
	put_flag(m, d, "elsewhere", l->elsewhere);
	put_flag(m, d, "copies", l->copies);
	put_flag(m, d, "repeated", l->repeated);
	put_flag(m, d, "sometimes", launch_is_conditional(l));
	put_flag(m, d, "background", l->background);
	put_flag(m, d, "relied", l->relied);
	put_flag(m, d, "last", l->last);
	put_flag(m, d, "errexit", l->errexit);
	put_flag(m, d, "pipefail", l->pipefail);
	if (l->files)
		put_count(m, d, "files", l->files);
	if (l->slurm)
		put(m, d, "slurm", values_into(m, l, "slurm", value_copy(m->a, slurm)), nowhere);
	put_words(m, d, l);
	launch_hydra_put(&m->hydra, m->e->main->src, l, path, d);
	put_env(m, d, l);
	put_pipe(m, d, l);
	put_others(m, d, index);
	put_config_path(m, d, l);
	put_processes(m, d);
	return d;
}

/* ---- the script as a whole */

/* #SBATCH --nodes=2 --time 1:00: words of the comments with that prefix. */
static struct value headers_value(struct launch_ctx *m, struct launched *out)
{
	struct evaluation *e = m->e;
	const struct source *src = e->main->src;
	struct launch *l = arena_new(m->a, struct launch);

	for (uint32_t i = 0; i < out->script.ncomments; i++) {
		const struct shell_comment *c = &out->script.comment[i];
		struct shell_fields words = { 0 };

		for (uint32_t k = 0; k < e->words->header.n; k++) {
			size_t n = strlen(e->words->header.at[k]);
			const struct launch_row *r = launch_row_find(e->words, e->words->header_of.at[k]);

			if (!r || c->hi - c->lo <= n || memcmp(src->bytes + c->lo, e->words->header.at[k], n))
				continue;
			for (uint32_t at = c->lo + (uint32_t)n, end; at < c->hi; at = end) {
				at += (uint32_t)strspn(src->bytes + at, " \t");
				end = at + (uint32_t)strcspn(src->bytes + at, " \t\r\n");
				if (end == at || src->bytes[at] == '#')
					break;
				struct span span = { src->id, at, end };

				vec_push(&words,
					 ((struct expanded){ .text = arena_strndup(m->a, src->bytes + at, end - at),
							     .at = span,
							     .origin = span }));
			}
			launch_options(e, r, &words, l);
		}
		vec_release(&words);
	}
	return values_into(m, l, "slurm", value_dict(m->a, nowhere));
}

/* a:1,b:[2,3] -> a:1 and b:[2,3] */
static struct value parts_of(struct launch_ctx *m, const char *text)
{
	struct value parts = value_list(m->a, VALUE_LIST, 2, nowhere);
	uint32_t depth = 0;

	for (const char *from = text, *p = text;; p++) {
		depth += *p == '[';
		depth -= *p == ']' && depth;
		if (*p && (*p != ',' || depth))
			continue;
		if (evaluation_step(m->e))
			list_push(m->a, parts.as.list, value_str(str_of(from, (size_t)(p - from)), nowhere), nowhere);
		if (!*p)
			return parts;
		from = p + 1;
	}
}

static struct value settings_value(struct launch_ctx *m)
{
	struct value all = value_list(m->a, VALUE_LIST, 4, nowhere);

	for (size_t i = 0; i < m->e->setting.n; i++) {
		const struct env_setting *s = &m->e->setting.at[i];
		struct value d = value_dict(m->a, s->at);

		if (!s->own)
			continue;
		put(m, d, "name", value_str(s->name, s->name_at), s->name_at);
		put(m, d, "value", text_value(m, s->text, s->at), s->at);
		if (s->text)
			put(m, d, "parts", parts_of(m, s->text), nowhere);
		put(m, d, "read", target_said(&m->targets, target_reads(&m->targets, s->name->s)), nowhere);
		list_push(m->a, all.as.list, d, s->at);
	}
	return all;
}

static void put_script(struct launch_ctx *m, const struct launched *l, const struct source *src, struct value headers)
{
	put(m, l->tree, "env", settings_value(m), nowhere);
	put(m, l->tree, "sbatch", headers, nowhere);
	put_count(m, l->tree, "skipped", l->script.skipped);
	put_flag(m, l->tree, "batch", headers.as.dict->count > 0);
	put_text(m, l->tree, "shell", launch_shell(m->a, src), nowhere);
	put_flag(m, l->tree, "crlf", src->crlf);
	put(m, l->tree, "statuses", target_said(&m->targets, target_says(&m->targets, src->bytes, "PIPESTATUS")),
	    nowhere);
}

void launches_of(struct arena *a, const struct vfs *fs, struct sources *sources, const struct source *src,
		 const char *root, struct launched *out)
{
	struct script *main = arena_new(a, struct script);
	struct arena tmp = { 0 }; /* texts of values are interned */
	struct budget *outer = a->budget;
	struct evaluation e = {
		.a = &tmp, .words = launch_words_get(vfs_results(fs)), .fs = fs, .sources = sources, .root = root
	};
	struct launch_targets targets = { .e = &e, .a = a, .brief = out->brief };
	struct launch_ctx m = { .e = &e,
				.a = a,
				.brief = out->brief,
				.targets = targets,
				.hydra = { .a = a, .fs = fs, .sources = sources } };
	struct value launches = value_list(a, VALUE_LIST, 4, nowhere), headers;

	out->script = *shell_parse_once(vfs_results(fs), src->path, src->bytes, src->len);
	*main = (struct script){ src->path, src, out->script };
	e.main = e.file = main, e.tail = true;
	tmp.budget = a->budget = &e.budget;
	e.budget = (struct budget){ .steps = STEPS_MAX, .bytes = BYTES_MAX };
	headers = headers_value(&m, out);
	job_variables(&e, headers);
	walk_node(&e, main->tree.root);
	out->spent = e.budget.spent;
	e.budget = (struct budget){ .steps = STEPS_MAX, .bytes = BYTES_MAX };
	out->tree = value_dict(a, (struct span){ src->id, 0, 0 });
	for (uint32_t i = 0; i < e.launch.n; i++)
		list_push(a, launches.as.list, launch_value(&m, i, headers, out), e.launch.at[i]->at);
	out->launches = (uint32_t)e.launch.n;
	put(&m, out->tree, "launches", launches, nowhere);
	put_count(&m, out->tree, "absent", (uint32_t)m.targets.absent.n);
	if (!out->brief)
		put_script(&m, out, src, headers);
	out->spent |= e.budget.spent;
	a->budget = outer;
	vec_release(&m.targets.absent);
	vec_release(&m.targets);
	vec_release(&e.launch);
	vec_release(&e.setting);
	vec_release(&e.function);
	vec_release(&e.script);
	arena_release(&tmp);
}

// SPDX-License-Identifier: MIT
/* `cfglint show FILE...`: the effective config as Python, YAML, JSON or JSON lines; or what is unknown in it; or the
 * facts that rules see. A config that the real loader refuses is an error here, with the loader's words. */
#include "cli/shared/argument_sets.h"
#include "cli/shared/argument_words.h"
#include "cli/shared/shown_effective.h"
#include "base/path.h"
#include "config/loader.h"
#include "facts/facts.h"
#include "python/value/containers.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "base/utf8.h"
#include "cli/command/model_html.h"
#include "cli/command/model_json.h"
#include "cli/command/model_print.h"
#include "cli/command/priv.h"
#include "cli/command/show_arguments.h"
#include "cli/command/show_hydra.h"
#include "cli/foreign_counts.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include "report/value_python.h"
#include "report/value_yaml.h"
#include "text/jwrite.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct module *loaded(const struct graph *g, const struct target *t)
{
	return t->path ? graph_find(g, t->path) : NULL;
}

/* --- jsonl */
static void print_line(struct session *s, const struct graph *g, const struct target *t)
{
	const struct module *m = loaded(g, t);
	const char *refusal = effective_refusal(s, m, t);
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, line = jwrite_object(&top, NULL, false);

	jwrite_text(&line, "path", t->given);
	jwrite_bool(&line, "ok", !refusal);
	if (refusal) {
		jwrite_text(&line, "error", refusal);
		session_raise(s, EXIT_USAGE);
	} else {
		value_json(&line, "config", m->merged);
	}
	jwrite_end(&line);
	buf_putc(&b, '\n');
	print_out(&b);
	fflush(stdout);
}

/* --- json, py */
static void report_incomplete(struct session *s, const struct target *t, const struct buf *why, const char *language)
{
	unsigned n = 0;

	for (size_t i = 0; i < why->n; i++)
		n += why->s[i] == '\n';
	if (!s->o->quiet)
		remark("%s: %u value%s could not be written as %s; --unknown lists what is not known", t->given, n,
		       plural(n), language);
}

static void print_yaml_config(struct session *s, const struct target *t, const struct module *m)
{
	struct buf b = { 0 }, why = { 0 };

	if (!value_yaml(&b, m->merged, &why))
		report_incomplete(s, t, &why, "YAML");
	print_out(&b);
	buf_release(&why);
}

static void print_python_config(struct session *s, const struct graph *g, const struct target *t,
				const struct module *m)
{
	struct python_opts so = { .g = g, .cwd = s->cwd, .provenance = s->o->provenance };
	struct buf b = { 0 }, why = { 0 };
	bool complete = value_python(&b, m->merged, &so, &why);

	print_out(&b);
	if (!complete)
		report_incomplete(s, t, &why, "Python");
	buf_release(&why);
}

static void print_json_config(const struct module *m)
{
	struct buf b = { 0 };

	value_json_text(&b, m->merged, true);
	buf_putc(&b, '\n');
	print_out(&b);
}

/* --- --unknown */
struct unknowns {
	struct session *s;
	const struct graph *g;
	uint32_t n;
};

static void report_unknown(struct unknowns *u, struct keypath path, const char *what, struct span at)
{
	struct buf b = { 0 };

	u->n++;
	if (path.n)
		keypath_print(&b, path);
	else
		buf_puts(&b, "(the config)");
	buf_puts(&b, ": ");
	terminal_escape(&b, what, strlen(what));
	if (at.file) {
		buf_puts(&b, " (");
		terminal_place(&b, graph_source(u->g, at.file), u->s->cwd, at);
		buf_putc(&b, ')');
	}
	puts(buf_str(&b));
	buf_release(&b);
}

static void report_cause(struct unknowns *u, struct keypath path, struct value v, struct span use)
{
	const struct cause *c = v.as.cause;
	struct span at = c && c->at.file ? c->at : v.at.file ? v.at : use;
	struct buf what = { 0 };

	buf_puts(&what, why_text(c ? c->why : WHY_NONE));
	if (c && c->detail)
		buf_printf(&what, ": %s", c->detail->s);
	report_unknown(u, path, buf_str(&what), at);
	buf_release(&what);
}

static void find_unknown(struct unknowns *u, struct keypath path, struct value v, struct span use);

static void find_in_list(struct unknowns *u, struct keypath path, struct value v, struct span use)
{
	struct arena *a = &u->s->arena;

	for (uint32_t i = 0; i < v.as.list->n; i++) {
		const struct item *it = &v.as.list->at[i];

		find_unknown(u, keypath_add(a, path, value_int(i, (struct span){ 0 })), it->val, it->use);
	}
	if (v.as.list->open)
		report_unknown(u, path, "may hold other elements than is known", v.at.file ? v.at : use);
}

static void find_in_dict(struct unknowns *u, struct keypath path, struct value v, struct span use)
{
	struct dict_iter it;
	const struct entry *e;

	dict_begin(&it, v.as.dict);
	while ((e = dict_next(&it))) {
		struct keypath inner = keypath_add(&u->s->arena, path, e->key);

		if (e->flags & EF_MAYBE)
			report_unknown(u, inner, "may or may not exist", e->use);
		if (!(e->flags & EF_MAYBE) || e->val.kind != VALUE_UNKNOWN)
			find_unknown(u, inner, e->val, e->use);
	}
	if (v.as.dict->open)
		report_unknown(u, path, "may hold more keys than is known", v.at.file ? v.at : use);
}

static void find_unknown(struct unknowns *u, struct keypath path, struct value v, struct span use)
{
	if (v.kind == VALUE_UNKNOWN)
		report_cause(u, path, v, use);
	else if (v.kind == VALUE_DICT)
		find_in_dict(u, path, v, use);
	else if (value_is_listlike(v))
		find_in_list(u, path, v, use);
}

/* Bases that were not read, here and above: the reason why the config may hold more. */
static void report_bases(struct unknowns *u, const struct module *m, unsigned depth)
{
	for (uint32_t i = 0; i < m->nbases && depth < 100; i++) {
		const struct base_ref *b = &m->base[i];

		if (b->module)
			report_bases(u, b->module, depth + 1);
		else if (b->package)
			report_unknown(u, (struct keypath){ 0 },
				       arena_printf(&u->s->arena,
						    "inherits from '%s' of a package that is not in this project; set "
						    "its folder with `packages: {%s: FOLDER}` in .cfglint.yaml",
						    b->text, b->package),
				       b->at);
		else
			report_unknown(u, (struct keypath){ 0 },
				       arena_printf(&u->s->arena, "inherits from '%s', which is not read", b->text),
				       b->at);
	}
	if (m->bases_unknown && !m->nbases)
		report_unknown(u, (struct keypath){ 0 }, "inherits from bases that are not known", (struct span){ 0 });
}

static void print_unknown(struct session *s, const struct graph *g, const struct target *t, const struct module *m)
{
	struct unknowns u = { .s = s, .g = g };

	report_bases(&u, m, 0);
	find_unknown(&u, (struct keypath){ 0 }, m->merged, (struct span){ 0 });
	if (!s->o->quiet && u.n == 0)
		say("Every value of %s is known.\n", session_shown(s, t->given));
}

/* --- --facts */
VEC(concepts, const struct str *);

static int by_name(const void *a, const void *b)
{
	const struct str *const *x = a, *const *y = b;

	return strcmp((*x)->s, (*y)->s);
}

/* Every concept that some dialect maps. */
static void collect_concepts(const struct dialects *all, struct concepts *out)
{
	size_t n = 0;

	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0; k < all->at[i]->nconcepts; k++)
			vec_push(out, all->at[i]->concept[k].name);
	if (out->n)
		qsort(out->at, out->n, sizeof(*out->at), by_name);
	for (size_t i = 0; i < out->n; i++)
		if (n == 0 || out->at[n - 1] != out->at[i])
			out->at[n++] = out->at[i];
	out->n = n;
}

/* On one line of a table: cut when it is long, between characters. */
static void put_short(struct buf *b, struct value v)
{
	enum { MOST = 100 };
	struct buf text = { 0 };
	size_t n;

	if (!op_repr(&text, v)) { /* as a config would write it; with unknown parts, as JSON does */
		buf_clear(&text);
		value_json_text(&text, v, false);
	}
	n = text.n;
	if (n > MOST)
		for (n = MOST - 3; !utf8_starts(text.s[n]);)
			n--;
	terminal_escape(b, buf_str(&text), n);
	buf_puts(b, n < text.n ? "..." : "");
	buf_release(&text);
}

static void put_cause(struct buf *b, const struct cause *c)
{
	if (c && c->detail)
		buf_printf(b, "%s ", c->detail->s);
	buf_puts(b, why_text(c ? c->why : WHY_NONE));
}

static void print_fact(struct session *s, const struct graph *g, const struct fact *f)
{
	static const char *const state[] = { "known", "default", "absent", "unmapped", "unknown" };
	struct buf b = { 0 };

	buf_printf(&b, "%-26s %-9s ", f->name->s, state[f->state]);
	if (f->state == FACT_KNOWN || f->state == FACT_DEFAULT)
		put_short(&b, f->val);
	else if (f->state == FACT_UNMAPPED)
		buf_puts(&b, "this dialect does not define where it is");
	else if (f->state == FACT_ABSENT)
		buf_puts(&b, "no default is known");
	else if (f->state == FACT_UNKNOWN && f->val.kind == VALUE_UNKNOWN)
		put_cause(&b, f->val.as.cause);
	if (f->path.n) {
		buf_puts(&b, "  at ");
		keypath_print(&b, f->path);
	}
	if (f->slot.use.file) {
		buf_puts(&b, " (");
		terminal_place(&b, graph_source(g, f->slot.use.file), s->cwd, f->slot.use);
		buf_putc(&b, ')');
	}
	puts(buf_str(&b));
	buf_release(&b);
}

static void print_facts(struct session *s, const struct graph *g, const struct target *t, const struct module *m)
{
	const struct settings *st = settings_for(s->linter.settings, m->path, NULL);
	const char *why = NULL;
	const struct dialect *d = lint_dialect(&s->linter, &(struct judged){ &m->subject, st }, &why);
	struct machine hw = lint_machine(&s->arena, st, &m->subject);
	struct facts *f = facts_new(&s->arena, &m->subject, s->linter.rules->dialects.vocab, d, &hw);
	struct concepts all = { 0 };

	facts_code(f, linter_code(&s->linter, st, m->subject.home, m->subject.lent, NULL));
	say("%s\nloader   %s: %s\ndialect  %s: %s\nroot     %s\n\n", session_shown(s, t->given), loader_name(m->loader),
	    m->loader_why ? m->loader_why : "default", d->name, why ? why : "default",
	    facts_is_root(f, false) ? "yes: complete, so entry rules apply" : "no: a fragment for other configs");
	collect_concepts(&s->linter.rules->dialects, &all);
	for (size_t i = 0; i < all.n; i++) {
		const struct fact *fact = facts_get(f, all.at[i]);

		if (fact)
			print_fact(s, g, fact);
	}
	vec_release(&all);
}

/* --- --model */
static void print_model(struct session *s, const struct graph *g, const struct module *m)
{
	const char *format = s->o->output_format ? s->o->output_format : "text";
	struct model_view v;
	struct buf b = { 0 };

	model_look(s, g, m, &v);
	if (strcmp(format, "json") == 0)
		model_json(s, &b, &v);
	else if (strcmp(format, "html") == 0)
		model_html(s, &b, &v);
	else
		model_print(s, &b, &v);
	print_out(&b);
	model_release(&v);
}

/* --- --keys */
static void print_keys_of(struct session *s, const struct tree *t, uint32_t i)
{
	struct keypath in = tree_path(&s->arena, t, (struct keypath){ 0 }, 0, i);
	struct dict_iter it;
	const struct entry *e;

	dict_begin(&it, t->at[i].val.as.dict);
	while ((e = dict_next(&it)))
		puts(session_shown(s, keypath_text(&s->arena, keypath_add(&s->arena, in, e->key))));
}

static void print_keys(struct session *s, const struct module *m)
{
	struct tree t = tree_of(&s->arena, m->merged);

	for (uint32_t i = 0; i < t.n; i++)
		if (t.at[i].val.kind == VALUE_DICT)
			print_keys_of(s, &t, i);
}

/* --- which of them */
/* A YAML or JSON file of another loader, or of an unknown one, is only its own text: projects have loaders that merge
 * files of the folders above. */
static void report_own_keys(struct session *s, const struct target *t, const struct module *m)
{
	bool data = strcmp(path_ext(m->path), ".py") != 0;
	const struct foreign *f = data && foreign_may_be(s, m->path) ? foreign_file(s, m->path) : NULL;

	if (s->o->quiet || !data)
		return;
	if (f && !f->ours && f->family)
		remark("%s looks like a %s, whose loader is not followed: these are only the keys of this file, "
		       "without what that loader adds",
		       t->given, f->one);
	else if (!m->subject.nbases && m->loader_why && !strcmp(m->loader_why, LOADER_BY_DEFAULT))
		remark("%s: not recognised as an mmcv or MMEngine config: these are only the keys of this file, "
		       "without what its own loader adds (set the loader with --loader)",
		       t->given);
}

static void print_target(struct session *s, const struct graph *g, const struct target *t)
{
	const char *format = s->o->output_format ? s->o->output_format : "py";
	const struct module *m;

	if (strcmp(format, "jsonl") == 0 && !s->o->model) {
		print_line(s, g, t);
		return;
	}
	m = effective_config(s, g, t);
	if (!m)
		return;
	report_own_keys(s, t, m);
	if (s->o->model)
		print_model(s, g, m);
	else if (s->o->facts)
		print_facts(s, g, t, m);
	else if (s->o->keys)
		print_keys(s, m);
	else if (s->o->unknown)
		print_unknown(s, g, t, m);
	else if (strcmp(format, "json") == 0)
		print_json_config(m);
	else if (strcmp(format, "yaml") == 0)
		print_yaml_config(s, t, m);
	else
		print_python_config(s, g, t, m);
}

/* What is refused gets a message and no heading. */
static bool is_shown(struct session *s, const struct graph *g, const struct target *t)
{
	return effective_refusal(s, loaded(g, t), t) == NULL;
}

/* One JSON object, or one page, is of one config. */
static bool takes_several(struct session *s, const struct targets *t)
{
	const char *format = s->o->output_format ? s->o->output_format : "";
	bool json = strcmp(format, "json") == 0, html = strcmp(format, "html") == 0;

	if (t->n < 2 || !(html || (json && !s->o->model)))
		return true;
	complain(s, "--output-format %s takes one config, and these are %zu%s", format, t->n,
		 json ? "; jsonl takes several" : "");
	return false;
}

static void show_words(struct session *s, const struct strings *words)
{
	bool lines = s->o->output_format && strcmp(s->o->output_format, "jsonl") == 0, shown = false;
	struct targets t = { 0 };
	struct graph *g;

	targets_configs(s, words, !lines, &t);
	if (!takes_several(s, &t)) {
		vec_release(&t);
		return;
	}
	g = session_load(s, &t);
	if (s->o->verbose)
		session_report_assumptions(s, graph_subjects(g), &t);
	for (size_t i = 0; i < t.n; i++) {
		if (t.at[i].path == NULL)
			session_raise(s, EXIT_USAGE);
		else if (t.n > 1 && !lines && !s->o->facts && is_shown(s, g, &t.at[i])) {
			say("%s# %s\n", shown ? "\n" : "", session_shown(s, t.at[i].given));
			shown = true;
		}
		print_target(s, g, &t.at[i]);
	}
	graph_free(g);
	vec_release(&t);
}

static bool read_list(struct session *s, const char *file, struct strings *words)
{
	FILE *f = strcmp(file, "-") == 0 ? stdin : vfs_stream(file);
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;

	if (!f) {
		complain(s, "--files-from %s: %s", file, strerror(errno));
		return false;
	}
	while ((n = getline(&line, &cap, f)) >= 0) {
		while (n && (line[n - 1] == '\n' || line[n - 1] == '\r'))
			line[--n] = 0;
		if (n)
			vec_push(words, arena_strndup(&s->arena, line, (size_t)n));
	}
	free(line);
	if (f != stdin)
		fclose(f);
	return true;
}

/* What else than the config is to be shown: two of them. */
static const char *two_views(const struct opts *o, const char **other)
{
	const struct {
		bool is;
		const char *name;
	} view[] = {
		{ o->model, "--model" }, { o->facts, "--facts" }, { o->keys, "--keys" }, { o->unknown, "--unknown" }
	};
	const char *one = NULL;

	for (size_t i = 0; i < ARRAY_SIZE(view); i++) {
		if (view[i].is && one) {
			*other = view[i].name;
			return one;
		}
		one = view[i].is ? view[i].name : one;
	}
	return NULL;
}

/* Hydra's programs come first, then sets of arguments. */
static void show_each(struct session *s, const struct strings *words)
{
	struct strings arguments = { 0 }, configs = { 0 }, rest = { 0 };
	struct hydra_views hydra = { 0 };

	hydra_words(s, words, &hydra, &rest);
	argument_words(s, &rest, &arguments, &configs);
	if (hydra.n)
		show_hydra(s, &hydra);
	if (arguments.n)
		show_arguments(s, &arguments);
	if (configs.n)
		show_words(s, &configs);
	hydra_views_release(&hydra);
	vec_release(&rest);
	vec_release(&arguments);
	vec_release(&configs);
}

int cmd_show(struct session *s)
{
	struct strings words = { 0 };
	const char *other = NULL, *one = two_views(s->o, &other);
	bool good = !s->o->files_from || read_list(s, s->o->files_from, &words);

	for (size_t i = 0; i < s->o->words.n; i++)
		vec_push(&words, s->o->words.at[i]);
	if (good && words.n == 0)
		complain(s, "missing FILE; usage: cfglint show PATH...");
	else if (good && one)
		complain(s, "%s and %s are two views: one at a time", one, other);
	else if (good)
		show_each(s, &words);
	vec_release(&words);
	return s->status;
}

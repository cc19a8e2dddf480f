// SPDX-License-Identifier: MIT
/* A set is printed as assignments, with the place of each behind it: what is given, then the defaults of the project's
 * own classes, then with -v those of the library; then each file that the set names, with "auto" filled in; then the
 * processes and the batch of a step.
 *
 *	learning_rate = 2e-05           # run.sh:3:12
 *	# global batch: 4 x 8 x 4 processes = 128 samples a step */
#include "cli/command/show_arguments.h"
#include "base/path.h"
#include "cli/command/priv.h"
#include "cli/shared/argument_users.h"
#include "cli/shared/shown_effective.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include "text/jwrite.h"
#include <string.h>

enum { LONGEST = 60, WIDEST = 48, USERS_SHOWN = 3 };

struct shown_set {
	struct session *s;
	const struct argument_sets *all;
	const struct argument_set *set;
	struct buf *b;
	const char *titled; /* the file whose part is printed */
	bool lines;	    /* of JSON: an item a line */
};

static bool is_object(const struct effective *e)
{
	return e->value.kind == VALUE_DICT && dict_get_text(e->value, "name");
}

static bool is_trainer(const struct shown_set *v)
{
	return argument_set_is_trainer(v->all, &v->set->x);
}

static bool is_shown(const struct shown_set *v, const struct effective *e)
{
	if (e->by == EFFECTIVE_LIBRARY && !v->s->o->verbose)
		return false;
	if (v->s->o->unknown)
		return e->value.kind == VALUE_UNKNOWN && e->by != EFFECTIVE_LIBRARY;
	return !is_trainer(v) || argument_says_something(e);
}

/* ---- one line ---- */

static void put_assignment(struct buf *b, const struct effective *e)
{
	terminal_escape(b, e->name->s, e->name->len);
	buf_puts(b, " = ");
	if (e->value.kind == VALUE_UNKNOWN)
		buf_putc(b, '?');
	else if (is_object(e))
		buf_puts(b, dict_get_text(e->value, "name"));
	else
		value_line(b, e->value, LONGEST);
}

static size_t width_of(const struct shown_set *v, const struct effective_set *x)
{
	size_t most = 0;

	for (uint32_t i = 0; i < x->n; i++) {
		struct buf b = { 0 };

		if (is_shown(v, &x->at[i]))
			put_assignment(&b, &x->at[i]);
		most = b.n > most && b.n <= WIDEST ? b.n : most;
		buf_release(&b);
	}
	return most;
}

static void put_why(struct buf *b, const struct effective *e)
{
	const struct cause *c = e->value.kind == VALUE_UNKNOWN && !e->says ? e->value.as.cause : NULL;

	if (c && c->why == WHY_VERSION && c->detail) {
		buf_puts(b, ", ");
		terminal_escape(b, c->detail->s, c->detail->len);
		buf_printf(b, " %s", why_text(c->why));
	} else if (c && c->why != WHY_NONE)
		buf_printf(b, ", %s", why_text(c->why));
	else if (e->value.kind == VALUE_UNKNOWN && !e->says)
		buf_puts(b, ", not known");
}

/* In a file that a title names by its last part alone: "run.sh:3:12". */
static void put_origin(const struct shown_set *v, const struct subject *of, const struct effective *e)
{
	const struct subject *in = e->of_line ? v->set->line : of;
	const struct source *src = e->at.file ? sources_get(in->set->sources, e->at.file) : NULL;
	bool titled = src && (!strcmp(src->path, v->titled) || !strcmp(src->path, v->set->subject->path));
	struct buf place = { 0 };

	argument_place(&place, v->s, v->set, of, e);
	const char *last = titled ? strstr(buf_str(&place), path_base(src->path)) : NULL;

	buf_puts(v->b, last ? last : buf_str(&place));
	buf_release(&place);
}

static void put_argument(const struct shown_set *v, const struct subject *of, const struct effective *e, size_t width)
{
	size_t from = v->b->n;

	put_assignment(v->b, e);
	while (v->b->n - from < width)
		buf_putc(v->b, ' ');
	buf_puts(v->b, "  # ");
	put_origin(v, of, e);
	if (e->at.file && e->says)
		buf_printf(v->b, ", auto: %s", e->says);
	put_why(v->b, e);
	buf_putc(v->b, '\n');
}

/* ---- a set ---- */

static bool is_line(const struct argument_set *x)
{
	return x->line == x->subject;
}

/* "train.py, started by run.sh:2"; "TrainingArguments, train.py:7:12, started by run.sh:2" */
static void put_title(const struct shown_set *v)
{
	const struct effective_set *x = &v->set->x;
	const char *script = dict_get_text(x->launch, "script"), *name = argument_set_name(v->set);

	buf_puts(v->b, "# ");
	buf_puts(v->b, is_line(v->set) && script ? session_shown(v->s, script) : name);
	if (!is_line(v->set)) {
		buf_puts(v->b, ", ");
		argument_span(v->b, v->s, v->set->subject, x->element.at);
	}
	if (v->set->line && x->launch.kind == VALUE_DICT) {
		struct arena tmp = { 0 };

		buf_puts(v->b, ", started by ");
		put_name(v->b, v->s, v->set->line->path);
		buf_printf(v->b, ":%s", source_line(&tmp, v->set->line->src, x->launch.at.lo));
		arena_release(&tmp);
	}
	buf_putc(v->b, '\n');
}

static void put_group(const struct shown_set *v, const struct subject *of, const struct effective_set *x,
		      enum effective_by by, const char *title)
{
	size_t width = width_of(v, x);
	bool any = false;

	for (uint32_t i = 0; i < x->n; i++) {
		if (x->at[i].by != by || !is_shown(v, &x->at[i]))
			continue;
		if (!any && title)
			buf_printf(v->b, "# %s\n", title);
		any = true;
		put_argument(v, of, &x->at[i], width);
	}
}

static uint32_t count_of(const struct effective_set *x, enum effective_by by)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < x->n; i++)
		n += x->at[i].by == by;
	return n;
}

static const char *why_open(const struct shown_set *v)
{
	struct value args = dict_get(v->set->x.element, "args");
	bool given = args.kind != VALUE_DICT || args.as.dict->open;

	return given ? "more may be given than is known"
		     : "the project has its own copy of the library, or a class "
		       "that is not found";
}

static void put_rest(const struct shown_set *v)
{
	uint32_t n = count_of(&v->set->x, EFFECTIVE_LIBRARY);

	if (v->s->o->unknown || is_trainer(v))
		return;
	if (v->set->x.open)
		buf_printf(v->b, "# %s, so the defaults of the library are not known\n", why_open(v));
	else if (n && !v->s->o->verbose)
		buf_printf(v->b, "# %u more %s a default of the library (-v lists them)\n", n, n == 1 ? "has" : "have");
}

/* ---- files that it names ---- */

static void put_file(const void *ctx, const struct subject *of, const char *key, struct value file)
{
	struct shown_set here = *(const struct shown_set *)ctx, *v = &here;
	const struct source *src = sources_get(of->set->sources, dict_get(file, "args").at.file);
	const char *path = dict_get_text(file, "path");
	struct effective_set x;

	v->titled = src ? src->path : "";
	effective_of_file(&v->all->from, file, &v->set->x, &x);
	buf_printf(v->b, "# %s, named at ", path ? session_shown(v->s, path) : key);
	argument_span(v->b, v->s, of, path ? dict_get(file, "path").at : file.at);
	buf_putc(v->b, '\n');
	put_group(v, of, &x, EFFECTIVE_GIVEN, NULL);
}

/* ---- processes and batch ---- */

static void put_processes(const struct shown_set *v, const struct process_count *p)
{
	if (!p->n) {
		if (v->set->nlines)
			buf_printf(v->b, "# processes: not known; %u launch lines start it\n", v->set->nlines);
		return;
	}
	buf_printf(v->b, "# processes: %lld (", (long long)p->n);
	argument_span(v->b, v->s, v->set->line, p->at);
	if (p->beaten) {
		buf_puts(v->b, "; ");
		argument_span(v->b, v->s, v->set->line, p->beaten_at);
		buf_printf(v->b, " says %lld, and loses", (long long)p->beaten);
	}
	buf_puts(v->b, ")\n");
}

static bool is_number(const struct effective *e)
{
	return e && e->value.kind == VALUE_INT;
}

static void put_factor(struct buf *b, const struct effective *e, const char *otherwise)
{
	if (is_number(e))
		buf_printf(b, "%lld (%s)", (long long)e->value.as.i, e->name->s);
	else
		buf_printf(b, "? (%s)", e ? e->name->s : otherwise);
}

/* Defaults alone say nothing of a training: the set may be for something else. */
static bool batch_is_stated(const struct global_batch *g)
{
	bool given = (g->each && g->each->by != EFFECTIVE_LIBRARY) ||
		     (g->accumulation && g->accumulation->by != EFFECTIVE_LIBRARY);

	return (given || g->processes.n) && (is_number(g->each) || is_number(g->accumulation));
}

static void put_batch(const struct shown_set *v)
{
	struct global_batch g = effective_batch(&v->all->from, &v->set->x);
	bool trains = argument_set_trains(v->all, v->set);

	if (trains || !v->set->x.class)
		put_processes(v, &g.processes);
	if (!trains || !batch_is_stated(&g))
		return;
	buf_puts(v->b, "# global batch: ");
	put_factor(v->b, g.each, "batch per device");
	buf_puts(v->b, " x ");
	put_factor(v->b, g.accumulation, "accumulation");
	if (g.processes.n)
		buf_printf(v->b, " x %lld process%s", (long long)g.processes.n, g.processes.n == 1 ? "" : "es");
	else
		buf_puts(v->b, " x processes");
	if (g.unsettled)
		buf_printf(v->b, ", but for %s\n", g.unsettled->name->s);
	else if (g.total)
		buf_printf(v->b, " = %lld sample%s a step\n", (long long)g.total, plural((uint32_t)g.total));
	else if (g.per_process)
		buf_printf(v->b, " = %lld sample%s a step of each process\n", (long long)g.per_process,
			   plural((uint32_t)g.per_process));
	else
		buf_putc(v->b, '\n');
}

/* ---- a file with "auto", by what uses it ---- */

static bool is_kind_of_file(const struct argument_set *x)
{
	const char *form = dict_get_text(x->x.element, "form");

	return form && !strcmp(form, "file");
}

static bool has_auto(const struct effective_set *x)
{
	for (uint32_t i = 0; i < x->ngiven; i++)
		if (x->at[i].value.kind == VALUE_STR && !strcmp(x->at[i].value.as.s->s, "auto"))
			return true;
	return false;
}

static void put_users(const struct shown_set *v)
{
	struct argument_sets project = { .s = v->s, .from = v->all->from };
	struct argument_users users = { 0 };

	argument_users_find(&project, v->set->subject->path, &users);
	buf_puts(v->b, users.n ? "# what uses it fills in \"auto\": "
			       : "# nothing of the project uses it, so that "
				 "nothing fills in \"auto\"\n");
	for (size_t i = 0; i < users.n && i < USERS_SHOWN; i++) {
		buf_puts(v->b, i ? ", " : "");
		put_name(v->b, v->s, users.at[i].subject->path);
	}
	if (users.n > USERS_SHOWN)
		buf_printf(v->b, " and %zu more", users.n - USERS_SHOWN);
	if (users.n)
		buf_printf(v->b, "; `cfglint show %s` shows it\n", session_name(v->s, users.at[0].subject->path));
	vec_release(&users);
	argument_sets_release(&project);
}

static void put_set(const struct shown_set *v)
{
	put_title(v);
	put_group(v, v->set->subject, &v->set->x, EFFECTIVE_GIVEN, NULL);
	put_group(v, v->set->subject, &v->set->x, EFFECTIVE_OWN, "defaults of the project's own classes");
	put_group(v, v->set->subject, &v->set->x, EFFECTIVE_LIBRARY, "defaults of the library");
	put_rest(v);
	argument_files_each(v->set, put_file, v);
	if (v->s->o->unknown)
		return;
	put_batch(v);
	if (is_kind_of_file(v->set) && has_auto(&v->set->x))
		put_users(v);
}

static void put_keys(const struct shown_set *v)
{
	for (uint32_t i = 0; i < v->set->x.ngiven; i++) {
		terminal_escape(v->b, v->set->x.at[i].name->s, v->set->x.at[i].name->len);
		buf_putc(v->b, '\n');
	}
}

/* ---- JSON ---- */

static void span_json(struct jwrite *j, const struct shown_set *v, const struct subject *of, struct span at)
{
	const struct source *src = of && at.file ? sources_get(of->set->sources, at.file) : NULL;

	point_json(j, v->s, src ? src->path : NULL, src ? source_in_file(src, at.lo) : (struct point){ 0 });
}

static void arguments_json(struct jwrite *to, const struct shown_set *v, const struct subject *of,
			   const struct effective_set *x)
{
	static const char *const by[] = { "given", "own default", "library default" };
	struct jwrite list = jwrite_list(to, "arguments", v->lines);

	for (uint32_t i = 0; i < x->n; i++) {
		const struct effective *e = &x->at[i];
		struct jwrite j = jwrite_object(&list, NULL, false);

		jwrite_text(&j, "name", e->name->s);
		value_json(&j, "value", e->value);
		jwrite_text(&j, "by", by[e->by]);
		jwrite_text(&j, "says", e->says);
		span_json(&j, v, e->of_line ? v->set->line : of, e->at);
		jwrite_end(&j);
	}
	jwrite_end(&list);
}

struct files_json {
	const struct shown_set *v;
	struct jwrite *list;
};

static void file_json(const void *ctx, const struct subject *of, const char *key, struct value file)
{
	const struct files_json *f = ctx;
	struct jwrite j = jwrite_object(f->list, NULL, false);
	struct effective_set x;

	effective_of_file(&f->v->all->from, file, &f->v->set->x, &x);
	jwrite_text(&j, "named_by", key);
	jwrite_text(&j, "path", dict_get_text(file, "path"));
	jwrite_text(&j, "class", x.class ? x.class->name->s : NULL);
	arguments_json(&j, f->v, of, &x);
	jwrite_end(&j);
}

static void count_json(struct jwrite *j, const char *key, int64_t n)
{
	if (n)
		jwrite_int(j, key, n);
	else
		jwrite_null(j, key);
}

static void set_json(struct jwrite *list, const struct shown_set *v)
{
	struct global_batch g = effective_batch(&v->all->from, &v->set->x);
	struct jwrite j = jwrite_object(list, NULL, v->lines), files;

	jwrite_text(&j, "name", argument_set_name(v->set));
	jwrite_text(&j, "class", v->set->x.class ? v->set->x.class->name->s : NULL);
	span_json(&j, v, v->set->subject, v->set->x.element.at);
	jwrite_text(&j, "launch_script", v->set->line ? session_name(v->s, v->set->line->path) : NULL);
	jwrite_bool(&j, "open", v->set->x.open);
	arguments_json(&j, v, v->set->subject, &v->set->x);
	files = jwrite_list(&j, "files", v->lines);
	argument_files_each(v->set, file_json, &(struct files_json){ v, &files });
	jwrite_end(&files);
	count_json(&j, "processes", g.processes.n);
	count_json(&j, "samples_per_process", g.per_process);
	count_json(&j, "global_batch", g.total);
	jwrite_end(&j);
}

/* ---- the command ---- */

static void show_file(struct session *s, const char *word, struct jwrite *json)
{
	struct argument_sets all;
	struct buf b = { 0 };
	bool lines = s->o->output_format && !strcmp(s->o->output_format, "jsonl");

	argument_sets_of(s, path_absolute(&s->arena, word), &all);
	for (size_t i = 0; i < all.n; i++) {
		struct shown_set v = { s, &all, &all.at[i], &b, all.at[i].subject->path, !lines };

		if (json) {
			set_json(json, &v);
			if (lines)
				buf_putc(json->b, '\n');
			continue;
		}
		if (b.n && !s->o->keys)
			buf_putc(&b, '\n');
		if (s->o->keys)
			put_keys(&v);
		else
			put_set(&v);
	}
	if (!all.n)
		argument_sets_report_none(s, word);
	print_out(&b);
	argument_sets_release(&all);
}

static bool view_is_possible(struct session *s)
{
	const char *format = s->o->output_format;
	const char *other = s->o->model							     ? "--model"
			    : s->o->facts						     ? "--facts"
			    : format && (!strcmp(format, "yaml") || !strcmp(format, "html")) ? "this format"
											     : NULL;

	if (other)
		complain(s, "%s is for configs, and these are sets of arguments: py, json and jsonl print them", other);
	return !other;
}

void show_arguments(struct session *s, const struct strings *words)
{
	const char *format = s->o->output_format ? s->o->output_format : "py";
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = { 0 };
	bool json = json_wanted(s), lines = !strcmp(format, "jsonl");

	if (!view_is_possible(s))
		return;
	if (json)
		list = jwrite_list(&top, NULL, true);
	for (size_t i = 0; i < words->n; i++) {
		struct jwrite one = { .b = &b };

		if (i && !json && !lines)
			putchar('\n');
		show_file(s, words->at[i], json ? &list : lines ? &one : NULL);
	}
	if (json) {
		jwrite_end(&list);
		buf_putc(&b, '\n');
	}
	print_out(&b);
}

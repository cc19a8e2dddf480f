// SPDX-License-Identifier: MIT
/* Who says something about an argument, the weakest first, so that the last line is what counts: the library's default,
 * that of the project's class, what was given and replaced, what is given. Of a key of a file that the set names: the
 * file, and where that says "auto" what fills it in; of an option of the launcher: its file, then the line.
 *
 *	transformers 4.44-5.15.0  5e-05  default
 *	run.sh:3:12               2e-05  overrides */
#include "cli/command/where_arguments.h"
#include "base/near.h"
#include "base/path.h"
#include "cli/command/priv.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/shown_effective.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include <string.h>

enum { LONGEST = 60 };
#define DEFAULT_OF "default of "

struct said { /* by one place */
	const struct subject *in;
	struct span at;	   /* zero: no file says it */
	const char *place; /* then who does */
	struct value value;
	const char *how; /* "default", "set", "overrides", "fills it in" */
};
struct where_ctx {
	struct session *s;
	const char *key;
	const struct argument_sets *all;
	const struct argument_set *set;
	VEC(, struct said) said;
	struct value value; /* what counts */
};

static void say_one(struct where_ctx *q, struct said x)
{
	if (!x.how)
		x.how = q->said.n ? "overrides" : "set";
	q->value = x.value;
	vec_push(&q->said, x);
}

/* ---- arguments of the set ---- */

static bool is_one_default(const struct effective *e)
{
	return e->says && !strncmp(e->says, DEFAULT_OF, strlen(DEFAULT_OF));
}

static const char *owner_of(const struct effective *e)
{
	return is_one_default(e) ? e->says + strlen(DEFAULT_OF) : "the library";
}

/* The set as it would be if nothing were given, or (own false) no class of the project said anything, either. */
static void bare_set(struct where_ctx *q, bool own, struct effective_set *out)
{
	struct value element = q->set->x.element, bare = value_dict(&q->s->arena, element.at);
	struct dict_iter it;

	dict_begin(&it, element.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		const char *key = e->key.as.s->s;
		bool empty = !strcmp(key, "args") || (!own && !strcmp(key, "defaults"));

		dict_put(&q->s->arena, bare.as.dict, e->key, empty ? value_dict(&q->s->arena, e->val.at) : e->val,
			 e->use);
	}
	effective_of(&q->all->from, bare, q->set->x.launch, out);
}

static void say_defaults(struct where_ctx *q)
{
	struct effective_set library, all;

	bare_set(q, false, &library);
	bare_set(q, true, &all);
	const struct effective *theirs = effective_find(&library, q->key), *own = effective_find(&all, q->key);

	if (theirs)
		say_one(q, (struct said){ .place = owner_of(theirs),
					  .value = theirs->value,
					  .how = is_one_default(theirs) ? "default" : theirs->says });
	if (own && own->by == EFFECTIVE_OWN)
		say_one(q, (struct said){ .in = q->set->subject,
					  .at = own->at,
					  .value = own->value,
					  .how = theirs ? "overrides, default of the project's class" : "default" });
}

static void say_lost(struct where_ctx *q)
{
	struct value lost = dict_get(q->set->x.element, "lost");

	for (uint32_t i = 0; value_is_listlike(lost) && i < lost.as.list->n; i++) {
		struct value one = lost.as.list->at[i].val, v = dict_get(one, "value");
		const char *name = dict_get_text(one, "name");

		if (name && !strcmp(name, q->key))
			say_one(q, (struct said){ .in = q->set->subject, .at = v.at, .value = v });
	}
}

static void say_argument(struct where_ctx *q)
{
	const struct effective *e = effective_find(&q->set->x, q->key);

	if (!e)
		return;
	say_defaults(q);
	if (e->by != EFFECTIVE_GIVEN)
		return;
	say_lost(q);
	say_one(q, (struct said){ .in = e->of_line ? q->set->line : q->set->subject, .at = e->at, .value = e->value });
}

/* ---- keys of files ---- */

static void say_filler(struct where_ctx *q, const char *name)
{
	const struct effective *e = effective_find(&q->set->x, name);
	const char *how = arena_printf(&q->s->arena, "%s fills it in", name);

	if (!e)
		return;
	say_one(q, (struct said){ .in = e->of_line ? q->set->line : q->set->subject,
				  .at = e->at,
				  .place = e->at.file ? NULL : owner_of(e),
				  .value = e->value,
				  .how = how });
}

static void say_processes(struct where_ctx *q)
{
	struct process_count p = effective_processes(&q->all->from, q->set->x.launch);

	if (p.n)
		say_one(q, (struct said){
				   .in = q->set->line, .at = p.at, .value = value_int(p.n, p.at), .how = "processes" });
}

/* "learning_rate", "fp16 or fp16_full_eval", "adam_beta1, adam_beta2" */
static void say_fillers(struct where_ctx *q, const struct ynode *row)
{
	const struct ynode *of = row && row->n ? row->kid[0] : NULL;

	if (of && of->kind == Y_SCALAR)
		say_filler(q, of->text->s);
	for (uint32_t i = 0; of && of->kind == Y_SEQ && i < of->n; i++) {
		const struct effective *role = effective_role(&q->all->from, &q->set->x, of->kid[i]->text->s);

		say_filler(q, role ? role->name->s : of->kid[i]->text->s);
	}
	if (of && of->kind == Y_SEQ && !strcmp(row->key[0]->text->s, "product"))
		say_processes(q);
}

static bool is_auto(struct value v)
{
	return v.kind == VALUE_STR && !strcmp(v.as.s->s, "auto");
}

/* An option of the launcher beats the same key of its file. */
static void say_option(struct where_ctx *q, const struct process_count *p, struct value settings)
{
	const struct entry *e =
		q->set->x.launch.kind == VALUE_DICT ? dict_find_lit(q->set->x.launch.as.dict, q->key) : NULL;
	const struct entry *in_file = settings.kind == VALUE_DICT ? dict_find_lit(settings.as.dict, q->key) : NULL;

	if (!in_file)
		return;
	if (e)
		say_one(q, (struct said){ .in = q->set->line, .at = e->val.at, .value = e->val });
	else if (p->beaten && p->beaten_at.lo == in_file->val.at.lo)
		say_one(q, (struct said){ .in = q->set->line, .at = p->at, .value = value_int(p->n, p->at) });
}

static void say_of_file(const void *ctx, const struct subject *of, const char *name, struct value file)
{
	struct where_ctx *q = *(struct where_ctx *const *)ctx;
	struct effective_set x, raw;
	struct process_count p = effective_processes(&q->all->from, q->set->x.launch);

	(void)name;
	effective_of_file(&q->all->from, file, &(struct effective_set){ 0 }, &raw);
	effective_of_file(&q->all->from, file, &q->set->x, &x);
	const struct effective *e = effective_find(&raw, q->key), *filled = effective_find(&x, q->key);

	if (!e)
		return;
	say_one(q, (struct said){ .in = of, .at = e->at, .value = e->value, .how = q->said.n ? "says, too" : NULL });
	if (is_auto(e->value) && raw.class)
		say_fillers(q, meaning_auto(q->all->from.meanings, raw.class->name, q->key));
	say_option(q, &p, dict_get(file, "args"));
	if (!filled || !filled->says)
		return;
	if (q->said.n > 2) /* several fill it in */
		say_one(q, (struct said){ .in = of, .at = e->at, .value = filled->value, .how = "comes of them" });
	q->value = filled->value;
}

/* ---- text ---- */

static void put_place(const struct where_ctx *q, struct buf *b, const struct said *x)
{
	if (x->at.file)
		argument_span(b, q->s, x->in, x->at);
	else
		buf_puts(b, x->place);
}

static void put_value(struct buf *b, struct value v)
{
	if (v.kind == VALUE_UNKNOWN)
		buf_putc(b, '?');
	else
		value_line(b, v, LONGEST);
}

static size_t widest(const struct where_ctx *q, bool places)
{
	size_t most = 0;

	for (size_t i = 0; i < q->said.n; i++) {
		struct buf b = { 0 };

		if (places)
			put_place(q, &b, &q->said.at[i]);
		else
			put_value(&b, q->said.at[i].value);
		most = b.n > most ? b.n : most;
		buf_release(&b);
	}
	return most;
}

static void pad(struct buf *b, size_t from, size_t width)
{
	while (b->n - from < width)
		buf_putc(b, ' ');
}

static void print_text(const struct where_ctx *q)
{
	size_t places = widest(q, true), values = widest(q, false);
	bool color = session_colors(q->s, stdout);
	struct buf b = { 0 };

	for (size_t i = 0; i < q->said.n; i++) {
		const struct said *x = &q->said.at[i];
		size_t from = b.n, text;

		put_place(q, &b, x);
		pad(&b, from, places + 2);
		terminal_paint(&b, color, i + 1 == q->said.n ? PAINT_BOLD : PAINT_NONE);
		text = b.n;
		put_value(&b, x->value);
		pad(&b, text, values + 2);
		terminal_paint(&b, color, PAINT_NONE);
		buf_printf(&b, "%s\n", x->how);
	}
	print_out(&b);
}

/* ---- JSON ---- */

static void one_json(const struct where_ctx *q, struct jwrite *list, const struct said *x)
{
	const struct source *src = x->at.file ? sources_get(x->in->set->sources, x->at.file) : NULL;
	struct jwrite j = jwrite_object(list, NULL, false);

	jwrite_text(&j, "kind", x->how);
	point_json(&j, q->s, src ? src->path : NULL, src ? source_in_file(src, x->at.lo) : (struct point){ 0 });
	jwrite_text(&j, "by", x->place);
	value_json(&j, "value", x->value);
	jwrite_end(&j);
}

static void print_json(const struct where_ctx *q, struct jwrite *list, const char *path, const char *near)
{
	struct jwrite j = jwrite_object(list, NULL, false), history;

	jwrite_text(&j, "filename", session_name(q->s, path));
	jwrite_text(&j, "key", q->key);
	if (q->said.n)
		value_json(&j, "value", q->value);
	else
		jwrite_null(&j, "value");
	jwrite_bool(&j, "found", q->said.n > 0);
	jwrite_text(&j, "near", near);
	history = jwrite_list(&j, "history", true);
	for (size_t i = 0; i < q->said.n; i++)
		one_json(q, &history, &q->said.at[i]);
	jwrite_end(&history);
	jwrite_end(&j);
}

/* ---- a file ---- */

static void ask(struct where_ctx *q)
{
	q->said.n = 0;
	q->value = (struct value){ 0 };
	say_argument(q);
	if (!q->said.n)
		argument_files_each(q->set, say_of_file, &q);
}

struct names {
	struct where_ctx *q;
	VEC(, const char *);
};

static void add_names(struct names *all, const struct effective_set *x)
{
	for (uint32_t i = 0; i < x->n; i++)
		vec_push(all, x->at[i].name->s);
}

static void add_file_names(const void *ctx, const struct subject *of, const char *name, struct value file)
{
	struct names *all = *(struct names *const *)ctx;
	struct effective_set x;

	(void)of, (void)name;
	effective_of_file(&all->q->all->from, file, &all->q->set->x, &x);
	add_names(all, &x);
}

static const char *near_of(struct where_ctx *q)
{
	struct names all = { .q = q }, *ctx = &all;

	for (size_t i = 0; i < q->all->n; i++) {
		q->set = &q->all->at[i];
		add_names(&all, &q->set->x);
		argument_files_each(q->set, add_file_names, &ctx);
	}
	const char *near = near_find(q->key, all.at, all.n);

	vec_release(&all);
	return near;
}

static void report_absent(struct where_ctx *q, const char *path, struct jwrite *list)
{
	const char *near = near_of(q);

	session_raise(q->s, EXIT_FINDINGS);
	if (list)
		print_json(q, list, path, near);
	else if (near)
		say("%s: no argument %s; did you mean %s?\n", session_name(q->s, path), session_shown(q->s, q->key),
		    session_shown(q->s, near));
	else
		say("%s: no argument %s\n", session_name(q->s, path), session_shown(q->s, q->key));
}

static void where_file(struct session *s, const char *key, const char *word, struct jwrite *list)
{
	const char *path = path_absolute(&s->arena, word);
	struct argument_sets all;
	struct where_ctx q = { .s = s, .key = key, .all = &all };
	bool found = false;

	argument_sets_of(s, path, &all);
	for (size_t i = 0; i < all.n; i++) {
		q.set = &all.at[i];
		ask(&q);
		if (!q.said.n)
			continue;
		if (found && !list)
			putchar('\n');
		found = true;
		if (list)
			print_json(&q, list, path, NULL);
		else
			print_text(&q);
	}
	if (!all.n)
		argument_sets_report_none(s, word);
	else if (!found)
		report_absent(&q, path, list);
	vec_release(&q.said);
	argument_sets_release(&all);
}

void where_arguments(struct session *s, const char *key, const struct strings *words, struct jwrite *list)
{
	for (size_t i = 0; i < words->n; i++) {
		if (words->n > 1 && !list)
			say("%s# %s\n", i ? "\n" : "", session_shown(s, words->at[i]));
		where_file(s, key, words->at[i], list);
	}
}

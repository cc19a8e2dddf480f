// SPDX-License-Identifier: MIT
/* What differs between the sets of two files: the values that are in effect, whether they are given or defaults; those
 * of the files that the sets name; processes, and the batch of a step. The main sets are compared, then sets of one
 * class in their order.
 *
 * Invariant: a value that is not known on a side differs only where the other side gives one; two defaults differ only
 * where both are known.
 *
 *	learning_rate is 1e-4 in a.yaml and not in b.yaml	1e-4 against the default 5e-05 */
#include "cli/command/diff_arguments.h"
#include "base/path.h"
#include "cli/command/priv.h"
#include "cli/revision.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/shown_effective.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include "report/value_json.h"
#include <string.h>

enum { LONGEST = 100 };

struct line { /* an argument of one side */
	const char *name;
	struct value value;
	const struct subject *in;
	struct span at;
	const char *says; /* where `at` is nowhere, or beside it */
	bool given;
	const char *file; /* the table of the file that it stands in; NULL: of none */
};
struct side {
	struct revision old;
	bool of_revision;
	const struct argument_set *set;
	VEC(, struct line) line;
};
struct diff_ctx {
	struct session *s;
	const struct argument_word *word; /* two */
	struct argument_sets all[2];
	struct side side[2];
	struct buf *b;
	struct jwrite *list; /* NULL: text is wanted */
	uint32_t found;
};

/* ---- the values of a side ---- */

static void add_values(struct side *to, const struct effective_set *x, const struct subject *of, const char *file,
		       struct arena *a)
{
	for (uint32_t i = 0; i < x->n; i++) {
		const struct effective *e = &x->at[i];

		vec_push(&to->line,
			 ((struct line){ .name = file ? arena_printf(a, "%s: %s", file, e->name->s) : e->name->s,
					 .file = file,
					 .value = e->value,
					 .in = e->of_line ? to->set->line : of,
					 .at = e->at,
					 .says = e->says,
					 .given = e->by != EFFECTIVE_LIBRARY }));
	}
}

struct file_adder {
	struct diff_ctx *c;
	unsigned i;
};

static void add_file(const void *ctx, const struct subject *of, const char *name, struct value file)
{
	const struct file_adder *to = ctx;
	struct side *side = &to->c->side[to->i];
	struct value path = dict_get(file, "path");
	struct effective_set x;

	effective_of_file(&to->c->all[to->i].from, file, &side->set->x, &x);
	const char *table = x.class ? x.class->name->s : name;

	vec_push(&side->line, ((struct line){ .name = table,
					      .value = path,
					      .in = of,
					      .at = path.at.file ? path.at : file.at,
					      .given = true }));
	add_values(side, &x, of, table, &to->c->s->arena);
}

static void add_count(struct side *to, const char *name, int64_t n, const struct subject *in, struct span at)
{
	vec_push(&to->line, ((struct line){ .name = name,
					    .value = n ? value_int(n, at) : (struct value){ 0 },
					    .in = in,
					    .at = at,
					    .says = "not known",
					    .given = n > 0 }));
}

static void take_set(struct diff_ctx *c, unsigned i, const struct argument_set *set)
{
	struct side *to = &c->side[i];
	struct global_batch g = effective_batch(&c->all[i].from, &set->x);

	to->set = set;
	to->line.n = 0;
	add_values(to, &set->x, set->subject, NULL, &c->s->arena);
	argument_files_each(set, add_file, &(struct file_adder){ c, i });
	if (!argument_set_trains(&c->all[i], set))
		return;
	add_count(to, "processes", g.processes.n, set->line, g.processes.at);
	add_count(to, "global batch", g.total, NULL, (struct span){ 0 });
}

/* ---- comparing ---- */

static const struct line *find(const struct side *side, const char *name)
{
	for (size_t i = 0; i < side->line.n; i++)
		if (!strcmp(side->line.at[i].name, name))
			return &side->line.at[i];
	return NULL;
}

static bool is_number(struct value v)
{
	return v.kind == VALUE_INT || v.kind == VALUE_FLOAT;
}

static double number_of(struct value v)
{
	return v.kind == VALUE_INT ? (double)v.as.i : v.as.f;
}

static bool same_value(struct value a, struct value b)
{
	struct buf x = { 0 }, y = { 0 };

	if (is_number(a) && is_number(b))
		return number_of(a) >= number_of(b) && number_of(a) <= number_of(b);

	value_line(&x, a, SIZE_MAX);
	value_line(&y, b, SIZE_MAX);
	bool same = !strcmp(buf_str(&x), buf_str(&y));

	buf_release(&x);
	buf_release(&y);
	return same;
}

static bool differ(const struct line *a, const struct line *b)
{
	bool known[2] = { a && value_is_known(a->value), b && value_is_known(b->value) };

	if (!a || !b)
		return a ? a->given : b->given;
	if (!known[0] && !known[1])
		return false;
	if (known[0] && known[1])
		return (a->given || b->given || a->says) && !same_value(a->value, b->value);
	return known[0] ? a->given : b->given;
}

/* ---- output ---- */

static void put_side(struct diff_ctx *c, const struct line *x, unsigned i)
{
	static const char *const color[] = { "\033[31m", "\033[32m" };
	bool colored = session_colors(c->s, stdout);

	if (!x)
		return;
	buf_puts(c->b, colored ? color[i] : "");
	buf_putc(c->b, "-+"[i]);
	if (value_is_known(x->value))
		value_line(c->b, x->value, LONGEST);
	else
		buf_putc(c->b, '?');
	buf_puts(c->b, colored ? "\033[m" : "");
	if (x->at.file) {
		buf_puts(c->b, "  # ");
		argument_span(c->b, c->s, x->in, x->at);
	} else if (x->says && !(x->given && !strcmp(x->says, "not known"))) {
		buf_printf(c->b, "  # %s", x->says);
	}
	buf_putc(c->b, '\n');
}

static void json_side(struct diff_ctx *c, struct jwrite *j, const char *key, const struct line *x)
{
	const struct source *src = x && x->in && x->at.file ? sources_get(x->in->set->sources, x->at.file) : NULL;
	struct jwrite side;

	if (!x) {
		jwrite_null(j, key);
		return;
	}
	side = jwrite_object(j, key, false);
	value_json(&side, "value", x->value);
	jwrite_text(&side, "says", x->says);
	point_json(&side, c->s, src ? src->path : NULL, src ? source_in_file(src, x->at.lo) : (struct point){ 0 });
	jwrite_end(&side);
}

static void put_titles(struct diff_ctx *c)
{
	bool colored = session_colors(c->s, stdout);

	for (unsigned i = 0; i < 2; i++)
		buf_printf(c->b, "%s%s%s%s\n", colored ? "\033[1m" : "", i ? "+++ " : "--- ",
			   session_shown(c->s, c->word[i].word), colored ? "\033[m" : "");
}

static void tell(struct diff_ctx *c, const char *name, const struct line *a, const struct line *b)
{
	bool colored = session_colors(c->s, stdout);
	struct jwrite one;

	if (c->list) {
		one = jwrite_object(c->list, NULL, false);
		jwrite_text(&one, "key", name);
		jwrite_text(&one, "kind", a && b ? "changed" : a ? "removed" : "added");
		json_side(c, &one, "before", a);
		json_side(c, &one, "after", b);
		jwrite_end(&one);
	} else {
		if (!c->found)
			put_titles(c);
		buf_printf(c->b, "%s@@ %s @@%s\n", colored ? "\033[36m" : "", session_shown(c->s, name),
			   colored ? "\033[m" : "");
		put_side(c, a, 0);
		put_side(c, b, 1);
	}
	c->found++;
}

static void compare_sets(struct diff_ctx *c, const char *prefix)
{
	for (unsigned i = 0; i < 2; i++)
		for (size_t k = 0; k < c->side[i].line.n; k++) {
			const struct line *x = &c->side[i].line.at[k], *y = find(&c->side[!i], x->name);
			const struct line *a = i ? y : x, *b = i ? x : y;
			const char *name = arena_printf(&c->s->arena, "%s%s", prefix, x->name);

			bool alone = x->file && !y && !find(&c->side[!i], x->file); /* the other has no such file */

			if (!(i && y) && !alone && differ(a, b)) /* what both have was reported with the first side */
				tell(c, name, a, b);
		}
}

/* The other sets, by class and order. */
static const struct argument_set *partner(const struct argument_sets *all, const struct argument_set *main,
					  const struct argument_set *of, uint32_t number)
{
	for (size_t i = 0; i < all->n; i++)
		if (&all->at[i] != main && all->at[i].x.class && of->x.class &&
		    all->at[i].x.class->name == of->x.class->name && !number--)
			return &all->at[i];
	return NULL;
}

static void compare_others(struct diff_ctx *c, const struct argument_set *const main[2])
{
	for (size_t i = 0; i < c->all[0].n; i++) {
		const struct argument_set *x = &c->all[0].at[i];
		uint32_t number = 0;

		for (size_t k = 0; k < i; k++)
			number += &c->all[0].at[k] != main[0] && c->all[0].at[k].x.class == x->x.class;
		const struct argument_set *y = x != main[0] ? partner(&c->all[1], main[1], x, number) : NULL;

		if (!y)
			continue;
		take_set(c, 0, x);
		take_set(c, 1, y);
		compare_sets(c, arena_printf(&c->s->arena, "%s.", argument_set_name(x)));
	}
}

static void compare_all(struct diff_ctx *c)
{
	const struct argument_set *main[2] = { argument_set_main(&c->all[0]), argument_set_main(&c->all[1]) };

	for (unsigned i = 0; i < 2; i++)
		if (!main[i])
			argument_sets_report_none(c->s, c->word[i].word);
	if (!main[0] || !main[1])
		return;
	take_set(c, 0, main[0]);
	take_set(c, 1, main[1]);
	compare_sets(c, "");
	compare_others(c, main);
	session_raise(c->s, c->found ? EXIT_FINDINGS : EXIT_CLEAN);
}

static bool open_side(struct diff_ctx *c, unsigned i)
{
	const struct argument_word *w = &c->word[i];
	struct side *to = &c->side[i];

	if (w->revision && !revision_open(c->s, w->revision, path_dir(&c->s->arena, w->path), &to->old))
		return false;
	to->of_revision = w->revision;
	if (w->revision && !vfs_exists(to->old.linter.vfs, w->path)) {
		complain(c->s, "%s: revision %s has no such file, or none that is read", w->word, w->revision);
		return false;
	}
	argument_sets_of_revision(c->s, w->revision ? &to->old : NULL, w->path, &c->all[i]);
	return true;
}

void diff_arguments(struct session *s, const struct argument_word word[2])
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list;
	struct diff_ctx c = { .s = s, .word = word, .b = &b };

	if (json_wanted(s)) {
		list = jwrite_list(&top, NULL, true);
		c.list = &list;
	}
	bool good = open_side(&c, 0);

	if (open_side(&c, 1) && good)
		compare_all(&c);
	if (c.list) {
		jwrite_end(&list);
		buf_putc(&b, '\n');
	}
	print_out(&b);
	for (unsigned i = 0; i < 2; i++) {
		vec_release(&c.side[i].line);
		argument_sets_release(&c.all[i]);
		if (c.side[i].of_revision)
			revision_close(&c.side[i].old);
	}
}

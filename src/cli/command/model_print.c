// SPDX-License-Identifier: MIT
/* `show --model` for a terminal: a line a part, and below it what is known of it. */
#include "cli/command/model_print.h"
#include "cli/shared/shown_effective.h"
#include "config/graph.h"
#include "report/draw/figure.h"
#include "python/value/dict.h"
#include "report/draw/paragraphs.h"
#include "report/draw/terminal.h"
#include <string.h>

enum { NAME_WIDTH = 22, TYPE_WIDTH = 26, NARROW = 90, NAMES = 4 /* of classes */, STEPS_DEEP = 4 };

struct model_printer {
	struct session *s;
	struct buf *b;
	const struct model_view *v;
	unsigned width;
	bool color;
};

static bool is_printed(struct value v)
{
	return v.kind != VALUE_UNKNOWN;
}

static void put_fact(struct buf *b, const char *before, struct value v, const char *after)
{
	buf_printf(b, "%s%s", b->n ? ", " : "", before);
	model_numbers(b, v);
	buf_puts(b, after);
}

static bool is_one(struct value n)
{
	return n.kind == VALUE_INT && n.as.i == 1;
}

static const char *classes_word(struct value n)
{
	return is_one(n) ? " class" : " classes";
}

static void put_points(struct buf *b, struct value n)
{
	put_fact(b, "", n, is_one(n) ? " keypoint" : " keypoints");
}

/* "takes 256, 512 -> 5 x 256" */
/* "23,508,032 parameters, 1.9 GiB of activations": what it has beside the parts in it */
static void put_cost(struct buf *b, const struct step_part *c)
{
	double gib = c->activations / (1 << 30);

	if (c->parameters > 0) {
		buf_puts(b, b->n ? ", " : "");
		figure_number(b, c->parameters);
		buf_puts(b, " parameters");
	}
	if (c->activations > 0)
		buf_printf(b, gib < 0.05 ? "%s%.0f MiB of activations" : "%s%.1f GiB of activations", b->n ? ", " : "",
			   gib < 0.05 ? gib * 1024 : gib);
}

static void describe(struct buf *b, const struct model_part *p)
{
	const struct value *f = p->fact;

	if (model_has(p, MODEL_TAKES))
		put_fact(b, "takes ", f[MODEL_TAKES], "");
	if (model_has(p, MODEL_NEEDS))
		put_fact(b, "takes maps of ", f[MODEL_NEEDS], "");
	if (model_has(p, MODEL_WIDTHS)) {
		buf_puts(b, b->n ? " -> " : "-> ");
		model_numbers(b, f[MODEL_WIDTHS]);
	}
	if (is_printed(f[MODEL_STRIDES])) {
		bool many = value_is_listlike(f[MODEL_STRIDES]) && f[MODEL_STRIDES].as.list->n > 1;

		buf_puts(b, many ? " (strides " : " (stride ");
		model_numbers(b, f[MODEL_STRIDES]);
		buf_putc(b, ')');
	}
	if (model_has(p, MODEL_LEVELS))
		put_fact(b, "", f[MODEL_LEVELS], is_one(f[MODEL_LEVELS]) ? " level" : " levels");
	if (model_has(p, MODEL_CLASSES))
		put_fact(b, "", f[MODEL_CLASSES], classes_word(f[MODEL_CLASSES]));
	if (model_has(p, MODEL_FINDS))
		put_points(b, f[MODEL_FINDS]);
	if (p->cost)
		put_cost(b, p->cost);
	else if (f[MODEL_PARAMETERS].kind == VALUE_INT)
		buf_printf(b, "%s%.1f M parameters", b->n ? ", " : "", (double)f[MODEL_PARAMETERS].as.i / 1e6);
	if (p->why)
		buf_puts(b, p->why);
}

static void put_padded(struct buf *b, const char *text, unsigned width)
{
	struct buf shown = { 0 };
	size_t columns;

	terminal_escape(&shown, text, strlen(text));
	columns = terminal_text_columns(buf_str(&shown), shown.n);
	buf_puts(b, buf_str(&shown));
	buf_printf(b, "%*s", columns + 1 < width ? (int)(width - columns) : 1, "");
	buf_release(&shown);
}

static void put_found(struct model_printer *p, const struct found_diags *found, unsigned indent)
{
	for (size_t i = 0; i < found->n; i++) {
		const struct diag *d = found->at[i];
		struct buf text = { 0 }, lead = { 0 };

		buf_printf(&lead, "%*s! ", (int)indent, "");
		terminal_escape(&text, d->msg, strlen(d->msg));
		buf_printf(&text, " [%s]", d->rule->id);
		terminal_paint(p->b, p->color, terminal_severity(d->severity));
		flow_text(p->b, buf_str(&lead), buf_str(&text), indent + 2, p->width);
		terminal_paint(p->b, p->color, PAINT_NONE);
		buf_release(&lead);
		buf_release(&text);
	}
}

static void put_place(struct model_printer *p, struct span at)
{
	if (!at.file)
		return;
	terminal_paint(p->b, p->color, PAINT_FRAME);
	terminal_place(p->b, graph_source(p->v->g, at.file), p->s->cwd, at);
	terminal_paint(p->b, p->color, PAINT_NONE);
}

/* name, type, place */
static void put_head(struct model_printer *p, const char *name, const char *type, unsigned depth, struct span at)
{
	unsigned indent = 2 * depth;

	buf_printf(p->b, "%*s", (int)indent, "");
	put_padded(p->b, name, indent + 8 < NAME_WIDTH ? NAME_WIDTH - indent : 8);
	terminal_paint(p->b, p->color, PAINT_BOLD);
	put_padded(p->b, type ? type : "?", TYPE_WIDTH);
	terminal_paint(p->b, p->color, PAINT_NONE);
	put_place(p, at);
	buf_putc(p->b, '\n');
}

/* more: how much further to indent than the details of a part. */
static void put_details(struct model_printer *p, const char *text, unsigned depth, unsigned more)
{
	struct buf lead = { 0 };
	unsigned indent = more + (p->width < NARROW ? 2 * depth + 4 : NAME_WIDTH);

	if (!*text)
		return;
	buf_printf(&lead, "%*s", (int)indent, "");
	flow_text(p->b, buf_str(&lead), text, indent, p->width);
	buf_release(&lead);
}

static void put_part(struct model_printer *p, const struct model_part *x)
{
	struct buf details = { 0 };

	put_head(p, x->name, x->type, x->depth, x->at);
	describe(&details, x);
	put_details(p, buf_str(&details), x->depth, 0);
	put_found(p, &x->found, 2 * x->depth + 4);
	buf_release(&details);
}

static void put_classes(struct buf *b, const struct model_set *x)
{
	const struct list *l = value_is_listlike(x->names) ? x->names.as.list : NULL;

	if (is_printed(x->count))
		put_fact(b, "", x->count, classes_word(x->count));
	else if (is_printed(x->points))
		put_points(b, x->points);
	else
		buf_puts(b, x->why ? x->why : "its classes are not known");
	for (uint32_t i = 0; l && i < l->n && i < NAMES; i++) {
		buf_puts(b, i ? ", " : ": ");
		model_numbers(b, l->at[i].val);
	}
	if (l && l->n > NAMES)
		buf_puts(b, ", ...");
}

static struct value type_of(struct value step)
{
	const struct entry *e =
		step.kind == VALUE_DICT ? dict_find(step.as.dict, value_text("type", (struct span){ 0 })) : NULL;

	return e ? e->val : (struct value){ 0 };
}

static void put_step(struct model_printer *p, struct value step, unsigned deep);

/* Steps that stand in an argument of one: MultiScaleFlipAug's transforms. */
static void put_inner(struct model_printer *p, struct value step, unsigned deep)
{
	struct dict_iter it;
	const struct entry *e;

	for (dict_begin(&it, step.as.dict); (e = dict_next(&it));)
		for (uint32_t i = 0; e->val.kind == VALUE_LIST && i < e->val.as.list->n; i++)
			if (is_printed(type_of(e->val.as.list->at[i].val)))
				put_step(p, e->val.as.list->at[i].val, deep);
}

static void put_step(struct model_printer *p, struct value step, unsigned deep)
{
	struct buf text = { 0 }, args = { 0 };

	model_numbers(&text, type_of(step));
	model_step(&args, step);
	if (args.n)
		buf_printf(&text, "  %s", buf_str(&args));
	put_details(p, buf_str(&text), 1, 2 * deep);
	if (step.kind == VALUE_DICT && deep < STEPS_DEEP)
		put_inner(p, step, deep + 1);
	buf_release(&args);
	buf_release(&text);
}

static void put_steps(struct model_printer *p, struct value pipeline, unsigned deep)
{
	for (uint32_t i = 0; pipeline.kind == VALUE_LIST && i < pipeline.as.list->n; i++)
		put_step(p, pipeline.as.list->at[i].val, deep);
}

static void put_outer(struct model_printer *p, const struct model_outer *x)
{
	struct buf text = { 0 };

	buf_puts(&text, "then in ");
	terminal_escape(&text, x->type ? x->type : "?", strlen(x->type ? x->type : "?"));
	buf_putc(&text, ':');
	put_details(p, buf_str(&text), 1, 0);
	put_steps(p, x->pipeline, 1);
	buf_release(&text);
}

static void put_set(struct model_printer *p, const struct model_set *x, bool steps)
{
	struct buf details = { 0 };

	put_head(p, x->use, x->type, 0, x->at);
	put_classes(&details, x);
	put_details(p, buf_str(&details), 0, 0);
	if (steps)
		put_steps(p, x->pipeline, 0);
	for (uint32_t i = 0; steps && i < x->nouter; i++)
		put_outer(p, &x->outer[i]);
	put_found(p, &x->found, 4);
	buf_release(&details);
}

static void put_total(struct buf *b, const struct step_costs *c)
{
	if (c->why)
		return;
	figure_number(b, c->parameters);
	buf_puts(b, " parameters; a training step takes ");
	step_costs_total(b, c);
	buf_puts(b, " of GPU memory (`cfglint plan`)\n");
}

void model_print(struct session *s, struct buf *b, const struct model_view *v)
{
	struct model_printer p = { s, b, v, terminal_width(), session_colors(s, stdout) };

	if (v->no_model)
		buf_printf(b, "%s\n", v->no_model);
	for (size_t i = 0; i < v->part.n; i++)
		put_part(&p, &v->part.at[i]);
	buf_puts(b, v->cut ? MODEL_CUT "\n" : "");
	put_total(b, &v->costs);
	buf_puts(b, v->set.n ? "\n" : "");
	for (size_t i = 0; i < v->set.n; i++) /* the pipeline of the first of each use */
		put_set(&p, &v->set.at[i], !i || strcmp(v->set.at[i].use, v->set.at[i - 1].use));
	if (v->elsewhere.n)
		buf_puts(b, "\nAlso:\n");
	put_found(&p, &v->elsewhere, 0);
	if (v->diags.n)
		buf_printf(b, "\n%zu finding%s. `cfglint %s` prints details and fixes.\n", v->diags.n,
			   plural(v->diags.n), session_shown(s, session_name(s, v->config->path)));
}

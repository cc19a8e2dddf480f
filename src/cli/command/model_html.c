// SPDX-License-Identifier: MIT
/* `show --model --format html`: the way of a sample through the model as a picture, and the same as tables. */
#include "cli/command/model_html.h"
#include "cli/effective.h"
#include "config/graph.h"
#include "report/html.h"
#include "report/svg_flow.h"
#include "report/terminal.h"
#include <string.h>

enum { BOXES_MAX = 40 };

struct drawing {
	struct session *s;
	const struct model_view *v;
	struct svg_box box[BOXES_MAX];
	uint32_t n, left_out;
};

static bool is_told(struct value v)
{
	return v.kind != VALUE_UNKNOWN;
}

static const char *told_text(struct session *s, const char *before, struct value v, const char *after)
{
	struct buf b = { 0 };
	const char *text;

	model_numbers(&b, v);
	text = arena_printf(&s->arena, "%s%s%s", before, buf_str(&b), after);
	buf_release(&b);
	return text;
}

/* NULL: it has none. */
static const char *fact_text(struct session *s, const char *before, const struct model_part *p, enum model_fact fact,
			     const char *after)
{
	return model_has(p, fact) ? told_text(s, before, p->fact[fact], after) : NULL;
}

/* ---- the picture ---- */

static void add_box(struct drawing *d, struct svg_box x)
{
	if (d->n < BOXES_MAX)
		d->box[d->n++] = x;
	else
		d->left_out++;
}

static void add_line(struct svg_box *x, const char *text)
{
	for (unsigned i = 0; i < SVG_BOX_LINES && text; i++)
		if (!x->line[i]) {
			x->line[i] = text;
			return;
		}
}

static void add_part(struct drawing *d, const struct model_part *p, unsigned column)
{
	struct svg_box x = { .column = column, .marked = p->found.n > 0 };

	add_line(&x, p->type ? p->type : "?");
	add_line(&x, p->name);
	add_line(&x, fact_text(d->s, "takes ", p, MODEL_TAKES, ""));
	add_line(&x, fact_text(d->s, "takes maps of ", p, MODEL_NEEDS, ""));
	add_line(&x, fact_text(d->s, "gives ", p, MODEL_WIDTHS, ""));
	add_line(&x, fact_text(d->s, "", p, MODEL_CLASSES, " classes"));
	add_line(&x, fact_text(d->s, "", p, MODEL_FINDS, " keypoints"));
	add_box(d, x);
}

static void add_set(struct drawing *d, const struct model_set *x)
{
	struct svg_box box = { .marked = x->found.n > 0 };

	if (strcmp(x->use, "train"))
		return;
	add_line(&box, x->type ? x->type : "?");
	add_line(&box, x->use);
	add_line(&box, is_told(x->count)    ? told_text(d->s, "", x->count, " classes")
		       : is_told(x->points) ? told_text(d->s, "", x->points, " keypoints")
		       : x->why		    ? x->why
					    : "classes not known");
	add_box(d, box);
}

/* Data, what makes maps of it, what makes maps of maps, one after the other, what answers. */
static void draw(struct drawing *d)
{
	const struct model_view *v = d->v;
	unsigned column = 0;

	for (size_t i = 0; i < v->set.n; i++)
		add_set(d, &v->set.at[i]);
	column += d->n > 0;
	for (size_t i = 0; i < v->part.n; i++)
		if (model_has(&v->part.at[i], MODEL_WIDTHS) && !model_has(&v->part.at[i], MODEL_TAKES))
			add_part(d, &v->part.at[i], column);
	column += d->n && d->box[d->n - 1].column == column;
	for (size_t i = 0; i < v->part.n; i++)
		if (model_has(&v->part.at[i], MODEL_WIDTHS) && model_has(&v->part.at[i], MODEL_TAKES))
			add_part(d, &v->part.at[i], column++);
	for (size_t i = 0; i < v->part.n; i++)
		if (!model_has(&v->part.at[i], MODEL_WIDTHS) &&
		    (model_has(&v->part.at[i], MODEL_CLASSES) || model_has(&v->part.at[i], MODEL_NEEDS) ||
		     model_has(&v->part.at[i], MODEL_TAKES)))
			add_part(d, &v->part.at[i], column);
}

/* ---- the tables ---- */

static const char *place_text(struct session *s, const struct model_view *v, struct span at)
{
	struct buf b = { 0 };
	const char *text;

	if (at.file)
		terminal_place(&b, graph_source(v->g, at.file), s->cwd, at);
	text = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

static const char *or_empty(const char *s)
{
	return s ? s : "";
}

static void put_parts(struct session *s, struct buf *b, const struct model_view *v)
{
	static const char *const head[] = { "Part", "Class", "Place", "Takes", "Gives", "Strides", "Classes" };

	html_element(b, "h2", "Model");
	if (v->no_model)
		html_element(b, "p", v->no_model);
	if (v->cut)
		html_element(b, "p", MODEL_CUT);
	html_table(b, NULL);
	html_row(b, "th", head, ARRAY_SIZE(head));
	for (size_t i = 0; i < v->part.n; i++) {
		const struct model_part *p = &v->part.at[i];
		const char *cell[] = {
			keypath_text(&s->arena, p->path),
			p->why ? arena_printf(&s->arena, "%s (%s)", or_empty(p->type), p->why) : or_empty(p->type),
			place_text(s, v, p->at),
			or_empty(fact_text(s, "", p, model_has(p, MODEL_TAKES) ? MODEL_TAKES : MODEL_NEEDS, "")),
			or_empty(fact_text(s, "", p, MODEL_WIDTHS, "")),
			or_empty(fact_text(s, "", p, MODEL_STRIDES, "")),
			or_empty(fact_text(s, "", p, MODEL_CLASSES, ""))
		};

		html_row(b, "td", cell, ARRAY_SIZE(cell));
	}
	html_table_end(b, NULL);
}

static void put_sets(struct session *s, struct buf *b, const struct model_view *v)
{
	static const char *const head[] = { "Data", "Class", "Place", "Classes" };

	html_element(b, "h2", "Data");
	html_table(b, NULL);
	html_row(b, "th", head, ARRAY_SIZE(head));
	for (size_t i = 0; i < v->set.n; i++) {
		const struct model_set *x = &v->set.at[i];
		const char *count = is_told(x->count) ? told_text(s, "", x->count, "") : NULL,
			   *names = is_told(x->names) ? told_text(s, ": ", x->names, "") : NULL;
		const char *cell[] = { keypath_text(&s->arena, x->path), or_empty(x->type), place_text(s, v, x->at),
				       count		    ? arena_printf(&s->arena, "%s%s", count, or_empty(names))
				       : is_told(x->points) ? told_text(s, "", x->points, " keypoints")
				       : x->why		    ? x->why
							    : "not known" };

		html_row(b, "td", cell, ARRAY_SIZE(cell));
	}
	html_table_end(b, NULL);
}

static void put_findings(struct session *s, struct buf *b, const struct model_view *v)
{
	for (size_t i = 0; i < v->diags.n; i++) {
		const struct diag *d = &v->diags.at[i];

		buf_printf(b, "<div class=\"finding %s\">", severity_name(d->severity));
		html_element(b, "p", arena_printf(&s->arena, "%s: %s", d->rule->id, d->msg));
		html_element(b, "p", place_text(s, v, d->at));
		buf_puts(b, "</div>\n");
	}
}

void model_html(struct session *s, struct buf *b, const struct model_view *v)
{
	struct drawing d = { .s = s, .v = v };

	html_begin(b, session_name(s, v->config->path));
	put_findings(s, b, v);
	draw(&d);
	if (d.n)
		svg_flow(b, "The way of a sample from the data set through the model; the tables below say the same.",
			 d.box, d.n);
	if (d.left_out)
		html_element(b, "p", arena_printf(&s->arena, "The picture leaves out %u more.", d.left_out));
	put_parts(s, b, v);
	put_sets(s, b, v);
	html_end(b);
}

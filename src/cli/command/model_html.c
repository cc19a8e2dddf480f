// SPDX-License-Identifier: MIT
/* `show --model --output-format html`: the way of a sample through the model as a picture, and the same as tables. */
#include "cli/command/model_html.h"
#include "cli/shared/memory_html.h"
#include "cli/shared/shown_effective.h"
#include "config/graph.h"
#include "report/draw/html.h"
#include "report/html_finding.h"
#include "report/draw/html_flow.h"
#include "report/draw/terminal.h"
#include <string.h>

enum { BOXES_MAX = 40 };

struct model_page {
	struct session *s;
	const struct model_view *v;
	struct flow_box box[BOXES_MAX];
	uint32_t n, left_out;
};

static bool is_printed(struct value v)
{
	return v.kind != VALUE_UNKNOWN;
}

static const char *details_text(struct session *s, const char *before, struct value v, const char *after)
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
	return model_has(p, fact) ? details_text(s, before, p->fact[fact], after) : NULL;
}

/* "80 classes" */
static const char *set_text(struct session *s, const struct model_set *x)
{
	return is_printed(x->count)    ? details_text(s, "", x->count, " classes")
	       : is_printed(x->points) ? details_text(s, "", x->points, " keypoints")
	       : x->why		       ? x->why
				       : "classes not known";
}

/* ---- the picture ---- */

static void add_box(struct model_page *d, struct flow_box x)
{
	if (d->n < BOXES_MAX)
		d->box[d->n++] = x;
	else
		d->left_out++;
}

static void add_line(struct flow_box *x, const char *text)
{
	for (unsigned i = 0; i < FLOW_BOX_LINES && text; i++)
		if (!x->line[i]) {
			x->line[i] = text;
			return;
		}
}

static void add_part(struct model_page *d, const struct model_part *p, unsigned column)
{
	struct flow_box x = { .column = column, .marked = p->found.n > 0 };

	add_line(&x, p->type ? p->type : "?");
	add_line(&x, p->name);
	add_line(&x, fact_text(d->s, "takes ", p, MODEL_TAKES, ""));
	add_line(&x, fact_text(d->s, "takes maps of ", p, MODEL_NEEDS, ""));
	add_line(&x, fact_text(d->s, "gives ", p, MODEL_WIDTHS, ""));
	add_line(&x, fact_text(d->s, "", p, MODEL_CLASSES, " classes"));
	add_line(&x, fact_text(d->s, "", p, MODEL_FINDS, " keypoints"));
	add_box(d, x);
}

static void add_set(struct model_page *d, const struct model_set *x)
{
	struct flow_box box = { .marked = x->found.n > 0 };

	if (strcmp(x->use, "train"))
		return;
	add_line(&box, x->type ? x->type : "?");
	add_line(&box, x->use);
	add_line(&box, set_text(d->s, x));
	add_box(d, box);
}

/* Data, what makes maps of it, what makes maps of maps, one after the other, what answers. */
static void draw(struct model_page *d)
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
	static const char *const head[] = { "Part", "Class", "Takes", "Gives", "Strides", "Classes", "Place" };

	html_element(b, "h2", "Model");
	if (v->no_model)
		html_element(b, "p", v->no_model);
	if (v->cut)
		html_element(b, "p", MODEL_CUT);
	html_cards(b, head, ARRAY_SIZE(head));
	for (size_t i = 0; i < v->part.n; i++) {
		const struct model_part *p = &v->part.at[i];
		const char *cell[] = {
			keypath_text(&s->arena, p->path),
			p->why ? arena_printf(&s->arena, "%s (%s)", or_empty(p->type), p->why) : or_empty(p->type),
			or_empty(fact_text(s, "", p, model_has(p, MODEL_TAKES) ? MODEL_TAKES : MODEL_NEEDS, "")),
			or_empty(fact_text(s, "", p, MODEL_WIDTHS, "")),
			or_empty(fact_text(s, "", p, MODEL_STRIDES, "")),
			or_empty(fact_text(s, "", p, MODEL_CLASSES, "")),
			place_text(s, v, p->at)
		};

		html_card(b, head, cell, ARRAY_SIZE(cell));
	}
	buf_puts(b, "</table>\n");
}

/* The names of its classes, and which other data sets have them; NULL: they are unknown, or printed with an earlier
 * one. */
static const char *sets_of_names(struct session *s, const struct model_view *v, size_t i)
{
	const char *text = v->set.at[i].use;

	if (!is_printed(v->set.at[i].names))
		return NULL;
	for (size_t k = 0; k < v->set.n; k++)
		if (k != i && value_same(v->set.at[k].names, v->set.at[i].names)) {
			if (k < i)
				return NULL;
			text = arena_printf(&s->arena, "%s, %s", text, v->set.at[k].use);
		}
	return text;
}

static void put_names(struct session *s, struct buf *b, const struct model_view *v)
{
	for (size_t i = 0; i < v->set.n; i++) {
		const char *sets = sets_of_names(s, v, i);

		if (!sets)
			continue;
		buf_puts(b, "<details>");
		html_element(b, "summary", arena_printf(&s->arena, "Names of the classes (%s)", sets));
		html_element(b, "p", details_text(s, "", v->set.at[i].names, ""));
		buf_puts(b, "</details>\n");
	}
}

static void put_sets(struct session *s, struct buf *b, const struct model_view *v)
{
	static const char *const head[] = { "Data", "Class", "What it has", "Place" };

	html_element(b, "h2", "Data");
	html_cards(b, head, ARRAY_SIZE(head));
	for (size_t i = 0; i < v->set.n; i++) {
		const struct model_set *x = &v->set.at[i];
		const char *cell[] = { keypath_text(&s->arena, x->path), or_empty(x->type), set_text(s, x),
				       place_text(s, v, x->at) };

		html_card(b, head, cell, ARRAY_SIZE(cell));
	}
	buf_puts(b, "</table>\n");
	put_names(s, b, v);
}

static void put_findings(struct session *s, struct buf *b, const struct model_view *v, struct html_rules *named)
{
	for (size_t i = 0; i < v->diags.n; i++) {
		const struct diag *d = &v->diags.at[i];

		html_finding_begin(b, named, d, NULL);
		buf_puts(b, "<p class=\"soft\">");
		html_prose(b, place_text(s, v, d->at));
		buf_puts(b, "</p>\n");
		html_finding_end(b);
	}
}

void model_html(struct session *s, struct buf *b, const struct model_view *v)
{
	struct model_page d = { .s = s, .v = v };
	struct html_rules named = { 0 };

	html_begin(b, session_name(s, v->config->path));
	put_findings(s, b, v, &named);
	draw(&d);
	html_flow(b, d.box, d.n);
	if (d.left_out)
		html_element(b, "p", arena_printf(&s->arena, "The picture leaves out %u more.", d.left_out));
	put_parts(s, b, v);
	memory_html(b, &s->arena, &v->costs, v->gpu_mem);
	put_sets(s, b, v);
	html_rules_end(b, &s->arena, &named, session_docs());
	html_end(b);
}

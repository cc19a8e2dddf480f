// SPDX-License-Identifier: MIT
/* Turns findings into diagnostics. The place is the first that the document has, in this order: the finding's own
 * place, its home, the base through which it comes, a related place, the edited line (of findings in children), line
 * 1.
 *
 * Invariant: at most DIAGNOSTICS_MAX a document; if there are more, the last one says how many.
 *
 *	the value stands in base.py	the diagnostic is at './base.py' in _base_, with the place in base.py as related
 *	a child breaks by this edit	at the first line that was edited
 *	a child, nothing edited		not shown */
#include "server/diagnostics.h"
#include "server/wire.h"
#include "cli/session.h"
#include "subject/subject.h"
#include <string.h>

json_t *location_json(enum column_unit u, const struct source *s, struct span at)
{
	if (!s || s->path[0] != '/')
		return NULL;
	return json_pack("{s:o, s:o}", "uri", uri_of(s->path), "range",
			 place_range(u, s, source_offset(s, at.lo), source_offset(s, at.hi)));
}

/* Of an error, a warning, information. What costs time is no mistake. */
static int level_of(enum severity s)
{
	return s == SEV_ERROR ? 1 : s == SEV_WARNING ? 2 : 3;
}

/* The text in the document that names the base through which it takes from that file. */
static bool base_named(const struct analysis *a, const char *path, struct span *out)
{
	const struct module *m = analysis_config(a);
	const struct source *s = analysis_source(a);
	struct ancestry all;

	for (uint32_t i = 0; m && i < m->nbases; i++) {
		if (!m->base[i].module || m->base[i].at.file != s->id)
			continue;
		module_ancestry(m->base[i].module, &all);
		for (uint32_t k = 0; k < all.n; k++)
			if (strcmp(all.at[k]->path, path) == 0) {
				*out = m->base[i].at;
				return true;
			}
	}
	return false;
}

static bool is_here(const struct analysis *a, const struct source *s)
{
	return s && strcmp(s->path, a->document->path) == 0;
}

/* The first place in the document that the finding is related to. */
static bool related_here(const struct analysis *a, const struct diag *d, struct span *out)
{
	for (uint32_t i = 0; i < d->nrel; i++)
		if (is_here(a, diag_source(d, d->rel[i].at))) {
			*out = d->rel[i].at;
			return true;
		}
	return false;
}

static bool edited_line(const struct analysis *a, struct span *out)
{
	const struct source *s = analysis_source(a);
	long line = document_edited_line(a->document);
	struct line_starts starts;

	if (!s || line < 0)
		return false;
	starts = source_lines(s);
	line = line < (long)starts.n ? line : (long)starts.n - 1;
	*out = (struct span){ s->id, starts.at[line], source_line_end(s, (uint32_t)line) };
	return true;
}

bool diagnostic_place(const struct analysis *a, const struct diag *d, struct span *out)
{
	const struct source *s = diag_source(d, d->at), *own = analysis_source(a);

	*out = is_here(a, s) ? d->at : d->home;
	if (is_here(a, s) || (d->home.file && is_here(a, diag_source(d, d->home))))
		return true;
	if (base_named(a, s ? s->path : "", out) || related_here(a, d, out))
		return true;
	if (diag_is_through(d))
		return edited_line(a, out);
	*out = (struct span){ .file = own ? own->id : 0 }; /* it is about the document as a whole */
	return true;
}

static json_t *related_of(const struct analysis *a, enum column_unit u, const struct diag *d)
{
	json_t *list = json_array(), *place;

	if (!is_here(a, diag_source(d, d->at)) && (place = location_json(u, diag_source(d, d->at), d->at)))
		json_array_append_new(list, json_pack("{s:o, s:s}", "location", place, "message", "it stands here"));
	for (uint32_t i = 0; i < d->nrel; i++)
		if ((place = location_json(u, diag_source(d, d->rel[i].at), d->rel[i].at)))
			json_array_append_new(list, json_pack("{s:o, s:o}", "location", place, "message",
							      wire_text(d->rel[i].text ? d->rel[i].text : "")));
	return list;
}

static json_t *message_of(const struct analysis *a, const struct diag *d)
{
	struct session *s = a->l.s;
	const struct source *in = diag_source(d, d->at);
	const char *text = d->msg;

	if (in && !is_here(a, in))
		text = arena_printf(&s->arena, "%s:%u: %s", session_name(s, in->path),
				    source_point(in, d->at.lo).line + 1, text);
	if (d->hint)
		text = arena_printf(&s->arena, "%s\nhint: %s", text, d->hint);
	else if (d->nfixes)
		text = arena_printf(&s->arena, "%s\nfix (%s): %s", text,
				    d->fix[0].safety == SAFETY_SAFE ? "safe" : "unsafe", d->fix[0].title);
	return wire_text(text);
}

/* The page of the rule, where the docs are on the web. */
static void add_page(const struct analysis *a, json_t *to, const struct rule *r)
{
	const char *docs = session_docs(), *slash = *docs && docs[strlen(docs) - 1] == '/' ? "" : "/";

	if (strncmp(docs, "http", 4) != 0 || !r->src || r->src->path[0] == '/')
		return;
	docs = arena_printf(&a->l.s->arena, "%s%srules/%s.md", docs, slash, r->name);
	json_object_set_new(to, "codeDescription", json_pack("{s:o}", "href", wire_text(docs)));
}

json_t *diagnostic_of(const struct analysis *a, enum column_unit u, const struct diag *d)
{
	const struct source *s = analysis_source(a);
	struct span at;
	json_t *x, *related;

	if (!diagnostic_place(a, d, &at))
		return NULL;
	x = json_pack("{s:i, s:o, s:s, s:o, s:{s:o, s:b}}", "severity", level_of(d->severity), "code",
		      wire_text(d->rule->id), "source", "cfglint", "message", message_of(a, d), "data", "name",
		      wire_text(d->rule->name), "fixable", d->nfixes > 0);
	related = related_of(a, u, d);
	json_object_set_new(x, "range",
			    s ? place_range(u, s, source_offset(s, at.lo), source_offset(s, at.hi))
			      : json_pack("{s:{s:i, s:i}, s:{s:i, s:i}}", "start", "line", 0, "character", 0, "end",
					  "line", 0, "character", 0));
	if (json_array_size(related))
		json_object_set(x, "relatedInformation", related);
	json_decref(related);
	add_page(a, x, d->rule);
	return x;
}

json_t *diagnostics_of(const struct analysis *a, enum column_unit u)
{
	json_t *list = json_array(), *x;

	for (size_t i = 0; i < a->l.found.n && i < DIAGNOSTICS_MAX; i++) {
		x = diagnostic_of(a, u, &a->l.found.at[i]);
		if (!x)
			continue;
		if (i + 1 == DIAGNOSTICS_MAX && a->l.found.n > DIAGNOSTICS_MAX)
			json_object_set_new(x, "message",
					    json_sprintf("%zu more findings", a->l.found.n - DIAGNOSTICS_MAX + 1));
		json_array_append_new(list, x);
	}
	return list;
}

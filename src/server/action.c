// SPDX-License-Identifier: MIT
/* Lists and resolves code actions. An action carries a note {uri, version, do, rule, key, message}, from which its
 * edit is computed by the same fixes as --fix when the client resolves it, or at once if the client can't.
 *
 * Invariant: an action is resolved only for the version of the document that it was listed for.
 *
 *	the cursor on a DAT005 with a fix	its fix, "Ignore DAT005 here, with a reason", "Explain DAT005 ..."
 *	two of them in the file			also "Fix all 2 findings of DAT005 in this file"
 *	the text changed since			refused: "request the action again" */
#include "server/action.h"
#include "server/diagnostics.h"
#include "server/edits.h"
#include "cli/shared/fixes.h"
#include "subject/subject.h"
#include <string.h>

#define FIX_ALL "source.fixAll.cfglint"

/* --- which */

/* Whether the client requests actions of this kind, or of a parent kind: "source" holds "source.fixAll.cfglint". */
static bool is_requested(const json_t *only, const char *kind)
{
	size_t i;
	json_t *x;

	json_array_foreach (only, i, x) {
		size_t n = json_string_length(x);

		if (n && strncmp(kind, json_string_value(x), n) == 0 && (!kind[n] || kind[n] == '.'))
			return true;
	}
	return !only || json_is_null(only);
}

/* What the action is, for action_resolve: {uri, version, do, rule, key, message}. */
static json_t *note_of(const struct document *d, const char *what, const struct diag *x)
{
	return json_pack("{s:s, s:I, s:s, s:o?, s:o?, s:o?}", "uri", d->uri, "version", d->version, "do", what, "rule",
			 x ? wire_text(x->rule->id) : NULL, "key", x && x->path ? wire_text(x->path) : NULL, "message",
			 x ? wire_text(x->msg) : NULL);
}

struct action_list {
	struct server *s;
	struct analysis *a;
	struct document *d;
	const json_t *only;
	json_t *list;
};

static void add(struct action_list *l, const char *kind, json_t *title, const char *what, const struct diag *d)
{
	json_t *x = json_pack("{s:o, s:s, s:o}", "title", title, "kind", kind, "data", note_of(l->d, what, d));

	if (d)
		json_object_set_new(x, "diagnostics", json_pack("[o]", diagnostic_of(l->a, l->s->docs.unit, d)));
	if (d && strcmp(what, "fix") == 0 && d->fix[0].safety == SAFETY_SAFE)
		json_object_set_new(x, "isPreferred", json_true());
	if (!l->s->can.resolves) {
		struct refusal why = { 0 };
		json_t *whole = action_resolve(l->s, x, &why);

		json_decref(x);
		x = whole;
	}
	if (json_object_get(x, "edit") || l->s->can.resolves)
		json_array_append(l->list, x);
	json_decref(x);
}

static void add_for(struct action_list *l, const struct diag *d)
{
	size_t alike = 0;

	for (size_t i = 0; i < l->a->l.found.n; i++)
		alike += l->a->l.found.at[i].rule == d->rule && l->a->l.found.at[i].nfixes;
	if (d->nfixes)
		add(l, "quickfix",
		    wire_textf("%s%s (%s)", d->fix[0].title,
			       d->fix[0].safety == SAFETY_SAFE ? "" : " - this changes what training does",
			       d->rule->id),
		    "fix", d);
	if (d->nfixes && alike > 1)
		add(l, "quickfix", wire_textf("Fix all %zu findings of %s in this file", alike, d->rule->id),
		    "fix-rule", d);
	if (analysis_source(l->a) && d->at.file == analysis_source(l->a)->id)
		add(l, "quickfix", wire_textf("Ignore %s here, with a reason", d->rule->id), "ignore", d);
	json_array_append_new(l->list, json_pack("{s:o, s:s, s:{s:o, s:s, s:[o]}}", "title",
						 wire_textf("Explain %s %s", d->rule->id, d->rule->name), "kind",
						 "quickfix", "command", "title", wire_textf("Explain %s", d->rule->id),
						 "command", "cfglint.explain", "arguments", wire_text(d->rule->id)));
}

static bool touches(const struct action_list *l, const struct diag *d, struct span in)
{
	struct span at;

	return diagnostic_place(l->a, d, &at) && at.lo <= in.hi && in.lo <= at.hi;
}

/* The whole lines that a range lies in. A selection that ends where a line begins does not reach into that line. */
static struct span lines_of(const struct source *s, struct span in)
{
	uint32_t last = in.hi > in.lo && source_line_start(s, in.hi) == in.hi ? in.hi - 1 : in.hi;

	return (struct span){ in.file, source_line_start(s, in.lo), source_line_end(s, source_point(s, last).line) };
}

/* Of what the range touches first, then of the other findings on its lines. */
static void add_quick(struct action_list *l, const struct source *src, struct span in)
{
	struct span lines = lines_of(src, in);

	for (int exact = 1; exact >= 0; exact--)
		for (size_t i = 0; i < l->a->l.found.n; i++) {
			const struct diag *d = &l->a->l.found.at[i];

			if (touches(l, d, lines) && touches(l, d, in) == exact)
				add_for(l, d);
		}
}

static bool any_safe(const struct analysis *a)
{
	for (size_t i = 0; i < a->l.found.n; i++)
		if (a->l.found.at[i].nfixes && a->l.found.at[i].fix[0].safety == SAFETY_SAFE)
			return true;
	return false;
}

json_t *action_list(struct server *s, const json_t *params, struct refusal *why)
{
	const json_t *range = json_object_get(params, "range");
	struct action_list l = { .s = s, .only = json_object_get(json_object_get(params, "context"), "only") };
	const struct source *src;
	struct span in = { 0 };

	l.d = server_document(s, params, why);
	l.a = l.d ? server_look(s, l.d, false) : NULL;
	src = l.a ? analysis_source(l.a) : NULL;
	if (!src)
		return l.d ? json_array() : NULL;
	if (!place_offset(s->docs.unit, src, json_object_get(range, "start"), &in.lo) ||
	    !place_offset(s->docs.unit, src, json_object_get(range, "end"), &in.hi)) {
		*why = (struct refusal){ WIRE_BAD_PARAMS, "no range" };
		return NULL;
	}
	l.list = json_array();
	if (is_requested(l.only, "quickfix"))
		add_quick(&l, src, in);
	/* without a request only in a menu for the place, so that no fix is computed in vain */
	if (any_safe(l.a) && is_requested(l.only, FIX_ALL) && (l.only || s->can.resolves))
		add(&l, FIX_ALL, json_string("Fix all that is safe (cfglint)"), "fix-all", NULL);
	return l.list;
}

/* --- its edit */

struct wanted {
	const char *what, *rule;
	const json_t *key, *message; /* NULL, or null: none */
	const struct diags *hidden;  /* that are hidden, because the baseline has them */
};

static bool is_text(const json_t *wanted, const char *text)
{
	json_t *x = wire_text(text);
	bool same = json_equal(wanted, x);

	json_decref(x);
	return same;
}

static bool is_hidden(const struct wanted *w, const struct diag *d)
{
	for (size_t i = 0; i < w->hidden->n; i++)
		if (w->hidden->at[i].rule == d->rule && strcmp(w->hidden->at[i].msg, d->msg) == 0)
			return true;
	return false;
}

static bool is_wanted(void *wanted, const struct diag *d)
{
	const struct wanted *w = wanted;

	if (strcmp(w->what, "fix-all") == 0)
		return !is_hidden(w, d);
	if (strcmp(d->rule->id, w->rule) != 0)
		return false;
	if (strcmp(w->what, "fix-rule") == 0)
		return !is_hidden(w, d);
	return json_is_string(w->key) && d->path ? is_text(w->key, d->path) : is_text(w->message, d->msg);
}

static json_t *fix(struct server *s, struct analysis *a, struct wanted *w, struct refusal *why)
{
	struct fix_opts fo = { .wanted = is_wanted, .ctx = w };
	struct fix_result r = { 0 };
	json_t *edit = NULL;
	bool unsafe = s->world.o.unsafe_fixes;

	w->hidden = &a->l.old;
	world_through(&s->world, a);
	s->world.o.unsafe_fixes |= strcmp(w->what, "fix-all") != 0; /* the user chooses one by its title */
	if (fixes_run(&a->l, &fo, &r) && r.nfiles) {
		edit = edits_begin();
		for (uint32_t i = 0; i < r.nfiles; i++)
			edits_file(s, edit, r.file[i].path, r.file[i].old_bytes, r.file[i].nold, r.file[i].new_bytes,
				   r.file[i].nnew);
	} else {
		const char *reason =
			r.noutcomes && r.outcome[0].reason ? r.outcome[0].reason : "there is nothing to fix";

		*why = (struct refusal){ WIRE_FAILED, arena_printf(&s->reasons, "not fixed: %s", reason) };
	}
	s->world.o.unsafe_fixes = unsafe;
	world_through(&s->world, NULL);
	fix_result_release(&r);
	return edit;
}

/* A comment on its own line above the statement: within it there may be no room for one. */
static json_t *ignore(struct server *s, struct analysis *a, struct wanted *w)
{
	const struct source *src = analysis_source(a);
	json_t *edit = edits_begin();
	struct buf b = { 0 };

	for (size_t i = 0; i < a->l.found.n; i++) {
		const struct diag *d = &a->l.found.at[i];
		uint32_t lo, indent = 0;

		if (d->at.file != src->id || !is_wanted(w, d))
			continue;
		lo = a->subject->kind->statement(a->subject, d->at.lo).lo;
		lo = source_line_start(src, lo);
		while (src->bytes[lo + indent] == ' ' || src->bytes[lo + indent] == '\t')
			indent++;
		buf_add(&b, src->bytes, lo + indent);
		buf_printf(&b, "# cfglint: ignore=%s -- say why%s", w->rule, src->crlf ? "\r\n" : "\n");
		buf_add(&b, src->bytes + lo, src->len - lo);
		edits_file(s, edit, a->document->path, src->bytes, src->len, buf_str(&b), b.n);
		break;
	}
	buf_release(&b);
	return edit;
}

json_t *action_resolve(struct server *s, const json_t *params, struct refusal *why)
{
	const json_t *data = json_object_get(params, "data");
	const char *uri = json_string_value(json_object_get(data, "uri"));
	struct document *d = uri ? documents_find(&s->docs, uri) : NULL;
	struct wanted w = { json_string_value(json_object_get(data, "do")),
			    json_string_value(json_object_get(data, "rule")), json_object_get(data, "key"),
			    json_object_get(data, "message"), NULL };
	struct analysis *a = d ? server_look(s, d, false) : NULL;
	json_t *action = json_deep_copy(params), *edit = NULL;

	if (json_object_get(params, "command")) /* there is no edit to add; some clients request it all the same */
		return action;
	if (!w.what || !a || !a->taken || (strcmp(w.what, "fix-all") != 0 && !w.rule))
		*why = (struct refusal){ WIRE_BAD_PARAMS, "no such action" };
	else if (json_integer_value(json_object_get(data, "version")) != d->version)
		*why = (struct refusal){ WIRE_FAILED, "the document has changed since; request the action again" };
	else
		edit = strcmp(w.what, "ignore") == 0 ? ignore(s, a, &w) : fix(s, a, &w, why);
	if (edit)
		json_object_set_new(action, "edit", edit);
	return action;
}

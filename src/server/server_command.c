// SPDX-License-Identifier: MIT
/* Runs the commands of workspace/executeCommand from a table of names and functions. Each one computes its answer
 * from the analysis of the open document, as the command line does from the file.
 *
 * Invariant: a command writes nothing to disk; it returns a text or a JSON value, or fills `why`.
 *
 *	cfglint.explain DAT005		the rule's page as Markdown
 *	cfglint.diffBase URI		"lr\n- 0.1\n+ 0.01\n"
 *	cfglint.variant URI NAME	{path, text, warnings, notes} */
#include "server/server_command.h"
#include "cli/shared/shown_effective.h"
#include "config/differ.h"
#include "config/config_subject.h"
#include "fix/variant/variant_load.h"
#include "fix/variant/profile.h"
#include "report/value_python.h"
#include "server/server_effective.h"
#include "server/hover.h"
#include <string.h>

enum { VALUE_SHOWN = 100 };

static json_t *text_of(struct buf *b)
{
	json_t *text = wire_textn(buf_str(b), b->n);

	buf_release(b);
	return text;
}

/* ---- a rule ---- */

void command_put_rule(struct buf *b, const struct rule *r)
{
	buf_printf(b, "# %s %s\n\n*%s, %s*\n\n%s\n\n%s\n", r->id, r->name, severity_name(r->severity), r->category,
		   r->summary, r->why ? r->why : "");
	for (uint32_t i = 0; i < r->nrefs; i++)
		buf_printf(b, "%s- %s\n", i ? "" : "\n", r->ref[i]);
}

static json_t *explain(struct server *s, const json_t *args, struct refusal *why)
{
	const char *word = json_string_value(json_array_get(args, 0));
	struct document *d = s->docs.at.n ? s->docs.at.at[0] : NULL;
	const struct rule *r;
	struct buf b = { 0 };

	if (d)
		server_look(s, d, false); /* its session has the rules */
	r = word && s->world.open ? ruleset_find(s->world.s.linter.rules, word) : NULL;
	if (!r) {
		*why = (struct refusal){ WIRE_BAD_PARAMS, "no such rule" };
		return NULL;
	}
	command_put_rule(&b, r);
	return text_of(&b);
}

/* ---- a config ---- */

/* The config that the first argument names; NULL: why has the reason. */
static const struct module *config_of(struct server *s, const json_t *args, struct refusal *why)
{
	const char *uri = json_string_value(json_array_get(args, 0));
	struct document *d = uri ? documents_find(&s->docs, uri) : NULL;
	struct analysis *a = d ? server_look(s, d, false) : NULL;
	const struct module *m = a ? analysis_config(a) : NULL;

	if (!d)
		*why = (struct refusal){ WIRE_BAD_PARAMS, "the first argument is the URI of an open document" };
	else if (!m)
		*why = (struct refusal){ WIRE_FAILED, "this is not a config" };
	else if (m->state != MODULE_OK)
		*why = (struct refusal){ WIRE_FAILED, m->refusal ? m->refusal : "it does not load" };
	return why->code ? NULL : m;
}

static json_t *show_effective(struct server *s, const json_t *args, struct refusal *why)
{
	const struct module *m = config_of(s, args, why);
	struct buf b = { 0 };

	if (!m)
		return NULL;
	value_python(&b, m->merged,
		     &(struct python_opts){
			     .g = subject_graph(m->subject.set), .cwd = s->world.s.cwd, .provenance = true },
		     NULL);
	return text_of(&b);
}

static json_t *effective(struct server *s, const json_t *args, struct refusal *why)
{
	const struct module *m = config_of(s, args, why);

	return m ? effective_tree(s, m) : NULL;
}

static void put_change(struct buf *b, const struct change *x)
{
	if (x->path.n)
		keypath_print(b, x->path);
	buf_puts(b, x->kind == CHANGE_ADDED ? " (new)\n" : x->kind == CHANGE_REMOVED ? " (gone)\n" : "\n");
	if (x->kind != CHANGE_ADDED) {
		buf_puts(b, "- ");
		value_line(b, x->before, VALUE_SHOWN);
		buf_putc(b, '\n');
	}
	if (x->kind != CHANGE_REMOVED) {
		buf_puts(b, "+ ");
		value_line(b, x->after, VALUE_SHOWN);
		buf_putc(b, '\n');
	}
}

/* What the document makes of its bases, key by key. */
static json_t *diff_base(struct server *s, const json_t *args, struct refusal *why)
{
	const struct module *m = config_of(s, args, why);
	struct changes all = { 0 };
	struct arena a = { 0 };
	struct buf b = { 0 };

	if (!m)
		return NULL;
	config_diff(&a, m->inherited, m->merged, &all);
	for (size_t i = 0; i < all.n; i++)
		if (all.at[i].kind != CHANGE_ORDER)
			put_change(&b, &all.at[i]);
	vec_release(&all);
	arena_release(&a);
	return text_of(&b);
}

/* ---- a variant ---- */

static json_t *texts(const char *const *at, uint32_t n)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(list, wire_text(at[i]));
	return list;
}

static json_t *made(const struct variant *v, struct refusal *why)
{
	if (!v->text) {
		*why = (struct refusal){ WIRE_FAILED, v->reason };
		return NULL;
	}
	return json_pack("{s:o, s:o, s:o, s:o}", "path", wire_text(v->path), "text", wire_text(v->text), "warnings",
			 texts(v->warning, v->nwarnings), "notes", texts(v->note, v->nnotes));
}

/* {path, text, warnings, notes} of the new file, which is not written. */
static json_t *variant(struct server *s, const json_t *args, struct refusal *why)
{
	const struct module *m = config_of(s, args, why);
	const char *name = json_string_value(json_array_get(args, 1));
	struct session *session = &s->world.s;
	struct arena *a = &session->arena;
	const struct settings *st = m ? settings_for(session->linter.settings, m->path, NULL) : NULL;
	const struct profile *profile;
	struct profiles all;
	struct variant v = { 0 };
	struct err e = { 0 };
	json_t *result = NULL;

	if (!st)
		return NULL;
	profile =
		profiles_load(a, session->linter.rules, &st, 1, &all, &e) && name ? profile_find(&all, name, st) : NULL;
	if (!profile)
		*why = (struct refusal){ WIRE_BAD_PARAMS, "no such profile; `cfglint help profiles` lists them" };
	else if (!profile_apply(&session->linter, a,
				&(struct variant_order){ subject_graph(m->subject.set), m, profile, NULL, NULL }, &v,
				&e))
		*why = (struct refusal){ WIRE_FAILED, arena_strdup(a, e.msg) };
	else
		result = made(&v, why);
	variant_release(&v);
	return result;
}

static const struct {
	const char *name;
	json_t *(*run)(struct server *s, const json_t *args, struct refusal *why);
} rows[] = {
	{ "cfglint.explain", explain },	    { "cfglint.showEffective", show_effective },
	{ "cfglint.effective", effective }, { "cfglint.diffBase", diff_base },
	{ "cfglint.variant", variant },
};

json_t *command_names(void)
{
	json_t *list = json_array();

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		json_array_append_new(list, json_string(rows[i].name));
	return list;
}

json_t *command_run_request(struct server *s, const json_t *params, struct refusal *why)
{
	const char *name = json_string_value(json_object_get(params, "command"));

	for (size_t i = 0; name && i < ARRAY_SIZE(rows); i++)
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].run(s, json_object_get(params, "arguments"), why);
	*why = (struct refusal){ WIRE_BAD_PARAMS, "no such command" };
	return NULL;
}

// SPDX-License-Identifier: MIT
/* The loop of the language server: take a message, handle it, and lint while none waits. Documents with work are in a
 * queue (due) with two stages: alone at once, with everything that inherits from it after QUIET_MS without a message.
 *
 * Invariant: every request gets exactly one response, in the order in which requests came; a document is in the queue
 * at most once.
 *
 *	didChange			due alone: its findings are published when no message waits
 *	400 ms of silence		due whole: findings in its children are published, too
 *	a request before `initialize`	refused: "initialize must be sent first" */
#include "server/server.h"
#include "server/handlers.h"
#include "server/diagnostics.h"
#include "cli/messages.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { QUIET_MS = 400 /* until dependents are linted too */, IDLE_MS = 5000, EDITS_MAX = 300, ARGS_MOST = 64 };

/* --- messages to the user */

void server_show(struct server *s, int type, const char *text)
{
	if (s->last_message && strcmp(s->last_message, text) == 0)
		return;
	free(s->last_message);
	s->last_message = xstrdup(text);
	wire_notify(&s->wire, "window/showMessage",
		    json_pack("{s:i, s:o}", "type", type, "message", wire_textf("cfglint: %s", text)));
}

static void progress(struct server *s, const char *kind, const char *title)
{
	json_t *value = json_pack("{s:s}", "kind", kind);

	if (title)
		json_object_set_new(value, "title", json_string(title));
	wire_notify(&s->wire, "$/progress", json_pack("{s:I, s:o}", "token", s->tokens, "value", value));
}

/* --- looking */

struct analysis *server_look(struct server *s, struct document *d, bool whole)
{
	bool first = !s->world.open && s->can.progress && d->path;
	struct analysis *a;

	if (first) {
		wire_ask(&s->wire, "window/workDoneProgress/create", json_pack("{s:I}", "token", ++s->tokens));
		progress(s, "begin", "cfglint: reading the project");
	}
	a = world_look(&s->world, &s->docs, d, whole);
	if (first)
		progress(s, "end", NULL);
	if (world_complaint(&s->world))
		server_show(s, a ? 2 : 1, world_complaint(&s->world));
	return a;
}

static void set_due(struct server *s, struct document *d, bool whole)
{
	for (size_t i = 0; i < s->due.n; i++)
		if (s->due.at[i].d == d) {
			s->due.at[i].whole &= whole;
			return;
		}
	vec_push(&s->due, ((struct due){ d, whole }));
}

static void drop_due(struct server *s, const struct document *d)
{
	for (size_t i = 0; i < s->due.n; i++)
		if (s->due.at[i].d == d)
			s->due.at[i--] = s->due.at[--s->due.n];
}

static void publish(struct server *s, const struct document *d, json_t *list)
{
	wire_notify(&s->wire, "textDocument/publishDiagnostics",
		    json_pack("{s:s, s:I, s:o}", "uri", d->uri, "version", d->version, "diagnostics", list));
}

static bool is_waiting(const struct server *s, bool whole)
{
	for (size_t i = 0; i < s->due.n; i++)
		if (s->due.at[i].whole == whole)
			return true;
	return false;
}

/* One document of those that wait for it. */
static void publish_next(struct server *s, bool whole)
{
	size_t i = 0;
	struct document *d;
	struct analysis *a;

	while (s->due.at[i].whole != whole)
		i++;
	d = s->due.at[i].d;
	s->due.at[i] = s->due.at[--s->due.n];
	a = server_look(s, d, whole);
	if (!s->can.pulls)
		publish(s, d, a ? diagnostics_of(a, s->docs.unit) : json_array());
	else if (whole && s->can.refreshes)
		wire_ask(&s->wire, "workspace/diagnostic/refresh", json_null());
	if (!whole && a && a->taken)
		set_due(s, d, true);
}

/* All that is open is looked at again. */
static void all_due(struct server *s)
{
	for (size_t i = 0; i < s->docs.at.n; i++)
		set_due(s, s->docs.at.at[i], false);
}

static void renew(struct server *s)
{
	world_renew(&s->world);
	all_due(s);
}

/* --- places */

struct document *server_document(struct server *s, const json_t *params, struct refusal *why)
{
	const char *uri = json_string_value(json_object_get(json_object_get(params, "textDocument"), "uri"));
	struct document *d = uri ? documents_find(&s->docs, uri) : NULL;

	if (!d)
		*why = (struct refusal){ WIRE_BAD_PARAMS, uri ? "the document is not open" : "no textDocument.uri" };
	return d;
}

bool server_place(struct server *s, const json_t *params, struct request_place *out, struct refusal *why)
{
	out->d = server_document(s, params, why);
	out->a = out->d ? server_look(s, out->d, false) : NULL;
	out->src = out->a && out->a->taken ? analysis_source(out->a) : NULL;
	if (!out->src)
		return false;
	if (place_offset(s->docs.unit, out->src, json_object_get(params, "position"), &out->offset))
		return true;
	*why = (struct refusal){ WIRE_BAD_PARAMS, "no position" };
	return false;
}

/* --- the life of a conversation */

static bool is_true(const json_t *in, const char *a, const char *b, const char *c)
{
	return json_is_true(json_object_get(json_object_get(json_object_get(in, a), b), c));
}

static void take_unit(struct server *s, const json_t *name)
{
	const char *text = json_is_string(name) ? json_string_value(name) : "";

	if (strcmp(text, "utf-8") == 0)
		s->docs.unit = UNIT_UTF8;
	else if (strcmp(text, "utf-32") == 0 && s->docs.unit == UNIT_UTF16)
		s->docs.unit = UNIT_UTF32;
}

static void know_client(struct server *s, const json_t *can)
{
	const json_t *text = json_object_get(can, "textDocument"), *action = json_object_get(text, "codeAction");
	json_t *x;
	size_t i;

	s->can.pulls = json_object_get(text, "diagnostic") != NULL;
	s->can.trees = json_is_true(
		json_object_get(json_object_get(text, "documentSymbol"), "hierarchicalDocumentSymbolSupport"));
	s->can.refreshes = is_true(can, "workspace", "diagnostics", "refreshSupport");
	s->can.versions = is_true(can, "workspace", "workspaceEdit", "documentChanges");
	s->can.registers = is_true(can, "workspace", "didChangeWatchedFiles", "dynamicRegistration");
	s->can.progress = json_is_true(json_object_get(json_object_get(can, "window"), "workDoneProgress"));
	json_array_foreach (json_object_get(json_object_get(action, "resolveSupport"), "properties"), i, x)
		s->can.resolves |= json_is_string(x) && strcmp(json_string_value(x), "edit") == 0;
	s->docs.unit = UNIT_UTF16;
	/* bytes cost least; code points are better than UTF-16, which all clients support */
	json_array_foreach (json_object_get(json_object_get(can, "general"), "positionEncodings"), i, x)
		take_unit(s, x);
}

/* `args` of the client's settings: options as on the command line, which stand instead of that one's. */
static void take_args(struct server *s, const json_t *settings)
{
	const json_t *args = json_object_get(settings, "args");
	json_t *x;
	char arg0[] = "cfglint", arg1[] = "server";
	char *argv[ARGS_MOST] = { arg0, arg1 };
	int n = 2;
	size_t i;
	struct opts *o;
	bool good;

	if (!args)
		args = json_object_get(json_object_get(settings, "cfglint"), "args");
	if (!json_is_array(args))
		return;
	json_array_foreach (args, i, x)
		if (json_is_string(x) && n < ARGS_MOST)
			argv[n++] = xstrdup(json_string_value(x));
	o = xcalloc(1, sizeof *o);
	good = opts_parse(o, n, argv);
	while (n > 2)
		vec_push(&o->owned, argv[--n]);
	if (!good) {
		server_show(s, 1,
			    "`args` in the client's settings has invalid options for `cfglint server`; see its log");
		opts_release(o);
		free(o);
		return;
	}
	world_renew(&s->world);
	if (s->own) {
		opts_release(s->own);
		free(s->own);
	}
	s->world.requested = s->own = o;
}

static json_t *initialize(struct server *s, const json_t *params, struct refusal *why)
{
	const char *uri = json_string_value(json_object_get(params, "rootUri"));
	const json_t *folder = json_array_get(json_object_get(params, "workspaceFolders"), 0);
	char *root;

	if (s->ready) {
		*why = (struct refusal){ WIRE_BAD_REQUEST, "initialize may only be sent once" };
		return NULL;
	}
	if (folder && json_is_string(json_object_get(folder, "uri")))
		uri = json_string_value(json_object_get(folder, "uri"));
	root = uri ? uri_path(uri) : NULL;
	if (root && chdir(root) != 0) /* names in messages are relative to it */
		remark("%s can't be entered; names of files are printed in full", root);
	free(root);
	know_client(s, json_object_get(params, "capabilities"));
	take_args(s, json_object_get(params, "initializationOptions"));
	/* of clients that count in bytes without declaring it */
	take_unit(s, json_object_get(json_object_get(params, "initializationOptions"), "positionEncoding"));
	s->ready = true;
	return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", handlers_capabilities(s->docs.unit), "serverInfo",
			 "name", "cfglint", "version", CFGLINT_VERSION);
}

static json_t *initialized(struct server *s, const json_t *params, struct refusal *why)
{
	static const char *const glob[] = { "**/*.py", "**/*.{yaml,yml,json,sh}", "**/.cfglint.yaml",
					    "**/.cfglint-baseline.json" };
	json_t *list = json_array();

	(void)params, (void)why;
	for (size_t i = 0; i < ARRAY_SIZE(glob); i++)
		json_array_append_new(list, json_pack("{s:s}", "globPattern", glob[i]));
	if (s->can.registers)
		wire_ask(&s->wire, "client/registerCapability",
			 json_pack("{s:[{s:s, s:s, s:{s:o}}]}", "registrations", "id", "watch", "method",
				   "workspace/didChangeWatchedFiles", "registerOptions", "watchers", list));
	else
		json_decref(list);
	return NULL;
}

static json_t *shutdown_request(struct server *s, const json_t *params, struct refusal *why)
{
	(void)params, (void)why;
	s->ending = true;
	return json_null();
}

static json_t *leave(struct server *s, const json_t *params, struct refusal *why)
{
	(void)params, (void)why;
	wire_leave(&s->wire);
	return NULL;
}

/* --- documents */

static json_t *did_open(struct server *s, const json_t *params, struct refusal *why)
{
	const json_t *t = json_object_get(params, "textDocument"), *text = json_object_get(t, "text");
	const char *uri = json_string_value(json_object_get(t, "uri"));
	struct document *d;

	(void)why;
	if (!uri || !json_is_string(text))
		return NULL;
	d = documents_open(&s->docs, uri, json_string_value(text), json_string_length(text),
			   json_integer_value(json_object_get(t, "version")));
	world_changed(&s->world, d);
	set_due(s, d, false);
	return NULL;
}

/* Open documents that depend on it are linted again. */
static void text_changed(struct server *s, struct document *d)
{
	world_changed(&s->world, d);
	set_due(s, d, false);
	for (size_t i = 0; i < s->world.known.n; i++)
		if (s->world.known.at[i]->stale)
			set_due(s, s->world.known.at[i]->document, false);
}

static json_t *did_change(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);
	const json_t *version = json_object_get(json_object_get(params, "textDocument"), "version");
	bool lost;

	if (!d)
		return NULL;
	lost = d->lost;
	if (!document_change(&s->docs, d, json_object_get(params, "contentChanges")))
		remark("%s: an invalid change was ignored", d->uri);
	if (d->lost && !lost)
		server_show(s, 2, "the text is larger than 16 MiB; it is linted after it is opened again");
	d->version = json_is_integer(version) ? json_integer_value(version) : d->version + 1;
	text_changed(s, d);
	return NULL;
}

static json_t *did_close(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);

	if (!d)
		return NULL;
	if (!s->can.pulls)
		publish(s, d, json_array());
	text_changed(s, d); /* for others it is as on disk again */
	drop_due(s, d);
	world_forget(&s->world, d);
	documents_close(&s->docs, d);
	return NULL;
}

/* A config that is open: the overlay has its text. All else may be settings, rules or training code. */
static bool is_shown_config(struct server *s, const char *uri)
{
	struct document *d = uri ? documents_find(&s->docs, uri) : NULL;
	const struct analysis *a = d ? world_known(&s->world, d) : NULL;

	return a && analysis_config(a);
}

static json_t *did_save(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);

	/* the file watcher reports all other changes */
	if (d && s->can.registers && is_shown_config(s, d->uri))
		set_due(s, d, false);
	else if (d)
		renew(s);
	return NULL;
}

static json_t *files_changed(struct server *s, const json_t *params, struct refusal *why)
{
	size_t i;
	json_t *change;
	bool others = false;

	(void)why;
	json_array_foreach (json_object_get(params, "changes"), i, change)
		others |= !is_shown_config(s, json_string_value(json_object_get(change, "uri")));
	if (others)
		renew(s);
	return NULL;
}

static json_t *settings_changed(struct server *s, const json_t *params, struct refusal *why)
{
	(void)why;
	take_args(s, json_object_get(params, "settings"));
	renew(s);
	return NULL;
}

static json_t *pull(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);
	struct analysis *a = d ? server_look(s, d, false) : NULL;

	if (!d)
		return NULL;
	return json_pack("{s:s, s:o}", "kind", "full", "items", a ? diagnostics_of(a, s->docs.unit) : json_array());
}

/* --- dispatch */

static const struct {
	const char *name;
	handler *run;
} lifecycle[] = {
	{ "initialize", initialize },
	{ "initialized", initialized },
	{ "shutdown", shutdown_request },
	{ "exit", leave },
	{ "textDocument/didOpen", did_open },
	{ "textDocument/didChange", did_change },
	{ "textDocument/didClose", did_close },
	{ "textDocument/didSave", did_save },
	{ "workspace/didChangeWatchedFiles", files_changed },
	{ "workspace/didChangeConfiguration", settings_changed },
	{ "textDocument/diagnostic", pull },
};

static handler *handler_of(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(lifecycle); i++)
		if (strcmp(lifecycle[i].name, name) == 0)
			return lifecycle[i].run;
	return handlers_find(name);
}

/* Before `initialize` and after `shutdown` only the allowed requests are answered. */
static bool is_in_time(const struct server *s, const char *method, struct refusal *why)
{
	if (!s->ready && strcmp(method, "initialize") != 0 && strcmp(method, "exit") != 0)
		*why = (struct refusal){ WIRE_NOT_OPENED, "initialize must be sent first" };
	else if (s->ending && strcmp(method, "exit") != 0)
		*why = (struct refusal){ WIRE_BAD_REQUEST, "the server is shut down" };
	return !why->code;
}

static void handle(struct server *s, const json_t *root, bool cancelled)
{
	json_t *id = json_object_get(root, "id");
	const char *method = json_string_value(json_object_get(root, "method"));
	handler *run = handler_of(method);
	struct refusal why = { 0 };
	json_t *result = NULL;

	if (cancelled && id)
		why = (struct refusal){ WIRE_CANCELLED, "cancelled" };
	else if (!is_in_time(s, method, &why))
		;
	else if (!run)
		why = (struct refusal){ WIRE_NO_METHOD, "no such method" };
	else
		result = run(s, json_object_get(root, "params"), &why);
	if (!id || why.code)
		json_decref(result);
	if (id && why.code)
		wire_refuse(&s->wire, id, why.code, why.why);
	else if (id)
		wire_answer(&s->wire, id, result);
	arena_release(&s->reasons);
}

static int timeout_of(const struct server *s)
{
	return is_waiting(s, false) ? 0 : is_waiting(s, true) ? QUIET_MS : s->world.lints > EDITS_MAX ? IDLE_MS : -1;
}

static void in_between(struct server *s)
{
	if (is_waiting(s, false))
		publish_next(s, false);
	else if (is_waiting(s, true))
		publish_next(s, true);
	else if (s->world.lints > EDITS_MAX)
		world_renew(&s->world); /* memory of many edits is freed while no request waits */
}

static void converse(struct server *s)
{
	bool cancelled = false;
	json_t *root;

	while (!s->wire.ended || wire_has_more(&s->wire)) {
		root = wire_take(&s->wire, timeout_of(s), &cancelled);
		if (root)
			handle(s, root, cancelled);
		else if (!s->wire.ended)
			in_between(s);
		json_decref(root);
	}
}

int server_run(struct session *session, int in, int out)
{
	struct server s = { .world = { .kinds = session->kinds, .given = session->o } };

	wire_open(&s.wire, in, out);
	converse(&s);
	world_release(&s.world);
	documents_release(&s.docs);
	wire_release(&s.wire);
	vec_release(&s.due);
	if (s.own) {
		opts_release(s.own);
		free(s.own);
	}
	free(s.last_message);
	return s.ending ? EXIT_CLEAN : EXIT_FINDINGS;
}

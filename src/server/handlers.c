// SPDX-License-Identifier: MIT
#include "server/handlers.h"
#include "server/action.h"
#include "server/server_command.h"
#include "server/complete.h"
#include "server/hints.h"
#include "server/hover.h"
#include "server/links.h"
#include "server/outline.h"
#include "server/rename.h"
#include <string.h>

static const struct {
	const char *method;
	handler *run;
} rows[] = {
	{ "textDocument/codeAction", action_list },
	{ "codeAction/resolve", action_resolve },
	{ "textDocument/hover", hover },
	{ "textDocument/completion", complete },
	{ "textDocument/inlayHint", hints },
	{ "textDocument/prepareRename", rename_prepare },
	{ "textDocument/rename", rename_all },
	{ "workspace/executeCommand", command_run_request },
	{ "textDocument/documentLink", links_bases },
	{ "textDocument/definition", links_definition },
	{ "textDocument/references", links_references },
	{ "textDocument/documentSymbol", outline_symbols },
	{ "textDocument/foldingRange", outline_folds },
};

handler *handlers_find(const char *method)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		if (strcmp(rows[i].method, method) == 0)
			return rows[i].run;
	return NULL;
}

json_t *handlers_capabilities(enum column_unit u)
{
	json_t *can = json_pack("{s:s, s:{s:b, s:i, s:{s:b}}}", "positionEncoding", unit_name(u), "textDocumentSync",
				"openClose", 1, "change", 2, "save", "includeText", 0);

	json_object_set_new(can, "diagnosticProvider",
			    json_pack("{s:s, s:b, s:b}", "identifier", "cfglint", "interFileDependencies", 1,
				      "workspaceDiagnostics", 0));
	json_object_set_new(can, "codeActionProvider",
			    json_pack("{s:[s, s], s:b}", "codeActionKinds", "quickfix", "source.fixAll.cfglint",
				      "resolveProvider", 1));
	json_object_set_new(can, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
	json_object_set_new(can, "executeCommandProvider", json_pack("{s:o}", "commands", command_names()));
	json_object_set_new(can, "completionProvider",
			    json_pack("{s:[s, s, s, s, s]}", "triggerCharacters", "'", "\"", "/", "(", "."));
	json_object_update_new(can, json_pack("{s:b, s:b, s:b, s:b, s:b, s:b, s:{s:b}}", "hoverProvider", 1,
					      "inlayHintProvider", 1, "definitionProvider", 1, "referencesProvider", 1,
					      "documentSymbolProvider", 1, "foldingRangeProvider", 1,
					      "documentLinkProvider", "resolveProvider", 0));
	return can;
}

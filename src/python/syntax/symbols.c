// SPDX-License-Identifier: MIT
#include "python/syntax/priv.h"
#include <string.h>

static void symbol_add(const TSLanguage *lang, uint8_t *all, uint32_t n, const char *name, bool named, enum sym sym)
{
	TSSymbol id = ts_language_symbol_for_name(lang, name, (uint32_t)strlen(name), named);

	if (!id || id >= n)
		BUG("tree-sitter-python has no symbol %s", name);
	all[id] = (uint8_t)sym;
}

void symbols_find(const TSLanguage *lang, uint8_t *all, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		all[i] = ts_language_symbol_type(lang, (TSSymbol)i) == TSSymbolTypeRegular ? S_other : S_token;
#define X(name) symbol_add(lang, all, n, #name, true, S_##name);
	PARSE_NAMED(X)
#undef X
#define X(name, spelling, op) symbol_add(lang, all, n, spelling, false, T_##name);
	PARSE_TOKENS(X)
#undef X
}

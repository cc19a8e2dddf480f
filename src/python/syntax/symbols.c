// SPDX-License-Identifier: MIT
#include "python/syntax/priv.h"
#include <language.h>
#include <pthread.h>
#include <string.h>

/* A lookup by name takes as long as parsing a small file, so it is done once per process. */
enum { MOST = 512 };
static uint8_t found[MOST];
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

static void symbol_add(const TSLanguage *lang, uint8_t *all, uint32_t n, const char *name, bool named, enum sym sym)
{
	TSSymbol id = ts_language_symbol_for_name(lang, name, (uint32_t)strlen(name), named);

	if (!id || id >= n)
		BUG("tree-sitter-python has no symbol %s", name);
	all[id] = (uint8_t)sym;
}

const TSLanguage *tree_sitter_python(void);

static void find_all(void)
{
	const TSLanguage *lang = tree_sitter_python();
	uint32_t n = ts_language_symbol_count(lang);

	if (n > MOST)
		BUG("tree-sitter-python has %u symbols", n);
	for (uint32_t i = 0; i < n; i++)
		found[i] = ts_language_symbol_type(lang, (TSSymbol)i) == TSSymbolTypeRegular ? S_other : S_token;
#define X(name) symbol_add(lang, found, n, #name, true, S_##name);
	PARSE_NAMED(X)
#undef X
#define X(name, spelling, op) symbol_add(lang, found, n, spelling, false, T_##name);
	PARSE_TOKENS(X)
#undef X
	for (uint32_t i = 0; i < n; i++) /* symbols of one name share an entry */
		found[i] = found[ts_language_public_symbol(lang, (TSSymbol)i)];
}

const uint8_t *symbols_of_python(uint32_t *n)
{
	pthread_once(&looked_up, find_all);
	*n = ts_language_symbol_count(tree_sitter_python());
	return found;
}

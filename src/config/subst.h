// SPDX-License-Identifier: MIT
/* The text substitutions of Config.fromfile, with a map back to the original offsets: predefined variables (`{{
 * fileDirname }}`), environment variables (`{{$NAME:default}}`, MMEngine), base placeholders (`{{ _base_.x }}`: a
 * unique string token that is replaced by the base's value after execution). Sources: mmcv/utils/config.py and
 * mmengine/config/config.py, _substitute_predefined_vars, _substitute_env_variables, _pre_substitute_base_vars. */
#ifndef CONFIG_SUBST_H
#define CONFIG_SUBST_H
#include "config/graph.h"

struct subst_token {		/* one {{ _base_.path }} */
	const struct str *text; /* the token, as it appears in a string value */
	const char *path;	/* "model.neck" */
	struct span at;		/* in the original file */
	bool unsure;		/* its pattern also matches another placeholder: the winner depends on hash order */
};
struct substituted {
	const char *text; /* on the arena; the original bytes when nothing was substituted */
	uint32_t len;
	struct textmap map; /* n == 0: identity */
	const struct subst_token *token;
	uint32_t ntokens;
	const char *refusal; /* the loader raises ("KeyError: ..."), or NULL */
	struct span refusal_at;
};
/* Costs nothing for files without "{{". */
void subst_text(struct arena *a, const struct source *src, enum loader loader, const struct graph_opts *o,
		struct substituted *out);
/* Replaces every token among v's values by the union's value, recursively; text composed with a token becomes
 * Unknown(TEMPLATE). resolve false (mmcv without bases): tokens become Unknown. v is not frozen yet. false: the
 * loader raises, sub->refusal. */
bool subst_tokens(struct arena *a, struct value *v, struct substituted *sub, struct value bases, bool resolve);
#endif

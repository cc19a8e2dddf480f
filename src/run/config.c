// SPDX-License-Identifier: MIT
#include "run/config.h"
#include "python/eval/eval.h"
#include "python/eval/stmt.h"

#include "python/state/thaw.h"
#include "python/syntax/parse.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

/* Those of the log where they are the config's, with blanks for CRs, so that each byte keeps its place. Returns how
 * many bytes that are; 0: they are others. */
static size_t copy_lines(char *to, const char *config, size_t n, const char *log, size_t len)
{
	size_t at = 0;

	for (size_t k = 0; k < n; at++) {
		bool extra = at < len && log[at] == '\r' && config[k] != '\r';

		if (at >= len || at >= 2 * n || (!extra && log[at] != config[k]))
			return 0;
		to[at] = extra ? ' ' : log[at];
		k += !extra;
	}
	return at;
}

/* The log with nothing left of it but the config, so that places in it are places of the log. Id 0: they aren't. */
static const struct source *placed(struct sources *all, const struct run *r, const struct source *log)
{
	size_t n = strlen(r->config), lo;
	const struct source *out;
	char *text;

	if (!r->config_line)
		return sources_add(all, r->config_file ? r->config_file : log->path, r->config, n);
	if (r->config_line > log->nlines)
		return NULL;
	lo = log->line[r->config_line - 1];
	text = xcalloc(lo + 2 * n + 1, 1); /* at most each byte is a line's end, and has a CR before it */
	memset(text, ' ', lo);
	for (uint32_t i = 1; i < r->config_line; i++)
		text[log->line[i] - 1] = '\n';
	if ((n = copy_lines(text + lo, r->config, n, log->bytes + lo, log->len - lo)) == 0) {
		free(text);
		return NULL;
	}
	out = sources_add_part(all, log->path, text, lo + n, log->origin);
	free(text);
	return out;
}

/* What the module bound, as a tree; Unknown when that takes more than it may. */
static struct value bound(struct eval *ev, bool open)
{
	struct arena *a = ev->arena;
	struct value tree = value_dict(a, (struct span){ 0 });
	struct dict_iter it;
	const struct entry *e;

	tree.as.dict->open = open || ev->exc || ev->globals->open;
	for (dict_begin(&it, ev->globals); (e = dict_next(&it));)
		if (strncmp(e->key.as.s->s, "__", 2) != 0)
			dict_put(a, tree.as.dict, e->key, eval_settle(ev, e->val), e->use)->flags |=
				e->flags & EF_MAYBE;
	tree = value_freeze(a, tree);
	return ev->budget->steps ? tree : value_unknown(a, WHY_FUEL, (struct span){ ev->file, 0, 0 }, NULL);
}

struct value run_config(struct arena *a, const struct run *r, struct sources *all, const struct source *log)
{
	struct parser *p = parser_new();
	const struct source *src = placed(all, r, log);
	const char *text = src ? src->bytes : arena_strdup(a, r->config);
	struct parsed parsed;
	struct value tree;
	struct eval ev;

	parse_module(p, a, text, src ? src->len : (uint32_t)strlen(text), NULL, &parsed);
	parser_free(p);
	eval_init(&ev, a, src && (r->config_line || r->config_file) ? src->id : 0);
	if (!parsed.nerrors)
		eval_module(&ev, parsed.root);
	tree = bound(&ev, parsed.nerrors);
	eval_release(&ev);
	return tree;
}

void run_config_lines(const struct run *r, struct line_numbers *out)
{
	uint32_t line = r->config_line;

	vec_push(out, line);
	for (const char *c = r->config; (c = strchr(c, '\n')); c++)
		vec_push(out, ++line);
}

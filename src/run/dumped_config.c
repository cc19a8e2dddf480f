// SPDX-License-Identifier: MIT
#include "run/dumped_config.h"
#include "python/eval/eval.h"
#include "python/eval/eval_stmt.h"

#include "python/state/thaw.h"
#include "python/syntax/parse.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <string.h>

/* Bytes of the log that are no UTF-8 are `?` in the config (run/formats/block.c). */
static bool same_line(const char *log, const char *config, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (log[i] != config[i] && !(config[i] == '?' && (log[i] & 0x80)))
			return false;
	return true;
}

/* Where the lines of the config are in the log, which may have CRs that the config lacks. n == 0: the lines differ. */
static struct textmap lines_in_log(struct arena *a, const char *config, const struct source *log, uint32_t first)
{
	uint32_t n = (uint32_t)strlen(config), at = source_lines(log).at[first], lines = 1;
	struct textmap map = { 0 };
	struct segment *s;

	for (const char *p = config; (p = strchr(p, '\n')); p++)
		lines++;
	map.at = s = arena_array(a, struct segment, lines);
	for (uint32_t lo = 0; lo < n; map.n++) {
		uint32_t len = (uint32_t)strcspn(config + lo, "\n");

		if (at + len > log->len || !same_line(log->bytes + at, config + lo, len))
			return (struct textmap){ 0 };
		*s++ = (struct segment){ lo, lo + len + 1, at, at + len + 1, true };
		lo += len + 1;
		at += len;
		at += log->bytes[at] == '\r';
		if (lo < n && log->bytes[at++] != '\n')
			return (struct textmap){ 0 };
	}
	return map;
}

/* The source with the config, and the map of its places. Id 0: its lines can't be shown. */
static uint32_t placed(struct arena *a, const struct run *r, struct sources *all, const struct source *log,
		       struct textmap *map)
{
	if (!r->config_line)
		return r->config_file ? sources_add(all, r->config_file, r->config, strlen(r->config))->id : 0;
	if (r->config_line > source_lines(log).n)
		return 0;
	*map = lines_in_log(a, r->config, log, r->config_line - 1);
	return map->n ? log->id : 0;
}

/* The names that the module binds, as a tree; Unknown if it exceeds its limits. */
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
	struct textmap map = { 0 };
	uint32_t file = placed(a, r, all, log, &map);
	const char *text = arena_strdup(a, r->config);
	struct parsed parsed;
	struct value tree;
	struct eval ev;

	parse_module(p, a, text, (uint32_t)strlen(text), map.n ? &map : NULL, &parsed);
	parser_free(p);
	eval_init(&ev, a, file);
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

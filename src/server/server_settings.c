// SPDX-License-Identifier: MIT
/* The position of the cursor is computed from the lines alone, because a file that is being written need not parse: the
 * keys that lead there are the lines above it that are indented less.
 *
 *     rules:
 *       CKP001:
 *         severity: |      keys: rules, CKP001, severity; a value
 */
#include "server/server_settings.h"
#include "base/str.h"
#include "config/loader.h"
#include "facts/dialect.h"
#include "server/server_command.h"
#include "server/server_data.h"
#include "server/offer.h"
#include <string.h>

enum { KEYS_MOST = 5 };
struct where {
	const char *key[KEYS_MOST]; /* from the outermost in */
	uint32_t n;
	bool value;    /* of the last key; else a key below it */
	bool item;     /* an item of its list */
	uint32_t from; /* of the word that is being written */
	bool colon;    /* one follows the word */
};
struct line {		  /* "  - key: rest" */
	uint32_t indent;  /* of what stands behind the dashes */
	uint32_t dash;	  /* of the first dash; as indent without one */
	const char *key;  /* NULL: it has none */
	const char *rest; /* behind the colon, or the whole */
};

static struct line line_at(struct arena *a, const char *s, size_t n)
{
	const char *text = arena_strndup(a, s, n), *p = text, *colon;
	struct line l = { 0 };

	p += strspn(p, " ");
	l.dash = (uint32_t)(p - text);
	while (*p == '-' && (p[1] == ' ' || !p[1]))
		p += 1 + strspn(p + 1, " ");
	l.indent = (uint32_t)(p - text);
	colon = p + strcspn(p, ":#[{,\"'");
	l.rest = p;
	if (*colon == ':' && (colon[1] == ' ' || !colon[1])) {
		l.key = arena_strndup(a, p, (size_t)(colon - p));
		l.rest = colon + 1;
	}
	return l;
}

static bool is_blank(const struct line *l)
{
	return !l->key && (!*l->rest || *l->rest == '#');
}

/* Keys of the lines above that are indented less than what stands at `indent`; an item's dash may stand as far out. */
static void read_above(struct arena *a, const struct source *s, uint32_t line, struct line *at, struct where *w)
{
	struct line_starts starts = source_lines(s);
	const char *up[KEYS_MOST];
	uint32_t n = 0, indent = at->dash, item = at->dash < at->indent;

	while (line-- && n + w->n < KEYS_MOST) {
		struct line l = line_at(a, s->bytes + starts.at[line], source_line_end(s, line) - starts.at[line]);

		if (is_blank(&l) || !l.key || (l.indent >= indent && !(item && l.indent == indent)))
			continue;
		up[n++] = l.key;
		indent = l.dash;
		item = l.dash < l.indent;
	}
	memmove(w->key + n, w->key, w->n * sizeof *w->key);
	for (uint32_t i = 0; i < n; i++)
		w->key[i] = up[n - 1 - i];
	w->n += n;
}

/* Of a value in brackets, what stands behind the last sign. */
static uint32_t word_length(const char *text)
{
	const char *p = text + strlen(text);

	while (p > text && !strchr(" [{,'\"", p[-1]))
		p--;
	return (uint32_t)strlen(p);
}

static bool is_comment(const char *text)
{
	const char *sign = strchr(text, '#');

	return sign && (sign == text || sign[-1] == ' ');
}

static bool find(struct arena *a, const struct source *s, uint32_t cursor, struct where *w)
{
	uint32_t number = source_point(s, cursor).line, start = source_line_start(s, cursor);
	struct line l = line_at(a, s->bytes + start, cursor - start);
	const char *open = strrchr(l.rest, '{');

	*w = (struct where){ .from = cursor - word_length(l.rest) };
	w->colon = strcspn(s->bytes + cursor, ":\n") < strcspn(s->bytes + cursor, " \n,]}");
	if (is_comment(l.rest))
		return false;
	if (l.key) {
		w->key[w->n++] = l.key;
		w->value = !open || strchr(open, '}') || strchr(open + strspn(open, "{"), ':');
		if (open && w->value && strrchr(open, ',') && !strchr(strrchr(open, ','), ':'))
			w->value = false; /* machine: {gpus: 2, | */
	}
	w->item = !l.key && l.dash < l.indent;
	read_above(a, s, number, &l, w);
	return true;
}

/* ---- what is offered ---- */

struct settings_completion {
	struct server *s;
	struct arena *a;
	const struct where *w;
	struct offers o;
	const struct ruleset *rules;
};

static void add_key(struct settings_completion *f, const char *name, const char *detail, int rank)
{
	offer(&f->o, KIND_FIELD, name, f->w->colon ? name : arena_printf(f->a, "%s: ", name), detail, rank);
}

static void add_words(struct settings_completion *f, const char *const *word)
{
	for (; *word; word++)
		offer(&f->o, KIND_VALUE, *word, *word, NULL, 1);
}

static void add_rules(struct settings_completion *f, bool key)
{
	for (uint32_t i = 0; i < f->rules->n; i++) {
		const struct rule *r = f->rules->at[i];

		if (key)
			add_key(f, r->id, r->summary, 1);
		else
			offer(&f->o, KIND_VALUE, r->id, r->id, arena_printf(f->a, "%s: %s", r->name, r->summary), 2);
	}
	for (uint32_t i = 0; i < f->rules->n && !key; i++)
		offer(&f->o, KIND_VALUE, f->rules->at[i]->category, f->rules->at[i]->category, "category", 1);
}

static void add_options(struct settings_completion *f, const char *word)
{
	const struct rule *r = ruleset_find(f->rules, word);

	add_key(f, "severity", "error, warning, performance, info or off", 1);
	for (uint32_t i = 0; r && i < r->noptions; i++)
		add_key(f, r->option[i].name->s, r->option[i].doc, 2);
}

static bool lists_rules(const char *key)
{
	for (size_t i = 0; settings_key(i).name; i++)
		if (strcmp(settings_key(i).name, key) == 0)
			return settings_key(i).lists_rules;
	return false;
}

static void add_keys(struct settings_completion *f, const char *const *key, uint32_t n)
{
	bool override = n && strcmp(key[0], "overrides") == 0;
	const char *const *part = n ? settings_key_parts(key[n - 1]) : NULL;

	if (override) {
		key++;
		n--;
	}
	for (size_t i = 0; n == 0 && settings_key(i).name; i++)
		if (override ? settings_key(i).in_override : strcmp(settings_key(i).name, "files") != 0)
			add_key(f, settings_key(i).name, NULL, 1);
	for (; part && *part; part++)
		add_key(f, *part, NULL, 1);
	if (n && strcmp(key[0], "rules") == 0) {
		if (n == 1)
			add_rules(f, true);
		else
			add_options(f, key[n - 1]);
	}
}

static void add_values(struct settings_completion *f, const char *key)
{
	static const char *const severities[] = { "error", "warning", "performance", "info", "off", NULL };
	static const char *const levels[] = { "error", "warning", "performance", "info", "never", NULL };
	static const char *const truths[] = { "true", "false", NULL }, *const answers[] = { "yes", "no", NULL };
	const struct dialects *all = &f->rules->dialects;
	const char *name;

	if (lists_rules(key))
		add_rules(f, false);
	else if (strcmp(key, "severity") == 0)
		add_words(f, severities);
	else if (strcmp(key, "fail-on") == 0)
		add_words(f, levels);
	else if (strcmp(key, "pedantic") == 0)
		add_words(f, truths);
	else if (strcmp(key, "dependents") == 0)
		add_words(f, answers);
	else if (strcmp(key, "loader") == 0)
		for (int i = 0; (name = loader_name((enum loader)i)); i++)
			offer(&f->o, KIND_VALUE, name, name, NULL, 1);
	else if (strcmp(key, "dialect") == 0)
		for (uint32_t i = 0; i < all->n; i++)
			offer(&f->o, KIND_VALUE, all->at[i]->name, all->at[i]->name, all->at[i]->summary, 1);
}

/* The document and the place in it; the session, which has the rules. */
static bool begin(struct data_document *x, struct server *s, struct document *d, const json_t *params, uint32_t *offset,
		  struct refusal *why)
{
	if (!data_begin(x, s, d) || !s->world.open)
		return false;
	if (place_offset(s->docs.unit, x->src, json_object_get(params, "position"), offset))
		return true;
	*why = (struct refusal){ WIRE_BAD_PARAMS, "no position" };
	return false;
}

json_t *settings_complete(struct server *s, struct document *d, const json_t *params, struct refusal *why)
{
	struct data_document x;
	struct where w;
	struct settings_completion f = { .s = s, .w = &w };
	uint32_t offset;
	json_t *result = NULL;

	if (begin(&x, s, d, params, &offset, why)) {
		f.a = &x.a;
		f.rules = s->world.s.linter.rules;
		f.o = (struct offers){ s->docs.unit, f.a, x.src, offset, offset, NULL, { 0 }, json_array() };
		if (find(f.a, x.src, offset, &w)) {
			f.o.from = w.from;
			if (w.n && (w.value || (w.item && lists_rules(w.key[w.n - 1]))))
				add_values(&f, w.key[w.n - 1]);
			else
				add_keys(&f, w.key, w.n);
		}
		result = offers_answer(&f.o);
	}
	data_end_of(&x);
	return result;
}

/* ---- hover ---- */

static bool is_part(char c)
{
	return c == '-' || c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

json_t *settings_hover(struct server *s, struct document *d, const json_t *params, struct refusal *why)
{
	struct data_document x;
	const struct rule *r;
	uint32_t offset, lo, hi;
	struct buf b = { 0 };
	json_t *result = NULL;

	if (begin(&x, s, d, params, &offset, why)) {
		for (lo = offset; lo && is_part(x.src->bytes[lo - 1]);)
			lo--;
		for (hi = offset; hi < x.src->len && is_part(x.src->bytes[hi]);)
			hi++;
		r = ruleset_find(s->world.s.linter.rules, arena_strndup(&x.a, x.src->bytes + lo, hi - lo));
		if (r) {
			command_put_rule(&b, r);
			result = json_pack("{s:{s:s, s:o}, s:o}", "contents", "kind", "markdown", "value",
					   wire_textn(buf_str(&b), b.n), "range",
					   place_range(s->docs.unit, x.src, lo, hi));
		}
	}
	buf_release(&b);
	data_end_of(&x);
	return result;
}

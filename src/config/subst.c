// SPDX-License-Identifier: MIT
/* Text substitution with Python's `re` semantics through PCRE2 (UTF and UCP, so \s and \w are Unicode-aware), with a
 * segment map back to the original offsets. The host's environment is never read: only names given by the user count.
 *
 * Example: x = '{{ fileBasenameNoExtension }}'  in configs/a.py
 *          becomes x = 'a'
 *          the map sends the offset of `a` to that of `{{` */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "config/subst.h"
#include "base/path.h"
#include "base/vec.h"
#include "config/priv.h"
#include "python/value/dict.h"
#include <pcre2.h>
#include <string.h>

VEC(segments, struct segment);
VEC(subst_tokens, struct subst_token);
struct text { /* the current text with its origin map */
	struct buf b;
	struct segments seg;
};
struct swap { /* one replacement in the current text */
	uint32_t lo, hi;
	const char *by;
	size_t n;
};
VEC(swaps, struct swap);

static uint32_t map_back(const struct segments *seg, uint32_t off, bool is_end)
{
	struct textmap m = { seg->at, (uint32_t)seg->n };
	return textmap_back(&m, off, is_end);
}

static void add_segment(struct segments *to, uint32_t at, uint32_t n, uint32_t orig_lo, uint32_t orig_hi, bool same)
{
	if (n || !same)
		vec_push(to, ((struct segment){ at, at + n, orig_lo, orig_hi, same }));
}

/* Copies [lo, hi) of the old text, splitting its segments. *first: no earlier segment reaches lo, which only grows.
 * */
static void copy_range(struct text *to, const struct text *from, uint32_t lo, uint32_t hi, size_t *first)
{
	while (*first < from->seg.n && from->seg.at[*first].hi <= lo)
		++*first;
	for (size_t i = *first; i < from->seg.n && from->seg.at[i].lo < hi; i++) {
		const struct segment *s = &from->seg.at[i];
		uint32_t a = s->lo > lo ? s->lo : lo, b = s->hi < hi ? s->hi : hi;
		if (a >= b)
			continue;
		uint32_t at = (uint32_t)to->b.n;
		buf_add(&to->b, from->b.s + a, b - a);
		if (s->same)
			add_segment(&to->seg, at, b - a, s->orig_lo + (a - s->lo), s->orig_lo + (b - s->lo), true);
		else
			add_segment(&to->seg, at, b - a, s->orig_lo, s->orig_hi, false);
	}
}

static void apply(struct text *t, const struct swaps *swaps)
{
	if (!swaps->n)
		return;
	struct text out = { 0 };
	uint32_t at = 0;
	size_t first = 0;
	for (size_t i = 0; i < swaps->n; i++) {
		const struct swap *s = &swaps->at[i];
		copy_range(&out, t, at, s->lo, &first);
		uint32_t where = (uint32_t)out.b.n;
		buf_add(&out.b, s->by, s->n);
		add_segment(&out.seg, where, (uint32_t)s->n, map_back(&t->seg, s->lo, false),
			    map_back(&t->seg, s->hi, true), false);
		at = s->hi;
	}
	copy_range(&out, t, at, (uint32_t)t->b.n, &first);
	buf_release(&t->b);
	vec_release(&t->seg);
	*t = out;
}

static pcre2_code *compile(const char *pattern)
{
	int code;
	PCRE2_SIZE where;
	pcre2_code *re =
		pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_UCP, &code, &where, NULL);
	if (!re && code == PCRE2_ERROR_HEAP_FAILED)
		die("out of memory");
	return re;
}

struct match {
	uint32_t lo, hi, glo[3], ghi[3]; /* whole match, and groups 1 and 2 */
};
VEC(matches, struct match);

/* All matches, left to right; matches are never empty here. false: the pattern is invalid. If PCRE2 gives up (a
 * default is inserted into the pattern unescaped), the file's budget is spent: the result is unknown. */
static bool find_all(struct arena *a, const char *pattern, const struct buf *text, struct matches *out)
{
	pcre2_code *re = compile(pattern);
	if (!re)
		return false;
	pcre2_match_data *md = pcre2_match_data_create_from_pattern(re, NULL);
	pcre2_match_context *mc = pcre2_match_context_create(NULL);
	if (!md || !mc)
		die("out of memory");
	pcre2_set_match_limit(mc, MATCH_LIMIT);
	pcre2_set_heap_limit(mc, MATCH_KIB);
	int rc = 0;
	for (size_t at = 0; at < text->n;) {
		uint32_t checked = at ? PCRE2_NO_UTF_CHECK : 0; /* the first call has checked the whole text */
		rc = pcre2_match(re, (PCRE2_SPTR)text->s, text->n, at, checked, md, mc);
		if (rc == PCRE2_ERROR_NOMEMORY)
			die("out of memory");
		if (rc < 0)
			break;
		const PCRE2_SIZE *v = pcre2_get_ovector_pointer(md);
		struct match m = { .lo = (uint32_t)v[0], .hi = (uint32_t)v[1] };
		for (int g = 1; g < 3 && g < rc; g++) {
			m.glo[g] = (uint32_t)v[2 * g];
			m.ghi[g] = (uint32_t)v[2 * g + 1];
		}
		vec_push(out, m);
		at = v[1] > at ? v[1] : at + 1;
	}
	pcre2_match_context_free(mc);
	pcre2_match_data_free(md);
	pcre2_code_free(re);
	if (rc < 0 && rc != PCRE2_ERROR_NOMATCH && a->budget)
		budget_spend_all(a->budget);
	return true;
}

static bool replace_all(struct arena *a, struct text *t, const char *pattern, const char *by, size_t n)
{
	struct matches found = { 0 };
	struct swaps swaps = { 0 };
	bool ok = find_all(a, pattern, &t->b, &found);
	for (size_t i = 0; i < found.n; i++)
		vec_push(&swaps, ((struct swap){ found.at[i].lo, found.at[i].hi, by, n }));
	apply(t, &swaps);
	vec_release(&found);
	vec_release(&swaps);
	return ok;
}

/* Charges n lookups in so many bytes. false: the file has no steps left. */
static bool spend(struct arena *a, size_t bytes, size_t n)
{
	return !a->budget || budget_steps(a->budget, (uint64_t)(bytes / 128 + 1) * n / 8);
}

/* One file's text during the three substitutions. */
struct subst {
	struct arena *a;
	const struct graph_opts *o;
	uint32_t file;
	struct text t;
	struct subst_tokens tokens;
	struct substituted *out;
};

static struct span span_of(const struct subst *s, const struct match *m)
{
	return (struct span){ s->file, map_back(&s->t.seg, m->lo, false), map_back(&s->t.seg, m->hi, true) };
}

static const char *group(const struct subst *s, const struct match *m, unsigned g)
{
	return arena_strndup(s->a, s->t.b.s + m->glo[g], m->ghi[g] - m->glo[g]);
}

/* ---- variables of the file ---- */

static void predefined(struct subst *s, const char *path)
{
	const char *base = path_base(path), *ext = path_ext(path);
	const struct {
		const char *name, *value;
	} var[] = {
		{ "fileDirname", path_dir(s->a, path) },
		{ "fileBasename", base },
		{ "fileBasenameNoExtension", arena_strndup(s->a, base, strlen(base) - strlen(ext)) },
		{ "fileExtname", ext },
	};
	for (size_t i = 0; i < ARRAY_SIZE(var); i++)
		if (strstr(buf_str(&s->t.b), var[i].name))
			replace_all(s->a, &s->t, arena_printf(s->a, "\\{\\{\\s*%s\\s*\\}\\}", var[i].name),
				    var[i].value, strlen(var[i].value));
}

/* ---- environment ---- */

static const char *env_get(const struct graph_opts *o, const char *name, size_t n)
{
	for (const char *const *e = o->env; e && *e; e++)
		if (!strncmp(*e, name, n) && (*e)[n] == '=')
			return *e + n + 1;
	return NULL;
}

/* A value is used as re.sub's template: \n, \t ... and \\ are escapes, \1 and \g are groups that don't exist, other
 * letters are errors. NULL: the loader raises. */
static const char *expand_template(struct arena *a, const char *value)
{
	if (!strchr(value, '\\'))
		return value;
	struct buf b = { 0 };
	static const char from[] = "abfnrtv\\", to[] = "\a\b\f\n\r\t\v\\";
	bool bad = false;
	for (const char *p = value; *p && !bad; p++) {
		const char *known = p[0] == '\\' && p[1] ? strchr(from, p[1]) : NULL;
		if (known) {
			buf_putc(&b, to[known - from]);
			p++;
		} else {
			bad = p[0] == '\\' &&
			      (!p[1] ||
			       strspn(p + 1, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"));
			buf_putc(&b, *p);
		}
	}
	const char *out = bad ? NULL : arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return out;
}

struct env_var { /* {{$NAME:default}} */
	const char *name, *value;
	struct span at;
};

static bool refuse(struct subst *s, const struct env_var *v, const char *why)
{
	s->out->refusal = why;
	s->out->refusal_at = v->at;
	return false;
}

/* All places of one variable with one default. The default is inserted into the pattern unescaped, as in the loader,
 * so it acts as a pattern. */
static bool env_one(struct subst *s, const struct env_var *v)
{
	struct arena *a = s->a;
	const char *given = env_get(s->o, v->name, strlen(v->name)), *value = given ? given : v->value;
	if (!*value && (s->o->packages_none || given))
		return refuse(s, v,
			      arena_printf(a,
					   "KeyError: '`%s` cannot be found in `os.environ`. Please set `%s` in "
					   "environment or give a default value.'",
					   v->name, v->name));
	if (!*value) { /* it may be set on the training machine: a token that becomes Unknown */
		value = arena_printf(a, "_cfglint_env_%s_", v->name);
		vec_push(&s->tokens, ((struct subst_token){ str_lit(value), NULL, v->at, true }));
	}
	const char *by = expand_template(a, value);
	if (!by)
		return refuse(s, v, arena_printf(a, "error: bad escape in the value of %s", v->name));
	const char *pattern = arena_printf(a, "\\{\\{['\"]?\\s*\\$%s\\s*\\:\\s*%s\\s*['\"]?\\}\\}", v->name, v->value);
	if (!replace_all(a, &s->t, pattern, by, strlen(by)))
		return refuse(s, v,
			      arena_printf(a, "error: the default of %s is no valid regular expression", v->name));
	return true;
}

/* false: the loader raises. All variables are found before the first one is replaced. */
static bool environment(struct subst *s)
{
	struct matches found = { 0 };
	find_all(s->a, "\\{\\{['\"]?\\s*\\$(\\w+)\\s*\\:\\s*(\\S*?)\\s*['\"]?\\}\\}", &s->t.b, &found);
	struct env_var *var = arena_array(s->a, struct env_var, found.n + 1);
	for (size_t i = 0; i < found.n; i++)
		var[i] = (struct env_var){ group(s, &found.at[i], 1), group(s, &found.at[i], 2),
					   span_of(s, &found.at[i]) };
	bool ok = true;
	for (size_t i = 0; ok && i < found.n && spend(s->a, s->t.b.n, 1); i++)
		ok = env_one(s, &var[i]);
	vec_release(&found);
	return ok;
}

/* ---- base placeholders ---- */

/* the path as a pattern: its dots match any character */
static bool path_matches(const char *pattern, const char *path)
{
	for (; *pattern && *path; pattern++, path++)
		if (*pattern != '.' && *pattern != *path)
			return false;
	return !*pattern && !*path;
}

static bool has_token(const struct subst *s, size_t first, const char *path)
{
	for (size_t i = first; i < s->tokens.n; i++)
		if (!strcmp(s->tokens.at[i].path, path))
			return true;
	return false;
}

/* The loader's token has a random part; this one is the same in every run, and no config contains it. */
static void placeholders(struct subst *s)
{
	struct matches found = { 0 };
	size_t first = s->tokens.n;
	find_all(s->a, "\\{\\{\\s*_base_\\.([\\w\\.]+)\\s*\\}\\}", &s->t.b, &found);
	for (size_t i = 0; i < found.n && spend(s->a, 1, s->tokens.n - first); i++) {
		const char *path = group(s, &found.at[i], 1);
		const struct str *text = str_lit(arena_printf(s->a, "_%s_0cf617", path));
		if (!has_token(s, first, path))
			vec_push(&s->tokens, ((struct subst_token){ text, path, span_of(s, &found.at[i]), false }));
	}
	struct subst_token *t = s->tokens.at;
	for (size_t i = first; i < s->tokens.n && spend(s->a, 1, s->tokens.n - first); i++)
		for (size_t k = first; k < s->tokens.n; k++)
			t[i].unsure |= i != k && path_matches(t[k].path, t[i].path);
	for (size_t i = first; i < s->tokens.n && spend(s->a, s->t.b.n, 1); i++) {
		const char *by = arena_printf(s->a, "\"%s\"", t[i].text->s);
		replace_all(s->a, &s->t, arena_printf(s->a, "\\{\\{\\s*_base_\\.%s\\s*\\}\\}", t[i].path), by,
			    strlen(by));
	}
	vec_release(&found);
}

/* Copies the result from the heap to the arena. */
static void publish(struct subst *s)
{
	struct segment *seg = arena_array(s->a, struct segment, s->t.seg.n + 1);
	struct subst_token *token = arena_array(s->a, struct subst_token, s->tokens.n + 1);
	if (s->t.seg.n)
		memcpy(seg, s->t.seg.at, s->t.seg.n * sizeof *seg);
	if (s->tokens.n)
		memcpy(token, s->tokens.at, s->tokens.n * sizeof *token);
	s->out->text = arena_strndup(s->a, buf_str(&s->t.b), s->t.b.n);
	s->out->len = (uint32_t)s->t.b.n;
	s->out->map = (struct textmap){ seg, (uint32_t)s->t.seg.n };
	s->out->token = token;
	s->out->ntokens = (uint32_t)s->tokens.n;
	buf_release(&s->t.b);
	vec_release(&s->t.seg);
	vec_release(&s->tokens);
}

void subst_text(struct arena *a, const struct source *src, enum loader loader, const struct graph_opts *o,
		struct substituted *out)
{
	*out = (struct substituted){ .text = src->bytes, .len = src->len };
	if (!strstr(src->bytes, "{{"))
		return;
	struct subst s = { .a = a, .o = o, .file = src->id, .out = out };
	buf_add(&s.t.b, src->bytes, src->len);
	add_segment(&s.t.seg, 0, src->len, 0, src->len, true);
	predefined(&s, src->path);
	if (!loader_style(loader)->environment || environment(&s))
		placeholders(&s);
	publish(&s);
}

/* ---- tokens in values ---- */

struct resolver {
	struct arena *a;
	struct substituted *sub;
	struct value bases;
	bool resolve;
};

static bool refuse_token(struct resolver *r, const struct subst_token *t, const char *why)
{
	r->sub->refusal = why;
	r->sub->refusal_at = t->at;
	return false;
}

/* Looks the path up in the bases, key by key. */
static bool token_value(struct resolver *r, const struct subst_token *t, struct value *out)
{
	if (t->unsure || !r->resolve) {
		*out = value_unknown(r->a, t->path ? WHY_TEMPLATE : WHY_ENV, t->at, t->path);
		return true;
	}
	struct value v = r->bases;
	for (const char *p = t->path;;) {
		size_t n = strcspn(p, ".");
		if (v.kind == VALUE_UNKNOWN)
			break;
		if (v.kind != VALUE_DICT)
			return refuse_token(r, t,
					    arena_printf(r->a,
							 "TypeError: '%s' object is not subscriptable by '%.*s' "
							 "(placeholder _base_.%s)",
							 value_type_name(v), (int)n, p, t->path));
		const struct entry *e = dict_find_str(v.as.dict, str_of(p, n));
		if (!e && !v.as.dict->open)
			return refuse_token(r, t, arena_printf(r->a, "KeyError: '%.*s'", (int)n, p));
		v = e && !(e->flags & EF_MAYBE) ? e->val : value_unknown(r->a, WHY_BASE, t->at, t->path);
		if (!p[n])
			break;
		p += n + 1;
	}
	*out = v;
	out->flags |= VF_TEMPLATE;
	return true;
}

static bool resolve_value(struct resolver *r, struct value *v, uint32_t depth);

static bool resolve_str(struct resolver *r, struct value *v)
{
	if (!spend(r->a, v->as.s->len, r->sub->ntokens))
		return true;
	for (uint32_t i = 0; i < r->sub->ntokens; i++) {
		const struct subst_token *t = &r->sub->token[i];
		if (v->as.s == t->text && !(t->unsure && !t->path))
			return token_value(r, t, v);
		if (v->as.s->len >= t->text->len && strstr(v->as.s->s, t->text->s)) {
			*v = value_unknown(r->a, t->path ? WHY_TEMPLATE : WHY_ENV, t->at, t->path);
			return true;
		}
	}
	return true;
}

static bool resolve_items(struct resolver *r, struct value *v, uint32_t depth)
{
	struct list *l = v->as.list;
	for (uint32_t i = 0; i < l->n; i++)
		if (!l->frozen && !resolve_value(r, &l->at[i].val, depth))
			return false;
	return true;
}

static bool resolve_value(struct resolver *r, struct value *v, uint32_t depth)
{
	if (depth > VALUE_DEPTH_MAX)
		return true;
	if (v->kind == VALUE_STR)
		return resolve_str(r, v);
	if (v->kind == VALUE_LIST || v->kind == VALUE_TUPLE)
		return resolve_items(r, v, depth + 1);
	if (v->kind != VALUE_DICT || v->as.dict->frozen)
		return true;
	struct dict *d = v->as.dict;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		struct value now = e->val;
		if (!resolve_value(r, &now, depth + 1))
			return false;
		if (now.kind != e->val.kind || now.as.s != e->val.as.s) {
			struct entry old = *e;
			dict_put(r->a, d, old.key, now, old.use)->flags |= old.flags & EF_MAYBE;
		}
	}
	return true;
}

bool subst_tokens(struct arena *a, struct value *v, struct substituted *sub, struct value bases, bool resolve)
{
	struct resolver r = { a, sub, bases, resolve };
	return !sub->ntokens || resolve_value(&r, v, 0);
}

// SPDX-License-Identifier: MIT
/* Text substitution with Python's `re` semantics through PCRE2 (UTF and UCP, so \s and \w are Unicode-aware), keeping a
 * segment map. Names from the host's environment are never read: only what the user gave counts. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "config/subst.h"
#include "base/path.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include "config/priv.h"
#include <pcre2.h>
#include <string.h>

VEC(segments, struct segment);
VEC(subst_tokens, struct subst_token);
struct text { /* the text so far and where it came from */
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

/* copies [lo, hi) of the old text, splitting its segments */
static void copy_range(struct text *to, const struct text *from, uint32_t lo, uint32_t hi)
{
	for (size_t i = 0; i < from->seg.n; i++) {
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
	for (size_t i = 0; i < swaps->n; i++) {
		const struct swap *s = &swaps->at[i];
		copy_range(&out, t, at, s->lo);
		uint32_t where = (uint32_t)out.b.n;
		buf_add(&out.b, s->by, s->n);
		add_segment(&out.seg, where, (uint32_t)s->n, map_back(&t->seg, s->lo, false),
			    map_back(&t->seg, s->hi, true), false);
		at = s->hi;
	}
	copy_range(&out, t, at, (uint32_t)t->b.n);
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
	uint32_t lo, hi, glo[3], ghi[3]; /* whole, and groups 1 and 2 */
};
VEC(matches, struct match);

/* All matches, left to right; matches are never empty here. False: the pattern is invalid or gave up. */
static bool find_all(const char *pattern, const struct buf *text, struct matches *out)
{
	pcre2_code *re = compile(pattern);
	if (!re)
		return false;
	pcre2_match_data *md = pcre2_match_data_create_from_pattern(re, NULL);
	pcre2_match_context *mc = pcre2_match_context_create(NULL);
	if (!md || !mc)
		die("out of memory");
	pcre2_set_match_limit(mc, 100000);
	int rc = 0;
	for (size_t at = 0; at < text->n;) {
		rc = pcre2_match(re, (PCRE2_SPTR)text->s, text->n, at, 0, md, mc);
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
	return rc >= 0 || rc == PCRE2_ERROR_NOMATCH;
}

static bool replace_all(struct text *t, const char *pattern, const char *by, size_t n)
{
	struct matches found = { 0 };
	struct swaps swaps = { 0 };
	bool ok = find_all(pattern, &t->b, &found);
	for (size_t i = 0; i < found.n; i++)
		vec_push(&swaps, ((struct swap){ found.at[i].lo, found.at[i].hi, by, n }));
	apply(t, &swaps);
	vec_release(&found);
	vec_release(&swaps);
	return ok;
}

static void predefined(struct arena *a, struct text *t, const char *path)
{
	const char *base = path_base(path), *ext = path_ext(path);
	const struct {
		const char *name, *value;
	} var[] = {
		{ "fileDirname", path_dir(a, path) },
		{ "fileBasename", base },
		{ "fileBasenameNoExtension", arena_strndup(a, base, strlen(base) - strlen(ext)) },
		{ "fileExtname", ext },
	};
	for (size_t i = 0; i < ARRAY_SIZE(var); i++)
		if (strstr(buf_str(&t->b), var[i].name))
			replace_all(t, arena_printf(a, "\\{\\{\\s*%s\\s*\\}\\}", var[i].name), var[i].value,
				    strlen(var[i].value));
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

static bool refuse(struct substituted *out, const char *why, struct span at)
{
	out->refusal = why;
	out->refusal_at = at;
	return false;
}

static bool env_one(struct arena *a, struct text *t, const struct graph_opts *o, const char *name, const char *value,
		    struct span at, struct subst_tokens *tokens, struct substituted *out)
{
	const char *given = env_get(o, name, strlen(name));
	const char *pattern = arena_printf(a, "\\{\\{['\"]?\\s*\\$%s\\s*\\:\\s*%s\\s*['\"]?\\}\\}", name, value);
	if (given)
		value = given;
	if (!*value && (o->packages_none || given))
		return refuse(out,
			      arena_printf(a,
					   "KeyError: '`%s` cannot be found in `os.environ`. Please set `%s` in "
					   "environment or give a default value.'",
					   name, name),
			      at);
	if (!*value) { /* it may be set where the training runs: a token that becomes Unknown */
		const char *mark = arena_printf(a, "_cfglint_env_%s_", name);
		vec_push(tokens, ((struct subst_token){ str_lit(mark), NULL, at, true }));
		value = mark;
	}
	const char *by = expand_template(a, value);
	if (!by)
		return refuse(out, arena_printf(a, "error: bad escape in the value of %s", name), at);
	if (!replace_all(t, pattern, by, strlen(by)))
		return refuse(out, arena_printf(a, "error: the default of %s is no valid regular expression", name),
			      at);
	return true;
}

static bool environment(struct arena *a, struct text *t, uint32_t file, const struct graph_opts *o,
			struct subst_tokens *tokens, struct substituted *out)
{
	struct matches found = { 0 };
	find_all("\\{\\{['\"]?\\s*\\$(\\w+)\\s*\\:\\s*(\\S*?)\\s*['\"]?\\}\\}", &t->b, &found);
	struct {
		const char *name, *value;
		struct span at;
	} *var = arena_alloc(a, found.n + 1, sizeof *var, alignof(max_align_t));
	for (size_t i = 0; i < found.n; i++) {
		const struct match *m = &found.at[i];
		var[i].name = arena_strndup(a, t->b.s + m->glo[1], m->ghi[1] - m->glo[1]);
		var[i].value = arena_strndup(a, t->b.s + m->glo[2], m->ghi[2] - m->glo[2]);
		var[i].at = (struct span){ file, map_back(&t->seg, m->lo, false), map_back(&t->seg, m->hi, true) };
	}
	bool ok = true;
	for (size_t i = 0; ok && i < found.n; i++)
		ok = env_one(a, t, o, var[i].name, var[i].value, var[i].at, tokens, out);
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

static void placeholders(struct arena *a, struct text *t, uint32_t file, struct subst_tokens *tokens)
{
	struct matches found = { 0 };
	size_t first = tokens->n;
	find_all("\\{\\{\\s*_base_\\.([\\w\\.]+)\\s*\\}\\}", &t->b, &found);
	for (size_t i = 0; i < found.n; i++) {
		const struct match *m = &found.at[i];
		const char *path = arena_strndup(a, t->b.s + m->glo[1], m->ghi[1] - m->glo[1]);
		bool seen = false;
		for (size_t k = first; k < tokens->n; k++)
			seen |= !strcmp(tokens->at[k].path, path);
		if (seen)
			continue;
		struct span at = { file, map_back(&t->seg, m->lo, false), map_back(&t->seg, m->hi, true) };
		vec_push(tokens,
			 ((struct subst_token){ str_lit(arena_printf(a, "_%s_0cf617", path)), path, at, false }));
	}
	for (size_t i = first; i < tokens->n; i++)
		for (size_t k = first; k < tokens->n; k++)
			if (i != k && (path_matches(tokens->at[k].path, tokens->at[i].path)))
				tokens->at[i].unsure = true;
	for (size_t i = first; i < tokens->n; i++) {
		const char *by = arena_printf(a, "\"%s\"", tokens->at[i].text->s);
		replace_all(t, arena_printf(a, "\\{\\{\\s*_base_\\.%s\\s*\\}\\}", tokens->at[i].path), by, strlen(by));
	}
	vec_release(&found);
}

void subst_text(struct arena *a, const struct source *s, const char *path, enum loader loader,
		const struct graph_opts *o, struct substituted *out)
{
	*out = (struct substituted){ .text = s->bytes, .len = s->len };
	if (!strstr(s->bytes, "{{"))
		return;
	struct text t = { 0 };
	buf_add(&t.b, s->bytes, s->len);
	add_segment(&t.seg, 0, s->len, 0, s->len, true);
	struct subst_tokens tokens = { 0 };
	predefined(a, &t, path);
	if (!loader_style(loader)->environment || environment(a, &t, s->id, o, &tokens, out))
		placeholders(a, &t, s->id, &tokens);
	out->text = arena_strndup(a, buf_str(&t.b), t.b.n);
	out->len = (uint32_t)t.b.n;
	struct segment *seg = arena_array(a, struct segment, t.seg.n + 1);
	if (t.seg.n)
		memcpy(seg, t.seg.at, t.seg.n * sizeof *seg);
	out->map = (struct textmap){ seg, (uint32_t)t.seg.n };
	struct subst_token *tok = arena_array(a, struct subst_token, tokens.n + 1);
	if (tokens.n)
		memcpy(tok, tokens.at, tokens.n * sizeof *tok);
	out->token = tok;
	out->ntokens = (uint32_t)tokens.n;
	buf_release(&t.b);
	vec_release(&t.seg);
	vec_release(&tokens);
}

/* ---- tokens in values ---- */

struct resolver {
	struct arena *a;
	const struct substituted *sub;
	struct value bases;
	bool resolve;
	const char *refusal;
	struct span at;
};

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
		if (v.kind != VALUE_DICT) {
			r->refusal = arena_printf(
				r->a, "TypeError: '%s' object is not subscriptable by '%.*s' (placeholder _base_.%s)",
				value_type_name(v), (int)n, p, t->path);
			r->at = t->at;
			return false;
		}
		const struct entry *e = dict_find_str(v.as.dict, str_of(p, n));
		if (!e && !v.as.dict->open) {
			r->refusal = arena_printf(r->a, "KeyError: '%.*s'", (int)n, p);
			r->at = t->at;
			return false;
		}
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

bool subst_tokens(struct arena *a, struct value *v, const struct substituted *sub, struct value bases, bool resolve,
		  const char **refusal, struct span *at)
{
	if (!sub->ntokens)
		return true;
	struct resolver r = { .a = a, .sub = sub, .bases = bases, .resolve = resolve };
	bool ok = resolve_value(&r, v, 0);
	*refusal = r.refusal;
	*at = r.at;
	return ok;
}

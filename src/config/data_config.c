// SPDX-License-Identifier: MIT
/* Converts nodes of YAML, JSON and TOML to values, by the rules of PyYAML's resolver and constructor. The walk has a
 * depth limit; the parsers limited depth and size before.
 *
 * Example: 1e-3    str   (YAML 1.1 needs a dot: 1.0e-3 is a float)
 *          1:30    int   90
 *          !!python/tuple [1, 2]   tuple */
#include "config/data_config.h"
#include "config/priv.h"
#include "base/path.h"
#include "python/builtin/builtin_eval.h"
#include "python/eval/eval.h"
#include "python/value/dict.h"
#include "text/json.h"
#include "text/toml.h"
#include "text/yaml.h"
#define PCRE2_CODE_UNIT_WIDTH 8
#include <errno.h>
#include <math.h>
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

enum { RE_FLOAT, RE_SEXFLOAT, RE_INT, RE_SEXINT, RE_DATE, RE_COUNT };
struct data {
	struct arena *a;
	const struct textmap *map;
	uint32_t file;
	bool json, toml;
	pcre2_code *re[RE_COUNT];
	pcre2_match_context *limits;
	pcre2_match_data *found;
};

static const char *const extensions[] = { ".py", ".json", ".yaml", ".yml" };

const char *config_extension(size_t i)
{
	return i < ARRAY_SIZE(extensions) ? extensions[i] : NULL;
}

bool config_is_named(const char *path)
{
	for (size_t i = 0; i < ARRAY_SIZE(extensions); i++)
		if (!strcmp(path_ext(path), extensions[i]))
			return true;
	return false;
}

bool data_is_config(const char *path)
{
	return config_is_named(path) && strcmp(path_ext(path), extensions[0]) != 0;
}

bool data_is_read(const char *path)
{
	return data_is_config(path) || !strcmp(path_ext(path), ".toml");
}

static void compile_all(struct data *d)
{
	static const char *const pattern[RE_COUNT] = {
		[RE_FLOAT] = "^([-+]?[0-9][0-9_]*\\.[0-9_]*([eE][-+][0-9]+)?|\\.[0-9][0-9_]*([eE][-+][0-9]+)?)$",
		[RE_SEXFLOAT] = "^[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\\.[0-9_]*$",
		[RE_INT] = "^([-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+)$",
		[RE_SEXINT] = "^[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+$",
		[RE_DATE] = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$|^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ "
			    "\t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}",
	};
	for (int i = 0; i < RE_COUNT; i++) {
		int problem;
		PCRE2_SIZE at;
		d->re[i] = pcre2_compile((PCRE2_SPTR)pattern[i], PCRE2_ZERO_TERMINATED,
					 PCRE2_DOLLAR_ENDONLY | PCRE2_NO_AUTO_CAPTURE, &problem, &at, NULL);
		if (!d->re[i] && problem == PCRE2_ERROR_HEAP_FAILED)
			die("out of memory");
		if (!d->re[i])
			BUG("pattern %d", i);
	}
	d->found = pcre2_match_data_create(1, NULL);
	d->limits = pcre2_match_context_create(NULL);
	if (!d->found || !d->limits)
		die("out of memory");
	pcre2_set_match_limit(d->limits, MATCH_LIMIT);
	pcre2_set_heap_limit(d->limits, MATCH_KIB);
}

static struct span back(const struct data *d, struct span at)
{
	return (struct span){ d->file, textmap_back(d->map, at.lo, false), textmap_back(d->map, at.hi, true) };
}

static bool one_of(const char *s, const char *words) /* words: space separated */
{
	size_t n = strlen(s);
	for (const char *p = words; (p = strstr(p, s)); p++)
		if ((p == words || p[-1] == ' ') && (p[n] == ' ' || !p[n]))
			return n > 0;
	return false;
}

static const char *without_underscores(struct data *d, const char *s)
{
	char *out = arena_strdup(d->a, s), *to = out;
	for (const char *p = s; *p; p++)
		if (*p != '_')
			*to++ = *p;
	*to = '\0';
	return out;
}

static struct value int_value(struct data *d, const char *s, struct span at)
{
	bool neg = *s == '-';
	const char *digits = s + (*s == '-' || *s == '+');
	int base = 10;
	if (!d->json && digits[0] == '0' && digits[1]) {
		base = digits[1] == 'b' ? 2 : digits[1] == 'x' ? 16 : 8;
		digits += base == 8 && digits[1] != 'o' ? 1 : 2;
	}
	errno = 0;
	long long i = strtoll(digits, NULL, base);
	if (!errno)
		return value_int(neg ? -i : i, at);
	if (base != 10)
		return value_unknown(d->a, WHY_OVERFLOW, at, s);
	return (struct value){ .kind = VALUE_BIGINT,
			       .at = at,
			       .as.s = str_lit(arena_printf(d->a, "%s%s", neg ? "-" : "", digits)) };
}

static struct value sexagesimal(const char *s, bool is_float, struct span at)
{
	double sign = *s == '-' ? -1 : 1, sum = 0;
	s += *s == '-' || *s == '+';
	for (char *end; *s; s = *end ? end + 1 : end)
		sum = sum * 60 + strtod(s, &end);
	return is_float ? value_float(sign * sum, at) : value_int((int64_t)(sign * sum), at);
}

static bool matches(const struct data *d, int re, const char *s)
{
	int rc = pcre2_match(d->re[re], (PCRE2_SPTR)s, strlen(s), 0, 0, d->found, d->limits);
	if (rc == PCRE2_ERROR_NOMEMORY)
		die("out of memory");
	if (rc < 0 && rc != PCRE2_ERROR_NOMATCH && d->a->budget) /* PCRE2 gave up: whether it is a number is unknown
								  * */
		budget_spend_all(d->a->budget);
	return rc >= 0;
}

static struct value yaml_scalar(struct data *d, const struct ynode *n, struct span at)
{
	const char *s = n->text->s;
	if (!*s || one_of(s, "~ null Null NULL"))
		return value_none(at);
	if (one_of(s, "yes Yes YES true True TRUE on On ON"))
		return value_bool(true, at);
	if (one_of(s, "no No NO false False FALSE off Off OFF"))
		return value_bool(false, at);
	if (one_of(s, ".inf .Inf .INF +.inf +.Inf +.INF"))
		return value_float(INFINITY, at);
	if (one_of(s, "-.inf -.Inf -.INF"))
		return value_float(-INFINITY, at);
	if (one_of(s, ".nan .NaN .NAN"))
		return value_float(NAN, at);
	if (matches(d, RE_INT, s))
		return int_value(d, without_underscores(d, s), at);
	if (matches(d, RE_FLOAT, s))
		return value_float(strtod(without_underscores(d, s), NULL), at);
	if (matches(d, RE_SEXINT, s))
		return sexagesimal(without_underscores(d, s), false, at);
	if (matches(d, RE_SEXFLOAT, s))
		return sexagesimal(without_underscores(d, s), true, at);
	if (matches(d, RE_DATE, s))
		return (struct value){ .kind = VALUE_DATE, .at = at, .as.s = n->text };
	return value_str(n->text, at);
}

static struct value json_scalar(struct data *d, const struct ynode *n, struct span at)
{
	const char *s = n->text->s;
	if (!strcmp(s, "null"))
		return value_none(at);
	if (!strcmp(s, "true") || !strcmp(s, "false"))
		return value_bool(*s == 't', at);
	if (!strcmp(s, "NaN"))
		return value_float(NAN, at);
	if (strstr(s, "Infinity"))
		return value_float(*s == '-' ? -INFINITY : INFINITY, at);
	return strpbrk(s, ".eE") ? value_float(strtod(s, NULL), at) : int_value(d, s, at);
}

/* Underscores stand between digits only, so a number without them has the same value. */
static struct value toml_scalar(struct data *d, const struct ynode *n, struct span at)
{
	const char *s = n->text->s, *digits = s + (*s == '-' || *s == '+');
	if (!strcmp(s, "true") || !strcmp(s, "false"))
		return value_bool(*s == 't', at);
	if (!strcmp(digits, "inf"))
		return value_float(*s == '-' ? -INFINITY : INFINITY, at);
	if (!strcmp(digits, "nan"))
		return value_float(NAN, at);
	if (strchr(s, ':') || (strspn(s, "0123456789") == 4 && s[4] == '-'))
		return (struct value){ .kind = VALUE_DATE, .at = at, .as.s = n->text };
	s = without_underscores(d, s);
	return strpbrk(s, ".eE") && !strchr(s, 'x') ? value_float(strtod(s, NULL), at) : int_value(d, s, at);
}

/* PyYAML's own tags (`!!float 1`, `!!python/tuple [1]`); the results of other tags are unknown */
enum tag { TAG_NONE, TAG_SAME, TAG_TYPED, TAG_STR, TAG_SET, TAG_TUPLE, TAG_OTHER };

static enum tag tag_of(const struct ynode *n)
{
	static const struct {
		const char *name;
		enum ykind kind;
		enum tag tag;
	} row[] = {
		{ "str", Y_SCALAR, TAG_STR },	    { "python/str", Y_SCALAR, TAG_STR },
		{ "int", Y_SCALAR, TAG_TYPED },	    { "float", Y_SCALAR, TAG_TYPED },
		{ "bool", Y_SCALAR, TAG_TYPED },    { "null", Y_SCALAR, TAG_TYPED },
		{ "seq", Y_SEQ, TAG_SAME },	    { "map", Y_MAP, TAG_SAME },
		{ "set", Y_MAP, TAG_SET },	    { "python/tuple", Y_SEQ, TAG_TUPLE },
		{ "python/list", Y_SEQ, TAG_SAME }, { "python/dict", Y_MAP, TAG_SAME },
	};
	static const char prefix[] = "tag:yaml.org,2002:";
	if (!n->tag)
		return TAG_NONE;
	if (!strcmp(n->tag->s, "!"))
		return n->kind == Y_SCALAR ? TAG_STR : TAG_SAME;
	for (size_t i = 0; !strncmp(n->tag->s, prefix, sizeof prefix - 1) && i < ARRAY_SIZE(row); i++)
		if (row[i].kind == n->kind && !strcmp(n->tag->s + sizeof prefix - 1, row[i].name))
			return row[i].tag;
	return TAG_OTHER;
}

/* converts the text by its tag, if reading it as a plain scalar gives that type anyway */
static struct value tagged_scalar(struct data *d, const struct ynode *n, struct span at)
{
	struct value v = yaml_scalar(d, n, at);
	const char *type = strrchr(n->tag->s, ':') + 1;
	if (!strcmp(type, "float") && v.kind == VALUE_INT)
		return value_float((double)v.as.i, at);
	if (!strcmp(type, "null"))
		return value_none(at);
	bool same = !strcmp(type, value_type_name(v));
	return same ? v : value_unknown(d->a, WHY_TYPE, at, n->tag->s);
}

static struct value scalar(struct data *d, const struct ynode *n, struct span at, enum tag tag)
{
	struct value v;
	if (tag == TAG_TYPED)
		v = tagged_scalar(d, n, at);
	else if (tag == TAG_STR || !n->plain)
		v = value_str(n->text, at);
	else
		v = d->json ? json_scalar(d, n, at) : d->toml ? toml_scalar(d, n, at) : yaml_scalar(d, n, at);
	v.flags |= VF_LITERAL;
	return v;
}

static struct value keys_as_set(struct data *d, struct value map)
{
	struct value set = value_list(d->a, VALUE_SET, map.as.dict->count, map.at);
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, map.as.dict); (e = dict_next(&it));)
		list_push(d->a, set.as.list, e->key, e->key.at);
	return set;
}

/* `!!python/object/apply:eval ["[x * 2 for x in range(3)]"]`, evaluated without the config's names */
static struct value applied(struct data *d, const struct ynode *n, struct span at)
{
	struct eval ev;
	bool text =
		n->kind == Y_SEQ && n->n == 1 && n->kid[0]->kind == Y_SCALAR && !n->kid[0]->tag && !n->kid[0]->plain;
	if (!text || strcmp(n->tag->s, "tag:yaml.org,2002:python/object/apply:eval"))
		return value_unknown(d->a, WHY_TYPE, at, n->tag->s);
	eval_init(&ev, d->a, d->file);
	struct value v = eval_text(&ev, n->kid[0]->text, at);
	if (ev.exc) /* it may be a name of the loader's module */
		v = value_unknown(d->a, WHY_TYPE, at, n->tag->s);
	eval_release(&ev);
	return v;
}

static struct value convert(struct data *d, const struct ynode *n, uint32_t depth)
{
	struct span at = back(d, n->at);
	enum tag tag = tag_of(n);
	if (depth > VALUE_DEPTH_MAX)
		return value_unknown(d->a, WHY_DEPTH, at, NULL);
	if (tag == TAG_OTHER)
		return applied(d, n, at);
	if (n->kind == Y_SCALAR)
		return scalar(d, n, at, tag);
	struct value v = n->kind == Y_SEQ ? value_list(d->a, tag == TAG_TUPLE ? VALUE_TUPLE : VALUE_LIST, n->n, at)
					  : value_dict(d->a, at);
	for (uint32_t i = 0; i < n->n; i++) {
		struct value kid = convert(d, n->kid[i], depth + 1);
		if (n->kind == Y_SEQ) {
			list_push(d->a, v.as.list, kid, kid.at);
			continue;
		}
		struct value key = convert(d, n->key[i], depth + 1);
		if (value_hashable(key) && key.kind != VALUE_UNKNOWN)
			dict_put(d->a, v.as.dict, key, kid, kid.at);
		else
			v.as.dict->open = true;
	}
	return tag == TAG_SET ? keys_as_set(d, v) : v;
}

bool data_load(struct arena *a, const struct source *s, const struct substituted *sub, struct value *out, struct err *e)
{
	struct data d = { .a = a, .map = &sub->map, .file = s->id };
	d.json = !strcmp(path_ext(s->path), ".json");
	d.toml = !strcmp(path_ext(s->path), ".toml");
	struct sources *own = sub->text == s->bytes ? NULL : sources_new();
	const struct source *parsed = own ? sources_add(own, s->path, sub->text, sub->len) : s;
	const struct ynode *root = d.json   ? json_parse_config(a, parsed, e)
				   : d.toml ? toml_parse_config(a, parsed, e)
					    : yaml_parse_config(a, parsed, e);
	if (root) {
		compile_all(&d);
		*out = convert(&d, root, 0);
		for (int i = 0; i < RE_COUNT; i++)
			pcre2_code_free(d.re[i]);
		pcre2_match_data_free(d.found);
		pcre2_match_context_free(d.limits);
	}
	if (!root && own && e && e->line) { /* the place in the file as it was before the substitution */
		uint32_t at = source_offset32(parsed, e->line - 1, e->col ? e->col - 1 : 0);
		struct point p = source_point(s, textmap_back(d.map, at, false));
		e->line = p.line + 1;
		e->col = p.col32 + 1;
	}
	if (own)
		sources_free(own);
	return root != NULL;
}

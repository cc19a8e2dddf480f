// SPDX-License-Identifier: MIT
/* Reads a YAML file as OmegaConf does. The scalar rules are PyYAML's implicit resolvers in their order (bool, float,
 * int, null), then OmegaConf's own float, which needs no dot before an exponent.
 *
 * Invariant: every value has the place of its text; a value with a tag that is not followed is Unknown.
 *
 *	# @package _global_	package "_global_"
 *	defaults:		defaults [{model: resnet}]
 *	  - model: resnet
 *	lr: 1e-4		data {lr: 0.0001} */
#include "hydra/hydra_file.h"
#include "python/value/dict.h"
#include "text/yaml.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE_MOST = 512 << 10 /* bytes */, DEEP = 64, HEADER = 512 /* bytes that Hydra looks at */, NUMBER_MOST = 60 };

/* ---- scalars ---- */

static bool one_of(const char *s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(s, list[i]))
			return true;
	return false;
}

/* The text without its underscores; false: it is too long for a number. */
static bool digits_of(const char *s, char out[NUMBER_MOST + 1])
{
	size_t n = 0;

	for (; *s && n < NUMBER_MOST; s++)
		if (*s != '_')
			out[n++] = *s;
	out[n] = '\0';
	return !*s;
}

static bool only(const char *s, const char *set)
{
	return *s && !s[strspn(s, set)];
}

static bool is_int(const char *s)
{
	const char *d = s + (*s == '-' || *s == '+');

	if (d[0] == '0' && d[1] == 'b')
		return only(d + 2, "01_");
	if (d[0] == '0' && d[1] == 'x')
		return only(d + 2, "0123456789abcdefABCDEF_");
	if (d[0] == '0')
		return !d[1] || only(d + 1, "01234567_");
	return isdigit((unsigned char)d[0]) && only(d, "0123456789_");
}

static bool is_float(const char *s)
{
	const char *d = s + (*s == '-' || *s == '+'), *p = d;
	bool dot, digits = isdigit((unsigned char)*p);

	if (!digits && !(d == s && *p == '.'))
		return false;
	p += strspn(p, "0123456789_");
	dot = *p == '.';
	p += dot;
	if (!digits && !strspn(p, "0123456789_"))
		return false;
	if (dot)
		p += strspn(p, "0123456789_");
	if (*p != 'e' && *p != 'E')
		return dot && !*p;
	p++;
	/* `.5e3` needs a sign */
	if (*p == '-' || *p == '+')
		p++;
	else if (!digits)
		return false;
	return only(p, "0123456789");
}

/* `1:30` is 90 */
static bool is_sexagesimal(const char *s)
{
	const char *d = s + (*s == '-' || *s == '+');

	return *d >= '1' && *d <= '9' && strchr(d, ':') && only(d, "0123456789_:") && d[strlen(d) - 1] != ':';
}

static struct value sexagesimal(const char *s, struct span at)
{
	const char *d = s + (*s == '-' || *s == '+');
	long long sum = 0;

	while (*d) {
		char number[NUMBER_MOST + 1], *part;
		size_t n = strcspn(d, ":");

		part = n < sizeof number ? memcpy(number, d, n) : NULL;
		if (!part || n > 6 || sum > INT32_MAX)
			return (struct value){ .at = at };
		number[n] = '\0';
		sum = sum * 60 + strtoll(number, NULL, 10);
		d += n + (d[n] == ':');
	}
	return value_int(*s == '-' ? -sum : sum, at);
}

static struct value int_of(const char *s, const struct str *text, struct span at)
{
	char d[NUMBER_MOST + 1], *end;
	bool minus = *s == '-';

	if (!digits_of(s + (*s == '-' || *s == '+'), d) || strlen(d) > 18)
		return (struct value){ .at = at };
	long long n = d[0] == '0' && d[1] == 'b' ? strtoll(d + 2, &end, 2)
		      : d[0] == '0' && d[1]	 ? strtoll(d, &end, d[1] == 'x' ? 16 : 8)
						 : strtoll(d, &end, 10);

	(void)text;
	return value_int(minus ? -n : n, at);
}

struct value hydra_scalar(const struct str *text, struct span at)
{
	static const char *const yes[] = { "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON" },
				 *const no[] = { "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF" },
				 *const null[] = { "", "~", "null", "Null", "NULL" },
				 *const nan[] = { ".nan", ".NaN", ".NAN" }, *const inf[] = { ".inf", ".Inf", ".INF" };
	const char *s = text->s, *d = s + (*s == '-' || *s == '+');
	char number[NUMBER_MOST + 1];

	if (one_of(s, yes, ARRAY_SIZE(yes)) || one_of(s, no, ARRAY_SIZE(no)))
		return value_bool(one_of(s, yes, ARRAY_SIZE(yes)), at);
	if (one_of(s, null, ARRAY_SIZE(null)))
		return value_none(at);
	if (one_of(s, nan, ARRAY_SIZE(nan)))
		return value_float(NAN, at);
	if (one_of(d, inf, ARRAY_SIZE(inf)))
		return value_float(*s == '-' ? -INFINITY : INFINITY, at);
	if (is_int(s))
		return int_of(s, text, at);
	if (is_sexagesimal(s))
		return sexagesimal(s, at);
	if (is_float(s) && digits_of(s, number))
		return value_float(strtod(number, NULL), at);
	return value_str(text, at);
}

/* ---- the tree ---- */

static struct value node_value(struct arena *a, const struct ynode *n, uint32_t file, unsigned depth)
{
	struct span at = { file, n->at.lo, n->at.hi };

	if (depth > DEEP || (n->tag && strcmp(n->tag->s, "tag:yaml.org,2002:str") != 0))
		return (struct value){ .at = at };
	if (n->kind == Y_SCALAR) {
		struct value v = n->plain ? hydra_scalar(n->text, at) : value_str(n->text, at);

		v.flags |= VF_LITERAL;
		return v;
	}
	struct value v = n->kind == Y_MAP ? value_dict(a, at) : value_list(a, VALUE_LIST, n->n, at);

	for (uint32_t i = 0; i < n->n; i++) {
		struct value one = node_value(a, n->kid[i], file, depth + 1);

		if (n->kind == Y_SEQ) {
			list_push(a, v.as.list, one, one.at);
			continue;
		}
		const struct ynode *k = n->key[i];
		struct value key = k->kind == Y_SCALAR ? node_value(a, k, file, depth + 1) : (struct value){ 0 };

		if (value_hashable(key) && value_is_known(key))
			dict_put(a, v.as.dict, key, one, one.at);
		else
			v.as.dict->open = true;
	}
	return v;
}

/* ---- the header ---- */

static const char *skip_blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	return p;
}

/* "@package NAME" of the line between p and end; NULL: it says something else. */
static const char *package_of(struct arena *a, const char *p, const char *end)
{
	static const char word[] = "@package";

	while (p < end && (*p == '#' || *p == ' ' || *p == '\t'))
		p++;
	if ((size_t)(end - p) < sizeof word || memcmp(p, word, sizeof word - 1) != 0)
		return NULL;
	p = skip_blanks(p + sizeof word - 1, end);
	const char *name = p;

	while (p < end && !isspace((unsigned char)*p))
		p++;
	return p > name && skip_blanks(p, end) == end ? arena_strndup(a, name, (size_t)(p - name)) : NULL;
}

static void read_header(struct arena *a, struct hydra_file *f)
{
	const char *p = f->src->bytes, *last = p + (f->src->len < HEADER ? f->src->len : HEADER);
	bool header = true;

	while (p < last) {
		const char *nl = memchr(p, '\n', (size_t)(f->src->bytes + f->src->len - p));
		const char *end = nl ? nl : f->src->bytes + f->src->len, *at = skip_blanks(p, end);
		const char *sign = *at == '#' ? skip_blanks(at + 1, end) : NULL;
		const char *package = sign && *sign == '@' ? package_of(a, at, end) : NULL;
		struct span span = { f->src->id, (uint32_t)(at - f->src->bytes), (uint32_t)(end - f->src->bytes) };

		header &= at == end || (sign && *sign == '@');
		if (package && header) {
			f->package = package;
			f->package_at = span;
		} else if (package && !f->package && !f->late_header.file) {
			f->late_header = span;
		}
		p = end + 1;
	}
}

/* ---- a file ---- */

static void take_dict(struct arena *a, struct hydra_file *f, struct value v)
{
	const struct entry *defaults = dict_find_lit(v.as.dict, "defaults");

	f->good = true;
	if (defaults && defaults->val.kind == VALUE_LIST)
		f->defaults = defaults->val;
	else if (defaults)
		f->odd_defaults = true;
	if (defaults)
		dict_delete(a, v.as.dict, value_text("defaults", v.at));
	f->data = v;
}

struct hydra_file *hydra_file_read(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path)
{
	struct hydra_file *f = arena_new(a, struct hydra_file);
	struct buf text = { 0 };
	struct err e = { 0 };

	f->path = arena_strdup(a, path);
	if (vfs_read(fs, path, &text, &e) && text.n <= SIZE_MOST)
		f->src = sources_add(sources, path, buf_str(&text), text.n);
	buf_release(&text);
	if (!f->src || !source_check(f->src, &e))
		return f;
	read_header(a, f);
	const struct ynode *twice[2], *doc = yaml_parse_twice(a, f->src, &e, twice);
	struct value v = doc ? node_value(a, doc, f->src->id, 0) : (struct value){ 0 };

	if (doc && twice[0] && hydra_scalar(twice[0]->text, f->late_header).kind == VALUE_STR) {
		f->twice = (struct span){ f->src->id, twice[0]->at.lo, twice[0]->at.hi };
		f->first = (struct span){ f->src->id, twice[1]->at.lo, twice[1]->at.hi };
		f->twice_key = twice[0]->text->s;
	}
	if (v.kind == VALUE_NONE)
		v = value_dict(a, v.at);
	if (v.kind == VALUE_DICT)
		take_dict(a, f, v);
	return f;
}

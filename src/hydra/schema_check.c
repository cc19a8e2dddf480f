// SPDX-License-Identifier: MIT
/* The class of a dict is that of the last dataclass merged at it or above it, followed field by field.
 *
 * Invariant: below a field whose type is not followed nothing is refused.
 *
 *	base at "": Config {db: DB}, c.yaml: db: {prt: 1}	refused "db.prt" of DB, near "port" */
#include "hydra/schema_check.h"
#include "base/near.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEEP = 24 };

void hydra_schemas_add(struct hydra_schemas *all, const char *package, const struct hydra_struct *of)
{
	if (all->n == HYDRA_SCHEMAS_MAX)
		return;
	all->at[all->n].package = package;
	all->at[all->n++].of = of;
}

/* The rest of the path behind the package; NULL: it is elsewhere. */
static const char *behind(const char *path, const char *package)
{
	size_t n = strlen(package);

	if (!n)
		return path;
	return strncmp(path, package, n) != 0 ? NULL : !path[n] ? path + n : path[n] == '.' ? path + n + 1 : NULL;
}

/* The class of the dict at the path; NULL: not known, or none. */
static const struct hydra_struct *struct_at(const struct hydra_schemas *all, const char *path)
{
	for (uint32_t i = all->n; i-- > 0;) {
		const char *rest = behind(path, all->at[i].package);
		const struct hydra_struct *s = all->at[i].of;

		while (rest && s && *rest) {
			size_t n = strcspn(rest, ".");
			const struct hydra_field *f = hydra_struct_field(s, str_of(rest, n));

			s = f ? f->inner : NULL;
			rest += n + (rest[n] == '.');
		}
		if (rest)
			return s;
	}
	return NULL;
}

static const char *near_field(const struct hydra_struct *s, const char *name)
{
	const char **names = xcalloc(s->n + 1, sizeof *names), *near;

	for (uint32_t i = 0; i < s->n; i++)
		names[i] = s->field[i].name->s;
	near = near_word(name, names, s->n);
	free(names);
	return near;
}

static void refuse(struct hydra_schemas *all, const char *key, const struct hydra_struct *of, const char *why,
		   const struct entry *e)
{
	if (all->nrefused < HYDRA_REFUSED_MAX)
		all->refused[all->nrefused++] =
			(struct hydra_refused){ .key = key,
						.of = of,
						.why = why,
						.near = why ? NULL : near_field(of, e->key.as.s->s),
						.at = e->key.at };
}

static const char *below(struct arena *a, const char *path, const char *key)
{
	return *path ? arena_printf(a, "%s.%s", path, key) : key;
}

static void check_dict(struct hydra_schemas *all, const char *path, struct value v, unsigned depth)
{
	const struct hydra_struct *s = struct_at(all, path);
	struct dict_iter it;

	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && depth < DEEP;) {
		const struct str *name = e->key.kind == VALUE_STR ? e->key.as.s : NULL;

		/* Hydra's own settings are merged before */
		if (!name || strchr(name->s, '.') || (!*path && !strcmp(name->s, "hydra")))
			continue;
		const char *key = below(all->a, path, name->s);
		const struct hydra_field *f = s ? hydra_struct_field(s, name) : NULL;
		const char *why = f ? hydra_type_refuses(all->a, f, e->val) : NULL;

		if ((s && !f) || why)
			refuse(all, key, s, why, e);
		else if (e->val.kind == VALUE_DICT)
			check_dict(all, key, e->val, depth + 1);
	}
}

void hydra_schemas_check(struct hydra_schemas *all, const char *package, struct value data)
{
	if (all->n && data.kind == VALUE_DICT)
		check_dict(all, package, data, 0);
}

const struct hydra_field *hydra_schemas_field(const struct hydra_schemas *all, const char *key)
{
	const char *dot = strrchr(key, '.');
	const struct hydra_struct *s = struct_at(all, dot ? arena_strndup(all->a, key, (size_t)(dot - key)) : "");

	return s ? hydra_struct_field(s, str_lit(dot ? dot + 1 : key)) : NULL;
}

/* ---- conversion ---- */

static struct value converted(struct arena *a, const struct hydra_field *f, struct value v)
{
	const char *s = v.kind == VALUE_STR ? v.as.s->s : NULL;
	char *end;

	if (v.kind == VALUE_UNKNOWN || v.kind == VALUE_NONE || (s && (strstr(s, "${") || !strcmp(s, "???"))))
		return v;
	if (f->type == HYDRA_STR && v.kind == VALUE_INT)
		return value_text(arena_printf(a, "%lld", (long long)v.as.i), v.at);
	if (f->type == HYDRA_FLOAT && v.kind == VALUE_INT)
		return value_float((double)v.as.i, v.at);
	if (f->type == HYDRA_INT && s) {
		long long i = strtoll(s, &end, 10);

		return *s && !*end ? value_int(i, v.at) : v;
	}
	if (f->type == HYDRA_BOOL && v.kind == VALUE_INT)
		return value_bool(v.as.i != 0, v.at);
	if (f->type == HYDRA_BOOL && s && s[strspn(s, "0123456789")])
		return value_bool(strchr("yY", *s) || !strcasecmp(s, "on") || strchr("tT", *s), v.at);
	bool same = (f->type == HYDRA_STR && s) || (f->type == HYDRA_FLOAT && v.kind == VALUE_FLOAT) ||
		    (f->type == HYDRA_INT && v.kind == VALUE_INT) || (f->type == HYDRA_BOOL && v.kind == VALUE_BOOL);

	return same ? v : (struct value){ .at = v.at };
}

static void convert_dict(const struct hydra_schemas *all, const char *path, struct value v, unsigned depth)
{
	const struct hydra_struct *s = struct_at(all, path);
	struct dict_iter it;

	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it)) && depth < DEEP;) {
		const struct hydra_field *f = s && e->key.kind == VALUE_STR ? hydra_struct_field(s, e->key.as.s) : NULL;

		if (e->val.kind == VALUE_DICT && e->key.kind == VALUE_STR)
			convert_dict(all, below(all->a, path, e->key.as.s->s), e->val, depth + 1);
		else if (f && f->type != HYDRA_ANY && f->type != HYDRA_INNER)
			dict_put(all->a, v.as.dict, e->key, converted(all->a, f, e->val), e->use);
	}
}

void hydra_schemas_convert(const struct hydra_schemas *all, struct value tree)
{
	if (all->n && tree.kind == VALUE_DICT)
		convert_dict(all, "", tree, 0);
}

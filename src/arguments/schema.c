// SPDX-License-Identifier: MIT
/* Reads the tables of rules/schemas/ and follows `is:` from class to class.
 *
 * Invariant: a name is found in the class itself before it is looked for in those that it is; chains are at most DEEP
 * long, so a circle ends.
 *
 * 	schema_argument(SFTConfig, "fp16")	none of its own rows: those of transformers.TrainingArguments */
#include "arguments/schema.h"
#include "base/result_cache.h"
#include "project/versions.h"
#include "spec/compiled.h"
#include "spec/embedded.h"
#include "text/yaml.h"
#include <string.h>

enum { DEEP = 4, TABLES_MAX = 64 };
#define FOLDER "schemas/"

struct schemas {
	struct map class; /* dotted name -> struct schema_class */
	struct map file;  /* argument -> the table of the file that it names */
	const struct str *package[TABLES_MAX + 1];
	struct schema_table table[TABLES_MAX];
	uint32_t npackages;
};

/* ---- reading ---- */

/* The next word of *at; NULL: there is none. */
static const char *next_word(struct arena *a, const char **at)
{
	const char *from = *at + strspn(*at, " ");
	size_t n = strcspn(from, " ");
	*at = from + n;
	return n ? arena_strndup(a, from, n) : NULL;
}

static bool is_older(const char *x, const char *y)
{
	return version_order(x, y) < 0;
}

/* Two rows of a name that went and came again are one: what lies between isn't reported. */
static void unite(struct schema_argument *to, const struct schema_argument *row)
{
	if (to->since && (!row->since || is_older(row->since, to->since)))
		to->since = row->since;
	if (to->until && (!row->until || is_older(to->until, row->until))) {
		to->until = row->until;
		to->type = row->type;
		to->value = row->value;
		to->stage = row->stage;
	}
}

static void add_row(struct arena *a, struct schema_argument *to, const struct schema_argument *x)
{
	struct schema_row *row = arena_new(a, struct schema_row), *last = to->rows;
	*row = (struct schema_row){ .since = x->since, .until = x->until, .type = x->type, .value = x->value };
	while (last && last->next)
		last = last->next;
	if (last)
		last->next = row;
	else
		to->rows = row;
}

/* NAME SINCE-UNTIL TYPE DEFAULT [stage=N] */
static void read_row(struct arena *a, struct schema_class *c, const char *row)
{
	struct schema_argument x = { .package = c->package, .newest = c->newest };
	const char *name = next_word(a, &row), *span = next_word(a, &row);
	if (!name || !span)
		return;
	const char *dash = strchr(span, '-');
	x.name = str_lit(name);
	x.since = arena_strndup(a, span, strcspn(span, "-"));
	x.until = !dash ? x.since : dash[1] ? dash + 1 : NULL;
	x.type = next_word(a, &row);
	x.value = next_word(a, &row);
	for (const char *more; (more = next_word(a, &row));)
		if (!strncmp(more, "stage=", 6))
			x.stage = more + 6;
	struct schema_argument *known = map_get(&c->argument, x.name);
	if (known) {
		unite(known, &x);
		add_row(a, known, &x);
		return;
	}
	known = arena_new(a, struct schema_argument);
	*known = x;
	add_row(a, known, &x);
	map_put(a, &c->argument, x.name, known);
	c->all[c->n++] = x.name;
}

static const struct str **texts_of(struct arena *a, const struct ynode *list, uint32_t *n)
{
	*n = list && list->kind == Y_SEQ ? list->n : 0;
	const struct str **all = (const struct str **)arena_array(a, void *, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		all[i] = str_lit(list->kid[i]->text->s);
	return all;
}

/* What the class takes in the first version that was read of it, it may have taken before. */
static void forget_oldest(const struct schema_class *c)
{
	const char *oldest = NULL;
	for (uint32_t i = 0; i < c->n; i++) {
		const struct schema_argument *x = map_get(&c->argument, c->all[i]);
		oldest = !oldest || is_older(x->since, oldest) ? x->since : oldest;
	}
	for (uint32_t i = 0; i < c->n; i++) {
		struct schema_argument *x = map_get(&c->argument, c->all[i]);
		if (!version_order(x->since, oldest))
			x->since = x->rows->since = NULL;
	}
}

static void read_class(struct arena *a, struct schemas *s, struct schema_class *c, const struct ynode *n)
{
	const struct ynode *rows = yaml_get(n, "arguments");
	uint32_t nalso;
	const struct str **also = texts_of(a, yaml_get(n, "also"), &nalso);
	c->is = texts_of(a, yaml_get(n, "is"), &c->nis);
	c->all = (const struct str **)arena_array(a, void *, (rows ? rows->n : 0) + 1);
	for (uint32_t i = 0; rows && rows->kind == Y_SEQ && i < rows->n; i++)
		read_row(a, c, rows->kid[i]->text->s);
	forget_oldest(c);
	map_put(a, &s->class, c->name, c);
	for (uint32_t i = 0; i < nalso; i++)
		map_put(a, &s->class, also[i], c);
}

static void read_renames(const struct schemas *s, const struct ynode *of)
{
	for (uint32_t i = 0; of && of->kind == Y_MAP && i < of->n; i++) {
		struct schema_class *c = map_get(&s->class, str_lit(of->key[i]->text->s));
		const struct ynode *to = of->kid[i];
		for (uint32_t k = 0; c && to->kind == Y_MAP && k < to->n; k++) {
			struct schema_argument *x = map_get(&c->argument, str_lit(to->key[k]->text->s));
			if (x)
				x->becomes = str_lit(to->kid[k]->text->s);
		}
	}
}

const char *schema_version_upto(const struct schema_class *c, const char *most)
{
	const char *found = NULL;
	for (uint32_t i = 0; c->versions && i < c->versions->n; i++)
		if (!most || !is_older(most, c->versions->kid[i]->text->s))
			found = c->versions->kid[i]->text->s;
	return found;
}

static void read_table(struct arena *a, struct schemas *s, const struct ynode *doc)
{
	const struct ynode *classes = yaml_get(doc, "classes"), *versions = yaml_get(doc, "versions");
	const char *package = yaml_str(yaml_get(doc, "package"));
	if (!package || !classes || classes->kind != Y_MAP || s->npackages == TABLES_MAX)
		return;
	bool any = versions && versions->kind == Y_SEQ && versions->n;
	const char *made = yaml_str(yaml_get(doc, "made"));
	s->table[s->npackages] = (struct schema_table){ .package = str_lit(package),
							.oldest = any ? versions->kid[0]->text->s : "",
							.newest = any ? versions->kid[versions->n - 1]->text->s : "",
							.made = made ? made : "",
							.nclasses = classes->n };
	s->package[s->npackages++] = str_lit(package);
	for (uint32_t i = 0; i < classes->n; i++) {
		struct schema_class *c = arena_new(a, struct schema_class);
		*c = (struct schema_class){ .name = str_lit(classes->key[i]->text->s), .package = str_lit(package) };
		c->versions = versions && versions->kind == Y_SEQ && versions->n ? versions : NULL;
		c->newest = schema_version_upto(c, NULL);
		read_class(a, s, c, classes->kid[i]);
	}
	read_renames(s, yaml_get(doc, "renames"));
}

static const struct schema_argument *argument_in(const struct schemas *s, const struct schema_class *c,
						 const struct str *name, unsigned depth)
{
	const struct schema_argument *x = c ? map_get(&c->argument, name) : NULL;
	for (uint32_t i = 0; c && !x && depth < DEEP && i < c->nis; i++)
		x = argument_in(s, schema_class(s, c->is[i]), name, depth + 1);
	return x;
}

/* A class that declares an argument of its base anew, with another default, takes it in the versions of the base, too:
 * those are of another package. */
static void settle(const struct schemas *s, struct schema_class *c)
{
	for (uint32_t i = 0; i < c->n; i++) {
		struct schema_argument *own = map_get(&c->argument, c->all[i]);
		const struct schema_argument *above = NULL;
		for (uint32_t k = 0; k < c->nis && !above; k++)
			above = argument_in(s, schema_class(s, c->is[k]), c->all[i], 0);
		if (above && above->until)
			own->since = NULL; /* from the base, before it was its own */
		if (!above || above->until)
			continue;
		if (own->package != above->package || !above->since ||
		    (own->since && is_older(above->since, own->since)))
			own->since = above->since;
		own->package = above->package;
		own->newest = above->newest;
		own->until = NULL;
	}
}

static void settle_all(const struct schemas *s)
{
	for (uint32_t i = 0; i < s->class.cap; i++)
		if (s->class.at[i].key)
			settle(s, s->class.at[i].val);
}

static void read_files(struct arena *a, struct schemas *s, const struct ynode *map)
{
	for (uint32_t i = 0; map && map->kind == Y_MAP && i < map->n; i++)
		map_put(a, &s->file, str_lit(map->key[i]->text->s), map_get(&s->class, str_lit(map->kid[i]->text->s)));
}

static const void *read_all(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	struct schemas *s = arena_new(a, struct schemas);
	(void)m, (void)text, (void)len;
	for (size_t i = 0; i < embedded_count; i++)
		if (!strncmp(embedded_files[i].path, FOLDER, strlen(FOLDER)))
			read_table(a, s, embedded_find(a, embedded_files[i].path));
	settle_all(s);
	read_files(a, s, yaml_get(embedded_find(a, "arguments.yaml"), "files"));
	return s;
}

const struct schemas *schemas_of(const struct vfs *fs)
{
	return result_cache_get(vfs_results(fs), read_all, "schemas", "", 0);
}

bool schema_has_package(const char *dotted)
{
	char file[128];
	int n = snprintf(file, sizeof(file), "%s%.*s.yaml", FOLDER, (int)strcspn(dotted, "."), dotted);
	for (char *c = file + strlen(FOLDER); n > 0 && (size_t)n < sizeof(file) && *c; c++)
		*c = *c == '_' ? '-' : *c;
	for (size_t i = 0; n > 0 && (size_t)n < sizeof(file) && i < embedded_count; i++)
		if (!strcmp(embedded_files[i].path, file))
			return true;
	return false;
}

bool schema_names_file(struct arena *a, const char *argument)
{
	return yaml_get(yaml_get(embedded_find(a, "arguments.yaml"), "files"), argument);
}

/* ---- queries ---- */

const struct schema_class *schema_class(const struct schemas *s, const struct str *name)
{
	return map_get(&s->class, name);
}

const struct schema_argument *schema_argument(const struct schemas *s, const struct schema_class *c,
					      const struct str *name)
{
	return argument_in(s, c, name, 0);
}

bool schema_any(const struct schemas *s, const struct str *name)
{
	for (uint32_t i = 0; i < s->class.cap; i++) {
		const struct schema_class *c = s->class.at[i].key ? s->class.at[i].val : NULL;
		if (c && map_get(&c->argument, name))
			return true;
	}
	return false;
}

static uint32_t count_in(const struct schemas *s, const struct schema_class *c, unsigned depth)
{
	uint32_t n = c ? c->n : 0;
	for (uint32_t i = 0; c && depth < DEEP && i < c->nis; i++)
		n += count_in(s, schema_class(s, c->is[i]), depth + 1);
	return n;
}

static void put_names(const struct schemas *s, const struct schema_class *c, const struct str **to, uint32_t *n,
		      unsigned depth)
{
	for (uint32_t i = 0; c && i < c->n; i++)
		to[(*n)++] = c->all[i];
	for (uint32_t i = 0; c && depth < DEEP && i < c->nis; i++)
		put_names(s, schema_class(s, c->is[i]), to, n, depth + 1);
}

const struct str **schema_names(struct arena *a, const struct schemas *s, const struct schema_class *c, uint32_t *n)
{
	const struct str **all = (const struct str **)arena_array(a, void *, count_in(s, c, 0) + 1);
	*n = 0;
	put_names(s, c, all, n, 0);
	return all;
}

const struct schema_class *schema_of_file(const struct schemas *s, const struct str *argument)
{
	return map_get(&s->file, argument);
}

const struct schema_table *schema_tables(const struct schemas *s, uint32_t *n)
{
	*n = s->npackages;
	return s->table;
}

const struct str *const *schema_packages(const struct schemas *s)
{
	return s->package;
}

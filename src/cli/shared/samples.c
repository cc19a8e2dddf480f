// SPDX-License-Identifier: MIT
/* The size of a training set: a walk through its wrappers to the data sets that read files. Each of these is looked up
 * in rules/datasets.yaml, or counted. If one is unknown, the whole size is unknown.
 *
 *	RepeatDataset(times=2) of a data set with 100 images	200 samples */
#include "cli/shared/samples.h"
#include "base/buf.h"
#include "base/path.h"
#include "python/syntax/parse.h"
#include "python/value/dict.h"
#include "spec/compiled.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEP = 8, PARTS = 16 };

struct reader {
	struct arena *a;
	struct facts *f;
	const struct vfs *fs;
	const char *dir;
	const struct ynode *doc;
	const struct node *type_name; /* type_name(d) */
	struct value d;		      /* the data set that the expression is about */
	struct counted_files *files;
	struct buf says;
	uint32_t parts; /* in it */
	bool repeats;	/* it ends in "2 x " */
	bool assumed;	/* not all parts are counted */
};

static const struct sample_count not_known = { .samples = NAN };

/* ---- reading a data set ---- */

static bool look_up(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out)
{
	const struct reader *r = ctx;

	(void)by;
	if (strcmp(name->s, "d"))
		return false;
	*out = r->d;
	return true;
}

static const char *type_of(struct reader *r, struct value d)
{
	const struct names names = { .lookup = look_up, .ctx = r };
	struct value v;

	r->d = d;
	v = facts_eval(r->f, r->type_name, &names, NULL);
	return v.kind == VALUE_STR ? v.as.s->s : "";
}

/* A key path below d; Unknown: it doesn't exist. */
static struct value at_path(struct reader *r, struct value d, const char *path)
{
	struct keypath p;

	if (!keypath_parse(r->a, path, &p, NULL))
		return (struct value){ 0 };
	return keypath_get(r->a, d, p).val;
}

static bool lists(const struct ynode *texts, const char *word)
{
	for (uint32_t i = 0; texts && i < texts->n; i++)
		if (!strcmp(yaml_str(texts->kid[i]), word))
			return true;
	return false;
}

/* path ends in the components `end`. */
static bool ends_in(const char *path, const char *end)
{
	size_t n = strlen(path), k = strlen(end);

	return n >= k && !strcmp(path + n - k, end) && (n == k || path[n - k - 1] == '/');
}

static const char *below_root(struct reader *r, struct value d, const char *path)
{
	const char *root = dict_get_text(d, yaml_str(yaml_get(r->doc, "root")));

	return root && *root ? path_join(r->a, root, path) : path_normal(r->a, path);
}

/* The first of these keys that is set. */
static struct value said(struct reader *r, struct value d, const char *keys)
{
	const struct ynode *all = yaml_get(r->doc, keys);

	for (uint32_t i = 0; i < all->n; i++) {
		struct value v = at_path(r, d, yaml_str(all->kid[i]));

		if ((v.kind == VALUE_STR && v.as.s->len) || (value_is_listlike(v) && v.as.list->n))
			return v;
	}
	return (struct value){ 0 };
}

/* ---- the table ---- */

/* Whether the class leaves samples without objects out: 1, 0, or -1: not known. */
static int filters(struct reader *r, struct value d)
{
	const struct dialect *dialect = facts_dialect(r->f);
	const struct ynode *all = yaml_get(r->doc, "filters"), *of = yaml_get(all, dialect->family->s);
	struct value v;

	if (!of || dict_get_true(d, "test_mode"))
		return 0;
	v = at_path(r, d, yaml_str(yaml_get(of, "key")));
	if (v.kind == VALUE_BOOL)
		return v.as.b;
	if (value_is_known(v) || !v.as.cause || v.as.cause->why != WHY_ABSENT)
		return v.kind == VALUE_NONE ? 0 : -1;
	return !strcmp(yaml_str(yaml_get(of, "default")), "true");
}

static bool narrows(struct reader *r, struct value d)
{
	return value_is_known(at_path(r, d, "indices")) || value_is_known(at_path(r, d, "classes")) ||
	       value_is_known(at_path(r, d, "metainfo.classes")) || value_is_known(at_path(r, d, "metainfo.CLASSES"));
}

static double number(const struct ynode *n)
{
	return n ? strtod(yaml_str(n), NULL) : NAN;
}

/* A value by which the class makes other samples of the same files. */
static bool is_split_up(const struct ynode *row, struct value d)
{
	const struct ynode *unless = yaml_get(row, "unless");

	for (uint32_t i = 0; unless && i < unless->n; i++) {
		const char *text = dict_get_text(d, unless->key[i]->text->s);

		if (text && !strcmp(text, yaml_str(unless->kid[i])))
			return true;
	}
	return false;
}

static double row_samples(struct reader *r, const struct ynode *row, struct value d)
{
	const struct ynode *filtered = yaml_get(row, "filtered");
	int filter = filtered || yaml_get(row, "leaves_out") ? filters(r, d) : 0;

	if (filter < 0 || is_split_up(row, d) || value_is_known(at_path(r, d, "indices")) || (filter && narrows(r, d)))
		return NAN;
	return number(filter ? filtered : yaml_get(row, "samples"));
}

/* NULL file: the class alone determines it. */
static struct sample_count by_table(struct reader *r, struct value d, const char *type, const char *file)
{
	const struct ynode *sets = yaml_get(r->doc, "sets");

	for (uint32_t i = 0; i < sets->n; i++) {
		const struct ynode *row = sets->kid[i], *files = yaml_get(row, "files");
		bool found = lists(yaml_get(row, "types"), type) && !files == !file;

		for (uint32_t k = 0; found && files && k <= files->n; k++) {
			found = k < files->n;
			if (found && ends_in(below_root(r, d, file), yaml_str(files->kid[k])))
				break;
		}
		if (found)
			return (struct sample_count){ row_samples(r, row, d), yaml_str(yaml_get(row, "name")),
						      .counted = false };
	}
	return not_known;
}

/* ---- a data set ---- */

/* The images of a COCO file are the samples. */
static bool takes_images(struct reader *r, struct value d, const char *type)
{
	const struct ynode *classes = yaml_get(r->doc, "classes");

	for (uint32_t i = 0; i < classes->n; i++) {
		const struct ynode *row = classes->kid[i], *unless = yaml_get(row, "unless_said");
		bool said = false;

		if (strcmp(yaml_str(yaml_get(row, "sample")), "image") || !lists(yaml_get(row, "types"), type))
			continue;
		for (uint32_t k = 0; unless && k < unless->n; k++)
			said |= dict_find_lit(d.as.dict, yaml_str(unless->kid[k])) != NULL;
		return !said;
	}
	return false;
}

/* A list of lines doesn't record which have objects: classes that read one use all of it. */
static double file_samples(struct reader *r, struct value d, const char *file, const struct annotations *n)
{
	int filter = filters(r, d);

	if (filter < 0 || value_is_known(at_path(r, d, "indices")) || (filter && narrows(r, d)))
		return NAN;
	return filter && annotations_are_json(file) ? n->annotated : n->all;
}

static struct sample_count by_file(struct reader *r, struct value d, const char *type, const char *file)
{
	const char *path = r->dir ? path_join(r->a, r->dir, below_root(r, d, file)) : NULL;
	struct annotations n;

	if (!path || (annotations_are_json(file) && !takes_images(r, d, type)))
		return not_known;
	if (!annotations_count(r->a, r->files, r->fs, path, &n) &&
	    !annotations_count(r->a, r->files, r->fs, path = path_join(r->a, r->dir, file), &n))
		return not_known;
	return (struct sample_count){ file_samples(r, d, file, &n), path_relative(r->a, r->dir, path),
				      .counted = true };
}

static struct sample_count of_file(struct reader *r, struct value d, const char *type, const char *file)
{
	struct sample_count c = by_file(r, d, type, file);

	return c.says ? c : by_table(r, d, type, file);
}

static void join(struct reader *r)
{
	if (r->says.n && !r->repeats)
		buf_puts(&r->says, " + ");
	r->repeats = false;
}

/* NaN: not known, or too many. */
static double part(struct reader *r, struct sample_count c)
{
	if (!c.says || r->parts++ >= PARTS)
		return NAN;
	join(r);
	buf_puts(&r->says, c.says);
	r->assumed |= !c.counted;
	return c.samples;
}

static struct sample_count without_list(struct reader *r, struct value d, const char *type, struct value list)
{
	const char *split = dict_get_text(d, "split");
	bool other = dict_get_true(d, "test_mode") || (split && strcmp(split, "train"));
	struct value folder = said(r, d, "folders");
	struct sample_count c = other ? not_known : by_table(r, d, type, NULL);

	if (!c.says && folder.kind == VALUE_STR)
		c = by_table(r, d, type, folder.as.s->s);
	return c.says || list.kind != VALUE_STR ? c : by_table(r, d, type, list.as.s->s);
}

static double of_data_set(struct reader *r, struct value d, const char *type)
{
	struct value v = said(r, d, "lists");
	double sum = 0;

	if (v.kind == VALUE_UNKNOWN || (v.kind == VALUE_STR && strchr(v.as.s->s, '.') == NULL))
		return part(r, without_list(r, d, type, v));
	if (v.kind == VALUE_STR)
		return part(r, of_file(r, d, type, v.as.s->s));
	for (uint32_t i = 0; i < v.as.list->n && !isnan(sum); i++) {
		struct value one = v.as.list->at[i].val;

		sum += one.kind == VALUE_STR ? part(r, of_file(r, d, type, one.as.s->s)) : NAN;
	}
	return sum;
}

/* ---- wrappers ---- */

static double of_value(struct reader *r, struct value v, unsigned depth);

static double of_list(struct reader *r, const struct list *l, unsigned depth)
{
	double sum = l->n ? 0 : NAN;

	for (uint32_t i = 0; i < l->n && !isnan(sum); i++)
		sum += of_value(r, l->at[i].val, depth);
	return sum;
}

static double of_repeated(struct reader *r, struct value v, struct value times, unsigned depth)
{
	if (times.kind != VALUE_INT || times.as.i < 1)
		return NAN;
	join(r);
	buf_printf(&r->says, "%lld x ", (long long)times.as.i);
	r->repeats = true;
	return (double)times.as.i * of_value(r, v, depth);
}

static double of_value(struct reader *r, struct value v, unsigned depth)
{
	const char *type = v.kind == VALUE_DICT ? type_of(r, v) : "";
	const struct ynode *wrapper = yaml_get(yaml_get(r->doc, "wrappers"), type), *times = yaml_get(wrapper, "times");
	struct value of;

	if (depth >= DEEP || (v.kind != VALUE_DICT && !value_is_listlike(v)))
		return NAN;
	if (value_is_listlike(v))
		return of_list(r, v.as.list, depth + 1);
	if (!wrapper)
		return of_data_set(r, v, type);
	of = dict_get(v, yaml_str(yaml_get(wrapper, "of")));
	return times ? of_repeated(r, of, dict_get(v, yaml_str(times)), depth + 1) : of_value(r, of, depth + 1);
}

static struct sample_count counted(struct reader *r, double samples)
{
	struct sample_count c = not_known;

	if (r->parts > PARTS)
		c.why = arena_printf(r->a, "it joins more than %d data sets", PARTS);
	else if (!isnan(samples))
		c = (struct sample_count){ samples, arena_strdup(r->a, buf_str(&r->says)), .counted = !r->assumed };
	buf_release(&r->says);
	return c;
}

struct sample_count samples_of(struct arena *a, struct facts *f, struct counted_files *files, const struct vfs *fs,
			       const char *dir)
{
	static const char text[] = "type_name(d)";
	struct parser *parser = parser_new();
	const struct fact *train = facts_get(f, str_lit("train_data"));
	struct reader r = {
		.a = a, .f = f, .fs = fs, .dir = dir, .doc = embedded_find(a, "datasets.yaml"), .files = files
	};
	double samples = NAN;

	r.type_name = parse_expr(parser, a, text, sizeof text - 1, 0, &(struct err){ 0 });
	if (train && train->state == FACT_KNOWN && facts_dialect(f))
		samples = of_value(&r, train->val, 0);
	parser_free(parser);
	return counted(&r, samples);
}

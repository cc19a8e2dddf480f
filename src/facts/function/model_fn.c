// SPDX-License-Identifier: MIT
/* Rule functions about what arguments name: models and cards, by rules/models.yaml and rules/capabilities.yaml, and
 * data files of the project.
 *
 *	model_facts('Qwen/Qwen2.5-7B')	the row whose pattern is the longest that fits the name */
#include "arguments/models.h"
#include "arguments/named_file.h"
#include "facts/function/priv.h"
#include "python/value/dict.h"
#include "text/json.h"
#include <string.h>

static const struct span nowhere;

static const struct models *models_for(const struct rulecall *c)
{
	return models_of(c->facts->subject->set->fs);
}

/* model_type of the config.json in a folder of that name; NULL: there is none. */
static const struct str *type_of_folder(const struct rulecall *c, const struct str *name)
{
	const struct subject *s = c->facts->subject;
	struct arena *a = c->facts->arena;
	const struct vfs *fs = s->set->fs;
	const char *path = named_file_at(a, fs, s->path, s->root, arena_printf(a, "%s/config.json", name->s));
	struct buf text = { 0 };
	struct err e = { 0 };
	struct sources *sources = sources_new();
	const struct source *src = NULL;
	if (path && vfs_read(fs, path, &text, &e))
		src = sources_add(sources, path, buf_str(&text), text.n);
	const struct ynode *doc = src && source_check(src, &e) ? json_parse_config(a, src, &e) : NULL;
	const char *type = doc && doc->kind == Y_MAP ? yaml_str(yaml_get(doc, "model_type")) : NULL;
	const struct str *found = type ? str_lit(type) : NULL;
	buf_release(&text);
	sources_free(sources);
	return found;
}

/* model_type('bigscience/bloomz-1b7'): 'bloom'; absent where nothing is known of that name */
static struct value fn_type(struct rulecall *c)
{
	const struct str *name, *type;
	struct value why;
	if (!rule_text(c, 0, &name, &why))
		return why;
	type = type_of_folder(c, name);
	if (!type)
		type = model_by_name(models_for(c), name);
	return type ? value_str(type, nowhere) : facts_absent(c->facts, nowhere, name->s);
}

static void put_list(struct facts *f, struct value d, const char *key, const struct ynode *list)
{
	struct value all = value_list(f->arena, VALUE_LIST, list ? list->n : 0, nowhere);
	for (uint32_t i = 0; list && list->kind == Y_SEQ && i < list->n; i++)
		list_push(f->arena, all.as.list, value_text(list->kid[i]->text->s, nowhere), nowhere);
	dict_put(f->arena, d.as.dict, value_text(key, nowhere), all, nowhere);
}

/* model_modules('bloom'): {linear, modules, layers, classes, lora, shared}; absent where nothing is known of that type
 */
static struct value fn_modules(struct rulecall *c)
{
	static const char *const keys[] = { "linear", "modules", "layers", "classes", "lora" };
	const struct str *type;
	struct facts *f = c->facts;
	struct value why;
	if (!rule_text(c, 0, &type, &why))
		return why;
	const struct ynode *of = model_modules(models_for(c), type);
	if (!of)
		return facts_absent(f, nowhere, type->s);
	struct value d = value_dict(f->arena, nowhere);
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		put_list(f, d, keys[i], yaml_get(of, keys[i]));
	put_list(f, d, "shared", models_shared(models_for(c)));
	return d;
}

/* is_model_layer('GPT2Block'): whether some known type has a layer of that class */
static struct value fn_layer(struct rulecall *c)
{
	const struct str *class;
	struct value why;
	if (!rule_text(c, 0, &class, &why))
		return why;
	return value_bool(model_layer_known(models_for(c), class), nowhere);
}

/* card_capability('gpu:v100:8'): 7.0; absent where it names no card that is known */
static struct value fn_card(struct rulecall *c)
{
	const struct str *name;
	struct value why;
	if (!rule_text(c, 0, &name, &why))
		return why;
	double x = card_capability(models_for(c), name->s);
	return x > 0 ? value_float(x, nowhere) : facts_absent(c->facts, nowhere, name->s);
}

/* model_size('Qwen/Qwen2.5-7B-Instruct'): 7e9, as its name says; absent where it says none */
static struct value fn_size(struct rulecall *c)
{
	const struct str *name;
	struct value why;
	if (!rule_text(c, 0, &name, &why))
		return why;
	double x = model_size_by_name(name->s);
	return x > 0 ? value_float(x, nowhere) : facts_absent(c->facts, nowhere, "params");
}

/* data_file('data/dataset_info.json'): what that JSON or YAML file holds, seen from the folders around the file; absent
 * where there is none that can be read */
static struct value fn_data(struct rulecall *c)
{
	const struct subject *s = c->facts->subject;
	const struct str *name;
	struct value why;
	if (!rule_text(c, 0, &name, &why))
		return why;
	struct value v = named_file_content(c->facts->arena, s->set->fs, s->path, s->root, name->s);
	return value_is_known(v) ? v : facts_absent(c->facts, nowhere, name->s);
}

enum { LABELS_BYTES = 64 << 20 };

struct labels_read {
	int64_t lines, least, most, fields; /* fields: of each line; 0: they differ */
};

/* The last field of a line as a number of label size. false: it is none. */
static bool label_at_end(const char *line, const char *end, int64_t *label, int64_t *fields)
{
	const char *s = end, *digits;

	while (s > line && (s[-1] == ' ' || s[-1] == '\t' || s[-1] == '\r'))
		s--;
	for (digits = s; digits > line && digits[-1] >= '0' && digits[-1] <= '9';)
		digits--;
	if (digits == s || s - digits > 6 || digits == line || (digits[-1] != ' ' && digits[-1] != '\t'))
		return false;
	for (*label = 0; digits < s; digits++)
		*label = *label * 10 + (*digits - '0');
	*fields = 1;
	for (const char *c = line; c + 1 < s; c++)
		*fields += (c[0] == ' ' || c[0] == '\t') && c[1] != ' ' && c[1] != '\t';
	return true;
}

/* false: some line that isn't empty ends in no number. */
static bool labels_of(struct buf *text, struct labels_read *out)
{
	const char *s = buf_str(text), *end = s + text->n;

	*out = (struct labels_read){ .least = INT64_MAX, .most = -1 };
	for (const char *next; s < end; s = next) {
		const char *stop = memchr(s, '\n', (size_t)(end - s));
		int64_t label, fields;

		stop = stop ? stop : end;
		next = stop + 1;
		if (s + strspn(s, " \t\r") >= stop)
			continue;
		if (!label_at_end(s, stop, &label, &fields))
			return false;
		out->fields = !out->lines || out->fields == fields ? fields : 0;
		out->lines++;
		out->least = label < out->least ? label : out->least;
		out->most = label > out->most ? label : out->most;
	}
	return out->lines > 0;
}

/* data_labels('data/train_list.txt'): of a list whose lines end in a whole number, {lines, least, most, fields};
 * absent where there is none, or a line ends in something else */
static struct value fn_labels(struct rulecall *c)
{
	const struct subject *s = c->facts->subject;
	struct facts *f = c->facts;
	const struct str *name;
	struct labels_read read;
	struct buf text = { 0 };
	struct value why, d;

	if (!rule_text(c, 0, &name, &why))
		return why;
	const char *path = named_file_at(f->arena, s->set->fs, s->path, s->root, name->s);
	bool good =
		path && vfs_read(s->set->fs, path, &text, NULL) && text.n <= LABELS_BYTES && labels_of(&text, &read);
	buf_release(&text);
	if (!good)
		return facts_absent(f, nowhere, name->s);
	d = value_dict(f->arena, nowhere);
	dict_put(f->arena, d.as.dict, value_text("lines", nowhere), value_int(read.lines, nowhere), nowhere);
	dict_put(f->arena, d.as.dict, value_text("least", nowhere), value_int(read.least, nowhere), nowhere);
	dict_put(f->arena, d.as.dict, value_text("most", nowhere), value_int(read.most, nowhere), nowhere);
	dict_put(f->arena, d.as.dict, value_text("fields", nowhere), value_int(read.fields, nowhere), nowhere);
	return d;
}

static const struct rulefn rows[] = {
	{ "data_labels", 1, 1, fn_labels, LOOKS_VALUE, OF_ANY },
	{ "data_file", 1, 1, fn_data, LOOKS_VALUE, OF_ANY },
	{ "model_size", 1, 1, fn_size, LOOKS_VALUE, OF_ANY },
	{ "model_type", 1, 1, fn_type, LOOKS_VALUE, OF_ANY },
	{ "model_modules", 1, 1, fn_modules, LOOKS_VALUE, OF_ANY },
	{ "is_model_layer", 1, 1, fn_layer, LOOKS_VALUE, OF_ANY },
	{ "card_capability", 1, 1, fn_card, LOOKS_VALUE, OF_ANY },
};

const struct rulefns rulefns_model = { rows, ARRAY_SIZE(rows) };

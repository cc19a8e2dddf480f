// SPDX-License-Identifier: MIT
/* Reads rules/plan*.yaml as strictly as rules: a misspelt name is an error with file and line. */
#include "cli/shared/sheet_spec.h"
#include "facts/expr_check.h"
#include "plain/arguments_subject.h"
#include <string.h>

#define ITEM(id, name) name,
static const char *const names[] = { SHEET_NAMES(ITEM) };
#undef ITEM

struct sheet_reader {
	struct yread y;
	struct scope scope;
	const struct str **name;
	struct sheet *out;
};

static const struct node *read_value(struct sheet_reader *r, const struct ynode *of, const char *key)
{
	const struct ynode *n = yaml_get(of, key);

	return n ? check_value(&r->y, n, key, &r->scope) : NULL;
}

static const struct node *read_message(struct sheet_reader *r, const struct ynode *of, const char *key)
{
	const struct ynode *n = yaml_get(of, key);
	const struct node *x = n ? yread_message(&r->y, n, key) : NULL;

	return x && check_expr(&r->y, x, &r->scope) ? x : NULL;
}

static bool is_well(const struct sheet_reader *r)
{
	return !r->y.e->msg[0];
}

static bool read_lets(struct sheet_reader *r, const struct ynode *map)
{
	if (!yread_map(&r->y, map, "let"))
		return false;
	r->out->let = arena_array(r->y.a, struct let, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		struct let *l = &r->out->let[i];

		l->expr = check_value(&r->y, map->kid[i], "let", &r->scope);
		if (!l->expr || !yread_text(&r->y, map->key[i], "a name") ||
		    !check_new_name(&r->y, map->key[i], map->key[i]->text, &r->scope))
			return false;
		l->name = map->key[i]->text;
		r->name[r->scope.n++] = l->name;
		r->out->nlets++;
	}
	return true;
}

static bool read_row(struct sheet_reader *r, const struct ynode *doc, struct sheet_spec_row *out)
{
	static const char *const keys[] = { "key", "label", "unit", "value", "text", "when", "each", "from" };

	if (!yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "a row"))
		return false;
	*out = (struct sheet_spec_row){ .key = yaml_str(yaml_get(doc, "key")),
					.unit = yaml_str(yaml_get(doc, "unit")),
					.label = read_message(r, doc, "label"),
					.value = read_value(r, doc, "value"),
					.text = read_value(r, doc, "text"),
					.when = read_value(r, doc, "when"),
					.each = read_message(r, doc, "each"),
					.from = read_message(r, doc, "from") };
	if (is_well(r) && (!out->key || !out->label || !(out->value || out->text)))
		return yread_fail(&r->y, doc, "a row needs a key, a label, and a value or a text");
	return is_well(r);
}

static bool read_rows(struct sheet_reader *r, const struct ynode *list)
{
	uint32_t n = list && list->kind == Y_SEQ ? list->n : 0;

	r->out->row = arena_array(r->y.a, struct sheet_spec_row, n + 1);
	for (uint32_t i = 0; i < n; i++)
		if (!read_row(r, list->kid[i], &r->out->row[r->out->nrows++]))
			return false;
	return true;
}

static bool read_lines(struct sheet_reader *r, const struct ynode *list, struct sheet_lines *out)
{
	static const char *const keys[] = { "when", "text" };
	uint32_t n = list && list->kind == Y_SEQ ? list->n : 0;

	*out = (struct sheet_lines){ arena_array(r->y.a, struct sheet_line, n + 1), n };
	for (uint32_t i = 0; i < n; i++) {
		if (!yread_keys(&r->y, list->kid[i], keys, ARRAY_SIZE(keys), "a line"))
			return false;
		out->at[i] = (struct sheet_line){ read_value(r, list->kid[i], "when"),
						  read_message(r, list->kid[i], "text") };
		if (!is_well(r))
			return false;
		if (!out->at[i].when || !out->at[i].text)
			return yread_fail(&r->y, list->kid[i], "a line needs when and text");
	}
	return true;
}

static bool read_shapes(struct sheet_reader *r, const struct ynode *map)
{
	if (!yread_map(&r->y, map, "shapes"))
		return false;
	r->out->shape = arena_array(r->y.a, struct sheet_shape, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		const struct node *factor = check_value(&r->y, map->kid[i], "a shape", &r->scope);

		if (!factor || !yread_text(&r->y, map->key[i], "a shape's name"))
			return false;
		r->out->shape[r->out->nshapes++] = (struct sheet_shape){ map->key[i]->text, factor };
	}
	return true;
}

static bool read_curve(struct sheet_reader *r, const struct ynode *doc)
{
	static const char *const keys[] = { "key",    "rate",	    "rate_from", "shape",
					    "length", "shape_from", "warmup",	 "shapes" };
	struct sheet *s = r->out;

	if (!doc)
		return true;
	if (!yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "a curve"))
		return false;
	s->curve = yaml_str(yaml_get(doc, "key"));
	s->rate = read_value(r, doc, "rate");
	s->shape_of = read_value(r, doc, "shape");
	s->length = read_value(r, doc, "length");
	s->peak = read_value(r, doc, "warmup");
	s->rate_from = read_message(r, doc, "rate_from");
	s->shape_from = read_message(r, doc, "shape_from");
	if (is_well(r) && (!s->curve || !s->rate || !s->shape_of || !s->length || !s->peak))
		return yread_fail(&r->y, doc, "a curve needs key, rate, shape, length and warmup");
	return is_well(r) && read_shapes(r, yaml_get(doc, "shapes"));
}

static bool read_parts(struct sheet_reader *r, const struct ynode *map)
{
	if (!yread_map(&r->y, map, "parts"))
		return false;
	r->out->part = arena_array(r->y.a, struct sheet_part, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		const struct node *bytes = check_value(&r->y, map->kid[i], "a part", &r->scope);

		if (!bytes || !yread_text(&r->y, map->key[i], "a part's name"))
			return false;
		r->out->part[r->out->nparts++] = (struct sheet_part){ map->key[i]->text->s, bytes };
	}
	return true;
}

static bool read_picture(struct sheet_reader *r, const struct ynode *doc)
{
	static const char *const keys[] = { "title", "when", "parts", "batches", "card" };
	struct sheet *s = r->out;

	if (!doc)
		return true;
	if (!yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "a picture"))
		return false;
	s->picture = yaml_str(yaml_get(doc, "title"));
	s->picture_when = read_value(r, doc, "when");
	s->batches = read_value(r, doc, "batches");
	s->card = read_value(r, doc, "card");
	if (is_well(r) && (!s->picture || !s->picture_when || !s->batches || !s->card))
		return yread_fail(&r->y, doc, "a picture needs title, when, parts, batches and card");
	return is_well(r) && read_parts(r, yaml_get(doc, "parts"));
}

static bool read_sheet(struct sheet_reader *r, const struct ynode *doc)
{
	static const char *const keys[] = { "fits",    "unknown", "let",    "rows",    "curve",
					    "picture", "notes",	  "advice", "refusals" };
	const struct ynode *let = yaml_get(doc, "let"), *unknown = yaml_get(doc, "unknown");
	uint32_t n = SHEET_COUNT + (let && let->kind == Y_MAP ? let->n : 0);

	if (!yread_keys(&r->y, doc, keys, ARRAY_SIZE(keys), "a table of figures"))
		return false;
	r->name = arena_array(r->y.a, const struct str *, n + 1);
	for (int i = 0; i < SHEET_COUNT; i++)
		r->name[i] = str_lit(names[i]);
	r->scope.name = r->name;
	r->scope.n = SHEET_COUNT;
	r->out->name = r->name;
	r->out->unknown = unknown ? yaml_copy(r->y.a, unknown) : NULL;
	if (!read_lets(r, let))
		return false;
	r->out->fits = read_value(r, doc, "fits");
	if (!is_well(r))
		return false;
	return r->out->fits ? read_rows(r, yaml_get(doc, "rows")) && read_curve(r, yaml_get(doc, "curve")) &&
				      read_picture(r, yaml_get(doc, "picture")) &&
				      read_lines(r, yaml_get(doc, "notes"), &r->out->notes) &&
				      read_lines(r, yaml_get(doc, "advice"), &r->out->advice) &&
				      read_lines(r, yaml_get(doc, "refusals"), &r->out->refusals)
			    : yread_fail(&r->y, doc, "a table of figures needs fits");
}

bool sheets_load(struct session *s, struct sheet_list *out, struct err *e)
{
	struct ruleset *rs = s->linter.rules;
	const char *dir = strcmp(rs->dir, "(embedded)") == 0 ? NULL : rs->dir;
	struct parser *parser = parser_new();
	struct yfiles files;
	bool ok = yfiles_load(&s->arena, rs->sources, rs->fs, dir, "plan", NULL, &files, e);

	*out = (struct sheet_list){ 0 };
	if (ok)
		out->at = arena_array(&s->arena, struct sheet, files.n + 1);
	for (uint32_t i = 0; ok && i < files.n; i++) {
		struct sheet_reader r = { .y = { .a = &s->arena, .parser = parser, .e = e, .src = files.at[i].src },
					  .scope = { .vocab = rs->dialects.vocab, .kind = &arguments_kind },
					  .out = &out->at[i] };

		ok = read_sheet(&r, files.at[i].doc);
		out->n += ok;
	}
	parser_free(parser);
	return ok;
}

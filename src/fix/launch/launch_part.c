// SPDX-License-Identifier: MIT
/* Follows a path through the tree of a launch script to the part that a promise is about. An argument of the started
 * script is found by its place: the flag whose name stands where the argument's key does.
 *
 * Invariant: a flag that is given twice is no part, because the last one alone counts.
 *
 *	launches[0].flags[2].name	that flag
 *	arguments[0].args.fp16		`--fp16` or `--fp16=True` of the launch with the element's number
 *	launches[0].nproc		an option of the launcher */
#include "fix/launch/launch_part.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <string.h>

static const char *text_of(struct value v)
{
	return v.kind == VALUE_STR ? v.as.s->s : NULL;
}

static bool is(const struct keypath *p, uint32_t i, const char *name)
{
	return i < p->n && text_of(p->part[i]) && !strcmp(text_of(p->part[i]), name);
}

/* launches[i]... */
static bool part_of_launch(struct keypath p, struct line_part *out)
{
	const char *key = p.n > 2 ? text_of(p.part[2]) : NULL;

	out->kind = PART_FIELD;
	if (!key)
		return false;
	if (is(&p, 2, "flags") && p.n == 5 && p.part[3].kind == VALUE_INT && text_of(p.part[4])) {
		struct value all = dict_get(out->whole, "flags");
		int64_t i = p.part[3].as.i;

		if (all.kind != VALUE_LIST || i < 0 || i >= all.as.list->n)
			return false;
		out->kind = PART_FLAG;
		out->of = all.as.list->at[i].val;
		out->key = text_of(p.part[4]);
		out->name = dict_get_text(out->of, "name");
		return out->name;
	}
	if (is(&p, 2, "flag") && p.n == 4 && text_of(p.part[3])) {
		out->kind = PART_FLAG;
		out->of = (struct value){ 0 };
		out->name = text_of(p.part[3]);
		return dict_get(dict_get(out->whole, "flag"), out->name).kind == VALUE_UNKNOWN;
	}
	out->slurm = is(&p, 2, "slurm") && p.n == 4;
	out->of = out->slurm ? dict_get(out->whole, "slurm") : out->whole;
	out->key = out->slurm ? text_of(p.part[3]) : key;
	return out->key && out->of.kind == VALUE_DICT && (out->slurm || p.n == 3);
}

/* The flag whose name stands there; *times: how often the name is given. */
static struct value flag_at(struct value launch, struct span name, uint32_t *times)
{
	struct value all = dict_get(launch, "flags"), found = { 0 };

	*times = 0;
	for (uint32_t i = 0; value_is_listlike(all) && i < all.as.list->n; i++)
		if (span_same(dict_get(all.as.list->at[i].val, "name").at, name))
			found = all.as.list->at[i].val;
	for (uint32_t i = 0; found.kind == VALUE_DICT && i < all.as.list->n; i++)
		*times += value_same(dict_get(all.as.list->at[i].val, "name"), dict_get(found, "name"));
	return found;
}

/* arguments[i].args.k: the flag of the launch that gives k. */
static bool part_of_arguments(struct arena *a, const struct subject *s, struct keypath p, struct line_part *out)
{
	struct value x = keypath_get(a, s->tree, (struct keypath){ p.part, 2 }).val, number = dict_get(x, "number"),
		     all = dict_get(s->tree, "launches"), args = dict_get(x, "args");
	uint32_t times;

	if (p.n != 4 || !is(&p, 2, "args") || !text_of(p.part[3]) || number.kind != VALUE_INT || number.as.i < 0 ||
	    number.as.i >= all.as.list->n || args.kind != VALUE_DICT)
		return false;
	const struct entry *e = dict_find(args.as.dict, p.part[3]);

	out->kind = PART_FLAG;
	out->argument = true;
	out->launch = (uint32_t)number.as.i;
	out->whole = all.as.list->at[number.as.i].val;
	out->name = arena_printf(a, "--%s", text_of(p.part[3]));
	if (!e)
		return true;
	out->of = flag_at(out->whole, e->key.at, &times);
	out->key = "name";
	out->name = dict_get_text(out->of, "name");
	return times == 1;
}

const char *argument_flag(struct arena *a, const char *like, const struct str *name)
{
	char *out = arena_printf(a, "%s%s", *like && *like != '-' ? "" : "--", name->s);

	like += strspn(like, "-");
	if (strchr(like, '-') && !strchr(like, '_'))
		for (char *c = out; *c; c++)
			*c = *c == '_' ? '-' : *c;
	return out;
}

const char *argument_text(struct arena *a, struct value v)
{
	struct buf b = { 0 };
	const char *text = NULL;

	if (v.kind == VALUE_STR)
		return v.as.s->s;
	if ((v.kind == VALUE_INT || v.kind == VALUE_FLOAT || v.kind == VALUE_BOOL) && op_repr(&b, v))
		text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

bool part_at(struct arena *a, const struct subject *s, struct keypath p, struct line_part *out)
{
	struct slot slot;

	*out = (struct line_part){ 0 };
	if (p.n < 2 || p.part[1].kind != VALUE_INT)
		return false;
	if (is(&p, 0, "arguments"))
		return part_of_arguments(a, s, p, out);
	if (!is(&p, 0, "env") && !is(&p, 0, "launches"))
		return false;
	slot = keypath_get(a, s->tree, (struct keypath){ p.part, 2 });
	if (slot.found != 2 || slot.val.kind != VALUE_DICT)
		return false;
	out->of = out->whole = slot.val;
	if (is(&p, 0, "launches")) {
		out->launch = (uint32_t)p.part[1].as.i;
		return part_of_launch(p, out);
	}
	out->key = p.n == 3 ? text_of(p.part[2]) : NULL;
	out->name = dict_get_text(out->of, "name");
	return out->name && (p.n == 2 || out->key);
}

/* ---- launchers */

static const struct launch_row *row_by(const struct launch_words *w, const char *name, bool *module)
{
	for (uint32_t i = 0; i < w->nrows; i++) {
		*module = words_have(&w->row[i].as_module, name);
		if (*module || words_have(&w->row[i].name, name))
			return &w->row[i];
	}
	return NULL;
}

static bool is_written(const struct source *src, struct span at, const char *text)
{
	return at.file == src->id && at.hi - at.lo == strlen(text) && !memcmp(src->bytes + at.lo, text, at.hi - at.lo);
}

/* Only the option for "a module" (-m) is between the interpreter and the module. */
static bool is_only_module(struct arena *a, const struct launch_words *w, const struct source *src, uint32_t lo,
			   uint32_t hi, const char *program)
{
	bool module;
	const struct launch_row *r = row_by(w, program, &module);
	char *text = arena_strndup(a, src->bytes + lo, hi - lo), *out = text;

	for (const char *p = text; *p; p++)
		if (!strchr(" \t\r\n\\", *p))
			*out++ = *p;
	*out = '\0';
	return r && words_have(&r->module, text);
}

bool relaunch_find(struct arena *a, const struct launch_words *w, const struct source *src, struct value launch,
		   const char *want, struct relaunch *out)
{
	struct value by = dict_get(launch, "by"), program = dict_get(launch, "program");
	bool was_module = false, is_module = false;
	const struct launch_row *was = by.kind == VALUE_STR ? row_by(w, by.as.s->s, &was_module) : NULL,
				*is = row_by(w, want, &is_module);

	if (!was || !is || is_module || !is_written(src, by.at, by.as.s->s))
		return false;
	*out = (struct relaunch){ by.at, want };
	if (!was_module)
		return true;
	if (program.kind == VALUE_STR && is_written(src, program.at, program.as.s->s) &&
	    !strpbrk(program.as.s->s, "/.") && is_only_module(a, w, src, program.at.hi, by.at.lo, program.as.s->s)) {
		out->at.lo = program.at.lo;
		return true;
	}
	out->text = is->as_module.n ? is->as_module.at[0] : NULL; /* some other interpreter's */
	return out->text;
}

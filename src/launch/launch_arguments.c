// SPDX-License-Identifier: MIT
/* A text on a command line becomes the value that the parser makes of it, by the type in the table; what has no type
 * there stays a text.
 *
 *	--fp16 --num-train-epochs 3	{fp16: True, num_train_epochs: 3}
 *
 * A launch whose script has arguments of no known class is an element of no class where it names a file of a table. */
#include "launch/launch_arguments.h"
#include "arguments/element.h"
#include "arguments/read_text.h"
#include "base/path.h"
#include "launch/dataclass_names.h"
#include "launch/line_overrides.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static struct value value_at(struct value v, struct span at)
{
	v.at = at;
	return v;
}

static struct value number_of(const char *text, const char *type, struct value as_it_is)
{
	char *end;
	long long i = strtoll(text, &end, 10);

	if (*text && !*end)
		return value_int(i, as_it_is.at);
	double f = strtod(text, &end);

	return *text && !*end && strcmp(type, "int") != 0 ? value_float(f, as_it_is.at) : as_it_is;
}

static size_t unbracketed(const char **text)
{
	size_t n = strlen(*text);
	bool in =
		n > 1 && (((*text)[0] == '[' && (*text)[n - 1] == ']') || ((*text)[0] == '(' && (*text)[n - 1] == ')'));

	*text += in;
	return in ? n - 2 : n;
}

/* [0, 1] or 0,1; v where some element is no number. */
static struct value numbers_of(struct arena *a, struct value v)
{
	const char *text = v.as.s->s, *all = text;
	size_t n = unbracketed(&text);
	bool bracket = text != all;
	struct value out = value_list(a, VALUE_LIST, 4, v.at);

	if (!n || (!bracket && !memchr(text, ',', n)))
		return v;
	for (const char *end = text + n; text < end;) {
		size_t k = 0;

		while (text < end && *text == ' ')
			text++;
		while (text + k < end && text[k] != ',')
			k++;
		struct value x = number_of(arena_strndup(a, text, k), "float", v);

		if (x.kind == VALUE_STR)
			return v;
		list_push(a, out.as.list, x, v.at);
		text += k + 1;
	}
	return out;
}

/* What Python makes of the text of NAME=VALUE, or the text itself. */
static struct value literal_of(struct arena *a, struct value v)
{
	size_t n = v.kind == VALUE_STR ? v.as.s->len : 0;

	if (n > 1 && v.as.s->s[n - 1] == ',') /* which its reader takes off */
		v = value_at(value_text(arena_strndup(a, v.as.s->s, n - 1), v.at), v.at);
	if (v.kind != VALUE_STR)
		return v;
	if (!strcasecmp(v.as.s->s, "none"))
		return value_none(v.at);
	if (!strcasecmp(v.as.s->s, "true") || !strcasecmp(v.as.s->s, "false"))
		return value_bool(!strcasecmp(v.as.s->s, "true"), v.at);
	struct value x = number_of(v.as.s->s, "float", v);

	return x.kind == VALUE_STR ? numbers_of(a, v) : x;
}

/* --learning-rate is learning_rate */
static const struct str *name_of(struct arena *a, const char *flag)
{
	char *name = arena_strdup(a, flag + strspn(flag, "-"));

	for (char *p = name; *p; p++)
		*p = *p == '-' ? '_' : *p;
	return str_lit(name);
}

/* The file that holds more arguments: behind --config, or in front of all flags, where scripts look for one that goes
 * to parse_json_file or the like. false: there is none. */
static bool file_with_arguments(struct value launch, struct value *name)
{
	struct value flag = dict_get(launch, "flag"), words = dict_get(launch, "positionals");
	struct value dataclasses = dict_get(launch, "dataclasses");
	bool first = value_is_listlike(words) && words.as.list->n;

	*name = dict_get(flag, "--config");
	if (dict_get_true(dataclasses, "reads_file") && dict_find_lit(flag.as.dict, "--config"))
		return true;
	*name = first ? words.as.list->at[0].val : (struct value){ 0 };
	return dataclasses.kind == VALUE_DICT && name->kind == VALUE_STR && line_data_file(name->as.s->s);
}

static void put_keys(struct arena *a, struct dict *to, const struct dict *from)
{
	struct dict_iter it;

	dict_begin(&it, from);
	for (const struct entry *e; (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && strcmp(e->key.as.s->s, "env") != 0)
			dict_put(a, to, e->key, e->val, e->use);
}

/* What that file gives; one that can't be read opens the set. Behind --config a parser of its own reads it. */
static void put_file(struct arena *a, const struct named_files *files, const struct text_reader_options *r,
		     struct value launch, struct dict *to)
{
	struct value name, all;

	if (!file_with_arguments(launch, &name))
		return;
	all = name.kind == VALUE_STR ? named_file_read(a, files, name.as.s->s) : (struct value){ 0 };
	to->open |= all.kind != VALUE_DICT;
	if (all.kind != VALUE_DICT)
		return;
	if (dict_get_true(dict_get(launch, "dataclasses"), "reads_file"))
		all = arguments_read_texts(a, r, all);
	put_keys(a, to, all.as.dict);
}

/* Puts the value of a flag into the set; one that it replaces is lost. */
static void put_flag(struct arena *a, struct dict *to, struct value lost, struct value name, struct value v)
{
	const struct entry *old = dict_find(to, name);

	if (old) {
		struct value one = value_dict(a, old->val.at);

		dict_put(a, one.as.dict, value_text("name", name.at), old->key, old->use);
		dict_put(a, one.as.dict, value_text("value", name.at), old->val, old->use);
		list_push(a, lost.as.list, one, old->use);
	}
	dict_put(a, to, name, v, name.at);
}

/* --no_x, with which HfArgumentParser switches off what is on by default; NULL: it is no such flag. */
static const struct str *switched_off(const struct text_reader_options *r, const struct str *key)
{
	const struct str *of = !strncmp(key->s, "no_", 3) ? str_lit(key->s + 3) : NULL;
	const struct schema_argument *x = of && !argument_of_any(r, key) ? argument_of_any(r, of) : NULL;
	struct value own = of ? dict_get(r->defaults, of->s) : (struct value){ 0 };
	bool on = own.kind == VALUE_BOOL && own.as.b;

	for (const struct schema_row *row = x ? x->rows : NULL; row; row = row->next)
		on |= row->value && !strcmp(row->value, "True");
	return on ? of : NULL;
}

/* What the flag gives: of several words a list, where the argument takes one. */
static struct value value_of_flag(const struct schema_argument *x, struct value flag)
{
	struct value first = dict_get(flag, "value"), all = dict_get(flag, "values");

	return x && x->type && !strcmp(x->type, "list") && value_is_listlike(all) && all.as.list->n > 1
		       ? value_at(all, first.at)
		       : first;
}

/* A word that is an argument's name says that it is on: `yolo train resume`. */
static void put_words(struct arena *a, const struct schemas *s, const struct schema_class *class, struct value launch,
		      struct dict *to)
{
	struct value words = dict_get(launch, "positionals");

	for (uint32_t i = class && value_is_listlike(words) ? words.as.list->n : 0;
	     i-- > 0;) { /* from the end: what stands before = is a name */
		struct value w = words.as.list->at[i].val;

		/* NAME = VALUE, in words of their own */
		to->open |=
			w.kind != VALUE_STR || w.as.s->s[0] == '=' || w.as.s->s[w.as.s->len - (w.as.s->len > 0)] == '=';
		if (!to->open && schema_argument(s, class, w.as.s) && !dict_find(to, w))
			dict_put(a, to, w, value_bool(true, w.at), words.as.list->at[i].use);
	}
}

/* The file behind a command that lets the line set keys of it, and these keys. A line that sets none is the file's own
 * matter. */
static void put_overridden(struct arena *a, const struct named_files *files, struct value launch, struct dict *to,
			   struct value lost)
{
	struct value set = line_overrides(a, launch_words_get(vfs_results(files->fs)), launch), all;
	struct dict_iter it;

	if (!set.as.dict->count && !set.as.dict->open)
		return;
	all = named_file_read(a, files, dict_get(launch, "positionals").as.list->at[0].val.as.s->s);
	to->open |= all.kind != VALUE_DICT || set.as.dict->open;
	if (all.kind == VALUE_DICT)
		put_keys(a, to, all.as.dict);
	dict_begin(&it, set.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		put_flag(a, to, lost, e->key, e->val);
}

static struct value args_of(struct arena *a, const struct named_files *files, const struct text_reader_options *r,
			    struct value launch, struct value lost)
{
	bool reads_file = dict_get_true(dict_get(launch, "dataclasses"), "reads_file");
	bool pairs = dict_get_true(launch, "pairs");
	struct value d = value_dict(a, launch.at), flags = dict_get(launch, "flags"), own = r->defaults;
	const struct entry *open = dict_find_lit(launch.as.dict, "open");

	d.as.dict->open = open && open->val.kind == VALUE_BOOL && open->val.as.b;
	put_file(a, files, r, launch, d.as.dict);
	put_overridden(a, files, launch, d.as.dict, lost);
	for (uint32_t i = 0; value_is_listlike(flags) && i < flags.as.list->n; i++) {
		struct value flag = flags.as.list->at[i].val, name = dict_get(flag, "name");

		if (name.kind != VALUE_STR || (!pairs && strncmp(name.as.s->s, "--", 2) != 0) ||
		    (reads_file && !strcmp(name.as.s->s, "--config")))
			continue;
		const struct str *key = name_of(a, name.as.s->s);
		const struct str *off = pairs ? NULL : switched_off(r, key);

		if (off) {
			put_flag(a, d.as.dict, lost, value_at(value_str(off, name.at), name.at),
				 value_bool(false, name.at));
			continue;
		}
		const struct schema_argument *x = argument_of_any(r, key);

		put_flag(a, d.as.dict, lost, value_at(value_str(key, name.at), name.at),
			 pairs ? literal_of(a, value_of_flag(NULL, flag))
			       : argument_parsed(x, dict_get(own, key->s), value_of_flag(x, flag)));
	}
	if (pairs)
		put_words(a, r->schemas, r->class, launch, d.as.dict);
	return d;
}

struct line {
	const struct schema_class *class;
	const char *name;
	struct value own, copies;
};

/* false: the launch's flags are of no known class. */
static bool line_of(struct arena *a, const struct named_files *files, struct value l, struct line *out)
{
	const struct schemas *s = files->schemas;
	struct value dataclasses = dict_get(l, "dataclasses"), table = dict_get(l, "table"),
		     script = dict_get(l, "script");

	*out = (struct line){ .name = "the script", .own = value_none(l.at) };
	if (dataclasses.kind == VALUE_DICT) {
		out->class = dataclasses_main(a, s, dataclasses);
		if (out->class)
			out->own = dataclasses_names(a, s, dataclasses, out->class);
		if (dict_get(dataclasses, "beside").kind == VALUE_LIST && script.kind == VALUE_STR) /* a command */
			out->name = script.as.s->s;
	} else if (table.kind == VALUE_STR) {
		out->class = schema_class(s, table.as.s);
		out->name = script.kind == VALUE_STR ? script.as.s->s : out->name;
	}
	if (out->class)
		out->copies = arguments_copies(a, files->fs, files->from, files->root, s, out->class, l.at);
	if (out->class && out->copies.as.list->n)
		out->own = arguments_any(a, l.at);
	return out->class;
}

struct value launch_files(struct arena *a, const struct named_files *q, const struct schema_class *of, struct value l,
			  struct value args)
{
	struct value all = value_dict(a, l.at);
	struct dict_iter it;
	const struct entry *e;

	for (dict_begin(&it, args.as.dict); (e = dict_next(&it));)
		dict_put(a, all.as.dict, e->key, e->val, e->use);
	for (dict_begin(&it, l.as.dict); (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && schema_of_file(q->schemas, e->key.as.s))
			dict_put(a, all.as.dict, e->key, e->val, e->use);
	return arguments_files(a, q, of, all);
}

/* The settings of the launcher, where its file can be read. */
static void put_launcher_settings(struct arena *a, const struct named_files *files, struct value l)
{
	const char *name = dict_get_text(l, "launcher_config");
	struct value v = name ? named_file_read(a, files, name) : (struct value){ 0 };

	if (value_is_known(v))
		dict_put(a, l.as.dict, value_text("launcher_settings", l.at), v, v.at);
}

static struct value defaults_of(struct arena *a, struct value l)
{
	return value_copy(a, dict_get(dict_get(l, "dataclasses"), "defaults"));
}

/* The file that stands first behind a command that takes such files, `given`. */
static void put_given(struct arena *a, const struct named_files *files, struct value l)
{
	struct value words = dict_get(l, "positionals");
	bool any = dict_get(l, "table").kind == VALUE_STR && value_is_listlike(words) && words.as.list->n;
	struct value name = any ? words.as.list->at[0].val : (struct value){ 0 };
	struct value v = name.kind == VALUE_STR ? named_file_read(a, files, name.as.s->s) : (struct value){ 0 };

	if (value_is_known(v))
		dict_put(a, l.as.dict, value_text("given", l.at), v, v.at);
}

/* Its script has arguments of known classes, or an option names a file that has a table. */
static bool is_of_trainer(struct arena *a, struct value l)
{
	struct value flags = dict_get(l, "flags");
	bool is = dict_get(l, "dataclasses").kind == VALUE_DICT || dict_get(l, "table").kind == VALUE_STR ||
		  dict_get_text(l, "launcher_config");
	struct dict_iter it;
	const struct entry *e;

	for (dict_begin(&it, l.as.dict); !is && (e = dict_next(&it));)
		is = e->key.kind == VALUE_STR && schema_names_file(a, e->key.as.s->s);
	for (uint32_t i = 0; !is && value_is_listlike(flags) && i < flags.as.list->n; i++) {
		struct value name = dict_get(flags.as.list->at[i].val, "name");
		is = name.kind == VALUE_STR && schema_names_file(a, name_of(a, name.as.s->s)->s);
	}
	return is;
}

static bool any_of_trainer(struct arena *a, struct value launches)
{
	bool any = false;

	for (uint32_t i = 0; !any && value_is_listlike(launches) && i < launches.as.list->n; i++)
		any = is_of_trainer(a, launches.as.list->at[i].val);
	return any;
}

struct value launch_arguments(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path,
			      const char *root, struct value tree)
{
	struct value launches = dict_get(tree, "launches"), all = value_list(a, VALUE_LIST, 0, tree.at);

	if (!any_of_trainer(a, launches)) /* which would read the tables */
		return all;
	const struct schemas *s = schemas_of(fs);
	const struct named_files where = { s, fs, sources, path, root }, *files = &where;
	struct value versions = arguments_versions(a, s, tree);

	for (uint32_t i = 0; value_is_listlike(launches) && i < launches.as.list->n; i++) {
		struct value l = launches.as.list->at[i].val;
		struct line line;
		put_launcher_settings(a, files, l);
		put_given(a, files, l);
		if (dict_get(l, "trains").kind == VALUE_BOOL && !dict_get_true(l, "trains"))
			continue;
		bool known = line_of(a, files, l, &line);
		const struct text_reader_options r = { .schemas = s,
						       .meanings = meanings_of(fs),
						       .reader = "--config",
						       .class = line.class,
						       .beside = dict_get(dict_get(l, "dataclasses"), "classes"),
						       .defaults = dict_get(dict_get(l, "dataclasses"), "defaults"),
						       .versions = versions,
						       .sources = sources };
		struct value lost = value_list(a, VALUE_LIST, 0, l.at), args = args_of(a, files, &r, l, lost),
			     named = launch_files(a, files, line.class, l, args);

		if (!known && !named.as.dict->count)
			continue;
		const struct arguments_element e = { .class = line.class,
						     .form = "line",
						     .name = line.name,
						     .number = i,
						     .args = args,
						     .defaults = defaults_of(a, l),
						     .lost = lost,
						     .launch = l,
						     .files = named,
						     .own = line.own,
						     .copies = line.copies,
						     .versions = versions,
						     .at = l.at };

		list_push(a, all.as.list, arguments_element(a, &e), l.at);
	}
	return all;
}

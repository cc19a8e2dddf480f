// SPDX-License-Identifier: MIT
/* Which keys of a plain config code reads. First the calls that read the file are found: by its path, or by the
 * number of its keys that their code knows. Then, level by level, each of these readers is queried for each key: its
 * tree of defaults, its parser's arguments, or the code index. The answers are joined: read by one is read; unknown
 * to one and read by none is unknown.
 *
 * Invariant: a key is unread or rejected only if no reader reads it and no reader's answer is unknown. Keys below an
 * unread key are not checked.
 *
 * 	cfg = yaml.safe_load(open('a.yaml'))
 * 	lr = cfg['lr']				a.yaml: lr is read, momentum is unread */
#include "plain/keys.h"
#include "base/near.h"
#include "base/path.h"
#include "plain/argument.h"
#include "plain/used.h"
#include "plain/written.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

enum { READERS_MAX = 64, DEEP = 12, NAMES_MAX = 200, NAMES_SHOWN = 12 };
#define WORD "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
enum rank { RANK_NONE, RANK_MAY, RANK_BESIDE, RANK_NAMED };
struct file_reader { /* one reader of this file */
	const struct plain_reader *r;
	const struct plain_node *nodes; /* the tree of defaults into which it merges the file */
	enum rank rank;
};
struct key_walk {
	struct arena *a;
	struct plain_project *p;
	struct file_reader by[READERS_MAX];
	uint32_t n;
	struct list *keys;
	bool yaml_1_1; /* all readers read 1e-4 as a text */
	struct value config;
	bool fills;	   /* some text of it has a ${name} */
	const char *named; /* texts of interpolations of other files; NULL: none */
	bool none;	   /* None is a text for all, and no code of the project tests for it */
};

/* ---- which calls read the file */

/* How certain it is that the reader reads the file, by paths alone. */
static enum rank rank_of(struct key_walk *w, const struct plain_reader *r, const char *path)
{
	const char *dir = path_dir(w->a, path);
	enum rank rank = r->open ? RANK_MAY : RANK_NONE;
	if (r->ext ? strcmp(r->ext, path_ext(path)) != 0
		   : !strcmp(path_ext(path), ".json") || !strcmp(path_ext(path), ".toml"))
		return RANK_NONE;
	for (size_t i = 0; i < r->path.n; i++)
		if (!strcmp(r->path.at[i].path, path))
			return RANK_NAMED;
		else if (!strcmp(path_ext(r->path.at[i].path), path_ext(path)) &&
			 !strcmp(path_dir(w->a, r->path.at[i].path), dir))
			rank = RANK_BESIDE;
	return rank;
}

bool plain_named(struct arena *a, struct plain_project *p, const char *path)
{
	struct key_walk w = { .a = a, .p = p };
	for (size_t i = 0; i < p->reader.n; i++)
		if (p->reader.at[i].trains && !plain_is_written(p, path) &&
		    rank_of(&w, &p->reader.at[i], path) == RANK_NAMED)
			return true;
	return false;
}

static bool knows(struct key_walk *w, const struct file_reader *by, struct value key)
{
	if (by->nodes)
		return plain_node_kid(by->nodes, key.as.s);
	if (by->r->root->argued)
		return plain_argument(w->p, by->r->file, key.as.s);
	const struct cnode *n = cnode_at(by->r->root, (struct keypath){ &key, 1 });
	return n && n->use.n;
}

/* The most top-level keys that one of n readers knows, counting those that train. */
static uint32_t known_keys(struct key_walk *w, const struct file_reader *by, uint32_t n, const struct dict *d)
{
	uint32_t known = 0;
	struct dict_iter it;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it));) {
		bool knew = false;
		for (uint32_t i = 0; i < n && !knew && e->key.kind == VALUE_STR; i++)
			knew = (by[i].nodes || by[i].r->trains) && knows(w, &by[i], e->key);
		known += knew;
	}
	return known;
}

/* If no path names the file, its keys decide. Several programs may share it; one must train. */
static bool is_read(struct key_walk *w, const struct dict *d)
{
	enum rank best = RANK_NONE;
	for (uint32_t i = 0; i < w->n; i++)
		best = w->by[i].r->trains && w->by[i].rank > best ? w->by[i].rank : best;
	uint32_t known = best == RANK_NAMED ? 0 : known_keys(w, w->by, w->n, d), all = d->count;
	return best == RANK_NAMED || (best == RANK_BESIDE && known * 2 >= all && known > 0) ||
	       (best == RANK_MAY && known * 4 >= all * 3 && known >= 2);
}

/* The trees of defaults that the file fits: which tree of a project is meant isn't followed. */
static void find_nodes(struct key_walk *w, struct file_reader by, const struct dict *d)
{
	for (by.nodes = w->p->nodes.roots; by.nodes && w->n < READERS_MAX; by.nodes = by.nodes->next)
		if (known_keys(w, &by, 1, d) * 4 >= d->count * 3)
			w->by[w->n++] = by;
}

static bool is_used(const struct cnode *n)
{
	return n->kids || n->open || n->iterated || n->argued;
}

/* Each call that may read the file may read its keys. If one merges the file into defaults, only those calls count:
 * it raises before the others run. false: no call reads the file. */
static bool find_readers(struct key_walk *w, const char *path, const struct dict *d)
{
	size_t n = w->p->reader.n;
	for (size_t i = 0; i < n; i++) {
		struct file_reader by = { .r = &w->p->reader.at[i] };
		by.rank = by.r->root ? RANK_NONE : rank_of(w, by.r, path);
		if (by.rank != RANK_NONE)
			find_nodes(w, by, d);
	}
	if (w->n)
		return true;
	for (size_t i = 0; i < n && w->n < READERS_MAX; i++) {
		struct file_reader by = { .r = &w->p->reader.at[i] };
		by.rank = by.r->root && is_used(by.r->root) ? rank_of(w, by.r, path) : RANK_NONE;
		if (by.rank != RANK_NONE)
			w->by[w->n++] = by;
	}
	return w->n && w->n < READERS_MAX && is_read(w, d);
}

/* ---- the result for a key */

static void put(struct key_walk *w, struct dict *to, const char *key, struct value v)
{
	dict_put(w->a, to, value_text(key, (struct span){ 0 }), v, v.at);
}

static struct value nowhere(const char *text)
{
	return value_text(text, (struct span){ 0 });
}

/* A text that Python's float() accepts. */
static bool is_number(const struct str *s)
{
	char *end;
	if (!s->len || !strchr("+-.0123456789", s->s[0]) || strpbrk(s->s, "xXpP"))
		return false;
	strtod(s->s, &end);
	return end == s->s + s->len;
}

/* The type of literal_eval's result, as yacs decodes values; NULL: unknown. */
static const char *decoded_type(struct value v)
{
	if (v.kind != VALUE_STR)
		return v.kind == VALUE_UNKNOWN ? NULL : value_type_name(v);
	const char *s = v.as.s->s;
	if (is_number(v.as.s))
		return strpbrk(s, ".eE") ? "float" : "int";
	if (!strcmp(s, "None"))
		return "NoneType";
	if (!strcmp(s, "True") || !strcmp(s, "False"))
		return "bool";
	return *s && strchr("+-.0123456789([{'\"bBrRuU", *s) ? NULL : "str";
}

static bool is_list(const char *type)
{
	return !strcmp(type, "list") || !strcmp(type, "tuple");
}

/* Whether yacs accepts a value of that type instead of the default. */
static bool takes(const struct plain_node *n, const char *type)
{
	if (n->branch)
		return !strcmp(type, "dict");
	return !n->type || n->unsure || !strcmp(n->type, type) || !strcmp(n->type, "NoneType") ||
	       !strcmp(type, "NoneType") || (is_list(n->type) && is_list(type));
}

struct said { /* of a key, by all readers */
	enum { SAID_NOTHING, SAID_READ, SAID_UNREAD, SAID_REJECTED, SAID_UNKNOWN } fate;
	const char *by, *why, *expects, *given, *shown, *place;
	struct code_place at; /* UNKNOWN: the place that why refers to */
	const struct call_site *argument;
	bool fits; /* some reader accepts the value */
};

static void say_at(struct said *s, int fate, const char *by, const char *why, struct code_place at)
{
	/* read by one reader, or unknown to one, decides; else all agree */
	bool first = s->fate == SAID_NOTHING;
	if (fate == SAID_READ || (fate == SAID_UNKNOWN && s->fate != SAID_READ) || first ||
	    (fate == SAID_UNREAD && s->fate == SAID_REJECTED))
		*s = (struct said){
			.fate = (int)fate, .by = by, .why = why, .at = at, .argument = s->argument, .fits = s->fits
		};
}

static void say(struct said *s, int fate, const char *by, const char *why)
{
	say_at(s, fate, by, why, (struct code_place){ 0 });
}

static void query_nodes(struct key_walk *w, const struct file_reader *by, struct keypath path, struct value v,
			struct said *s)
{
	const struct plain_node *n = by->nodes, *up = n;
	for (uint32_t i = 0; i < path.n && n; i++) {
		up = n;
		n = path.part[i].kind == VALUE_STR ? plain_node_kid(n, path.part[i].as.s) : NULL;
		if ((n ? n : up)->open) {
			say(s, SAID_READ, NULL, NULL);
			return;
		}
	}
	const struct str *key = path.part[path.n - 1].kind == VALUE_STR ? path.part[path.n - 1].as.s : NULL;
	const char *type = decoded_type(v);
	if (n) {
		say(s, SAID_READ, NULL, NULL);
		s->fits |= !type || takes(n, type);
		if (!s->fits) {
			s->expects = n->branch ? "dict" : n->type;
			s->given = type;
			s->place = arena_printf(w->a, "%s:%u", n->file->rel,
						n->value ? source_point(n->file->src, n->value->lo).line + 1 : 1);
		}
	} else if (!key || w->p->nodes.open || map_get(&w->p->script->set_elsewhere, key) ||
		   texts_have(&w->p->know.plain_node_key, key->s)) {
		say(s, SAID_UNKNOWN, NULL, "keys are added to the defaults elsewhere");
	} else {
		say(s, SAID_REJECTED, "merge_from_file", NULL);
	}
}

/* How many parts of the path lead to a dict whose keys become attributes; path.n: none do. */
static uint32_t attributes_at(const struct cnode *root, struct keypath path)
{
	uint32_t i = 0;
	for (const struct cnode *n = root; i < path.n; i++) {
		n = i ? cnode_at(root, (struct keypath){ path.part, i }) : root;
		if (!n)
			return path.n;
		if (n->argued)
			break;
	}
	return i;
}

/* As an attribute it may be read anywhere, and so may what is in it. */
static void query_arguments(struct key_walk *w, const struct file_reader *by, struct keypath path, uint32_t at,
			    struct said *s)
{
	struct value key = path.part[path.n - 1];
	const struct call_site *arg = path.n == at + 1 ? plain_argument(w->p, by->r->file, key.as.s) : NULL;
	if (arg)
		s->argument = arg;
	if (arg)
		say(s, SAID_READ, NULL, NULL);
	else if (key.kind != VALUE_STR || plain_says(w->p, key.as.s))
		say(s, SAID_UNKNOWN, NULL, "it is no argument, but the project names it");
	else if (!key.as.s->s[strspn(key.as.s->s, WORD)] && (w->p->hands_all || schema_any(w->p->schemas, key.as.s)))
		say(s, SAID_UNKNOWN, NULL, "a library that gets the arguments as a whole may read it");
	else
		say(s, SAID_UNREAD, NULL, NULL);
}

static void query_code(struct key_walk *w, const struct file_reader *by, struct keypath path, struct said *s)
{
	struct code_answer x = index_key_below(w->p->index, w->a, by->r->root, path);
	switch (x.fate) {
	case CODE_READ:
		say(s, SAID_READ, NULL, NULL);
		break;
	case CODE_UNREAD:
		say(s, SAID_UNREAD, NULL, NULL);
		break;
	case CODE_REJECTED:
		say(s, SAID_REJECTED, x.why, NULL);
		break;
	default:
		say_at(s, SAID_UNKNOWN, NULL, x.why, x.at);
		break;
	}
}

/* Where a part of the file becomes attributes, other code may read that part as a dict, too. */
static void query_reader(struct key_walk *w, const struct file_reader *by, struct keypath path, struct said *s)
{
	uint32_t at = attributes_at(by->r->root, path);
	struct said code = { 0 };
	if (at > 0)
		query_code(w, by, path, at < path.n ? &code : s);
	if (at < path.n && code.fate == SAID_READ)
		say(s, SAID_READ, NULL, NULL);
	else if (at < path.n)
		query_arguments(w, by, path, at, s);
}

/* A text of the file has ${key}, or ${a.key}: what is read of the text is read of the key. */
static bool is_filled_in(struct value v, const struct str *key, unsigned depth)
{
	struct dict_iter it;
	bool found = false;
	if (v.kind == VALUE_STR)
		for (const char *at = v.as.s->s; !found && (at = strstr(at, "${")); at += 2)
			for (const char *s = at; !found && (s = strstr(s + 1, key->s)) && s < at + strcspn(at, "}");)
				found = !strchr(WORD, s[-1]) && !strchr(WORD, s[key->len]);
	for (uint32_t i = 0; value_is_listlike(v) && depth < DEEP && i < v.as.list->n && !found; i++)
		found = is_filled_in(v.as.list->at[i].val, key, depth + 1);
	if (v.kind != VALUE_DICT || depth >= DEEP)
		return found;
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; !found && (e = dict_next(&it));)
		found = is_filled_in(e->val, key, depth + 1);
	return found;
}

/* last: nothing of it is taken, but all. */
static bool has_word(const char *text, const struct str *word, bool last)
{
	for (const char *s = text; word->len && (s = strstr(s, word->s)); s += word->len) {
		char next = s[word->len];
		if ((s == text || !strchr(WORD, s[-1])) && (!next || !strchr(WORD, next)) &&
		    (!last || (next != '.' && next != '[')))
			return true;
	}
	return false;
}

/* The key, or with ${a.dict} a dict that holds it. */
static bool is_interpolated(const char *named, struct keypath path)
{
	for (uint32_t i = 0; i < path.n; i++)
		if (path.part[i].kind == VALUE_STR && has_word(named, path.part[i].as.s, i + 1 < path.n))
			return true;
	return false;
}

static void query_key(struct key_walk *w, struct keypath path, struct value v, struct said *s)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->by[i].nodes)
			query_nodes(w, &w->by[i], path, v, s);
		else
			query_reader(w, &w->by[i], path, s);
	if (s->fate == SAID_UNREAD && w->named && is_interpolated(w->named, path))
		say(s, SAID_READ, NULL, NULL);
	if (s->fate == SAID_UNREAD && w->fills && is_filled_in(w->config, path.part[path.n - 1].as.s, 0))
		say(s, SAID_READ, NULL, NULL);
}

/* The nearest name that the readers expect there and that the file lacks. */
static const char *nearest(struct key_walk *w, struct keypath path, const struct dict *beside)
{
	const char *name[NAMES_MAX];
	size_t n = 0;
	for (uint32_t i = 0; i < w->n; i++) {
		const struct plain_node *at = w->by[i].nodes;
		struct keypath up = { path.part, path.n - 1 };
		for (uint32_t k = 0; at && k < up.n; k++)
			at = plain_node_kid(at, up.part[k].as.s);
		for (const struct plain_node *k = at ? at->kids : NULL; k && n < NAMES_MAX; k = k->next)
			if (!dict_find_str(beside, k->key))
				name[n++] = k->key->s;
		const struct cnode *c = w->by[i].r->root ? cnode_at(w->by[i].r->root, up) : NULL;
		for (const struct cnode *k = c ? c->kids : NULL; k && n < NAMES_MAX; k = k->next)
			if (k->key && k->use.n && !dict_find_str(beside, k->key))
				name[n++] = k->key->s;
		if (w->by[i].r->root && w->by[i].r->root->argued)
			n += plain_argument_names(w->p, w->by[i].r->file, name + n, NAMES_MAX - n);
	}
	return near_find(path.part[path.n - 1].as.s->s, name, n);
}

static struct value fate_of(struct key_walk *w, const struct said *s, struct span at, struct keypath path)
{
	static const char *const word[] = { "unknown", "read", "unread", "rejected" };
	const char *why = s->why ? s->why : "no reader", *in = s->at.file ? s->at.file->path : NULL;
	if (s->fate != SAID_UNKNOWN && s->fate != SAID_NOTHING)
		return value_text(word[s->fate], (struct span){ 0 });
	if (in)
		why = arena_printf(w->a, "%s (%s:%u)", why, path_relative(w->a, w->p->root, in),
				   source_point(s->at.file, s->at.lo).line + 1);
	return value_unknown(w->a, WHY_READER, at, arena_printf(w->a, "%s: %s,", keypath_text(w->a, path), why));
}

struct level { /* the keys of one dict */
	const struct dict *of;
	const struct entry *first; /* the first that no code reads */
	uint32_t unread;
	struct buf names; /* of the first unread keys */
};

static void add_key(struct key_walk *w, const struct entry *e, struct keypath path, const struct said *s,
		    struct level *at)
{
	const struct dict *beside = at->of;
	struct value k = value_dict(w->a, e->key.at), reads = value_list(w->a, VALUE_LIST, 2, (struct span){ 0 });
	struct dict *d = k.as.dict;
	struct value part = value_str(e->key.as.s, e->key.at), v = e->val;
	const char *near = s->fate == SAID_UNREAD || s->fate == SAID_REJECTED ? nearest(w, path, beside) : NULL;
	put(w, d, "name", part);
	put(w, d, "path", nowhere(keypath_text(w->a, path)));
	put(w, d, "value", value_container(v) ? value_dict(w->a, v.at) : v);
	put(w, d, "type", nowhere(value_type_name(v)));
	put(w, d, "fate", fate_of(w, s, e->key.at, path));
	put(w, d, "near", near ? nowhere(near) : value_none((struct span){ 0 }));
	put(w, d, "number", value_bool(v.kind == VALUE_STR && w->yaml_1_1 && is_number(v.as.s), (struct span){ 0 }));
	put(w, d, "none", value_bool(w->none && v.kind == VALUE_STR && !strcmp(v.as.s->s, "None"), (struct span){ 0 }));
	if (s->by)
		put(w, d, "by", nowhere(s->by));
	if (s->expects) {
		put(w, d, "expects", nowhere(s->expects));
		put(w, d, "given", nowhere(s->given));
		put(w, d, "place", nowhere(s->place));
	}
	if (s->argument)
		plain_argument_put(w->a, w->p, s->argument, d);
	put(w, d, "odd", value_bool(v.kind == VALUE_STR && !is_number(v.as.s), (struct span){ 0 }));
	for (uint32_t i = 0; i < w->n && v.kind == VALUE_STR; i++)
		if (w->by[i].r->root) {
			used_at(w->a, cnode_at(w->by[i].r->root, path), reads.as.list);
			used_below(w->a, cnode_at(w->by[i].r->root, (struct keypath){ path.part, path.n - 1 }),
				   e->key.as.s, reads.as.list);
		}
	put(w, d, "reads", reads);
	put(w, d, "beside", value_int(beside->count, (struct span){ 0 }));
	put(w, d, "unread", value_int(at->unread, (struct span){ 0 }));
	put(w, d, "names", at->first == e ? nowhere(buf_str(&at->names)) : value_none((struct span){ 0 }));
	list_push(w->a, w->keys, k, e->key.at);
}

static void walk_value(struct key_walk *w, struct value v, struct keypath path);

static void note_unread(struct level *l, const struct entry *e)
{
	if (l->unread < NAMES_SHOWN)
		buf_printf(&l->names, "%s%s", l->unread ? ", " : "", e->key.as.s->s);
	else if (l->unread == NAMES_SHOWN)
		buf_puts(&l->names, " ...");
	l->first = l->first ? l->first : e;
	l->unread++;
}

static void walk_dict(struct key_walk *w, const struct dict *d, struct keypath path)
{
	struct said *said = arena_array(w->a, struct said, d->count + 1);
	struct level level = { .of = d };
	struct dict_iter it;
	uint32_t n = 0;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it)); n++) {
		said[n] = (struct said){ 0 };
		if (e->key.kind == VALUE_STR)
			query_key(w, keypath_add(w->a, path, e->key), e->val, &said[n]);
		if (said[n].fate == SAID_UNREAD)
			note_unread(&level, e);
	}
	n = 0;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it)); n++) {
		struct keypath at = keypath_add(w->a, path, e->key);
		if (e->key.kind != VALUE_STR)
			continue;
		add_key(w, e, at, &said[n], &level);
		if (said[n].fate == SAID_READ && !said[n].expects)
			walk_value(w, e->val, at);
	}
	buf_release(&level.names);
}

static void walk_value(struct key_walk *w, struct value v, struct keypath path)
{
	if (path.n >= DEEP)
		return;
	if (v.kind == VALUE_DICT)
		walk_dict(w, v.as.dict, path);
	for (uint32_t i = 0; v.kind == VALUE_LIST && i < v.as.list->n; i++)
		if (v.as.list->at[i].val.kind == VALUE_DICT)
			walk_value(w, v.as.list->at[i].val, keypath_add(w->a, path, value_int(i, (struct span){ 0 })));
}

/* ---- the tree */

/* Puts the reader that messages name first. */
static void best_first(struct key_walk *w, const struct dict *d)
{
	uint32_t best = 0, most = 0;
	for (uint32_t i = 0; i < w->n; i++) {
		uint32_t n = known_keys(w, &w->by[i], 1, d) + w->by[i].rank * NAMES_MAX;
		if (n > most) {
			best = i;
			most = n;
		}
	}
	struct file_reader first = w->by[best];
	w->by[best] = w->by[0];
	w->by[0] = first;
}

bool plain_keys(struct arena *a, struct plain_project *p, const char *path, struct value config, struct value *out)
{
	struct key_walk w = { .a = a, .p = p, .yaml_1_1 = true, .none = true };
	struct value keys = value_list(a, VALUE_LIST, 16, config.at), readers = value_list(a, VALUE_LIST, 2, config.at);
	if (config.kind != VALUE_DICT || !config.as.dict->count || plain_is_written(p, path))
		return false;
	if (!find_readers(&w, path, config.as.dict))
		return false;
	best_first(&w, config.as.dict);
	for (uint32_t i = 0; i < w.n; i++) {
		struct value r = value_dict(a, config.at);
		put(&w, r.as.dict, "name", nowhere(w.by[i].r->name->s));
		put(&w, r.as.dict, "place", nowhere(w.by[i].r->place));
		list_push(a, readers.as.list, r, config.at);
		w.yaml_1_1 &= w.by[i].r->yaml_1_1;
		w.none &= !w.by[i].nodes && !w.by[i].r->ext;
	}
	w.none &= !p->asks_none;
	w.config = config;
	w.fills = is_filled_in(config, str_lit(""), 0);
	w.keys = keys.as.list;
	walk_dict(&w, config.as.dict, (struct keypath){ 0 });
	*out = value_dict(a, config.at);
	put(&w, out->as.dict, "keys", keys);
	put(&w, out->as.dict, "readers", readers);
	return true;
}

void plain_keys_composed(struct arena *a, struct plain_project *p, const uint32_t *reader, uint32_t n,
			 struct value config, const char *named, struct value *out)
{
	struct key_walk w = { .a = a, .p = p, .named = named, .config = config };
	struct value keys = value_list(a, VALUE_LIST, 16, config.at);
	for (uint32_t i = 0; i < n && w.n < READERS_MAX; i++)
		w.by[w.n++] = (struct file_reader){ .r = &p->reader.at[reader[i]], .rank = RANK_NAMED };
	w.fills = is_filled_in(config, str_lit(""), 0);
	w.keys = keys.as.list;
	walk_dict(&w, config.as.dict, (struct keypath){ 0 });
	*out = keys;
}
